"""What answers an SDK in the tests: a story of `cassettes/` behind a transport, or behind a server on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

from citebridge import providers
from citebridge.cassettes import Cassette, Interaction
from citebridge.cassettes.cassette import SUFFIX

CASSETTES = Path(__file__).parent.parent / "cassettes"


def cassette(provider: str, name: str = "ferry") -> Path:
    """The file of a story."""
    return CASSETTES / provider / f"{name}{SUFFIX}"


def stories(provider: str) -> list[str]:
    """The names of what a provider tells."""
    return sorted(path.name.removesuffix(SUFFIX) for path in (CASSETTES / provider).glob(f"*{SUFFIX}"))


@cache
def interactions(provider: str, name: str) -> tuple[Interaction, ...]:
    """The whole answer of a story and, where there is one, its stream."""
    return tuple(Cassette.load(cassette(provider, name)))


@dataclass
class Wire:
    """Answers any request with one story, whole or streamed, and keeps what was asked."""

    provider: str
    name: str = "ferry"
    streamed: bool = False
    asked: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}{' stream' if self.streamed else ''}"

    @property
    def interactions(self) -> tuple[Interaction, ...]:
        return interactions(self.provider, self.name)

    @property
    def data(self) -> bytes:
        """The body, as it comes."""
        return self.interactions[self.streamed].response.content

    @property
    def media_type(self) -> str:
        return self.interactions[self.streamed].response.headers["content-type"]

    @property
    def recorded(self) -> dict[str, Any]:
        """The whole answer, also where it is asked for as a stream."""
        return json.loads(self.interactions[0].response.content)

    @property
    def request(self) -> dict[str, Any]:
        """The recorded request, without the switch that the SDKs set themselves."""
        return without_stream(json.loads(self.interactions[0].request.content))

    def reply(self, body: bytes) -> tuple[str, bytes]:
        self.asked = json.loads(body)
        return self.media_type, self.data

    def transport(self, http: ModuleType) -> Any:
        """A transport for clients of `http`: httpx or httpx2, sync or async."""

        def handle(request: Any) -> Any:
            media_type, content = self.reply(request.content)
            return http.Response(200, headers={"content-type": media_type}, content=content)

        return http.MockTransport(handle)


def wires(of: Iterable[str] | None = None) -> list[Wire]:
    """Every story, whole and streamed, of these providers; of all, when none are said."""
    return [
        Wire(provider, name, bool(place))
        for provider in (providers.names() if of is None else of)
        for name in stories(provider)
        for place, _ in enumerate(interactions(provider, name))
    ]


def without_stream(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "stream"}


@contextmanager
def served(wire: Wire) -> Iterator[str]:
    """The cassette behind a real server, for the client that has no transport to swap."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            media_type, content = wire.reply(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.send_header("content-type", media_type)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()
