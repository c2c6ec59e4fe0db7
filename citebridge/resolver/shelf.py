"""The sources of one `resolve` call, each text folded once and only when a citation needs it."""

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from citebridge.locator.evidence import best
from citebridge.locator.finding import standing
from citebridge.locator.haystack import Haystack
from citebridge.locator.quotes import Quote
from citebridge.locator.source_text import Match, SourceText
from citebridge.models import Source
from citebridge.resolver.addresses import Page, is_markdown
from citebridge.resolver.units import Units
from citebridge.sources.sections import MARKDOWN

MOST_TOLD: Final = 3
"""So many sources are told in a note."""

_MOST_LOOKED_AT: Final = 64  # places in all sources together
_MOST_ABOVE: Final = 8  # documents that a chunk of a chunk is followed up to
_BETWEEN: Final = "\n\n"


class Shelf:
    """Sources and their texts."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self._by_id: dict[str, Source] = {}
        self._texts: dict[str, SourceText] = {}
        self._pages: dict[str, Page | None] = {}
        self._records: dict[str, Source] = {}
        self._units: dict[str, Units] = {}
        for source in sources:
            self._by_id.setdefault(source.id, source)

    def text(self, source: Source) -> SourceText | None:
        """The text of a source; `None` when it has none."""
        if source.text is None:
            return None
        found = self._texts.get(source.id)
        if found is None:
            found = self._texts[source.id] = SourceText(source.text, blocks=source.blocks)
        return None if found.is_blank else found

    def record(self, source: Source) -> Source:
        """A source as it is read: what its address says to be Markdown is that, unless the record says otherwise."""
        if source.media_type is not None or not is_markdown(source.url):
            return source
        if source.id not in self._records:
            self._records[source.id] = source.model_copy(update={"media_type": MARKDOWN})
        return self._records[source.id]

    def units(self, source: Source) -> Units:
        """The offsets of a source in other units."""
        if source.id not in self._units:
            self._units[source.id] = Units(source.text or "")
        return self._units[source.id]

    def page(self, source: Source) -> Page | None:
        """What links to a source are made of: its own address, else that of what it was made from."""
        if source.id not in self._pages:
            pages = (Page.of(one.url, one.media_type, one.title) for one in self._lineage(source))
            self._pages[source.id] = next((page for page in pages if page is not None), None)
        return self._pages[source.id]

    def _lineage(self, source: Source) -> Iterator[Source]:
        seen: set[str] = set()
        one: Source | None = source
        while one is not None and one.id not in seen and len(seen) < _MOST_ABOVE:
            yield one
            seen.add(one.id)
            one = self._by_id.get(one.derived_from[0]) if one.derived_from else None

    def holding(
        self, quote: Quote, among: Callable[[Source], bool], most: int = MOST_TOLD
    ) -> list[tuple[Source, Match]]:
        """The first sources, of those that are asked about, in which a quote stands word for word, and where."""
        starts, shelved, haystack = self._joined
        places = (at for needle in quote.needles() for at in haystack.places(needle, _MOST_LOOKED_AT))
        found: list[tuple[Source, Match]] = []
        for number in sorted({bisect_right(starts, at) - 1 for at in places}):
            source = shelved[number]
            text = self.text(source) if among(source) else None
            matches = standing(text, quote) if text is not None else []
            if matches:
                found.append((source, best(matches)))
            if len(found) == most:
                break
        return found

    @cached_property
    def _joined(self) -> tuple[list[int], list[Source], Haystack]:
        # One text of all: looking through each source for each quote would be sources times citations.
        starts: list[int] = []
        shelved: list[Source] = []
        parts: list[str] = []
        at = 0
        for source in self._by_id.values():
            text = self.text(source)
            if text is not None:
                starts.append(at)
                shelved.append(source)
                parts.append(text.key)
                at += len(text.key) + len(_BETWEEN)
        return starts, shelved, Haystack(_BETWEEN.join(parts))
