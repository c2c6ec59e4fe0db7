"""A provider played on loopback, for recordings: it sends what it is given, chunk by chunk, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from types import ModuleType
from typing import Any


@dataclass
class Provider:
    """Answers in turn with what it is given: status, headers and pieces, with as many seconds before each."""

    pieces: list[bytes] = field(default_factory=list)
    status: int = 200
    headers: dict[str, str] = field(default_factory=dict)
    pause: float = 0.0
    whole: bool = False
    breaks: bool = False
    asked: list[tuple[str, str, dict[str, str], bytes]] = field(default_factory=list)
    url: str = ""


@contextmanager
def provider(**given: Any) -> Iterator[Provider]:
    played = Provider(**given)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length") or 0))
            played.asked.append((self.command, self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            self.send_response(played.status)
            for name, value in played.headers.items():
                self.send_header(name, value)
            if played.whole:
                content = b"".join(played.pieces)
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)
                return
            self.send_header("transfer-encoding", "chunked")
            self.end_headers()
            for piece in played.pieces:
                time.sleep(played.pause)
                self.wfile.write(b"%x\r\n%b\r\n" % (len(piece), piece))
            if played.breaks:
                self.close_connection = True
                return
            self.wfile.write(b"0\r\n\r\n")

        do_GET = do_POST

        def log_message(self, format: str, *args: Any) -> None:
            return

    class Server(ThreadingHTTPServer):
        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client may stop reading."""

    with Server(("127.0.0.1", 0), Handler) as server:
        played.url = f"http://127.0.0.1:{server.server_port}"
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield played
        finally:
            server.shutdown()
            thread.join()


class Redirected:
    """A transport that sends everything to one server, over real sockets, whatever host the SDK asks for."""

    def __init__(self, http: ModuleType, base: str) -> None:
        self._http, self._base = http, http.URL(base)
        self._inner = http.HTTPTransport()
        self._ainner = http.AsyncHTTPTransport()

    def handle_request(self, request: Any) -> Any:
        return self._inner.handle_request(self._there(request))

    async def handle_async_request(self, request: Any) -> Any:
        return await self._ainner.handle_async_request(self._there(request))

    def _there(self, request: Any) -> Any:
        url = request.url.copy_with(scheme="http", host=self._base.host, port=self._base.port)
        return self._http.Request(request.method, url, headers=request.headers, stream=request.stream)

    def close(self) -> None:
        self._inner.close()

    async def aclose(self) -> None:
        await self._ainner.aclose()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.aclose()


class Counted:
    """Counts the pieces in which bodies arrive."""

    def __init__(self, http: ModuleType, inner: Any) -> None:
        self._http, self._inner = http, inner
        self.pieces: list[bytes] = []

    def handle_request(self, request: Any) -> Any:
        response = self._inner.handle_request(request)
        content = self._counted(response.stream)
        return self._http.Response(response.status_code, headers=response.headers, content=content)

    async def handle_async_request(self, request: Any) -> Any:
        response = await self._inner.handle_async_request(request)
        content = self._acounted(response.stream)
        return self._http.Response(response.status_code, headers=response.headers, content=content)

    def _counted(self, stream: Any) -> Iterator[bytes]:
        for piece in stream:
            self.pieces.append(piece)
            yield piece
        stream.close()

    async def _acounted(self, stream: Any) -> Any:
        async for piece in stream:
            self.pieces.append(piece)
            yield piece
        await stream.aclose()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *raised: object) -> None:
        self._inner.close()

    async def __aenter__(self) -> Any:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self._inner.aclose()
