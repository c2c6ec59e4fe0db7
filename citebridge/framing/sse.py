"""Server-sent events from bytes in any pieces (html.spec.whatwg.org, 9.2.6).

Only CR, LF and CRLF end a line (U+0085 and U+2028 do not); several data lines are one value; comments, a byte order
mark and a missing last blank line are normal.
"""

import codecs
import re

_BOM = "\ufeff"
_ESCAPED = re.compile("[\udc80-\udcff]")  # bytes that are no UTF-8, as the decoder keeps them
_USUAL = re.compile(r"(?:event: (.*+)\n)?+data: (.*+)\n\n")  # an event, as nearly all come; lines end with LF
_FIELDS = frozenset(("data", "event", "id", "retry", ""))  # the last is a comment
_BARE = re.compile(r'[^:\s{}\[\]"<>]*[\s{}\[\]"<>]')  # no name of a field has these

ServerEvent = tuple[str, str]
"""The name and the data of one event."""


class EventStream:
    """Takes bytes and gives events.

    >>> stream = EventStream()
    >>> list(stream.feed(b"data: {}\\r")), list(stream.feed(b"\\n\\r\\n"))
    ([], [('', '{}')])
    """

    def __init__(self) -> None:
        self.undecodable = False  # whether bytes were met that are no UTF-8
        self._decoder = codecs.getincrementaldecoder("utf-8")("surrogateescape")
        self._cut = False  # whether the decoder holds the beginning of a character
        self._begun = False
        self._skip_lf = False  # a CR ended the last line: an LF right after it belongs to it
        self._open: list[str] = []  # what came of the event that has not ended

    def feed(self, chunk: bytes) -> list[ServerEvent]:
        """Events that are complete with this chunk."""
        return self._events(self._decoded(chunk))

    def close(self) -> list[ServerEvent]:
        """The last event, when no blank line ended it."""
        found = self._events(self._decoded(b"", final=True))
        found += _said("".join(self._open))
        self._open.clear()
        return found

    def _decoded(self, chunk: bytes, *, final: bool = False) -> str:
        if not self._cut:
            try:
                return chunk.decode()
            except UnicodeDecodeError:
                pass  # it ends within a character, or is no UTF-8
        text = self._decoder.decode(chunk, final)
        self._cut = bool(self._decoder.getstate()[0])
        if _ESCAPED.search(text) is not None:
            self.undecodable = True
            text = _ESCAPED.sub("\ufffd", text)
        return text

    def _events(self, text: str) -> list[ServerEvent]:
        if not self._begun or self._skip_lf or "\r" in text:
            text = self._cleaned(text)
        if self._open and text:
            text = self._joined(text)
        found: list[ServerEvent] = []
        at, size = 0, len(text)
        while at < size:
            if usual := _USUAL.match(text, at):  # `_said` would give the same
                name, data = usual.groups("")
                found.append((name, data))
                at = usual.end()
            elif (end := text.find("\n\n", at)) >= 0:
                found += _said(text[at:end])
                at = end + 2
            else:
                self._open.append(text[at:])
                break
        return found

    def _cleaned(self, text: str) -> str:
        """The text without the byte order mark that may begin it, and with LF for every end of a line."""
        if not text:
            return text
        if not self._begun:
            self._begun = True
            text = text.removeprefix(_BOM)
        if self._skip_lf:
            text = text.removeprefix("\n")
        self._skip_lf = text.endswith("\r")
        return text.replace("\r\n", "\n").replace("\r", "\n")

    def _joined(self, text: str) -> str:
        """The event that had not ended, and what came now; nothing while it does not end.

        Only then are its pieces joined: else each of many would copy all before it.
        """
        ends = "\n\n" in f"{self._open[-1][-1]}{text}"
        self._open.append(text)
        if not ends:
            return ""
        text = "".join(self._open)
        self._open.clear()
        return text


def _said(block: str) -> list[ServerEvent]:
    """What the lines before a blank one say: their data, and text that is in no field.

    Gemini sends an error so when its stream has begun, as JSON over several lines (googleapis/python-genai,
    `_api_client.py`), and proxies send their pages. Names of fields that nobody knows are nothing, nor are comments.
    """
    name, data, bare = "", list[str](), list[str]()
    for line in block.split("\n"):
        field, _, value = line.partition(":")
        if field == "data":
            data.append(value.removeprefix(" "))
        elif field == "event":
            name = value.removeprefix(" ")
        elif field not in _FIELDS and (bare or _BARE.match(line)):
            bare.append(line)
    said = [(name, "\n".join(data))] if data else []
    return [*said, (name, "\n".join(bare))] if any(map(str.strip, bare)) else said
