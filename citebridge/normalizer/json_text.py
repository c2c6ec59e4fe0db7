"""Values from a JSON text in pieces: a body, an array, or one value after another, each on a line or not."""

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise

from pydantic import JsonValue

from citebridge.errors import NotReadable
from citebridge.models import Notice
from citebridge.models.plain import Door, Tell

_DONE = "[DONE]"  # what some services end a stream with


class JsonText:
    """A JSON text: one body or an array of events, read when all is there; or an event a line, read at once."""

    whole = True

    def __init__(self, door: Door, tell: Tell) -> None:
        self._chunks: list[bytes] = []
        self._one_a_line: bool | None = None  # not known before something follows on a first line
        self._door, self._tell = door, tell

    def feed(self, chunk: bytes) -> Iterator[JsonValue]:
        """The events of the lines that are complete with this chunk."""
        self._chunks.append(chunk)
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
        text = self._decoded(data).removeprefix("\ufeff")
        try:
            value = self._door.loads(text)
        except ValueError as error:
            yield from self._parts(text, error)
            return
        self.whole = not isinstance(value, list)
        yield from [value] if self.whole else value  # type: ignore[misc]

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

    def _parts(self, text: str, error: ValueError) -> Iterator[JsonValue]:
        """The values that are complete, of an array that was cut off or one after another; what is no JSON is told."""
        self.whole = False
        found, rest = _members(text.rstrip().removesuffix(_DONE), self._door.loads)
        if not found:
            raise NotReadable(f"the bytes begin like JSON and are none ({error}); were they cut off?") from None
        if rest:
            self._lost(rest)
        yield from found

    def _lost(self, part: str) -> None:
        self._tell(Notice("unreadable_event", f"a part of the stream is no JSON: {part[:60]!r}", part))

    def _decoded(self, data: bytes) -> str:
        text = data.decode("utf-8", "replace")
        if "\ufffd" in text and "\ufffd".encode() not in data:
            self._tell(Notice("undecodable_bytes", "some bytes were no UTF-8"))
        return text


def _members(text: str, loads: Callable[[str], JsonValue]) -> tuple[list[JsonValue], str]:
    """The members of an array, or the objects in a row, that are complete, and what is left behind the last of them."""
    least = 1 if text.lstrip().startswith("[") else 0
    depth, in_text, ends = 0, False, [0]
    for token in re.finditer(r'\\.|["\[\]{}]', text, re.S):
        sign = token.group()
        if sign == '"':
            in_text = not in_text
        elif in_text or sign.startswith("\\"):
            continue
        elif sign in "[{":
            depth += 1
        else:
            depth -= 1
            ends += [token.end()] if depth == least else []
    rows = ",".join(text[start:end] for start, end in pairwise(ends))
    members = text[: ends[-1]] if least else f"[{rows}"
    try:
        value = loads(f"{members}]") if ends[-1] else None
    except ValueError:
        return [], ""
    rest = text[ends[-1] :].strip(", \r\n\t")
    return (value, rest) if isinstance(value, list) else ([], "")
