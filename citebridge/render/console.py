"""`render.terminal`: an answer for a terminal, with links, colours and wrapping (rich)."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from citebridge.errors import MissingExtra
from citebridge.models import Answer
from citebridge.render.entries import UNRESOLVED, Entry
from citebridge.render.markup import read
from citebridge.render.markup.parts import Block, Piece
from citebridge.render.markup.placing import spots
from citebridge.render.markup.weaving import woven
from citebridge.render.numbering import Mark, References, references
from citebridge.render.passages import Passage
from citebridge.render.plaintext import QUOTE_ROOM
from citebridge.render.safe import address
from citebridge.render.wording import ending

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

_MOST_INDENT = 24  # what is nested deeper stands no further right: a terminal may be narrow
_STEP = 2
_STYLES = {"em": "italic", "strong": "bold", "strike": "strike"}


def terminal(answer: Answer) -> "RenderableType":
    """The answer as something that rich prints: `rich.print(render.terminal(answer))`, or any `Console`.

    The Markdown of the answer is set. The numbers are those of `render.text`, and links to their sources where the
    terminal knows links. Width, colours and `NO_COLOR` are up to the console. No control character comes through.

    Needs the extra `cli`; raises `MissingExtra` without it.
    """
    try:
        from rich.console import Group
    except ModuleNotFoundError as error:
        raise MissingExtra.of("render.terminal needs", "rich", "cli") from error
    found = references(answer)
    setter = _Setter(found)
    return Group(*_spaced([*setter.blocks(), *_state(found.answer)]), *_lists(found))


def _spaced(parts: Sequence["RenderableType"]) -> Iterator["RenderableType"]:
    from rich.text import Text

    for number, part in enumerate(parts):
        if number:
            yield Text()
        yield part


class _Setter:
    """Sets the Markdown of an answer. Blocks are not nested but indented: rich takes long to measure what is nested."""

    def __init__(self, found: References) -> None:
        self._document = read(found.text, html=False)
        self._quotes = 0  # that are open
        self._inside: dict[int, list[tuple[int, Mark]]] = {}
        self._behind: dict[int, list[Mark]] = {}
        placed = spots(found.text, self._document, [one.place for one in found.marks])
        for mark, spot in zip(found.marks, placed, strict=True):
            if spot.at is None:
                self._behind.setdefault(id(spot.block), []).append(mark)
            else:
                self._inside.setdefault(id(spot.block), []).append((spot.at, mark))

    def blocks(self) -> Iterator["RenderableType"]:
        """The blocks, one below the other."""
        from rich.console import Group

        for block in self._document.children:
            yield Group(*self._rows(block, 0, ""))
        if marks := self._behind.get(id(self._document)):
            yield _marks(marks)

    def _rows(self, block: Block, indent: int, lead: str) -> Iterator["RenderableType"]:
        """What a block is, row by row; `lead` stands before the first of them."""
        if block.kind == "list":
            for number, item in enumerate(block.children, block.level):
                sign = f"{number}." if block.is_ordered else "•"
                yield from self._children(item, indent + len(lead), f"{sign} ")
        elif block.kind == "quote":
            self._quotes += 1
            yield from self._children(block, indent + len(lead) + _STEP, "")
            self._quotes -= 1
        elif block.kind == "note":
            yield from self._children(block, indent + len(lead), f"{block.sign} ")
        else:
            yield _indented(self._leaf(block), indent, lead)
        if marks := self._behind.get(id(block)):
            yield _indented(_marks(marks), indent + len(lead), "")

    def _children(self, block: Block, indent: int, lead: str) -> Iterator["RenderableType"]:
        if not block.children:
            yield _indented(_marks([]), indent, lead)
        for number, child in enumerate(block.children):
            yield from self._rows(child, indent, lead) if not number else self._rows(child, indent + len(lead), "")

    def _leaf(self, block: Block) -> "RenderableType":
        from rich.rule import Rule
        from rich.text import Text

        if block.kind == "rule":
            return Rule(style="dim")
        if block.kind == "table":
            return self._table(block)
        if block.kind in ("code", "definition"):
            return Text("\n".join(line.text for line in block.lines), "cyan" if block.kind == "code" else "dim")
        return self._prose(block, "bold" if block.kind == "heading" else "dim italic" if self._quotes else "")

    def _table(self, block: Block) -> "RenderableType":
        from rich import box
        from rich.table import Table

        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
        head, *rows = ([self._prose(cell, "") for cell in row.children] for row in block.children)
        for number in range(max(len(row) for row in (head, *rows))):
            side = block.align[number] if number < len(block.align) else ""
            name = head[number] if number < len(head) else ""
            table.add_column(name, overflow="fold", justify="right" if side == "right" else "left")
        for row in rows:
            table.add_row(*row)
        return table

    def _prose(self, block: Block, style: str) -> "Text":
        from rich.text import Text

        text = Text(style=style)
        writer = _Writer(text)
        for one in woven(block.pieces, self._inside.get(id(block), [])):
            if isinstance(one, Piece):
                writer.piece(one)
            else:
                text.append_text(_marks([one]))
        return text


class _Writer:
    """Pieces as styled words."""

    def __init__(self, text: "Text") -> None:
        self._text = text
        self._counts = dict.fromkeys(_STYLES, 0)
        self._urls: list[str | None] = []

    def piece(self, piece: Piece) -> None:
        """A piece, or one end of it."""
        if piece.kind in self._counts:
            self._counts[piece.kind] += piece.turn
        elif piece.kind in ("link", "image"):
            self._urls.append(address(piece.url)) if piece.turn > 0 else self._urls.pop()
        elif piece.kind == "break":
            self._text.append("\n")
        else:
            self._words(piece)

    def _words(self, piece: Piece) -> None:
        from rich.style import Style

        url = address(piece.url) if piece.kind == "address" else next((one for one in self._urls if one), None)
        style = Style(
            bold=self._counts["strong"] > 0 or None,
            italic=self._counts["em"] > 0 or None,
            strike=self._counts["strike"] > 0 or None,
            color="cyan" if piece.kind == "code" else None,
            underline=url is not None or None,
            link=url,
        )
        self._text.append(piece.text, style)


def _marks(marks: Sequence[Mark]) -> "Text":
    from rich.style import Style
    from rich.text import Text

    text = Text()
    for mark in marks:
        doubted = mark.label == UNRESOLVED or any(one.is_doubted for one in mark.passages)
        sign = "!" if doubted and mark.label != UNRESOLVED else ""
        text.append(
            f"[{mark.label}{sign}]", Style(bold=True, color="red" if doubted else "yellow", link=mark.entry.link)
        )
    return text


def _indented(body: "RenderableType", indent: int, lead: str) -> "RenderableType":
    from rich.padding import Padding
    from rich.table import Table
    from rich.text import Text

    if lead:
        grid = Table.grid()
        grid.add_column(width=len(lead), no_wrap=True)
        grid.add_column(overflow="fold")
        grid.add_row(Text(lead, "dim"), body)
        body = grid
    return Padding(body, (0, 0, 0, min(indent, _MOST_INDENT))) if indent else body


def _state(answer: Answer) -> Iterator["RenderableType"]:
    from rich.text import Text

    if said := ending(answer):
        yield Text(said, "bold red")


def _lists(found: References) -> Iterator["RenderableType"]:
    from rich.style import Style
    from rich.text import Text

    for heading, entries in (("Sources", found.entries), ("Not resolved", found.unresolved)):
        if entries:
            yield from (Text(), Text(heading, "bold"), _list(entries))
    if found.suggestions:
        yield from (Text(), Text("Search suggestions", "bold"))
        yield from (Text(one.title, Style(underline=True, link=one.link)) for one in found.suggestions)


def _list(entries: Sequence[Entry]) -> "RenderableType":
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for entry in entries:
        label = Text(
            f"[{entry.label}]" if entry.label else "-", "bold yellow" if entry.label != UNRESOLVED else "bold red"
        )
        grid.add_row(label, _entry(entry))
    return grid


def _entry(entry: Entry) -> "Text":
    from rich.style import Style
    from rich.text import Text

    text = Text()
    text.append(entry.title, Style(link=entry.link))
    for part in (entry.section, entry.date, entry.url):
        if part:
            text.append(f" - {part}", "dim")
    alone = len(entry.passages) == 1
    for one in entry.passages:
        if one.about:
            text.append(f" - {one.about}" if alone else f"\n{one.about}", Style(link=one.link))
        if told := one.told(QUOTE_ROOM):
            text.append("\n" if alone or not one.about else ": ")
            text.append(told, _style(one))
    return text


def _style(one: Passage) -> str:
    return "italic red" if one.is_doubted else "italic"
