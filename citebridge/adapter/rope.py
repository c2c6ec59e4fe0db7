"""A text that grows at its end and can be sliced without being joined each time."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import accumulate, islice


class Rope:
    """Pieces of text in order.

    `add` appends one. It is called with every delta, so nothing is worked out before it is asked for.

    >>> rope = Rope()
    >>> rope.add("Hens "), rope.add("cluck.")
    (None, None)
    >>> rope.slice(3, 8), len(rope)
    ('s clu', 11)
    """

    __slots__ = ("_ends", "_pieces", "add")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._ends: list[int] = []  # where each piece ends, of those that have been looked at
        self.add: Callable[[str], None] = self._pieces.append

    def __len__(self) -> int:
        return self._indexed()[-1] if self._pieces else 0

    def __str__(self) -> str:
        return "".join(self._pieces)

    def slice(self, start: int, end: int) -> str:
        """`text[start:end]` for offsets within the text, in time that grows with the slice alone."""
        if end <= start:
            return ""
        ends = self._indexed()
        first, last = bisect_right(ends, start), bisect_left(ends, end)
        offset = ends[first - 1] if first else 0
        if first == last:
            return self._pieces[first][start - offset : end - offset]
        return "".join(self._pieces[first : last + 1])[start - offset : end - offset]

    def _indexed(self) -> list[int]:
        """The ends of all pieces."""
        ends, known = self._ends, len(self._ends)
        if known < len(self._pieces):
            begun = ends[-1] if ends else 0
            ends.extend(islice(accumulate(map(len, self._pieces[known:]), initial=begun), 1, None))
        return ends
