"""Documents cut into chunks that know where they stand.

The cuts within a section are those of semantic-text-splitter: at paragraphs where that is possible, else at sentences,
else at words. It looks again at all that follows for every chunk, so that a text of one long paragraph takes it the
square of its length; it is given windows of bounded length.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Protocol
from urllib.parse import quote

from pydantic import JsonValue

from citebridge.errors import MissingExtra, UsageError
from citebridge.models import Locator, Section, Source, Span
from citebridge.sources.content import digest
from citebridge.sources.places import anchor_at, parts_of, places_of, touched
from citebridge.sources.sections import HTML, MARKDOWN, OURS, Part, callers_metadata, keep_sections
from citebridge.text.outline import front_matter_end

__all__ = ["chunk"]

_WINDOW: Final = 16  # chunks to a window
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
# Where a window ends: behind the last blank line in it, else the last line, the last sentence, the last blank.
_ENDS: Final = ("\n\n", "\r\n\r\n", "\n", ". ", "。", " ")


class _Splitter(Protocol):
    def chunk_indices(self, text: str) -> list[tuple[int, str]]: ...


def chunk(source: Source, *, size: int = 1200) -> tuple[Source, ...]:
    """A document as chunks of at most `size` characters, each an exact stretch of its text.

    A chunk never goes over a heading, but a heading without text goes with what is below it. Its id is that of the
    document with a number, `policy#0`, and `derived_from` names the document; `locators` say where in that it stands
    (characters, lines, pages, section), `section` names the section. It has the title, the date, the access tags and
    the metadata of the document; its url leads to the section where the page has an anchor there. Its `pages` begin
    with the page that its locators say. Settings ahead of a Markdown text are in no chunk.

    Raises `UsageError` when the source has no text or `size` is less than 1, `MissingExtra` without
    semantic-text-splitter.

    >>> text = "# Rules\\n\\n## Dogs\\n\\nNone.\\n\\n## Fires\\n\\nNone.\\n"
    >>> for one in chunk(Source(id="rules", text=text, media_type="text/markdown")):
    ...     print(one.id, one.section, repr(one.text))
    rules#0 Rules > Dogs '# Rules\\n\\n## Dogs\\n\\nNone.'
    rules#1 Rules > Fires '## Fires\\n\\nNone.'
    """
    if not isinstance(source, Source):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"chunk() takes a Source, not {type(source).__name__}: read() and from_bytes() make one")
    text = source.text
    if text is None:
        raise UsageError(f"source {source.id!r} has no text to cut: of scanned pages, it has to be recognised first")
    if isinstance(size, bool) or not isinstance(size, int) or size < 1:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"size={size!r} leaves nothing of a chunk: give the most characters that one may have")
    size = min(size, max(len(text), 1))  # the splitter takes no larger numbers than machines have
    splitter = _splitter(source, size)
    found = [
        (span, parts)
        for start, end, parts in _stretches(text, source)
        for window in _windows(text, start, end, size * _WINDOW)
        for span in _cut(text, window, size, splitter)
    ]
    return tuple(_made(source, text, number, span, _held(parts, span)) for number, (span, parts) in enumerate(found))


def _splitter(source: Source, size: int) -> _Splitter:
    try:
        from semantic_text_splitter import MarkdownSplitter, TextSplitter
    except ModuleNotFoundError as error:
        if error.name != "semantic_text_splitter":
            raise
        raise MissingExtra.of("cutting documents needs", "semantic-text-splitter", "chunks") from None
    return MarkdownSplitter(size) if source.media_type == MARKDOWN else TextSplitter(size)


def _stretches(text: str, source: Source) -> Iterator[tuple[int, int, list[Part]]]:
    """The sections, each without those below it; one that is only a heading goes with the first of those."""
    parts = parts_of(source)
    start = front_matter_end(text) if source.media_type == MARKDOWN else 0
    held: list[Part] = []
    for part, following in zip((None, *parts), (*parts, None), strict=True):
        end = following.start if following else len(text)
        held += [part] if part else []
        below = part and following and len(following.path) > len(part.path)
        if below and part and not text[part.end : end].strip():
            continue
        yield start, end, held
        start, held = max(start, end), []


def _windows(text: str, start: int, end: int, most: int) -> Iterator[Span]:
    while end - start > most:
        half = start + most // 2
        cuts = (text.rfind(sign, half, start + most) + len(sign) for sign in _ENDS)
        cut = next((cut for cut in cuts if cut > half), start + most)
        yield Span(start, cut)
        start = cut
    yield Span(start, end)


def _cut(text: str, window: Span, size: int, splitter: _Splitter) -> Iterator[Span]:
    inner = text[window.start : window.end]
    start = window.start + len(inner) - len(inner.lstrip())
    inner = inner.strip()
    if len(inner) <= size:
        if inner:
            yield Span(start, start + len(inner))
        return
    # The splitter takes UTF-8, which has no halves of surrogate pairs; U+FFFD is as wide.
    for at, piece in splitter.chunk_indices(_SURROGATE.sub("\ufffd", inner)):
        yield Span(start + at, start + at + len(piece))


def _held(parts: Sequence[Part], span: Span) -> list[Part]:
    """The section that a chunk begins in, and those that begin in it."""
    inner = [part for part in parts if span.start < part.start < span.end]
    return [*[part for part in parts if part.start <= span.start][-1:], *inner]


def _made(source: Source, text: str, number: int, span: Span, parts: Sequence[Part]) -> Source:
    part = parts[-1] if parts else None
    inner = text[span.start : span.end]
    return Source(
        id=f"{source.id}#{number}",
        kind="chunk",
        title=source.title,
        url=_url(source, part),
        text=inner,
        media_type=source.media_type,
        digest=digest(inner),
        pages=_pages(source, span),
        section=" > ".join(part.path) if part else None,
        updated=source.updated,
        derived_from=(source.id,),
        locators=tuple(_locators(source, span, part)),
        access=source.access,
        metadata=_metadata(source, span, parts),
        origin=source.origin,
    )


def _url(source: Source, part: Part | None) -> str | None:
    """The address of the section, if the page says its anchor itself: that of Markdown is up to who renders it."""
    if source.url is None or part is None or source.media_type != HTML or "#" in source.url:
        return source.url
    anchor = anchor_at(source, Span(part.start, part.start))
    return f"{source.url}#{quote(anchor)}" if anchor else source.url


def _pages(source: Source, span: Span) -> tuple[Span, ...]:
    """The spans of the pages in the text of a chunk."""
    numbers = touched(source.pages, span)
    pages = source.pages[numbers[0] : numbers[1] + 1] if numbers else ()
    return tuple(_shifted(page.start, page.end, span) for page in pages)


def _locators(source: Source, span: Span, part: Part | None) -> Iterator[Locator]:
    for place in places_of(source, span):
        yield Section(path=part.path) if part and isinstance(place, Section) else place


def _metadata(source: Source, span: Span, parts: Sequence[Part]) -> dict[str, JsonValue]:
    places = [_shifted(part.start, part.end, span) for part in parts]
    kept = [part._replace(start=at.start, end=at.end) for part, at in zip(parts, places, strict=True)]
    # Also where there are none, since a piece of Markdown alone may look otherwise: it may begin within code.
    return {**callers_metadata(source), OURS: {"sections": keep_sections(kept)}}


def _shifted(start: int, end: int, span: Span) -> Span:
    """A stretch of a document in the text of a chunk, as far as it is in that."""
    size = span.end - span.start
    return Span(min(max(start - span.start, 0), size), min(max(end - span.start, 0), size))
