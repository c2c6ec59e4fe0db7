"""Where a provider's offsets really are: as said, in another unit, close by, or at the one place that reads so.

Wrong offsets are mended only by a unique match, with a notice; otherwise there is no anchor, since a wrong place is
worse than none. The words the provider gives with the offsets decide; without words the offsets are taken as they
are, or not at all. Close is what is a few of the provider's own units away.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from citebridge.text import Unit, convert_offsets, export_offsets

NEAR = 4
"""How many units an offset may be off and still be meant for the nearest match; 1 and 2 have been met."""

_UNITS: tuple[Unit, ...] = ("codepoint", "utf16", "utf8")
_SEARCHED = 16  # for words far from their place the text is looked through so many times over, and no more
_SEARCHED_AT_LEAST = 50_000_000  # characters


class Bases(NamedTuple):
    """Where the counting of offsets may begin in a text, in code points.

    `said` are the places that the provider may mean, the likeliest first, which is taken where no words decide; such
    a range ends at `until` at the latest. The other `parts` are tried when the words stand at none of these.
    """

    said: Sequence[int] = (0,)
    until: int | None = None
    parts: Sequence[int] = ()


START = Bases()
"""The counting begins with the text."""


@dataclass(slots=True)
class Range:
    """Offsets as a provider gave them, with the words that should stand there."""

    start: int
    end: int
    unit: Unit = "codepoint"
    says: str | None = None
    bases: Bases = START


class Found(NamedTuple):
    """A place in code points, and the code of the notice when it is not the one that was said."""

    start: int
    end: int
    code: str | None


def find_ranges(text: str, ranges: Sequence[Range]) -> list[Found | None]:
    """The place of each range in `text`; `None` where there is none.

    >>> find_ranges("Größe 5 m", [Range(8, 11, "utf8", "5 m"), Range(7, 10, "codepoint", "5 m"), Range(0, 99)])
    [Found(start=6, end=9, code=None), Found(start=6, end=9, code='offset_mended'), None]
    """
    found = _as_said(text, ranges)
    left = [number for number, place in enumerate(found) if place is None and ranges[number].says]
    missed = [ranges[number] for number in left]
    finder = Finder(text)
    for number, close, fits in zip(left, _close(text, missed), _elsewhere(text, missed), strict=True):
        found[number] = finder.find(ranges[number].says or "", close, fits)
    return found


def _elsewhere(text: str, ranges: Sequence[Range]) -> list[dict[int, Found]]:
    """The places, by their starts, where each range reads as said in some unit, or counted in some part."""
    fits: list[dict[int, Found]] = [{} for _ in ranges]
    for unit in _UNITS if ranges and not text.isascii() else ():
        for known, place in zip(fits, _in_unit(text, ranges, unit, "offset_unit"), strict=True):
            if place is not None:
                known[place.start] = place
    counted = [(fit, one, part) for fit, one in zip(fits, ranges, strict=True) for part in one.bases.parts]
    within = _as_said(text, [Range(one.start, one.end, one.unit, one.says, Bases((part,))) for _, one, part in counted])
    for (known, _, _), place in zip(counted, within, strict=True):
        if place is not None:
            known.setdefault(place.start, place._replace(code="offset_mended"))
    return fits


def _as_said(text: str, ranges: Sequence[Range]) -> list[Found | None]:
    found: list[Found | None] = [None] * len(ranges)
    for unit in _units(ranges):
        numbers = [number for number, one in enumerate(ranges) if one.unit == unit]
        for number, place in zip(numbers, _in_unit(text, [ranges[n] for n in numbers], unit), strict=True):
            found[number] = place
    return found


def _in_unit(text: str, ranges: Sequence[Range], unit: Unit, code: str | None = None) -> list[Found | None]:
    """Each range at the first of its bases where it reads as said, counted in one unit."""
    asked = _asked(text, ranges, unit)
    starts = convert_offsets(text, [start for _, start, _ in asked], unit)
    ends = convert_offsets(text, [end for _, _, end in asked], unit, rounding="up")
    exact = iter(_exact(text, [one for one in asked if not ranges[one[0]].says], unit))
    found: list[Found | None] = [None] * len(ranges)
    for (number, _, _), start, end in zip(asked, starts, ends, strict=True):
        says = ranges[number].says
        is_exact = bool(says) or next(exact)
        if found[number] is not None or start is None or end is None or start >= end:
            continue
        if not says:
            until = ranges[number].bases.until
            if until is not None and end > until:
                continue
            found[number] = Found(start, end, code if is_exact else "offset_mended")
        elif text[start:end] == says:
            found[number] = Found(start, end, code)
    return found


def _exact(text: str, asked: Sequence[tuple[int, int, int]], unit: Unit) -> list[bool]:
    """Whether neither end of a range falls within a character, for each of them; all at once, or work would explode."""
    if unit == "codepoint" or not asked:
        return [True] * len(asked)
    starts = convert_offsets(text, [start for _, start, _ in asked], unit, rounding="none")
    ends = convert_offsets(text, [end for _, _, end in asked], unit, rounding="none")
    return [start is not None and end is not None for start, end in zip(starts, ends, strict=True)]


def _asked(text: str, ranges: Sequence[Range], unit: Unit) -> list[tuple[int, int, int]]:
    """Each range at each of its bases: its number, and where it starts and ends in the text, in the unit."""
    if all(one.bases.said == START.said for one in ranges):  # nearly always
        return [(number, one.start, one.end) for number, one in enumerate(ranges)]
    order = sorted({base for one in ranges for base in one.bases.said})
    at = {base: start or 0 for base, start in zip(order, export_offsets(text, order, unit), strict=True)}
    return [
        (number, at[base] + one.start, at[base] + one.end)
        for number, one in enumerate(ranges)
        for base in one.bases.said[: None if one.says else 1]
    ]


def _close(text: str, ranges: Sequence[Range]) -> list[list[tuple[int, int]]]:
    """Between which code points each range may begin to be close to where it begins as said, for each of its bases."""
    close: list[list[tuple[int, int]]] = [[] for _ in ranges]
    for unit in _units(ranges):
        mine = [(number, one) for number, one in enumerate(ranges) if one.unit == unit]
        (size,) = export_offsets(text, [len(text)], unit)
        asked = [
            (mine[place][0], start)
            for place, start, _ in _asked(text, [one for _, one in mine], unit)
            if -NEAR <= start <= (size or 0) + NEAR
        ]
        firsts = convert_offsets(text, [max(0, start - NEAR) for _, start in asked], unit, rounding="up")
        lasts = convert_offsets(text, [min(start + NEAR, size or 0) for _, start in asked], unit)
        for (number, _), first, last in zip(asked, firsts, lasts, strict=True):
            if first is not None and last is not None:
                close[number].append((first, last))
    return close


def _units(ranges: Sequence[Range]) -> list[Unit]:
    return [unit for unit in _UNITS if any(one.unit == unit for one in ranges)]


class Finder:
    """Looks for words, each at most once, and does not look through the text for ever."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = _SEARCHED * len(text) + _SEARCHED_AT_LEAST
        self._unique: dict[str, int | None] = {}
        self._held: dict[str, bool] = {}

    def find(self, says: str, close: Sequence[tuple[int, int]], fits: dict[int, Found]) -> Found | None:
        """The one place that `fits` counted otherwise, unless the words begin elsewhere `close` to where it is said.

        Else the one match close to that, else the one match anywhere.
        """
        near = self._near(says, close)
        if len(fits) == 1 and near <= fits.keys():
            return next(iter(fits.values()))
        at = near.pop() if len(near) == 1 else self.anywhere(says)
        return None if at is None else Found(at, at + len(says), "offset_mended")

    def holds(self, says: str) -> bool:
        """Whether the words stand in the text at all."""
        if says not in self._held:
            self._left -= len(self._text)
            self._held[says] = self._left < 0 or says in self._text
        return self._held[says]

    def _near(self, says: str, close: Sequence[tuple[int, int]]) -> set[int]:
        """The matches that begin within these stretches, as far as they tell whether there is one."""
        matches: set[int] = set()
        for first, last in close:
            at = self._text.find(says, first, last + len(says))
            if at >= 0:
                again = self._text.find(says, at + 1, last + len(says))
                matches.update({at} if again < 0 else {at, again})
        return matches

    def anywhere(self, says: str) -> int | None:
        """The one match in the whole text."""
        if says not in self._unique:
            if self._left < 0:
                return None
            self._left -= 2 * len(self._text)
            at = self._text.find(says)
            self._unique[says] = at if at >= 0 and self._text.find(says, at + 1) < 0 else None
        return self._unique[says]
