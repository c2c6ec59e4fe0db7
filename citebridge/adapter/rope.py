"""A text that grows at its end and can be sliced without being joined each time."""

from bisect import bisect_right


class Rope:
    """Pieces of text in order.

    >>> rope = Rope()
    >>> rope.add("Hens "), rope.add("cluck.")
    (None, None)
    >>> rope.slice(3, 8), len(rope)
    ('s clu', 11)
    """

    __slots__ = ("_length", "_pieces", "_starts")

    def __init__(self) -> None:
        self._pieces: list[str] = []
        self._starts: list[int] = []
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def __str__(self) -> str:
        return "".join(self._pieces)

    def add(self, piece: str) -> None:
        """Append a piece."""
        if piece:
            self._pieces.append(piece)
            self._starts.append(self._length)
            self._length += len(piece)

    def slice(self, start: int, end: int) -> str:
        """`text[start:end]` for offsets within the text, in time that grows with the slice alone."""
        if end <= start:
            return ""
        first, last = bisect_right(self._starts, start) - 1, bisect_right(self._starts, end - 1) - 1
        offset = self._starts[first]
        if first == last:
            return self._pieces[first][start - offset : end - offset]
        return "".join(self._pieces[first : last + 1])[start - offset : end - offset]
