"""Events: an answer told while it arrives.

Text comes in order; a citation is told once, when its place is known and the text it covers has been told; the last
event is `AnswerDone`. Every event has a `type` and a JSON form (`dump_event`, `load_event`).
"""

from dataclasses import dataclass
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from citebridge.models.answer import Answer, Citation, Source
from citebridge.models.notices import Notice


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of `Answer.text`. The deltas joined are the text; none holds a part of a mark."""

    text: str
    type: Literal["text_delta"] = "text_delta"


@dataclass(frozen=True, slots=True)
class CitationAdded:
    """A citation, whose text has been told."""

    citation: Citation
    type: Literal["citation_added"] = "citation_added"


@dataclass(frozen=True, slots=True)
class CitationUpdated:
    """The same citation, by its id: its source became known, or its claim changed by a later one."""

    citation: Citation
    type: Literal["citation_updated"] = "citation_updated"


@dataclass(frozen=True, slots=True)
class SourceAdded:
    """A source that was offered or returned."""

    source: Source
    type: Literal["source_added"] = "source_added"


@dataclass(frozen=True, slots=True)
class NoticeRaised:
    """Something odd in the provider's data."""

    notice: Notice
    type: Literal["notice_raised"] = "notice_raised"


@dataclass(frozen=True, slots=True)
class AnswerDone:
    """The end: the whole answer."""

    answer: Answer
    type: Literal["answer_done"] = "answer_done"


Event = TextDelta | CitationAdded | CitationUpdated | SourceAdded | NoticeRaised | AnswerDone


@cache
def _adapter() -> TypeAdapter[Event]:
    return TypeAdapter(Annotated[Event, Field(discriminator="type")])


def dump_event(event: Event) -> str:
    """An event as JSON text.

    >>> dump_event(TextDelta("Hens"))
    '{"text":"Hens","type":"text_delta"}'
    """
    return _adapter().dump_json(event).decode()


def load_event(text: str | bytes) -> Event:
    """The event that `dump_event` wrote; raises pydantic's `ValidationError` when it is none."""
    return _adapter().validate_json(text)


dump, load = dump_event, load_event  # within this module the shorter names say as much
