"""The link that opens a source where found, or said, words stand."""

from collections.abc import Sequence

from citebridge.locator.source_text import SourceText
from citebridge.models import Locator, Source, Span
from citebridge.resolver.directives import directive_at, directive_of
from citebridge.resolver.shelf import Shelf
from citebridge.sources import anchor_at
from citebridge.sources.sections import MARKDOWN


def link_at(
    shelf: Shelf, source: Source, text: SourceText, span: Span, locators: Sequence[Locator], *, alone: bool = False
) -> str | None:
    """The link to a stretch of a source; a chunk without an address is in the document it was made from.

    `alone` says that its words are known to stand nowhere else in the source.
    """
    page = shelf.page(source)
    if page is None:
        return None
    if not page.holds_words:
        return page.at(locators, anchor=anchor_at(source, span))
    words = directive_at(text, span, alone=alone, markup=source.media_type == MARKDOWN)
    return page.at(locators, anchor=anchor_at(source, span), words=words)


def link_said(shelf: Shelf, source: Source, locators: Sequence[Locator], words: str | None) -> str | None:
    """The link to what the provider said of a source whose text is not known: a page, lines, or words of it."""
    page = shelf.page(source)
    return page.at(locators, words=directive_of(words) if words else None) if page is not None else None
