"""Which fields of a stored answer this release does not know, at any depth of the known types."""

from collections.abc import Iterator, Mapping
from dataclasses import Field, fields, is_dataclass
from functools import cache
from typing import Any, cast, get_args

from pydantic import BaseModel


def unknown_fields(kind: type, data: object, prefix: str = "") -> set[str]:
    """The unknown keys within `data`, the stored form of a model or dataclass or a list of them, with their paths.

    What does not have that form is left to pydantic, which says what is wrong with it.
    """
    return _unknown((kind,), data, prefix)


def _unknown(kinds: tuple[type, ...], data: object, prefix: str) -> set[str]:
    found: set[str] = set()
    for member in cast("list[object]", data) if isinstance(data, list | tuple) else (data,):
        if isinstance(member, Mapping):
            stored = cast("Mapping[str, object]", member)
            kind = kinds[0] if len(kinds) == 1 else _by_kind(kinds).get(str(stored.get("kind")))
            if kind is not None:
                found |= _unknown_keys(kind, stored, prefix)
    return found


def _unknown_keys(kind: type, stored: Mapping[str, object], prefix: str) -> set[str]:
    known = _known(kind)
    found = {f"{prefix}{name}" for name in stored.keys() - known.keys()}
    for name, within in _with_parts(kind):
        part = stored.get(name)
        if part:
            found |= _unknown(within, part, f"{prefix}{name}.")
    return found


@cache
def _known(kind: type[Any]) -> dict[str, tuple[type, ...]]:
    """The fields of a model or dataclass, and which of those each may hold."""
    if issubclass(kind, BaseModel):
        hints: dict[str, object] = {name: field.annotation for name, field in kind.model_fields.items()}
    else:
        hints = {field.name: field.type for field in _fields(kind)}
    return {name: tuple(_parts(hint)) for name, hint in hints.items()}


@cache
def _with_parts(kind: type) -> tuple[tuple[str, tuple[type, ...]], ...]:
    return tuple((name, within) for name, within in _known(kind).items() if within)


@cache
def _by_kind(kinds: tuple[type, ...]) -> dict[str, type]:
    """The members of a union that is told apart by `kind`."""
    return {str(field.default): kind for kind in kinds for field in _fields(kind) if field.name == "kind"}


def _fields(kind: type[Any]) -> tuple[Field[object], ...]:
    return fields(kind)


def _parts(hint: object) -> Iterator[type]:
    if isinstance(hint, type) and (is_dataclass(hint) or issubclass(hint, BaseModel)):
        yield hint
    for part in get_args(hint):
        yield from _parts(part)
