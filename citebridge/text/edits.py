"""Which stretch of a changed text came from which stretch of the original."""

from array import array
from bisect import bisect_right


class Edits:
    """Replaced stretches, in order; what lies between them is the same in both texts.

    Four flat arrays instead of objects: a long page has tens of thousands of them.
    """

    __slots__ = ("_new_end", "_new_start", "_old_end", "_old_start")

    def __init__(self) -> None:
        self._new_start = array("q")
        self._new_end = array("q")
        self._old_start = array("q")
        self._old_end = array("q")

    def __len__(self) -> int:
        return len(self._new_start)

    def add(self, old_start: int, old_end: int, width: int) -> None:
        """`[old_start, old_end)` became `width` characters; must lie behind all stretches added before."""
        shift = self._new_end[-1] - self._old_end[-1] if self._new_end else 0
        self._old_start.append(old_start)
        self._old_end.append(old_end)
        self._new_start.append(old_start + shift)
        self._new_end.append(old_start + shift + width)

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
