"""Where a quote stands in a text, and where something like it stands.

What is only like a quote differs from it however like it is: to any measure of likeness two sentences with different
numbers are as good as the same (NousResearch/hermes-agent#85749).
"""

import re
from typing import Final, NamedTuple

from citebridge.locator.differences import Difference, differences, told
from citebridge.locator.dress import same_but_for_points
from citebridge.locator.edges import GLUED, MARK
from citebridge.locator.hyphens import same_but_for_hyphens
from citebridge.locator.nearest import likeness, nearest
from citebridge.locator.quotes import Quote
from citebridge.locator.source_text import MOST_COPIES, Match, SourceText
from citebridge.models import Span

_LEAST: Final = 0.7  # of the letters; with less it is another sentence
_LEAST_WORDS: Final = 0.5
_SHORT: Final = 24  # characters: in so few of them a denial is more than what may differ
_LEAST_OF_SHORT: Final = 0.55
_GLUED: Final = re.compile(f"[{GLUED}]")
_NEXT: Final = re.compile(rf"\s?(?:[^\W\d_]\.){{2,}}|\s?[^\w\s]?(?:\w|{MARK})+|\s?\S")
_PREVIOUS: Final = re.compile(rf"(?:(?<!\w)(?<!{MARK})(?:\w|{MARK}|(?<=\w)'(?=\w))+[^\w\s]?|[^\w\s])\s?\Z")
_WIDENED: Final = 64  # characters that a stretch is widened by at most, to hold whole words


class Alike(NamedTuple):
    """A stretch of the original text that is like a quote, how much (from 0 to 1), and what differs."""

    span: Span
    score: float
    note: str


def standing(text: SourceText, quote: Quote, within: tuple[int, int] | None = None) -> list[Match]:
    """Where a quote stands word for word, in order; `within` is a stretch of the folded text.

    >>> text = SourceText("Dogs bark. So: “dogs bark”.")
    >>> [match.span for match in standing(text, Quote.of("Dogs bark"))]
    [Span(start=0, end=9), Span(start=16, end=25)]
    """
    return _standing(text, quote, within) or _dressed(text, quote, within)


def _standing(text: SourceText, quote: Quote, within: tuple[int, int] | None) -> list[Match]:
    return text.matches(quote, within) or _hyphenated(text, quote, within)


def _dressed(text: SourceText, quote: Quote, within: tuple[int, int] | None) -> list[Match]:
    """Where a quote stands that has other dress than the text, or less of it."""
    bare, plain = text.bare, quote.bare
    if bare is text and plain is quote:
        return []
    links, places = quote.links, _standing(bare, plain, _in_bare(text, within))
    return [text.match(found.span) for found in places if _lead_there(links, text, found.span)]


def _lead_there(links: list[str], text: SourceText, span: Span) -> bool:
    """Whether the links of a quote are those of the text: words may be told without their address, not with another."""
    return all(link in text.text[span.start : span.end] for link in links)


def _in_bare(text: SourceText, within: tuple[int, int] | None) -> tuple[int, int] | None:
    return within if within is None or text.bare is text else text.bare.folded_span(text.span(*within))


def closest(text: SourceText, quote: Quote, within: tuple[int, int] | None = None) -> Match | Alike | None:
    """The stretch that is most like a quote that does not stand in a text.

    A `Match` when nothing differs but hyphens at line ends, their dress and the blanks around signs and between blocks.

    >>> closest(SourceText("Take 13 mg a day."), Quote.of("take 12 mg a day"))
    Alike(span=Span(start=0, end=16), score=0.9375, note='a number differs: "12" in the quote, "13" in the source')
    """
    found = _closest(text.bare, quote.bare, _in_bare(text, within))
    if isinstance(found, Match) and not _lead_there(quote.links, text, found.span):
        found = _closest(text, quote, within)  # what differs is in the address
    return text.match(found.span) if isinstance(found, Match) else found


def _closest(text: SourceText, quote: Quote, within: tuple[int, int] | None) -> Match | Alike | None:
    least = _LEAST if len(quote.key) > _SHORT else _LEAST_OF_SHORT
    window = nearest(text, quote.key, within, least)
    if window is None or window.score < least:
        return None
    start, end = _whole_words(text, window.start, window.end)
    span, plain = text.span(start, end), text.plain[start:end]
    found = differences(quote.folded, plain)
    cut = text.cuts(start, end)
    if _is_the_same(quote, text, (start, end), cut=cut) if found else not cut:
        return Match(span, "folded", start, end)
    if window.score < _LEAST and not all(_is_denial_alone(one) for one in found):
        return None
    stands = text.key[start:end]
    return Alike(span, likeness(quote.key, stands), told(found)) if _shares_words(quote.key, stands) else None


def _is_denial_alone(one: Difference) -> bool:
    """Whether a denial is on one side, and nothing in its place on the other."""
    return one.kind == "negation" and "" in (one.quote, one.source)


def _is_the_same(quote: Quote, text: SourceText, place: tuple[int, int], *, cut: bool) -> bool:
    """Whether hyphens at line ends, points on letters, or blanks between blocks, is all that differs."""
    span = text.span(*place)
    if "-" in quote.folded and same_but_for_hyphens(quote.folded, text.text[span.start : span.end]):
        return True
    if cut:
        return False
    return same_but_for_points(quote.folded, text.plain[slice(*place)]) or quote.folded == text.parted(*place)


def _hyphenated(text: SourceText, quote: Quote, within: tuple[int, int] | None) -> list[Match]:
    """Where a quote stands that has hyphens which are at line ends there."""
    joined = quote.joined()
    if joined is None:
        return []
    found: list[Match] = []
    for at in text.places(joined, MOST_COPIES + 1, within):
        span = text.span(at, at + len(joined))
        if not text.cuts(at, at + len(joined)) and same_but_for_hyphens(quote.folded, text.text[span.start : span.end]):
            found.append(Match(span, "folded", at, at + len(joined)))
    return found


def _whole_words(text: SourceText, start: int, end: int) -> tuple[int, int]:
    """A stretch with all of the words and numbers at its ends, and with their signs and units."""
    low, high = max(start - _WIDENED, 0), end + _WIDENED
    while text.cuts_after(start, end) and (more := _NEXT.match(text.plain, end, high)):
        end = more.end()
    while text.cuts_before(start) and (more := _PREVIOUS.search(text.plain, low, start)):
        start = more.start()
    return start, end


def _shares_words(quote: str, other: str) -> bool:
    """Whether half of the words of a quote stand in a text: letters alone are alike in any two sentences.

    Where words have no blanks between them, letters are more telling.
    """
    if _GLUED.search(quote):
        return True
    words = quote.split()
    there = set(other.split())
    return sum(word in there for word in words) >= len(words) * _LEAST_WORDS
