"""Fenced and inline code in Markdown (CommonMark 0.31, 4.5 and 6.1), as far as sentences need it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

OPENING: Final = r"[ \t]*+(?:(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])[ \t]*+)*+(`{3,}|~{3,})"
"""How a fence begins on its line: also in a quotation, or on the first line of an item of a list."""

CLOSING: Final = r"[ \t]*+(?:>[ \t]*+)*+(`{3,}|~{3,})"
"""How it ends; a line that begins an item ends none."""

QUOTED: Final = r"[ \t]*+>"
"""How a line of a quotation begins. A fence in it ends with it."""

_FENCE: Final = re.compile(rf"^{OPENING}([^\n]*)", re.MULTILINE)
_CLOSES: Final = re.compile(rf"{CLOSING}[ \t\r]*+$", re.MULTILINE).match
_IS_QUOTED: Final = re.compile(QUOTED).match
_UNQUOTED: Final = re.compile(rf"^(?!{QUOTED})", re.MULTILINE)
_TICKS: Final = re.compile(r"`+|\n[ \t\r]*\n")
# A longer run is prose: with a bound on lengths, looking for the closing run stays linear.
_LONGEST: Final = 8


def code_spans(text: str, high: int) -> list[tuple[int, int]]:
    """The stretches of `text[:high]` that are code, in order.

    A fence that is not closed runs to the end; a backtick run that is not closed in its paragraph is prose.
    """
    fences = _fences(text, high)
    if text.find("`", 0, high) < 0:
        return fences
    found: list[tuple[int, int]] = []
    since = 0
    for start, end in [*fences, (high, high)]:
        found += _inline(text, since, start)
        if start < end:
            found.append((start, end))
        since = end
    return found


def is_code(spans: Sequence[tuple[int, int]], at: int) -> bool:
    """Whether a place is within one of the stretches that `code_spans` found."""
    number = bisect_right(spans, at, key=_start)
    return number > 0 and at < spans[number - 1][1]


def _start(span: tuple[int, int]) -> int:
    return span[0]


def _fences(text: str, high: int) -> list[tuple[int, int]]:
    if text.find("```", 0, high) < 0 and text.find("~~~", 0, high) < 0:
        return []
    found: list[tuple[int, int]] = []
    opened, fence, last, quoted = -1, "", high, 0
    for line in _FENCE.finditer(text, 0, high):
        if opened >= 0 and line.start() >= last:  # the quotation has ended
            found.append((opened, last))
            opened = -1
        if opened < 0:
            if line[1][0] == "~" or "`" not in line[2]:
                opened, fence, quoted = line.start(), line[1], _end_of_quotation(text, line, quoted, high)
                last = quoted if opened < quoted else high
        elif (closing := _CLOSES(text, line.start(), high)) is not None and closing[1].startswith(fence):
            found.append((opened, line.end()))
            opened = -1
    if opened >= 0:
        found.append((opened, last))
    return found


def _end_of_quotation(text: str, line: re.Match[str], known: int, high: int) -> int:
    """Where the quotation ends in which a line is; the line itself where it is in none.

    `known` is where the last one ends: else every fence in a quotation would look for its end.
    """
    if line.start() < known:
        return known
    if _IS_QUOTED(text, line.start()) is None:
        return line.start()
    after = _UNQUOTED.search(text, line.end(), high)
    return after.start() if after is not None else high


def _inline(text: str, low: int, high: int) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    found: list[tuple[int, int]] = []
    for tick in _TICKS.finditer(text, low, high):
        if text[tick.start()] == "\n":
            found += _pairs(runs)
            runs.clear()
        elif tick.end() - tick.start() <= _LONGEST:
            runs.append(tick.span())
    return found + _pairs(runs)


def _pairs(runs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Each run closed by the next one of the same length; what lies between is code."""
    following: list[int] = [0] * len(runs)
    latest: dict[int, int] = {}
    for number in range(len(runs) - 1, -1, -1):
        length = runs[number][1] - runs[number][0]
        following[number] = latest.get(length, -1)
        latest[length] = number
    found: list[tuple[int, int]] = []
    number = 0
    while number < len(runs):
        closing = following[number]
        if closing < 0:
            number += 1
            continue
        found.append((runs[number][0], runs[closing][1]))
        number = closing + 1
    return found
