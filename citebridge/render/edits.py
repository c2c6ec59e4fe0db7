"""Changes of a text at several places at once, and where its other places are then."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Edit(NamedTuple):
    """Put `words` in the place of what is from `start` to `end`."""

    start: int
    end: int
    words: str


def applied(text: str, edits: Iterable[Edit]) -> str:
    """The text with all edits made; they are in order, and none is within another.

    >>> applied("No dogs.", [Edit(0, 2, "All"), Edit(8, 8, "[1]")])
    'All dogs.[1]'
    """
    parts: list[str] = []
    at = 0
    for edit in edits:
        parts += (text[at : edit.start], edit.words)
        at = edit.end
    return "".join([*parts, text[at:]])


def moved_by(edits: Sequence[Edit], places: Iterable[int]) -> list[int]:
    """Where places, which rise, are after the edits: before what is put there, never within it.

    >>> moved_by([Edit(0, 2, "All"), Edit(8, 8, "[1]")], [0, 2, 8])
    [0, 3, 9]
    """
    found: list[int] = []
    shift = number = 0
    for place in places:
        while number < len(edits) and edits[number].start < place:
            shift += len(edits[number].words) - (edits[number].end - edits[number].start)
            number += 1
        found.append(place + shift)
    return found
