"""Marks in plain brackets, `[1]`, look like parts of Markdown: whether one is the text of a link, or a definition.

All bounds hold for whole texts and streams alike: as much text before a mark on its line, and as much after it.
"""

import re

BEFORE = 256
"""So much text before a mark, on its line, is looked at."""

AFTER = 512
"""So much text after it is looked at, where the text before it leaves a bracket open."""

_LINK_TEXT = re.compile(r"(?:[^\[\]\n]|\[[^\[\]\n]*+\]){0,256}+")
# Also in a quotation or an item of a list, where definitions may stand as well (CommonMark 0.31, 4.7).
_BEGINS_BLOCK = re.compile(r" {0,3}(?:(?:>|(?:[-+*]|\d{1,9}[.)])[ \t])[ \t]*+)*+").fullmatch
_BRACKETS = re.compile(r"[\[\]]")
_UNCLOSED = re.compile(r"\[[^\[\]\n]*+\Z")


def is_markup(before: str, after: str, final: bool) -> bool | None:
    """Whether brackets between two texts are no mark: escaped, a definition, or within the text of a link or image.

    `before` ends where they open and holds no line end. `None` while more text has to come; `final` says that none
    will.

    >>> is_markup("It rose", ".", True), is_markup("[see ", "](u)", True), is_markup("[see ", " and", False)
    (False, True, None)
    """
    if (len(before) - len(before.rstrip("\\"))) % 2:
        return True
    if after.startswith(":") and _BEGINS_BLOCK(before):
        return True
    if not opens(before):
        return False
    after = after[:AFTER]
    found = _LINK_TEXT.match(after)
    end = found.end() if found is not None else 0
    unknown = False if final or len(after) == AFTER else None
    if end == len(after) or _UNCLOSED.match(after, end):
        return unknown
    if after[end] != "]":
        return False
    return after[end + 1] == "(" if end + 1 < len(after) else unknown


def opens(before: str) -> bool:
    """Whether a bracket is open at the end of a text."""
    if "[" not in before:
        return False
    closed = 0
    for sign in _BRACKETS.findall(before)[::-1]:
        if sign == "]":
            closed += 1
        elif not closed:
            return True
        else:
            closed -= 1
    return False
