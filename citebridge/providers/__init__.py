"""The adapters, found by name: the modules of this folder, and the entry points of other packages.

Every list of providers is made from what is found here. An entry point of the group `citebridge.providers` is named as
`provider=` takes it, and leads to a module or an object that is a `Reader`; one more, with `_ask` behind the name, to
the `Asker`. What is built in comes first: no package can take its place, and none that is broken stands in its way.
"""

import pkgutil
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from typing import cast

from citebridge.adapter import Asker, Capabilities, Reader, Record
from citebridge.errors import BrokenAdapter, UnknownProvider, UnknownShape, UsageError
from citebridge.providers import _outside

_ASK = "_ask"


@cache
def names() -> tuple[str, ...]:
    """The names that `provider=` takes, sorted."""
    try:
        found = {*_inside(), *_outside.entries()}
    except BrokenAdapter:
        found = {*_inside()}
    return tuple(sorted(name for name in found if not name.endswith(_ASK)))


def reader(name: str) -> Reader:
    """The reader of that name.

    Raises `UnknownProvider` with the names there are, `UsageError` for what is no name, and `BrokenAdapter` when that
    of another package is of no use.

    >>> reader("anthropic").spec.api
    'messages'
    """
    if not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"a provider is given by its name, not {type(name).__name__}; one of {', '.join(names())}")
    if not name.endswith(_ASK):
        if name in _inside():
            return cast("Reader", _inside()[name]())
        if name in _outside.entries():
            return _outside.reader(name)
    from citebridge.providers._hints import meant

    near = meant(name, names())
    raise UnknownProvider(
        f"there is no provider {name!r}{f' (did you mean {near!r}?)' if near else ''}; there are {', '.join(names())}"
    )


@cache
def readers() -> tuple[Reader, ...]:
    """Every reader there is, by name; those of other packages that are broken are left out."""
    found: list[Reader] = []
    for name in names():
        try:
            found.append(reader(name))
        except BrokenAdapter:
            continue
    return tuple(found)


def asker(name: str) -> Asker | None:
    """What is known of asking a provider, `None` where an outside adapter only reads.

    Raises `UnknownProvider` and `BrokenAdapter`.
    """
    reader(name)
    ask = f"{name}{_ASK}"
    if name in _inside():
        return cast("Asker", _inside()[ask]()) if ask in _inside() else None
    return _outside.asker(ask) if ask in _outside.entries() else None


def capabilities(name: str) -> Capabilities | None:
    """What a provider's surface can do, `None` where an outside adapter does not say.

    Raises `UnknownProvider` and `BrokenAdapter`.
    """
    found = asker(name)
    return found.capabilities if found is not None else None


def telling(record: Record) -> list[Reader]:
    """The readers that take a body or an event for theirs."""
    return [one for one in readers() if _tells(one, record)]


def reader_for(record: Record, sdk: str = "", *, whole: bool = False) -> Reader:
    """The reader whose shape a body or an event has, or of whose SDK the object was (`sdk`: its top-level module).

    Whose shape is his own goes before those whose shape others send too; of several, what is built in goes before other
    packages. An SDK sends answers of several shapes: a whole body must have a field of the turn for its SDK to tell.

    Raises `UnknownShape` with what is accepted when none or more than one claims it.
    """
    own = [one for one in readers() if sdk and sdk in one.spec.sdk]
    claims = [one for one in own if _tells(one, record)] if own else telling(record)
    found = [one for one in claims if not one.spec.shared] or claims
    found = found or [one for one in own if one.spec.shape is not None and one.spec.shape(record)]
    found = found or [one for one in own if not whole or any(name in record for name in one.spec.turn)]
    found = [one for one in found if one.name in _inside()] or found
    if len(found) == 1:
        return found[0]
    from citebridge.providers._hints import taken_for

    shown = ", ".join(list(record)[:8]) or "nothing"
    if not found and (hint := taken_for(record)) is not None:
        raise UnknownShape(f"no provider answers in this shape (fields: {shown}); {hint}")
    raise UnknownShape(
        f"the shape does not tell the provider (fields: {shown}); say provider=, one of {', '.join(names())}"
    )


def _tells(one: Reader, record: Record) -> bool:
    """Whether it claims a body or an event; one that fails over what others sent does not."""
    try:
        return one.spec.tells(record)
    except Exception:
        return False


@cache
def _inside() -> dict[str, Callable[[], object]]:
    """The modules of this folder: `openai_chat.py` is `openai.chat`."""
    found = [info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_")]
    return {_name(module): partial(import_module, f"{__name__}.{module}") for module in found}


def _name(module: str) -> str:
    stem = module.removesuffix(_ASK)
    return stem.replace("_", ".", 1) + module[len(stem) :]
