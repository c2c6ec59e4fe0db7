"""Where in the data a payload comes from: so that none is invented, none told twice and none lost.

Nothing is known here of any provider. What the citations of an answer keep as `raw` is looked for in what was sent; and
what stands in the data where others were taken for citations has to be kept as well.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import Record
from citebridge.models import Answer
from citebridge.models.plain import Door
from citebridge.testing.laws import holds
from citebridge.testing.paths import PathTo, paths_in, put, shape_of, shown

NEW = "x_new_field"


class Sent:
    """The records in what was sent, each with its path."""

    def __init__(self, value: JsonValue) -> None:
        self.texts = [item for _, item in paths_in(value) if isinstance(item, str) and item]
        self.value = Door(lambda notice: None).plain(value)
        self.records: list[tuple[PathTo, Record]] = []
        self._plain: Counter[str] = Counter()
        for path, item in (((), self.value), *paths_in(self.value)):
            if isinstance(item, dict):
                self.records.append((path, item))
            else:
                self._plain[_key(item)] += 1

    def times(self, raw: JsonValue) -> int:
        """How often a payload was sent."""
        return len(self.homes(raw)) if isinstance(raw, dict) else self._plain[_key(raw)]

    def homes(self, raw: JsonValue) -> list[int]:
        """The records that a payload is: whole, or without parts that are told apart, or with one named beside it."""
        if not isinstance(raw, dict) or not raw:
            return []
        found = [n for n, (_, record) in enumerate(self.records) if _holds(record, raw)]
        found = found or [n for n, (_, record) in enumerate(self.records) if record and _names_part(raw, record)]
        return found or next(filter(None, self._wrapped(raw)), list[int]())

    def _wrapped(self, raw: Record) -> Iterator[list[int]]:
        """A payload beside the part of it that is meant: a number, or a text that stands in it."""
        for key, inner in raw.items():
            beside = [value for name, value in raw.items() if name != key]
            found = self.homes(inner)
            yield [n for n in found if all(isinstance(one, int) or _within(one, self.records[n][1]) for one in beside)]


def _key(value: JsonValue) -> str:
    return json.dumps(value, sort_keys=True)


def _holds(record: JsonValue, raw: JsonValue) -> bool:
    """Whether a record is a payload, perhaps with more in it."""
    if not isinstance(record, dict) or not isinstance(raw, dict):
        return record == raw
    return all(key in record and _holds(record[key], value) for key, value in raw.items())


def _names_part(raw: Record, record: Record) -> bool:
    return _holds(raw, record) and all(_within(value, record) for key, value in raw.items() if key not in record)


def _within(part: JsonValue, record: Record) -> bool:
    return part is None or any(item == part for _, item in paths_in(record))


def _mark_in(raw: JsonValue) -> str | None:
    """The text of a mark, whose payload is nothing but that."""
    mark = raw.get("marker") if isinstance(raw, dict) and len(raw) == 1 else None
    return mark if isinstance(mark, str) else None


# -- laws 2 and 3, as far as they can be seen without knowing the provider


def check_sent(answer: Answer, sent: Sent) -> None:
    """Nothing is invented: each payload was sent, and is told no more often than it was."""
    for what, kept in (("citation", answer.citations), ("source", answer.sources)):
        told: Counter[str] = Counter()
        for one in kept:
            if one.raw is None or _mark_in(one.raw) is not None:
                continue
            key = _key(one.raw)
            told[key] += 1
            times = sent.times(one.raw)
            holds(f"the raw of a {what} was sent", times > 0, f"{what} {one.id}: {key}")
            holds(f"the raw of a {what} is in no other", told[key] <= times, f"{what} {one.id}: {key}")
    marks = Counter((_mark_in(one.raw), one.raw_span, one.ref) for one in answer.citations if _mark_in(one.raw))
    for (mark, span, ref), times in marks.items():
        there = answer.raw_text[span.start : span.end] if span is not None else answer.raw_text
        holds("a mark stands in raw_text", mark is not None and mark in there, f"{mark!r} is not in {there!r}")
        holds("a mark is one citation for each name in it", times == 1, f"{mark!r} cites {ref!r} {times} times")


def check_kept(answer: Answer, sent: Sent) -> None:
    """Nothing is lost: what stands where citations or sources stood that were read is in some `raw` as well.

    The record of a source need not be kept where another record of that source is.
    """
    homes = {n for one in (*answer.citations, *answer.sources, *answer.notices) for n in sent.homes(one.raw)}
    cited, found = (
        {_kind(*sent.records[n]) for one in kept for n in sent.homes(one.raw)}
        for kept in (answer.citations, answer.sources)
    )
    names = {name for one in answer.sources for name in (one.id, one.url, *one.aliases)}
    for n, (path, record) in enumerate(sent.records):
        kind = _kind(path, record)
        if n in homes or not record or kind not in cited | found:
            continue
        known = kind not in cited and any(isinstance(item, str) and item in names for _, item in paths_in(record))
        holds("no payload is lost", known, f"{shown(path)} is in no raw: {_key(record)}")


def _kind(path: PathTo, record: Record) -> tuple[PathTo, str | frozenset[str]]:
    """Where it stands, and its type; without one, the fields it has."""
    said = record.get("type")
    return shape_of(path), said if isinstance(said, str) else frozenset(record)


def with_new_fields(answer: Answer, sent: Sent) -> JsonValue:
    """What was sent, with one more field in every payload that was read."""
    value: JsonValue = sent.value
    for n in sorted({n for one in (*answer.citations, *answer.sources) for n in sent.homes(one.raw)}):
        path, _ = sent.records[n]
        value = put(value, (*path, NEW), [None, "more"])
    return value


def check_untouched(before: Answer, after: Answer) -> None:
    """A new field in each payload is kept in its `raw`, and changes nothing else."""
    holds("new fields lose no citation", len(after.citations) == len(before.citations), len(after.citations))
    for what, pairs in (
        ("citation", zip(before.citations, after.citations, strict=True)),
        ("source", zip(before.sources, after.sources, strict=False)),
    ):
        for one, other in pairs:
            if isinstance(one.raw, dict) and _mark_in(one.raw) is None:
                kept = _key(other.raw)
                holds(f"the raw of a {what} is untouched", NEW in kept, f"{what} {one.id}: {kept}")


def check_text_sent(answer: Answer, sent: Sent) -> None:
    """Law 3: `raw_text` is made of texts that were sent, from end to end, with nothing added, changed or left out."""
    text, by_first = _units(answer.raw_text), defaultdict[bytes, list[bytes]](list)
    for one in dict.fromkeys(sent.texts):
        by_first[_units(one)[:2]].append(_units(one))
    reached, waiting = {0}, [0]
    while waiting and len(text) not in reached:
        at = waiting.pop()
        ends = {at + len(one) for one in by_first[text[at : at + 2]] if text.startswith(one, at)}
        waiting += ends - reached
        reached |= ends
    rest = text[max(reached) :].decode("utf-16-le", "replace")
    holds(
        "raw_text is what was sent", not rest or "\ufffd" in answer.raw_text, f"nothing sent goes on with {rest[:60]!r}"
    )


def _units(text: str) -> bytes:
    """In UTF-16, since the halves of a character may come in two events."""
    return text.encode("utf-16-le", "surrogatepass")
