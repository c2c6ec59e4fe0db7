"""Text that is put together as a page shows it: runs of blanks are one, blocks are apart, headings begin sections."""

import re
from typing import Final

from citebridge.sources.sections import Part
from citebridge.text.outline import Nesting

__all__ = ["PageText"]

_APART_BY_BLANK_LINES: Final = (
    "address article blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 header hgroup hr html legend main menu ol p pre section summary table ul"
)
_LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
_BLANKS: Final = re.compile("[ \t\n\r\f]+")
# What stands between two words, from none to most; of several the most holds.
_NOTHING, _BLANK, _CELL, _LINE, _BLOCK = range(5)
_BETWEEN: Final = ("", " ", "\t", "\n", "\n\n")
_APART: Final = {
    **dict.fromkeys(_APART_BY_BLANK_LINES.split(), _BLOCK),
    **dict.fromkeys(("br", "li", "tr", "thead", "tbody", "tfoot"), _LINE),
    **dict.fromkeys(("td", "th"), _CELL),
}
_RAISED: Final = str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾")
_LOWERED: Final = str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎")
_FIGURES: Final = re.compile(r"\s*[0-9+\-−=()]+\s*\Z")


class PageText:
    """The text of a page so far."""

    def __init__(self) -> None:
        self.sections: list[Part] = []
        self.size = 0
        self._pieces: list[str] = []
        self._between = _NOTHING
        self._pre = 0
        self._heading: _Heading | None = None
        self._anchor: str | None = None  # an id that no text stands behind so far
        self._nesting = Nesting()

    def text(self) -> str:
        """All of it."""
        return "".join(self._pieces)

    def enter(self, name: str, anchor: str | None) -> None:
        """An element begins; `anchor` is a name that links can point at."""
        self._apart(name)
        heading = self._heading
        if heading is not None and heading.start >= 0 and _APART.get(name) == _BLOCK:
            self._end_heading()  # it was left open, or the page is broken
            heading = None
        if heading is not None:
            heading.anchor = heading.anchor or anchor
        elif anchor:
            self._anchor = anchor
        if name in _LEVELS and self._heading is None:
            self._heading = _Heading(_LEVELS[name], self._anchor)
        self._pre += name == "pre"

    def leave(self, name: str) -> None:
        """An element ends."""
        self._apart(name)
        if name in _LEVELS and self._heading is not None:
            self._end_heading()
        self._pre -= name == "pre"

    def words(self, words: str, name: str) -> None:
        """Words that stand right within an element."""
        if name in ("sup", "sub") and _FIGURES.match(words):  # 10<sup>2</sup> is not 102
            words = words.translate(_RAISED if name == "sup" else _LOWERED)
        words, signs, between = (words, "\r\n", _LINE) if self._pre else (_BLANKS.sub(" ", words), " ", _BLANK)
        if words.startswith(tuple(signs)):
            self._between = max(self._between, between)
        if inner := words.strip(signs):
            self._put(inner)
            self._between = between if words.endswith(tuple(signs)) else _NOTHING

    def _put(self, words: str) -> None:
        for piece in (_BETWEEN[self._between] if self._pieces else "", words):
            self._pieces.append(piece)
            self.size += len(piece)
        if self._heading is not None and self._heading.start < 0:
            self._heading.start = self.size - len(words)
            self._heading.piece = len(self._pieces) - 1
        self._anchor = None

    def _apart(self, name: str) -> None:
        self._between = max(self._between, _APART.get(name, _NOTHING))

    def _end_heading(self) -> None:
        heading, self._heading = self._heading, None
        if heading is not None and heading.start >= 0:
            title = " ".join("".join(self._pieces[heading.piece :]).split())
            self.sections.append(
                Part(heading.start, self.size, self._nesting.path(heading.level, title), heading.anchor)
            )


class _Heading:
    """The heading that is being read."""

    __slots__ = ("anchor", "level", "piece", "start")

    def __init__(self, level: int, anchor: str | None) -> None:
        self.level = level
        self.anchor = anchor
        self.start = -1  # nothing of it was read so far
        self.piece = 0
