"""The text of an answer as HTML: its Markdown set, the marks put in. HTML in it is words, an image is a link to it."""

from collections.abc import Callable, Iterator, Mapping, Sequence

from citebridge.render.elements import Html, closing, element, in_rows, joined, link, opening, outward, words
from citebridge.render.markup import read
from citebridge.render.markup.definitions import definition_at
from citebridge.render.markup.parts import Block, Piece
from citebridge.render.markup.placing import spots
from citebridge.render.markup.weaving import woven
from citebridge.render.numbering import Mark, References
from citebridge.render.safe import address

_AUTO = {"dir": "auto"}
_FORMS = {"em": "em", "strong": "strong", "strike": "del"}
_LOWEST = 6
Chip = Callable[[Mark], Html]


def prose(found: References, chip: Chip, level: int) -> Html:
    """The text, with what `chip` makes of each mark; its headings begin at `level` and skip none."""
    document = read(found.text, html=False)
    setter = _Setter(found, document, chip, level)
    return in_rows(*(setter.block(block) for block in document.children), setter.behind(document))


class _Setter:
    """Sets the blocks of one text."""

    def __init__(self, found: References, document: Block, chip: Chip, level: int) -> None:
        self._document = document
        self._level = level
        self._headings: list[int] = []  # the levels of the headings that the next one can be below
        self._inside: dict[int, list[tuple[int, Html]]] = {}
        self._behind: dict[int, list[Html]] = {}
        placed = spots(found.text, document, [mark.place for mark in found.marks])
        for mark, spot in zip(found.marks, placed, strict=True):
            if spot.at is None:
                self._behind.setdefault(id(spot.block), []).append(chip(mark))
            else:
                self._inside.setdefault(id(spot.block), []).append((spot.at, chip(mark)))
        self._makers: Mapping[str, Callable[[Block], Html]] = {
            "quote": lambda block: element("blockquote", _AUTO, *self._all(block)),
            "list": self._list,
            "note": self._note,
            "paragraph": lambda block: element("p", _AUTO, self._set(block)),
            "heading": self._heading,
            "code": self._code,
            "rule": lambda block: element("hr", {}),
            "table": self._table,
            "definition": self._definition,
        }

    def block(self, block: Block) -> Html:
        """A block, and the marks that stand behind it."""
        return joined(self._makers[block.kind](block), self.behind(block))

    def behind(self, block: Block) -> Html:
        """The marks that are a paragraph of their own."""
        chips = self._behind.get(id(block), ())
        return element("p", {}, *chips) if chips else Html()

    def _all(self, block: Block) -> Iterator[Html]:
        return (self.block(child) for child in block.children)

    def _list(self, block: Block) -> Html:
        items = [element("li", _AUTO, *self._item(one, tight=block.tight)) for one in block.children]
        start = str(block.level) if block.is_ordered and block.level != 1 else None
        return element("ol" if block.is_ordered else "ul", {"dir": "auto", "start": start}, *items)

    def _item(self, item: Block, *, tight: bool) -> Iterator[Html]:
        for child in item.children:
            if tight and child.kind == "paragraph":
                yield joined(self._set(child), self.behind(child))
            else:
                yield self.block(child)

    def _note(self, block: Block) -> Html:
        return element("div", _AUTO, f"{block.sign} ", *self._all(block))

    def _heading(self, block: Block) -> Html:
        while self._headings and self._headings[-1] >= block.level:
            self._headings.pop()
        self._headings.append(block.level)
        depth = min(self._level + len(self._headings) - 1, _LOWEST)
        content = self._set(block)
        return element(f"h{depth}", _AUTO, content) if content else Html()

    def _code(self, block: Block) -> Html:
        code = element("code", {}, "\n".join(line.text for line in block.lines))
        return element("pre", {"dir": "ltr", "tabindex": "0"}, code)

    def _table(self, block: Block) -> Html:
        head, *rows = (
            [self._cell(cell, block.align, n) for n, cell in enumerate(row.children)] for row in block.children
        )
        names = [
            element("th" if content else "td", {**more, "scope": "col" if content else None}, content)
            for content, more in head
        ]
        body = [element("tr", {}, *(element("td", more, content) for content, more in row)) for row in rows]
        table = element(
            "table",
            _AUTO,
            element("thead", {}, element("tr", {}, *names)),
            element("tbody", {}, *body) if body else "",
        )
        return element("div", {"class": "cb-table", "role": "group", "aria-label": "Table", "tabindex": "0"}, table)

    def _cell(self, cell: Block, align: Sequence[str], number: int) -> tuple[Html, dict[str, str | None]]:
        side = align[number] if number < len(align) else ""
        return self._set(cell), {"class": f"cb-{side}" if side else None, "dir": "auto"}

    def _definition(self, block: Block) -> Html:
        """Definitions that no link of the text leads by are shown: what they say stands nowhere else."""
        rows: list[str] = []
        at, content = 0, block.content
        while at < len(content) and (found := definition_at(content, at)) is not None:
            if found[0] not in self._document.used:
                rows.append(content[at : found[2]].strip())
            at = found[2]
        return element("p", _AUTO, *_lines("\n".join(rows))) if rows else Html()

    def _set(self, block: Block) -> Html:
        """The pieces of a block with the marks among them."""
        writer = _Writer()
        after_chip = False
        for one in woven(block.pieces, self._inside.get(id(block), [])):
            if isinstance(one, Piece):
                writer.piece(one)
            else:
                # a chip stays with the word before it, but a line may end between two chips
                writer.put(element("span", {"class": "cb-next"}, one) if after_chip else one)
            after_chip = not isinstance(one, Piece)
        return writer.result()


class _Writer:
    """Pieces as HTML, written as they come: emphasis may be nested deeper than recursion goes."""

    def __init__(self) -> None:
        self._written: list[Html] = []
        self._open: list[tuple[str, int]] = []  # the elements that are open, "" for none, and what was written by then
        self._links = 0  # that are open

    def put(self, html: Html) -> None:
        """Something that is HTML."""
        self._written.append(html)

    def piece(self, piece: Piece) -> None:
        """A piece, or one end of it."""
        if piece.turn == 0:
            self.put(self._single(piece))
        elif piece.turn > 0:
            self._begin(piece)
        else:
            self._end(piece)

    def result(self) -> Html:
        """All that was written."""
        return joined(*self._written)

    def _begin(self, piece: Piece) -> None:
        name = _FORMS.get(piece.kind, "")
        url = address(piece.url) if not name and not self._links else None  # no link in a link
        if name:
            self.put(opening(name, {}))
        elif url is not None:
            name = "a"
            self.put(opening(name, outward(url)))
        self._links += name == "a"
        self._open.append((name, len(self._written)))

    def _end(self, piece: Piece) -> None:
        name, since = self._open.pop()
        self._links -= name == "a"
        if name == "a" and len(self._written) == since:
            self.put(words(piece.url))  # it has no words of its own
        if name:
            self.put(closing(name))

    def _single(self, piece: Piece) -> Html:
        if piece.kind == "code":
            return element("code", {}, piece.text)
        if piece.kind == "break":
            return element("br", {})
        url = address(piece.url) if piece.kind == "address" and not self._links else None
        return link(url, piece.text) if url is not None else words(piece.text)


def _lines(text: str) -> Iterator[Html]:
    for number, line in enumerate(text.split("\n")):
        if number:
            yield element("br", {})
        yield words(line)
