"""Plain marks in prose, `[S1]` with nothing about them that has to be thought of: nearly all that there are.

A whole text is skimmed for them; what needs a closer look is left to the scanner, which reads the same marks. So this
is a matter of speed alone.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from citebridge.marks.brackets import BEFORE, opens
from citebridge.marks.grammar import MOST, Grammar, Mark

MOST_BLANKS = 8
"""So many blanks before a run of marks go with it."""

BLANKS = " \t\xa0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""What counts as a blank before a mark: also those that break no line, and the wide one of East Asian text."""

_ENDS = r"(?=[ .,;!?\n]|[^\W_])"  # so that the run is complete; before a letter or figure, blanks stay
_BARE = r"(?<![(（*\\\[]\[)"  # no shell and no escape before the bracket
_FAR = -BEFORE - 1  # so far before any text that it does not matter


class Listener(Protocol):
    """Who is told; all offsets are of the raw text."""

    def prose(self, text: str) -> None:
        """Text for the reader."""
        ...

    def lift(self, start: int, end: int, marks: Sequence[Mark]) -> None:
        """A stretch taken out of the text: touching marks with their shell and the blanks before them."""
        ...

    def is_annotated(self, mark: Mark) -> bool:
        """Whether an annotation makes this a mark."""
        ...

    def passed_over(self, code: str, text: str, at: int) -> None:
        """A notice: what begins at a place looks like a mark and is none."""
        ...


class PlainMarks:
    """The plain form of a grammar; `leads` is how any mark begins, and `openers` are the signs that it begins with.

    `find` gives each bracket with what it is: group 1 there in a run of plain marks, group 2 in one of several.
    """

    def __init__(self, grammar: Grammar, inner: str, openers: Iterable[str], leads: re.Pattern[str]) -> None:
        self.grammar, self.leads_at = grammar, leads.match
        self.others = "".join(sign for sign in openers if sign != "[")
        one = rf"\[(?:{inner})\]"
        self.find = re.compile(rf"\[(?:{_BARE}(?:{inner})\]()((?:{one})+)?{_ENDS}|)").finditer
        self._one = re.compile(one).finditer

    @classmethod
    def of(cls, grammars: Sequence[Grammar], openers: Iterable[str], leads: re.Pattern[str]) -> "PlainMarks | None":
        """`None` where no grammar has such a form, or more than one could read it."""
        able = [grammar for grammar in grammars if grammar.in_brackets]
        if len(able) != 1 or able[0].plain is None or able[0].annotated == "required":
            return None
        return cls(able[0], able[0].plain, openers, leads)

    def marks(self, text: str, start: int, end: int) -> list[Mark]:
        """The marks of a run of several."""
        return [Mark(self.grammar, *one.span(), one[0]) for one in self._one(text, start, end)]


class Skimmer:
    """Tells the plain marks of a text without code; each other sign that may begin a mark is looked for once."""

    def __init__(self, plain: PlainMarks, text: str, listener: Listener) -> None:
        self._plain, self._text, self._listener = plain, text, listener
        self._places = {"": len(text)}  # where each of the other signs comes next
        self._opened = _FAR  # the last bracket that is prose: what stands behind it may be the text of a link
        self._left = 0  # where a closer look was needed last

    def skim(self, told: int, scan: int) -> tuple[int, int]:
        """Go on to where a closer look is needed: how much has been told then, and that place."""
        text, plain, prose, lift = self._text, self._plain, self._listener.prose, self._listener.lift
        grammar, stop = plain.grammar, self._stop(scan)
        opened = self._opened_before(scan)
        for found in plain.find(text, scan, min(stop + MOST, len(text))):
            start, end = found.span()
            if start >= stop:
                break
            if (kind := found.lastindex) is None and not plain.leads_at(text, start):
                opened = start
                continue
            near = start - opened <= BEFORE and text.find("\n", opened, start) < 0
            if kind is None or near or end - start > MOST:
                return self._leave(told, opened, start)
            begin = start
            if start > told and text[start - 1] in BLANKS and not text[end].isalnum():
                begin = start - 1  # nearly always one
                if begin > told and text[begin - 1] in BLANKS:
                    begin = before_blanks(text, start, told)
            if begin > told:
                prose(text[told:begin])
            marks = (Mark(grammar, start, end, found[0]),) if kind == 1 else plain.marks(text, start, end)
            lift(begin, end, marks)
            told = end
        return self._leave(told, opened, stop)

    def _leave(self, told: int, opened: int, at: int) -> tuple[int, int]:
        self._opened, self._left = opened, at
        return told, at

    def _opened_before(self, scan: int) -> int:
        """The last bracket that is prose: also one that was looked at closely and passed over, or is in a mark."""
        return scan if opens(self._text[self._left : scan]) else self._opened

    def _stop(self, scan: int) -> int:
        """Where anything else begins that may be a mark."""
        text, places = self._text, self._places
        for sign in self._plain.others:
            at = places.get(sign, -1)
            if at < scan:
                at = text.find(sign, scan)
                while at >= 0 and not self._plain.leads_at(text, at):
                    at = text.find(sign, at + 1)
                places[sign] = at if at >= 0 else len(text)
        return min(places.values())


def before_blanks(text: str, end: int, least: int) -> int:
    """Where the blanks before a place begin, as many as go with a mark, and no further back than `least`."""
    least = max(least, end - MOST_BLANKS)
    while end > least and text[end - 1] in BLANKS:
        end -= 1
    return end
