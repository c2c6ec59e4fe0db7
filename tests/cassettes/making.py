"""Interactions for tests, invented."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from citebridge.cassettes.interaction import Interaction, Piece, Request, Response

URL = "https://api.anthropic.com/v1/messages"
JSON = {"content-type": "application/json"}
EVENTS = {"content-type": "text/event-stream; charset=utf-8"}


def asked(body: Any = None, *, url: str = URL, method: str = "POST") -> Request:
    content = b"" if body is None else body if isinstance(body, bytes) else compact(body)
    return Request.of(method, url, JSON, content)


def answered(*pieces: bytes | str, status: int = 200, headers: dict[str, str] = JSON, every: int = 5) -> Response:
    timed = [Piece(n * every, one.encode() if isinstance(one, str) else one) for n, one in enumerate(pieces)]
    return Response.of(status, headers, timed, ms=12)


def made(body: Any = None, *pieces: bytes | str, **more: Any) -> Interaction:
    asks = {key: more.pop(key) for key in ("url", "method") if key in more}
    return Interaction(
        provider="anthropic",
        surface="messages",
        sdk="Anthropic/Python 2.14.0",
        citebridge="0.1.0",
        recorded="2026-11-03T10:00:00Z",
        request=asked(body, **asks),
        response=answered(*pieces, **more),
    )


def compact(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


def events(*values: Any) -> list[bytes]:
    """Server-sent events, each of them one piece."""
    return [b"data: " + compact(value) + b"\n\n" for value in values]


def message(text: str) -> dict[str, Any]:
    """An answer of Anthropic's that says this."""
    return {
        "id": "msg_01",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-5-5",
        "content": [{"type": "text", "text": text}],
        "stop_reason": "end_turn",
        "usage": {"input_tokens": 3, "output_tokens": 5},
    }


def joined(pieces: Iterable[Piece]) -> bytes:
    return b"".join(piece.data for piece in pieces)
