"""What holds for every test: no network, one event loop, the same random examples each time."""

import ipaddress
import socket
from typing import Any

import pytest
from hypothesis import settings

settings.register_profile("citebridge", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("citebridge")

_patch = pytest.MonkeyPatch()


class NetworkBlocked(RuntimeError):
    """A test tried to leave this machine. Not an OSError: no client may take it for a fault worth a retry."""


def _allow(host: Any) -> None:
    name = host.decode() if isinstance(host, bytes) else host
    if name in (None, "", "localhost"):
        return
    try:
        local = ipaddress.ip_address(name).is_loopback
    except ValueError:
        local = False
    if not local:
        raise NetworkBlocked(f"tests may not use the network; one wanted to reach {name!r}")


def _guarded(name: str) -> Any:
    original = getattr(socket.socket, name)

    def call(self: socket.socket, *args: Any) -> Any:
        address = args[-1]  # connect(address), sendto(data, [flags,] address)
        if self.family in (socket.AF_INET, socket.AF_INET6):
            _allow(address[0])
        return original(self, *args)

    return call


def pytest_configure() -> None:
    look_up = socket.getaddrinfo

    def getaddrinfo(host: Any, *args: Any, **kwargs: Any) -> Any:
        _allow(host)
        return look_up(host, *args, **kwargs)

    for name in ("connect", "connect_ex", "sendto"):
        _patch.setattr(socket.socket, name, _guarded(name))
    _patch.setattr(socket, "getaddrinfo", getaddrinfo)


def pytest_unconfigure() -> None:
    _patch.undo()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
