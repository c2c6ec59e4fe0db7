"""Plain marks in prose, `[S1]` with nothing about them that has to be thought of: nearly all that there are.

A whole text is skimmed for them; what needs a closer look is left to the scanner, which reads the same marks. So this
is a matter of speed alone.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Protocol

from citebridge.marks.brackets import BEFORE
from citebridge.marks.grammar import MOST, Grammar, Mark

MOST_BLANKS = 8
"""So many blanks before a run of marks go with it."""

BLANKS = " \t"
"""What counts as a blank before a mark."""

_ENDS = r"(?=[ .,;!?\n]|[^\W_])"  # so that the run is complete; before a letter or figure, blanks stay
_SHELL_OR_ESCAPE = r"(?<![(*\\\[])"


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
    """The plain form of a grammar; `leads` is how any mark begins, and `openers` are the signs that it begins with."""

    def __init__(self, grammar: Grammar, form: str, openers: Iterable[str], leads: re.Pattern[str]) -> None:
        self.leads_at = leads.match
        self.others = "".join(sign for sign in openers if sign != "[")
        self._grammar, self._one = grammar, re.compile(form)
        self._run = re.compile(rf"{_SHELL_OR_ESCAPE}(?:{form})+{_ENDS}").match

    @classmethod
    def of(cls, grammars: Sequence[Grammar], openers: Iterable[str], leads: re.Pattern[str]) -> "PlainMarks | None":
        """`None` where no grammar has such a form, or more than one could read it."""
        able = [grammar for grammar in grammars if grammar.in_brackets]
        if len(able) != 1 or able[0].plain is None or able[0].annotated == "required":
            return None
        return cls(able[0], able[0].plain, openers, leads)

    def run_at(self, text: str, start: int, clear: int) -> int:
        """Where the run of plain marks ends that begins at a bracket; -1 where it has to be looked at, 0 for prose.

        No bracket may be open before it on its line: there is none in the text up to `clear`.
        """
        found = self._run(text, start)
        if found is None:
            return -1 if self.leads_at(text, start) else 0
        end = found.end()
        since = clear if clear > start - BEFORE else start - BEFORE
        return -1 if end - start > MOST or text.rfind("[", since, start) >= 0 else end

    def marks(self, text: str, start: int, end: int) -> Sequence[Mark]:
        """The marks of a run."""
        if text.find("]", start) == end - 1:
            return (Mark(self._grammar, start, end, text[start:end]),)
        return [Mark(self._grammar, *one.span(), one[0]) for one in self._one.finditer(text, start, end)]


class Skimmer:
    """Tells the plain marks of a text without code; each other sign that may begin a mark is looked for once."""

    def __init__(self, plain: PlainMarks, text: str, listener: Listener) -> None:
        self._plain, self._text, self._listener = plain, text, listener
        self._places = {"": len(text)}  # where each of the other signs comes next

    def skim(self, told: int, scan: int) -> tuple[int, int]:
        """Go on to where a closer look is needed: how much has been told then, and that place."""
        text, plain, prose, lift = self._text, self._plain, self._listener.prose, self._listener.lift
        find, run_at, marks = text.find, plain.run_at, plain.marks
        stop, clear = self._stop(scan), told
        while (start := find("[", scan, stop + 1)) >= 0:  # no further: each character is looked at once
            end = run_at(text, start, clear)
            if end < 0:
                return told, start
            if not end:
                scan = start + 1
                continue
            begin = start
            if start > told and text[start - 1] in BLANKS and not text[end].isalnum():
                begin = start - 1  # nearly always one
                if begin > told and text[begin - 1] in BLANKS:
                    begin = before_blanks(text, start, told)
            if begin > told:
                prose(text[told:begin])
            lift(begin, end, marks(text, start, end))
            told = clear = scan = end
        return told, stop

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
