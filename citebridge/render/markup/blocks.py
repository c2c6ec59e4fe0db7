"""The blocks of a Markdown text (CommonMark 0.31, with the tables of GFM and footnotes), read line by line.

Each line first goes through the containers that are open, then begins new ones, and what is left of it is words: the
algorithm of the specification's appendix. Nesting deeper than `DEEPEST` is words, so that a line costs what it is long.
"""

import re
from typing import Final

from citebridge.render.markup.continuing import closes, goes_on
from citebridge.render.markup.cursor import Cursor
from citebridge.render.markup.definitions import take_definitions
from citebridge.render.markup.openers import CODE_INDENT, CONTAINERS, LEAVES, Around, item
from citebridge.render.markup.parts import Block, Line
from citebridge.render.markup.tables import aligned, row, table
from citebridge.render.markup.tags import begins_block

DEEPEST: Final = 40
_CONTAINERS: Final = frozenset({"document", "quote", "list", "item", "note"})
_BROKEN_UP: Final = _CONTAINERS | {"paragraph", "table"}  # in which blocks can begin
_WITH_WORDS: Final = _CONTAINERS | {"code", "html"}  # which may have words in the line that they begin in
_UNDERLINE: Final = re.compile(r"(?:=+|-+)[ \t]*\Z")


class BlockReader:
    """Reads one text; `document` holds all its blocks."""

    def __init__(self, text: str, *, html: bool) -> None:
        self._html = html
        self.document = Block("document", 0, len(text))
        self._open = [self.document]
        begin = 0
        for words in text.split("\n"):
            self._line = Cursor(begin, words)
            self._read()
            begin += len(words) + 1
        self._close(1)

    def _read(self) -> None:
        line, matched = self._line, 1
        while matched < len(self._open):
            block = self._open[matched]
            if closes(line, block):
                block.end, block.closed = line.end, True
                self._close(matched)
                return
            if not goes_on(line, block):
                break
            matched += 1
        begun = self._begin_blocks(matched)
        if begun is None and matched < len(self._open) and not line.blank and self._open[-1].kind == "paragraph":
            self._add(self._open[-1])  # a lazy continuation
            return
        if begun is None:
            self._close(matched)
        if begun is None or (begun.kind in _WITH_WORDS and not begun.is_fence):
            self._take_words()
        self._note_blank()

    # -- what begins

    def _begin_blocks(self, reached: int) -> Block | None:
        """Begin what begins in this line; the innermost of it."""
        begun = None
        while not self._line.blank and self._open[reached - 1].kind in _BROKEN_UP:
            block = self._begin(reached)
            if block is None:
                break
            begun, reached = block, len(self._open)
            if block.kind not in _CONTAINERS:
                break
        return begun

    def _begin(self, reached: int) -> Block | None:
        """Begin a block in the one that was reached."""
        line, within = self._line, self._open[reached - 1]
        around = Around(self._container(reached).prefix, within.kind == "paragraph")
        if line.indent >= CODE_INDENT:
            if self._open[-1].kind == "paragraph":
                return None
            line.columns(CODE_INDENT)
            return self._put(Block("code", line.begin + line.at, line.end, around.prefix), reached)
        if around.in_paragraph and (made := self._of_paragraph(within)) is not None:
            return made
        roomy = len(self._open) < DEEPEST
        for opener in (*(CONTAINERS if roomy else ()), *LEAVES):
            if (block := opener(line, around)) is not None:
                return self._put(block, reached)
        listed = item(line, around) if roomy else None
        if listed is not None:
            return self._put_item(listed, reached)
        if self._html and begins_block(line.text, line.next, in_paragraph=self._open[-1].kind == "paragraph"):
            return self._put(Block("html", line.begin + line.next, line.end, around.prefix), reached)
        return None

    def _container(self, reached: int) -> Block:
        """The innermost container among the blocks that were reached."""
        return next(block for block in reversed(self._open[:reached]) if block.kind in _CONTAINERS)

    def _put(self, block: Block, reached: int) -> Block:
        """Close what does not go on, and open a block in its container."""
        while self._open[reached - 1].kind == "list" or self._open[reached - 1].kind not in _CONTAINERS:
            reached -= 1
        self._close(reached)
        self._open[-1].children.append(block)
        self._open.append(block)
        return block

    def _put_item(self, block: Block, reached: int) -> Block:
        within = self._container(reached)
        if within.kind != "list" or within.sign != block.sign:
            made = Block("list", block.start, block.end, self._open[reached - 1].prefix, sign=block.sign)
            made.level = int(block.info or 0)
            self._put(made, reached)
        else:
            self._close(self._open.index(within) + 1)
        self._open[-1].children.append(block)
        self._open.append(block)
        return block

    def _of_paragraph(self, within: Block) -> Block | None:
        """The table or heading that a paragraph becomes by the row of dashes, or underline, that stands below it."""
        line = self._line
        align = aligned(line.rest)
        made = table(within.lines[-1], align, line.end) if align is not None else None
        if made is not None:
            made.prefix = within.prefix
            within.lines.pop()
            self._close(len(self._open) - 1)
            self._open[-1].children.append(made)
            self._open.append(made)
            return made
        if not _UNDERLINE.match(line.text, line.next):
            return None
        self._define(within)
        if not within.lines:
            return None
        within.kind, within.level, within.end = "heading", 1 if line.rest[0] == "=" else 2, line.end
        return within

    # -- words

    def _take_words(self) -> None:
        """What is left of a line goes into the innermost block."""
        line, block = self._line, self._open[-1]
        if block.kind in ("code", "html"):
            self._add(block)
        elif block.kind == "table":
            block.children.append(row(Line(line.begin + line.next, line.rest)))
            block.end = line.end
        elif not line.blank:
            if block.kind != "paragraph":
                start = line.begin + line.next
                prefix = self._container(len(self._open)).prefix
                block = self._put(Block("paragraph", start, start, prefix), len(self._open))
            line.to_words()
            self._add(block)

    def _add(self, block: Block) -> None:
        line = self._line
        if block.kind == "paragraph":
            line.to_words()
        words = " " * line.spare + line.text[line.at + (line.spare > 0) :]
        block.lines.append(Line(line.end - len(words), words))
        block.end = line.end

    def _note_blank(self) -> None:
        """Remember behind which blocks a blank line stands: it makes a list loose."""
        line, block = self._line, self._open[-1]
        begun_empty = block.kind == "item" and not block.children and block.start >= line.begin
        blank = line.blank and block.kind != "quote" and not block.is_fence and not begun_empty
        for one in self._open:
            one.blank_after = blank
        if line.blank and block.children:
            block.children[-1].blank_after = True

    # -- what ends

    def _close(self, keep: int) -> None:
        """Close all but so many of the open blocks."""
        while len(self._open) > keep:
            block = self._open.pop()
            if block.kind == "paragraph":
                self._define(block)
            elif block.kind == "list":
                block.tight = not _is_loose(block)
            elif block.kind == "code" and not block.is_fence:
                _trim(block)
            if len(self._open) > 1:
                self._open[-1].end = max(self._open[-1].end, block.end)

    def _define(self, block: Block) -> None:
        """Take the definitions off the head of a paragraph; one without words goes."""
        siblings = self._open[-1].children if self._open[-1] is not block else self._open[-2].children
        made, found = take_definitions(block)
        for label, address in found:
            self.document.addresses.setdefault(label, address)
        kept = [block] if block.lines else []
        siblings[-1:] = [made, *kept] if made is not None else kept
        if block.lines:
            last = block.lines[-1]
            block.lines[-1] = Line(last.start, last.text.rstrip(" \t"))


def _is_loose(block: Block) -> bool:
    """Whether a blank line stands between two items of a list, or between two blocks of one."""
    for number, one in enumerate(block.children):
        last = number == len(block.children) - 1
        if not last and _ends_blank(one):
            return True
        inner = one.children if not last else one.children[:-1]
        if any(_ends_blank(child) for child in inner):
            return True
    return False


def _ends_blank(block: Block) -> bool:
    while not block.blank_after:
        if block.kind not in ("list", "item") or not block.children:
            return False
        block = block.children[-1]
    return True


def _trim(block: Block) -> None:
    """Blank lines at the end of code are none of it."""
    while len(block.lines) > 1 and not block.lines[-1].text.strip(" \t"):
        block.lines.pop()
    block.end = block.lines[-1].end
