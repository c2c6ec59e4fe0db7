"""Values from a JSON text in pieces: a body, an array, or one value after another, each on a line or not."""

import re
from collections.abc import Iterable, Iterator

from pydantic import JsonValue

from citebridge.errors import NotReadable
from citebridge.models import Notice
from citebridge.models.plain import Door, Tell

_DONE = "[DONE]"  # what some services end a stream with
_BETWEEN = ", \r\n\t"  # values
_TEXT = rb'(?:[^"\\]++|\\.)*+'
_SIGN = re.compile(  # the next one that is in no text, or the end, maybe within a text
    rb'(?:[^"\[\]{}]++|"%b")*+(?:(?P<sign>[\[\]{}])|(?P<quote>"?)%b(?P<escape>\\?)\Z)' % (_TEXT, _TEXT), re.S
)


class JsonText:
    """A JSON text: one body, read when all is there; or events, each read when its line or its value has ended."""

    whole = True

    def __init__(self, door: Door, tell: Tell) -> None:
        self._chunks: list[bytes] = []
        self._one_a_line: bool | None = None  # not known before something follows on a first line
        self._row: _Row | None = None  # of values, in an array or without line ends
        self._found, self._why = False, ""  # whether any of it was JSON, and why some was not
        self._door, self._tell = door, tell

    def feed(self, chunk: bytes) -> Iterator[JsonValue]:
        """The events that are complete with this chunk."""
        if self._row is not None:
            yield from self._members(self._row.feed(chunk))
            return
        self._chunks.append(chunk)
        if self._one_a_line is not True and (found := self._row_begun()) is not None:
            yield from self._in_a_row(found)
            return
        if self._one_a_line is False or (b"\n" not in chunk and not self._ended()):
            return
        *lines, rest = b"".join(self._chunks).split(b"\n")
        if self._one_a_line is None:
            if not rest.strip() and len(lines) < 2:
                return
            self._one_a_line = self._begins(lines[0])
            if not self._one_a_line:
                return
            self.whole = False
        self._chunks = [rest]
        yield from self._values(lines)

    def close(self) -> Iterator[JsonValue]:
        """What is left. Raises `NotReadable` when nothing of it is JSON."""
        data = b"".join(self._chunks)
        if self._one_a_line:
            yield from self._values([data])
            return
        if self._row is None:
            try:
                value = self._door.loads(self._decoded(data).removeprefix("\ufeff"))
            except ValueError as error:
                self._why = str(error)
                yield from self._in_a_row(data)
            else:
                yield value
                return
        assert self._row is not None
        if rest := self._row.close().strip(_BETWEEN.encode()):
            yield from self._members([rest])
        if not self._found:
            raise NotReadable(f"the bytes begin like JSON and are none ({self._why or 'they end'}); were they cut off?")

    def _row_begun(self) -> bytes | None:
        """What has come, less the sign that begins an array, when it is one or when a second value begins."""
        first, last = self._chunks[0], self._chunks[-1]
        if len(self._chunks) == 1:
            return first[1:] if first.startswith(b"[") else None
        is_second = len(self._chunks) == 2 and last.startswith(b"{") and b"\n" not in first and self._begins(first)
        return first + last if is_second else None

    def _in_a_row(self, found: bytes) -> Iterator[JsonValue]:
        self.whole, self._row, self._chunks = False, _Row(), []
        return self._members(self._row.feed(found))

    def _ended(self) -> bool:
        """Whether the first line has ended, so that what comes now is the second."""
        return len(self._chunks) > 1 and self._chunks[-2].endswith(b"\n")

    def _begins(self, line: bytes) -> bool:
        """Whether a first line is an event by itself; a body that is written over several lines is not."""
        try:
            return isinstance(Door(lambda repair: None).loads(line.decode("utf-8", "replace")), dict)
        except ValueError:
            return False

    def _values(self, lines: Iterable[bytes]) -> Iterator[JsonValue]:
        for line in lines:
            text = self._decoded(line).strip()
            if text in ("", _DONE):
                continue
            try:
                yield self._door.loads(text)
            except ValueError:
                self._lost(text)

    def _members(self, parts: Iterable[bytes]) -> Iterator[JsonValue]:
        """The value in each part of a row, with the numbers and words that may stand before it."""
        for part in parts:
            text = self._decoded(part).strip(_BETWEEN)
            if text == _DONE:
                continue
            try:
                values = self._door.loads(f"[{text}]")
            except ValueError as error:
                self._why = self._why or str(error)
                self._lost(text)
                continue
            self._found = self._found or bool(values) or not self._why
            yield from values if isinstance(values, list) else ()

    def _lost(self, part: str) -> None:
        self._tell(Notice("unreadable_event", f"a part of the stream is no JSON: {part[:60]!r}", part))

    def _decoded(self, data: bytes) -> str:
        text = data.decode("utf-8", "replace")
        if "\ufffd" in text and "\ufffd".encode() not in data:
            self._tell(Notice("undecodable_bytes", "some bytes were no UTF-8"))
        return text


class _Row:
    """Cuts values in a row behind each, however they come; the sign that ends an array is left out.

    >>> row = _Row()
    >>> list(row.feed(b'{"a": ["]"')), list(row.feed(b"]}, {}, 1]")), row.close()
    ([], [b'{"a": ["]"]}', b', {}', b', 1'], b'')
    """

    def __init__(self) -> None:
        self._open: list[bytes] = []  # what came of the value that has not ended
        self._depth = 0
        self._within = b""  # how a text goes on that has not ended: in a quote, maybe behind a backslash

    def feed(self, piece: bytes) -> Iterator[bytes]:
        """The values that end in a piece, each with what stands before it."""
        start, piece = len(self._within), self._within + piece
        for found in _SIGN.finditer(piece):
            sign = found["sign"]
            if sign is None:
                self._within = found["quote"] + found["escape"]
                break
            if sign in b"[{":
                self._depth += 1
            elif self._depth > 1:
                self._depth -= 1
            else:
                self._open.append(piece[start : found.end() if self._depth else found.start("sign")])
                self._depth, start = 0, found.end()
                yield self.close()
        self._open.append(piece[start:])

    def close(self) -> bytes:
        """What came behind the last value."""
        rest = b"".join(self._open)
        self._open.clear()
        return rest
