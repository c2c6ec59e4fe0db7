"""The numbers a reader sees, and what they stand for: the same for every renderer.

One number for each source, given by first use in reading order. A source that not everyone may see is shown as being
there and no more (`redact`).
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from citebridge.access import redact
from citebridge.models import RECITATION, Answer, Citation
from citebridge.models.addresses import WIDE
from citebridge.render.duties import Suggestion, suggestions
from citebridge.render.entries import Draft, Entry, Listing
from citebridge.render.passages import Passage
from citebridge.render.safe import lines, moved
from citebridge.text.code_spans import code_spans

_BLANKS = 8  # so many blanks at the end of a span are stepped over
_LINK_TARGET = r"\]\((?:[^()\n]++|\([^()\n]*+\))*+\)"
_BESIDE = rf"\s<>\[\]`\"|\\^{{}}{WIDE}"
_ADDRESS = rf"<https?://[^\s<>]*+>|https?://[^{_BESIDE}]*[^{_BESIDE}?!.,:;*_~')]"
_ENTITY = r"&(?:#\w{1,7}|\w{2,31});"
_LINKS = re.compile(_LINK_TARGET)
_WHOLE = re.compile(f"{_LINK_TARGET}|{_ADDRESS}|{_ENTITY}")


@dataclass(frozen=True, slots=True)
class Mark:
    """A number at a `place` of the text: the `label` to show, and the passages that are cited here.

    `entries` is the one source that the number stands for, or all that could not be resolved here.
    """

    place: int
    label: str
    entries: tuple[Entry, ...]
    passages: tuple[Passage, ...]
    citations: tuple[Citation, ...]

    @property
    def entry(self) -> Entry:
        """The source, or the first of what could not be resolved."""
        return self.entries[0]


@dataclass(frozen=True, slots=True)
class References:
    """An answer made ready to be shown.

    `answer` is without what not everyone may see. `text` is its text without control characters; `marks` stand in it,
    in the order in which they are read. `entries` are the sources that are cited, those with a number first;
    `unresolved` the citations without a source; `suggestions` what the provider asks to be shown.
    """

    answer: Answer
    text: str
    marks: Sequence[Mark]
    entries: Sequence[Entry]
    unresolved: Sequence[Entry]
    suggestions: Sequence[Suggestion]

    def segments(self) -> Iterator[str | Mark]:
        """The text in pieces, with the marks between them.

        >>> from citebridge.models import Anchor, Source
        >>> dogs = Citation(id="0", anchor=Anchor("span", 0, 7), source_id="rules")
        >>> found = references(Answer(text="No dogs.", citations=(dogs,), sources=(Source(id="rules"),)))
        >>> [piece if isinstance(piece, str) else f"<{piece.label}>" for piece in found.segments()]
        ['No dogs', '<1>', '.']
        """
        at = 0
        for mark in self.marks:
            if mark.place > at:
                yield self.text[at : mark.place]
                at = mark.place
            yield mark
        if at < len(self.text):
            yield self.text[at:]


def references(answer: Answer) -> References:
    """What to mark in the text of an answer, and what to list below it.

    A number stands at the end of the cited words, or at the provider's point, but not within an address or code.
    Citations without an anchor, and recitations (the model repeated something, it did not cite it), are listed only.

    >>> from citebridge.models import Anchor, Source
    >>> dogs = Citation(id="0", anchor=Anchor("point", 8, 8), source_id="rules")
    >>> found = references(Answer(text="No dogs.", citations=(dogs,), sources=(Source(id="rules", title="Rules"),)))
    >>> [(mark.place, mark.label, mark.entry.title) for mark in found.marks]
    [(8, '1', 'Rules')]
    """
    answer = redact(answer)
    places = {id(one): place for one in answer.citations if (place := place_of(answer.text, one)) is not None}
    places = _out_of_wholes(answer.text, places)
    order = {source.id: n for n, source in reversed(list(enumerate(answer.sources)))}
    beyond = len(order)

    def reading_order(citation: Citation) -> tuple[int, int]:
        return places.get(id(citation), len(answer.text) + 1), order.get(citation.source_id or "", beyond)

    listing = Listing(answer.sources)
    placed: list[tuple[int, Draft, int]] = []
    for citation in sorted(answer.citations, key=reading_order):
        if citation.type == RECITATION and not (citation.ref or citation.source_id):
            continue  # it names nothing
        place = places.get(id(citation))
        draft = listing.enter(citation, marked=place is not None)
        if place is not None:
            placed.append((place, draft, len(draft.citations) - 1))
    entries = sorted(listing.drafts.values(), key=lambda draft: (draft.label == "", int(draft.label or 0)))
    return References(
        answer=answer,
        text=lines(answer.text),
        marks=_marks(answer.text, placed),
        entries=[draft.entry for draft in entries],
        unresolved=[draft.entry for draft in listing.unresolved],
        suggestions=suggestions(answer),
    )


def _marks(text: str, placed: Sequence[tuple[int, Draft, int]]) -> list[Mark]:
    """One mark for each label at a place, where it stands in the text as it is shown."""
    marks: list[Mark] = []
    shown = moved(text, (place for place, _, _ in placed))
    for place, group in groupby(zip(shown, placed, strict=True), key=lambda one: one[0]):
        here: dict[str, list[tuple[Draft, int]]] = {}
        for _, (_, draft, number) in group:
            here.setdefault(draft.label, []).append((draft, number))
        for label, found in here.items():
            passages = dict.fromkeys(draft.passages[number] for draft, number in found)
            cited = tuple(draft.citations[number] for draft, number in found)
            drafts = dict.fromkeys(draft for draft, _ in found)
            marks.append(Mark(place, label, tuple(draft.entry for draft in drafts), tuple(passages), cited))
    return marks


def place_of(text: str, citation: Citation) -> int | None:
    """Where the mark of a citation goes: at a point, or at the end of a span but for the blanks in it."""
    anchor = citation.anchor
    if anchor is None or citation.type == RECITATION:
        return None
    end = min(max(anchor.end, 0), len(text))
    start = max(anchor.start, end - _BLANKS, 0)
    return start + len(text[start:end].rstrip()) if text[start:end].strip() else end


def _out_of_wholes(text: str, places: dict[int, int]) -> dict[int, int]:
    """No mark stands within the target of a Markdown link, an address, an entity or code: it stands behind it."""
    wholes = _wholes(text) if places else []
    if not wholes:
        return places
    starts = [start for start, _ in wholes]

    def moved_out(place: int) -> int:
        before = bisect_right(starts, place - 1) - 1
        return max(place, wholes[before][1]) if before >= 0 else place

    return {key: moved_out(place) for key, place in places.items()}


def _wholes(text: str) -> list[tuple[int, int]]:
    """What a mark would break, in order; of stretches within each other the wider one."""
    parts = (_WHOLE if "://" in text or "&" in text else _LINKS).finditer(text)
    found: list[tuple[int, int]] = []
    for start, end in sorted([*(one.span() for one in parts), *code_spans(text, len(text))]):
        if found and start < found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found
