"""The sections of a source: of Markdown they are read from its text, of HTML and of chunks they are kept beside it.

`Source.raw` is the provider's and the text is as it was written, so what a reader of files learned of sections stands
in the metadata, which no prompt and no page shows, under one name of ours:

    {"citebridge": {"sections": [{"start": 0, "end": 6, "path": ["Guide", "Set up"], "anchor": "set-up"}]}}

`start` and `end` are the place of the heading in `Source.text`; `anchor` is the name that a link can point at, or null.
Whoever else writes something there is survived: what has not this shape is no section.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple, cast

from pydantic import JsonValue

from citebridge.models import Source
from citebridge.text import headings

__all__ = ["HTML", "MARKDOWN", "OURS", "Part", "callers_metadata", "keep_sections", "sections_of"]

OURS: Final = "citebridge"
MARKDOWN: Final = "text/markdown"
HTML: Final = "text/html"


class Part(NamedTuple):
    """A section: the place of its heading, its titles from the outermost in, and the anchor that leads to it."""

    start: int
    end: int
    path: tuple[str, ...]
    anchor: str | None = None


def sections_of(source: Source) -> tuple[Part, ...]:
    """The sections of a source in the order of its text; none when it has no text, or none is known.

    >>> sections_of(Source(id="a", text="# Guide\\n\\nRead me.", media_type="text/markdown"))
    (Part(start=0, end=7, path=('Guide',), anchor='guide'),)
    """
    text = source.text
    if text is None:
        return ()
    note = source.metadata.get(OURS)
    kept = note.get("sections") if isinstance(note, dict) else None
    if isinstance(kept, list):
        return _read(kept, len(text))
    found = (
        [Part(one.start, one.end, one.path, one.slug) for one in headings(text)]
        if source.media_type == MARKDOWN
        else []
    )
    if source.section and not (found and found[0].start == 0):
        found.insert(0, Part(0, 0, (source.section,)))
    return tuple(found)


def keep_sections(parts: Sequence[Part]) -> JsonValue:
    """Sections as they are kept in the metadata."""
    return [{"start": one.start, "end": one.end, "path": list(one.path), "anchor": one.anchor} for one in parts]


def callers_metadata(source: Source) -> dict[str, JsonValue]:
    """The metadata without what citebridge noted of the source when it was read from a file."""
    return {name: value for name, value in source.metadata.items() if name != OURS}


def _read(kept: list[JsonValue], size: int) -> tuple[Part, ...]:
    found = [part for part in map(_part, kept) if part is not None and part.end <= size]
    return tuple(sorted(found, key=lambda part: part.start))


def _part(kept: JsonValue) -> Part | None:
    if not isinstance(kept, dict):
        return None
    start, end, path, anchor = (kept.get(name) for name in ("start", "end", "path", "anchor"))
    if not isinstance(start, int) or not isinstance(end, int) or not 0 <= start <= end:
        return None
    if not isinstance(path, list) or not path or not all(isinstance(title, str) for title in path):
        return None
    return Part(start, end, tuple(cast("list[str]", path)), anchor if isinstance(anchor, str) else None)
