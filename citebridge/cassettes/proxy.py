"""Sending a request on to a provider, with what Python brings, and reading the response piece by piece."""

import http.client
import zlib
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

from citebridge.cassettes.errors import BadUpstream
from citebridge.cassettes.reply import Asked

_TIMEOUT = 600
_NOT_SENT_ON = frozenset(
    (
        *("host", "connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"),
        *("transfer-encoding", "content-length", "accept-encoding"),
    )
)
_NOT_HANDED_ON = frozenset(("connection", "keep-alive", "transfer-encoding", "content-length", "content-encoding"))


@dataclass(frozen=True, slots=True)
class Forwarded:
    """The head of a response, and its pieces as they come."""

    status: int
    headers: list[tuple[str, str]]
    pieces: Iterator[bytes]


@contextmanager
def forwarded(asked: Asked) -> Generator[Forwarded]:
    """Send a request on. Raises `BadUpstream`."""
    there = urlsplit(asked.url)
    kind = http.client.HTTPSConnection if there.scheme == "https" else http.client.HTTPConnection
    connection = kind(there.hostname or "", there.port, timeout=_TIMEOUT)
    try:
        try:
            response = _sent(connection, asked)
        except (OSError, http.client.HTTPException) as error:
            raise BadUpstream(f"{there.scheme}://{there.netloc} cannot be reached: {error or type(error)}") from None
        coded = response.headers.get("content-encoding", "identity").lower()
        if coded not in ("identity", "gzip", "deflate"):
            raise BadUpstream(f"the provider sent {coded}, which it was not asked for and which cannot be read")
        headers = [(key, value) for key, value in response.headers.items() if key.lower() not in _NOT_HANDED_ON]
        pieces = _pieces(response)
        yield Forwarded(response.status, headers, pieces if coded == "identity" else _unpacked(pieces))
    finally:
        connection.close()


def _sent(connection: http.client.HTTPConnection, asked: Asked) -> http.client.HTTPResponse:
    there = urlsplit(asked.url)
    path = (there.path or "/") + (f"?{there.query}" if there.query else "")
    headers = {name: value for name, value in asked.headers if name.lower() not in _NOT_SENT_ON}
    connection.request(asked.method, path, asked.content or None, {**headers, "Accept-Encoding": "identity"})
    return connection.getresponse()


def _pieces(response: http.client.HTTPResponse) -> Iterator[bytes]:
    """The chunks in which a body is sent; `read1` never waits for more than the one that comes."""
    while data := response.read1():
        yield data


def _unpacked(pieces: Iterator[bytes]) -> Iterator[bytes]:
    unpack = zlib.decompressobj(zlib.MAX_WBITS | 32)  # gzip or zlib, as its head says
    for data in pieces:
        if plain := unpack.decompress(data):
            yield plain
    if plain := unpack.flush():
        yield plain
