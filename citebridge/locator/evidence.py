"""`locate`: a quote and a text in, `Evidence` out."""

from collections.abc import Sequence
from typing import Final

from citebridge.errors import UsageError
from citebridge.locator.finding import Alike, closest, standing
from citebridge.locator.quotes import Quote
from citebridge.locator.source_text import MOST_COPIES, Match, SourceText
from citebridge.models import Evidence, Locator, Selector, Span, Status

NO_QUOTE: Final = "there is no quote to look for"
NO_TEXT: Final = "there is no source text to look in"
NOT_THERE: Final = "neither these words nor anything like them"
_ALMOST: Final = 0.999  # something differs
_AROUND: Final = 32  # characters of a selector before and behind the quote


def locate(quote: str, text: str | SourceText) -> Evidence:
    """Where `quote` stands in `text`, and whether it stands there as it was quoted.

    Looked for exactly, then with typography and case folded: ligatures, accents, quotation marks, dashes, blanks, line
    ends, hyphenation. `span` and `quote` are of the original text; up to 100 other places are in `alternatives`. What
    is only like the quote is `altered`: another number, unit, name, negation or wording, told in `note`. A blank quote
    or text is `unverifiable`.

    Who looks for many quotes in one text makes a `SourceText` of it once.

    Raises `UsageError` when one of them is no text.

    >>> found = locate("efficient offer", "An eﬃcient oﬀer came.")
    >>> found.status, found.method, found.span, found.quote
    ('verified', 'folded', Span(start=3, end=15), 'eﬃcient oﬀer')
    >>> locate("12 mg a day", "Take 13 mg a day.").status
    'altered'
    """
    if not isinstance(quote, str) or not isinstance(text, str | SourceText):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"locate() takes two texts, not {type(quote).__name__} and {type(text).__name__}")
    return evidence_in(text if isinstance(text, SourceText) else SourceText(text), Quote.of(quote))


def evidence_in(text: SourceText, quote: Quote) -> Evidence:
    """The evidence of a quote in a text, wherever it stands there."""
    if quote.is_blank or text.is_blank:
        return Evidence(status="unverifiable", note=NO_QUOTE if quote.is_blank else NO_TEXT)
    found = standing(text, quote)
    if found:
        return evidence_of(text, "verified", best(found), found)
    other = closest(text, quote)
    if isinstance(other, Match):
        return evidence_of(text, "verified", other)
    return altered(text, other) if other is not None else Evidence(status="not_found", note=NOT_THERE)


def best(found: Sequence[Match]) -> Match:
    """The first exact place, else the first."""
    return next((match for match in found if match.method == "exact"), found[0])


def evidence_of(
    text: SourceText,
    status: Status,
    match: Match,
    found: Sequence[Match] = (),
    *,
    note: str | None = None,
    locators: tuple[Locator, ...] = (),
    link: str | None = None,
) -> Evidence:
    """A place where a quote stands as evidence, with the others of `found` beside it."""
    others = [one.span for one in found if one.end <= match.start or one.start >= match.end]
    chosen = selector(text, match.span)
    return Evidence(
        status=status,
        span=match.span,
        quote=chosen.exact,
        locators=locators,
        method=match.method,
        score=1.0,
        alternatives=tuple(others[:MOST_COPIES]),
        link=link,
        selector=chosen,
        note=note,
    )


def altered(text: SourceText, found: Alike, *, locators: tuple[Locator, ...] = (), link: str | None = None) -> Evidence:
    """What is only like a quote."""
    return Evidence(
        status="altered",
        span=found.span,
        quote=text.text[found.span.start : found.span.end],
        locators=locators,
        method="fuzzy",
        score=round(min(found.score, _ALMOST), 3),
        link=link,
        selector=selector(text, found.span),
        note=found.note,
    )


def selector(text: SourceText, span: Span) -> Selector:
    """What finds a stretch again after the text was edited."""
    whole = text.text
    return Selector(
        exact=whole[span.start : span.end],
        prefix=whole[max(span.start - _AROUND, 0) : span.start],
        suffix=whole[span.end : span.end + _AROUND],
        sha256=text.digest,
    )
