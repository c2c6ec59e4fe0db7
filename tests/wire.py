"""What answers an SDK in the tests: a cassette behind a transport, or behind a server on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

CASSETTES = Path(__file__).parent.parent / "cassettes"
STREAMS = {
    ".sse": "text/event-stream",
    ".eventstream": "application/vnd.amazon.eventstream",
    ".jsonl": "application/stream+json",
}


@dataclass
class Wire:
    """Answers any request with one cassette, and keeps what was asked."""

    provider: str
    name: str
    streamed: bool = False
    asked: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}{' stream' if self.streamed else ''}"

    def path(self, suffix: str) -> Path:
        return CASSETTES / self.provider / f"{self.name}{suffix}"

    @property
    def recorded(self) -> dict[str, Any]:
        return json.loads(self.path(".json").read_bytes())

    @property
    def request(self) -> dict[str, Any]:
        """The recorded request, without the switch that the SDKs set themselves."""
        return without_stream(json.loads(self.path(".request.json").read_bytes()))

    def reply(self, body: bytes) -> tuple[str, bytes]:
        self.asked = json.loads(body)
        suffix = next(s for s in STREAMS if self.path(s).exists()) if self.streamed else ".json"
        return STREAMS.get(suffix, "application/json"), self.path(suffix).read_bytes()

    def transport(self, http: ModuleType) -> Any:
        """A transport for clients of `http`: httpx or httpx2, sync or async."""

        def handle(request: Any) -> Any:
            media_type, content = self.reply(request.content)
            return http.Response(200, headers={"content-type": media_type}, content=content)

        return http.MockTransport(handle)


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
