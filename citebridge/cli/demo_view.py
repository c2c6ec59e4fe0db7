"""The demo as it is seen: the question, the answers side by side, and what each provider gave."""

import re
from collections.abc import Iterator, Sequence

from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from citebridge import render
from citebridge.cli.demo import GIVEN, Demo, Shown, anchor_kinds, count_given
from citebridge.models import Answer

_NARROWEST = 48
_MOST_IN_A_ROW = 3
_GAP = 1
_FRAME = 4  # the border and a blank on each side
_ENTRY = re.compile(r"(\[(?:\d+|\?)\]|-) ")
_MARK = r"\[(?:\d+|\?)\]"
_NONE = Text("–", "dim")
_ROOMY = 100
_CRAMPED = 90  # below this, a table of what was given has no room for its columns
_LEGEND = """\
anchor: a span covers the cited words, a point only follows them.
quote: the cited words; of google and xai.grpc, the whole passage that was retrieved.
streamed: citations come along with the text, or at the end, after all of it."""
_QUOTED = "extractive: no model answers; what fits best in the same documents is quoted."
_IN_TABLE = "yes: every citation has it. –: none has it."
_IN_LIST = "What is not named, no citation has. 1 of 3: so many have it."


def show(demo: Demo, width: int) -> Iterator[RenderableType]:
    """The parts of the demo, from top to bottom, for a terminal of `width` columns."""
    yield _labelled(("Question", demo.question))
    yield Text()
    everyone = (*demo.shown, demo.quoted) if demo.quoted else demo.shown
    yield from _side_by_side(everyone, width)
    yield Text()
    yield _labelled(*_equalities(demo.shown))
    yield Text()
    yield Text("What the citations of each have, with the request at hand", "bold")
    roomy = width >= _CRAMPED
    yield _given(everyone, gap=2 if width >= _ROOMY else 1) if roomy else _stacked(everyone)
    yield Text()
    yield Text(f"{_IN_TABLE if roomy else _IN_LIST}\n{_LEGEND}", "dim")
    if demo.missing:
        yield Text(f"extractive: {demo.missing}", "dim")
    elif demo.quoted:
        yield Text(_QUOTED, "dim")


def _labelled(*pairs: tuple[str, str]) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column(overflow="fold")
    for label, said in pairs:
        grid.add_row(Text(label, "bold"), said)
    return grid


def _side_by_side(shown: Sequence[Shown], width: int) -> Iterator[Table]:
    """As many answers in a row as fit; those of one row are of one height."""
    columns = max(1, min(_MOST_IN_A_ROW, (width + _GAP) // (_NARROWEST + _GAP)))
    room = (width - _GAP * (columns - 1)) // columns
    console = Console(width=room - _FRAME)
    for first in range(0, len(shown), columns):
        row = [(one, _rendered(one.whole)) for one in shown[first : first + columns]]
        height = max(len(console.render_lines(body)) for _, body in row) + 2
        grid = Table.grid(padding=(0, _GAP, 0, 0), pad_edge=False)
        for _ in row:
            grid.add_column(width=room, overflow="fold")
        grid.add_row(*(_panel(one, body, height) for one, body in row))
        yield grid


def _panel(one: Shown, body: RenderableType, height: int) -> Panel:
    about = " · ".join(part for part in (one.whole.api, one.whole.model) if part) or "no model"
    title, subtitle = Text(one.provider, "bold cyan"), Text(about, "dim")
    return Panel(body, title=title, subtitle=subtitle, title_align="left", subtitle_align="right", height=height)


def _rendered(answer: Answer) -> Group:
    """The text rendering; what continues a source of the list stays under its beginning."""
    rows: list[RenderableType] = []
    in_list = False
    for row in render.text(answer).split("\n"):
        in_list = in_list or row == "Sources"
        entry = _ENTRY.match(row) if in_list else None
        if entry is not None:
            rows.append(_entry(entry[1], row[entry.end() :]))
        elif in_list and row.startswith(" "):
            rows.append(Padding(Text(row.strip(), "italic"), (0, 0, 0, 4)))
        else:
            text = Text(row, "bold" if row == "Sources" else "")
            text.highlight_regex(_MARK, "bold yellow")
            rows.append(text)
    return Group(*rows)


def _entry(label: str, said: str) -> Table:
    grid = Table.grid(padding=(0, 1, 0, 0))
    grid.add_column(width=3)
    grid.add_column(overflow="fold")
    grid.add_row(Text(label, "bold yellow"), said)
    return grid


def _equalities(shown: Sequence[Shown]) -> Iterator[tuple[str, str]]:
    """What is the same over all providers, and over a whole answer and its stream."""
    texts = {one.whole.text for one in shown}
    all_of_them = f"all {len(shown)} answers"
    yield "Same text", f"{all_of_them}, character for character" if len(texts) == 1 else f"no: {len(texts)} texts"
    differing = [f"{one.provider} ({', '.join(one.differing)})" for one in shown if one.differing]
    streamed = sum(one.streamed is not None for one in shown)
    said = f"{streamed} of {len(shown)}: text, citations and sources are equal"
    yield "Whole = streamed", f"no: {'; '.join(differing)}" if differing else said


def _given(shown: Sequence[Shown], *, gap: int) -> Table:
    """What each provider gave and did not give."""
    table = Table(box=None, padding=(0, gap, 0, 0), pad_edge=False, header_style="bold")
    for name in ("", "anchor", *GIVEN, "streamed"):
        table.add_column(name, no_wrap=True, vertical="bottom")
    for one in shown:
        table.add_row(Text(one.provider, "cyan"), *_cells(one).values())
    return table


def _stacked(shown: Sequence[Shown]) -> Table:
    """The same in the width of a phone: a provider below the other, and of each only what it gave."""
    pairs: list[tuple[str, str]] = []
    for one in shown:
        given = [(name, cell.plain) for name, cell in _cells(one).items() if cell is not _NONE]
        pairs.append((one.provider, ", ".join(f"{name} {said}".removesuffix(" yes") for name, said in given)))
    return _labelled(*pairs)


def _cells(one: Shown) -> dict[str, Text]:
    """A row of the table: what is said of a provider under each heading."""
    total = len(one.whole.citations)
    given = {name: _share(count, total) for name, count in count_given(one.whole).items()}
    return {"anchor": Text(", ".join(anchor_kinds(one.whole))), **given, "streamed": _order(one)}


def _share(count: int, total: int) -> Text:
    if count == 0:
        return _NONE
    return Text("yes", "green") if count == total else Text(f"{count} of {total}", "yellow")


def _order(one: Shown) -> Text:
    """Whether a reader of the stream sees citations while the text still comes."""
    if one.streamed is None:
        return _NONE
    return Text("along" if one.along else "at the end")
