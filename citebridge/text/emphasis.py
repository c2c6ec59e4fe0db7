"""Which `*`, `_` and `~` of a Markdown text are emphasis (CommonMark 0.31, 6.2).

Pairs are found as the appendix of the specification tells it, in time that grows with the number of signs.
"""

import unicodedata
from collections.abc import Sequence

__all__ = ["Run", "emphasise", "run_at"]


class Run:
    """A run of one sign: how many of it are left, and what the run may do."""

    __slots__ = ("closes", "left", "length", "opens", "sign")

    def __init__(self, sign: str, length: int, opens: bool, closes: bool) -> None:
        self.sign = sign
        self.length = self.left = length
        self.opens = opens
        self.closes = closes


def run_at(text: str, start: int, end: int) -> Run:
    """The run `text[start:end]`, and whether it may begin and end emphasis, from the characters beside it."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    left = not after.isspace() and (not _punctuates(after) or before.isspace() or _punctuates(before))
    right = not before.isspace() and (not _punctuates(before) or after.isspace() or _punctuates(after))
    sign = text[start]
    if sign == "_":  # within a word it is a letter
        opens, closes = left and (not right or _punctuates(before)), right and (not left or _punctuates(after))
    else:
        opens, closes = left, right
    if sign == "~" and end - start != 2:
        opens = closes = False
    return Run(sign, end - start, opens, closes)


def emphasise(runs: Sequence[Run]) -> None:
    """Take from each run the signs that are emphasis; what is `left` is text."""
    open_runs: list[tuple[int, Run]] = []
    bottoms: dict[tuple[str, bool, int], int] = {}  # below which place no opening for such a run is found
    for number, run in enumerate(runs):
        while run.closes and run.left:
            kind = (run.sign, run.opens, run.length % 3)
            found = _opening(run, open_runs, bottoms.get(kind, 0))
            if found < 0:
                bottoms[kind] = number
                break
            opening = open_runs[found][1]
            del open_runs[found + 1 :]
            used = 2 if run.left >= 2 and opening.left >= 2 else 1
            run.left -= used
            opening.left -= used
            if not opening.left:
                open_runs.pop()
        if run.opens and run.left:
            open_runs.append((number, run))


def _opening(run: Run, open_runs: Sequence[tuple[int, Run]], bottom: int) -> int:
    """The place among the open runs of the nearest one that this run closes, -1 when none is."""
    for place in range(len(open_runs) - 1, -1, -1):
        number, opening = open_runs[place]
        if number < bottom:
            break
        if opening.sign == run.sign and not _odd(opening, run):
            return place
    return -1


def _odd(opening: Run, closing: Run) -> bool:
    """The rule of three: `*foo**bar*` is one emphasis, not two."""
    either = opening.closes or closing.opens
    return either and (opening.length + closing.length) % 3 == 0 and bool(opening.length % 3 or closing.length % 3)


def _punctuates(character: str) -> bool:
    return unicodedata.category(character)[0] in "PS"
