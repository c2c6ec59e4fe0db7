"""Tells what became known: events while an answer arrives, and at its end the citations, sources and notices."""

from bisect import bisect_left
from collections.abc import Mapping
from operator import attrgetter

from pydantic import JsonValue

from citebridge.adapter.draft import CitationFields, Draft, Stretch
from citebridge.adapter.rope import Rope
from citebridge.claims import claim_of_point
from citebridge.models import (
    Anchor,
    Citation,
    CitationAdded,
    CitationUpdated,
    Claim,
    Event,
    Notice,
    NoticeRaised,
    Source,
    SourceAdded,
    Span,
    TextDelta,
)
from citebridge.sources import Entry

_NEAR = 1_000  # so far back a claim is looked for that will be read again
MOST_NOTICES = 200
"""More notices than this of one code that carry no payload are only counted."""


class Teller:
    """With `telling`, events are made as things become known; without, nothing is made before the end."""

    def __init__(self, telling: bool) -> None:
        self.telling = telling
        self.events: list[Event] = []
        self.notices: list[Notice] = []
        self.visible = Rope()  # the text that the reader sees
        self._cited: list[Draft] = []
        self._counts: dict[str, int] = {}
        self._messages: set[tuple[str, str]] = set()
        self._points: list[int] = []  # where points hang in the text, each place once, while they are told
        self._last_point: tuple[int, int] | None = None
        self._last_claim: Claim | None = None
        self._disordered = False  # a point came before one that had been told
        self._lone = False

    def text(self, text: str) -> None:
        """Text for the reader."""
        self.visible.add(text)
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
            self._messages.add((code, message))
            count = self._counts[code] = self._counts.get(code, 0) + 1
            if count > MOST_NOTICES:
                return
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
        self._cited.append(draft)
        if self.telling:
            self._tell(draft)

    def placed(self, draft: Draft, start: int, end: int, raw_span: Stretch | None) -> None:
        """A citation whose place in the text is known and told; a span that was lifted away is a point."""
        fields = draft.fields
        if start < end:
            fields["anchor"] = Anchor("span", start, end)
            fields["claim"] = Claim(start, end, "provider")
        else:
            fields["anchor"] = Anchor("point", start, start)
            draft.is_point = True
            if self.telling:
                fields["claim"] = self._claim_so_far(start)
        if raw_span is not None:
            fields["raw_span"] = Span(*raw_span)
        draft.start = start
        self._cited.append(draft)
        if self.telling:
            self._tell(draft)

    def resolved(self, draft: Draft) -> None:
        """The source of a citation became known; where it has been told, that is told too."""
        if draft.citation is not None:
            self._update(draft, draft.citation, {"source_id": draft.fields.get("source_id")})

    def changed(self, draft: Draft, fields: CitationFields) -> None:
        """More is known of a citation; where it has been told, that is told too."""
        if draft.citation is not None:
            self._update(draft, draft.citation, fields)
        else:
            draft.fields.update(fields)

    def citations(self, text: str) -> list[CitationFields | Citation]:
        """All citations in reading order; `text` is all that the reader sees."""
        self._cited.sort(key=attrgetter("start", "place"))
        if not self.telling or self._disordered:
            self._claim_points(text)
        return [draft.citation or draft.fields for draft in self._cited]

    def _claim_so_far(self, at: int) -> Claim | None:
        """The claim of a point, as far as the points before it are known."""
        points = self._points
        number = len(points) if not points or at > points[-1] else bisect_left(points, at)
        if number == len(points) or points[number] != at:
            self._disordered = self._disordered or number < len(points)
            points.insert(number, at)
        floor = points[number - 1] if number else 0
        if self._disordered:  # all claims are read again at the end: none has to be read from far back
            floor = max(floor, at - _NEAR)
        if self._last_point != (floor, at):  # many citations may hang at one point
            self._last_point = (floor, at)
            self._last_claim = _moved(claim_of_point(self.visible.slice(floor, at), at - floor), floor)
        return self._last_claim

    def _claim_points(self, text: str) -> None:
        """The claims of all points, once all are known and stand in order."""
        last, claim = -1, None
        for draft in self._cited:
            if not draft.is_point:
                continue
            if draft.start != last:  # many citations may hang at one point
                claim, last = claim_of_point(text, draft.start, max(last, 0)), draft.start
            if draft.citation is None:
                draft.fields["claim"] = claim
            elif draft.citation.claim != claim:
                self._update(draft, draft.citation, {"claim": claim})

    def _tell(self, draft: Draft) -> None:
        draft.citation = Citation.model_validate(draft.fields)
        draft.fields = CitationFields(source_id=draft.citation.source_id)  # all that may yet change
        self.events.append(CitationAdded(draft.citation))

    def _update(self, draft: Draft, told: Citation, known: Mapping[str, object]) -> None:
        draft.citation = told.model_copy(update=known)
        self.events.append(CitationUpdated(draft.citation))


def _moved(claim: Claim | None, by: int) -> Claim | None:
    return Claim(claim.start + by, claim.end + by, claim.basis) if claim is not None else None
