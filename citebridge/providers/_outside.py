"""The adapters of other packages, by their entry points. None of them is trusted to be what it should be."""

from functools import cache
from typing import TYPE_CHECKING, cast

from citebridge.adapter import Asker, Capabilities, Reader, ReaderSpec
from citebridge.errors import BrokenAdapter

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUP = "citebridge.providers"
CONTRACT = 1


@cache
def entries() -> "dict[str, dict[str, EntryPoint]]":
    """What the installed packages offer: by name, and then by where it is.

    Raises `BrokenAdapter` when that cannot be found out.
    """
    from importlib.metadata import entry_points  # takes its time, and who names a built-in provider needs none

    found: dict[str, dict[str, EntryPoint]] = {}
    try:
        for entry in entry_points(group=GROUP):
            found.setdefault(entry.name, {})[entry.value] = entry
    except Exception as error:  # the metadata of one package, whichever, is damaged
        raise BrokenAdapter(f"the entry points of the installed packages cannot be read: {_said(error)}") from error
    return found


@cache
def reader(name: str) -> Reader:
    """The reader that an entry point leads to. Raises `BrokenAdapter` when it is none."""
    found = cast("Reader", _loaded(name, "Reader", ("name", "spec", "explode", "parser", "sources_in")))
    spec = cast("object", found.spec)
    contract = getattr(spec, "contract", CONTRACT)
    if contract != CONTRACT:
        raise BrokenAdapter(
            f"the adapter {name!r} is written for contract {contract!r}, and this release of citebridge knows contract "
            f"{CONTRACT}: install releases of both that fit each other"
        )
    if not isinstance(spec, ReaderSpec):
        raise BrokenAdapter(f"the adapter {name!r} is no Reader: its spec is no ReaderSpec but {type(spec).__name__}")
    if not (callable(found.explode) and callable(found.parser) and callable(found.sources_in)):
        raise BrokenAdapter(f"the adapter {name!r} is no Reader: its explode, parser and sources_in must be callable")
    if found.name != name:
        raise BrokenAdapter(f"the adapter {name!r} calls itself {found.name!r}: the entry point must have its name")
    return found


@cache
def asker(name: str) -> Asker:
    """The asker that an entry point leads to. Raises `BrokenAdapter` when it is none."""
    found = cast("Asker", _loaded(name, "Asker", ("requires", "capabilities")))
    said = cast("object", found.capabilities)
    if not isinstance(said, Capabilities):
        kind = type(said).__name__
        raise BrokenAdapter(f"the adapter {name!r} is no Asker: its capabilities are no Capabilities but {kind}")
    return found


def _loaded(name: str, kind: str, parts: tuple[str, ...]) -> object:
    """What an entry point leads to; it must have all parts of its kind."""
    offered = entries()[name]
    what = f"the adapter {name!r} (entry point {' and '.join(sorted(offered))})"
    if len(offered) > 1:
        raise BrokenAdapter(f"{what} comes from more packages than one: keep one of them")
    try:
        found = next(iter(offered.values())).load()
        missing = [part for part in parts if not hasattr(found, part)]
    except Exception as error:
        raise BrokenAdapter(f"{what} cannot be loaded: {_said(error)}") from error
    if missing:
        raise BrokenAdapter(f"{what} is no {kind}: it has no {', no '.join(missing)}")
    return found


def _said(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"
