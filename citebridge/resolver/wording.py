"""Places in words, for the notes of evidence."""

from typing import Final

from citebridge.models import Chars, Locator, Section, Source, Span
from citebridge.models.quoting import quoted
from citebridge.models.wording import numbered
from citebridge.sources import in_document, places_of

_BEFORE: Final = {"chars": "at", "pages": "on", "boxes": "on", "blocks": "in", "lines": "in"}


def place_of(said: Locator, source: Source, span: Span) -> str:
    """Where a quote was said to stand, and where it does, both in the same terms.

    >>> from citebridge.models import Lines
    >>> place_of(Lines(start_line=1, end_line=1), Source(id="log", text="Rain.\\nSun."), Span(6, 10))
    'said to stand in line 1, it stands in line 2'
    """
    places = (*places_of(source, span), *in_document(source, span))
    there = next((one for one in places if type(one) is type(said)), Chars(start=span.start, end=span.end))
    return f"said to stand {named(said)}, it stands {named(there)}"


def named(locator: Locator) -> str:
    """A place in words.

    >>> from citebridge.models import Pages
    >>> named(Pages(start_page=2, end_page=3))
    'on pages 2-3'
    """
    if isinstance(locator, Section):
        return f"in section {quoted(' > '.join(locator.path))}"
    return f"{_BEFORE[locator.kind]} {numbered(locator)}"
