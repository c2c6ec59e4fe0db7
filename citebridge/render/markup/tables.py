"""Tables: a row of names, a row of dashes, and rows (GFM, as markdown-it reads it)."""

import re
from itertools import pairwise
from typing import Final

from citebridge.render.markup.parts import Block, Line

_DASHES: Final = re.compile(r":?-+:?")
_LETTERS: Final = re.compile(r"[|:-][|: \t-]*")
_SIGN: Final = re.compile(r"\\.|\|")


def aligned(row: str) -> tuple[str, ...] | None:
    """How the columns are aligned, when a line is the row of dashes.

    >>> aligned("|:--|--:|")
    ('left', 'right')
    >>> aligned("- | -"), aligned("a | b")
    (None, None)
    """
    if row.startswith("- ") or not _LETTERS.fullmatch(row):
        return None
    row = row.strip(" \t")
    columns = [one.strip(" \t") for one in row.split("|")]
    inner = columns[not columns[0] : len(columns) - (not columns[-1])]
    if not inner or not all(_DASHES.fullmatch(one) for one in inner):
        return None
    return tuple(_side(one) for one in inner)


def _side(dashes: str) -> str:
    left, right = dashes[0] == ":", dashes[-1] == ":"
    return "center" if left and right else "left" if left else "right" if right else ""


def cells(line: Line) -> list[Block]:
    """The cells of a row; a pipe behind a backslash is part of a cell.

    >>> [(cell.start, cell.content) for cell in cells(Line(10, "| a | b \\\\| c |"))]
    [(12, 'a'), (16, 'b \\\\| c')]
    """
    text = line.text.rstrip(" \t")
    shift = len(text) - len(text.lstrip(" \t"))
    bounds = [found.start() for found in _SIGN.finditer(text) if found.group() == "|"]
    edges = [shift - 1, *bounds, len(text)]
    if bounds and bounds[0] == shift:
        del edges[0]
    if bounds and bounds[-1] == len(text) - 1 and len(edges) > 1:
        del edges[-1]
    return [_cell(line.start, text, first + 1, last) for first, last in pairwise(edges)]


def _cell(begin: int, text: str, start: int, end: int) -> Block:
    words = text[start:end].rstrip(" \t")
    start += len(words) - len(words.lstrip(" \t"))
    words = words.lstrip(" \t")
    start = min(start, end)
    return Block("cell", begin + start, begin + start + len(words), lines=[Line(begin + start, words)])


def table(names: Line, align: tuple[str, ...], end: int) -> Block | None:
    """The table that a row of names and one of dashes begin; `None` when they have not the same columns."""
    if "|" not in names.text or len(cells(names)) != len(align):
        return None
    return Block("table", names.start, end, align=align, children=[row(names)])


def row(line: Line) -> Block:
    """A row with its cells."""
    return Block("row", line.start, line.end, children=cells(line))
