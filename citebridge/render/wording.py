"""What is said in words, the same in every rendering: places, how an answer ended, whether a quote holds."""

from collections.abc import Iterable

from citebridge.models import Answer, Blocks, Boxes, Chars, Finish, Lines, Locator, Pages, Section, Source, Status
from citebridge.models.wording import numbered
from citebridge.render.safe import line

_DETAIL_ROOM = 200
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
STATUSES: dict[Status, str] = {
    "verified": "verified",
    "repaired": "verified, in a corrected place",
    "wrong_place": "found in another place",
    "altered": "altered",
    "not_found": "not found in the source",
    "suggested": "not quoted: the closest passage",
    "unverifiable": "not checked",
}
DOUBTED: frozenset[Status | None] = frozenset({"wrong_place", "altered", "not_found"})
"""What a reader has to see at a glance."""


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


def where_found(found: Iterable[Locator], said: Iterable[Locator] = ()) -> str:
    """The place that evidence found, as a reader looks it up: by page or section, which the provider may have said too,
    else by lines, else by what there is. Where it was lines that were cited, they are told with the section.

    >>> where_found([Chars(start=10, end=40), Lines(start_line=2, end_line=2)])
    'line 2'
    >>> where_found([Lines(start_line=2, end_line=2)], said=[Pages(start_page=3, end_page=3)])
    'page 3'
    """
    ours, theirs = list(found), list(said)
    cites_lines = any(isinstance(one, Lines) for one in theirs)
    for kinds in (Pages | Section | Lines if cites_lines else Pages | Section, Lines, Blocks, Chars | Boxes):
        for listed in (ours, theirs):
            if told := where(one for one in listed if isinstance(one, kinds)):
                return told
    return ""


def title_of(source: Source) -> str:
    """What a source is called: its title, else its url, else its id."""
    return line(source.title or "") or line(source.url or "") or line(source.id)


def about(source: Source) -> tuple[str, str, str]:
    """Its title, section and date, as far as it has them.

    >>> about(Source(id="rules", title="House rules", section="Dogs", updated="2026-05-01"))
    ('House rules', 'Dogs', '2026-05-01')
    """
    return title_of(source), line(source.section or ""), line(source.updated or "")


def _place(locator: Locator) -> str:
    if isinstance(locator, Section):
        return "section " + " > ".join(line(step) for step in locator.path)
    return numbered(locator)
