"""Server-sent events from bytes in any pieces (html.spec.whatwg.org, 9.2.6).

Only CR, LF and CRLF end a line (U+0085 and U+2028 do not); several data lines are one value; comments, a byte order
mark and a missing last blank line are normal.
"""

import codecs
import re
from typing import NamedTuple

_BOM = "\ufeff"
_ESCAPED = re.compile("[\udc80-\udcff]")  # bytes that are no UTF-8, as the decoder keeps them


class ServerEvent(NamedTuple):
    """The name and the data of one event."""

    name: str
    data: str


class EventStream:
    """Takes bytes and gives events.

    >>> stream = EventStream()
    >>> list(stream.feed(b"data: {}\\r")), list(stream.feed(b"\\n\\r\\n"))
    ([], [ServerEvent(name='', data='{}')])
    """

    def __init__(self) -> None:
        self.undecodable = False  # whether bytes were met that are no UTF-8
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._cut = False  # whether the decoder holds the beginning of a character
        self._line: list[str] = []  # the line that has not ended
        self._skip_lf = False  # a CR ended the last line: an LF right after it belongs to it
        self._name = ""
        self._data: list[str] = []
        self._begun = False

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """Events that are complete with this chunk."""
        if not self._cut and chunk.isascii():  # the decoder need not see what can't end within a character
            return self._text(chunk.decode("ascii"))
        text = self._decoder.decode(chunk)
        self._cut = bool(self._decoder.getstate()[0])
        return self._text(text)

    def close(self) -> list[ServerEvent]:
        """The last event, when no blank line ended it."""
        found = self._text(self._decoder.decode(b"", final=True))
        if self._line:
            self._field("".join(self._line))
        self._end(found)
        return found

    def _text(self, text: str) -> list[ServerEvent]:
        found: list[ServerEvent] = []
        if not text:
            return found
        if not text.isascii() and _ESCAPED.search(text) is not None:
            self.undecodable = True
            text = _ESCAPED.sub("\ufffd", text)
        lines = self._lines(text)
        rest = lines.pop()
        for line in lines:
            if self._line:
                self._line.append(line)
                line = "".join(self._line)
                self._line.clear()
            if line:
                self._field(line)
            else:
                self._end(found)
        if rest:
            self._line.append(rest)
        return found

    def _lines(self, text: str) -> list[str]:
        """The text at its line ends; the last one has not ended."""
        if not self._begun:
            self._begun = True
            text = text.removeprefix(_BOM)
        if self._skip_lf and text.startswith("\n"):
            text = text[1:]
            self._skip_lf = False
        self._skip_lf = text.endswith("\r") or (self._skip_lf and not text)
        if "\r" in text:
            text = text.replace("\r\n", "\n").replace("\r", "\n")
        return text.split("\n")

    def _end(self, found: list[ServerEvent]) -> None:
        if self._data:
            data = self._data[0] if len(self._data) == 1 else "\n".join(self._data)
            found.append(ServerEvent(self._name, data))
            self._data = []
        self._name = ""

    def _field(self, line: str) -> None:
        if line.startswith("data: "):  # nearly always
            self._data.append(line[6:])
            return
        if line.startswith("event: "):
            self._name = line[7:]
            return
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "data":
            self._data.append(value)
        elif name == "event":
            self._name = value
