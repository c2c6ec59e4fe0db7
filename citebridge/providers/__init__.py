"""The adapters, found by name: the modules of this folder. Every list of providers is made from it."""

import pkgutil
from functools import cache
from importlib import import_module
from typing import cast

from citebridge.adapter import Reader, Record
from citebridge.errors import UnknownProvider, UnknownShape


@cache
def names() -> tuple[str, ...]:
    """The names that `provider=` takes, sorted."""
    return tuple(sorted(_modules()))


def reader(name: str) -> Reader:
    """The reader of that name.

    Raises `UnknownProvider` with the names there are.

    >>> reader("anthropic").spec.api
    'messages'
    """
    module = _modules().get(name)
    if module is None:
        raise UnknownProvider(f"there is no provider {name!r}; there are {', '.join(names())}")
    return cast("Reader", import_module(f"{__name__}.{module}"))


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


@cache
def _modules() -> dict[str, str]:
    """Provider names and their modules: `openai_chat.py` is `openai.chat`."""
    found = [info.name for info in pkgutil.iter_modules(__path__)]
    return {name.replace("_", ".", 1): name for name in found if not name.endswith("_ask") and not name.startswith("_")}
