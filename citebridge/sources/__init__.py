"""Sources: what can be cited, each once and under one name each.

>>> from citebridge import sources
>>> from citebridge.models import Source, Span
>>> sources.places_of(Source(id="rules", text="No dogs.\\nNo fires."), Span(9, 18))[1]
Lines(kind='lines', start_line=2, end_line=2)
"""

from importlib import import_module
from typing import TYPE_CHECKING

from citebridge.sources.content import digest as digest
from citebridge.sources.content import digest_of_base64 as digest_of_base64
from citebridge.sources.content import joined as joined
from citebridge.sources.given import Sources as Sources
from citebridge.sources.given import sources_from as sources_from
from citebridge.sources.given import texts_of as texts_of
from citebridge.sources.registry import Entry as Entry
from citebridge.sources.registry import Fields as Fields
from citebridge.sources.registry import Known as Known
from citebridge.sources.registry import Order as Order
from citebridge.sources.registry import SourceSet as SourceSet

if TYPE_CHECKING:
    from citebridge.sources.chunks import chunk as chunk
    from citebridge.sources.files import from_bytes as from_bytes
    from citebridge.sources.files import read as read
    from citebridge.sources.places import anchor_at as anchor_at
    from citebridge.sources.places import in_document as in_document
    from citebridge.sources.places import places_of as places_of
    from citebridge.sources.places import span_of as span_of
    from citebridge.sources.rows import from_rows as from_rows
    from citebridge.sources.sections import Part as Part
    from citebridge.sources.sections import sections_of as sections_of
    from citebridge.sources.tables import read_rows as read_rows

# What a caller uses; the rest is for the layers above.
__all__ = [
    "Part",
    "Sources",
    "anchor_at",
    "chunk",
    "digest",
    "from_bytes",
    "from_rows",
    "in_document",
    "places_of",
    "read",
    "read_rows",
    "sections_of",
    "span_of",
]

_HOME = {
    **dict.fromkeys(("anchor_at", "in_document", "places_of", "span_of"), "places"),
    **dict.fromkeys(("from_bytes", "read"), "files"),
    **dict.fromkeys(("Part", "sections_of"), "sections"),
    "chunk": "chunks",
    "from_rows": "rows",
    "read_rows": "tables",
}


def __getattr__(name: str) -> object:
    """What only readers of files and of places need is loaded when it is first used."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found
