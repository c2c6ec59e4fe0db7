"""The adapters, found by name: the modules of this folder, and the entry points of other packages.

Every list of providers is made from what is found here. An entry point of the group `citebridge.providers` is named as
`provider=` takes it, and leads to a module or an object that is a `Reader`; one more, with `_ask` behind the name, to
the `Asker`. Names of this folder come first: no package can put itself in the place of an adapter that is built in.
"""

import pkgutil
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from importlib.metadata import entry_points
from typing import cast

from citebridge.adapter import Asker, Capabilities, Reader, Record
from citebridge.errors import UnknownProvider, UnknownShape

GROUP = "citebridge.providers"
_ASKS = "_ask"


@cache
def names() -> tuple[str, ...]:
    """The names that `provider=` takes, sorted."""
    return tuple(sorted(name for name in {**_inside(), **_outside()} if not name.endswith(_ASKS)))


def reader(name: str) -> Reader:
    """The reader of that name.

    Raises `UnknownProvider` with the names there are.

    >>> reader("anthropic").spec.api
    'messages'
    """
    load = _loader(name) if not name.endswith(_ASKS) else None
    if load is None:
        raise UnknownProvider(f"there is no provider {name!r}; there are {', '.join(names())}")
    return cast("Reader", load())


def asker(name: str) -> Asker | None:
    """What is known of asking a provider, `None` where an outside adapter only reads.

    Raises `UnknownProvider`.
    """
    reader(name)
    load = _loader(f"{name}{_ASKS}")
    return cast("Asker", load()) if load is not None else None


def capabilities(name: str) -> Capabilities | None:
    """What a provider's surface can do, `None` where an outside adapter does not say.

    Raises `UnknownProvider`.
    """
    found = asker(name)
    return found.capabilities if found is not None else None


def reader_for(record: Record, sdk: str = "", *, whole: bool = False) -> Reader:
    """The reader whose shape a body or an event has, or of whose SDK the object was (`sdk`: its top-level module).

    Whose shape is his own goes before those whose shape others send too. An SDK sends answers of several shapes: a
    whole body must have a field of the turn for its SDK to tell.

    Raises `UnknownShape` with what is accepted when none or more than one claims it.
    """
    readers = [reader(name) for name in names()]
    own = [one for one in readers if sdk and sdk in one.spec.sdk]
    claims = [one for one in own or readers if one.spec.tells(record)]
    found = [one for one in claims if not one.spec.shared] or claims
    found = found or [one for one in own if not whole or any(name in record for name in one.spec.turn)]
    if len(found) == 1:
        return found[0]
    shown = ", ".join(list(record)[:8]) or "nothing"
    raise UnknownShape(
        f"the shape does not tell the provider (fields: {shown}); say provider=, one of {', '.join(names())}"
    )


def _loader(name: str) -> Callable[[], object] | None:
    """How what goes by a name is loaded; other packages are only looked through when it is not in this folder."""
    return _inside().get(name) or _outside().get(name)


@cache
def _inside() -> dict[str, Callable[[], object]]:
    """The modules of this folder: `openai_chat.py` is `openai.chat`."""
    found = [info.name for info in pkgutil.iter_modules(__path__) if not info.name.startswith("_")]
    return {_name(module): partial(import_module, f"{__name__}.{module}") for module in found}


@cache
def _outside() -> dict[str, Callable[[], object]]:
    return {entry.name: cache(entry.load) for entry in entry_points(group=GROUP)}


def _name(module: str) -> str:
    stem = module.removesuffix(_ASKS)
    return stem.replace("_", ".", 1) + module[len(stem) :]
