"""Emphasis: which runs of `*`, `_` and `~~` belong together (CommonMark 0.31, 6.2 and the appendix, phase 2)."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from citebridge.render.markup.parts import Piece, PieceKind

_PAIR: Final = 2
_THREE: Final = 3


@dataclass(slots=True, eq=False)
class Run:
    """A run of one sign: what is left of it lies from `low` to `high`, what it closes before and opens behind that."""

    sign: str
    start: int
    low: int
    high: int
    opens: bool
    closes: bool
    length: int
    before: "Run | None" = None
    behind: "Run | None" = None
    closing: list[Piece] = field(default_factory=list[Piece])
    opening: list[Piece] = field(default_factory=list[Piece])

    def pieces(self, content: str) -> Iterator[Piece]:
        """What stands in place of the run."""
        yield from self.closing
        if self.low < self.high:
            yield Piece("text", self.low, self.high, content[self.low : self.high])
        yield from reversed(self.opening)


class Runs:
    """The runs that may still be paired, the last one first."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: Run | None = None

    def add(self, run: Run) -> None:
        """Take in the next run."""
        run.before = self.last
        if self.last is not None:
            self.last.behind = run
        self.last = run

    def pair(self, bottom: Run | None) -> None:
        """Pair what can be paired of all runs behind `bottom`, and forget them."""
        lowest: dict[tuple[str, bool, int], int] = {}  # up to where no opener is for such a closer
        least = bottom.start if bottom is not None else -1
        run = self._first(bottom)
        while run is not None:
            if not run.closes:
                run = run.behind
                continue
            kind = (run.sign, run.opens, run.length % _THREE)
            opener = _opener(run, lowest.get(kind, least))
            if opener is None:
                lowest[kind] = run.before.start if run.before is not None else -1
                following = run.behind
                if not run.opens:
                    self._drop(run)
                run = following
                continue
            run = self._join(opener, run)
        self.last = bottom
        if bottom is not None:
            bottom.behind = None

    def _first(self, bottom: Run | None) -> Run | None:
        run, found = self.last, None
        while run is not bottom and run is not None:
            run, found = run.before, run
        return found

    def _join(self, opener: Run, closer: Run) -> Run | None:
        """Make a pair of them; the run to look at next."""
        width = _PAIR if closer.sign == "~" or min(_left(opener), _left(closer)) >= _PAIR else 1
        kind: PieceKind = "strike" if closer.sign == "~" else "strong" if width == _PAIR else "em"
        opener.opening.append(Piece(kind, opener.high - width, opener.high, turn=1))
        closer.closing.append(Piece(kind, closer.low, closer.low + width, turn=-1))
        opener.high -= width
        closer.low += width
        opener.behind, closer.before = closer, opener  # what lies between is words
        least = _PAIR if closer.sign == "~" else 1
        if _left(opener) < least:
            self._drop(opener)
        if _left(closer) >= least:
            return closer
        following = closer.behind
        self._drop(closer)
        return following

    def _drop(self, run: Run) -> None:
        if run.before is not None:
            run.before.behind = run.behind
        if run.behind is not None:
            run.behind.before = run.before
        else:
            self.last = run.before


def run_at(content: str, start: int, end: int) -> Run:
    """The run from `start` to `end`: what it can do is told by what stands around it."""
    sign = content[start]
    before, behind = _around(content[start - 1 : start]), _around(content[end : end + 1])
    left = behind != " " and (behind != "." or before != "")
    right = before != " " and (before != "." or behind != "")
    opens, closes = left, right
    if sign == "_":
        opens, closes = left and (not right or before == "."), right and (not left or behind == ".")
    return Run(sign, start, start, end, opens, closes, end - start)


def _around(sign: str) -> str:
    """A blank, a full stop for any punctuation or symbol, or nothing for the rest."""
    if not sign or sign.isspace():
        return " "
    return "." if unicodedata.category(sign)[0] in "PS" else ""


def _opener(closer: Run, lowest: int) -> Run | None:
    """The nearest run before a closer that can open what it closes."""
    run = closer.before
    while run is not None and run.start > lowest:
        if run.opens and run.sign == closer.sign and _fit(run, closer):
            return run
        run = run.before
    return None


def _left(run: Run) -> int:
    return run.high - run.low


def _fit(opener: Run, closer: Run) -> bool:
    """The rule of three: it keeps `*a**b*` one emphasis."""
    if closer.sign == "~" or not (opener.closes or closer.opens):
        return True
    return (opener.length + closer.length) % _THREE != 0 or (
        opener.length % _THREE == 0 and closer.length % _THREE == 0
    )
