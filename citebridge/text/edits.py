"""Which stretch of a changed text came from which stretch of the original."""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate


class Edits:
    """Replaced stretches `[starts, ends)`, in order, each now `widths` characters; what lies between is the same.

    Four flat arrays instead of objects: a long page has tens of thousands of them.
    """

    __slots__ = ("_new_end", "_new_start", "_old_end", "_old_start")

    def __init__(self, starts: Sequence[int], ends: Sequence[int], widths: Sequence[int]) -> None:
        stretches = list(zip(starts, ends, widths, strict=True))
        shifts = accumulate((width - (end - start) for start, end, width in stretches), initial=0)
        self._new_start = array("q", [start + shift for start, shift in zip(starts, shifts, strict=False)])
        self._new_end = array("q", [start + width for start, width in zip(self._new_start, widths, strict=True)])
        self._old_start = array("q", starts)
        self._old_end = array("q", ends)

    def __len__(self) -> int:
        return len(self._new_start)

    def old_span(self, start: int, end: int) -> tuple[int, int]:
        """The original span of the changed `[start, end)`: whole replaced stretches, tight at both ends."""
        first = self._old(start, inside_end=False)
        if start == end:
            return first, first
        return first, self._old(end - 1, inside_end=True)

    def new_offset(self, old: int) -> int:
        """Where the original `old` is in the changed text; in a replaced stretch, where that begins."""
        number = bisect_right(self._old_start, old) - 1
        if number < 0:
            return old
        if old < self._old_end[number]:
            return self._new_start[number]
        return self._new_end[number] + old - self._old_end[number]

    def _old(self, new: int, *, inside_end: bool) -> int:
        """Where the character at `new` begins in the original, or, with `inside_end`, where it ends."""
        number = bisect_right(self._new_start, new) - 1
        if number < 0:
            return new + inside_end
        if new < self._new_end[number]:
            return self._old_end[number] if inside_end else self._old_start[number]
        return self._old_end[number] + new - self._new_end[number] + inside_end
