"""The texts within JSON, each with where it stands in what was sent: to read what a stream spreads over its events.

A model that repeats a key says it in a few letters an event. So the texts that stand in alike places are read one after
another, as whoever shows the stream does.
"""

import base64
import json
import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple, cast

_STRING = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.S)
_LINE = re.compile(r"(?:data:)?[ \t]*([{\[][^\r\n\0]*)")
_ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}(?:\\u[dD][c-fC-F][0-9a-fA-F]{2})?|\\.", re.S)
_COUNTED = ("index", "output_index", "content_index", "contentBlockIndex")
_PLAIN = 2_000  # a text without escapes that is longer than this is no part of a stream, and is looked at as it stands
APART = "\0\n"
NOWHERE = -1

Place = tuple[object, ...]


class Member(NamedTuple):
    """A text, its place in the JSON, and where it stands in the sent text, without its quotes."""

    place: Place
    name: str
    text: str
    start: int
    end: int


class Edit(NamedTuple):
    """Another text of the same length for a stretch of what was sent."""

    start: int
    end: int
    text: str


class View:
    """A text put together of members, or one that is simply there, and the way back to what was sent."""

    def __init__(self, sent: str, members: Iterable[Member] | None = None) -> None:
        self._sent = sent
        self._members = [Member((), "", sent, 0, len(sent))] if members is None else list(_apart(members))
        self._starts = [0]
        for one in self._members:
            self._starts.append(self._starts[-1] + len(one.text))
        self.text = sent if members is None else "".join(one.text for one in self._members)

    def edits(self, start: int, end: int, new: str) -> Iterator[Edit]:
        """What has to change in what was sent, so that `new` stands there in this text."""
        at = bisect_right(self._starts, start) - 1
        while at < len(self._members) and self._starts[at] < end:
            one, offset = self._members[at], self._starts[at]
            begin, stop = max(start, offset), min(end, offset + len(one.text))
            if one.start >= 0 and begin < stop:
                yield from self._within(one, begin - offset, new[begin - start : stop - start])
            at += 1

    def _within(self, one: Member, at: int, new: str) -> Iterator[Edit]:
        if len(one.text) == one.end - one.start:
            yield Edit(one.start + at, one.start + at + len(new), new)
            return
        for position, (start, end) in enumerate(_letters(self._sent, one)):
            if at <= position < at + len(new) and (written := _written(end - start, new[position - at])):
                yield Edit(start, end, written)


def members(sent: str, spans: Iterable[tuple[int, int]]) -> Iterator[Member]:
    """The texts in each of these stretches that is JSON, in order."""
    for start, end in spans:
        try:
            value: object = json.loads(sent[start:end], object_pairs_hook=_Pairs)
        except (ValueError, RecursionError):
            continue
        strings = _STRING.finditer(sent, start, end)
        for place, name, text in _texts(value):
            found = next(strings)
            if name is None:
                continue
            yield Member(place, name, text, found.start() + 1, found.end() - 1)
            if name == "bytes":
                yield from _wrapped(place, text)


def spans(sent: str) -> list[tuple[int, int]]:
    """Where JSON may stand in a text: all of it, or lines, also those of server-sent events."""
    begun = len(sent) - len(sent.lstrip("\ufeff \t\r\n"))
    if sent[begun : begun + 1] in ("{", "[") and _is_json(sent[begun:]):
        return [(begun, len(sent))]
    return [found.span(1) for found in _LINE.finditer(sent)]


def spread(found: Iterable[Member]) -> Iterator[Member]:
    """The texts that may be parts of one, sorted by place; a member without a place in what was sent parts two."""
    groups: dict[Place, list[Member]] = {}
    for one in found:
        if len(one.text) <= _PLAIN or len(one.text) != one.end - one.start:
            groups.setdefault(one.place, []).append(one)
    for group in groups.values():
        yield from group
        yield Member((), "", APART, NOWHERE, NOWHERE)


def _wrapped(place: Place, text: str) -> Iterator[Member]:
    """The texts of an event that is told as base64, as InvokeModelWithResponseStream does; they stand nowhere."""
    try:
        value: object = json.loads(base64.b64decode(text, validate=True), object_pairs_hook=_Pairs)
    except (ValueError, RecursionError):
        return
    for within, name, told in _texts(value):
        if name is not None:
            yield Member((*place, *within), name, told, NOWHERE, NOWHERE)


class _Pairs(list[tuple[str, object]]):
    """An object, with members of the same name told twice."""


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _apart(found: Iterable[Member]) -> Iterator[Member]:
    return (one for one in found if one.text)


def _texts(value: object) -> Iterator[tuple[Place, str | None, str]]:
    """Every text in the order in which it stands, with its place; those that are names have none."""
    waiting: list[tuple[Place, str | None, object]] = [((), "", value)]
    while waiting:
        place, name, one = waiting.pop()
        if isinstance(one, str):
            yield place, name, one
        elif isinstance(one, _Pairs):
            counted = tuple(item for key, item in one if key in _COUNTED and isinstance(item, int))
            for key, item in reversed(one):
                waiting.append(((*place, *counted, key), key, item))
                waiting.append(((), None, key))
        elif isinstance(one, list):
            waiting += [((*place, "*"), name, item) for item in reversed(cast("list[object]", one))]


def _letters(sent: str, one: Member) -> Iterator[tuple[int, int]]:
    """Where each letter of a member stands."""
    at = one.start
    while at < one.end:
        found = _ESCAPE.match(sent, at, one.end)
        if found is None:
            end = at + 1
        elif found.end() - at == 12 and not _is_high(sent[at + 2 : at + 6]):
            end = at + 6
        else:
            end = found.end()
        yield at, end
        at = end


def _is_high(digits: str) -> bool:
    return digits[:1] in "dD" and digits[1:2] in "89abAB"


def _written(width: int, letter: str) -> str:
    """A letter in as many as there are; nothing where it can't be: a line end, or a stroke, stays."""
    if width == 1:
        return letter
    units = letter.encode("utf-16-be", "surrogatepass").hex()
    escaped = "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4))
    return escaped if len(escaped) == width else ""
