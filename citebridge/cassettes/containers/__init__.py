"""Cassettes of other recorders: read all, write those of vcrpy."""

from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path

from citebridge.cassettes.cassette import SUFFIX, Cassette
from citebridge.cassettes.containers.documents import MOST, document, dumped
from citebridge.cassettes.containers.exchange import NoAnswer, Odd, record
from citebridge.cassettes.containers.readers import CONTAINERS, UNRELIABLE, is_parsed
from citebridge.cassettes.errors import BadCassette
from citebridge.cassettes.interaction import Interaction

__all__ = ["Imported", "export_vcr", "foreign_files", "import_cassette"]

SUFFIXES = (".yaml", ".yml", ".json", ".har", ".yaml.gz", ".yml.gz", ".json.gz")
REWRITTEN = "JSON was written anew: the values are the same, blanks may not be"
ONE_PIECE = "pieces and their timing are lost: each body is one piece"


@dataclass(frozen=True, slots=True)
class Imported:
    """A cassette of another recorder: whose it is, what it holds, and what is to be known about it."""

    container: str
    interactions: tuple[Interaction, ...]
    notes: tuple[str, ...]


def import_cassette(path: str | Path) -> Imported:
    """The cassette in a file, of citebridge or of another recorder.

    Read are vcrpy's YAML and JSON (also pytest-recording's, and pydantic-ai's with `parsed_body`), cassetter's,
    langchain's `.yaml.gz`, HAR, and Ruby's VCR. Raises `OSError`, `BadCassette` in one line, and `MissingExtra` for
    YAML.
    """
    path = Path(path)
    if path.name.endswith(SUFFIX):
        return Imported("citebridge", tuple(Cassette.load(path)), ())
    value = document(path)
    told = record(value)
    for container in CONTAINERS:
        if container.tells(told):
            break
    else:
        names = ", ".join(one.name for one in CONTAINERS)
        raise BadCassette(f"{path}: it is no cassette of citebridge, {names}")
    rows = container.rows(told)
    found: list[Interaction] = []
    left_out = size = 0
    for number, row in enumerate(rows, start=1):
        try:
            one = container.read(row)
            size += len(one.asked.content) + len(one.content)
            if size > MOST:  # references of YAML may make much of little
                raise Odd(f"with it there are more than {MOST:,} bytes")
            found.append(one.interaction())
        except NoAnswer:
            left_out += 1
        except Odd as error:
            raise BadCassette(f"{path}, interaction {number}: {error}") from None
    more = (UNRELIABLE,) if any(map(is_parsed, rows)) else (REWRITTEN,) if container.name == "cassetter" else ()
    notes = (ONE_PIECE, *more, *((f"{left_out} without an answer in the file left out",) if left_out else ()))
    return Imported(container.name, tuple(found), notes)


def foreign_files(folder: str | Path) -> list[Path]:
    """The files in a folder, and in those below, that may be cassettes of other recorders, as pytest-recording's."""
    return sorted(path for path in Path(folder).rglob("*") if path.is_file() and path.name.endswith(SUFFIXES))


def export_vcr(interactions: Iterable[Interaction]) -> str:
    """A cassette as vcrpy writes it, version 1. Pieces and timing have no place in it; raises `MissingExtra`."""
    return dumped({"interactions": [_as_vcr(one) for one in interactions], "version": 1})


def _as_vcr(one: Interaction) -> dict[str, object]:
    request, response = one.request, one.response
    return {
        "request": {
            "body": _text(request.content) if request.content else None,
            "headers": {name: [value] for name, value in request.headers.items()},
            "method": request.method,
            "uri": request.url,
        },
        "response": {
            "body": {"string": _text(response.content)},
            "headers": {name: [value] for name, value in response.headers.items()},
            "status": {"code": response.status, "message": _phrase(response.status)},
        },
    }


def _text(data: bytes) -> str | bytes:
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return ""
