"""Random access from UTF-8 or UTF-16 offsets to code points, for a text that may still be growing.

The naive ``len(data[:offset].decode())`` reads the text again for every offset: a grounded answer of a
thousand supports then takes seconds (unslothai/unsloth#8538). Here every stretch of text is read once, when
it is added; an offset costs one look-up and a count of at most `_BLOCK` bytes.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from typing import Final, Literal

from citebridge.errors import UsageError

Unit = Literal["utf8", "utf16", "codepoint"]
Rounding = Literal["down", "up", "none"]

UNITS: Final = ("utf8", "utf16", "codepoint")
ROUNDINGS: Final = ("down", "up", "none")
ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")

_SHIFT: Final = 7
_BLOCK: Final = 1 << _SHIFT
_BLOCK_START: Final = -_BLOCK
# Bytes 80..BF continue a character (Unicode 3.9, table 3-6); every other byte starts one.
_STARTS: Final = bytes(0 if 0x80 <= byte < 0xC0 else 1 for byte in range(256))


class OffsetIndex:
    """Offsets in `unit` into the text added so far, looked up as code points.

    A lone surrogate counts as 3 bytes or 1 UTF-16 unit. A pair given as two halves is two lone surrogates:
    join halves before adding them (`plain` does, at the door).

    Raises `UsageError` when `unit` is unknown.

    >>> index = OffsetIndex("utf8")
    >>> index.add("né")
    >>> index.find(3)
    2
    >>> index.add("e")
    >>> index.find(4), index.find(5), index.find(2), index.find(2, "up"), index.find(2, "none")
    (3, None, 1, 2, None)
    """

    __slots__ = ("_astral", "_counts", "_points", "_size", "_starts", "unit")

    def __init__(self, unit: Unit, text: str = "") -> None:
        check("unit", unit, UNITS)
        self.unit: Final[Unit] = unit
        self._points = 0  # code points added so far
        self._size = 0  # the same in `unit`
        self._starts = bytearray()  # utf8: 1 for each byte that starts a character
        self._counts = [0]  # utf8: code points before each block of `_starts`
        self._astral: list[int] = []  # utf16: offsets of the characters of two units
        if text:
            self.add(text)

    @property
    def size(self) -> int:
        """Length of the text so far, in `unit`."""
        return self._size

    def add(self, piece: str) -> None:
        """Append `piece` to the text; takes time in step with its length."""
        if self.unit == "utf16":
            self._add_utf16(piece)
        elif self.unit == "utf8":
            self._add_utf8(piece)
        else:
            self._size += len(piece)
        self._points += len(piece)

    def find(self, offset: int, rounding: Rounding = "down") -> int | None:
        """The code point at `offset`; `None` when out of range.

        `rounding` is for an offset inside a character: to its start (`down`), behind it (`up`), or to `None`
        (`none`).
        """
        if not 0 <= offset <= self._size:
            return None
        if self._size == self._points:  # nothing wider than one unit so far
            return offset
        find = self._find_utf8 if self.unit == "utf8" else self._find_utf16
        return find(offset, rounding)

    def find_all(self, offsets: Iterable[int], rounding: Rounding = "down") -> list[int | None]:
        """`find` for many offsets, in the order given."""
        size = self._size
        if size == self._points:
            return [offset if 0 <= offset <= size else None for offset in offsets]
        # Loops of their own, since a call for each offset would cost more than the look-up.
        all_of = self._all_utf8 if self.unit == "utf8" else self._all_utf16
        return all_of(offsets, rounding)

    def _add_utf8(self, piece: str) -> None:
        # All-ASCII text needs no table; one is made when the first wide character comes.
        if piece.isascii() and self._size == self._points:
            self._size += len(piece)
            return
        if len(self._starts) < self._size:
            self._starts.extend(b"\x01" * (self._size - len(self._starts)))
        self._starts += piece.encode("utf-8", "surrogatepass").translate(_STARTS)
        self._size = len(self._starts)
        counts, starts = self._counts, self._starts
        for at in range((len(counts) - 1) << _SHIFT, self._size - _BLOCK + 1, _BLOCK):
            counts.append(counts[-1] + starts.count(1, at, at + _BLOCK))

    def _add_utf16(self, piece: str) -> None:
        astral = self._astral
        for wide in ASTRAL.finditer(piece):
            astral.append(self._points + wide.start() + len(astral))
        self._size = self._points + len(piece) + len(astral)

    def _find_utf8(self, offset: int, rounding: Rounding) -> int | None:
        block = offset >> _SHIFT
        found = self._counts[block] + self._starts.count(1, block << _SHIFT, offset)
        if offset == self._size or self._starts[offset]:
            return found
        return None if rounding == "none" else found - (rounding == "down")

    def _find_utf16(self, offset: int, rounding: Rounding) -> int | None:
        before = bisect_left(self._astral, offset)
        if before and self._astral[before - 1] == offset - 1:
            return None if rounding == "none" else offset - before + (rounding == "up")
        return offset - before

    def _all_utf8(self, offsets: Iterable[int], rounding: Rounding) -> list[int | None]:
        size, counts, starts, count = self._size, self._counts, self._starts, self._starts.count
        found: list[int | None] = []
        for offset in offsets:
            if not 0 <= offset <= size:
                found.append(None)
            elif offset == size or starts[offset]:
                found.append(counts[offset >> _SHIFT] + count(1, offset & _BLOCK_START, offset))
            else:
                found.append(self._find_utf8(offset, rounding))
        return found

    def _all_utf16(self, offsets: Iterable[int], rounding: Rounding) -> list[int | None]:
        size, astral = self._size, self._astral
        found: list[int | None] = []
        for offset in offsets:
            before = bisect_left(astral, offset)
            if not 0 <= offset <= size:
                found.append(None)
            elif before and astral[before - 1] == offset - 1:
                found.append(self._find_utf16(offset, rounding))
            else:
                found.append(offset - before)
        return found


def check(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raises `UsageError` when the argument `name` is none of the `known` words."""
    if value not in known:
        raise UsageError(f"{name} {value!r} is unknown; use one of {', '.join(map(repr, known))}")
