"""`citebridge render`: a saved answer as text, Markdown, HTML, JSON, or for the terminal."""

import io
import sys
from enum import StrEnum
from typing import Annotated, TextIO

import typer

from citebridge import render
from citebridge.cli.inputs import STDIN
from citebridge.cli.options import AnswerFile, Output, Provider, Request, Show
from citebridge.cli.pages import new_page, open_page, save
from citebridge.cli.stored import read_any
from citebridge.cli.terminal import put, set_for, tell_notices, told_in_one_line
from citebridge.errors import UsageError
from citebridge.models import Answer
from citebridge.render.safe import json_text


class Rendering(StrEnum):
    """What `render` writes."""

    text = "text"
    markdown = "markdown"
    html = "html"
    json = "json"
    terminal = "terminal"


def render_file(
    file: AnswerFile,
    provider: Provider = None,
    request: Request = None,
    format: Annotated[Rendering | None, typer.Option(help="How to write it. Text, or with --open HTML.")] = None,
    output: Output = None,
    show: Show = False,
) -> None:
    """Write a saved answer with its numbered sources.

    Quotes are looked for in their sources, so that what is wrong is shown as such. HTML is a whole page.

    Exit code 0: all is there. 1: a notice on stderr tells of a loss. 2: it could not run.
    """
    from citebridge.resolver import resolve

    wanted = format or (Rendering.html if show else Rendering.text)
    with told_in_one_line(file):
        if show and wanted is not Rendering.html:
            raise UsageError(f"--open shows a page in the browser: say --format html, not {wanted}")
        answer = resolve(read_any(file, provider, request))
    if output in (None, STDIN) and not show:
        put(_written(answer, wanted, sys.stdout))
    else:
        name = output if output not in (None, STDIN) else new_page()
        save(_written(answer, wanted, io.StringIO()), name)
        if show:
            open_page(name)
    raise typer.Exit(tell_notices(answer))


def _written(answer: Answer, wanted: Rendering, file: TextIO) -> str:
    """HTML as a whole page; what is for the terminal as wide as `file` is."""
    match wanted:
        case Rendering.text:
            return render.text(answer)
        case Rendering.markdown:
            written = render.markdown(answer)
        case Rendering.html:
            written = render.page(answer)
        case Rendering.json:
            written = json_text(render.json(answer))
        case Rendering.terminal:
            return set_for(file, render.terminal(answer))
    return written.rstrip("\n")
