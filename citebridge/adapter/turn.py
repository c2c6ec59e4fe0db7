"""The assistant turn of a stream, put together as the provider's own accumulator would."""

import json
from collections.abc import Mapping

from pydantic import JsonValue

from citebridge.adapter.fields import Record

Number = int | tuple[int, ...]


class Turn:
    """Numbered parts that grow: texts are joined only at the end, so that work grows with the input."""

    def __init__(self, idle: bool = False) -> None:
        self._idle = idle  # a whole body needs no putting together
        self.body: Record = {}
        self.parts: dict[Number, Record] = {}
        self._growing: dict[tuple[Number, str], list[str]] = {}

    def start(self, number: Number, part: Record) -> Record:
        """Part `number`, as it was announced; a part announced twice keeps what it has."""
        return self.parts.setdefault(number, part if self._idle else dict(part))

    def part(self, number: Number) -> Record:
        """Part `number` so far."""
        return self.parts.get(number, {})

    def grow(self, number: Number, name: str, text: JsonValue) -> None:
        """More text for a field of a part."""
        if self._idle or not isinstance(text, str):
            return
        part = self.parts.setdefault(number, {})
        pieces = self._growing.get((number, name))
        if pieces is None:
            begun = part.get(name)
            pieces = self._growing[number, name] = [begun] if isinstance(begun, str) else []
        pieces.append(text)

    def append(self, number: Number, name: str, item: JsonValue) -> None:
        """One more member of a list of a part."""
        if self._idle:
            return
        part = self.parts.setdefault(number, {})
        known = part.get(name)
        if isinstance(known, list) and (number, f"{name}[]") in self._growing:
            known.append(item)
        else:
            part[name] = [*known, item] if isinstance(known, list) else [item]
            self._growing[number, f"{name}[]"] = []

    def listed(self, *, json_in: Mapping[str, str] | None = None) -> list[JsonValue]:
        """The parts in order; `json_in` are fields that hold JSON text, and the fields that hold it when it is read."""
        for (number, name), pieces in self._growing.items():
            if not name.endswith("[]"):
                self.parts[number][name] = "".join(pieces)
                pieces[:] = [self.parts[number][name]]  # type: ignore[list-item]
        for part in self.parts.values():
            for text, read in (json_in or {}).items():
                if text in part:
                    part[read] = _read(part.pop(text))
        return [self.parts[number] for number in sorted(self.parts)]


class MessageTurn:
    """A response whose messages have parts (OpenAI's shape): items by number, their texts by number and part."""

    def __init__(self, idle: bool = False) -> None:
        self.body: Record = {}
        self.items: dict[int, Record] = {}
        self.texts = Turn(idle)

    def response(self) -> Record:
        """The response as its last event carries it, or as far as it came."""
        if "output" in self.body:
            return self.body
        self.texts.listed()
        contents: dict[int, list[JsonValue]] = {}
        for key in sorted(self.texts.parts):
            part: Record = {"type": "output_text", **self.texts.parts[key]}
            contents.setdefault(key[0] if isinstance(key, tuple) else key, []).append(part)
        for number, content in contents.items():
            item: Record = self.items.get(number, {"type": "message", "role": "assistant"})
            self.items[number] = {**item, "content": content}
        return {**self.body, "output": [self.items[number] for number in sorted(self.items)]}


def _read(text: JsonValue) -> JsonValue:
    try:
        return json.loads(str(text)) if text else {}
    except (ValueError, RecursionError):
        return text
