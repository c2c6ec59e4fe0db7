"""Places in words, for the notes of evidence."""

from citebridge.models import Blocks, Boxes, Chars, Lines, Locator, Pages, Section, Source, Span
from citebridge.models.quoting import quoted
from citebridge.sources import places_of


def place_of(said: Locator, source: Source, span: Span) -> str:
    """Where a quote was said to stand, and where it does, both in the same terms.

    >>> place_of(Lines(start_line=1, end_line=1), Source(id="log", text="Rain.\\nSun."), Span(6, 10))
    'said to stand in line 1, it stands in line 2'
    """
    there = next(
        (one for one in places_of(source, span) if type(one) is type(said)), Chars(start=span.start, end=span.end)
    )
    return f"said to stand {named(said)}, it stands {named(there)}"


def named(locator: Locator) -> str:
    """A place in words.

    >>> named(Pages(start_page=2, end_page=3))
    'on pages 2-3'
    """
    match locator:
        case Chars(start=start, end=end):
            return f"at characters {start}-{end}"
        case Pages(start_page=first, end_page=last):
            return _numbered("on page", first, last)
        case Blocks(start_block=first, end_block=last):
            return _numbered("in block", first, last - 1)
        case Lines(start_line=first, end_line=last):
            return _numbered("in line", first, last)
        case Section(path=path):
            return f"in section {quoted(' > '.join(path))}"
        case Boxes(page=page):
            return f"on page {page}"


def _numbered(words: str, first: int, last: int) -> str:
    return f"{words} {first}" if first == last else f"{words}s {first}-{last}"
