"""Which citation covers which claim, from the places that citations say, in one pass over the text."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import islice

from citebridge.models import Answer, Citation, Span
from citebridge.validator.statements import Statement

MOST = 100
"""So many citations of one claim are told: where each of thousands covers every sentence, a list of all says nothing
and has no end."""

_PLAINLY = 16  # so many characters hold a letter


def place_of(citation: Citation, size: int) -> Span | None:
    """Where a citation stands in a text of `size` characters: its claim, else its anchor; `None` when in neither."""
    claim, anchor = citation.claim, citation.anchor
    if claim is not None and 0 <= claim.start < claim.end <= size:
        return Span(claim.start, claim.end)
    if anchor is not None and 0 <= anchor.start <= anchor.end <= size:
        return Span(anchor.start, anchor.end)
    return None


def ties_of(
    answer: Answer, places: Sequence[Span | None], counted: Sequence[int], found: Sequence[Statement]
) -> list[list[int]]:
    """For each statement the numbers of the citations that cover it, in order, at most `MOST`.

    A stretch covers each statement of which it has a letter; a point the statement that it stands in or right behind.
    What is on a link alone covers what stands before it. Marks behind the last sentence of an item are the whole item's
    where no other sentence of it has any.
    """
    starting: dict[int, list[int]] = {}
    ending: dict[int, list[int]] = {}
    owners = list(_owners(found))
    edges = [one.start for one in found], [one.end for one in found]
    for number in counted:
        place = places[number]
        covered = _covered(answer.text, place, edges) if place is not None else range(0)
        if covered:
            starting.setdefault(owners[covered.start], []).append(number)
            ending.setdefault(covered.stop, []).append(number)
    ties = list(_swept(found, starting, ending))
    for item in _items(found):
        _spread(answer, ties, item)
    return ties


def _owners(found: Sequence[Statement]) -> Iterator[int]:
    """Of a link alone the number of the statement before it, else the statement's own."""
    owner = 0
    for number, one in enumerate(found):
        owner = number if one.kind not in ("reference", "markup") else owner
        yield owner


def _items(found: Sequence[Statement]) -> Iterator[list[int]]:
    """The numbers of the claims on the first line of each item of a list."""
    item: list[int] | None = None
    for number, one in enumerate(found):
        if one.begins_line:
            yield from [item] if item else ()
            item = [] if one.begins_item else None
        if item is not None and one.kind == "claim":
            item.append(number)
    yield from [item] if item else ()


def _spread(answer: Answer, ties: list[list[int]], item: Sequence[int]) -> None:
    *before, last = item
    anchors = [answer.citations[number].anchor for number in ties[last]]
    if before and not any(ties[n] for n in before) and all(one is not None and one.kind == "point" for one in anchors):
        for n in before:
            ties[n] = ties[last]


def _covered(text: str, place: Span, edges: tuple[list[int], list[int]]) -> range:
    starts, ends = edges
    if place.start == place.end:
        number = bisect_left(starts, place.start) - 1
        return range(number, number + 1) if number >= 0 else range(0)
    first = bisect_right(ends, place.start)
    last = bisect_left(starts, place.end)
    if first < last and not _touches(text, place, starts[first], ends[first]):
        first += 1
    if first < last and not _touches(text, place, starts[last - 1], ends[last - 1]):
        last -= 1
    return range(first, last)


def _touches(text: str, place: Span, start: int, end: int) -> bool:
    """Whether a place has a letter of a statement: providers' stretches end a character early or late."""
    start, end = max(place.start, start), min(place.end, end)
    return end - start >= _PLAINLY or any(char.isalnum() for char in text[start:end])


def _swept(
    found: Sequence[Statement], starting: dict[int, list[int]], ending: dict[int, list[int]]
) -> Iterator[list[int]]:
    """Along the text, with the citations that cover the place; of each claim the first `MOST` are looked at."""
    active: dict[int, None] = {}
    for place in range(len(found)):
        for number in ending.get(place, ()):
            del active[number]
        active.update(dict.fromkeys(starting.get(place, ())))
        yield sorted(active) if len(active) <= MOST else sorted(islice(active, MOST))
