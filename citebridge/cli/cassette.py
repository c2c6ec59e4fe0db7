"""`citebridge cassette`: record, look at, check and change recorded traffic."""

import signal
import time
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from citebridge.cli.terminal import FOUND, fail, put, put_rich, told_in_one_line, whisper, width
from citebridge.render.safe import line

cassette = typer.Typer(
    name="cassette",
    help="Record, check and change traffic with providers.",
    rich_markup_mode=None,
)

File = Annotated[Path, typer.Argument(metavar="FILE", help="A cassette: *.cassette.jsonl.")]
Places = Annotated[list[Path], typer.Argument(metavar="PATH", help="Cassettes, or folders with some in them.")]
Masking = Annotated[bool, typer.Option("--mask", help="Cover secrets; without it nothing with one is written.")]


class Mode(StrEnum):
    """What is recorded."""

    once = "once"
    new_episodes = "new_episodes"
    rewrite = "rewrite"
    all = "all"


class Form(StrEnum):
    """What `convert` writes."""

    citebridge = "citebridge"
    vcr = "vcr"


@cassette.callback(invoke_without_command=True)
def _cassette(context: typer.Context) -> None:
    if context.invoked_subcommand is None:
        put(context.get_help())


@cassette.command()
def record(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the cassette goes.")],
    command: Annotated[list[str], typer.Argument(metavar="-- COMMAND", help="What is run, with its arguments.")],
    mode: Annotated[Mode, typer.Option(help="What is recorded, and what played.")] = Mode.once,
    base_url: Annotated[
        list[str] | None,
        typer.Option(metavar="VARIABLE=URL", help="A variable that holds a base url, and what is in it; repeatable."),
    ] = None,
    mask: Masking = False,
) -> None:
    """Run a command and record what its SDKs ask.

    A server on loopback stands between: the variables in which SDKs look for their base url lead to it (those of
    Anthropic, OpenAI, Google, Cohere and Perplexity, and --base-url). Nothing else is touched, so a client that was
    given its base url in code is not recorded.

    Exit code: that of the command. 1: nothing was asked. 2: it could not run, or a secret kept it from being written.
    """
    from citebridge.cli.cassette_record import recorded

    with told_in_one_line(str(file)):
        code, count = recorded(file, command, mode.value, base_url or [], mask=mask)
    if not count and not code:
        whisper("nothing was recorded or played: no SDK of the command follows a base url of its environment")
        code = FOUND
    elif count:
        whisper(f"{count} recorded in {line(str(file))}")
    raise typer.Exit(code)


@cassette.command()
def show(
    file: File,
    number: Annotated[int | None, typer.Argument(metavar="NUMBER", help="One interaction, in full.")] = None,
) -> None:
    """Show what a cassette holds.

    A row for each interaction, or one of them in full, with the answer as citebridge reads it.
    """
    from citebridge.cassettes.cassette import Cassette
    from citebridge.cli.cassette_show import details, overview
    from citebridge.cli.inputs import numbered

    with told_in_one_line(str(file)):
        found = Cassette.load(file)
        one = numbered(found, number, str(file)) if number is not None else None
    if one is None:
        put_rich(*overview(found, width()))
    else:
        put(details(one))


@cassette.command()
def check(
    paths: Places,
    accept: Annotated[bool, typer.Option("--accept", help="Keep the answers as they are now.")] = False,
) -> None:
    """Tell what has changed, and what breaks a law.

    Every answer is normalized again. Told are broken laws, types that citebridge does not know, secrets, and answers
    that are not those kept beside the cassette (q.answers.jsonl by q.cassette.jsonl), which --accept writes.

    Exit code 0: all is as it was. 1: an alarm. 2: it could not run.
    """
    from citebridge.cli.cassette_check import cassettes_in, check_file

    alarms = 0
    with told_in_one_line(""):
        files = cassettes_in(paths)
        for file in files:
            lines, alarmed = check_file(file, accept=accept)
            alarms += alarmed
            for one in lines:
                put(line(one, 400))
    put(f"{len(files)} {'cassette' if len(files) == 1 else 'cassettes'}, {alarms or 'none'} with an alarm")
    raise typer.Exit(FOUND if alarms else 0)


@cassette.command()
def scrub(
    paths: Places,
    write: Annotated[bool, typer.Option("--write", help="Mask them in the file. No offset moves.")] = False,
) -> None:
    """Look for secrets, and mask them.

    They are known by their look, and as values of this environment.

    Exit code 0: none, or all are masked. 1: some are there. 2: it could not run.
    """
    from citebridge.cli.cassette_check import cassettes_in, scrub_file

    left = 0
    with told_in_one_line(""):
        for file in cassettes_in(paths):
            lines, remaining = scrub_file(file, write=write)
            left += remaining
            for one in lines:
                put(line(one, 400))
    raise typer.Exit(FOUND if left else 0)


@cassette.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="SOURCE", help="A cassette of any recorder, or a folder of them.")],
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The file to write, or the folder.")],
    to: Annotated[Form, typer.Option(help="Which recorder's.")] = Form.citebridge,
    mask: Masking = False,
) -> None:
    """Read cassettes of other recorders, or write vcrpy's.

    Read are vcrpy and pytest-recording (YAML, JSON), pydantic-ai, cassetter, langchain (.yaml.gz), HAR and Ruby's VCR;
    folders are converted with those below them.

    Exit code 0: converted. 1: some could not be. 2: it could not run.
    """
    from citebridge.cli.cassette_convert import convert_all

    with told_in_one_line(str(source)):
        done, failed = convert_all(source, target, to.value, mask=mask, tell=lambda said: put(line(said, 400)))
    if not done and not failed:
        raise fail(f"{source} holds no cassettes")
    raise typer.Exit(FOUND if failed else 0)


@cassette.command()
def serve(
    file: File,
    port: Annotated[int, typer.Option(help="0 takes one that is free.")] = 0,
    timing: Annotated[bool, typer.Option(help="Wait as long as the provider took.")] = True,
    how: Annotated[
        str, typer.Option("--split", metavar="HOW", help="whole, bytes, random:SEED or recorded.")
    ] = "recorded",
    fault: Annotated[
        str | None, typer.Option(metavar="FAULT", help="429, 529x3, cut:BYTES, reset, timeout, malformed, slow:MS.")
    ] = None,
) -> None:
    """Serve a cassette on loopback.

    For clients in any language, until it is stopped with Ctrl-C or SIGTERM. Its url is the base url of every provider
    in the cassette: the host of a request makes no difference.
    """
    from citebridge.cassettes import faults, splitting
    from citebridge.cassettes.deck import Deck
    from citebridge.cassettes.server import CassetteServer

    with told_in_one_line(str(file)):
        changes = [splitting.split(how), *([faults.fault(fault)] if fault else [])]
        server = CassetteServer(Deck(file, changes=changes, repeat=True, anywhere=True), port=port, timing=timing)
    with server:
        # Said here, since a shell starts what runs in the background with Ctrl-C ignored; scripts send SIGTERM.
        for stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(stop, signal.default_int_handler)
        put(server.url)
        try:
            while True:
                time.sleep(3600)
        except KeyboardInterrupt:
            return


@cassette.command()
def split(
    file: File,
    how: Annotated[str, typer.Argument(metavar="HOW", help="whole, bytes or random:SEED.")],
    target: Annotated[Path, typer.Argument(metavar="TARGET", help="The cassette to write.")],
) -> None:
    """Write a cassette cut into other pieces.

    The bytes are the same; at random they are cut within marks, characters and events.
    """
    from citebridge.cli.cassette_convert import split_file

    with told_in_one_line(str(file)):
        split_file(file, how, target)
