"""`citebridge render`: a saved answer as text, Markdown, HTML, JSON, or for the terminal."""

import io
import os
import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import typer

from citebridge import render
from citebridge.cli.inputs import STDIN
from citebridge.cli.options import AnswerFile, Provider, Request
from citebridge.cli.stored import read_any
from citebridge.cli.terminal import fail, put, set_for, tell_notices, told_in_one_line
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
    output: Annotated[
        str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it, not to standard output.")
    ] = None,
    show: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
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
        name = output if output not in (None, STDIN) else _new_page()
        _save(_written(answer, wanted, io.StringIO()), name)
        if show:
            _open(name)
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


def _save(text: str, file: str) -> None:
    try:
        Path(file).write_text(text + "\n", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise fail(f"cannot write {file}: {error.strerror}") from None


def _new_page() -> str:
    import tempfile

    handle, name = tempfile.mkstemp(prefix="citebridge-", suffix=".html")
    os.close(handle)
    return name


def _open(file: str) -> None:
    import webbrowser

    if not webbrowser.open(Path(file).absolute().as_uri()):
        raise fail(f"no browser could be opened; the page is in {file}")
