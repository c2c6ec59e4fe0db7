"""Lines without their ends, as `iter_lines()` of HTTP clients gives them, told from pieces of a stream."""

import json

_FIELDS = (b"data:", b"event:", b"id:", b"retry:", b":")
_OBJECT = (b"data: {", b"data:{")  # not indented, so not within another one


class LineEnds:
    """Gives lines their ends back, and lets pieces of a stream pass as they are.

    A first piece that may be a line without an end, before one that begins a line, can't be a piece of a stream.

    >>> ends = LineEnds()
    >>> ends.feed(b"event: ping"), ends.feed(b"data: {}"), ends.feed(b"")
    (b'', b'event: ping\\ndata: {}\\n', b'\\n')
    """

    def __init__(self) -> None:
        self._missing: bool | None = None  # not known yet
        self._held = b""
        self._ended = False  # whether the last line is the data of an event, whole
        self._open = False  # whether it is data that goes on
        self._spaced = False  # whether blank lines come between the events; some clients leave them out as well

    def feed(self, piece: bytes) -> bytes:
        """The bytes of a piece, and those that were held until it was known what the pieces are."""
        if self._missing is not None:
            return self._line(piece) if self._missing else piece
        one = b"\n" not in piece and b"\r" not in piece
        if not self._held and one and _may_be_line(piece):
            self._held = piece
            return b""
        if self._held and not piece:
            self._held = self._held.rstrip(b"\n") + b"\n"  # an event ends here, if these are lines
            return b""
        self._missing = one and _follows(self._held, piece)
        held = self.close()
        if self._missing:
            return b"".join(map(self._line, (*held.split(b"\n"), piece)))
        return held.rstrip(b"\n") + piece

    def _line(self, line: bytes) -> bytes:
        """A line with its end, and with the blank one before it that is missing: two JSON values are never one."""
        if self._spaced:
            return line + b"\n"
        self._spaced = (self._ended or self._open) and not line
        is_data = line.startswith(b"data:")
        ends = is_data and _is_line(line) and (not self._open or line.startswith(_OBJECT))
        before = b"\n" if line and (self._ended or (self._open and ends)) else b""
        self._ended, self._open = ends, is_data and not ends
        return before + line + b"\n"

    def close(self) -> bytes:
        """What was held, when nothing more comes."""
        held, self._held = self._held, b""
        return held


def _may_be_line(piece: bytes) -> bool:
    """Whether a line may end with a piece: within a text of JSON none does."""
    plain = piece.replace(b"\\\\", b"").replace(b'\\"', b"")
    return piece.startswith(_FIELDS) and not (piece.startswith(b"data:") and plain.count(b'"') % 2)


def _follows(held: bytes, piece: bytes) -> bool:
    """Whether a piece begins another line than the one that is held.

    Behind an object nothing else can come, though it be in no field, as an error; data may go on over more lines.
    """
    if not _is_line(held):
        return bool(held) and piece.startswith(b"data:")
    return piece.startswith(_FIELDS) or (held.startswith(_OBJECT) and bool(piece.strip()))


def _is_line(piece: bytes) -> bool:
    """Whether a piece is a whole field: data that is JSON, or any other."""
    if not piece.startswith(b"data:"):
        return piece.startswith(_FIELDS)
    try:
        json.loads(piece[5:])
    except (ValueError, RecursionError):
        return piece[5:].strip() == b"[DONE]"
    return True
