"""How the command line speaks: results on stdout, everything else in single lines on stderr, and exit codes."""

import errno
import io
import os
import sys
from collections import Counter
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

import typer
from rich.console import Console, RenderableType

from citebridge.cli.inputs import STDIN
from citebridge.errors import CitebridgeError, InputError
from citebridge.models import Answer
from citebridge.render.safe import line

LOSS = 1
"""Exit code: it ran, and a notice tells of a loss."""
FOUND = 1
"""Exit code: it ran, and found something to look at."""
FAILED = 2
"""Exit code: it could not run."""
READER_GONE = 141
"""Exit code of a process whose pipe was closed, as a shell counts it (128 + SIGPIPE)."""
_ROOM = 300


def fail(message: str) -> typer.Exit:
    """Say in one line what went wrong; the caller raises what comes back."""
    whisper(line(message))
    return typer.Exit(FAILED)


@contextmanager
def told_in_one_line(file: str) -> Generator[None]:
    """What citebridge raises on purpose, and files that cannot be read, become one line and exit code 2."""
    try:
        yield
    except InputError as error:
        name = "standard input" if file == STDIN else file
        raise fail(_of_file(name, _as_option(error))) from None
    except CitebridgeError as error:
        raise fail(_as_option(error)) from None
    except OSError as error:
        name = "standard input" if error.filename is None else error.filename
        raise fail(f"cannot read {name}: {error.strerror}") from None


def _of_file(name: str, said: str) -> str:
    """What is said of a file, with its name in front, as it was given, if the message does not begin with it."""
    short = Path(name).name
    return f"{name}{said.removeprefix(short)}" if said.startswith(f"{short} ") else f"{name}: {said}"


def _as_option(error: CitebridgeError) -> str:
    """The message, with the command line's words for the arguments."""
    return str(error).replace("provider=", "--provider").replace("request=", "--request")


def whisper(message: str) -> None:
    """One line on stderr; nobody listening there is no reason to stop."""
    with suppress(BrokenPipeError):
        print(f"citebridge: {message}", file=sys.stderr, flush=True)


def tell_notices(answer: Answer) -> int:
    """The notices of an answer, one line for each code, on stderr; the exit code that they ask for."""
    times = Counter(notice.code for notice in answer.notices)
    first = {notice.code: notice for notice in reversed(answer.notices)}
    for code, count in times.items():
        kind = "loss" if first[code].loss else "note"
        again = f" (and {count - 1} more)" if count > 1 else ""
        whisper(f"{kind}: {line(code)}: {line(first[code].message, _ROOM)}{again}")
    return LOSS if any(notice.loss for notice in first.values()) else 0


def put(text: str) -> None:
    """Text on stdout, with a line end. A reader that has gone away (`| head`) ends the program quietly."""
    try:
        _be_able_to_write(text)
        print(text, flush=True)
    except BrokenPipeError:
        forget_output()
        raise typer.Exit(READER_GONE) from None
    except OSError as error:
        forget_output()
        raise fail(f"cannot write: {error.strerror}") from None


def forget_output() -> None:
    """What is still buffered goes nowhere, so that the interpreter's own flush at exit does not fail again."""
    with suppress(OSError, ValueError, AttributeError):
        stdout = sys.stdout.fileno()
        os.dup2(os.open(os.devnull, os.O_WRONLY), stdout)


def put_rich(*parts: RenderableType) -> None:
    """Tables and panels on stdout, in colour only on a terminal and without `NO_COLOR`."""
    put(set_for(sys.stdout, *parts))


def set_for(file: TextIO, *parts: RenderableType) -> str:
    """Tables and panels as text, as wide and in such colours as a file or a terminal shows them."""
    console = Console(file=file, highlight=False, markup=False, emoji=False)
    console.file = rendered = io.StringIO()  # what the file can show is known by now; nothing is written to it
    for part in parts:
        console.print(part)
    rows = rendered.getvalue().rstrip("\n").split("\n")
    return "\n".join(row.rstrip() for row in rows)


def width() -> int:
    """The columns there are: those of the terminal or of `COLUMNS`, else 80."""
    return Console(file=sys.stdout).width


def _be_able_to_write(text: str) -> None:
    """A terminal of another alphabet shows what it can; into files and pipes goes UTF-8 when nothing else will do."""
    if not sys.stdout:  # closed by the caller (`>&-`)
        raise OSError(errno.EBADF, "standard output is closed")
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        change: Callable[..., None] | None = getattr(sys.stdout, "reconfigure", None)
        if change is not None:
            change(errors="replace") if sys.stdout.isatty() else change(encoding="utf-8")
