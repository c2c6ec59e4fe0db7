"""`citebridge cassette check` and `scrub`: what there is to say about the cassettes of a folder."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from pydantic import JsonValue

from citebridge import normalize
from citebridge.cassettes.cassette import SUFFIX, Cassette
from citebridge.cassettes.checking import check
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.snapshots import read_snapshots, snapshot_file, write_snapshots
from citebridge.errors import UsageError
from citebridge.testing import laws
from citebridge.testing.readings import read


def cassettes_in(paths: Iterable[Path]) -> list[Path]:
    """The cassettes that are named, and those in the folders that are. Raises `UsageError` when there are none."""
    found = [one for path in paths for one in (sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path])]
    if not found:
        raise UsageError(f"there are no cassettes there; they are named *{SUFFIX}")
    return list(dict.fromkeys(found))


def check_file(path: Path, *, accept: bool) -> tuple[list[str], bool]:
    """A line for each remark, and whether one is an alarm that is not accepted. Raises `OSError` and `BadCassette`."""
    beside = snapshot_file(path)
    found = check(Cassette.load(path), read_snapshots(beside), broken_laws, Guard())
    if accept:
        write_snapshots(beside, found.snapshots)
    return [f"{path}:{one.number}: {one.kind}: {one.message}" for one in found.remarks], found.alarmed(accept=accept)


def scrub_file(path: Path, *, write: bool) -> tuple[list[str], int]:
    """A line for each secret, and how many are left in the file."""
    guard, cassette = Guard(), Cassette.load(path)
    found = {entry.number: guard.find(entry.interaction) for entry in cassette.entries}
    lines = [f"{path}:{number}: {one}" for number, some in found.items() for one in some]
    if not write or not lines:
        return lines, len(lines)
    clean = {entry.number: guard.masked(entry.interaction) for entry in cassette.entries if found[entry.number]}
    left = [f"{path}:{number}: {one}" for number, some in clean.items() for one in guard.find(some)]
    masked = dict(zip(clean, Cassette.of(clean.values()).entries, strict=True))
    # The other lines stay as they are, letter by letter.
    Cassette(masked.get(entry.number, entry) for entry in cassette.entries).save(path, most=2 * path.stat().st_size)
    return [*lines, *(f"{one}, which cannot be masked: take it out by hand" for one in left)], len(left)


def broken_laws(provider: str, pieces: Sequence[bytes], request: JsonValue) -> Iterator[str]:
    """The laws of docs/explanation/design.md that the answer in these pieces breaks."""
    data = b"".join(pieces)
    sevens = [data[at : at + 7] for at in range(0, len(data), 7)]
    for what, some in (("as it came", list(pieces)), ("in one piece", [data]), ("cut into sevens", sevens)):
        try:
            whole = normalize(data, provider=provider, request=request)
            laws.check_answer(whole)
            laws.check_offsets(whole)
            answer, events = read(provider, some, request)
            laws.check_same("it has", answer, whole)
            laws.check_events(answer, events)
            laws.check_events_as_json(events)
        except laws.Broken as broken:
            yield f"{what}: {broken}"
        except Exception as error:
            yield f"{what}: it raised {type(error).__name__}: {laws.shortened(error)}"
