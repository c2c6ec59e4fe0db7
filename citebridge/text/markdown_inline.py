"""The words of a line of Markdown, without its inline markup (CommonMark 0.31, 6, and GitHub's `~~`)."""

import re
from bisect import bisect_left
from collections.abc import Collection
from typing import Final

from .emphasis import Run, emphasise, run_at
from .markdown_lines import CLOSING_TAG, OPEN_TAG, label_of

__all__ = ["words"]

_LONGEST: Final = 999  # of a label (CommonMark 6.3), and of the address and the title of a link
_PLAIN: Final = re.compile(r"[^\\`<&*_~\[\]!\n]++")
_ESCAPED: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_TICKS: Final = re.compile("`+")
_SIGNS: Final = re.compile(r"\*++|_++|~++")
_ENTITY: Final = re.compile(r"&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([A-Za-z][A-Za-z0-9]{1,31}));")
_AUTOLINK: Final = re.compile(
    r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>\x00-\x20]*+|[\w.!#$%&'*+/=?^`{|}~-]++@[A-Za-z0-9.-]++)>"
)
_TAG: Final = re.compile(f"{OPEN_TAG}|{CLOSING_TAG}")
_HIDDEN: Final = (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">"))
_TARGET: Final = re.compile(
    rf"\(\s*+(?:<(?:[^<>\n\\]|\\.){{0,{_LONGEST}}}+>|(?!<)(?:[^\s\\()\x00-\x20]|\\.|\\|\((?:[^\s\\()\x00-\x20]|\\.)*+\))"
    rf"{{0,{_LONGEST}}}+)(?:\s++(?:\"(?:[^\"\\]|\\.){{0,{_LONGEST}}}+\"|'(?:[^'\\]|\\.){{0,{_LONGEST}}}+'"
    rf"|\((?:[^()\\]|\\.){{0,{_LONGEST}}}+\)))?+\s*+\)",
    re.S,
)
_LABEL: Final = re.compile(rf"\[((?:[^\[\]\\]|\\.){{0,{_LONGEST}}}+)\]", re.S)


def words(content: str, labels: Collection[str] = ()) -> tuple[str, str]:
    """The words of an inline text in one line, and the same as a page shows them, without the text for images.

    `labels` are those of the link definitions of the document: `[a]` is a link only if there is one.

    >>> words("The *new* `fold()` of [texts](t.md)")
    ('The new fold() of texts', 'The new fold() of texts')
    """
    text = "\n".join([line.strip(" ") for line in content.strip().split("\n")])
    return _Inline(text, labels).words()


class _Opened:
    """A bracket that may turn out to open a link or an image."""

    __slots__ = ("at", "image", "inner", "piece", "runs")

    def __init__(self, at: int, piece: int, runs: int, image: bool) -> None:
        self.at = at  # where the text within it begins
        self.piece = piece
        self.runs = runs  # how many runs of signs were before it
        self.image = image
        self.inner = False  # there is another bracket in it, so that it is no label


class _Inline:
    """One pass over a text: pieces of words, runs of signs that may be emphasis, brackets that may be links."""

    def __init__(self, text: str, labels: Collection[str]) -> None:
        self._text = text
        self._labels = labels
        self._at = 0
        self._pieces: list[str] = []
        self._runs: list[tuple[int, Run]] = []  # the number of its piece, and the run
        self._opened: list[_Opened] = []
        self._dead = 0  # so many of the open brackets can't be links, since there is a link in them
        self._images: list[tuple[int, int]] = []
        self._ticks: dict[int, list[int]] | None = None  # where runs of so many backticks begin
        self._unended: set[str] = set()  # ends that are not found any more

    def words(self) -> tuple[str, str]:
        """The words with and without those for images."""
        reads = {"\\": self._backslash, "`": self._code, "<": self._angle, "&": self._entity, "[": self._open}
        reads |= {"]": self._shut, "!": self._bang} | dict.fromkeys("*_~", self._signs)
        while self._at < len(self._text):
            if plain := _PLAIN.match(self._text, self._at):
                self._put(plain[0], plain.end())
            else:
                reads.get(self._text[self._at], self._sign)()
        self._emphasise(0)
        return " ".join("".join(self._pieces).split()), "".join(self._without_images()).strip()

    def _put(self, words: str, at: int) -> None:
        self._pieces.append(words)
        self._at = at

    def _sign(self) -> None:
        self._put(self._text[self._at], self._at + 1)

    def _backslash(self) -> None:
        if escaped := _ESCAPED.match(self._text, self._at):
            self._put(escaped[1], escaped.end())
        elif self._text.startswith("\n", self._at + 1):
            self._put("\n", self._at + 2)
        else:
            self._sign()

    def _code(self) -> None:
        if self._ticks is None:
            self._ticks = {}
            for run in _TICKS.finditer(self._text):
                self._ticks.setdefault(len(run[0]), []).append(run.start())
        opening = _TICKS.match(self._text, self._at)
        size = len(opening[0]) if opening else 1
        same = self._ticks.get(size, [])
        following = bisect_left(same, self._at + size)
        if following == len(same):
            self._put("`" * size, self._at + size)
            return
        code = self._text[self._at + size : same[following]].replace("\n", " ")
        if code.startswith(" ") and code.endswith(" ") and code.strip(" "):
            code = code[1:-1]
        self._put(code, same[following] + size)

    def _angle(self) -> None:
        if link := _AUTOLINK.match(self._text, self._at):
            self._put(link[1], link.end())
        elif tag := _TAG.match(self._text, self._at):
            self._at = tag.end()
        else:
            end = self._hidden_end()
            if end < 0:
                self._sign()
            else:
                self._at = end

    def _hidden_end(self) -> int:
        """Where the comment, instruction or declaration ends that begins here, -1 when none does."""
        for begin, end in _HIDDEN:
            if self._text.startswith(begin, self._at):
                found = -1 if end in self._unended else self._text.find(end, self._at + 2)
                if found < 0:
                    self._unended.add(end)
                return found if found < 0 else found + len(end)
        return -1

    def _entity(self) -> None:
        found = _ENTITY.match(self._text, self._at)
        character = None if found is None else _character(found)
        if found is None or character is None:
            self._sign()
        else:
            self._put(character, found.end())

    def _signs(self) -> None:
        found = _SIGNS.match(self._text, self._at)
        end = found.end() if found else self._at + 1
        self._runs.append((len(self._pieces), run_at(self._text, self._at, end)))
        self._put("", end)

    def _bang(self) -> None:
        if self._text.startswith("[", self._at + 1):
            self._open("![")
        else:
            self._sign()

    def _open(self, sign: str = "[") -> None:
        if self._opened:
            self._opened[-1].inner = True
        at = self._at + len(sign)
        self._opened.append(_Opened(at, len(self._pieces), len(self._runs), sign == "!["))
        self._put(sign, at)

    def _shut(self) -> None:
        if not self._opened:
            self._sign()
            return
        opened = self._opened.pop()
        alive = opened.image or len(self._opened) >= self._dead
        end = self._link_end(opened) if alive else -1
        if end < 0:
            self._dead = min(self._dead, len(self._opened))
            self._sign()
            return
        self._emphasise(opened.runs)
        self._pieces[opened.piece] = ""
        if opened.image:
            self._images.append((opened.piece, len(self._pieces)))
        else:
            self._dead = len(self._opened)
        self._dead = min(self._dead, len(self._opened))
        self._at = end

    def _link_end(self, opened: _Opened) -> int:
        """Where the link ends whose text ends here, -1 when it is none."""
        behind = self._at + 1
        if target := _TARGET.match(self._text, behind):
            return target.end()
        label = _LABEL.match(self._text, behind)
        if label and label[1]:
            return label.end() if label_of(label[1]) in self._labels else -1
        if opened.inner or self._at - opened.at > _LONGEST:
            return -1
        if label_of(self._text[opened.at : self._at]) not in self._labels:
            return -1
        return label.end() if label else behind

    def _emphasise(self, since: int) -> None:
        """Settle the runs of signs from one on, which nothing outside can pair with."""
        emphasise([run for _, run in self._runs[since:]])
        for piece, run in self._runs[since:]:
            self._pieces[piece] = run.sign * run.left
        del self._runs[since:]

    def _without_images(self) -> list[str]:
        steps = [0] * (len(self._pieces) + 1)
        for start, end in self._images:
            steps[start] += 1
            steps[end] -= 1
        depth, kept = 0, list[str]()
        for step, piece in zip(steps, self._pieces, strict=False):
            depth += step
            if not depth:
                kept.append(piece)
        return kept


def _character(entity: re.Match[str]) -> str | None:
    """What an entity stands for, `None` when it is none."""
    from html.entities import html5

    decimal, hexadecimal, name = entity.groups()
    if name:
        return html5.get(f"{name};")
    code = int(decimal) if decimal else int(hexadecimal, 16)
    odd = code == 0 or code > 0x10FFFF or 0xD800 <= code <= 0xDFFF
    return "\ufffd" if odd else chr(code)
