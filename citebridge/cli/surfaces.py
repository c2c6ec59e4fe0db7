"""`citebridge providers`: what each surface can do, and how to ask it."""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from citebridge import providers
from citebridge.adapter import Capabilities
from citebridge.errors import BrokenAdapter
from citebridge.render.safe import line

_COLUMNS = ("cites", "anchor", "place in source", "quote", "told", "not with")
_NONE = "–"
_NAME_ROOM = 40  # the longest of our own has 21 characters
_ROOMY = 100
_CRAMPED = 78  # below this, the table has no room for its longest words
_LEGEND = """\
cites: what is sent along, files that lie with the provider, web pages.
anchor: a span covers the cited words, a point only follows them; none: no place.
told: when the provider's stream tells of a citation, seen from the text it stands for.
not with: what cannot be asked for together with citations.
How to ask, and what is lost, is in --format json."""


@dataclass(frozen=True, slots=True)
class Surface:
    """A provider's name, its API, what pip installs for asking it, and what it can do; `None` is not known.

    `problem` says why the adapter of another package is of no use.
    """

    provider: str
    api: str | None = None
    requires: str | None = None
    capabilities: Capabilities | None = None
    problem: str | None = None


def surfaces() -> list[Surface]:
    """All that there is a reader for, also those of other packages, which need not say what they can do."""
    return [_surface(name) for name in providers.names()]


def surfaces_as_json(found: Iterable[Surface]) -> str:
    """A list of all that is known of each, in ASCII, so that nothing in it acts on a terminal."""
    return json.dumps([asdict(one) for one in found], indent=2)


def show_surfaces(found: Iterable[Surface], width: int) -> Iterator[RenderableType]:
    """What each can do, for a terminal of `width` columns, and what the words mean."""
    rows = [(line(one.provider, _NAME_ROOM), _cells(one)) for one in found]
    yield _table(rows, gap=2 if width >= _ROOMY else 1) if width >= _CRAMPED else _stacked(rows)
    yield Text(f"\n{_LEGEND}", "dim")


Rows = Sequence[tuple[str, Sequence[str]]]
"""The names, each with what is said of it under `_COLUMNS`."""


def _surface(name: str) -> Surface:
    try:
        reader, asker = providers.reader(name), providers.asker(name)
    except BrokenAdapter as error:
        return Surface(name, problem=str(error))
    if asker is None:
        return Surface(name, reader.spec.api)
    return Surface(name, reader.spec.api, asker.requires, asker.capabilities)


def _table(rows: Rows, *, gap: int) -> Table:
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(no_wrap=True)
    for name in _COLUMNS:
        table.add_column(name, vertical="top")
    for name, cells in rows:
        table.add_row(Text(name, "cyan"), *(Text(cell, "dim" if cell == _NONE else "") for cell in cells))
    return table


def _stacked(rows: Rows) -> Table:
    """The same in the width of a phone: of each only what it can do."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for name, cells in rows:
        said = [f"{column} {cell}" for column, cell in zip(_COLUMNS, cells, strict=False) if cell != _NONE]
        grid.add_row(Text(name, "cyan"), Text("; ".join(said).replace("quote yes", "quote")))
    return grid


def _cells(one: Surface) -> Sequence[str]:
    can = one.capabilities
    if can is None:
        return ["broken" if one.problem else "not told"]
    hosted = [word for word, has in (("stored files", can.retrieval), ("web", can.web)) if has]
    told = [[*can.documents, *hosted], can.anchors, can.locators, ["yes"] * can.quotes]
    told += [[can.stream_order or ""], can.conflicts]
    return [line(", ".join(words).replace("_", " ")) or _NONE for words in told]
