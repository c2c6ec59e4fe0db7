"""No network but loopback, while a test runs."""

import ipaddress
import socket
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

import pytest

from citebridge.errors import CitebridgeError


class NetworkBlocked(CitebridgeError, RuntimeError):
    """A test wanted to leave this machine. Not an `OSError`: no client may take it for a fault worth a retry."""


@contextmanager
def blocked() -> Generator[None]:
    """Within, sockets reach this machine only, and no name of another one is looked up.

    Sockets of Python are meant: gRPC and uvloop have others.
    """
    look_up = socket.getaddrinfo

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        _allow(host)
        return look_up(host, *args, **kwargs)

    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, _guarded(getattr(socket.socket, name)))
        patch.setattr(socket, "getaddrinfo", getaddrinfo)
        yield


def _guarded(original: Callable[..., Any]) -> Callable[..., Any]:
    def call(self: socket.socket, *args: Any) -> Any:
        address = args[-1]  # connect(address), sendto(data, [flags,] address)
        if self.family in (socket.AF_INET, socket.AF_INET6):
            _allow(address[0])
        return original(self, *args)

    return call


def _allow(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return
    try:
        local = ipaddress.ip_address(name).is_loopback
    except ValueError:
        local = False
    if not local:
        raise NetworkBlocked(f"this test may not use the network, and wanted to reach {name!r}")
