"""`--format table`: the citations of an answer, one in a row."""

from collections.abc import Iterator

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from citebridge.access import is_redacted, redact
from citebridge.models import Answer, Citation, Source
from citebridge.render.safe import line
from citebridge.render.wording import ending, title_of, where

_ROOM = 120
_URL_ROOM = 40
_COLUMNS = {"id": "bold", "in the answer": "", "source": "", "where": "", "quote": "italic", "channel / type": "dim"}


def citation_table(answer: Answer) -> Iterator[RenderableType]:
    """A row for each citation: what is cited, in the answer and in the source, and how it came about.

    Below it stands how the answer ended, when it is not complete.
    """
    answer = redact(answer)
    yield _table(answer) if answer.citations else Text("no citations")
    if ended := ending(answer):
        yield Text(f"\n{ended}")


def _table(answer: Answer) -> Table:
    """Only the columns that have something in them."""
    hidden = {source.id for source in answer.sources if is_redacted(source)}
    titles = {source.id: _named(source) for source in reversed(answer.sources)}
    columns = zip(*(_cells(answer, citation, titles, hidden) for citation in answer.citations), strict=True)
    filled = {name: cells for name, cells in zip(_COLUMNS, columns, strict=True) if any(cells)}
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name in filled:
        table.add_column(name, overflow="fold", vertical="top", style=_COLUMNS[name])
    for row in zip(*filled.values(), strict=True):
        table.add_row(*row)
    return table


def _named(source: Source) -> str:
    """A title as it is; the url that stands for a missing one, shortened."""
    return title_of(source) if source.title else line(title_of(source), _URL_ROOM)


def _cells(answer: Answer, citation: Citation, titles: dict[str, str], hidden: set[str]) -> list[Text]:
    kind = Text("\n".join(line(part) for part in (citation.channel, citation.type) if part))
    first = [Text(line(citation.id)), _words(answer, citation)]
    if citation.source_id in hidden:
        return [*first, Text("hidden source", "dim"), Text(), Text(), kind]
    place, quote = where(citation.locators), line(citation.cited_text or "", _ROOM)
    return [*first, _source(citation, titles), Text(place), Text(quote), kind]


def _words(answer: Answer, citation: Citation) -> Text:
    """The words of a span; of a point, the claim before it, and where it stands."""
    anchor, claim = citation.anchor, citation.claim
    if anchor is None:
        return Text("no place", "dim")
    if anchor.kind == "span":
        return Text(_said(answer.text[anchor.start : anchor.end]))
    words = _said(answer.text[claim.start : claim.end]) if claim is not None else ""
    return Text.assemble(words, (f"{' ' if words else ''}(point {anchor.start})", "dim"))


def _said(words: str) -> str:
    """Words of the answer without what ended the sentence before them."""
    shown = line(words, _ROOM)
    return shown.lstrip(" .,;:!?)]") or shown


def _source(citation: Citation, titles: dict[str, str]) -> Text:
    if citation.source_id in titles:
        return Text(titles[citation.source_id])
    return Text(f"? {line(citation.ref or citation.source_id or '')}".rstrip(), "yellow")
