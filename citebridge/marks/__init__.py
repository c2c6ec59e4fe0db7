"""Marks: the grammars of what is a reference and no prose, and the streaming scanner that reads them."""

from citebridge.marks.grammar import (
    ANNOTATED_NUMBERS,
    ASSISTANTS,
    ASSISTANTS_BEFORE,
    DOCUMENTS,
    MOST,
    NUMBERED_LINK,
    NUMBERS,
    OPENAI_SHAPED,
    PARENTHESIZED_LINK,
    PRIVATE_USE,
    PRIVATE_USE_ESCAPED,
    Grammar,
    Mark,
    private_use_names,
)
from citebridge.marks.plain import Listener
from citebridge.marks.scanner import LATE, Scanner
from citebridge.marks.tags import MOST_IN_RANGE, TAGS, Tags, tag_as_minted, tag_grammar, tags_from, tags_in, with_tags

__all__ = [
    "ANNOTATED_NUMBERS",
    "ASSISTANTS",
    "ASSISTANTS_BEFORE",
    "DOCUMENTS",
    "LATE",
    "MOST",
    "MOST_IN_RANGE",
    "NUMBERED_LINK",
    "NUMBERS",
    "OPENAI_SHAPED",
    "PARENTHESIZED_LINK",
    "PRIVATE_USE",
    "PRIVATE_USE_ESCAPED",
    "TAGS",
    "Grammar",
    "Listener",
    "Mark",
    "Scanner",
    "Tags",
    "private_use_names",
    "tag_as_minted",
    "tag_grammar",
    "tags_from",
    "tags_in",
    "with_tags",
]
