"""Fields of provider data: what is of another type than documented is told, and read as nothing."""

from typing import Literal

from pydantic import JsonValue

from citebridge.adapter.draft import Locators
from citebridge.adapter.fields import Record

PlaceKind = Literal["chars", "pages", "page_range", "blocks", "lines"]
_PLACES = {  # with the number of the first, and how far behind the start the least end is
    "chars": ("start", "end", 0, 1),
    "pages": ("start_page", "end_page", 1, 0),
    "blocks": ("start_block", "end_block", 0, 1),
    "lines": ("start_line", "end_line", 1, 0),
}


class FieldReader:
    """Reads fields, and tells through `notice`."""

    def notice(self, code: str, message: str, raw: JsonValue = None) -> None:
        """Tell something odd; `raw` when it has no other home."""
        raise NotImplementedError

    def string(self, record: Record, name: str) -> str | None:
        """The text in a field; an empty one is none."""
        value = record.get(name)
        if isinstance(value, str):
            return value or None
        return self._odd(record, name) if value is not None else None

    def whole(self, record: Record, name: str) -> int | None:
        """The whole number in a field."""
        value = record.get(name)
        if type(value) is int:
            return value
        return self._odd(record, name) if value is not None else None

    def start(self, record: Record, name: str) -> int | None:
        """Where a range begins, of a provider that leaves zeros out: of another type than a number it is not known."""
        return 0 if record.get(name) is None else self.whole(record, name)

    def record(self, record: Record, name: str) -> Record:
        """The object in a field, or an empty one."""
        value = record.get(name)
        if isinstance(value, dict):
            return value
        if value is not None:
            self._odd(record, name)
        return {}

    def records(self, record: Record, name: str) -> list[Record]:
        """The objects of a list; members that are none are told."""
        value = record.get(name)
        if not isinstance(value, list):
            if value is not None:
                self._odd(record, name)
            return []
        found = [item for item in value if isinstance(item, dict)]
        if len(found) != len(value):
            odd = next((item for item in value if item is not None and not isinstance(item, dict)), None)
            if odd is not None:
                self.notice("odd_payload", f"{name} holds something that is no object: {str(odd)[:60]}")
        return found

    def members(self, record: Record, name: str) -> list[JsonValue]:
        """The members of a list, of whatever kind."""
        value = record.get(name)
        if isinstance(value, list):
            return value
        if value is not None:
            self._odd(record, name)
        return []

    def _odd(self, record: Record, name: str) -> None:
        self.notice("odd_field", f"{name} is of another type than documented: {str(record.get(name))[:60]}")

    def locators(self, kind: PlaceKind, start: int | None, end: int | None) -> Locators:
        """A place in a source, or nothing when it makes no sense. `page_range` has an exclusive end."""
        if kind == "page_range" and end is not None:
            kind, end = "pages", end - 1
        if start is not None and end is not None:
            first, last, least, length = _PLACES[kind]
            if least <= start <= end - length:
                return ({"kind": kind, first: start, last: end},)
        if start is not None or end is not None:
            self.notice("locator_refused", f"{kind} {start} to {end} are no place in a source")
        return ()
