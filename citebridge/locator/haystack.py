"""A text in which many needles are looked for, with work that grows in step with the text and not with text times
needles.

One look through a text is the fastest thing Python does. A thousand looks through a megabyte are not; so after some
looks a table is made of it, once, and from then on a needle is found in time of its own length.
"""

from collections.abc import Sequence
from typing import Final

_GRAM: Final = 12  # characters that are looked up at once
_MOST_GRAMS: Final = 1 << 17  # of one text, so that the table of a book is a few megabytes too
_LEAST_STEP: Final = 8
_SMALL: Final = 1 << 15  # a shorter text is looked through in hardly more time than a table is asked
_LOOKS: Final = 16  # so many looks through the text are what making the table costs
_TRIED: Final = 8  # grams of a needle, to find a rare one
_COMMON: Final = 64  # a gram that stands in more places leads nowhere


class Haystack:
    """A text to find needles in.

    >>> Haystack("no dogs, no fires").places("no")
    [0, 9]
    """

    __slots__ = ("_looked", "_step", "_table", "least", "text")

    def __init__(self, text: str) -> None:
        self.text: Final = text
        self._step = max(_LEAST_STEP, len(text) // _MOST_GRAMS)
        self.least: Final = _GRAM + self._step - 1
        """A needle of so many characters holds a gram of the table, wherever it stands; a shorter one has to be
        looked for through the text."""
        self._looked = 0
        self._table: _Table | None = None

    def places(self, needle: str, limit: int | None = None, start: int = 0, end: int | None = None) -> list[int]:
        """Where `needle` stands in `text[start:end]`, in order, no place overlapping the one before; at most `limit`.

        >>> Haystack("aaaaa").places("aa", limit=1, start=1)
        [1]
        """
        whole = start == 0 and end is None
        if whole and self._pays(needle):
            found = self._looked_up(needle)
            if found is not None:
                return found[:limit]
        return self._seen(needle, limit, start, len(self.text) if end is None else end)

    def _pays(self, needle: str) -> bool:
        if len(self.text) < _SMALL or len(needle) < self.least:
            return False
        if self._table is None and self._looked > _LOOKS * len(self.text):
            self._table = _Table(self.text, self._step)
        return self._table is not None

    def _seen(self, needle: str, limit: int | None, start: int, end: int) -> list[int]:
        found: list[int] = []
        find, width = self.text.find, len(needle)
        at = find(needle, start, end) if width else -1
        while at >= 0 and (limit is None or len(found) < limit):
            found.append(at)
            at = find(needle, at + width, end)
        self._looked += (end if at < 0 else at) - start
        return found

    def _looked_up(self, needle: str) -> list[int] | None:
        """All places by the table; `None` when it can't tell."""
        assert self._table is not None
        found: set[int] = set()
        for offset in range(self._step):
            # Of all places where the needle can stand, those whose first gram of the table is so far behind the start.
            shift, places = self._table.rarest(needle, offset)
            if len(places) > _COMMON:
                return None
            found.update(at - shift for at in places if at >= shift and self.text.startswith(needle, at - shift))
        return _apart(sorted(found), len(needle))


class _Table:
    """Where each gram stands, of those that begin at every n-th character."""

    __slots__ = ("_first", "_repeated", "_step")

    def __init__(self, text: str, step: int) -> None:
        self._step = step
        self._first: dict[str, int] = {}
        self._repeated: dict[str, list[int]] = {}
        enter, repeated = self._first.setdefault, self._repeated
        for at in range(0, len(text) - _GRAM + 1, step):
            gram = text[at : at + _GRAM]
            first = enter(gram, at)
            if first != at:
                places = repeated.setdefault(gram, [first])
                if len(places) <= _COMMON:
                    places.append(at)

    def rarest(self, needle: str, offset: int) -> tuple[int, Sequence[int]]:
        """The gram of a needle, of the first few in steps from `offset`, that stands in the fewest places."""
        best: tuple[int, Sequence[int]] | None = None
        upto = min(len(needle) - _GRAM + 1, offset + _TRIED * self._step)
        for shift in range(offset, upto, self._step):
            gram = needle[shift : shift + _GRAM]
            first = self._first.get(gram)
            if first is None:
                return shift, ()
            places = self._repeated.get(gram, (first,))
            if best is None or len(places) < len(best[1]):
                best = shift, places
            if len(places) == 1:
                break
        assert best is not None
        return best


def _apart(places: list[int], width: int) -> list[int]:
    kept: list[int] = []
    for at in places:
        if not kept or at >= kept[-1] + width:
            kept.append(at)
    return kept
