"""The ways in which an answer can be read: whole, in pieces of any size, event by event, sync and async."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import pairwise
from random import Random

from citebridge.models import Answer, AnswerDone, Event
from citebridge.normalizer import anormalize_stream, normalize_stream, parser
from citebridge.testing.laws import holds

EVERYWHERE = 1_000  # bytes that are cut at each place
BYTE_BY_BYTE = 100_000
SPREAD = 12


def read(provider: str, pieces: Sequence[object], request: object) -> tuple[Answer, list[Event]]:
    """The answer and the events of a stream."""
    return _done(list(normalize_stream(pieces, provider=provider, request=request)))


def read_async(provider: str, pieces: Sequence[object], request: object) -> tuple[Answer, list[Event]]:
    """The same by the asynchronous twin."""

    async def connection() -> AsyncIterator[object]:
        for piece in pieces:
            yield piece

    async def events() -> list[Event]:
        return [one async for one in anormalize_stream(connection(), provider=provider, request=request)]

    return _done(asyncio.run(events()))


def told_by(provider: str, pieces: Sequence[object], request: object) -> list[list[Event]]:
    """What each piece brings, as soon as it is there."""
    reading = parser(provider, request=request)
    return [reading.feed(piece) for piece in pieces]


def cuts(data: bytes, name: str) -> Iterator[tuple[str, list[bytes]]]:
    """The bytes cut in many ways: at each place where there are few, else where the name says."""
    yield "in one piece", [data]
    yield "cut into sevens", _cut(data, range(7, len(data), 7))
    if len(data) <= BYTE_BY_BYTE:
        yield "cut into single bytes", _cut(data, range(1, len(data)))
    if len(data) <= EVERYWHERE:
        yield from ((f"cut at byte {at}", _cut(data, [at])) for at in range(1, len(data)))
        return
    rng = Random(name)
    for most in range(1, SPREAD + 1):
        places = sorted({rng.randrange(1, len(data)) for _ in range(most)})
        yield f"cut at {', '.join(map(str, places))}", _cut(data, places)


def spread(size: int) -> range:
    """Places all over something of that size, each of them where they are few."""
    return range(0, size, -(-size // SPREAD) or 1)


def _cut(data: bytes, places: Sequence[int]) -> list[bytes]:
    return [data[begin:end] for begin, end in pairwise([0, *places, len(data)])]


def _done(events: list[Event]) -> tuple[Answer, list[Event]]:
    done = events[-1] if events else None
    holds("the last event is the answer", isinstance(done, AnswerDone), done)
    assert isinstance(done, AnswerDone)
    return done.answer, events
