"""Where in Markdown a mark can stand: never within syntax, code or an address, and in the order that it had.

A mark belongs to what is before it. So one between two blocks goes to the end of the first, one in the signs of
emphasis behind what they close, one in a link or in code behind it; where a block has no prose, it is a paragraph by
itself behind it. But one that leads an item, a cell or a line, `- [S1] Dogs`, stands before the words of that.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from citebridge.render.markup.parts import PROSE, Block, Piece, stops

# Blanks and line ends may stand within `$$`, and not within `$`; more signs in a row are prose.
_DOLLARS: Final = re.compile(r"(?<![\\$])(?:\$\$(?!\$)[^$]++\$\$(?!\$)|\$(?=[^\s$])[^$\n]*+(?<=[^\s\\])\$(?!\d))")
_MAIL: Final = re.compile(r"(?<![A-Za-z0-9._+-])[A-Za-z0-9._+-]++@[A-Za-z0-9]++(?:[.-]++[A-Za-z0-9]++)++")
_BRACKETS: Final = re.compile(r"\\[()\[\]]")
_TASK: Final = re.compile(r"\[[ xX]\][ \t]+(?=\S)")  # of an item, as GitHub and others have it: a blank must follow
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


def spots(text: str, document: Block, places: Iterable[int]) -> list[Spot]:
    """A spot for each of the places in a text, which rise; so do the spots.

    >>> from citebridge.render.markup import read
    >>> text = "See [the rules](https://house.example/)."
    >>> [spot.at for spot in spots(text, read(text, html=False), [3, 8, 40])]
    [3, 39, 40]
    """
    blocks = _Blocks(text, document)
    found: list[Spot] = []
    for place in places:
        spot = blocks.spot(place)
        if found and found[-1].block is spot.block and spot.at is not None:
            spot = Spot(spot.block, max(spot.at, found[-1].at or 0))
        found.append(spot)
    return found


class _Blocks:
    """The blocks that a place can be in."""

    def __init__(self, text: str, document: Block) -> None:
        self._document = document
        self._blocks = list(stops(document))
        self._starts = [block.start for block in self._blocks]
        self._words = [line.start for block in self._blocks if _has_words(block) for line in block.lines]
        self._gaps = [_gap(text, start) for start in self._words]
        self._zones: dict[int, list[_Zone]] = {}
        self._taking: list[int] = []  # for each block, the last one up to it that takes marks, else the first of all
        last = next((number for number, block in enumerate(self._blocks) if _takes_marks(block)), -1)
        for number, block in enumerate(self._blocks):
            last = number if _takes_marks(block) else last
            self._taking.append(last)

    def spot(self, place: int) -> Spot:
        """Where a mark of that place can stand."""
        place = self._led(place)
        number = self._number(place)
        if number < 0:
            return Spot(self._document, None)
        block = self._blocks[number]
        if not _has_words(block):
            return Spot(block, None)
        if number not in self._zones:
            self._zones[number] = list(_zones(block))
        return Spot(block, _settled(self._zones[number], block.inward(place), len(block.content)))

    def _led(self, place: int) -> int:
        """Where the words of a line begin, of a place between them and what is before them in the line."""
        number = bisect_left(self._words, place)
        return self._words[number] if number < len(self._words) and self._gaps[number] <= place else place

    def _number(self, place: int) -> int:
        """The number of the block that a place is in or behind; -1 when there is none for marks."""
        number = bisect_right(self._starts, place) - 1
        if number > 0 and place == self._starts[number] and not _begins_with_words(self._blocks[number]):
            number -= 1  # right before the signs of a block: behind the one before it
        return self._taking[max(number, 0)] if self._taking else -1


def _has_words(block: Block) -> bool:
    return block.kind == "cell" or (block.kind in PROSE and bool(block.content))


def _takes_marks(block: Block) -> bool:
    """Whether a mark can stand in the block or behind it: not behind a rule, or an item without words."""
    return _has_words(block) or block.kind in ("code", "html", "definition", "note")


def _begins_with_words(block: Block) -> bool:
    return _has_words(block) and block.lines[0].start == block.start


def _gap(text: str, start: int) -> int:
    """Where the blanks before a place begin."""
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    return start


def _settled(zones: Sequence[_Zone], at: int, size: int) -> int:
    for _ in range(_ENOUGH):
        number = bisect_right(zones, at, key=lambda zone: zone.start) - 1
        if number < 0 or at > zones[number].end:
            return at
        at = zones[number].target
    return size


def _zones(block: Block) -> Iterator[_Zone]:
    """Where in the content no mark can stand, in order, none within another."""
    found = [*_syntax(block.pieces), *_math(block), *_mail(block), *_task(block)]
    reached = -1
    for zone in sorted(found, key=lambda zone: (zone.start, -zone.end)):
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


def _task(block: Block) -> Iterator[_Zone]:
    """The box of a task leads its words as the sign of the item does."""
    if block.kind == "paragraph" and (found := _TASK.match(block.content)):
        yield _Zone(0, found.end() - 1, found.end())


def _math(block: Block) -> Iterator[_Zone]:
    """Formulas, which many readers of Markdown set: `$x$`, `$$x$$`, `\\(x\\)`, `\\[x\\]`."""
    content = block.content
    for found in _DOLLARS.finditer(content) if "$" in content else ():
        yield _Zone(found.start() + 1, found.end() - 1, found.end())
    opened = -1
    for found in _BRACKETS.finditer(content) if "\\" in content else ():
        sign = content[found.start() + 1]
        if sign in "([":
            opened = found.start()
        elif opened >= 0 and content[opened + 1] == {")": "(", "]": "["}[sign]:
            yield _Zone(opened + 1, found.end() - 1, found.end())
            opened = -1


def _mail(block: Block) -> Iterator[_Zone]:
    """Bare mail addresses, which readers of GFM and of mail make links of."""
    for found in _MAIL.finditer(block.content) if "@" in block.content else ():
        yield _Zone(found.start() + 1, found.end() - 1, found.end())
