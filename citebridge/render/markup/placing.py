"""Where in Markdown a mark can stand: never within syntax, code or an address, and in the order that it had.

A mark belongs to what is before it. So one between two blocks goes to the end of the first, one in the signs of
emphasis behind what they close, one in a link or in code behind it; where a block has no prose, it is a paragraph by
itself behind it.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from citebridge.render.markup.parts import PROSE, Block, Piece, stops

_MATH: Final = re.compile(
    r"\$\$(?=\S)[^$]++\$\$|(?<![\\$])\$(?=[^\s$])[^$\n]*+(?<=[^\s\\])\$(?!\d)|\\\((?:[^\\\n]++|\\[^)\n])*+\\\)|\\\[(?:[^\\]++|\\[^\]])*+\\\]"
)
_ENOUGH: Final = 8
_FORMS: Final = frozenset({"em", "strong", "strike"})


@dataclass(frozen=True, slots=True)
class Spot:
    """A place in the content of a block; `None` for a paragraph of its own behind the block."""

    block: Block
    at: int | None


@dataclass(frozen=True, slots=True)
class _Zone:
    """From `start` to `end` stands no mark; one that would goes to `target`."""

    start: int
    end: int
    target: int


def spots(document: Block, places: Iterable[int]) -> list[Spot]:
    """A spot for each of the places, which rise; so do the spots.

    >>> from citebridge.render.markup import read
    >>> [spot.at for spot in spots(read("See [the rules](https://house.example/).", html=False), [3, 8, 40])]
    [3, 39, 40]
    """
    blocks = list(stops(document))
    starts = [block.start for block in blocks]
    zones: dict[int, list[_Zone]] = {}
    found: list[Spot] = []
    for place in places:
        number, at = _block_of(blocks, starts, place)
        if number < 0:
            found.append(Spot(document, None))
            continue
        block = blocks[number]
        if at is not None:
            at = _settled(zones.setdefault(number, list(_zones(block))), at, len(block.content))
        spot = Spot(block, at)
        if found and found[-1].block is block and at is not None:
            spot = Spot(block, max(at, found[-1].at or 0))
        found.append(spot)
    return found


def _block_of(blocks: Sequence[Block], starts: Sequence[int], place: int) -> tuple[int, int | None]:
    """The number of a block, and the place in its content; no place means behind it, -1 that there is no block."""
    number = bisect_right(starts, place) - 1
    if number >= 0 and place == starts[number] and number > 0 and not _begins_with_words(blocks[number]):
        number -= 1  # right before the signs of a block: behind the one before it
    if number < 0 and blocks:
        number = 0
    while number >= 0 and not _takes_marks(blocks[number]):
        number -= 1
    if number < 0:
        number = next((later for later, block in enumerate(blocks) if _takes_marks(block)), -1)
        return number, 0 if number >= 0 and _has_words(blocks[number]) else None
    block = blocks[number]
    return number, block.inward(place) if _has_words(block) else None


def _has_words(block: Block) -> bool:
    return block.kind == "cell" or (block.kind in PROSE and bool(block.content))


def _takes_marks(block: Block) -> bool:
    """Whether a mark can stand in the block or behind it: not behind a rule, or an item without words."""
    return _has_words(block) or block.kind in ("code", "html", "definition", "note")


def _begins_with_words(block: Block) -> bool:
    return _has_words(block) and block.lines[0].start == block.start


def _settled(zones: Sequence[_Zone], at: int, size: int) -> int:
    for _ in range(_ENOUGH):
        number = bisect_right(zones, at, key=lambda zone: zone.start) - 1
        if number < 0 or at > zones[number].end:
            return at
        at = zones[number].target
    return size


def _zones(block: Block) -> Iterator[_Zone]:
    """Where in the content no mark can stand, in order, none within another."""
    found = sorted([*_syntax(block.pieces), *_math(block)], key=lambda zone: (zone.start, -zone.end))
    reached = -1
    for zone in found:
        if max(zone.start - 1, reached) < zone.end:
            yield zone
            reached = zone.end


def _syntax(pieces: Sequence[Piece]) -> Iterator[_Zone]:
    depth = start = 0
    for piece in pieces:
        if piece.kind in ("link", "image"):
            start = piece.start if not depth else start
            depth += piece.turn
            if not depth:
                yield _Zone(start + 1, piece.end - 1, piece.end)
        elif depth:
            continue
        elif piece.kind in _FORMS:
            back = piece.turn > 0
            yield _Zone(piece.start + back, piece.end - (not back), piece.start if back else piece.end)
        elif piece.kind == "break":
            yield _Zone(piece.start + 1, piece.end - 1, piece.start)
        elif piece.kind != "text" or piece.end - piece.start != len(piece.text):
            yield _Zone(piece.start + 1, piece.end - 1, piece.end)


def _math(block: Block) -> Iterator[_Zone]:
    """Formulas, which many readers of Markdown set."""
    content = block.content
    if "$" in content or "\\" in content:
        for found in _MATH.finditer(content):
            yield _Zone(found.start() + 1, found.end() - 1, found.end())
