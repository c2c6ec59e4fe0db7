"""The numbers of a response's items: they order its text, and the ids of citations are made of them.

Some servers in between give several items one index, or none, and count right in the last event alone
(BerriAI/litellm#36375): an item that has an id keeps the number it was first told with. Others count right and rename
an item with every event (microsoft/vscode#294662): what has a new id is known by its index.
"""

from collections import Counter

from pydantic import JsonValue

from citebridge.adapter.dispatch import index_of
from citebridge.adapter.fields import Record, string


class ItemNumbers:
    """Where nothing tells an item from others, its index is its number."""

    def __init__(self) -> None:
        self._by_id: dict[str, int] = {}
        self._begun: set[int] = set()
        self._free = 0  # no item has this number, or one above it

    def of(self, known: JsonValue, event: Record) -> int:
        """The number of the item of that id, to which an event belongs."""
        if isinstance(known, str):
            number = self._by_id.get(known)
            return self._take(known, index_of(event, "output_index")) if number is None else number
        return index_of(event, "output_index")

    def begin(self, known: JsonValue, event: Record) -> int:
        """The number of an item that begins: it is another one than what has begun with its index."""
        name, index = string(known), index_of(event, "output_index")
        number = self._by_id.get(name, -1) if name is not None else index
        if number < 0 or (number in self._begun and index not in self._begun):  # a second item may go by the same id
            number = index if index not in self._begun else self._free
        self._begun.add(number)
        return self._take(name, number)

    def listed(self, items: list[Record]) -> list[int]:
        """The numbers of items that are listed together."""
        names = [string(item.get("id")) for item in items]
        times = Counter(names)
        known = [self._by_id.get(name) if name is not None and times[name] == 1 else None for name in names]
        taken = set(known)
        return [
            self._take(name, self._free if index in taken else index) if number is None else number
            for index, (name, number) in enumerate(zip(names, known, strict=True))
        ]

    def _take(self, name: str | None, number: int) -> int:
        if name:
            self._by_id[name] = number
        self._free = max(self._free, number + 1)
        return number
