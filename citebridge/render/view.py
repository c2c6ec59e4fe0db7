"""`render.json`: the public view of an answer, for a program that shows it.

The classes are the contract; its JSON schema stands in the documentation. Fields may be added, none is changed.
"""

import json as _json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace

from citebridge.access import is_redacted
from citebridge.models import Answer, Channel, Citation, Evidence, Finish, Locator, Section, Source, SourceKind, Status
from citebridge.render.duties import Suggestion
from citebridge.render.numbering import Mark, References, references
from citebridge.render.safe import address, json_text, line, lines, moved
from citebridge.render.wording import ending, title_of, where, where_found
from citebridge.text import export_offsets

VIEW_VERSION = 1


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of `text`, in code points (Python) and in UTF-16 units (JavaScript, C#, Java), half-open."""

    start: int
    end: int
    utf16_start: int
    utf16_end: int


@dataclass(frozen=True, slots=True)
class ViewMark:
    """A number to show at a place of `text`: before the character there. `label` is `?` when it has no source."""

    at: int
    utf16_at: int
    label: str
    citation_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ViewEvidence:
    """Whether the quote stands in the source: `quote` are the words found, `place` says where, `link` leads there."""

    status: Status
    quote: str | None
    place: str
    locators: tuple[Locator, ...]
    link: str | None
    method: str | None
    score: float | None
    note: str | None


@dataclass(frozen=True, slots=True)
class ViewCitation:
    """A citation. `number` is the one it is shown under; `source_id` is null when it leads to no source."""

    id: str
    number: int | None
    source_id: str | None
    ref: str | None
    anchor_kind: str | None
    anchor: Stretch | None
    claim: Stretch | None
    claim_basis: str | None
    cited_text: str | None
    place: str
    locators: tuple[Locator, ...]
    channel: Channel
    type: str | None
    confidence: float | None
    evidence: ViewEvidence | None


@dataclass(frozen=True, slots=True)
class ViewSource:
    """A source. `number` is null when nothing in the text is marked with it, `link` when it has no web address."""

    id: str
    number: int | None
    kind: SourceKind
    hidden: bool
    title: str
    section: str | None
    updated: str | None
    url: str | None
    link: str | None


@dataclass(frozen=True, slots=True)
class View:
    """All that is shown of an answer. Offsets count in `text`, which is the answer's without control characters."""

    view_version: int
    text: str
    marks: tuple[ViewMark, ...]
    citations: tuple[ViewCitation, ...]
    sources: tuple[ViewSource, ...]
    suggestions: tuple[Suggestion, ...]
    provider: str | None
    model: str | None
    finish: Finish
    ending: str
    refusal: str | None


def json(answer: Answer) -> str:
    """The public view as JSON: what may be shown, with numbers, and offsets for browsers too.

    There is no payload, metadata or access tag in it, and of a source's text nothing but the quotes. Order and form are
    the same each time, and it can be put into a page: `<` is written as an escape.

    >>> from citebridge.models import Anchor, Answer, Citation, Source
    >>> cited = Citation(id="0", anchor=Anchor("point", 6, 6), source_id="rules")
    >>> shown = _json.loads(json(Answer(text="🐕 out.", citations=(cited,), sources=(Source(id="rules"),))))
    >>> shown["marks"]
    [{'at': 6, 'utf16_at': 7, 'label': '1', 'citation_ids': ['0']}]
    """
    written = _json.dumps(asdict(view(answer)), ensure_ascii=False, allow_nan=False)
    return json_text(written).replace("<", "\\u003c")


def view(answer: Answer) -> View:
    """The same as objects."""
    found = references(answer)
    places = _Places(found)
    numbers = {id(one): _number(entry.label) for entry in found.entries for one in entry.citations}
    of_source = {entry.source.id: _number(entry.label) for entry in found.entries if entry.source is not None}
    return View(
        view_version=VIEW_VERSION,
        text=found.text,
        marks=tuple(_mark(mark, places) for mark in found.marks),
        citations=tuple(_citation(one, numbers.get(id(one)), places) for one in found.answer.citations),
        sources=tuple(_source(one, of_source.get(one.id)) for one in found.answer.sources),
        suggestions=tuple(found.suggestions),
        provider=_line(found.answer.provider),
        model=_line(found.answer.model),
        finish=found.answer.finish,
        ending=ending(found.answer),
        refusal=lines(found.answer.refusal) if found.answer.refusal is not None else None,
    )


class _Places:
    """Where places of the answer's text are in the text that is shown, in both units; each is worked out once."""

    def __init__(self, found: References) -> None:
        size = len(found.answer.text)
        asked = sorted({place for one in found.answer.citations for place in _asked(one, size)})
        shown = moved(found.answer.text, asked)
        self._size = size
        self._shown = dict(zip(asked, shown, strict=True))
        every = sorted({*shown, *(mark.place for mark in found.marks)})
        units = export_offsets(found.text, every, "utf16")
        self._utf16 = {at: unit or 0 for at, unit in zip(every, units, strict=True)}

    def utf16(self, at: int) -> int:
        """A place of the text that is shown, in UTF-16 units."""
        return self._utf16[at]

    def stretch(self, start: int, end: int) -> Stretch:
        """A stretch of the answer's text as one of the text that is shown."""
        first, last = (self._shown[_within(place, self._size)] for place in (start, end))
        return Stretch(first, last, self._utf16[first], self._utf16[last])


def _asked(citation: Citation, size: int) -> Iterable[int]:
    for place in (citation.anchor, citation.claim):
        if place is not None:
            yield from (_within(place.start, size), _within(place.end, size))


def _within(place: int, size: int) -> int:
    return min(max(place, 0), size)


def _mark(mark: Mark, places: _Places) -> ViewMark:
    return ViewMark(mark.place, places.utf16(mark.place), mark.label, tuple(one.id for one in mark.citations))


def _citation(one: Citation, number: int | None, places: _Places) -> ViewCitation:
    anchor, claim = one.anchor, one.claim
    return ViewCitation(
        id=one.id,
        number=number,
        source_id=one.source_id,
        ref=_line(one.ref),
        anchor_kind=anchor.kind if anchor is not None else None,
        anchor=places.stretch(anchor.start, anchor.end) if anchor is not None else None,
        claim=places.stretch(claim.start, claim.end) if claim is not None else None,
        claim_basis=claim.basis if claim is not None else None,
        cited_text=lines(one.cited_text) if one.cited_text is not None else None,
        place=where(one.locators),
        locators=_safe(one.locators),
        channel=one.channel,
        type=_line(one.type),
        confidence=_finite(one.confidence),
        evidence=_evidence(one.evidence) if one.evidence is not None else None,
    )


def _evidence(one: Evidence) -> ViewEvidence:
    return ViewEvidence(
        status=one.status,
        quote=lines(one.quote) if one.quote is not None else None,
        place=where_found(one.locators),
        locators=_safe(one.locators),
        link=address(one.link),
        method=one.method,
        score=_finite(one.score),
        note=_line(one.note),
    )


def _source(one: Source, number: int | None) -> ViewSource:
    hidden = is_redacted(one)
    return ViewSource(
        id=one.id,
        number=number,
        kind=one.kind,
        hidden=hidden,
        title="hidden source" if hidden else title_of(one),
        section=_line(one.section),
        updated=_line(one.updated),
        url=_line(one.url),
        link=address(one.url),
    )


def _safe(locators: Iterable[Locator]) -> tuple[Locator, ...]:
    return tuple(_safe_place(one) for one in locators)


def _safe_place(one: Locator) -> Locator:
    return replace(one, path=tuple(line(step) for step in one.path)) if isinstance(one, Section) else one


def _number(label: str) -> int | None:
    return int(label) if label.isdecimal() else None


def _line(text: str | None) -> str | None:
    return line(text) if text is not None else None


def _finite(number: float | None) -> float | None:
    return number if number is not None and math.isfinite(number) else None
