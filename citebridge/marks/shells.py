"""Shells: what would be left empty around marks, `([1])` or `**[1], [2]**`, and so goes with them.

A shell holds marks alone, with blanks or a sign of a list between them, or one more shell.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from citebridge.marks.grammar import Mark
from citebridge.marks.plain import BLANKS, MOST_BLANKS, before_blanks

LAYERS = 2
"""So many shells around one another are looked for."""

EDGES = "(（*"
"""What a shell may begin with, at its last sign."""

HOLDS = BLANKS + EDGES
"""A text that ends in one of these may need it back."""

_SHELLS = {"**": "**", "(": ")", "（": "）"}
_BLANKS = f"[{BLANKS}]{{0,{MOST_BLANKS}}}"
_JOINT = rf"{_BLANKS}(?:[,;，；、]{_BLANKS})?"
_IS_JOINT = re.compile(_JOINT).fullmatch
_TO_NEXT = re.compile(rf"(?:[)）]|\*\*){{0,{LAYERS}}}{_JOINT}(?:[(（]|\*\*){{0,{LAYERS}}}").match

Run = tuple[int, int, list[Mark]]
"""Marks that go together, and the stretch that goes with them."""


def held_from(text: str, end: int, least: int) -> int:
    """Where the blanks and opened shells before a place begin: they may go with a mark that stands there.

    >>> held_from("It rose  (**", 12, 0), held_from("It rose.", 8, 0)
    (7, 8)
    """
    if end == least or text[end - 1] not in HOLDS:
        return end
    for _ in range(LAYERS if text[end - 1] in EDGES else 0):
        end -= next((len(opens) for opens in (*_SHELLS, "*") if text.endswith(opens, least, end)), 0)
    return before_blanks(text, end, least)


def to_next(text: str, at: int, final: bool) -> int | None:
    """Where the next mark would stand within the shell of one that ends at a place; `None` while that cannot be told.

    >>> to_next("([1]), ([2])", 4, True), to_next("**[1]*", 5, False)
    (8, None)
    """
    found = _TO_NEXT(text, at)
    end = found.end() if found is not None else at
    cut = end == len(text) or (end == len(text) - 1 and text[end] == "*")
    return None if cut and not final else end


def runs_of(text: str, base: int, marks: Iterable[Mark], least: int) -> list[Run]:
    """Marks as they go together: those that touch, and those in one shell, with it. `text` begins at `base`.

    What stands before `least` belongs to none of them.
    """
    runs = _joined((mark.start - base, mark.end - base, [mark]) for mark in marks)
    for _ in range(LAYERS):
        runs = _joined(_shelled(text, runs, least))
    return runs


def _joined(runs: Iterable[Run]) -> list[Run]:
    """Those that touch as one."""
    found: list[Run] = []
    for start, end, marks in runs:
        if found and found[-1][1] == start:
            first, _, before = found.pop()
            before += marks
            start, marks = first, before
        found.append((start, end, marks))
    return found


def _shelled(text: str, runs: Sequence[Run], least: int) -> Iterator[Run]:
    """Those in one shell as one."""
    number = 0
    while number < len(runs):
        start, end, marks = runs[number]
        opens = next((opens for opens in _SHELLS if text.endswith(opens, least, start)), "")
        last = _last(text, runs, number, _SHELLS[opens]) if opens else None
        if last is not None:
            start, end = start - len(opens), runs[last][1] + len(_SHELLS[opens])
            marks = [mark for _, _, some in runs[number : last + 1] for mark in some]
        yield start, end, marks
        number = (number if last is None else last) + 1
        least = end


def _last(text: str, runs: Sequence[Run], first: int, closes: str) -> int | None:
    """Which run of a list stands before the end of the shell; `None` where anything else does."""
    for number in range(first, len(runs)):
        end = runs[number][1]
        if text.startswith(closes, end):
            return number
        if number + 1 == len(runs) or _IS_JOINT(text, end, runs[number + 1][0]) is None:
            return None
    return None
