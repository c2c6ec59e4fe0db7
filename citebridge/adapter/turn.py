"""The assistant turn of a stream, put together as the provider's own accumulator would."""

from collections.abc import Mapping

from pydantic import JsonValue

from citebridge.adapter.fields import Record, record
from citebridge.models import Notice
from citebridge.models.plain import Door

Number = int | tuple[int, ...]
Path = tuple[str, ...]


class Turn:
    """Numbered parts that grow: texts are joined only at the end, so that work grows with the input."""

    def __init__(self, idle: bool = False) -> None:
        self._idle = idle  # a whole body needs no putting together
        self.parts: dict[Number, Record] = {}
        self._growing: dict[tuple[Number, str | Path], list[str]] = {}
        self._lists: set[tuple[Number, str]] = set()  # lists that are the turn's own

    def start(self, number: Number, part: Record) -> None:
        """Part `number`, as it was announced; a part announced twice keeps what it has."""
        self.parts.setdefault(number, part if self._idle else dict(part))

    def grow(self, number: Number, path: str | Path, value: JsonValue) -> None:
        """More of a field of a part: texts are joined, objects field by field, other values set."""
        if self._idle or value is None:
            return
        pieces = self._growing.get((number, path))
        if pieces is not None and isinstance(value, str):  # nearly always
            pieces.append(value)
            return
        keys = (path,) if isinstance(path, str) else path
        if isinstance(value, dict):
            for name, inner in value.items():
                self.grow(number, (*keys, name), inner)
        elif not keys:
            return
        elif isinstance(value, str):
            self._pieces(number, keys).append(value)
        else:
            self._within(number, keys)[keys[-1]] = value

    def put(self, number: Number, name: str, value: JsonValue) -> None:
        """A field of a part, as it was said last."""
        if not self._idle:
            self.parts.setdefault(number, {})[name] = value

    def append(self, number: Number, name: str, item: JsonValue) -> None:
        """One more member of a list of a part."""
        if self._idle:
            return
        part = self.parts.setdefault(number, {})
        known = part.get(name)
        if isinstance(known, list) and (number, name) in self._lists:
            known.append(item)
        else:
            part[name] = [*known, item] if isinstance(known, list) else [item]
            self._lists.add((number, name))

    def listed(self, json_in: Mapping[Path, Path] | None = None) -> list[JsonValue]:
        """The parts in order; `json_in` are texts that hold JSON, and where what it says goes."""
        if self._idle:
            return []
        for (number, path), pieces in self._growing.items():
            keys = (path,) if isinstance(path, str) else path
            self._within(number, keys)[keys[-1]] = "".join(pieces)
        for number in self.parts:
            for text, value in (json_in or {}).items():
                if self._has(number, text):
                    said = self._within(number, text).pop(text[-1])
                    self._within(number, value)[value[-1]] = _read(said)
        return [self.parts[number] for number in sorted(self.parts)]

    def _pieces(self, number: Number, keys: Path) -> list[str]:
        path = keys[0] if len(keys) == 1 else keys
        pieces = self._growing.get((number, path))
        if pieces is None:
            begun = self._within(number, keys).get(keys[-1])
            pieces = self._growing[number, path] = [begun] if isinstance(begun, str) else []
        return pieces

    def _has(self, number: Number, keys: Path) -> bool:
        holder = self.parts[number]
        for key in keys[:-1]:
            holder = record(holder.get(key))
        return keys[-1] in holder

    def _within(self, number: Number, keys: Path) -> Record:
        """The object that holds the last of the keys; what is no object on the way gives way."""
        holder = self.parts.setdefault(number, {})
        for key in keys[:-1]:
            inner = holder.get(key)
            copy: Record = dict(inner) if isinstance(inner, dict) else {}
            holder[key] = copy
            holder = copy
        return holder


class MessageTurn:
    """A response whose messages have parts (OpenAI's shape): items by number, their texts by number and part."""

    def __init__(self, idle: bool = False) -> None:
        self.body: Record = {}
        self.items: dict[int, Record] = {}
        self.complete: set[int] = set()  # the items that came whole, with all that is in them
        self.texts = Turn(idle)

    def put(self, number: int, item: Record, *, last: bool) -> None:
        """Item `number` as far as it came, or as it is at its end."""
        self.items[number] = item
        if last and item.get("content"):
            self.complete.add(number)

    def response(self) -> Record:
        """The response as its last event carries it, or as far as it came.

        That event may leave out what came before (OpenAI's backend of ChatGPT does), and so says nothing of it.
        """
        if self.body.get("output"):
            return self.body
        self.texts.listed()
        contents: dict[int, list[JsonValue]] = {}
        for key in sorted(self.texts.parts):
            part: Record = {"type": "output_text", **self.texts.parts[key]}
            contents.setdefault(key[0] if isinstance(key, tuple) else key, []).append(part)
        for number, content in contents.items():
            item: Record = self.items.get(number, {"type": "message", "role": "assistant"})
            if number not in self.complete:
                self.items[number] = {**item, "content": content}
        return {**self.body, "output": [self.items[number] for number in sorted(self.items)]}


def _read(text: JsonValue) -> JsonValue:
    """What a text of JSON says; the text itself where it is none, or would have to be repaired."""
    repairs: list[Notice] = []
    try:
        value = Door(repairs.append).loads(str(text)) if text else {}
    except ValueError:
        return text
    return text if repairs else value
