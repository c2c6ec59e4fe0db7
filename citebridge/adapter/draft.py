"""A citation or a source on its way to becoming one: plain fields, validated in bulk at the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypedDict

from pydantic import JsonValue

from citebridge.adapter.mending import Range
from citebridge.models import Anchor, Channel, Citation, Claim, Locator, Span

Place = tuple[int, ...]
"""The payload's own place in the provider's data: it makes the id, so that whole and stream agree."""

Stretch = tuple[int, int]
"""The start and the end of a mark in the raw text."""

LAST = 1 << 40
"""First number of the places of what is listed apart, and comes after what stands in its place in the data."""

NOWHERE = 1 << 62
"""Where in the text a citation starts that has no place in it: it comes after all that have one."""

MARKS = 1 << 60
"""First number of the places of what has no place of its own in the data: it comes after all that has."""


_FORMS = ("", "%d", "%d.%d", "%d.%d.%d")  # of places with so many numbers, which is nearly all


def id_of(place: Place, name: str = "") -> str:
    """The id of a citation; `name` tells kinds apart that count on their own.

    >>> id_of((0, 2)), id_of((3, 0), "mark")
    ('0.2', 'mark.3.0')
    """
    number = _FORMS[len(place)] % place if len(place) < len(_FORMS) else ".".join(map(str, place))
    return f"{name}.{number}" if name else number


LocatorFields = Mapping[str, int | str]
"""The fields of a locator to be."""

Locators = Sequence[LocatorFields | Locator]
"""Places in a source."""


class CitationFields(TypedDict, total=False):
    """The fields of a `Citation` to be."""

    id: str
    anchor: Anchor
    claim: Claim | None
    source_id: str | None
    ref: str | None
    cited_text: str | None
    locators: Locators
    channel: Channel
    type: str | None
    confidence: float | None
    raw_span: Span
    raw: JsonValue


class Draft:
    """A citation that is being put together: its fields, and where it stands among the others."""

    __slots__ = ("citation", "fields", "is_point", "place", "start")

    def __init__(self, fields: CitationFields, place: Place) -> None:
        self.fields = fields
        self.place = place
        self.start = NOWHERE  # in the text
        self.is_point = False
        self.citation: Citation | None = None  # as it was told last


@dataclass(slots=True)
class Request(Range):
    """A citation that waits for the place its offsets name."""

    draft: Draft = field(kw_only=True)
    kind: Literal["span", "point"] = field(default="span", kw_only=True)


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
