"""`render.text`: an answer as plain text, with numbered references and the list of what they stand for."""

import re
from collections.abc import Iterable, Iterator

from citebridge.models import Answer, Blocks, Boxes, Chars, Citation, Finish, Lines, Locator, Pages, Source
from citebridge.render.references import RECITATION, Entry, references
from citebridge.render.safe import line, lines

_HANDLE = re.compile(r"turn\d+[a-z_]+\d+", re.I)  # OpenAI's own name for a search result: nothing for readers

QUOTE_ROOM = 240
"""A quote is shown up to here: some providers quote whole pages."""
_DETAIL_ROOM = 200
_INDENT = "    "
_ENDINGS: dict[Finish, str] = {
    "length": "Cut off: the length limit was reached",
    "refusal": "Refused",
    "filtered": "Stopped by a content filter",
    "tool_call": "Not finished: the model waits for a tool",
    "paused": "Paused: the model has more to say",
    "truncated": "Cut off: the stream ended early",
    "error": "Failed: the provider sent an error",
    "other": "The provider did not say how the answer ended",
}


def text(answer: Answer) -> str:
    """The answer with numbered references in it and its sources below.

    A number stands at the end of the cited words or at the provider's point, one for each source, counted as they are
    read; `[?]` marks a citation whose source is not known. Below come the sources with title, url, place and quote, as
    the provider said them (characters and blocks count from 0, pages and lines from 1), those without a place in the
    text behind a `-`. Quotes are cut at 240 characters; `Citation.cited_text` has all of it. A refusal, and an end
    that is not a complete one, have a line of their own.

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
    parts = [lines("".join(_marked(answer.text, found.marks))), ending(answer)]
    cited = [row for entry in found.cited for row in _rows(entry)]
    unresolved = [row for entry in found.unresolved for row in _rows(entry)]
    parts += ["\n".join(["Sources", *cited]) if cited else ""]
    parts += ["\n".join(["Not resolved", *unresolved]) if unresolved else ""]
    shown = [part for part in parts if part]
    return "\n\n".join([*(part.rstrip("\n") for part in shown[:-1]), *shown[-1:]])


def ending(answer: Answer) -> str:
    """How an answer ended, in one line; `""` when it is complete.

    >>> ending(Answer(finish="length", finish_detail="max_tokens"))
    'Cut off: the length limit was reached (max_tokens).'
    """
    if answer.refusal:
        return f"Refused: {line(answer.refusal)}"
    if answer.finish == "complete":
        return ""
    detail = line(answer.finish_detail or "", _DETAIL_ROOM)
    said = _ENDINGS[answer.finish]
    return f"{said} ({detail})." if detail and detail.casefold() != answer.finish else f"{said}."


def where(locators: Iterable[Locator]) -> str:
    """Places in a source, in words.

    >>> where([Pages(start_page=3, end_page=3), Chars(start=10, end=40)])
    'page 3, characters 10-40'
    """
    return ", ".join(_place(locator) for locator in locators)


def title_of(source: Source) -> str:
    """What a source is called: its title, else its url, else its id."""
    return line(source.title or "") or line(source.url or "") or line(source.id)


def _marked(body: str, marks: Iterable[tuple[int, str]]) -> Iterator[str]:
    at = 0
    for place, label in marks:
        yield body[at:place]
        yield f"[{label}]"
        at = place
    yield body[at:]


def _rows(entry: Entry) -> Iterator[str]:
    """The lines of one source: one when it is cited for one place, else one more for each."""
    head = f"[{entry.label}]" if entry.label else "-"
    if entry.hidden:
        yield f"{head} hidden source"
        return
    passages = list(dict.fromkeys(_passage(citation) for citation in entry.citations))
    name = [head, _name(entry)]
    if len(passages) == 1:
        place, quote = passages[0]
        yield " ".join(name) + (f" - {place}" if place else "")
        if quote:
            yield f"{_INDENT}{quote}"
        return
    yield " ".join(name)
    for passage in passages:
        if any(passage):
            yield _INDENT + ": ".join(part for part in passage if part)


def _name(entry: Entry) -> str:
    if entry.source is None:
        return _asked_for(entry.citations[0])
    title, url = title_of(entry.source), line(entry.source.url or "")
    return f"{title} - {url}" if url and url != title else title


def _asked_for(citation: Citation) -> str:
    """What an unresolved citation named."""
    named = line(citation.ref or citation.source_id or "", QUOTE_ROOM)
    return "a source that was not named" if not named or _HANDLE.fullmatch(named) else named


def _passage(citation: Citation) -> tuple[str, str]:
    quote = line(citation.cited_text or "", QUOTE_ROOM)
    return _what(citation), f'"{quote}"' if quote else ""


def _what(citation: Citation) -> str:
    place = where(citation.locators)
    if citation.type == RECITATION:
        return f"recited, {place}" if place else "recited"
    return place


def _place(locator: Locator) -> str:
    match locator:
        case Chars():
            return _range("character", locator.start, locator.end, half_open=True)
        case Pages():
            return _range("page", locator.start_page, locator.end_page)
        case Blocks():
            return _range("block", locator.start_block, locator.end_block - 1)
        case Lines():
            return _range("line", locator.start_line, locator.end_line)
        case Boxes():
            return f"page {locator.page}"
        case _:
            return "section " + " > ".join(line(step) for step in locator.path)


def _range(unit: str, start: int, end: int, *, half_open: bool = False) -> str:
    one = start >= end and not half_open
    return f"{unit} {start}" if one else f"{unit}s {start}-{end}"
