"""The stretches that a text is cut into: sentences, a row of a table being one, with what stands around each."""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from citebridge.text import sentences
from citebridge.text.code_spans import code_spans

_SIGNS: Final = re.compile(
    r"(?:[ \t>]|[-*+•‣◦·▪–—](?=\s)|\(?\d{1,3}[.)]\s|\(?[A-Za-z][.)]\s|\[[ xX]\]\s)*+(?P<hashes>\#{1,6}\s+)?"
)
_ITEM: Final = re.compile(r"[ \t>]*+(?:[-*+•‣◦·▪–—]\s|\(?\d{1,3}[.)]\s|\(?[A-Za-z][.)]\s)")
_LETTER: Final = re.compile(r"[^\W_]")


class Unit(NamedTuple):
    """A stretch with what its neighbours have to know: where it stands, and its words without the signs before them."""

    start: int
    end: int
    indent: int  # -1 when it does not begin its line
    line_ends: int  # behind it
    words: str
    item: bool
    hashes: bool

    @property
    def alone(self) -> bool:
        """Whether it is a line, or several."""
        return self.indent >= 0 and self.line_ends > 0


def units(text: str) -> Iterator[Unit]:
    """The units of a text, in order."""
    spans = list(_rows_joined(text, sentences(text)))
    before = 0
    for number, (start, end) in enumerate(spans):
        newline = text.rfind("\n", before, start)
        indent = start - newline - 1 if newline >= 0 or number == 0 else -1
        following = spans[number + 1][0] if number + 1 < len(spans) else len(text)
        signs = _SIGNS.match(text, start, end)
        words = text[signs.end() if signs else start : end]
        item = indent >= 0 and _ITEM.match(text, start, end) is not None
        hashes = signs is not None and signs["hashes"] is not None
        yield Unit(start, end, indent, text.count("\n", end, following), words, item, hashes)
        before = end


def _rows_joined(text: str, spans: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The sentences within a row of a table as one."""
    row: tuple[int, int] | None = None
    row_end = -1
    for start, end in spans:
        if row is not None and start < row_end:
            row = row[0], end
            continue
        if row is not None:
            yield row
            row = None
        if text[start] == "|":
            row = start, end
            row_end = text.find("\n", end)
            row_end = len(text) if row_end < 0 else row_end
        else:
            yield start, end
    if row is not None:
        yield row


class Prose:
    """Where there are words outside of code; asked in the order of the text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._code = code_spans(text, len(text))
        self._place = 0

    def lacking(self, unit: Unit) -> Literal["code", "markup"] | None:
        """What a unit is that has no letter outside of code."""
        while self._place < len(self._code) and self._code[self._place][1] <= unit.start:
            self._place += 1
        at = unit.start
        kind: Literal["code", "markup"] = "markup"
        for place in range(self._place, len(self._code)):
            since, until = self._code[place]
            if since >= unit.end:
                break
            if _LETTER.search(self._text, at, max(at, since)):
                return None
            kind = "code"
            at = max(at, until)
        return None if at < unit.end and _LETTER.search(self._text, at, unit.end) else kind
