"""A text that grows at its end and can be sliced without being joined each time."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable


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
        self._ends: list[int] = []  # where each piece ends, of those that were there at the last look
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
        inner = self._pieces[first + 1 : last]  # the outer ones are cut before they are joined: they may be long
        return "".join([self._pieces[first][start - offset :], *inner, self._pieces[last][: end - ends[last - 1]]])

    def _indexed(self) -> list[int]:
        """The ends of all pieces. Those that came since the last look become one: few are to be looked through then."""
        pieces, ends = self._pieces, self._ends
        if len(ends) < len(pieces):
            piece = "".join(pieces[len(ends) :])
            pieces[len(ends) :] = (piece,)  # in place, since `add` knows the list
            ends.append(len(piece) + (ends[-1] if ends else 0))
        return ends
