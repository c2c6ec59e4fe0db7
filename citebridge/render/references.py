"""The numbers a reader sees, and what they stand for: the same for every renderer.

One number for each source, given by first use in reading order. A source that not everyone may see is shown as being
there and no more; so is every source made from it, which may repeat its words.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from citebridge.models import Answer, Citation, Source

UNRESOLVED = "?"
RECITATION = "recitation"
_BLANKS = 8  # so many blanks at the end of a span are stepped over
_LINK_TARGET = re.compile(r"\]\((?:[^()\n]++|\([^()\n]*+\))*+\)")


@dataclass(slots=True)
class Entry:
    """A line of the source list: its `label` (a number, `?` when unresolved, `""` when nothing in the text marks it).

    `source` is `None` when it is hidden, unresolved, or what a recitation names.
    """

    label: str
    source: Source | None
    hidden: bool = False
    citations: list[Citation] = field(default_factory=list[Citation])


@dataclass(frozen=True, slots=True)
class References:
    """Marks `(place, label)` in the order in which they are read, and the entries they point to."""

    marks: Sequence[tuple[int, str]]
    cited: Sequence[Entry]
    unresolved: Sequence[Entry]


def references(answer: Answer) -> References:
    """What to mark in the text of an answer, and what to list below it.

    Citations without an anchor, and recitations (the model repeated something, it did not cite it), are listed only.

    >>> from citebridge.models import Anchor
    >>> dogs = Citation(id="0", anchor=Anchor("point", 8, 8), source_id="rules")
    >>> references(Answer(text="No dogs.", citations=(dogs,), sources=(Source(id="rules"),))).marks
    [(8, '1')]
    """
    places = {id(one): place for one in answer.citations if (place := _place(answer.text, one)) is not None}
    places = _out_of_links(answer.text, places)
    order = {source.id: n for n, source in reversed(list(enumerate(answer.sources)))}
    beyond = len(order)

    def reading_order(citation: Citation) -> tuple[int, int]:
        return places.get(id(citation), len(answer.text) + 1), order.get(citation.source_id or "", beyond)

    marks: list[tuple[int, str]] = []
    listing = _Listing(answer.sources)
    for citation in sorted(answer.citations, key=reading_order):
        if citation.type == RECITATION and not (citation.ref or citation.source_id):
            continue  # it names nothing
        place = places.get(id(citation))
        entry = listing.enter(citation, marked=place is not None)
        if place is not None:
            marks.append((place, entry.label))
    numbered = sorted(listing.entries.values(), key=lambda entry: (entry.label == "", int(entry.label or 0)))
    return References(list(dict.fromkeys(marks)), numbered, listing.unresolved)


def hidden_sources(sources: Iterable[Source]) -> set[str]:
    """The ids of the sources that have access tags, and of all that is derived from them.

    >>> sorted(hidden_sources([Source(id="a", access=("hr",)), Source(id="b", derived_from=("a",)), Source(id="c")]))
    ['a', 'b']
    """
    made_from: dict[str, list[Source]] = {}
    listed = list(sources)
    for source in listed:
        for name in source.derived_from:
            made_from.setdefault(name, []).append(source)
    hidden: set[str] = set()
    waiting = [source for source in listed if source.access]
    while waiting:
        source = waiting.pop()
        if source.id not in hidden:
            hidden.add(source.id)
            waiting += [one for name in (source.id, *source.aliases) for one in made_from.get(name, ())]
    return hidden


class _Listing:
    """Entries as they are first used."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.entries: dict[tuple[str, str], Entry] = {}
        self.unresolved: list[Entry] = []
        self._sources = {source.id: source for source in reversed(sources)}
        self._hidden = hidden_sources(sources)
        self._numbers: Iterator[int] = iter(range(1, len(self._sources) + 1))

    def enter(self, citation: Citation, *, marked: bool) -> Entry:
        """The entry of a citation; marked ones come first, so a number is there before an unmarked use."""
        source = self._sources.get(citation.source_id) if citation.source_id is not None else None
        if source is not None:
            entry = self.entries.get(("source", source.id)) or self._new(source, marked)
        elif citation.type == RECITATION:
            entry = self.entries.setdefault((RECITATION, citation.ref or ""), Entry("", None))
        else:
            entry = Entry(UNRESOLVED if marked else "", None)
            self.unresolved.append(entry)
        entry.citations.append(citation)
        return entry

    def _new(self, source: Source, marked: bool) -> Entry:
        hidden = source.id in self._hidden
        entry = Entry(str(next(self._numbers)) if marked else "", None if hidden else source, hidden)
        self.entries["source", source.id] = entry
        return entry


def _place(text: str, citation: Citation) -> int | None:
    """Where the mark of a citation goes: at a point, or at the end of a span but for the blanks in it."""
    anchor = citation.anchor
    if anchor is None or citation.type == RECITATION:
        return None
    end = min(max(anchor.end, 0), len(text))
    if anchor.kind == "point":
        return end
    start = max(anchor.start, end - _BLANKS, 0)
    return start + len(text[start:end].rstrip()) if text[start:end].strip() else end


def _out_of_links(text: str, places: dict[int, int]) -> dict[int, int]:
    """No mark stands within the target of a Markdown link, which it would break: it stands after the `)`."""
    targets = [one.span() for one in _LINK_TARGET.finditer(text)] if places else []
    if not targets:
        return places
    starts = [start for start, _ in targets]

    def moved(place: int) -> int:
        before = bisect_right(starts, place - 1) - 1
        return max(place, targets[before][1]) if before >= 0 else place

    return {key: moved(place) for key, place in places.items()}
