"""A cassette: a file of JSON lines, an interaction a line (docs/reference/cassette.schema.json).

Lines are read, checked and let go again: what is kept of a long cassette is its bytes. A line that was read is written
back as it was, letter by letter.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import cast

from pydantic import ValidationError

from citebridge.cassettes.digests import Key
from citebridge.cassettes.errors import BadCassette, TooLarge
from citebridge.cassettes.files import locked, write_whole
from citebridge.cassettes.interaction import FORMAT, Interaction
from citebridge.models.quoting import fault

SUFFIX = ".cassette.jsonl"
MOST = 32 * 1024 * 1024
"""Bytes that a cassette may have, where nothing else is said."""
_BOM = b"\xef\xbb\xbf"


@dataclass(frozen=True)
class Entry:
    """One line: its bytes, what a request has to agree with to be answered by it, and where it stands."""

    data: bytes
    key: Key
    number: int

    @property
    def interaction(self) -> Interaction:
        """What the line says; it is read anew each time."""
        return Interaction.model_validate_json(self.data)


class Cassette:
    """The interactions of a cassette, in the order in which they were recorded.

    >>> len(Cassette.read(b""))
    0
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        self.entries = tuple(entries)

    @classmethod
    def of(cls, interactions: Iterable[Interaction]) -> "Cassette":
        """The cassette with these interactions."""
        return cls(Entry(one.line(), one.request.key, number) for number, one in enumerate(interactions, start=1))

    @classmethod
    def load(cls, path: str | Path) -> "Cassette":
        """The cassette in a file. Raises `OSError`, and `BadCassette` with the number of the line that is wrong."""
        return cls.read(Path(path).read_bytes(), name=str(path))

    @classmethod
    def read(cls, data: bytes, *, name: str = "the cassette") -> "Cassette":
        """The cassette in these bytes."""
        return cls(_entries(data, name))

    def save(self, path: str | Path, *, most: int = MOST) -> None:
        """Write the file whole or not at all. Raises `OSError`, and `TooLarge` above `most` bytes."""
        path = Path(path)
        with locked(path):
            self.write(path, most=most)

    def write(self, path: Path, *, most: int = MOST) -> None:
        """The same for who holds the lock already."""
        check_size(self.entries, most, path.name)
        write_whole(path, b"".join(one.data + b"\n" for one in self.entries))

    @cached_property
    def by_key(self) -> dict[Key, list[Entry]]:
        """The entries that answer a request, in order."""
        found: dict[Key, list[Entry]] = {}
        for one in self.entries:
            found.setdefault(one.key, []).append(one)
        return found

    def __len__(self) -> int:
        return len(self.entries)

    def __iter__(self) -> Iterator[Interaction]:
        return (one.interaction for one in self.entries)

    def __getitem__(self, index: int) -> Interaction:
        return self.entries[index].interaction


def check_size(entries: Iterable[Entry], most: int, name: str) -> None:
    """Raise `TooLarge` above `most` bytes, and say which line has most of them."""
    sizes = [(len(one.data) + 1, number, one.key) for number, one in enumerate(entries, start=1)]
    total = sum(size for size, _, _ in sizes)
    if total > most:
        size, number, key = max(sizes)
        raise TooLarge(
            f"{name} would have {total:,} bytes, and {most:,} are allowed; most of it is interaction {number}, "
            f"{key.method} {key.url}, with {size:,}. Record a smaller document, make several cassettes of it, or "
            "allow more with most="
        )


def _entries(data: bytes, name: str) -> Iterator[Entry]:
    for number, line in enumerate(data.removeprefix(_BOM).split(b"\n"), start=1):
        line = line.rstrip(b"\r")
        if not line.strip():
            continue
        try:
            one = Interaction.model_validate_json(line)
        except ValidationError as error:
            raise BadCassette(f"{name}, line {number}: {_why(line, error)}") from None
        yield Entry(line, one.request.key, number)


def _why(line: bytes, error: ValidationError) -> str:
    """In a few words, without what the line holds."""
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as broken:
        return f"it is no JSON, or was cut off ({getattr(broken, 'msg', 'it cannot be read')})"
    if not isinstance(said, dict):
        return "it is no interaction: it has to be a JSON object"
    written = cast("dict[str, object]", said).get("format")
    if isinstance(written, int) and written > FORMAT:
        return f"it has format {written}, and this release reads up to {FORMAT}: a later one reads it"
    return f"it is no interaction: {fault(error)}"
