"""Files of rows: JSON, JSON lines, CSV."""

import csv
import io
from collections.abc import Iterator
from os import PathLike, fspath
from pathlib import Path

from pydantic import JsonValue

from citebridge.errors import NotReadable, UsageError
from citebridge.models import Source
from citebridge.models.plain import Door
from citebridge.models.quoting import plain
from citebridge.sources.decoding import decoded
from citebridge.sources.naming import file_name
from citebridge.sources.rows import from_rows

__all__ = ["read_rows"]


def read_rows(path: str | PathLike[str]) -> tuple[Source, ...]:
    """The sources in a file of rows: a JSON list (`.json`), a row a line (`.jsonl`), or CSV with a line of names.

    In CSV, `access` is a JSON list of tags in its cell, or nothing. See `from_rows` for what a row may hold. Raises
    `OSError` when the file cannot be opened, `NotReadable` when it is none of these, and what `from_rows` raises.
    """
    if not isinstance(path, str | PathLike):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"read_rows() takes the path of a file, not {type(path).__name__}; from_rows() takes the rows")
    text, name = decoded(Path(path).read_bytes()).text, plain(file_name(fspath(path)))
    match fspath(path).rpartition(".")[2].lower():
        case "csv":
            return from_rows(_csv(text, name))
        case "jsonl" | "ndjson":
            return from_rows(_lines(text, name))
        case "json":
            return from_rows(_list(text, name))
        case _:
            raise NotReadable(f"{name} is no file of rows: these end in .json, .jsonl or .csv; read() takes documents")


def _csv(text: str, name: str) -> Iterator[object]:
    reader = csv.DictReader(io.StringIO(text, newline=""), restkey="more")
    try:
        for row in reader:
            yield _with_tags(row, f"{name}, line {reader.line_num}")
    except csv.Error as error:
        raise NotReadable(f"{name}, after line {reader.line_num}: {error}; .jsonl has no such limits") from error


def _with_tags(row: dict[str, str], where: str) -> dict[str, object]:
    """A row whose access tags are a list again: a cell holds one as JSON, and an empty cell holds none."""
    tags = row.get("access")
    if tags is None or (tags and not tags.startswith("[")):
        return dict(row)
    return {**row, "access": _value(tags, where) if tags else []}


def _lines(text: str, name: str) -> Iterator[object]:
    for number, line in enumerate(text.split("\n"), 1):  # other line ends may stand within a string
        if line.strip():
            yield _value(line, f"{name}, line {number}")


def _list(text: str, name: str) -> list[JsonValue]:
    rows = _value(text, name)
    if not isinstance(rows, list):
        raise NotReadable(f"{name} holds no list of rows: give from_rows() the list that is in it")
    return rows


def _value(text: str, where: str) -> JsonValue:
    try:
        return Door(lambda notice: None).loads(text)
    except ValueError as error:
        raise NotReadable(f"{where} is no JSON: {error}") from error
