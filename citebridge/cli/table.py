"""`--format table`: the citations of an answer, one in a row."""

from rich import box
from rich.table import Table
from rich.text import Text

from citebridge.models import Answer, Citation
from citebridge.render.plaintext import title_of, where
from citebridge.render.references import hidden_sources
from citebridge.render.safe import line

_ROOM = 120
_COLUMNS = {"id": "bold", "in the answer": "", "source": "", "where": "", "quote": "italic", "channel / type": "dim"}


def citation_table(answer: Answer) -> Table:
    """A row for each citation: what is cited, in the answer and in the source, and how it came about."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for name, style in _COLUMNS.items():
        table.add_column(name, overflow="fold", vertical="top", style=style)
    hidden = hidden_sources(answer.sources)
    titles = {source.id: title_of(source) for source in reversed(answer.sources)}
    for citation in answer.citations:
        table.add_row(*_cells(answer, citation, titles, hidden))
    return table


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
        return Text(line(answer.text[anchor.start : anchor.end], _ROOM))
    words = line(answer.text[claim.start : claim.end], _ROOM) if claim is not None else ""
    return Text.assemble(words, (f"{' ' if words else ''}(point {anchor.start})", "dim"))


def _source(citation: Citation, titles: dict[str, str]) -> Text:
    if citation.source_id in titles:
        return Text(titles[citation.source_id])
    return Text(f"? {line(citation.ref or citation.source_id or '')}".rstrip(), "yellow")
