"""The sentences of sources, each with what stands above it: the title, its headings, the question that it answers.

"How long do refunds take?" is answered by a sentence that need not say "refund", when its heading does.
"""

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace
from typing import Final

from citebridge.extractive.words import words
from citebridge.models import Source
from citebridge.sources.sections import MARKDOWN, sections_of
from citebridge.text import headings, sentences
from citebridge.text.markdown_unseen import shown

LONGEST: Final = 600
"""What has no end for so long is no sentence, and is quoted in pieces."""

_SHORT: Final = 60  # no heading is longer
_NEAR: Final = 3  # so many sentences behind a question may answer it
_AHEAD: Final = 400
# Before a number `>`, `+` and `-` say something of it, but for the lists and quotes of Markdown.
_SIGNS: Final = re.compile(r"(?:[#*•·|]++\s++|[>+\-–]++\s++(?!\W{0,4}\d))*+")
_MARKDOWN_SIGNS: Final = re.compile(r"(?:[#>*+\-]++\s++)*+")
_DIVIDER: Final = re.compile(r"\|?[\s:|-]+")
_LINE: Final = re.compile(r"\S(?:[^\n]*\S)?")
_STOPS: Final = ".!?…。！？:;,、"
_BLANK_LINE: Final = re.compile(r"\n\s*\n")
_FENCES: Final = ("```", "~~~")
_ASKS: Final = ("?", "？", "؟")
_IDEOGRAPHS: Final = "\u2e80"  # from here on lines are cut anywhere, and letters are neither large nor small

Path = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """The sentence `start` to `end` of the source of that number, and the texts `above` it.

    Sentences of one `section` that follow each other speak of the same; headings and questions answer nothing.
    """

    source: int
    start: int
    end: int
    section: int
    above: Path
    answers: bool


def passages_of(sources: Sequence[Source]) -> list[Passage]:
    """All sentences of the sources, in order.

    >>> text = "# Refunds\\n\\nThey take ten days.\\n"
    >>> found = passages_of([Source(id="policy", title="Policy", text=text)])
    >>> [(text[one.start : one.end], one.above, one.answers) for one in found]
    [('Refunds', ('Policy', 'Refunds'), False), ('They take ten days.', ('Policy', 'Refunds'), True)]
    """
    found: list[Passage] = []
    for number, source in enumerate(sources):
        own = list(_Outline(number, source).passages())
        # Where nothing but headings and questions is said, they are what is said.
        found += own if any(one.answers for one in own) else [replace(one, answers=True) for one in own]
    return found


class _Outline:
    """Reads one source from the top, and keeps what stands above."""

    def __init__(self, number: int, source: Source) -> None:
        self._number = number
        self._is_markdown = source.media_type == MARKDOWN
        self._text = shown(source.text or "") if self._is_markdown else source.text or ""
        self._top: Path = (source.title,) if source.title else ()
        self._known = [(part.start, part.path) for part in sections_of(source)]
        self._known = self._known or [(one.start, one.path) for one in headings(self._text)]
        self._lines = () if self._known else tuple(_lines_apart(self._text, {page.start for page in source.pages}))
        self._said = 0  # where the last sentence ends
        self._path: Path = ()
        self._section = 0
        self._question: str | None = None
        self._asked = 0  # so many sentences ago
        self._columns: str | None = None  # the heads of a table

    def passages(self) -> Iterator[Passage]:
        pieces = list(_pieces(self._text, self._lines))
        self._known.reverse()  # the next one last
        for place, (start, end, is_line) in enumerate(pieces):
            said = self._text[start:end]
            heading = self._enter(start, said, is_line)
            heads = place + 1 < len(pieces) and self._heads_table(said, pieces[place + 1])
            asks = said.endswith(_ASKS)
            is_code = said.startswith(_FENCES)
            answers = not (heading or heads or asks or is_code) and any(map(str.isalnum, said))
            yield Passage(self._number, *self._trimmed(start, end), self._section, self._above(), answers)
            self._note(said, heading, heads, asks)

    def _enter(self, start: int, said: str, is_line: bool) -> bool:
        """Go on to the section that a sentence is in; whether the sentence is its heading."""
        began = None
        while self._known and self._known[-1][0] <= start:
            began, self._path = self._known.pop()
        if is_line:
            began, self._path = start, (said,)
        if began is not None:
            self._section += 1
            self._question = None
        return is_line or (began == start and (said[0] == "#" or words(said) == words(self._path[-1])))

    def _above(self) -> Path:
        return (*self._top, *self._path, *(part for part in (self._question, self._columns) if part))

    def _note(self, said: str, heading: bool, heads: bool, asks: bool) -> None:
        """What stands above the next sentence."""
        self._asked += 1
        if asks and not heading:
            self._question, self._asked = said, 0
        elif self._asked > _NEAR:
            self._question = None
        if heads:
            self._columns = said
        elif said[0] != "|":
            self._columns = None

    def _heads_table(self, said: str, following: "_Piece") -> bool:
        """Whether a row of a table is that of its heads."""
        return said[0] == "|" and _DIVIDER.fullmatch(self._text, *following[:2]) is not None

    def _trimmed(self, start: int, end: int) -> tuple[int, int]:
        """Without the signs of a list, a quote or a table around it."""
        begins_line = self._said == 0 or "\n" in self._text[self._said : start]
        signs = (_MARKDOWN_SIGNS, _SIGNS) if self._is_markdown and begins_line else (_SIGNS,)
        self._said, at = end, start
        for one in signs:
            found = one.match(self._text, at, end)
            at = found.end() if found else at
        start = at if at < end else start
        bare = self._text[start:end].rstrip().rstrip("| ")
        return start, start + len(bare) if bare else end


_Piece = tuple[int, int, bool]
"""Where a sentence begins and ends, and whether it is a line that looks like a heading."""


def _pieces(text: str, apart: Sequence[tuple[int, int]]) -> Iterator[_Piece]:
    """The sentences between lines that stand `apart`, and these lines."""
    at = 0
    for start, end in apart:
        yield from _sentences(text, at, start)
        yield start, end, True
        at = end
    yield from _sentences(text, at, len(text))


def _sentences(text: str, since: int, until: int) -> Iterator[_Piece]:
    """Sentences, cut where they are too long."""
    found = ((since + start, since + end) for start, end in sentences(text[since:until]))
    for start, end in (row for sentence in found for row in _rows(text, *sentence)):
        while end - start > LONGEST:
            cut = max(text.rfind(blank, start, start + LONGEST) for blank in "\n ")
            cut = cut if cut > start else start + LONGEST
            yield start, cut, False
            start = _after_blanks(text, cut, end)
        if start < end:
            yield start, end, False


def _rows(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The lines of a table on their own: HTML has tabs between its cells, and no stops. Others stay together.

    >>> text = "Two rows:\\nChild\\t3 euros\\nAdult\\t7 euros"
    >>> [text[start:end] for start, end in _rows(text, 0, len(text))]
    ['Two rows:', 'Child\\t3 euros', 'Adult\\t7 euros']
    """
    if text.find("\t", start, end) < 0:
        yield start, end
        return
    since, until = -1, -1  # lines that stay together
    for line in _LINE.finditer(text, start, end):
        if "\t" not in line[0]:
            since, until = since if since >= 0 else line.start(), line.end()
            continue
        if since >= 0:
            yield since, until
        since = -1
        yield line.span()
    if since >= 0:
        yield since, until


def _lines_apart(text: str, pages: Set[int]) -> Iterator[tuple[int, int]]:
    """Lines that look like headings, where nothing else tells of headings: in plain text and PDF.

    Such a line begins a paragraph, or follows a line that ends a sentence, since PDF has no empty lines.
    """
    free, before = True, 0
    for line in _LINE.finditer(text):
        start, end = line.span()
        free = free or start in pages or text.count("\n", before, start) > 1
        if free and _looks_like_heading(text, start, end):
            yield start, end
        else:
            free = text[end - 1] in _STOPS
        before = end


def _looks_like_heading(text: str, start: int, end: int) -> bool:
    """Whether a line is short and ends without a stop and before it is full.

    A line that was only wrapped is full: the next word would not have fitted in, as wide as the lines behind it are.
    """
    if end - start > _SHORT or text[end - 1] in _STOPS or not text[start].isalnum():
        return False
    since = _after_blanks(text, end, len(text))
    if since == len(text) or text.count("\n", end, since) > 1:
        return since < len(text)
    follows = _BLANK_LINE.split(text[since : since + _AHEAD], maxsplit=1)[0].splitlines()
    word = follows[0].split(maxsplit=1)[0]
    wide = word[0] >= _IDEOGRAPHS
    if not (wide or word[0].isupper() or word[0].isdigit()):
        return False
    return end - start + 1 + (1 if wide else len(word)) <= max(map(len, follows))


def _after_blanks(text: str, at: int, end: int) -> int:
    while at < end and text[at].isspace():
        at += 1
    return at
