"""Offsets between code points, UTF-8 bytes and UTF-16 units.

Inside citebridge every offset counts Unicode code points. Gemini counts UTF-8 bytes, JavaScript and C#
readers count UTF-16 units. Two functions are for one offset and raise on a caller's mistake; the bulk ones
are for provider data and answer `None` where an offset is out of range, never a clamp.

A lone surrogate is survived in every unit: 3 bytes in UTF-8, 1 unit in UTF-16.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple

from citebridge.errors import UsageError

from .offset_index import ASTRAL, ROUNDINGS, UNITS, OffsetIndex, Rounding, Unit, check

__all__ = [
    "OffsetIndex",
    "Place",
    "Rounding",
    "Unit",
    "convert_offsets",
    "convert_spans",
    "export_offsets",
    "from_code_points",
    "to_code_points",
]

_BLOCK = 128  # code points between two known byte offsets


class Place(NamedTuple):
    """A converted span in code points; `rounded` when an end was inside a character and moved outwards."""

    start: int
    end: int
    rounded: bool


def to_code_points(text: str, offset: int, unit: Unit, *, rounding: Rounding = "down") -> int:
    """The code point offset in `text` for `offset` counted in `unit`.

    An offset inside a character is rounded: `rounding="down"` to its start (right for the start of a span),
    `"up"` behind it (right for an end). Reads the text once: for many offsets use `convert_offsets`.

    Raises `UsageError` when `unit` or `rounding` is unknown, when `offset` is negative or behind the end of the
    text, and, with `rounding="none"`, when it is inside a character.

    >>> to_code_points("🚀 up", 5, "utf8"), to_code_points("🚀 up", 3, "utf16")
    (2, 2)
    >>> to_code_points("é", 1, "utf8"), to_code_points("é", 1, "utf8", rounding="up")
    (0, 1)
    """
    check("rounding", rounding, ROUNDINGS)
    index = OffsetIndex(unit, text)
    found = index.find(offset, rounding)
    if found is None:
        if 0 <= offset <= index.size:
            raise UsageError(f"{unit} offset {offset} is inside a character; use rounding='down' or 'up'")
        raise _out_of_range(offset, unit, index.size)
    return found


def from_code_points(text: str, offset: int, unit: Unit) -> int:
    """The offset counted in `unit` for the code point `offset` in `text`; the inverse of `to_code_points`.

    Raises `UsageError` when `unit` is unknown or `offset` is negative or behind the end of the text.

    >>> from_code_points("🚀 up", 2, "utf8"), from_code_points("🚀 up", 2, "utf16")
    (5, 3)
    """
    check("unit", unit, UNITS)
    if not 0 <= offset <= len(text):
        raise _out_of_range(offset, "code point", len(text))
    if unit == "codepoint" or text.isascii():
        return offset
    if unit == "utf8":
        return len(text[:offset].encode("utf-8", "surrogatepass"))
    return len(text[:offset].encode("utf-16-le", "surrogatepass")) // 2


def convert_offsets(
    text: str,
    offsets: Sequence[int],
    unit: Unit,
    *,
    rounding: Rounding = "down",
) -> list[int | None]:
    """Code point offsets for many `offsets` in `unit`, in the order given; `None` for each that is out of
    range.

    Never raises on the offsets, which come from providers. The text is read once. With `rounding="none"` an
    offset inside a character gives `None` too, which is how to tell it from one that needed no rounding.

    Raises `UsageError` when `unit` or `rounding` is unknown.

    >>> convert_offsets("né!", [0, 2, 3, 4, 5, -1], "utf8")
    [0, 1, 2, 3, None, None]
    >>> convert_offsets("né!", [0, 2, 3], "utf8", rounding="none")
    [0, None, 2]
    """
    check("rounding", rounding, ROUNDINGS)
    return OffsetIndex(unit, text).find_all(offsets, rounding)


def convert_spans(text: str, spans: Iterable[tuple[int, int]], unit: Unit) -> list[Place | None]:
    """Code point spans for many `(start, end)` in `unit`, rounded outwards; `None` when out of range or
    reversed.

    Raises `UsageError` when `unit` is unknown.

    >>> convert_spans("né!", [(0, 3), (0, 2), (2, 9), (3, 1)], "utf8")
    [Place(start=0, end=2, rounded=False), Place(start=0, end=2, rounded=True), None, None]
    """
    index = OffsetIndex(unit, text)
    return [_place(index, start, end) for start, end in spans]


def export_offsets(text: str, offsets: Sequence[int], unit: Unit) -> list[int | None]:
    """Offsets in `unit` for many code point `offsets`, in the order given; `None` for each that is out of
    range.

    The inverse of `convert_offsets`; the text is read once. Raises `UsageError` when `unit` is unknown.

    >>> export_offsets("né!", [0, 1, 2, 3, 4], "utf8")
    [0, 1, 3, 4, None]
    """
    check("unit", unit, UNITS)
    size = len(text)
    if unit == "codepoint" or text.isascii():
        return [offset if 0 <= offset <= size else None for offset in offsets]
    if unit == "utf16":
        wide = [found.start() for found in ASTRAL.finditer(text)]
        return [offset + bisect_left(wide, offset) if 0 <= offset <= size else None for offset in offsets]
    sizes = [len(text[at : at + _BLOCK].encode("utf-8", "surrogatepass")) for at in range(0, size, _BLOCK)]
    known = list(accumulate(sizes, initial=0))
    return [
        known[offset // _BLOCK] + len(text[offset - offset % _BLOCK : offset].encode("utf-8", "surrogatepass"))
        if 0 <= offset <= size
        else None
        for offset in offsets
    ]


def _place(index: OffsetIndex, start: int, end: int) -> Place | None:
    if start > end:
        return None
    first, last = index.find(start), index.find(end, "up")
    if first is None or last is None:
        return None
    if start == end and first != last:  # a point inside a character stays a point
        return Place(first, first, True)
    return Place(first, last, index.find(start, "none") is None or index.find(end, "none") is None)


def _out_of_range(offset: int, unit: str, size: int) -> UsageError:
    return UsageError(
        f"{unit} offset {offset} is out of range: the text has 0..{size}; "
        "check the unit, or use convert_offsets, which gives None"
    )
