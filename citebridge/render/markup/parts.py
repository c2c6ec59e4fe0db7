"""What a Markdown text is made of: blocks, and the pieces of their prose, each with its place.

Lines of prose are kept without what stands before them in the text (list markers, `>`, indents), so a block has a
`content` of its own; `outward` gives the place in the text of a place in the content, `inward` the other way.
"""

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

BlockKind = Literal[
    "document", "quote", "list", "item", "note", "paragraph", "heading", "code", "rule", "table", "row", "cell",
    "definition", "html",
]  # fmt: skip
PieceKind = Literal["text", "code", "break", "link", "image", "address", "em", "strong", "strike", "note", "tag"]

PROSE: frozenset[BlockKind] = frozenset({"paragraph", "heading", "cell"})


@dataclass(slots=True)
class Piece:
    """A stretch `start` to `end` of a block's content, and the `text` that a reader sees of it.

    What encloses others comes twice: with `turn` 1 where it opens, -1 where it closes. `url` is where a link leads.
    """

    kind: PieceKind
    start: int
    end: int
    text: str = ""
    turn: int = 0
    url: str = ""

    @property
    def is_literal(self) -> bool:
        """Whether its words stand in the content letter for letter."""
        return self.kind == "text" and self.end - self.start == len(self.text)


@dataclass(slots=True)
class Line:
    """A line of a block: its words, and where they begin in the text."""

    start: int
    text: str

    @property
    def end(self) -> int:
        """Where its words end in the text."""
        return self.start + len(self.text)


@dataclass(eq=False)
class Block:
    """A block from `start` to `end` of the text, with the blocks in it or the lines of it.

    `prefix` is what a new line in the same container begins with, and `sealed` says that no mark may be set in it.
    `level` is that of a heading, the first number of a list, and how far the words of an item are indented; `sign` what
    an item, a fence or a note begins with; `info` the language of code; `closed` whether a fence was; `addresses` what
    the definitions of a document say, and `used` which of them are.
    """

    kind: BlockKind
    start: int
    end: int
    prefix: str = ""
    level: int = 0
    sign: str = ""
    info: str = ""
    align: tuple[str, ...] = ()
    tight: bool = True
    closed: bool = True
    sealed: bool = False
    blank_after: bool = False
    children: list["Block"] = field(default_factory=list["Block"])
    lines: list[Line] = field(default_factory=list[Line])
    pieces: list[Piece] = field(default_factory=list[Piece])
    addresses: dict[str, str] = field(default_factory=dict[str, str])
    used: set[str] = field(default_factory=set[str])

    @property
    def is_fence(self) -> bool:
        """Whether it is code between fences."""
        return self.kind == "code" and self.sign != ""

    @property
    def is_ordered(self) -> bool:
        """Whether it is a list, or an item, with numbers."""
        return self.sign in (".", ")")

    @cached_property
    def content(self) -> str:
        """The lines, without what is before them."""
        return "\n".join(line.text for line in self.lines)

    @cached_property
    def _begins(self) -> list[int]:
        """Where the lines begin in the content."""
        begins = [0]
        for line in self.lines:
            begins.append(begins[-1] + len(line.text) + 1)
        return begins[:-1] if self.lines else begins

    @cached_property
    def _starts(self) -> list[int]:
        return [line.start for line in self.lines]

    def outward(self, at: int) -> int:
        """The place in the text of a place in the content."""
        number = bisect_right(self._begins, at) - 1
        return self.lines[number].start + at - self._begins[number]

    def inward(self, place: int) -> int:
        """The place in the content of a place in the text; between two lines, the end of the first."""
        number = max(bisect_right(self._starts, place) - 1, 0)
        return self._begins[number] + min(max(place - self.lines[number].start, 0), len(self.lines[number].text))


def with_prose(block: Block) -> Iterator[Block]:
    """The blocks that have prose, in the order of the text."""
    if block.kind in PROSE:
        yield block
    for child in block.children:
        yield from with_prose(child)


def stops(block: Block) -> Iterator[Block]:
    """The blocks in or behind which a mark can stand, in the order of the text.

    A cell beyond the columns of its table is none: most readers of Markdown drop it.
    """
    if block.kind == "table":
        for row in block.children:
            yield from row.children[: len(block.align)]
    elif block.children and not block.sealed:
        for child in block.children:
            yield from stops(child)
    elif block.kind != "document":
        yield block
