"""The evidence of a citation: whether its quote stands where the provider said."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from citebridge.locator.evidence import NO_QUOTE, NO_TEXT, NOT_THERE, altered, best, evidence_of, selector
from citebridge.locator.finding import Alike, closest, standing
from citebridge.locator.quotes import Quote
from citebridge.locator.source_text import MOST_COPIES, Match, SourceText
from citebridge.models import Citation, Evidence, Locator, Pages, Source, Span, Status
from citebridge.models.quoting import quoted
from citebridge.resolver.linking import link_at, link_said
from citebridge.resolver.said import NEARBY, Distance, Said, said_by
from citebridge.resolver.shelf import Shelf
from citebridge.resolver.wording import place_of
from citebridge.sources import in_document

NO_SOURCE: Final = "the citation leads to no source"
ONLY_PLACE: Final = "there is no quote; these are the words at the place that was said"
_UNCHECKED: Final = "the place that was said cannot be looked up in this source"
_STATUSES: Final[dict[Distance, Status]] = {"in": "verified", "near": "repaired", "far": "wrong_place"}
_PREFERRED: Final[tuple[Distance | None, ...]] = ("in", None, "near", "far")
_MOST_PASSAGES: Final = 16  # that are looked at for the page that was said
_LONGEST_SHOWN: Final = 2000  # characters of a place that are given as its words


class _Asked(NamedTuple):
    """A citation with its source, the text of that, what to look for and where."""

    citation: Citation
    source: Source
    text: SourceText
    quote: Quote
    said: Said | None


class Judge:
    """Judges citations one by one; what two of them have in common is looked for once."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._known: dict[tuple[str, str | None, tuple[Locator, ...]], Evidence] = {}

    def evidence(self, citation: Citation, source: Source | None) -> Evidence:
        """The evidence of a citation of `source`."""
        if source is None:
            return Evidence(status="unverifiable", note=NO_SOURCE)
        key = source.id, citation.cited_text, citation.locators
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._judged(citation, source)
        return found

    def _judged(self, citation: Citation, source: Source) -> Evidence:
        source = self._shelf.record(source)
        text, quote = self._shelf.text(source), Quote.of(citation.cited_text or "")
        if text is None:
            return self._textless(citation, source, quote)
        asked = _Asked(citation, source, text, quote, said_by(source, citation.locators))
        if quote.is_blank:
            return self._unquoted(asked)
        found = standing(text, quote)
        if asked.said is not None and not (
            len(found) <= MOST_COPIES and any(asked.said.holds(match.span) for match in found)
        ):
            found = _with_near_ones(asked, found)
        return self._placed(asked, found) if found else self._not_standing(asked)

    def _placed(self, asked: _Asked, found: Sequence[Match]) -> Evidence:
        """A quote that stands in its source: at the said place, nearby or far from it."""
        said = asked.said
        if said is None:
            match, status, note = best(found), "verified", _UNCHECKED if asked.citation.locators else None
        else:
            match, distance = _nearest(said, found)
            status, note = self._at_distance(asked, said, match.span, distance)
        places, link = self._at(asked, match.span, alone=len(found) == 1)
        return evidence_of(asked.text, status, match, found, note=note, locators=places, link=link)

    def _at_distance(self, asked: _Asked, said: Said, span: Span, distance: Distance) -> tuple[Status, str | None]:
        if distance == "in":
            return "verified", None
        unit = self._shelf.units(asked.source).unit_of(said, span)
        if unit is not None:
            return "repaired", f"the place that was said is counted in {unit}"
        return _STATUSES[distance], place_of(said.places[0][0], asked.source, span)

    def _not_standing(self, asked: _Asked) -> Evidence:
        """Nowhere in its source word for word: with other words there, or in another source, or nowhere."""
        alike: Alike | None = None
        for within in (*_around(asked), None):
            found = closest(asked.text, asked.quote, within)
            if isinstance(found, Match):
                return self._placed(asked, [found])
            if found is not None:
                alike = found
                break
        others = self._shelf.holding(asked.quote, lambda one: one.id != asked.source.id)
        if others:
            return _elsewhere(others)
        if alike is None:
            return Evidence(status="not_found", note=NOT_THERE)
        places, link = self._at(asked, alike.span)
        return altered(asked.text, alike, locators=places, link=link)

    def _at(self, asked: _Asked, span: Span, *, alone: bool = False) -> tuple[tuple[Locator, ...], str | None]:
        """Where a stretch is in the document, and the link to it."""
        places = in_document(asked.source, span)
        return places, link_at(self._shelf, asked.source, asked.text, span, places, alone=alone)

    def _unquoted(self, asked: _Asked) -> Evidence:
        """Without a quote nothing can be checked; the words at the said place are shown all the same."""
        spans = [span for span in asked.said.spans() if span.start < span.end] if asked.said is not None else []
        if not spans:
            link = link_said(self._shelf, asked.source, asked.citation.locators, None)
            return Evidence(status="unverifiable", link=link, note=NO_QUOTE)
        span = spans[0]
        shown = span.end - span.start <= _LONGEST_SHOWN
        places, link = self._at(asked, span)
        return Evidence(
            status="unverifiable",
            span=span,
            quote=asked.text.text[span.start : span.end] if shown else None,
            locators=places,
            link=link,
            selector=selector(asked.text, span) if shown else None,
            note=ONLY_PLACE,
        )

    def _textless(self, citation: Citation, source: Source, quote: Quote) -> Evidence:
        """Without a text; passages of the source may have one."""
        if not quote.is_blank and (found := self._vouched(citation, source, quote)) is not None:
            return found
        link = link_said(self._shelf, source, citation.locators, None if quote.is_blank else citation.cited_text)
        return Evidence(status="unverifiable", link=link, note=NO_QUOTE if quote.is_blank else NO_TEXT)

    def _vouched(self, citation: Citation, source: Source, quote: Quote) -> Evidence | None:
        """By the passages of a source, of which the one on the page that was said comes first."""
        pages = [one for one in citation.locators if isinstance(one, Pages)]
        held = self._shelf.holding(quote, lambda one: source.id in one.derived_from, _MOST_PASSAGES)
        found: list[tuple[Distance | None, Source, Match]] = [
            (_distance(said_by(passage, pages), match), passage, match) for passage, match in held
        ]
        if not found:
            return None
        distance, passage, match = min(found, key=lambda one: _PREFERRED.index(one[0]))
        text, places = self._shelf.text(passage), in_document(passage, match.span)
        assert text is not None
        note = f"it stands in the passage {quoted(passage.id)}"
        if distance is None:
            note += f"; {_UNCHECKED}" if citation.locators else ""
        elif distance != "in":
            note += f"; {place_of(pages[0], passage, match.span)}"
        return Evidence(
            status=_STATUSES[distance or "in"],
            quote=text.text[match.span.start : match.span.end],
            locators=places,
            method=match.method,
            score=1.0,
            link=link_at(self._shelf, passage, text, match.span, places),
            note=note,
        )


def _distance(said: Said | None, match: Match) -> Distance | None:
    return said.distance(match.span) if said is not None else None


def _elsewhere(others: Sequence[tuple[Source, Match]]) -> Evidence:
    """In another source; spans are of the cited one, so there is none."""
    first, match = others[0]
    text = first.text or ""
    return Evidence(
        status="wrong_place",
        quote=text[match.span.start : match.span.end],
        method=match.method,
        score=1.0,
        note="it stands in another source: " + ", ".join(quoted(one.id) for one, _ in others),
    )


def _nearest(said: Said, found: Sequence[Match]) -> tuple[Match, Distance]:
    """The place of a quote that was said, else the one next to it."""
    ranked = sorted(found, key=lambda match: (said.gap(match.span), match.method != "exact", match.start))
    distance = said.distance(ranked[0].span)
    for match in ranked:
        if distance == "in" or said.gap(match.span) > 0:
            break
        if said.distance(match.span) == "in":
            return match, "in"
    return ranked[0], distance


def _around(asked: _Asked) -> list[tuple[int, int]]:
    """The said place and what is nearby, in the folded text."""
    size = len(asked.text.text)
    spans = asked.said.spans() if asked.said is not None else []
    return [asked.text.folded_span(Span(max(span.start - NEARBY, 0), min(span.end + NEARBY, size))) for span in spans]


def _with_near_ones(asked: _Asked, found: list[Match]) -> list[Match]:
    """Those near the said place as well: the first many may leave them out, and so may one that they overlap with."""
    exactly = [asked.text.folded_span(span) for span in (asked.said.spans() if asked.said is not None else ())]
    near = [match for within in (*exactly, *_around(asked)) for match in standing(asked.text, asked.quote, within)]
    return sorted({match.start: match for match in (*found, *near)}.values(), key=lambda match: match.start)
