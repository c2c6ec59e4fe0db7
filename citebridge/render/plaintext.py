"""`render.text`: an answer as plain text, with numbered references and the list of what they stand for."""

from collections.abc import Iterable, Iterator

from citebridge.models import Answer
from citebridge.render.entries import Entry
from citebridge.render.numbering import references
from citebridge.render.wording import ending

QUOTE_ROOM = 240
"""A quote is shown up to here: some providers quote whole pages."""
_INDENT = "    "


def text(answer: Answer) -> str:
    """The answer with numbered references in it and its sources below.

    A number stands at the end of the cited words or at the provider's point, one for each source, counted as they are
    read; `[?]` marks a citation whose source is not known. Below come the sources with title, url, place and quote:
    as they were found in the source when the answer was resolved, which then says so, else as the provider said them
    (characters and blocks count from 0, pages and lines from 1). Those without a place in the text stand behind a `-`.
    Quotes are cut at 240 characters; `Citation.cited_text` has all of it. A refusal, and an end that is not a complete
    one, have a line of their own.

    The result is safe to print: no control or bidi characters. Metadata and raw payloads are never in it, and a source
    with access tags is only told to be there.

    >>> from citebridge.models import Anchor, Answer, Citation, Pages, Source
    >>> rules = Source(id="rules", title="House rules", url="https://house.example/rules")
    >>> cited = Citation(
    ...     id="0",
    ...     anchor=Anchor("span", 0, 7),
    ...     source_id="rules",
    ...     cited_text="Dogs stay outside.",
    ...     locators=(Pages(start_page=3, end_page=4),),
    ... )
    >>> print(text(Answer(text="No dogs.", citations=(cited,), sources=(rules,))))
    No dogs[1].
    <BLANKLINE>
    Sources
    [1] House rules - https://house.example/rules - pages 3-4
        "Dogs stay outside."
    """
    found = references(answer)
    body = "".join(piece if isinstance(piece, str) else f"[{piece.label}]" for piece in found.segments())
    parts = [
        body,
        ending(found.answer),
        _list("Sources", found.entries),
        _list("Not resolved", found.unresolved),
        "\n".join(["Search suggestions", *(f"- {one.title} - {one.link}" for one in found.suggestions)])
        if found.suggestions
        else "",
    ]
    shown = [part for part in parts if part]
    return "\n\n".join([*(part.rstrip("\n") for part in shown[:-1]), *shown[-1:]])


def _list(heading: str, entries: Iterable[Entry]) -> str:
    rows = [row for entry in entries for row in _rows(entry)]
    return "\n".join([heading, *rows]) if rows else ""


def _rows(entry: Entry) -> Iterator[str]:
    """The lines of one source: one when it is cited for one place, else one more for each."""
    name = " - ".join(part for part in (entry.about, entry.url) if part)
    head = f"[{entry.label}] {name}" if entry.label else f"- {name}"
    if len(entry.passages) == 1:
        one = entry.passages[0]
        yield f"{head} - {one.about}" if one.about else head
        if told := one.told(QUOTE_ROOM):
            yield f"{_INDENT}{told}"
        return
    yield head
    for one in entry.passages:
        if words := ": ".join(part for part in (one.about, one.told(QUOTE_ROOM)) if part):
            yield f"{_INDENT}{words}"
