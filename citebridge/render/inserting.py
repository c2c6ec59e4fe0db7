"""Marks put into Markdown: what was syntax before is syntax after, and nothing else has become it.

Around a mark some signs would mean something new: `!` before it an image, `(` behind it a link. They are escaped. Then
the block is read again; where something still came to mean something else, its marks go to its end.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citebridge.render.edits import Edit, applied
from citebridge.render.escaping import target
from citebridge.render.markup.definitions import definition_at
from citebridge.render.markup.inlines import InlineReader
from citebridge.render.markup.parts import Block, Line, Piece
from citebridge.render.markup.placing import Spot
from citebridge.render.markup.tables import aligned, table
from citebridge.render.markup.weaving import woven
from citebridge.render.safe import address

_JOIN_BEFORE = "!^\\"  # `![^1]` eats the `!` (github/cmark-gfm#66, yuin/goldmark#176), `^[` begins an inline footnote
_JOIN_BEHIND = "(["
_RUN_END = re.compile(r"[\s<]")


@dataclass(frozen=True, slots=True)
class Inserted:
    """What is written for a mark, and whether a reader of Markdown takes it for a footnote or for words."""

    written: str
    words: str = ""


Placed = Sequence[tuple[int, Inserted]]
"""Marks, and where they go in the content of a block, in order."""


def insertions(text: str, marks: Sequence[tuple[Spot, Inserted]], addresses: Mapping[str, str]) -> Iterator[Edit]:
    """The edits of the text that put each mark in its spot, in order."""
    groups: dict[int, tuple[Block, list[tuple[int | None, Inserted]]]] = {}
    for spot, mark in marks:
        groups.setdefault(id(spot.block), (spot.block, []))[1].append((spot.at, mark))
    for block, placed in groups.values():
        inside = [(at, mark) for at, mark in placed if at is not None]
        behind = [mark for at, mark in placed if at is None]
        edits, left = _safely(block, inside, addresses)
        for edit in edits:
            start = block.outward(edit.start)
            yield Edit(start, start, edit.words)
        if behind or left:
            yield _paragraph(text, block, "".join(mark.written for mark in (*left, *behind)))


def _safely(block: Block, placed: Placed, addresses: Mapping[str, str]) -> tuple[list[Edit], list[Inserted]]:
    """The edits that leave the block what it is, and the marks that have no place in it."""
    if not placed:
        return [], []
    at_end = [(len(block.content), mark) for _, mark in placed]
    for one in (placed, _past_links(block, placed), at_end):
        edits = list(_edits(block, one))
        content = applied(block.content, edits)
        again = InlineReader(content, addresses, html=True).pieces()
        if _told(again) == _told(block.pieces, one) and not _is_other(content):
            return edits, []
    if block.kind == "cell":
        return list(_edits(block, at_end)), []
    return [], [mark for _, mark in placed]


def _past_links(block: Block, placed: Placed) -> Placed:
    """The marks right before a link behind it: `[^1][rules]` is a link itself where a definition explains `[rules]`."""
    ends: dict[int, int] = {}
    opened: list[int] = []
    for piece in block.pieces:
        if piece.kind in ("link", "image") and piece.turn > 0:
            opened.append(piece.start)
        elif piece.kind in ("link", "image"):
            ends[opened.pop()] = piece.end
    return [(ends.get(at, at), mark) for at, mark in placed]


def _edits(block: Block, placed: Placed) -> Iterator[Edit]:
    """The marks in the content of a block, with what has to be escaped around them."""
    at_place: dict[int, str] = {}
    for at, mark in placed:
        at_place[at] = at_place.get(at, "") + mark.written
    around = _Around(block)
    for at, written in at_place.items():
        yield from around.before(at)
        yield Edit(at, at, around.bridge(at) + written + around.behind(at))


class _Around:
    """What stands around the places of a block, which are asked for in order."""

    def __init__(self, block: Block) -> None:
        self._content = block.content
        self._pieces = block.pieces
        self._starts = [piece.start for piece in block.pieces]
        self._bare = [one for one in block.pieces if one.kind == "address" and block.content[one.start] != "<"]
        self._closed = 0
        ends = _RUN_END.finditer(block.content) if self._bare else ()
        self._run_ends = [*(found.start() for found in ends), len(block.content)]

    def before(self, at: int) -> Iterator[Edit]:
        """A bare address that would take the mark in is put in brackets; a sign that would join it is escaped."""
        while self._closed < len(self._bare) and self._bare[self._closed].end <= at:
            bare = self._bare[self._closed]
            self._closed += 1
            if at <= self._run_ends[bisect_left(self._run_ends, bare.end)]:
                yield from self._bracketed(bare)
        yield from self._kept_apart(at)

    def _bracketed(self, bare: Piece) -> Iterator[Edit]:
        if self._content[bare.start : bare.end] == bare.url:
            yield Edit(bare.start, bare.start, "<")
            yield Edit(bare.end, bare.end, ">")
        else:
            yield from self._kept_apart(bare.start)
            yield Edit(bare.start, bare.start, "[")
            yield Edit(bare.end, bare.end, f"]({target(_address(bare.url))})")

    def _kept_apart(self, at: int) -> Iterator[Edit]:
        """A backslash before a sign that would mean something with a bracket behind it."""
        left = self._pieces[bisect_left(self._starts, at) - 1] if at else None
        if left is not None and left.is_literal and self._content[at - 1] in _JOIN_BEFORE:
            yield Edit(at - 1, at - 1, "\\")

    def bridge(self, at: int) -> str:
        """`[rules]` is a link by its definition no more when a bracket follows; `[rules][]` is."""
        left = self._pieces[bisect_left(self._starts, at) - 1] if at else None
        short = left is not None and left.kind in ("link", "image") and left.turn < 0 and left.end - left.start == 1
        return "[]" if short else ""

    def behind(self, at: int) -> str:
        """A backslash before what would make a link or a definition of the mark."""
        right = self._pieces[bisect_right(self._starts, at) - 1] if at < len(self._content) else None
        if right is None or not right.is_literal:
            return ""
        defines = self._content[at] == ":" and (at == 0 or self._content[at - 1] == "\n")
        return "\\" if self._content[at] in _JOIN_BEHIND or defines else ""


def _told(pieces: Sequence[Piece], placed: Placed = ()) -> list[tuple[object, ...]]:
    """What a reader of Markdown sees of pieces with marks among them; words that follow each other are one."""
    signs: list[tuple[object, ...]] = []
    words: list[str] = []
    for one in woven(pieces, placed):
        if isinstance(one, Inserted):
            shown, sign = one.words, ("note", 0, "", one.written)
        elif one.kind == "address":  # put in brackets, it may have become a link of its words
            signs += [("".join(words),), ("link", _address(one.url)), (one.text,), ("link", _address(one.url))]
            words = []
            continue
        else:
            shown, sign = one.text if one.kind == "text" else "", _sign(one)
        if shown:
            words.append(shown)
        else:
            signs += [("".join(words),), sign]
            words = []
    return [*signs, ("".join(words),)]


def _sign(piece: Piece) -> tuple[object, ...]:
    if piece.kind == "link":
        return "link", _address(piece.url)
    return piece.kind, piece.turn, piece.url, piece.text


def _address(url: str) -> str:
    return address(url) or url


def _is_other(content: str) -> bool:
    """Whether a paragraph came to begin with a definition, or to hold the head of a table."""
    if content.startswith("[") and definition_at(content, 0) is not None:
        return True
    rows = [Line(0, row) for row in content.split("\n")] if "|" in content else []
    heads = ((above, align) for above, below in pairwise(rows) if (align := aligned(below.text)) is not None)
    return any(table(above, align, 0) is not None for above, align in heads)


def _paragraph(text: str, block: Block, written: str) -> Edit:
    """Marks as a paragraph of their own behind a block."""
    if not text.strip():
        return Edit(0, len(text), written)
    prefix = block.prefix.removesuffix(" " * block.level) if block.kind == "note" else block.prefix
    rows = [written]
    if not block.is_fence:
        rows.insert(0, "")
    elif not block.closed:
        rows.insert(0, block.sign)
        block.closed = True
    following = text[block.end + 1 : (text.find("\n", block.end + 1) + 1 or len(text) + 1) - 1]
    if following.strip(" \t>"):
        rows.append("")
    return Edit(block.end, block.end, "".join("\n" + (f"{prefix}{row}" if row else prefix.rstrip()) for row in rows))
