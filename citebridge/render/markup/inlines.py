"""The prose of a block: emphasis, code, links, addresses, entities (CommonMark 0.31, chapter 6, and `~~` of GFM).

Reads from left to right, once; what a bracket or a run of `*` is, is known when its counterpart comes. HTML is words,
but for harmless tags where they are asked for. A bare address is a link, as readers of GFM make it one.
"""

import re
from collections.abc import Callable, Mapping
from typing import Final

from citebridge.models.addresses import WIDE
from citebridge.render.markup.brackets import Bracket, Brackets
from citebridge.render.markup.delimiters import Run, Runs, run_at
from citebridge.render.markup.parts import Piece
from citebridge.render.markup.tags import tag_end
from citebridge.render.safe import address, lines
from citebridge.text.seen import unescaped

_SPECIAL: Final = re.compile(r"[\\`\[\]!<&*_~\n]|(?<![A-Za-z0-9])(?:https?://|www\.)", re.I)
_TICKS: Final = re.compile(r"`+")
_ESCAPE: Final = re.compile(r"""\\[!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~]""")
_AUTOLINK: Final = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x20]*)>")
_MAIL: Final = re.compile(
    r"<([A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]++@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*)>"
)
_ENTITY: Final = re.compile(r"&(?:#[xX][0-9a-fA-F]{1,6}|#[0-9]{1,7}|[A-Za-z][A-Za-z0-9]{1,31});")
_NOTE: Final = re.compile(r"\[\^[^\]\s<]{1,100}+\](?!\()")  # a label is bounded, as all the bad ones are read again
_BARE: Final = re.compile(rf"(?:https?://|www\.)(?:[^\s<>\[\]`\"|\\^{{}}&{WIDE}]|&amp;|&(?!#|\w+;)){{1,2048}}+", re.I)
_BR: Final = re.compile(r"<br[ \t]*/?>", re.I)
_TAIL: Final = "?!.,:;*_~'"
_BLANKS: Final = re.compile(r"[ \t]*")


class InlineReader:
    """Reads the content of one block."""

    def __init__(
        self, content: str, addresses: Mapping[str, str], *, html: bool = False, in_cell: bool = False
    ) -> None:
        self._content = content
        self._html = html
        self._in_cell = in_cell
        self._parts: list[Piece | Run] = []
        self._runs = Runs()
        self._brackets = Brackets(content, addresses, self._parts, self._runs)
        self._closing_ticks: dict[int, list[int]] | None = None

    @property
    def used(self) -> set[str]:
        """The labels of definitions that a link leads by."""
        return self._brackets.used

    def pieces(self) -> list[Piece]:
        """The pieces of the content, in order; they cover all of it."""
        content, at = self._content, 0
        while at < len(content):
            found = _SPECIAL.search(content, at)
            if found is None:
                self._text(at, len(content))
                break
            if found.start() > at:
                self._text(at, found.start())
            at = self._special(found.start())
        self._runs.pair(None)
        return [piece for part in self._parts for piece in (part.pieces(content) if isinstance(part, Run) else (part,))]

    def _special(self, at: int) -> int:
        """Read what begins with a sign that may mean something; where it ends."""
        end = _READERS[self._content[at]](self, at)
        if end is None:
            end = at + 1
            self._text(at, end)
        return end

    def _text(self, start: int, end: int, shown: str | None = None) -> None:
        self._parts.append(Piece("text", start, end, self._content[start:end] if shown is None else shown))

    def backslash(self, at: int) -> int | None:
        """A sign that stands for itself, or a hard line end."""
        if self._content.startswith("\n", at + 1):
            return self._break(at, at + 1, "\n\n")
        if not _ESCAPE.match(self._content, at):
            return None
        self._text(at, at + 2, self._content[at + 1])
        return at + 2

    def line_end(self, at: int) -> int | None:
        """A line end, with the blanks before it; two of them, or a backslash, make it a hard one."""
        start = at
        last = self._parts[-1] if self._parts else None
        if isinstance(last, Piece) and last.kind == "text" and last.end - last.start == len(last.text):
            words = last.text.rstrip(" ")
            start = last.start + len(words)
            last.text, last.end = words, start
            if not words:
                self._parts.pop()
        return self._break(start, at, "\n\n" if at - start > 1 else "\n")

    def _break(self, start: int, at: int, shown: str) -> int:
        end = at + 1
        blanks = _BLANKS.match(self._content, end)
        end = blanks.end() if blanks is not None else end
        self._parts.append(Piece("break", start, end, shown))
        return end

    def ticks(self, at: int) -> int | None:
        """Code, or backticks."""
        sign = _TICKS.match(self._content, at)
        length = len(sign.group()) if sign is not None else 1
        start = at + length
        end = self._closing(length, start)
        if end is None:
            self._text(at, start)
            return start
        words = self._content[start:end].replace("\n", " ")
        if words.startswith(" ") and words.endswith(" ") and words.strip(" "):
            words = words[1:-1]
        if self._in_cell:
            words = words.replace("\\|", "|")
        self._parts.append(Piece("code", at, end + length, words))
        return end + length

    def _closing(self, length: int, at: int) -> int | None:
        """Where the next run of so many backticks begins."""
        if self._closing_ticks is None:
            self._closing_ticks = {}
            for found in reversed(list(_TICKS.finditer(self._content))):
                self._closing_ticks.setdefault(found.end() - found.start(), []).append(found.start())
        waiting = self._closing_ticks.get(length, [])
        while waiting and waiting[-1] < at:
            waiting.pop()
        return waiting[-1] if waiting else None

    def pointed(self, at: int) -> int | None:
        """An address in pointed brackets, or a tag."""
        found = _AUTOLINK.match(self._content, at)
        if found is not None:
            return self._address(at, found.end(), found[1], found[1])
        found = _MAIL.match(self._content, at)
        if found is not None:
            return self._address(at, found.end(), found[1], f"mailto:{found[1]}")
        if not self._html and self._in_cell and (found := _BR.match(self._content, at)) is not None:
            self._parts.append(Piece("break", at, found.end(), "\n\n"))  # a cell has no other line end
            return found.end()
        end = tag_end(self._content, at) if self._html else None
        if end is not None:
            self._parts.append(Piece("tag", at, end))
        return end

    def _address(self, start: int, end: int, shown: str, url: str) -> int:
        self._parts.append(Piece("address", start, end, shown, url=url))
        return end

    def bare(self, at: int) -> int | None:
        """An address without brackets around it."""
        found = _BARE.match(self._content, at) if not self._brackets.is_open else None
        if found is None:
            return None
        written = _without_tail(found.group())
        shown = written.replace("&amp;", "&")
        url = shown if shown.lower().startswith("http") else f"http://{shown}"
        return self._address(at, at + len(written), shown, url) if address(url) is not None else None

    def entity(self, at: int) -> int | None:
        """A sign by its name or number."""
        found = _ENTITY.match(self._content, at)
        if found is None:
            return None
        shown = unescaped(found.group())
        if shown == found.group():
            return None
        self._text(at, found.end(), lines(shown))
        return found.end()

    def run(self, at: int) -> int | None:
        """Signs that may be emphasis."""
        content, end = self._content, at
        while end < len(content) and content[end] == content[at]:
            end += 1
        if content[at] == "~" and end - at < 2:
            return None
        run = run_at(content, at, end)
        self._parts.append(run)
        self._runs.add(run)
        return end

    def bracket(self, at: int) -> int | None:
        """A bracket that may begin a link, or a footnote of the model's own."""
        note = _NOTE.match(self._content, at)
        if note is not None and not self._brackets.is_defined(note.end()):
            self._parts.append(Piece("note", at, note.end(), note.group()))
            return note.end()
        self._brackets.open(Bracket(at, at + 1, len(self._parts), self._runs.last))
        return at + 1

    def closed(self, at: int) -> int | None:
        """The end of a link, or a bracket."""
        return self._brackets.close(at)

    def image(self, at: int) -> int | None:
        """What may begin an image."""
        if not self._content.startswith("[", at + 1):
            return None
        self._brackets.open(Bracket(at, at + 2, len(self._parts), self._runs.last))
        return at + 2


_READERS: Final[Mapping[str, Callable[[InlineReader, int], int | None]]] = {
    "\\": InlineReader.backslash,
    "\n": InlineReader.line_end,
    "`": InlineReader.ticks,
    "<": InlineReader.pointed,
    "&": InlineReader.entity,
    **dict.fromkeys("*_~", InlineReader.run),
    "[": InlineReader.bracket,
    "!": InlineReader.image,
    "]": InlineReader.closed,
    **dict.fromkeys("hHwW", InlineReader.bare),
}


def _without_tail(url: str) -> str:
    """An address without the signs of the sentence around it."""
    closed = url.count(")") - url.count("(")  # parentheses that the address does not open
    while url:
        if url.endswith("&amp;"):
            url = url.removesuffix("&amp;")
        elif url[-1] in _TAIL or (url[-1] == ")" and closed > 0):
            closed -= url[-1] == ")"
            url = url[:-1]
        else:
            break
    return url
