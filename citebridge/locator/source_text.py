"""`SourceText`: a text folded once, in which quotes are found word for word."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Final, Literal

from citebridge.locator.dress import Undressed, undressed
from citebridge.locator.edges import cuts_after, cuts_before
from citebridge.locator.haystack import Haystack
from citebridge.locator.letter_case import same_but_for_case
from citebridge.locator.quotes import Quote, caseless
from citebridge.models import Span
from citebridge.sources import digest
from citebridge.text import Folded, fold

MOST_COPIES: Final = 100
"""So many places of one quote are told; a quote that stands in more says nothing about any of them."""

_MOST_LOOKED_AT: Final = 10_000  # places where the letters of a quote stand, mostly within other words
_DASHES: Final = ("—", "―", "–")
_GROUPING: Final = (" ", "\u00a0", "\u2007", "\u2009", "\u202f", "-", "‐", "‑", "‒", "−")  # `1 500`, `3-5`
_DIGITS: Final = re.compile(r"\d.\d")
_EMPTY_LINE: Final = re.compile(r"\n\s*\n|\r\s*\r")
_VALUE: Final = re.compile(r"(?:\A|[\n\r\t:|])[*_ ]*[^\W\d_]+[*_. ]*[\n\r\t]\s*\Z")
_MINUS: Final = re.compile(r"[\s(]?-\d")  # ` –5`: a dash that stands apart from what is before it is no hyphen

_SIGNS: Final = re.compile(r"[*_`)]|\[(?!\^?\d)")  # of emphasis, code and links; most numbers in brackets are notes
_ROW: Final = 24  # characters: a value, and what is around it
_BESIDE: Final = 12  # characters: a blank, as many signs as words have around them, and a denial


@dataclass(frozen=True, slots=True)
class Match:
    """A place where a quote stands. The span is of the original text, `start` and `end` are of the folded one."""

    span: Span
    method: Literal["exact", "folded"]
    start: int
    end: int


class SourceText:
    """A source's text, ready for many quotes. Nothing is cut that begins or ends where one of its `blocks` does.

    >>> text = SourceText("In May the ma-\\nchine was over-\\nhauled.")
    >>> [match.span for match in text.matches(Quote.of("The machine was overhauled"))]
    [Span(start=7, end=37)]
    """

    __slots__ = ("_bare", "_blocks", "_borders", "_digest", "_dress", "_folded", "_haystack", "_signed", "text")

    def __init__(self, text: str, dress: Undressed | None = None, blocks: Sequence[Span] = ()) -> None:
        self.text: Final = text
        self._dress: Final = dress
        self._blocks: Final = blocks
        self._borders: tuple[frozenset[int], frozenset[int]] | None = None
        self._folded: Final = fold(text) if dress is None else _folded_without(dress)
        self._haystack: Final = Haystack(caseless(self._folded.text))
        self._digest: str | None = None
        self._bare: SourceText | None = None
        self._signed: Final = dress is None and any(sign in text for sign in "*_`[")

    @property
    def bare(self) -> "SourceText":
        """The same text, as it is read without its dress; itself when it has none. Spans are of the text as it is."""
        if self._bare is None:
            dress = undressed(self.text) if self._dress is None else None
            self._bare = self if dress is None else SourceText(self.text, dress, self._blocks)
        return self._bare

    @property
    def plain(self) -> str:
        """The folded text."""
        return self._folded.text

    @property
    def key(self) -> str:
        """The folded text without regard to case; as long as `plain`."""
        return self._haystack.text

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in the text."""
        return not self._folded.text or self._folded.text.isspace()

    @property
    def digest(self) -> str:
        """The sha256 of the text, in hex."""
        if self._digest is None:
            self._digest = digest(self.text)
        return self._digest

    def span(self, start: int, end: int) -> Span:
        """A stretch of the folded text in the original one."""
        start, end = self._folded.to_original(start, end)
        return Span(start, end) if self._dress is None else Span(*self._dress.around(start, end))

    def match(self, span: Span) -> Match:
        """A stretch of the original text as a place where a quote stands, folded."""
        return Match(span, "folded", self._folded.from_original(span.start), self._folded.from_original(span.end))

    def folded_span(self, span: Span) -> tuple[int, int]:
        """A stretch of the original text in the folded one, with all of the characters at its ends."""
        end = self._folded.from_original(span.end)
        return self._folded.from_original(span.start), min(end + (end < len(self.plain)), len(self.plain))

    @property
    def least(self) -> int:
        """Of so many characters on, what stands where is looked up, however long the text is."""
        return self._haystack.least

    def places(self, needle: str, limit: int | None = None, within: tuple[int, int] | None = None) -> list[int]:
        """Where something stands in `key`, or in a stretch of it."""
        return self._haystack.places(needle, limit, *(within or (0, None)))

    def matches(self, quote: Quote, within: tuple[int, int] | None = None) -> list[Match]:
        """Where a quote stands word for word, in order; `within` is a stretch of the folded text.

        Nothing that is cut out of a word or a number, and nothing that differs in more than typography.
        """
        for needle in quote.needles():
            found = list(islice(self._standing(quote, needle, within), MOST_COPIES + 1))
            if found:
                return found
        return []

    def _standing(self, quote: Quote, needle: str, within: tuple[int, int] | None) -> Iterator[Match]:
        for at in self.places(needle, _MOST_LOOKED_AT, within):
            upto = at + len(needle)
            method = None if self.cuts(at, upto) else self._method(quote, needle, at, upto)
            if method and not (self._signed and self._reads_on(at, upto)):
                yield Match(self.span(at, upto), method, at, upto)

    def _reads_on(self, start: int, end: int) -> bool:
        """Whether a stretch beside signs is cut where the text is read without them: `5` of `5 **million**`."""
        beside = self.plain[max(start - _BESIDE, 0) : start] + self.plain[end : end + _BESIDE]
        if not _SIGNS.search(beside) or self.bare is self:
            return False
        read = self.bare.match(self.span(start, end))
        return self.bare.cuts(read.start, read.end)

    def cuts(self, start: int, end: int) -> bool:
        """Whether a stretch of the folded text begins or ends within a word or a number."""
        return self.cuts_before(start) or self.cuts_after(start, end)

    def cuts_before(self, at: int) -> bool:
        """Whether a stretch that begins there begins within a word or a number, or leaves off a sign."""
        if not cuts_before(self.plain, at) or self._parts(at - 1) or self._is_behind_a_value(at):
            return False
        return at not in self._edges()[0]

    def cuts_after(self, start: int, end: int) -> bool:
        """Whether a stretch ends within a word or a number, or leaves off a unit."""
        return cuts_after(self.plain, start, end) and not self._parts(end) and end not in self._edges()[1]

    def parted(self, start: int, end: int) -> str:
        """A stretch of the folded text, with a blank where nothing stands between two blocks."""
        if not self._blocks:
            return self.plain[start:end]
        starts, ends = self._edges()
        within = [start, *(at for at in range(start + 1, end) if at in starts and at in ends), end]
        return " ".join(self.plain[low:high] for low, high in pairwise(within))

    def _edges(self) -> tuple[frozenset[int], frozenset[int]]:
        """Where blocks begin and where they end in the folded text, without the blanks at their ends."""
        if self._borders is None:
            starts = [self._folded.from_original(span.start) for span in self._blocks]
            ends = [self._folded.from_original(span.end) for span in self._blocks]
            self._borders = (
                frozenset(at + self.plain.startswith(" ", at) for at in starts),
                frozenset(at - self.plain.endswith(" ", 0, at) for at in ends),
            )
        return self._borders

    def _parts(self, at: int) -> bool:
        """Whether a folded hyphen or blank comes from what parts words and numbers: `he paid—5 marks`, a line end."""
        if self.plain[at] not in "- ":
            return False
        sign = self.text[slice(*self._folded.to_original(at, at + 1))]
        if _EMPTY_LINE.search(sign):
            return True
        sign = sign.rstrip() or sign  # `COVID-⏎19`: the hyphen is the word's
        digits = _DIGITS.fullmatch(self.plain, max(at - 1, 0), at + 2) is not None
        if sign in _DASHES:
            return sign != "–" or not (digits or _MINUS.fullmatch(self.plain, max(at - 1, 0), at + 2))
        return digits and sign not in _GROUPING

    def _is_behind_a_value(self, at: int) -> bool:
        """Whether a word before others is all of its line or cell, or of what is behind its colon: `Pets: No⏎`."""
        if not self.plain[at].isalpha():
            return False
        end = self._folded.to_original(at - 1, at)[1]
        return _VALUE.search(self.text, max(end - _ROW, 0), end) is not None

    def _method(self, quote: Quote, needle: str, start: int, end: int) -> Literal["exact", "folded"] | None:
        stands = self.plain[start:end]
        whole = needle == quote.key
        if whole and stands == quote.folded:
            return "exact" if self.text[slice(*self._folded.to_original(start, end))] == quote.words else "folded"
        said = quote.folded if whole else quote.folded[quote.key.find(needle) :][: len(needle)]
        return "folded" if same_but_for_case(said, stands) else None


def _folded_without(dress: Undressed) -> Folded:
    folded = fold(dress.text)
    return Folded(folded.text, (dress.edits, *folded.steps))
