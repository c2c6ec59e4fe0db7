"""Markdown without what acts: no script, nothing that loads by itself, no link to anywhere but the web and mail.

The answer stays as the model wrote it, but for backslashes and entities at the places that would act. So what is shown
are the very words: a script as words, an image as a link to it.
"""

import re
from collections.abc import Iterator, Sequence

from citebridge.render.edits import Edit, applied, moved_by
from citebridge.render.markup import read
from citebridge.render.markup.definitions import definition_at
from citebridge.render.markup.parts import Block, Piece, with_prose
from citebridge.render.markup.tables import aligned
from citebridge.render.markup.tags import OPENS, tag_end
from citebridge.render.safe import acts

_ROUNDS = 4  # what one round changes seldom uncovers something for the next
_FENCE = re.compile(r"[ \t>]*(?:```|~~~)")
_HARD = re.compile(r"<(?=[A-Za-z/!?])|(?<=\])(?=\()|(?<=!)(?=\[)|(?<=\])(?=:)")


def harmless(text: str, places: Sequence[int]) -> tuple[str, list[int], Block]:
    """The text, where the places (which rise) are in it, and the text as it was read.

    >>> harmless("<script>x</script> ![a](https://a.example/?q=1) [b](box:x)", [0])[0]
    '&lt;script>x&lt;/script> \\\\![a](https://a.example/?q=1) \\\\[b\\\\](box:x)'
    """
    moved = list(places)
    for _ in range(_ROUNDS):
        document = read(text, html=True)
        edits = sorted(_edits(text, document))
        if not edits:
            return text, moved, document
        text, moved = applied(text, edits), moved_by(edits, moved)
    edits = [Edit(one.start(), one.end(), "&lt;" if one.group() else "\\") for one in _HARD.finditer(text)]
    text, moved = applied(text, edits), moved_by(edits, moved)
    return text, moved, read(text, html=True)


def _edits(text: str, document: Block) -> Iterator[Edit]:
    for block in _others(document):
        if block.kind == "html":
            yield from _html(block)
        elif block.kind == "definition":
            yield from (*_definitions(block), *_at_line_starts(block))
        else:
            yield from _pipes(text, block)
    for block in with_prose(document):
        taken: set[int] = set()
        for start, end, shown in _in_prose(block):
            place = block.outward(start)
            taken.add(place)
            yield Edit(place, place + end - start, shown)
        yield from (edit for edit in _at_line_starts(block) if edit.start not in taken)
        if block.kind == "paragraph":
            yield from _below_pipes(text, block)


def _at_line_starts(block: Block) -> Iterator[Edit]:
    """HTML at the head of a line breaks a paragraph, and code or a label that is open in it."""
    for one in block.lines[1:]:
        if OPENS.match(one.text) and tag_end(one.text, 0) is None:
            yield Edit(one.start, one.start + 1, "&lt;")


def _others(block: Block) -> Iterator[Block]:
    if block.kind in ("html", "definition") or (block.is_fence and "|" in block.info):
        yield block
    for child in block.children:
        yield from _others(child)


def _in_prose(block: Block) -> Iterator[tuple[int, int, str]]:
    depth = 0
    for piece in block.pieces:
        if piece.kind == "text":
            if piece.text == "<" and OPENS.match(block.content, piece.start):
                yield piece.start, piece.end, "&lt;"
            elif piece.text.endswith("^") and piece.is_literal and block.content.startswith("^[", piece.end - 1):
                yield piece.end - 1, piece.end - 1, "\\"  # a footnote within the text, to some readers
        elif piece.kind == "address" and acts(piece.url):
            yield piece.start, piece.start + 1, "&lt;"
        elif piece.kind in ("link", "image"):
            yield from _of_link(piece, within_link=depth > 0)
            depth += piece.turn if piece.kind == "link" else 0


def _of_link(piece: Piece, *, within_link: bool) -> Iterator[tuple[int, int, str]]:
    """The brackets of a link that acts, and of an image in a link, become words; an image becomes a link."""
    if acts(piece.url) or (piece.kind == "image" and within_link):
        bracket = piece.end - 1 if piece.turn > 0 else piece.start
        yield bracket, bracket, "\\"
    elif piece.kind == "image" and piece.turn > 0:
        yield piece.start, piece.start, "\\"


def _below_pipes(text: str, block: Block) -> Iterator[Edit]:
    """A row of dashes that makes no table here would make one, for some readers, of code or a heading before it."""
    for one in block.lines:
        above = text.rfind("\n", 0, one.start) + 1  # where its own line begins
        if aligned(one.text) is not None and "|" in text[text.rfind("\n", 0, max(above - 1, 0)) + 1 : above]:
            yield Edit(one.start, one.start, "\\")


def _html(block: Block) -> Iterator[Edit]:
    """What acts in HTML. With a fence or a row of dashes in it, some readers take it for code or a table."""
    first = block.lines[0]
    if any(_FENCE.match(one.text) or aligned(one.text.lstrip(" \t>")) is not None for one in block.lines[1:]):
        yield Edit(first.start, first.start + 1, "&lt;")
        return
    for one in block.lines:
        yield from _tags(one.text, one.start)


def _tags(text: str, begin: int) -> Iterator[Edit]:
    for found in OPENS.finditer(text):
        if tag_end(text, found.start()) is None:
            yield Edit(begin + found.start(), begin + found.end(), "&lt;")


def _pipes(text: str, block: Block) -> Iterator[Edit]:
    """A fence with a pipe behind it is the head of a table to some readers, and what follows is then no code."""
    head = text[block.start : (text.find("\n", block.start) + 1 or len(text) + 1) - 1]
    for at, sign in enumerate(head, block.start):
        if sign == "|":
            yield Edit(at, at + 1, "&#124;")


def _definitions(block: Block) -> Iterator[Edit]:
    at, content = 0, block.content
    while at < len(content) and (found := definition_at(content, at)) is not None:
        if acts(found[1]):
            start = block.outward(content.index("[", at))
            yield Edit(start, start, "\\")
        at = found[2]
