"""Fenced and inline code in Markdown (CommonMark 0.31, 4.5 and 6.1), as far as sentences need it."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Final

_FENCE: Final = re.compile(r"^[ \t]{0,12}(`{3,}|~{3,})([^\n]*)", re.MULTILINE)
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
    opened, fence = -1, ""
    for line in _FENCE.finditer(text, 0, high):
        sign, rest = line[1], line[2]
        if opened < 0:
            if sign[0] == "~" or "`" not in rest:
                opened, fence = line.start(), sign
        elif sign.startswith(fence) and not rest.strip():
            found.append((opened, line.end()))
            opened = -1
    if opened >= 0:
        found.append((opened, high))
    return found


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
