"""Tells what became known: events while an answer arrives, and at its end the citations, sources and notices."""

from bisect import bisect_left, insort
from operator import itemgetter

from pydantic import JsonValue

from citebridge.adapter.draft import CitationFields, Draft, Place, Stretch
from citebridge.adapter.rope import Rope
from citebridge.claims import claim_of_point
from citebridge.models import (
    Citation,
    CitationAdded,
    CitationUpdated,
    Claim,
    Event,
    Notice,
    NoticeRaised,
    Source,
    SourceAdded,
    TextDelta,
)
from citebridge.sources import Entry

NOWHERE = 1 << 62  # what has no place in the text comes after all that has
_NEAR = 1_000  # so far back a claim is looked for that will be read again
MOST_NOTICES = 200
"""More notices than this of one code that carry no payload are only counted."""


class Teller:
    """With `telling`, events are made as things become known; without, nothing is made before the end."""

    def __init__(self, telling: bool) -> None:
        self.telling = telling
        self.events: list[Event] = []
        self.notices: list[Notice] = []
        self._visible = Rope()
        self._told: list[tuple[int, Place, CitationFields | Citation]] = []
        self._counts: dict[str, int] = {}
        self._messages: set[tuple[str, str]] = set()
        self._points: list[int] = []  # where points hang in the text, each place once
        self._last_point: tuple[int, int] | None = None
        self._last_claim: Claim | None = None
        self._disordered = False  # a point came before one that had been told
        self._lone = False

    def read(self, visible: Rope) -> None:
        """The text that the reader sees, where the claims of points are read."""
        self._visible = visible

    def text(self, text: str) -> None:
        """Text for the reader."""
        if self.telling:
            self.events.append(TextDelta(text))

    def source(self, entry: Entry) -> None:
        """A source that is new."""
        if self.telling:
            self.events.append(SourceAdded(Source.model_validate(entry.fields)))

    def notice(self, code: str, message: str, raw: JsonValue = None) -> None:
        """Something odd; the same is told once."""
        if raw is None:
            if (code, message) in self._messages:
                return
            count = self._counts[code] = self._counts.get(code, 0) + 1
            if count > MOST_NOTICES:
                return
            self._messages.add((code, message))
        self._raise(Notice(code, message, raw))

    def lone_half(self) -> None:
        """Half a surrogate pair in the text stood alone. Told at the end: whole or in pieces, the order is the same."""
        self._lone = True

    def end(self) -> None:
        """Tell what is told last, and how many notices were only counted."""
        if self._lone:  # in the words of the door, so that it is told once
            self.notice("lone_surrogate", "half a surrogate pair stood alone and became U+FFFD")
        for code, count in self._counts.items():
            if count > MOST_NOTICES:
                self._raise(Notice(code, f"and {count - MOST_NOTICES} more of {code}"))
        self._counts = {}

    def _raise(self, notice: Notice) -> None:
        self.notices.append(notice)
        if self.telling:
            self.events.append(NoticeRaised(notice))

    def nowhere(self, draft: Draft) -> None:
        """A citation that has no place in the answer."""
        self._add(draft, NOWHERE)

    def placed(self, draft: Draft, start: int, end: int, raw_span: Stretch | None) -> None:
        """A citation whose place in the text is known and told; a span that was lifted away is a point."""
        fields = draft.fields
        if start < end:
            fields["anchor"] = {"kind": "span", "start": start, "end": end}
            fields["claim"] = {"start": start, "end": end, "basis": "provider"}
        else:
            fields["anchor"] = {"kind": "point", "start": start, "end": start}
            self._at_point(fields, start)
        if raw_span is not None:
            fields["raw_span"] = {"start": raw_span[0], "end": raw_span[1]}
        self._add(draft, start)

    def resolved(self, draft: Draft) -> None:
        """The source of a citation became known; where it has been told, that is told too."""
        if draft.told is None:
            return
        start, place, told = self._told[draft.told]
        if isinstance(told, Citation):
            again = told.model_copy(update={"source_id": draft.fields.get("source_id")})
            self._told[draft.told] = (start, place, again)
            self.events.append(CitationUpdated(again))

    def citations(self) -> list[CitationFields | Citation]:
        """All citations in reading order."""
        if not self.telling or self._disordered:
            self._claim_again()
        self._told.sort(key=itemgetter(0, 1))
        return [citation for _, _, citation in self._told]

    def _at_point(self, fields: CitationFields, at: int) -> None:
        points = self._points
        number = len(points) if not points or at > points[-1] else bisect_left(points, at)
        if number == len(points):
            points.append(at)
        elif points[number] != at:
            self._disordered = True
            insort(points, at)
        if self.telling:
            floor = points[number - 1] if number else 0
            if self._disordered:  # all claims are read again at the end: none has to be read from far back
                floor = max(floor, at - _NEAR)
            if self._last_point != (floor, at):  # many citations may hang at one point
                self._last_point = (floor, at)
                self._last_claim = _moved(claim_of_point(self._visible.slice(floor, at), at - floor), floor)
            fields["claim"] = self._last_claim

    def _claim_again(self) -> None:
        """The claims of all points, once all points are known."""
        if not self._points:
            return
        text = str(self._visible)
        floors = zip([0, *self._points], self._points, strict=False)
        claims = {at: claim_of_point(text, at, floor) for floor, at in floors}
        for number, (start, place, citation) in enumerate(self._told):
            if isinstance(citation, Citation):
                if citation.anchor is not None and citation.anchor.kind == "point":
                    claim = claims[citation.anchor.start]
                    if claim != citation.claim:
                        again = citation.model_copy(update={"claim": claim})
                        self._told[number] = (start, place, again)
                        self.events.append(CitationUpdated(again))
            elif (anchor := citation.get("anchor")) is not None and anchor["kind"] == "point":
                citation["claim"] = claims[anchor["start"]]

    def _add(self, draft: Draft, start: int) -> None:
        if not self.telling:
            self._told.append((start, draft.place, draft.fields))
            return
        citation = Citation.model_validate(draft.fields)
        draft.told = len(self._told)
        self._told.append((start, draft.place, citation))
        self.events.append(CitationAdded(citation))


def _moved(claim: Claim | None, by: int) -> Claim | None:
    return Claim(claim.start + by, claim.end + by, claim.basis) if claim is not None else None
