"""What is handed to a client of httpx or httpx2, and what they are handed back, without importing either.

A response is made of the classes of the library that sent the request; it is read with `for` and with `async for`.
"""

import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, cast

from citebridge.cassettes.reply import Asked, Reply

if TYPE_CHECKING:  # for type checkers, that a client may take one
    import httpx
    import httpx2

    class _Base(httpx.BaseTransport, httpx.AsyncBaseTransport, httpx2.BaseTransport, httpx2.AsyncBaseTransport):
        def handle_request(self, request: Any) -> Any: ...
        async def handle_async_request(self, request: Any) -> Any: ...
else:
    _Base = object


class Transport(_Base):
    """What both libraries ask of a transport, sync and async, but for the handling of a request."""

    def close(self) -> None:
        """Nothing is held open."""

    async def aclose(self) -> None:
        """Nothing is held open."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        self.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        exc_type: type[BaseException] | None = None,
        exc_value: BaseException | None = None,
        traceback: TracebackType | None = None,
    ) -> None:
        await self.aclose()


def asked(request: Any, content: bytes) -> Asked:
    """A request of either library, whose content was read."""
    return Asked(request.method, str(request.url), tuple(request.headers.multi_items()), content)


def library(request: Any) -> Any:
    """The library that a request is of."""
    return import_module(type(request).__module__.partition(".")[0])


def response(request: Any, status: int, headers: Iterable[tuple[str, str]], body: "Body", **more: Any) -> Any:
    """A response to a request, with a body that is yet to be read."""
    http = library(request)
    sent = [(name.encode(), value.encode()) for name, value in headers]  # told as text they have to be ASCII
    return http.Response(status, headers=sent, stream=_stream(http)(body), request=request, **more)


def failure(request: Any, reply: Reply) -> Exception:
    """What the library raises where a connection breaks, or nothing comes any more."""
    http = library(request)
    if reply.end == "timeout":
        return http.ReadTimeout("the cassette says so: nothing comes any more", request=request)
    return http.ReadError("the cassette says so: the connection was reset", request=request)


class Body:
    """The pieces of a body, for both ways to read it."""

    def __iter__(self) -> Iterator[bytes]:
        raise NotImplementedError

    def __aiter__(self) -> AsyncIterator[bytes]:
        raise NotImplementedError

    def close(self) -> None:
        """Nobody reads any more."""

    async def aclose(self) -> None:
        """Nobody reads any more."""


class Played(Body):
    """The body of a reply, with the waits between its pieces when `timing` asks for them."""

    def __init__(self, reply: Reply, fail: Callable[[], Exception], *, timing: bool) -> None:
        self._reply, self._fail, self._timing = reply, fail, timing

    def __iter__(self) -> Iterator[bytes]:
        for seconds, data in self._reply.waits():
            if self._timing:
                time.sleep(seconds)
            yield data
        self._end()

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for seconds, data in self._reply.waits():
            if self._timing:
                await asleep(seconds)
            yield data
        self._end()

    def _end(self) -> None:
        if self._reply.end != "done":
            raise self._fail()


async def asleep(seconds: float) -> None:
    """Wait in whatever loop this runs: both libraries bring anyio."""
    await import_module("anyio").sleep(seconds)


@cache
def _stream(http: Any) -> Callable[[Body], object]:
    """A body as a stream of the library, of both kinds."""

    def __init__(self: Any, body: Body) -> None:
        self.body = body

    def __iter__(self: Any) -> Iterator[bytes]:
        return iter(self.body)

    def __aiter__(self: Any) -> AsyncIterator[bytes]:
        return self.body.__aiter__()

    def close(self: Any) -> None:
        self.body.close()

    async def aclose(self: Any) -> None:
        await self.body.aclose()

    members = {one.__name__: one for one in (__init__, __iter__, __aiter__, close, aclose)}
    made: object = type("CassetteStream", (http.SyncByteStream, http.AsyncByteStream), members)
    return cast("Callable[[Body], object]", made)
