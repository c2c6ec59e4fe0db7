"""Answers that come as a list of choices or candidates, whole or in chunks: the first is read, the others are kept."""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.fields import Record, present, record, whole

_SDKS_OWN = ("sdkHttpResponse", "automaticFunctionCallingHistory")  # what Google's SDK adds to the wire's fields


class Choices:
    """Chunks put together: what a later one says holds, and an empty saying changes nothing."""

    def __init__(self, builder: AnswerBuilder, name: str) -> None:
        self._to, self._name = builder, name
        self._body: Record = {}
        self._others: list[Record] = []
        self._read = False  # whether the first has come
        self.first: Record = {}

    def feed(self, chunk: Record) -> Iterator[Record]:
        """What a chunk has of the first choice."""
        self._body.update(present(chunk) if None in chunk.values() else chunk)
        first: Record | None = None
        for n, choice in enumerate(self._to.records(chunk, self._name)):
            if first is None and _number_of(n, choice) == 0:
                first = choice
            else:
                self._others.append(choice)
                self._to.notice("extra_candidates", f"more {self._name} than one: the first is read")
        if first is not None:
            self._read = True
            yield first

    def rest(self) -> Iterator[Record]:
        """The first of the others, when the very first has not come: nothing but them is the answer."""
        if self._read or not self._others:
            return
        least = min(whole(one.get("index")) or 0 for one in self._others)
        found = [one for one in self._others if (whole(one.get("index")) or 0) == least]
        self._others = [one for one in self._others if (whole(one.get("index")) or 0) != least]
        yield from found

    def merge(self, choice: Record, *apart: str) -> None:
        """Take over the fields of a choice but those that are put together apart."""
        for key, value in choice.items():
            known = self.first.get(key)
            if key in apart or value is None or value == known:
                continue
            if isinstance(value, dict) and isinstance(known, dict):
                self.first[key] = {**known, **{name: self._kept(known.get(name), value[name]) for name in value}}
            else:
                self.first[key] = self._kept(known, value)

    def _kept(self, known: JsonValue, later: JsonValue) -> JsonValue:
        """What a later chunk says, unless it says nothing, or something of another kind."""
        if not later:
            return later if known is None else known
        if isinstance(known, dict | list) and type(later) is not type(known):
            self._to.notice("odd_field", f"a chunk has {type(later).__name__} for {type(known).__name__}", later)
            return known
        return later

    def leave(self, **fields: JsonValue) -> None:
        """Leave the response as the turn, with these fields of the first choice."""
        body = {key: value for key, value in self._body.items() if key not in _SDKS_OWN}
        self._to.raw = {**body, self._name: [{**self.first, **fields}, *self._others]}


def _number_of(place: int, choice: Record) -> int:
    return place if (number := whole(choice.get("index"))) is None else number


def inner_of(chunk: Record) -> Record:
    """The chunk itself, out of the event that an SDK wraps it in."""
    return record(chunk.get("data")) if "data" in chunk and "choices" not in chunk else chunk


def explode(body: Record) -> Iterator[Record]:
    """A whole response is a stream of one chunk."""
    yield body
