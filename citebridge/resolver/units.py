"""Said places that were counted in another unit: bytes or UTF-16 units in place of characters.

Nobody documents what providers count above U+FFFF, and a gateway may hand on bytes. The slice says which it was.
"""

from collections.abc import Iterator
from typing import Final

from citebridge.models import Chars, Span
from citebridge.resolver.said import Said, is_within
from citebridge.text import OffsetIndex, Unit

_NAMES: Final[dict[Unit, str]] = {"utf16": "UTF-16 units", "utf8": "UTF-8 bytes"}


class Units:
    """The offsets of one text in the units that are not ours, counted when first asked for."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._indexes: dict[Unit, OffsetIndex] = {}

    def unit_of(self, said: Said, found: Span) -> str | None:
        """The unit in which the said place is the found one, in words; `None` when there is none.

        >>> from citebridge.models import Source
        >>> from citebridge.resolver.said import said_by
        >>> said = said_by(Source(id="a", text="né: so"), [Chars(start=5, end=7)])
        >>> Units("né: so").unit_of(said, Span(4, 6))
        'UTF-8 bytes'
        """
        if self._text.isascii():
            return None
        places = [Span(one.start, one.end) for one, _ in said.places if isinstance(one, Chars)]
        return next(
            (_NAMES[unit] for place in places for unit, read in self._read(place) if is_within(read, found)), None
        )

    def _read(self, place: Span) -> Iterator[tuple[Unit, Span]]:
        for unit in _NAMES:
            index = self._indexes.get(unit)
            if index is None:
                index = self._indexes[unit] = OffsetIndex(unit, self._text)
            start, end = index.find(place.start), index.find(place.end, "up")
            if start is not None and end is not None:
                yield unit, Span(start, end)
