"""Notices: something odd in provider data, told and never raised.

Codes are stable snake_case words; a program may test for them. Each has one line here, which the docs print.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from pydantic import JsonValue, SkipValidation


@dataclass(frozen=True, slots=True)
class Notice:
    """One odd thing: a stable `code`, a `message` for people, and the payload when it has no other home."""

    code: str
    message: str
    raw: SkipValidation[JsonValue] = None

    @property
    def loss(self) -> bool:
        """Whether the answer lacks something that the provider sent: text, a place, a tie."""
        return self.code in CODES and CODES[self.code].loss


class Code(NamedTuple):
    """What a code means, and whether it tells of a loss: text, a place or a tie that the answer does not have."""

    meaning: str
    loss: bool = False


_CODES: dict[str, Code] = {
    # at the door
    "lone_surrogate": Code("Half a surrogate pair stood alone and became U+FFFD; no offset moved."),
    "not_a_number": Code("NaN or an infinity became null."),
    "bytes_as_base64": Code('Bytes became `{"$base64": …}`.'),
    "too_deep": Code("What was nested deeper than 64 is kept as its JSON text."),
    "odd_object": Code("A value that JSON does not know was kept as text."),
    "undecodable_bytes": Code("Bytes that are no UTF-8 became U+FFFD.", loss=True),
    # whole bodies and streams
    "empty_body": Code("There was nothing to read, or nothing that the provider's answers have.", loss=True),
    "error_body": Code("The provider sent an error in place of an answer, or in the midst of one.", loss=True),
    "unreadable_event": Code("A part of the stream was no JSON; what came before and after stands.", loss=True),
    "bad_frame": Code("A frame of a binary event stream was damaged.", loss=True),
    "stream_truncated": Code("The stream ended before the provider said how the answer ends.", loss=True),
    "stream_failed": Code("Reading the stream raised an error; what had come is kept.", loss=True),
    "unknown_event": Code("A stream event of an unknown type was kept aside."),
    "unknown_block": Code("A part of the answer of an unknown type stays in `raw` only."),
    "unknown_chunk": Code("A source of an unknown kind: its record is kept."),
    "unread_citation": Code("A citation of another surface than the named or told one; `raw` has it.", loss=True),
    "unknown_citation_type": Code("A citation of an unknown type: payload, place in the answer and quote are kept."),
    "extra_candidates": Code("The first candidate was read; the others stay in `raw` only."),
    "odd_field": Code("A field held another type than the provider documents; it stays in `raw` only."),
    "told_again": Code("A citation came again and said more or less: the fuller form counts, the other is kept here."),
    "odd_payload": Code("Where a citation or source was expected stood something else; it stays in `raw` only."),
    "text_differs": Code(
        "The whole text, sent at the end, is not what came in pieces; the pieces are kept.", loss=True
    ),
    # places in the answer
    "offset_mended": Code("The provider's offsets missed their words; the one place that fits was taken."),
    "offset_unit": Code("The offsets fit only in another unit than the provider documents; that unit was taken."),
    "offset_unusable": Code("The offsets fit no place in the answer: the citation has no anchor.", loss=True),
    "range_is_no_link": Code("The range is not the link that the provider documents; it is kept as said."),
    "late_annotation": Code("The annotation came too late to lift its link, which stays in the text."),
    # places in the source
    "locator_refused": Code("The place in the source makes no sense (no such page or range).", loss=True),
    # marks
    "stray_mark": Code("A mark that no annotation tells of was taken out of the text and kept as a citation."),
    "broken_mark": Code("What begins like a mark has no end on its line within 256 characters: it is prose."),
    "mark_in_code": Code("What looks like a mark stands in code: it was left in the text."),
    "long_range": Code("A mark names a long range of tags, of which the first were read.", loss=True),
    "near_miss": Code("What looks like a tag, and was not asked for in this form, was left in the text."),
    "unknown_tag": Code("A mark names a tag that was not minted for this request.", loss=True),
    # sources
    "unresolved_reference": Code("A citation names a source that nobody has: it has no source.", loss=True),
    "source_id_clash": Code(
        "Two sources go by one id, and the later one got `~2`; or a citation has the number of one and the name of "
        "another, and is of that."
    ),
    # duties, and reading stored answers
    "display_duty": Code("The provider asks that something be shown with the answer."),
    "unknown_field": Code(
        "A stored answer or a given source had a field that this release does not know; it was dropped.", loss=True
    ),
}

CODES: Mapping[str, Code] = MappingProxyType(_CODES)
"""Every code that a notice can carry; read only."""
