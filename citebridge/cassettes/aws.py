"""Cassettes for boto3, which has no transport to swap: it asks its event `before-send` for a response."""

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

from citebridge.cassettes.deck import Deck
from citebridge.cassettes.reply import Asked, Reply
from citebridge.cassettes.taking import Take
from citebridge.errors import MissingExtra


def attach_boto3(client: Any, deck: Deck) -> None:
    """Let a client of boto3 be answered by a deck, which also records when it is told to.

    What is recorded is sent by a session of botocore's own, with the proxies and certificates of the environment.
    """
    try:
        awsrequest = import_module("botocore.awsrequest")
    except ModuleNotFoundError:
        raise MissingExtra.of("a cassette for boto3 needs", "boto3", "bedrock") from None

    def answer(request: Any, **more: object) -> Any:
        asked = _asked(request)
        reply = deck.answer(asked)
        if reply is None:
            return _sent(request, deck.take(asked))
        if reply.status is None:
            raise _failure(reply, request.url)
        raw = _Raw(_played(reply, request.url), lambda: None)
        return awsrequest.AWSResponse(request.url, reply.status, dict(reply.headers), raw)

    client.meta.events.register("before-send", answer)


def _asked(request: Any) -> Asked:
    body: Any = request.body or b""
    content = body.read() if hasattr(body, "read") else body
    if hasattr(body, "seek"):
        body.seek(0)
    headers = tuple((str(name), _text(value)) for name, value in request.headers.items())
    return Asked(request.method, request.url, headers, content.encode() if isinstance(content, str) else bytes(content))


def _text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def _sent(request: Any, take: Take) -> Any:
    response: Any = import_module("botocore.httpsession").URLLib3Session().send(request)
    take.head(response.status_code, [(str(name), _text(value)) for name, value in response.headers.items()])
    if not request.stream_output:  # the session has read all of it
        take.piece(response.content)
        take.end()
        return response
    raw = response.raw

    def pieces() -> Iterator[bytes]:
        for data in raw.stream():
            take.piece(data)
            yield data
        take.end()

    def close() -> None:
        take.end(cut=True)
        raw.close()

    response.raw = _Raw(pieces(), close)
    return response


def _played(reply: Reply, url: str) -> Iterator[bytes]:
    for piece in reply.pieces:
        yield piece.data
    if reply.end != "done":
        raise _failure(reply, url)


def _failure(reply: Reply, url: str) -> Exception:
    exceptions = import_module("botocore.exceptions")
    kind = exceptions.ReadTimeoutError if reply.end == "timeout" else exceptions.ConnectionClosedError
    return kind(endpoint_url=url)


class _Raw:
    """What botocore reads a response from."""

    def __init__(self, pieces: Iterator[bytes], close: Callable[[], None]) -> None:
        self._pieces, self.close = pieces, close

    def stream(self, amt: int | None = None, decode_content: bool | None = None) -> Iterator[bytes]:
        """The pieces, as they came."""
        yield from self._pieces

    def read(self, amt: int | None = None, decode_content: bool | None = None) -> bytes:
        """The next piece, or all that is left when no amount is given."""
        return b"".join(self._pieces) if amt is None else next(self._pieces, b"")
