"""The commands."""

from enum import StrEnum
from typing import Annotated

import typer

from citebridge import __version__, providers, render
from citebridge.cli.cassette import cassette
from citebridge.cli.inputs import read_answer
from citebridge.cli.options import Output, Provider, Request, Show
from citebridge.cli.render import render_file
from citebridge.cli.terminal import (
    FAILED,
    fail,
    forget_output,
    put,
    put_rich,
    tell_notices,
    told_in_one_line,
    whisper,
    width,
)
from citebridge.cli.validate import validate_file
from citebridge.render.safe import json_text, line

app = typer.Typer(
    name="citebridge",
    help="Any provider's answer in, one Answer out: the same fields and the same offsets.",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Format(StrEnum):
    """What `normalize` prints."""

    text = "text"
    json = "json"
    table = "table"


class Listing(StrEnum):
    """What `ask` and `providers` print."""

    text = "text"
    json = "json"


def run(arguments: list[str] | None = None) -> int:
    """Run the command line with `arguments` (of the process, when `None`) and give its exit code.

    A wrong call is told in one line, like every other error.
    """
    command = typer.main.get_command(app)
    try:
        return command.main(arguments, prog_name="citebridge", standalone_mode=False) or 0
    except typer.Abort:
        return 130
    except OSError as error:  # of the help; all else says itself what it cannot read or write
        forget_output()
        whisper(f"cannot write: {error.strerror}")
        return FAILED
    except Exception as error:
        # typer has had its own and click's exceptions; both know how to say it in a line
        say = getattr(error, "format_message", None)
        if say is None:
            raise
        whisper(_usage(str(say()), getattr(error, "ctx", None)))
        return FAILED


def _usage(said: str, context: typer.Context | None) -> str:
    """A wrong call in one line: what is wrong, and where to read what is right."""
    message = " ".join(said.replace("Value error, ", "").split()).removesuffix(".")
    return f"{message}. Try: {context.command_path if context else 'citebridge'} --help"


def _version(wanted: bool) -> None:
    if wanted:
        put(f"citebridge {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _top(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    if context.invoked_subcommand is None:
        put(context.get_help())


@app.command(epilog=f"Providers: {line(', '.join(providers.names()))}.")
def normalize(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The provider's answer; - reads standard input.")],
    provider: Provider = None,
    request: Request = None,
    format: Annotated[Format, typer.Option(help="Text with numbered references, JSON, or a table.")] = Format.text,
) -> None:
    """Show a saved answer, its citations and its sources.

    FILE holds what the provider sent: JSON, JSON lines, server-sent events, or AWS event-stream frames. Of a cassette,
    q.cassette.jsonl, it is the first interaction with its request, and q.cassette.jsonl:2 is the second.

    Exit code 0: all is there. 1: a notice on stderr tells of a loss. 2: it could not run.
    """
    with told_in_one_line(file):
        answer = read_answer(file, provider, request)
    if format is Format.text:
        put(render.text(answer))
    elif format is Format.json:
        put(json_text(answer.model_dump_json(indent=2)))
    else:
        from citebridge.cli.table import citation_table

        put_rich(*citation_table(answer))
    raise typer.Exit(tell_notices(answer))


@app.command()
def ask(
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="What is to be found, in words.")],
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Text, Markdown, HTML or PDF; - reads standard input.")
    ],
    format: Annotated[Listing, typer.Option(help="Text with numbered references, or JSON.")] = Listing.text,
) -> None:
    """Answer a question from files, without a model.

    The sentences that fit best are quoted, three at most, each with page and line. No key, no network.

    Exit code 0: answered. 1: no file answers it. 2: it could not run.
    """
    from citebridge.cli.ask import answer_of_files

    answer = answer_of_files(question, files)
    put(render.text(answer) if format is Listing.text else json_text(answer.model_dump_json(indent=2)))
    raise typer.Exit(tell_notices(answer) or int(answer.refusal is not None))


app.command("validate")(validate_file)
app.command("render")(render_file)
app.add_typer(cassette)


@app.command("providers")
def list_providers(
    format: Annotated[Listing, typer.Option(help="A table, or JSON with all that is known.")] = Listing.text,
) -> None:
    """Show what each provider can do.

    What can be cited, what its citations bring, and what cannot be asked for together with them. JSON also has how to
    ask, and what is lost.
    """
    from citebridge.cli.surfaces import show_surfaces, surfaces, surfaces_as_json

    found = surfaces()
    if format is Listing.json:
        put(surfaces_as_json(found))
    else:
        put_rich(*show_surfaces(found, width()))
    for one in found:
        if one.problem is not None:
            whisper(line(one.problem))


@app.command()
def demo(output: Output = None, show: Show = False) -> None:
    """Show one question, answered by every provider.

    Two answers stand in a row from 97 columns on, three from 146. With --output or --open they are also written as a
    page, with what `validate` says of each. It reads hand-written sample responses, in each provider's exact wire
    format, that are in the repository: no key, no network.
    """
    from citebridge.cli.demo import cassettes, read_demo
    from citebridge.cli.demo_page import page
    from citebridge.cli.demo_view import show as shown
    from citebridge.cli.pages import new_page, open_page, save

    folder = cassettes()
    if not folder.is_dir():
        raise fail(
            "the demo reads the sample responses in the folder `cassettes` of the repository, which is not here; "
            "run it in a checkout: make demo"
        )
    with told_in_one_line(str(folder)):
        found = read_demo(folder)
    put_rich(*shown(found, width()))
    if output is not None or show:
        name = output or new_page()
        save(page(found).rstrip("\n"), name)
        put(f"\nThe same as a page, with what is checked: {name}")
        if show:
            open_page(name)
