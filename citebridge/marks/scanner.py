"""The one streaming scanner: takes text in pieces and tells prose and marks, in order.

Prose is held back only while it can still become a mark, or belongs to one: blanks and an opened shell before it. What
comes out does not depend on how the text was cut.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence

from citebridge.marks.brackets import AFTER, BEFORE, is_markup
from citebridge.marks.code import CodeTracker
from citebridge.marks.grammar import MOST, Grammar, Mark
from citebridge.marks.plain import Listener, PlainMarks, Skimmer, before_blanks
from citebridge.marks.shells import EDGES, HOLDS, Run, held_from, runs_of, to_next

LATE = 256
"""So many characters may come between a link and its annotation."""

_PUNCTUATION = frozenset(("Po", "Pd", "Pe", "Pf", "Pc"))  # but not what opens


class _Rule:
    """A grammar, compiled."""

    __slots__ = ("begins", "full", "grammar", "partial")

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self.full = re.compile(grammar.full).match
        self.partial = re.compile(grammar.partial).match
        # Of what stands in brackets it is told at the end, when it is known whether they have one (`near`).
        alone = grammar.begins is not None and not grammar.in_brackets
        self.begins = re.compile(grammar.begins).match if grammar.begins is not None and alone else None


class Scanner:
    """Reads marks of the given grammars; `listener` is told in the order of the text."""

    __slots__ = (
        "_at",
        "_base",
        "_buffer",
        "_by_opener",
        "_code",
        "_coded",
        "_end",
        "_final",
        "_idle",
        "_leads",
        "_line",
        "_listener",
        "_plain",
        "_quick",
        "_run",
        "_scan",
        "_signs",
        "_tell",
        "_unread",
    )

    def __init__(self, grammars: Sequence[Grammar], listener: Listener) -> None:
        openers = dict.fromkeys("".join(grammar.openers for grammar in grammars))
        # Compiled here and not where they are written: those who read no marks need not wait for it.
        rules = [_Rule(grammar) for grammar in grammars]
        leads = "|".join(dict.fromkeys(grammar.lead for grammar in grammars))
        self._by_opener = {sign: [rule for rule in rules if sign in rule.grammar.openers] for sign in openers}
        compiled = re.compile(leads)
        self._leads, self._signs = compiled.search, re.compile(f"[{re.escape(''.join(openers))}]").search
        self._plain = PlainMarks.of(grammars, openers, compiled)
        self._listener, self._tell = listener, listener.prose
        # Only an annotation makes a link a mark, in code as well: no need to know what code is.
        reads = any(grammar.annotated != "required" or grammar.in_brackets for grammar in grammars)
        self._code = CodeTracker() if reads else None
        self._coded = 0  # how much of the raw text the tracker has read
        self._unread: list[str] = []  # what was told since then
        self._quick: list[str] = []  # what was told after all that, and is not counted yet
        self._line = ""  # the end of what it has read, on the last line
        self._buffer = ""  # text that is not told yet
        self._base = 0  # where it stands in the raw text, once what was told at once is counted
        self._at = 0  # how much of it has been told (within `feed` only)
        self._scan = 0  # where to look for the next mark
        self._run: list[Mark] = []  # marks that have been read and are not told yet: they touch, or are in one shell
        self._end = 0  # where they end in the buffer
        self._final = False
        self._idle = True  # nothing is held but for the blanks and the shell in it

    @property
    def settled(self) -> int:
        """How much of the raw text has been told."""
        self._catch_up()
        return self._base

    @property
    def holds(self) -> bool:
        """Whether text is held back."""
        return bool(self._buffer)

    def feed(self, text: str = "") -> None:
        """Take in more text; without any, look again at what was held (an annotation came)."""
        if self._idle and text and self._signs(text) is None:
            # Nothing begins here, as in most tokens of a stream: nothing is called that need not be.
            if self._buffer:
                text = self._buffer + text
                self._buffer = ""
                self._scan = 0
            if text[-1] in HOLDS:
                text = self._hold(text)
                if not text:
                    return
            self._quick.append(text)
            self._tell(text)
            return
        self._catch_up()
        self._buffer += text
        self._scan_all(self._skimmer())
        at, self._at = self._at, 0
        self._buffer = self._buffer[at:]
        self._base += at
        self._scan -= at
        self._end -= at
        self._idle = self._scan == len(self._buffer) and not self._run

    def _hold(self, text: str) -> str:
        """Keep back what may go with a mark that comes next: blanks, and an opened shell. Gives the rest."""
        if text[-1] == " " and text[-2:-1] not in HOLDS:  # by far the most
            self._buffer, self._scan = " ", 1
            return text[:-1]
        self._buffer = text
        end = self._held_from(len(text))
        self._buffer = text[end:]
        self._scan = len(self._buffer)
        return text[:end]

    def _catch_up(self) -> None:
        """Count what was told at once."""
        if self._quick:
            self._base += sum(map(len, self._quick))
            if self._code is not None:
                self._unread += self._quick
            self._quick.clear()

    def finish(self) -> None:
        """No more text comes: what was held is told."""
        self._final, self._idle = True, False
        self.feed()

    def _skimmer(self) -> Skimmer | None:
        """For a text that comes whole, and has no code."""
        if self._plain is None or self._base or "`" in self._buffer or "~" in self._buffer:
            return None
        return Skimmer(self._plain, self._buffer, self._listener)

    def _scan_all(self, skimmer: Skimmer | None) -> None:
        while True:
            if self._run and not self._extend_run():
                return
            if skimmer is not None:
                told, self._scan = skimmer.skim(self._at, self._scan)
                self._told(told)
            found = self._leads(self._buffer, self._scan)
            if found is None:
                self._prose(len(self._buffer) if self._final else self._held_from(len(self._buffer)))
                self._scan = len(self._buffer)
                return
            begin = found.start()
            end = self._read(begin)
            if end is None:
                self._prose(self._held_from(begin))
                self._scan = begin
                return
            self._scan = end or begin + 1

    def _read(self, begin: int) -> int | None:
        """Try to read a mark: its end, 0 when there is none, `None` when more text has to come."""
        waits = False
        for rule in self._by_opener[self._buffer[begin]]:
            grammar, found = rule.grammar, rule.full(self._buffer, begin)
            if found is None:
                waits = waits or self._may_become(rule, begin)
            elif found.end() - begin > MOST:
                self._pass_over(rule, begin)
            elif grammar.looks_ahead and found.end() == len(self._buffer) and not self._final:
                waits = True
            else:
                mark = Mark(grammar, self._base + begin, self._base + found.end(), found.group())
                verdict = self._is_mark(mark, found.end())
                if verdict:
                    self._run.append(mark)
                    self._end = found.end()
                    return found.end()
                waits = waits or verdict is None
        return None if waits else 0

    def _may_become(self, rule: _Rule, begin: int) -> bool:
        if not self._final and len(self._buffer) - begin < MOST and rule.partial(self._buffer, begin):
            return True
        self._pass_over(rule, begin)
        return False

    def _pass_over(self, rule: _Rule, begin: int) -> None:
        """What begins like a mark and is none."""
        if rule.begins is not None and rule.begins(self._buffer, begin):
            self._listener.passed_over("broken_mark", self._buffer[begin], self._base + begin)

    def _is_mark(self, mark: Mark, end: int) -> bool | None:
        """`None` while its annotation, or the end of a link around it, may still come."""
        required = mark.grammar.annotated == "required"
        if required and not self._listener.is_annotated(mark):
            return False if self._final or len(self._buffer) - end > LATE else None
        if required and not mark.grammar.in_brackets:
            return True
        if self._in_code(mark.start - self._base):
            self._listener.passed_over("mark_in_code", mark.text, mark.start)
            return False
        if not mark.grammar.in_brackets:
            return True
        markup = is_markup(self._line, self._buffer[end : end + AFTER], self._final)
        return not markup if markup is not None else None

    def _extend_run(self) -> bool:
        """Read on from a run of marks; tell it when its end is known. `False` while more text has to come."""
        first = self._run[0].start - self._base
        shelled = first > self._at and self._buffer[first - 1] in EDGES
        end: int | None = self._end
        while end:
            end = self._read_at(self._end)
            if end == 0 and shelled:
                end = self._read_within(first)
        if end is None or (self._end == len(self._buffer) and not self._final):
            self._prose(self._held_from(first))
            return False
        runs = runs_of(self._buffer, self._base, self._run, self._at) if shelled else [(first, self._end, self._run)]
        self._tell_runs(runs)
        return True

    def _read_within(self, first: int) -> int | None:
        """As `_read`, for the next mark of a list in a shell."""
        begin = to_next(self._buffer, self._end, self._final)
        if begin is None:
            return None
        return self._read_at(begin) if begin > self._end and self._end - first <= MOST else 0

    def _read_at(self, begin: int) -> int | None:
        """As `_read`, where anything may stand."""
        return self._read(begin) if self._buffer[begin : begin + 1] in self._by_opener else 0

    def _tell_runs(self, runs: Iterable[Run]) -> None:
        for start, end, marks in runs:
            if _leaves_no_blank(self._buffer[end : end + 1]):
                start = before_blanks(self._buffer, start, self._at)
            self._prose(start)
            self._told(end)
            self._listener.lift(self._base + start, self._base + end, marks)
        self._run = []
        self._scan = self._at

    def _held_from(self, end: int) -> int:
        return held_from(self._buffer, end, self._at)

    def _prose(self, end: int) -> None:
        if end > self._at:
            self._listener.prose(self._buffer[self._at : end])
            self._told(end)

    def _told(self, end: int) -> None:
        if self._code is not None:
            self._unread.append(self._buffer[max(self._at, self._coded - self._base) : end])
        self._at = end

    def _in_code(self, begin: int) -> bool:
        """Whether a place in the buffer is code. The tracker reads on only when it is asked."""
        if self._code is None:
            return False
        at = max(self._at, self._coded - self._base)
        if begin > at or self._unread:
            piece = "".join([*self._unread, self._buffer[at:begin]])
            self._code.feed(piece)
            self._line = (self._line + piece[-BEFORE:]).rpartition("\n")[2][-BEFORE:]
            self._unread, self._coded = [], max(self._coded, self._base + begin)
        return self._code.in_code


def _leaves_no_blank(follows: str) -> bool:
    """Whether blanks before a mark would be left over: punctuation, a blank, a line end or nothing follows."""
    return not follows or follows in " .,\n" or follows.isspace() or unicodedata.category(follows) in _PUNCTUATION
