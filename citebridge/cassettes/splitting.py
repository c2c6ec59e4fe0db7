"""The same bytes in other pieces: in one, byte by byte, or cut at random within characters, marks and events."""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from random import Random

from citebridge.cassettes.interaction import Piece
from citebridge.cassettes.reply import Change, Reply
from citebridge.errors import UsageError

HOW = "whole|bytes|random:SEED|recorded"
_SIZES = (1, 1, 2, 3, 5, 8, 13, 34)
_WITHIN = re.compile(rb"[\xc2-\xf4](?=[\x80-\xbf])|\r(?=\n)")  # a cut behind one is within a character, or a line end


def split(how: str) -> Change:
    """A change that cuts a body so: `whole`, `bytes`, `random:SEED`, or `recorded`, as it was.

    >>> reply = Reply(200, pieces=(Piece(0, b"ab"), Piece(7, b"c")))
    >>> [piece for cut in split("bytes")(reply) for piece in cut.pieces]
    [Piece(ms=0, data=b'a'), Piece(ms=0, data=b'b'), Piece(ms=7, data=b'c')]
    """
    cut = cutter(how)

    def change(reply: Reply) -> Iterator[Reply]:
        yield replace(reply, pieces=tuple(cut(reply.pieces)))

    return change


def cutter(how: str) -> Callable[[Sequence[Piece]], Sequence[Piece]]:
    """What cuts pieces so. Each new piece comes when the last of its bytes came."""
    name, _, seed = how.partition(":")
    if how == "recorded":
        return lambda pieces: pieces
    if how == "whole":
        return lambda pieces: _cut(pieces, [])
    if how == "bytes":
        return lambda pieces: _cut(pieces, range(1, sum(len(piece.data) for piece in pieces)))
    if name == "random" and seed:
        return lambda pieces: _cut(pieces, _places(b"".join(piece.data for piece in pieces), seed))
    raise UsageError(f"a body is cut {HOW}, not {how!r}")


def _places(data: bytes, seed: str) -> list[int]:
    """Where to cut: at random, the same for the same seed, and within characters more often than not."""
    rng = Random(seed)
    places = {found.end() for found in _WITHIN.finditer(data) if rng.random() < 0.75}
    at = 0
    while (at := at + rng.choice(_SIZES)) < len(data):
        places.add(at)
    return sorted(places)


def _cut(pieces: Sequence[Piece], places: Sequence[int]) -> list[Piece]:
    data = b"".join(piece.data for piece in pieces)
    ends = list(accumulate(len(piece.data) for piece in pieces))
    cuts = pairwise([0, *places, len(data)])
    return [Piece(pieces[bisect_left(ends, end)].ms, data[begin:end]) for begin, end in cuts if begin < end]
