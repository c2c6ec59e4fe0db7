"""What goes wrong between a client and a provider: changes of what is played."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from citebridge.cassettes.interaction import Piece
from citebridge.cassettes.reply import Change, End, Reply
from citebridge.cassettes.secrets.frames import payloads
from citebridge.errors import UsageError

FAULTS = "429, 529 or any status, with ×TIMES; cut:BYTES, reset[:BYTES], timeout[:BYTES], malformed[:EVENT], slow:MS"
_EVENT = re.compile(rb"^(?:data:)?[ \t]*([{\[])", re.M)
_ERROR = re.compile(r"([45]\d\d)(?:[x×](\d{1,4}))?", re.ASCII)
_COUNT = re.compile(r"\d{0,9}", re.ASCII)
_WORDS = {429: "rate_limit_error", 529: "overloaded_error"}


def fault(text: str) -> Change:
    """The fault of that name: `429`, `529×3`, `cut:120`, `reset`, `timeout:40`, `malformed:2`, `slow:30`.

    >>> [reply.status for reply in fault("429x2")(Reply(200))]
    [429, 429, 200]
    """
    name, _, number = text.partition(":")
    if error := _ERROR.fullmatch(text):
        return failing(int(error[1]), int(error[2] or 1))
    if name in _NAMED and _COUNT.fullmatch(number) and (number or name not in ("cut", "slow")):
        return _NAMED[name](int(number) if number else None)
    raise UsageError(f"there is no fault {text!r}; there are {FAULTS}")


def failing(status: int, times: int = 1) -> Change:
    """An error that many times, and then what was recorded; clients may try again at once."""
    kind = _WORDS.get(status, "api_error")
    body = json.dumps({"type": "error", "error": {"type": kind, "message": "the cassette says so"}}).encode()
    refusal = Reply(status, {"content-type": "application/json", "retry-after": "0"}, (Piece(0, body),))

    def change(reply: Reply) -> Iterator[Reply]:
        yield from [refusal] * times
        yield reply

    return change


def broken(end: End, after: int | None = None) -> Change:
    """The connection ends so after that many bytes of the body; without a number before any answer begins."""

    def change(reply: Reply) -> Iterator[Reply]:
        if after is None:
            yield Reply(None, end=end)
        else:
            yield replace(reply, pieces=tuple(_until(reply.pieces, after)), end=end)

    return change


def malformed(event: int = 1) -> Change:
    """An event that is no JSON, the first is 1; of frames one whose checksum is wrong. All else stays as it is."""
    if event < 1:
        raise UsageError(f"malformed:{event} garbles nothing: the first event is 1")

    def change(reply: Reply) -> Iterator[Reply]:
        places = [end - 1 for _, end in payloads(reply.content)]
        places = places or [found.start(1) for found in _EVENT.finditer(reply.content)]
        at = places[event - 1] if 0 < event <= len(places) else None
        yield reply if at is None else replace(reply, pieces=tuple(_with(reply.pieces, at, b"#")))

    return change


def slow(ms: int) -> Change:
    """That many milliseconds before the head and each piece; for who plays with `timing`."""

    def change(reply: Reply) -> Iterator[Reply]:
        pieces = tuple(Piece(number * ms, piece.data) for number, piece in enumerate(reply.pieces, start=1))
        yield replace(reply, pieces=pieces, ms=ms)

    return change


def _until(pieces: tuple[Piece, ...], after: int) -> Iterator[Piece]:
    for piece in pieces:
        if after <= 0:
            return
        yield Piece(piece.ms, piece.data[:after])
        after -= len(piece.data)


def _with(pieces: tuple[Piece, ...], at: int, byte: bytes) -> Iterator[Piece]:
    for piece in pieces:
        data = piece.data
        yield Piece(piece.ms, data[:at] + byte + data[at + 1 :]) if 0 <= at < len(data) else piece
        at -= len(data)


_NAMED: dict[str, Callable[[int | None], Change]] = {
    "cut": lambda number: broken("reset", number or 0),
    "reset": lambda number: broken("reset", number),
    "timeout": lambda number: broken("timeout", number),
    "malformed": lambda number: malformed(1 if number is None else number),
    "slow": lambda number: slow(number or 0),
}
