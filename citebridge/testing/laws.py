"""The laws that can be checked on what was read, without knowing what the provider meant.

Each function raises `Broken` where a law does not hold. The laws are those of docs/explanation/design.md, "What can be
relied on".
"""

import math
import re
from collections.abc import Iterable, Sequence
from typing import cast

from citebridge.models import (
    Answer,
    AnswerDone,
    Citation,
    CitationAdded,
    CitationUpdated,
    Event,
    NoticeRaised,
    Source,
    SourceAdded,
    Span,
    TextDelta,
    dump_event,
    load_event,
)
from citebridge.text import Unit, from_code_points, to_code_points

SAME = ("text", "raw_text", "lifted", "citations", "sources", "finish", "refusal")
"""The fields that are the same however an answer came in."""


class Broken(Exception):
    """A law does not hold: which one, and how."""

    def __init__(self, law: str, detail: str = "") -> None:
        super().__init__(f"{law}: {detail}" if detail else law)
        self.law = law


def holds(law: str, so: bool, detail: object = "") -> None:
    """Raise `Broken` when a law does not hold."""
    if not so:
        raise Broken(law, shortened(detail))


def shortened(value: object, most: int = 300) -> str:
    """A value for people, not too long of it."""
    text = str(value)
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def difference(mine: object, other: object) -> str:
    """Where two values part, in one line."""
    if isinstance(mine, str) and isinstance(other, str):
        at = next((n for n, (one, two) in enumerate(zip(mine, other, strict=False)) if one != two), None)
        at = min(len(mine), len(other)) if at is None else at
        return f"from character {at} {mine[max(0, at - 20) : at + 30]!r} and {other[max(0, at - 20) : at + 30]!r}"
    members, others = _members(mine), _members(other)
    if members is not None and others is not None:
        pairs = zip((*members, None), (*others, None), strict=False)
        return next((difference(one, two) for one, two in pairs if one != two), "nothing")
    if isinstance(mine, Citation | Source) and isinstance(other, Citation | Source):
        fields = type(mine).model_fields
        name = next((name for name in fields if getattr(mine, name) != getattr(other, name, None)), "id")
        return f"{name} of {mine.id}: {difference(getattr(mine, name), getattr(other, name, None))}"
    return f"{shortened(repr(mine), 120)} and {shortened(repr(other), 120)}"


def _members(value: object) -> tuple[object, ...] | None:
    return cast("tuple[object, ...]", value) if isinstance(value, tuple) else None


# -- an answer by itself


def check_answer(answer: Answer) -> None:
    """What holds of every answer."""
    check_json(answer)
    check_text(answer)
    check_sources(answer)
    check_citations(answer)


def check_json(answer: Answer) -> None:
    """Law 8: the answer survives its JSON form."""
    again = Answer.model_validate_json(answer.model_dump_json())
    changed = next((name for name in Answer.model_fields if getattr(again, name) != getattr(answer, name)), None)
    holds("round trip", changed is None, changed and f"{changed} is another one after it was dumped and loaded")


def check_text(answer: Answer) -> None:
    """Law 3: the text is the raw text without what was lifted."""
    text: list[str] = []
    at_raw = gone = 0
    for lift in answer.lifted:
        holds("lifts are in order", at_raw <= lift.raw.start < lift.raw.end <= len(answer.raw_text), lift)
        holds("a lift stands where it says", lift.at == lift.raw.start - gone, lift)
        text.append(answer.raw_text[at_raw : lift.raw.start])
        at_raw, gone = lift.raw.end, gone + lift.raw.end - lift.raw.start
    text.append(answer.raw_text[at_raw:])
    without = "".join(text)
    holds("text is raw_text without lifted", without == answer.text, difference(answer.text, without))


def check_sources(answer: Answer) -> None:
    """Law 6, what of it can be seen: each source is one, and each `source_id` leads to one."""
    ids = {source.id for source in answer.sources}
    holds("ids of sources are unique", len(ids) == len(answer.sources), [source.id for source in answer.sources])
    for one in answer.citations:
        holds("source_id is in sources", one.source_id is None or one.source_id in ids, _said(one, one.source_id))


def check_citations(answer: Answer) -> None:
    """Law 4, what of it can be seen: places are in range and well-formed, and citations in reading order."""
    holds("ids of citations are unique", len({one.id for one in answer.citations}) == len(answer.citations))
    for one in answer.citations:
        _check_anchor(answer, one)
        _check_claim(answer, one)
        if one.raw_span is not None:
            in_range = 0 <= one.raw_span.start < one.raw_span.end <= len(answer.raw_text)
            holds("raw_span is in range", in_range, _said(one, one.raw_span))
    order = [(one.anchor.start if one.anchor else math.inf, _natural(one.id)) for one in answer.citations]
    holds("citations stand in reading order", order == sorted(order), [one.id for one in answer.citations])


def _check_anchor(answer: Answer, one: Citation) -> None:
    if one.anchor is None:
        return
    start, end, size = one.anchor.start, one.anchor.end, len(answer.text)
    holds("anchors are in range", 0 <= start <= end <= size, _said(one, f"{start} to {end} of {size} characters"))
    holds("a span is not empty, a point is", (one.anchor.kind == "span") == (start < end), _said(one, one.anchor))
    if one.anchor.kind == "span":
        raw = answer.to_raw(Span(start, end))
        holds("to_raw is in range", 0 <= raw.start <= raw.end <= len(answer.raw_text), _said(one, raw))


def _check_claim(answer: Answer, one: Citation) -> None:
    anchor, claim = one.anchor, one.claim
    if anchor is not None and anchor.kind == "span":
        same = claim is not None and (claim.start, claim.end, claim.basis) == (anchor.start, anchor.end, "provider")
        holds("the claim of a span is the span", same, _said(one, claim))
    elif claim is not None:
        before = anchor is not None and claim.end <= anchor.start
        holds("the claim of a point lies before it", before, _said(one, claim))
        holds("the claim of a point is inferred", claim.basis == "inferred", _said(one, claim))
    if claim is not None:
        holds("claims are in range", 0 <= claim.start < claim.end <= len(answer.text), _said(one, claim))


def check_offsets(answer: Answer) -> None:
    """Law 7: every place in the text can be told in UTF-8 bytes and UTF-16, and comes back as it was."""
    units: tuple[Unit, ...] = ("utf8", "utf16")
    places = [place for one in answer.citations for place in (one.anchor, one.claim) if place is not None]
    for at in {offset for place in places for offset in (place.start, place.end)}:
        for unit in units:
            there = from_code_points(answer.text, at, unit)
            back = to_code_points(answer.text, there, unit)
            holds("offsets convert exactly", back == at, f"{at} is {there} in {unit}, which is {back}")


def _said(one: Citation, detail: object) -> str:
    return f"citation {one.id}: {detail}"


def _natural(name: str) -> list[tuple[int, int, str]]:
    """An id with its numbers compared as numbers."""
    parts = name.split(".")
    return [(0, int(part), "") if re.fullmatch(r"-?\d+", part) else (1, 0, part) for part in parts]


# -- the events of one reading


def check_events(answer: Answer, events: Sequence[Event]) -> None:
    """Law 5, the part that one reading shows: the events tell the answer, each thing once and in its turn."""
    done = events[-1] if events else None
    holds("the last event is the answer", isinstance(done, AnswerDone) and done.answer == answer)
    deltas = "".join(event.text for event in events if isinstance(event, TextDelta))
    holds("the deltas joined are the text", deltas == answer.text, difference(deltas, answer.text))
    told = _told(events)
    holds("every citation is told", told.keys() == {one.id for one in answer.citations}, sorted(told))
    known = {event.source.id for event in events if isinstance(event, SourceAdded)}
    holds("every source is told", known == {source.id for source in answer.sources}, sorted(known))
    notices = sum(isinstance(event, NoticeRaised) for event in events)
    holds("every notice is told", notices == len(answer.notices), f"{notices} of {len(answer.notices)}")
    for one in answer.citations:
        same = told[one.id].model_copy(update={"claim": one.claim, "source_id": one.source_id})
        holds("a citation stays as it was told", same == one, _said(one, difference(same, one)))


def _told(events: Iterable[Event]) -> dict[str, Citation]:
    """The citations as they were last told."""
    told: dict[str, Citation] = {}
    size = 0
    for event in events:
        if isinstance(event, TextDelta):
            size += len(event.text)
        elif isinstance(event, CitationAdded):
            one = event.citation
            in_turn = one.anchor is None or one.anchor.end <= size
            holds("a citation is told once", one.id not in told, one.id)
            holds("a citation is told after its text", in_turn, _said(one, one.anchor))
            told[one.id] = one
        elif isinstance(event, CitationUpdated):
            told[event.citation.id] = event.citation
    return told


def check_events_as_json(events: Iterable[Event]) -> None:
    """Law 8 for events."""
    for event in events:
        holds("an event survives its JSON form", load_event(dump_event(event)) == event, event)


# -- two readings


def check_same(law: str, mine: Answer, other: Answer, names: Iterable[str] = SAME) -> None:
    """Laws 5 and 9: two readings of one answer have the same in these fields."""
    for name in names:
        one, two = getattr(mine, name), getattr(other, name)
        holds(f"{law} the same {name}", one == two, difference(one, two))


def check_broken_off(full: Answer, part: Answer, before: Sequence[Event], sent: Sequence[str]) -> None:
    """Law 5: a stream that ends early keeps what came, and is not complete unless the provider said so.

    `before` are the events that the whole stream had told up to there, and `sent` the texts in what had come, in order.
    """
    told = "".join(event.text for event in before if isinstance(event, TextDelta))
    holds("text that was told is kept", part.text.startswith(told), difference(part.text, told))
    came = full.raw_text[: _begun(full.raw_text, sent)]
    holds("text that came is kept", part.raw_text.startswith(came), difference(part.raw_text, came))
    ids = {one.id for one in part.citations}
    lost = [event.citation.id for event in before if isinstance(event, CitationAdded) and event.citation.id not in ids]
    holds("citations that were told are kept", not lost, lost)
    is_all = len(part.raw_text) >= len(full.raw_text)
    so = part.finish != "complete" or is_all or part.finish_detail in sent
    holds("a stream that broke off is not complete", so, f"{part.text[-60:]!r} is not all, and nothing says that it is")


def _begun(text: str, pieces: Iterable[str]) -> int:
    """How much of a text the pieces make up, one after another; those that do not go on with it are something else."""
    at = 0
    for piece in pieces:
        at += len(piece) if text.startswith(piece, at) else 0
    return at
