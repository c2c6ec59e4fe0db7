"""`citebridge cassette convert` and `split`: cassettes in another form, or in other pieces."""

from collections.abc import Callable, Iterator
from pathlib import Path

from citebridge.cassettes.cassette import SUFFIX, Cassette
from citebridge.cassettes.containers import SUFFIXES, export_vcr, foreign_files, import_cassette
from citebridge.cassettes.errors import CassetteError
from citebridge.cassettes.files import write_whole
from citebridge.cassettes.interaction import Interaction, Response
from citebridge.cassettes.secrets.guard import Guard, told
from citebridge.cassettes.splitting import cutter

_MOST = 1 << 40  # what another recorder kept is not refused for its size


def convert_all(source: Path, target: Path, to: str, *, mask: bool, tell: Callable[[str], None]) -> tuple[int, int]:
    """Convert a file, or all in a folder; how many were, and how many could not be, each told in a line."""
    done = failed = 0
    written: dict[Path, Path] = {}
    for one, there in _pairs(source, target, to):
        if there in written:
            failed += 1
            tell(f"{one}: {there} holds {written[there]} now; convert it by itself, to another name")
            continue
        try:
            notes = _convert(one, there, to, Guard(), mask=mask)
        except CassetteError as error:
            failed += 1
            tell(str(error))
            continue
        done += 1
        written[there] = one
        tell(f"{there}{': ' if notes else ''}{'; '.join(notes)}")
    return done, failed


def split_file(source: Path, how: str, target: Path) -> None:
    """Write a cassette with the bodies of another one in other pieces."""
    cut = cutter(how)

    def again(one: Interaction) -> Interaction:
        old = one.response
        new = Response.of(old.status, old.headers, cut(old.pieces), ms=old.ms, cut=old.cut)
        return one.model_copy(update={"response": new})

    Cassette.of(map(again, Cassette.load(source))).save(target, most=_MOST)


def _pairs(source: Path, target: Path, to: str) -> Iterator[tuple[Path, Path]]:
    if not source.is_dir():
        yield source, target
        return
    found = sorted(source.rglob(f"*{SUFFIX}")) if to == "vcr" else foreign_files(source)
    for one in found:
        stem = next(
            one.name.removesuffix(end)
            for end in (SUFFIX, *sorted(SUFFIXES, key=len, reverse=True))
            if one.name.endswith(end)
        )
        yield one, target / one.relative_to(source).parent / f"{stem}{'.yaml' if to == 'vcr' else SUFFIX}"


def _convert(source: Path, target: Path, to: str, guard: Guard, *, mask: bool) -> tuple[str, ...]:
    found = import_cassette(source)
    some = [guard.masked(one) for one in found.interactions] if mask else list(found.interactions)
    places = [f"interaction {n}, {place}" for n, one in enumerate(some, start=1) for place in guard.find(one)]
    if places:
        raise told(str(target), places)
    if to == "vcr":
        write_whole(target, export_vcr(some).encode())
        return ("pieces and their timing are left behind",)
    Cassette.of(some).save(target, most=_MOST)
    return found.notes
