"""Where found words stand, in the terms of the document, and the link that opens it there."""

from collections.abc import Sequence

from citebridge.locator.source_text import SourceText
from citebridge.models import Locator, Source, Span
from citebridge.resolver.addresses import MARKDOWN, deep_link, is_pdf
from citebridge.resolver.directives import directive_at, directive_of
from citebridge.resolver.shelf import Shelf
from citebridge.sources import anchor_at


def link_at(
    shelf: Shelf, source: Source, text: SourceText, span: Span, locators: Sequence[Locator], *, alone: bool = False
) -> str | None:
    """The link to a stretch of a source; a chunk without an address is in the document it was made from.

    `alone` says that its words are known to stand nowhere else in the source.
    """
    page = shelf.page(source)
    if page is None:
        return None
    if is_pdf(page.url, page.media_type):
        return deep_link(page.url, page.media_type, locators)
    markdown = MARKDOWN in (source.media_type, page.media_type)
    words = directive_at(text, span, alone=alone, markup=markdown)
    return deep_link(page.url, page.media_type, locators, anchor=anchor_at(source, span), words=words)


def link_said(shelf: Shelf, source: Source, locators: Sequence[Locator], words: str | None) -> str | None:
    """The link to what the provider said of a source whose text is not known: a page, lines, or words of it."""
    page = shelf.page(source)
    if page is None:
        return None
    return deep_link(page.url, page.media_type, locators, words=directive_of(words) if words else None)
