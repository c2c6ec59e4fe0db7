"""Where a stretch of a source stands in it, as a reader looks it up: lines, pages, blocks, section; and the way back.

Characters and lines are those of the source's own text. A chunk says in its `locators` where it stands in its document:
its pages have the numbers they have there, and `in_document` gives its lines and characters there too.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final, cast

from citebridge.models import Blocks, Chars, Lines, Locator, Pages, Section, Source, Span
from citebridge.sources.sections import Part, sections_of

__all__ = ["LINE_END", "anchor_at", "in_document", "parts_of", "places_of", "span_of", "touched"]

LINE_END: Final = re.compile(r"\r\n|\r|\n")
"""What ends a line, also where a model is shown the numbers of lines."""

_INDEX: Final = "_citebridge_places"
_IN_ORDER: Final = ("chars", "lines", "pages", "blocks", "section", "boxes")


class _Index:
    """Where lines and sections of one source begin, learned when first asked for."""

    def __init__(self, source: Source) -> None:
        self._made_of = source.text, source.metadata, source.media_type, source.section
        self._size = len(source.text or "")
        self._lines: tuple[list[int], list[int]] | None = None
        self._sections: _Sections | None = None

    def fits(self, source: Source) -> bool:
        """Whether a source still is what was looked at: `model_copy` takes the index along."""
        text, metadata, *others = self._made_of
        return text is source.text and metadata is source.metadata and others == [source.media_type, source.section]

    def lines(self, text: str) -> tuple[list[int], list[int]]:
        """Where the lines begin, and where they end without their line ends."""
        if self._lines is None:
            ends = [found.span() for found in LINE_END.finditer(text)]
            self._lines = [0, *(end for _, end in ends)], [*(start for start, _ in ends), self._size]
        return self._lines

    def sections(self, source: Source) -> "_Sections":
        """The sections, and how they lie within each other."""
        if self._sections is None:
            self._sections = _Sections(sections_of(source), self._size)
        return self._sections


class _Sections:
    """Sections, where each ends with all that is below it, the number of the one above it (-1: none), and by path."""

    def __init__(self, parts: Sequence[Part], size: int) -> None:
        self.parts = parts
        self.ends = [size] * len(parts)
        self.above = [-1] * len(parts)
        self.named: dict[tuple[str, ...], list[int]] = {}
        opened: list[int] = []
        for number, part in enumerate(parts):
            while opened and len(parts[opened[-1]].path) >= len(part.path):
                self.ends[opened.pop()] = part.start
            self.above[number] = opened[-1] if opened else -1
            opened.append(number)
            self.named.setdefault(part.path, []).append(number)

    def holding(self, span: Span) -> int:
        """The number of the innermost section that holds a stretch, -1 when none does."""
        number = bisect_right(self.parts, span.start, key=lambda part: part.start) - 1
        while number >= 0 and span.end > self.ends[number]:
            number = self.above[number]
        return number

    def only(self, path: tuple[str, ...]) -> Span | None:
        """The stretch of the section of that path, if there is one and no second."""
        numbers = self.named.get(path, ())
        return Span(self.parts[numbers[0]].start, self.ends[numbers[0]]) if len(numbers) == 1 else None


def places_of(source: Source, span: Span) -> tuple[Locator, ...]:
    """Where `source.text[span.start:span.end]` stands: its characters and lines, and what is known of pages, blocks
    and section.

    Nothing when the stretch is not within the text. A stretch of several sections stands in the one that holds all of
    them.

    >>> source = Source(id="a", text="# Guide\\n\\nRead me.\\n", media_type="text/markdown")
    >>> for place in places_of(source, Span(9, 17)):
    ...     print(place)
    Chars(kind='chars', start=9, end=17)
    Lines(kind='lines', start_line=3, end_line=3)
    Section(kind='section', path=('Guide',))
    """
    text = source.text
    if text is None or not 0 <= span.start <= span.end <= len(text):
        return ()
    index = _index(source)
    found: list[Locator] = [Chars(start=span.start, end=span.end), _lines(index.lines(text)[0], span)]
    if (pages := touched(source.pages, span)) is not None:
        first = _first_page(source)
        found.append(Pages(start_page=first + pages[0], end_page=first + pages[1]))
    if (blocks := touched(source.blocks, span)) is not None:
        found.append(Blocks(start_block=blocks[0], end_block=blocks[1] + 1))
    sections = index.sections(source)
    if sections.parts and (number := sections.holding(span)) >= 0:
        found.append(Section(path=sections.parts[number].path))
    return tuple(found)


def span_of(source: Source, locator: Locator) -> Span | None:
    """The stretch of `source.text` that a locator means; `None` when there is no such place, or more than one.

    Lines come without the line end behind the last; a section with its heading and all that is below it.

    >>> span_of(Source(id="a", text="one\\ntwo\\nthree"), Lines(start_line=2, end_line=3))
    Span(start=4, end=13)
    """
    if source.text is None:
        return None
    found = _meant(source, source.text, locator)
    return found if found is not None and 0 <= found.start <= found.end <= len(source.text) else None


def _meant(source: Source, text: str, locator: Locator) -> Span | None:
    match locator:
        case Chars(start=start, end=end):
            return Span(start, end)
        case Lines(start_line=first, end_line=last):
            starts, ends = _index(source).lines(text)
            return Span(starts[first - 1], ends[last - 1]) if 1 <= first <= last <= len(starts) else None
        case Pages(start_page=first, end_page=last):
            before = _first_page(source)
            return _joined(source.pages, first - before, last - before)
        case Blocks(start_block=first, end_block=last):
            return _joined(source.blocks, first, last - 1)
        case Section(path=path):
            return _index(source).sections(source).only(path)
        case _:
            return None


def in_document(chunk: Source, span: Span) -> tuple[Locator, ...]:
    """Where a stretch of a chunk stands in its document, as far as the chunk's `locators` tell.

    Of a source that does not say where it stands, the same as `places_of`.

    >>> chunk = Source(id="a#1", text="two", locators=(Chars(start=4, end=7), Lines(start_line=2, end_line=2)))
    >>> in_document(chunk, Span(0, 3))[1]
    Lines(kind='lines', start_line=2, end_line=2)
    >>> in_document(Source(id="a#2", text="three", locators=(Pages(start_page=3, end_page=3),)), Span(0, 5))
    (Pages(kind='pages', start_page=3, end_page=3),)
    """
    places = places_of(chunk, span)
    if not chunk.locators or not places:
        return places
    known = {type(one): one for one in reversed(chunk.locators)}
    chars, lines = known.get(Chars), known.get(Lines)
    found: list[Locator] = []
    for place in places:
        match place:
            case Chars(start=start, end=end):
                found += [Chars(start=chars.start + start, end=chars.start + end)] if isinstance(chars, Chars) else []
            case Lines(start_line=first, end_line=last):
                before = lines.start_line - 1 if isinstance(lines, Lines) else None
                found += [Lines(start_line=before + first, end_line=before + last)] if before is not None else []
            case _:
                found.append(place)
    kinds = {type(one) for one in found}
    whole = (known[kind] for kind in (Pages, Blocks) if kind in known and kind not in kinds)
    return tuple(sorted((*found, *whole), key=lambda one: _IN_ORDER.index(one.kind)))


def parts_of(source: Source) -> Sequence[Part]:
    """The same as `sections_of`, read once for each source."""
    return _index(source).sections(source).parts


def anchor_at(source: Source, span: Span) -> str | None:
    """The anchor of the innermost section with one that holds a stretch, for a link that opens the page there."""
    sections = _index(source).sections(source)
    number = sections.holding(span)
    while number >= 0 and not sections.parts[number].anchor:
        number = sections.above[number]
    return sections.parts[number].anchor if number >= 0 else None


def touched(spans: Sequence[Span], span: Span) -> tuple[int, int] | None:
    """The first and the last of some spans, in order, that a stretch touches."""
    if not spans:
        return None
    first = max(bisect_right(spans, span.start, key=_start) - 1, 0)
    last = max(bisect_left(spans, span.end, key=_start) - 1, first)
    return first, last


def _index(source: Source) -> _Index:
    # No field and no private attribute: pydantic compares and dumps neither.
    kept = cast("_Index | None", vars(source).get(_INDEX))
    if kept is None or not kept.fits(source):
        kept = _Index(source)
        vars(source)[_INDEX] = kept
    return kept


def _lines(starts: Sequence[int], span: Span) -> Lines:
    first = bisect_right(starts, span.start)
    return Lines(start_line=first, end_line=max(first, bisect_left(starts, span.end)))


def _first_page(source: Source) -> int:
    """The number of the first of `Source.pages`."""
    return next((one.start_page for one in source.locators if isinstance(one, Pages)), 1)


def _start(span: Span) -> int:
    return span.start


def _joined(spans: Sequence[Span], first: int, last: int) -> Span | None:
    return Span(spans[first].start, spans[last].end) if 0 <= first <= last < len(spans) else None
