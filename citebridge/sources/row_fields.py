"""The fields of a row: in itself, or in what it keeps beside them."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final, TypeVar

from pydantic import JsonValue

__all__ = ["Row"]

_T = TypeVar("_T")
_Read = Callable[[JsonValue], _T | None]
_BESIDE: Final = ("metadata", "meta", "_source", "payload")


class Row:
    """A row, and what of it was understood.

    >>> row = Row({"id": 7, "score": 0.5, "metadata": {"lang": "en", "page": 3}})
    >>> row.take(["page"], lambda value: value), row.take(["id"], lambda value: value), row.rest()
    (3, 7, {'lang': 'en', 'page': 3, 'score': 0.5})
    """

    def __init__(self, record: dict[str, JsonValue]) -> None:
        self._own = dict(record)
        self._beside = {name: dict(kept) for name in _BESIDE if isinstance(kept := record.get(name), dict)}
        # Stores keep all that they were given in one field, with what that kept beside itself in it.
        self._within = [
            inner for kept in self._beside.values() for name in _BESIDE if isinstance(inner := kept.get(name), dict)
        ]

    def take(self, names: Sequence[str], read: _Read[_T], *, own: bool = False) -> _T | None:
        """What the first of some names that `read` understands says. What is read of the row itself is gone from it.

        What stands beside it stays there. With `own`, only the row itself is looked at.
        """
        for name in names:
            if name in self._own and (value := read(self._own[name])) is not None:
                del self._own[name]
                return value
        return None if own else self.look(names, read)

    def move(self, names: Sequence[str], read: _Read[_T]) -> _T | None:
        """The same, but what stands beside the row is gone from there too."""
        found = self.take(names, read, own=True)
        if found is not None:
            return found
        for kept in self._beside.values():
            for name in names:
                if name in kept and (value := read(kept[name])) is not None:
                    del kept[name]
                    return value
        return None

    def look(self, names: Sequence[str], read: _Read[_T]) -> _T | None:
        """The same, and everything stays where it is."""
        for fields in (self._own, *self._beside.values(), *self._within):
            for name in names:
                if name in fields and (value := read(fields[name])) is not None:
                    return value
        return None

    def everywhere(self, name: str) -> Iterator[JsonValue]:
        """All that stands under a name, which is gone from the row itself."""
        own = self._own.pop(name, None)
        for value in (own, *(kept.get(name) for kept in (*self._beside.values(), *self._within))):
            if value is not None:
                yield value

    def rest(self) -> dict[str, JsonValue]:
        """What was not understood, with what the row keeps beside it; the latter apart where names would clash."""
        rest = {name: value for name, value in self._own.items() if name not in self._beside}
        found: dict[str, JsonValue] = {}
        for name, kept in self._beside.items():
            clashes = not rest.keys().isdisjoint(kept) or not found.keys().isdisjoint(kept)
            found |= {name: kept} if clashes else kept
        return found | rest
