"""Sources: what can be cited, each once and under one name each."""

from citebridge.sources.content import digest, digest_of_base64, joined
from citebridge.sources.given import Sources, sources_from, texts_of
from citebridge.sources.registry import Entry, Fields, Known, Order, SourceSet

__all__ = [
    "Entry",
    "Fields",
    "Known",
    "Order",
    "SourceSet",
    "Sources",
    "digest",
    "digest_of_base64",
    "joined",
    "sources_from",
    "texts_of",
]
