"""The numbers of a response's items: they order its text, and the ids of citations are made of them.

Some servers in between give several items one index, or none, and count right in the last event alone
(BerriAI/litellm#36375): an item that has an id keeps the number it was first told with. Others count right and rename
an item with every event (microsoft/vscode#294662): what has a new id is known by its index, until that item has ended.
Nor does an id tell what comes with another index when its item has ended.
"""

from collections import Counter

from pydantic import JsonValue

from citebridge.adapter.dispatch import index_of
from citebridge.adapter.fields import Record, string


class ItemNumbers:
    """Where nothing tells an item from others, its index is its number."""

    def __init__(self) -> None:
        self._by_id: dict[str, int] = {}
        self._begun: dict[int, bool] = {}  # whether what has begun has ended as well
        self._free = 0  # no item has this number, or one above it

    def of(self, known: JsonValue, event: Record) -> int:
        """The number of the item of that id, to which an event belongs."""
        name = string(known)
        number = self._by_id.get(name, -1) if name is not None else -1
        if number >= 0 and not self._begun.get(number):  # nearly always
            return number
        index = index_of(event, "output_index")
        if number < 0 or index not in self._begun:
            number = self._free if name is not None and self._begun.get(index) else index
        return self._take(name, number)

    def begin(self, known: JsonValue, event: Record) -> int:
        """The number of an item that begins: it is another one than what has begun with its index."""
        name, index = string(known), index_of(event, "output_index")
        number = self._by_id.get(name, -1) if name is not None else index
        second = number in self._begun and (self._begun[number] or index not in self._begun)  # by the same id
        if name is not None and (number < 0 or second):
            number = self._free if index in self._begun else index
        self._begun[number] = False
        return self._take(name, number)

    def end(self, known: JsonValue, event: Record) -> int:
        """The number of an item that ends: what has a new id and its index is another one from now on."""
        number = self.of(known, event)
        self._begun[number] = True
        return number

    def listed(self, items: list[Record]) -> list[int]:
        """The numbers of items that are listed together: each has its own."""
        names = [string(item.get("id")) for item in items]
        times = Counter(names)
        places: dict[int, int] = {}  # by number
        for place, name in enumerate(names):
            if name is not None and name in self._by_id and times[name] == 1:
                places.setdefault(self._by_id[name], place)
        known = {place: number for number, place in places.items()}
        numbers: list[int] = []
        for place, name in enumerate(names):
            number = known.get(place)
            if number is None:
                number = self._free if place in places else place
                places[number] = place
            numbers.append(self._take(name, number))
        return numbers

    def _take(self, name: str | None, number: int) -> int:
        if name:
            self._by_id[name] = number
        self._free = max(self._free, number + 1)
        return number
