"""Marks: the grammars of what is a reference and no prose, and the streaming scanner that reads them."""

from citebridge.marks.grammar import (
    ANNOTATED_NUMBERS,
    ASSISTANTS,
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
from citebridge.marks.scanner import LATE, Listener, Scanner

__all__ = [
    "ANNOTATED_NUMBERS",
    "ASSISTANTS",
    "DOCUMENTS",
    "LATE",
    "MOST",
    "NUMBERED_LINK",
    "NUMBERS",
    "OPENAI_SHAPED",
    "PARENTHESIZED_LINK",
    "PRIVATE_USE",
    "PRIVATE_USE_ESCAPED",
    "Grammar",
    "Listener",
    "Mark",
    "Scanner",
    "private_use_names",
]
