"""Which cassette is a test's, and what is recorded to it."""

import hashlib
import os
from pathlib import Path
from typing import Any, NamedTuple, cast, get_args

import pytest

from citebridge.cassettes.cassette import SUFFIX
from citebridge.cassettes.deck import Record
from citebridge.cassettes.splitting import cutter
from citebridge.errors import UsageError

_UNSAFE = {ord(sign): "-" for sign in "<>?%*:|\"'/\\"}  # as pytest-recording does, so that names stay the same
_LONGEST = 150  # bytes of a name; file systems take 255, and there are names of ours to add
_RECORDED = pytest.StashKey[set[Path]]()
_OWNERS = pytest.StashKey[dict[Path, str]]()


class Place(NamedTuple):
    """The file of a cassette, and whether other tests may play it too: those that a marker names."""

    path: Path
    shared: bool


def place_of(node: Any, folder: Path) -> Place:
    """The cassette of a test: the one that its marker names, else the one of its own name."""
    marker = node.get_closest_marker("citebridge")
    names: tuple[object, ...] = marker.args if marker is not None else ()
    match names:
        case ():
            return Place(folder / f"{own_name(node.name, getattr(node, 'cls', None))}{SUFFIX}", shared=False)
        case (str() as name,) if name:
            named = folder / (name if name.endswith(".jsonl") else f"{name}{SUFFIX}")
            return Place(Path(os.path.normpath(named)), shared=True)
        case _:
            raise UsageError(f"@pytest.mark.citebridge takes the name of one cassette, not {names!r}")


def own_name(name: str, test_class: type | None = None) -> str:
    """The name of a test as a file can have it; a long one is cut, and told from its like by a digest.

    >>> own_name("test_q[a/b]")
    'test_q[a-b]'
    """
    whole = name if test_class is None else f"{test_class.__qualname__}.{name}"
    safe = whole.translate(_UNSAFE)
    if len(safe.encode()) <= _LONGEST:
        return safe
    digest = hashlib.sha256(whole.encode()).hexdigest()[:12]
    return f"{safe.encode()[: _LONGEST - 13].decode(errors='ignore')}-{digest}"


def record_of(config: pytest.Config, place: Place, wanted: str = "none") -> Record:
    """What is recorded to a cassette: as our option says, or pytest-recording's, else as is wanted.

    A cassette that was begun in this run is gone on with: of those who share it the second would find it there
    (`once`), or drop what the first recorded (`rewrite`).
    """
    theirs = config.getoption("record_mode", None)
    asked = config.getoption("--citebridge-record") or (theirs if theirs in get_args(Record) else None) or wanted
    if asked == "once" and place.path.exists() and place.path not in _begun(config):
        return "none"
    if asked not in ("once", "rewrite"):
        return cast("Record", asked)
    if place.shared and hasattr(config, "workerinput"):
        raise UsageError(f"several tests may record to {place.path.name}, but in one process only: leave -n out")
    if place.path in _begun(config):
        return "new_episodes"
    _begun(config).add(place.path)
    return cast("Record", asked)


def check_alone(config: pytest.Config, place: Place, test: str) -> None:
    """Raise where another test of this run records to the same file: some signs of names are told alike in files."""
    first = config.stash.setdefault(_OWNERS, {}).setdefault(place.path, test)
    if first != test and not place.shared:
        raise UsageError(
            f"{place.path.name} is the cassette of {first} and of {test}: give them ids that a file name can tell "
            "apart, or cassettes with @pytest.mark.citebridge(name)"
        )


def check_split(how: str) -> None:
    """Raise what pytest shows as a wrong option."""
    try:
        cutter(how)
    except UsageError as error:
        raise pytest.UsageError(f"--citebridge-split: {error}") from None


def _begun(config: pytest.Config) -> set[Path]:
    return config.stash.setdefault(_RECORDED, set())
