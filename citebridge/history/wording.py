"""Citations as words of the text, for a model that has never seen the marks of another provider."""

import re
from collections.abc import Iterable

from citebridge.access import is_redacted, redact
from citebridge.models import RECITATION, Answer, Source
from citebridge.render.numbering import place_of
from citebridge.render.safe import line

_ROOM = 80
_BRACKETS = re.compile(r"[\s()\[\]{}<>（）［］【】〔〕｛｝]+")
_KINDS = {
    "document": "a document",
    "chunk": "a passage",
    "web": "a web page",
    "file": "a file",
    "place": "a place",
    "tool": "the output of a tool",
}


def with_marks(answer: Answer) -> str:
    """The text with the titles of its sources in it, `(source: House rules)`; those without a place stand at the end.

    There are no brackets and no numbers in it that could be read as a tag. What has access tags is not named, and
    nothing but a title goes to the model, or the address of what a provider found.
    """
    seen = redact(answer)
    marks: dict[int, dict[str, None]] = {}
    beyond = len(seen.text) + 1
    for citation in seen.citations:
        if citation.type != RECITATION:
            place = place_of(seen.text, citation)
            marks.setdefault(beyond if place is None else place, {})[_named(seen.source(citation))] = None
    pieces: list[str] = []
    at = 0
    for place in sorted(marks):
        lost = place == beyond
        pieces += [seen.text[at:place], "\n\n" if lost else " " if place else "", _mark(marks[place])]
        at = min(place, len(seen.text))
    return "".join([*pieces, seen.text[at:]])


def _mark(names: Iterable[str]) -> str:
    listed = list(names)
    return f"(source{'s' if len(listed) > 1 else ''}: {'; '.join(listed)})"


def _named(source: Source | None) -> str:
    if source is None:
        return "unknown"
    if is_redacted(source):
        return "not shown"
    title = source.title or (source.url if source.origin == "provider" else None) or ""
    return line(_BRACKETS.sub(" ", title), _ROOM) or _KINDS[source.kind]
