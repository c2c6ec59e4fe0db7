"""`citebridge cassette show`: what a cassette holds, for people."""

import json
from collections.abc import Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from citebridge import render
from citebridge.cassettes.bodies import said
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.interaction import Interaction
from citebridge.errors import InputError
from citebridge.render.safe import line, lines

_NONE = "–"


def overview(cassette: Cassette, width: int) -> Iterator[RenderableType]:
    """A row for each interaction."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for name, right in (
        ("", True),
        ("request", False),
        ("status", True),
        ("pieces", True),
        ("bytes", True),
        ("ms", True),
    ):
        table.add_column(name, justify="right" if right else "left", overflow="fold")
    table.add_column("of", overflow="fold")
    for number, one in enumerate(cassette, start=1):
        pieces = one.response.pieces
        took = one.response.ms + (pieces[-1].ms if pieces else 0)
        request = line(
            f"{one.request.method} {one.request.url.partition('://')[2] or one.request.url}", max(20, width - 50)
        )
        counts = (len(pieces), sum(len(piece.data) for piece in pieces), took)
        of = line(" ".join(filter(None, (one.provider, one.surface)))) or _NONE
        table.add_row(str(number), Text(request), str(one.response.status), *map(str, counts), Text(of))
    yield table


def details(one: Interaction) -> str:
    """All of an interaction: the request, the answer as citebridge reads it, and the pieces."""
    request, response = one.request, one.response
    parts = [
        f"{one.request.method} {line(request.url)}",
        f"recorded {one.recorded or _NONE}, by {one.sdk or _NONE}, with citebridge {one.citebridge or _NONE}",
        *(f"{name}: {value}" for name, value in request.headers.items()),
        "",
        *_body(request.content),
        "",
        f"{response.status}, after {response.ms} ms{', cut off' if response.cut else ''}",
        *(f"{name}: {value}" for name, value in response.headers.items()),
        "",
        *(f"{ms:>6} {_visible(data)}" for ms, data in response.pieces),
    ]
    text = lines("\n".join(parts))
    try:
        answer = one.answer()
    except InputError:
        return text
    return f"{text}\n\n{render.text(answer)}"


def _body(content: bytes) -> list[str]:
    value = said(content)
    if value is None:
        return content.decode("utf-8", "backslashreplace").splitlines()
    return json.dumps(value, ensure_ascii=False, indent=2).splitlines()


def _visible(data: bytes) -> str:
    """A piece in one line: line ends, marks of private letters and broken characters are told by their numbers."""
    letters = (
        letter if letter.isprintable() else repr(letter)[1:-1] for letter in data.decode("utf-8", "backslashreplace")
    )
    return "".join(letters)
