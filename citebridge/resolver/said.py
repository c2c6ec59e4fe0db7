"""The place that the provider said, and how far from it a quote stands."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from citebridge.models import Blocks, Chars, Lines, Locator, Pages, Section, Source, Span
from citebridge.sources import in_document, span_of

Distance = Literal["in", "near", "far"]

NEARBY: Final = 500
"""So many characters from the said place is nearby; so is the next page or block, however long it is."""

_FINEST_FIRST: Final = (Chars, Lines, Blocks, Pages, Section)


@dataclass(frozen=True, slots=True)
class Said:
    """Where in a source a citation points: the finest of its locators that can be looked up there, and their spans.

    A page that the source does not have has no span, and everything is far from it.
    """

    source: Source
    places: tuple[tuple[Locator, Span | None], ...]

    def distance(self, span: Span) -> Distance:
        """How far from the said place a stretch of the source is."""
        found = {_distance(self.source, locator, place, span) for locator, place in self.places}
        return "in" if "in" in found else "near" if "near" in found else "far"

    def holds(self, span: Span) -> bool:
        """Whether a stretch is all within one of the said places."""
        return any(place is not None and is_within(place, span) for _, place in self.places)

    def gap(self, span: Span) -> int:
        """Characters between the said place and a stretch."""
        return min((_gap(place, span) for _, place in self.places if place is not None), default=0)

    def spans(self) -> list[Span]:
        """The said places as stretches of the text, those that are within it."""
        size = len(self.source.text or "")
        return [place for _, place in self.places if place is not None and place.end <= size]


def said_by(source: Source, locators: Sequence[Locator]) -> Said | None:
    """The place that a citation says; `None` when it says none, or one that cannot be looked up in the source.

    >>> said_by(Source(id="log", text="Rain.\\nSun."), [Lines(start_line=2, end_line=2)]).places[0][1]
    Span(start=6, end=10)
    """
    for kind in _FINEST_FIRST if locators else ():
        places = [(one, _place(source, one)) for one in locators if isinstance(one, kind)]
        if places and (any(place is not None for _, place in places) or _counts(source, kind)):
            return Said(source, tuple(places))
    return None


def _counts(source: Source, kind: type) -> bool:
    """Whether the source has numbered parts of that kind, so that one it does not have is a wrong one."""
    if kind is Pages:
        return bool(source.pages or _own_pages(source))
    return kind is Blocks and bool(source.blocks)


def _own_pages(source: Source) -> Pages | None:
    """The pages of its document that a chunk stands on, where nobody knows which part of it is on which."""
    return next((one for one in source.locators if isinstance(one, Pages)), None) if not source.pages else None


def _place(source: Source, locator: Locator) -> Span | None:
    match locator:
        case Chars(start=start, end=end):
            return Span(start, end) if 0 <= start <= end else None
        case Lines(start_line=first) if span_of(source, locator) is None and first > 0:
            return Span(len(source.text or ""), len(source.text or ""))  # behind the last line
        case Pages(start_page=first, end_page=last) if (own := _own_pages(source)) is not None:
            meets = first <= own.end_page and own.start_page <= last
            return Span(0, len(source.text or "")) if meets else None
        case _:
            return span_of(source, locator)


def _distance(source: Source, locator: Locator, place: Span | None, span: Span) -> Distance:
    if isinstance(locator, Pages | Blocks):
        return _by_number(source, locator, place, span)
    if place is None:
        return "far"
    if _holds(locator, place, span):
        return "in"
    return "near" if _gap(place, span) <= NEARBY or _on_one_part(source, place, span) else "far"


def _holds(locator: Locator, place: Span, span: Span) -> bool:
    if isinstance(locator, Chars):
        return is_within(place, span)
    return _mostly_in(place, span)


def _by_number(source: Source, locator: Pages | Blocks, place: Span | None, span: Span) -> Distance:
    found = _numbers(source, span, type(locator))
    if found is None:
        return "far"
    first, last = _range(locator)
    if (first <= found[0] and found[1] <= last) or (place is not None and _mostly_in(place, span)):
        return "in"
    return "near" if found[0] <= last + 1 and first - 1 <= found[1] else "far"


def _on_one_part(source: Source, place: Span, span: Span) -> bool:
    """Whether two stretches touch the same page or block."""
    if not source.pages and not source.blocks:
        return False
    for kind in (Pages, Blocks):
        one, other = _numbers(source, place, kind), _numbers(source, span, kind)
        if one is not None and other is not None and one[0] <= other[1] and other[0] <= one[1]:
            return True
    return False


def _numbers(source: Source, span: Span, kind: type[Pages] | type[Blocks]) -> tuple[int, int] | None:
    return next((_range(one) for one in in_document(source, span) if isinstance(one, kind)), None)


def _range(locator: Pages | Blocks) -> tuple[int, int]:
    if isinstance(locator, Pages):
        return locator.start_page, locator.end_page
    return locator.start_block, locator.end_block - 1


def is_within(place: Span, span: Span) -> bool:
    """Whether a stretch is all within a place."""
    return place.start <= span.start and span.end <= place.end


def _mostly_in(place: Span, span: Span) -> bool:
    shared = min(place.end, span.end) - max(place.start, span.start)
    return 2 * shared >= span.end - span.start


def _gap(place: Span, span: Span) -> int:
    return max(0, span.start - place.end, place.start - span.end)
