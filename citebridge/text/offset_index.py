"""Random access from UTF-8 or UTF-16 offsets to code points, for a text that may still be growing.

The naive ``len(data[:offset].decode())`` reads the text again for every offset: a grounded answer of a
thousand supports then takes seconds (unslothai/unsloth#8538). Here every stretch of text is read once, when
it is added. The code point at an offset is the offset less the units before it that only continue a character. These
are looked up: for UTF-8 in words of a bit for each byte, for UTF-16 among the places of the characters of two units.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from struct import unpack
from typing import Final, Literal

from citebridge.errors import UsageError

Unit = Literal["utf8", "utf16", "codepoint"]
Rounding = Literal["down", "up", "none"]

UNITS: Final = ("utf8", "utf16", "codepoint")
ROUNDINGS: Final = ("down", "up", "none")
ASTRAL: Final = re.compile("[\U00010000-\U0010ffff]")

_STRETCH: Final = 1 << 15  # code points: what is made of so many stays in the processor's cache
_SHIFT: Final = 6
_WORD: Final = 1 << _SHIFT  # bytes that one word tells of
_IN_WORD: Final = _WORD - 1
# Bytes 80..BF continue a character (Unicode 3.9, table 3-6); every other byte starts one.
_CONTINUES: Final = bytes(ord("1" if 0x80 <= byte < 0xC0 else "0") for byte in range(256))


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

    __slots__ = ("_astral", "_before", "_digits", "_points", "_size", "_words", "unit")

    def __init__(self, unit: Unit, text: str = "") -> None:
        check("unit", unit, UNITS)
        self.unit: Final[Unit] = unit
        self._points = 0  # code points added so far
        self._size = 0  # the same in `unit`
        self._words: list[int] = []  # utf8: a bit for each byte, the first one highest: 1 continues a character
        self._before = [0]  # utf8: how many bits are 1 before each word, and before the digits
        self._digits = bytearray()  # utf8: the bits behind the words, 0 and 1 as they are written
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
        if self._size == self._points:
            if piece.isascii():  # this needs no table; one is made when the first wide character comes
                self._size += len(piece)
                return
            self._digits += b"0" * self._size
        for at in range(0, len(piece), _STRETCH):
            data = piece[at : at + _STRETCH].encode("utf-8", "surrogatepass")
            self._size += len(data)
            self._digits += data.translate(_CONTINUES)
            if len(self._digits) >= _WORD:
                self._pack()

    def _pack(self) -> None:
        """Make words of the digits, as far as they fill some."""
        full = len(self._digits) >> _SHIFT
        packed = int(self._digits[: full << _SHIFT], 2).to_bytes(full * _WORD // 8, "big")
        words: tuple[int, ...] = unpack(f">{full}Q", packed)
        self._words += words
        self._before[-1:] = accumulate(map(int.bit_count, words), initial=self._before[-1])
        del self._digits[: full << _SHIFT]

    def _last(self) -> int:
        """The word that is not full."""
        return int(self._digits.ljust(_WORD, b"0"), 2)

    def _add_utf16(self, piece: str) -> None:
        astral, points = self._astral, self._points
        astral += [points + wide.start() + before for before, wide in enumerate(ASTRAL.finditer(piece), len(astral))]
        self._size = points + len(piece) + len(astral)

    def _find_utf8(self, offset: int, rounding: Rounding) -> int | None:
        at = offset >> _SHIFT
        word = self._words[at] if at < len(self._words) else self._last()
        # Rounded up, the byte at the offset itself does not count.
        bits = word >> (_WORD - (rounding != "up") - (offset & _IN_WORD))
        if rounding == "none" and bits & 1:
            return None
        return offset - self._before[at] - bits.bit_count()

    def _find_utf16(self, offset: int, rounding: Rounding) -> int | None:
        before = bisect_left(self._astral, offset)
        if before and self._astral[before - 1] == offset - 1:
            return None if rounding == "none" else offset - before + (rounding == "up")
        return offset - before

    def _all_utf8(self, offsets: Iterable[int], rounding: Rounding) -> list[int | None]:
        size, words, before, bits = self._size, [*self._words, self._last()], self._before, _WORD - (rounding != "up")
        if rounding == "none":
            return [
                None
                if not 0 <= offset <= size or (read := words[offset >> _SHIFT] >> (bits - (offset & _IN_WORD))) & 1
                else offset - before[offset >> _SHIFT] - read.bit_count()
                for offset in offsets
            ]
        return [
            offset - before[offset >> _SHIFT] - (words[offset >> _SHIFT] >> (bits - (offset & _IN_WORD))).bit_count()
            if 0 <= offset <= size
            else None
            for offset in offsets
        ]

    def _all_utf16(self, offsets: Iterable[int], rounding: Rounding) -> list[int | None]:
        size, astral, up = self._size, self._astral, rounding == "up"
        if rounding == "none":  # with none before, `astral[-1]` is looked at, which is farther on
            return [
                None
                if not 0 <= offset <= size or astral[(before := bisect_left(astral, offset)) - 1] == offset - 1
                else offset - before
                for offset in offsets
            ]
        return [offset - bisect_left(astral, offset - up) if 0 <= offset <= size else None for offset in offsets]


def check(name: str, value: str, known: tuple[str, ...]) -> None:
    """Raises `UsageError` when the argument `name` is none of the `known` words."""
    if value not in known:
        raise UsageError(f"{name} {value!r} is unknown; use one of {', '.join(map(repr, known))}")
