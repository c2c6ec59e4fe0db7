"""Text that is put together as a page shows it: runs of blanks are one, blocks are apart, headings begin sections."""

import re
from typing import Final

from citebridge.sources.sections import Part
from citebridge.text.outline import Nesting

__all__ = ["PageText", "laid_out"]

_APART_BY_BLANK_LINES: Final = (
    "address article blockquote body caption center dd details div dl dt fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 header hgroup hr html legend main menu ol p pre section summary table ul"
)
_ROW_GROUPS: Final = ("thead", "tbody", "tfoot")
_LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
_BLANKS: Final = re.compile("[ \t\n\r\f]+")
# What stands between two words, from none to most; of several the most holds.
_NOTHING, _FIGURE, _WORD, _BLANK, _CELL, _LINE, _BLOCK = range(7)
_BETWEEN: Final = ("", "", "", " ", "\t", "\n", "\n\n")
_RUN_ON: Final = {_FIGURE: str.isdecimal, _WORD: str.isalnum}  # a blank, where both sides are of this kind
_APART: Final = {
    **dict.fromkeys(_APART_BY_BLANK_LINES.split(), _BLOCK),
    **dict.fromkeys(("br", "li", "tr", *_ROW_GROUPS), _LINE),
    **dict.fromkeys(("td", "th"), _CELL),
    **dict.fromkeys(("del", "s", "strike"), _WORD),  # shown struck: <del>80</del><ins>90</ins> is not 8090
    **dict.fromkeys(("sup", "sub"), _FIGURE),
}
_LAID_OUT: Final = {
    **dict.fromkeys(("block", "flex", "grid", "flow-root", "list-item", "table"), "li"),
    "table-row": "tr",
    "table-cell": "td",
}
_RAISED: Final = {
    "sup": str.maketrans("0123456789+-−=()", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾"),
    "sub": str.maketrans("0123456789+-−=()", "₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎"),
}
_MOST_COLUMNS: Final = 64  # those further on are free
_WORDS: Final = re.compile(r"[^\W\d_]|[\[\]]")


def laid_out(name: str, display: str) -> str:
    """The element that one looks like: a `span` of `display: block` has a line of its own, as an item has.

    >>> laid_out("span", "block"), laid_out("span", ""), laid_out("p", "table-cell")
    ('li', 'span', 'p')
    """
    return name if name in _APART else _LAID_OUT.get(display, name)


class PageText:
    """The text of a page so far."""

    def __init__(self) -> None:
        self.sections: list[Part] = []
        self.size = 0
        self._pieces: list[str] = []
        self._between = _NOTHING
        self._row = 0  # where the row of a table begins
        self._cells = -1  # so many columns its last cell is behind its first, or behind the last that says something
        self._grids = [_Grid()]  # of the tables that are open
        self._pre = 0
        self._heading: _Heading | None = None
        self._anchor: str | None = None  # an id that no text stands behind so far
        self._nesting = Nesting()
        self._raised: list[_Raised] = []

    def text(self) -> str:
        """All of it."""
        return "".join(self._pieces)

    def enter(self, name: str, anchor: str | None, *, wide: int = 1, deep: int = 1) -> None:
        """An element begins; `anchor` is a name that links can point at. A cell goes over so many columns and rows."""
        self._apart(name)
        if name == "table":
            self._grids.append(_Grid())
        elif name in _ROW_GROUPS:
            self._grids[-1] = _Grid()  # no cell reaches out of it
        if name in ("table", "tr"):
            self._row, self._cells = self.size, -1
            self._grids[-1].begin_row()
        elif _APART.get(name) == _CELL:
            self._cells += self._grids[-1].step(wide, deep)
        self._enter_section(name, anchor)
        self._pre += name == "pre"
        if name in _RAISED:
            self._raise(_RAISED[name])

    def leave(self, name: str) -> None:
        """An element ends."""
        self._apart(name)
        if name in _LEVELS and self._heading is not None:
            self._end_heading()
        self._pre -= name == "pre"
        if name == "table":
            self._grids.pop()
        if name in _RAISED:
            self._raised.pop()

    def words(self, words: str) -> None:
        """Words that stand in the element that was entered last."""
        if self._raised:
            words = self._raised[-1].read(words)
        words, signs, between = (words, "\r\n", _LINE) if self._pre else (_BLANKS.sub(" ", words), " ", _BLANK)
        if words.startswith(tuple(signs)):
            self._between = max(self._between, between)
        if inner := words.strip(signs):
            self._put(inner)
            self._between = between if words.endswith(tuple(signs)) else _NOTHING

    def _enter_section(self, name: str, anchor: str | None) -> None:
        """A heading, or a place within one or ahead of the next text, may begin."""
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

    def _put(self, words: str) -> None:
        for piece in (self._space(words), words):
            self._pieces.append(piece)
            self.size += len(piece)
        self._cells = 0
        if self._heading is not None and self._heading.start < 0:
            self._heading.start = self.size - len(words)
            self._heading.piece = len(self._pieces) - 1
        self._anchor = None

    def _raise(self, figures: dict[int, int]) -> None:
        if self._between == _FIGURE and self._last() in map(chr, figures.values()):
            self._between = _BLANK  # two notes behind each other: <sup>1</sup><sup>2</sup> is not the twelfth
        self._raised.append(_Raised(figures))

    def _last(self) -> str:
        """What stands last in the text."""
        return self._pieces[-1][-1:] if self._pieces else ""

    def _space(self, words: str) -> str:
        if self.size == self._row:  # empty cells ahead move those behind them to their columns
            return (_BETWEEN[self._between] if self._pieces else "") + "\t" * self._cells
        if self._between == _CELL:
            return "\t" * max(self._cells, 1)
        runs_on = _RUN_ON.get(self._between)
        return " " if runs_on and runs_on(self._last()) and runs_on(words[0]) else _BETWEEN[self._between]

    def _apart(self, name: str) -> None:
        self._between = max(self._between, _APART.get(name, _NOTHING))

    def _end_heading(self) -> None:
        heading, self._heading = self._heading, None
        if heading is not None and heading.start >= 0:
            title = " ".join("".join(self._pieces[heading.piece :]).split())
            self.sections.append(
                Part(heading.start, self.size, self._nesting.path(heading.level, title), heading.anchor)
            )


class _Grid:
    """Where the cells of a table stand: beside cells of rows above that reach down, and behind what is wide.

    >>> grid = _Grid()
    >>> [grid.step(1, 2), grid.step(2, 1), grid.step(1, 1)], grid.begin_row(), [grid.step(1, 1)]
    ([1, 1, 2], None, [2])
    """

    def __init__(self) -> None:
        self._row = 0
        self._column, self._free = -1, 0  # of the last cell, and the first one behind it
        self._until: dict[int, int] = {}  # the row that a column is free in again

    def begin_row(self) -> None:
        """Another row begins."""
        self._row += 1
        self._column, self._free = -1, 0

    def step(self, wide: int, deep: int) -> int:
        """So many columns further than the one before it, or than the edge, the next cell stands."""
        before, at = self._column, self._free
        while self._until.get(at, 0) > self._row:
            at += 1
        self._column, self._free = at, at + max(min(wide, _MOST_COLUMNS - at), 1)
        if deep > 1 and at < _MOST_COLUMNS:
            self._until |= dict.fromkeys(range(at, self._free), self._row + deep)
        return at - before


class _Heading:
    """The heading that is being read."""

    __slots__ = ("anchor", "level", "piece", "start")

    def __init__(self, level: int, anchor: str | None) -> None:
        self.level = level
        self.anchor = anchor
        self.start = -1  # nothing of it was read so far
        self.piece = 0


class _Raised:
    """Text that stands higher or lower than the line: 10<sup>2</sup> is not 102, nor is 50<sup>1</sup> with a note 501.

    As long as there are only figures and signs, they are written as what they are. With words or brackets it is plain.
    """

    __slots__ = ("_figures", "_plain")

    def __init__(self, figures: dict[int, int]) -> None:
        self._figures = figures
        self._plain = False

    def read(self, words: str) -> str:
        """The next words in it."""
        self._plain = self._plain or _WORDS.search(words) is not None
        return words if self._plain else words.translate(self._figures)
