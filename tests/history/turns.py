"""Second turns: what was asked first, the answer as it is replayed, and a question more."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from citebridge import Answer, normalize
from tests.history.rules import SURFACES, complaints, lost
from tests.wire import Wire

QUESTION = "And in summer?"

_ASKED: dict[str, Any] = {
    "bedrock": {"role": "user", "content": [{"text": QUESTION}]},
    "cohere.v1": {"role": "USER", "message": QUESTION},
    "google": {"role": "user", "parts": [{"text": QUESTION}]},
    "google.interactions": {"type": "user_input", "content": [{"type": "text", "text": QUESTION}]},
    "mistral.conversations": {"object": "entry", "type": "message.input", "role": "user", "content": QUESTION},
    "perplexity.responses": {"type": "message", "role": "user", "content": QUESTION},
    "xai.grpc": {"role": "ROLE_USER", "content": [{"text": QUESTION}]},
}


def asked(provider: str, text: str = QUESTION) -> dict[str, Any]:
    """A question as the provider takes it."""
    shape = json.dumps(_ASKED.get(provider, {"role": "user", "content": QUESTION}))
    return json.loads(shape.replace(json.dumps(QUESTION), json.dumps(text)))


def second(provider: str, request: dict[str, Any], turn: list[dict[str, Any]]) -> dict[str, Any]:
    """The request of the second turn."""
    field = SURFACES[provider].history
    before = request.get(field, [])
    if isinstance(before, str):
        before = [asked(provider, before)]
    if provider == "cohere.v1":  # whose question stands beside the history
        return {**request, field: [*before, asked(provider, request["message"]), *turn], "message": QUESTION}
    return {**request, field: [*before, *turn, asked(provider)]}


def answered(wire: Wire, keep: Any = "all") -> Answer:
    return normalize(wire.data, provider=wire.provider, request=wire.request, keep=keep)


@dataclass
class Following(Wire):
    """Answers the second turn, and keeps what is wrong with it by the provider's rules."""

    turn: list[dict[str, Any]] = field(default_factory=list)
    refused: list[str] | None = None

    @property
    def request(self) -> dict[str, Any]:
        return second(self.provider, super().request, self.turn)

    def reply(self, body: bytes) -> tuple[str, bytes]:
        given = super().reply(body)
        self.refused = complaints(self.provider, self.asked) + lost(self.provider, self.recorded, self.asked)
        return given


@contextmanager
def judged() -> Iterator[str]:
    """A server on loopback that answers as each provider's API would: 200, or 400 with what it refuses."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            provider, body = self.path.strip("/"), json.loads(self.rfile.read(int(self.headers["content-length"])))
            refused = complaints(provider, body)
            content = json.dumps({"error": refused} if refused else {"ok": True}).encode()
            self.send_response(400 if refused else 200)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def posted(url: str, provider: str, request: dict[str, Any]) -> list[str]:
    """What the server refuses in a request."""
    data = json.dumps(request, default=lambda value: value.decode("latin-1")).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{url}/{provider}", data), timeout=10) as response:
            return [] if json.load(response)["ok"] else ["?"]
    except urllib.error.HTTPError as error:
        with error:
            return json.load(error)["error"]
