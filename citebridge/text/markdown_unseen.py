"""What of a Markdown text no reader sees: settings ahead of it, comments, definitions of links."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from .code_spans import code_spans, is_code
from .markdown_lines import definitions
from .outline import front_matter_end

__all__ = ["shown"]

_COMMENT: Final = "<!--"
_COMMENT_END: Final = re.compile("--!?>")
# Lines that no paragraph goes over: blank ones, headings, rules, fences, and footnotes, which are seen themselves.
_APART: Final = r"(?:[ \t\r]*+|(?:#|\[\^|~~~)[^\n]*+|```[^`\n]*+|(?:=++|-++|[*_]{3,}+)[ \t\r]*+)"
_DEFINES: Final = re.compile(rf"(?:\A|^{_APART}\n) {{0,3}}(?=\[[^\^\]])", re.M)
_PARAGRAPH_END: Final = re.compile(rf"\n(?={_APART}(?:\n|\Z))|\Z")


def shown(text: str) -> str:
    """The text with line ends in place of what is not seen, so that all places in it stay what they are.

    >>> shown("Rain fell. <!-- TODO -->\\n\\n[rain]: https://rain.example\\n").rstrip()
    'Rain fell.'
    """
    head = front_matter_end(text)
    text = "\n" * head + text[head:]
    comments = list(_comments(text))
    found = sorted([*comments, *_definitions(text)])
    code = code_spans(_replaced(text, comments, " "), len(text)) if found else []  # no sign in a comment begins any
    return _replaced(text, (one for one in found if not is_code(code, one[0])), "\n")


def _replaced(text: str, spans: Iterable[tuple[int, int]], sign: str) -> str:
    """The text with a sign in place of each that stands in the spans."""
    kept: list[str] = []
    at = 0
    for start, end in spans:
        if start >= at:
            kept += text[at:start], sign * (end - start)
            at = end
    return "".join([*kept, text[at:]])


def _comments(text: str) -> Iterator[tuple[int, int]]:
    """Comments; one that has no end hides all the rest where it begins a line, and is text elsewhere."""
    start = text.find(_COMMENT)
    while start >= 0:
        end = _COMMENT_END.search(text, start + 2)
        if end is not None:
            yield start, end.end()
        elif not text[text.rfind("\n", 0, start) + 1 : start].strip(" "):
            yield start, len(text)
        start = text.find(_COMMENT, end.end()) if end is not None else -1


def _definitions(text: str) -> Iterator[tuple[int, int]]:
    """The definitions of links that paragraphs begin with."""
    for found in _DEFINES.finditer(text):
        start = found.end()
        end = _PARAGRAPH_END.search(text, start)
        paragraph = text[start : end.start() if end is not None else len(text)].replace("\r", " ")
        yield start, start + definitions(paragraph)[1]
