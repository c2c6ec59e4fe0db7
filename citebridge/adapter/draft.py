"""A citation or a source on its way to becoming one: plain fields, validated in bulk at the end."""

from dataclasses import dataclass
from typing import Literal, TypedDict

from pydantic import JsonValue

from citebridge.adapter.mending import Range
from citebridge.models import Anchor, Channel, Claim, Locator, Span

Place = tuple[int, ...]
"""The payload's own place in the provider's data: it makes the id, so that whole and stream agree."""

LAST = 1 << 40
"""First number of the places of what is listed apart, and comes after what stands in its place in the data."""

MARKS = 1 << 60
"""First number of the places of what has no place of its own in the data: it comes after all that has."""


class CitationFields(TypedDict, total=False):
    """The fields of a `Citation` to be."""

    id: str
    anchor: Anchor | None
    claim: Claim | None
    source_id: str | None
    ref: str | None
    cited_text: str | None
    locators: tuple[Locator, ...]
    channel: Channel
    type: str | None
    confidence: float | None
    raw_span: Span | None
    raw: JsonValue


class Draft:
    """A citation that has no anchor yet."""

    __slots__ = ("fields", "place", "told")

    def __init__(self, fields: CitationFields, place: Place) -> None:
        self.fields = fields
        self.place = place
        self.told: int | None = None  # which of those that were told it is


@dataclass(slots=True)
class Request:
    """A citation that waits for the place its offsets name."""

    draft: Draft
    range: Range
    kind: Literal["span", "point"] = "span"


class Link:
    """A citation whose range is that of a mark: a link to `url`, or any mark when it has none, that reads `says`."""

    __slots__ = ("draft", "end", "mark", "placed", "says", "start", "url")

    def __init__(self, draft: Draft, start: int, end: int, url: str | None, says: str | None = None) -> None:
        self.says = says
        self.draft = draft
        self.start, self.end = start, end  # in the slot; in the raw text once the slot has begun
        self.url = url
        self.mark: int | None = None  # where the mark begins that it was taken for
        self.placed = False
