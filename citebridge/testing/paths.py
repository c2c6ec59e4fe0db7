"""Paths into JSON values: what stands where, and copies with something else there."""

from collections.abc import Iterator

from pydantic import JsonValue

PathTo = tuple[str | int, ...]


def paths_in(value: JsonValue, at: PathTo = ()) -> Iterator[tuple[PathTo, JsonValue]]:
    """Every value inside a value, with the path to it."""
    members = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in members:
        yield (*at, key), item
        yield from paths_in(item, (*at, key))


def shape_of(path: PathTo) -> PathTo:
    """The path with all places in lists alike.

    >>> shape_of(("content", 3, "text"))
    ('content', '*', 'text')
    """
    return tuple("*" if isinstance(key, int) else key for key in path)


def shown(path: PathTo) -> str:
    """A path for people.

    >>> shown(("content", 3, "text"))
    'content[3].text'
    """
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path).lstrip(".")


def item_at(value: JsonValue, path: PathTo) -> JsonValue:
    """What stands at a path. Raises `LookupError` when nothing does."""
    for key in path:
        value = _member(value, key)
    return value


def _member(value: JsonValue, key: str | int) -> JsonValue:
    if isinstance(value, dict) and not isinstance(key, int):
        return value[key]
    if isinstance(value, list) and isinstance(key, int):
        return value[key]
    raise LookupError(key)


def put(value: JsonValue, path: PathTo, new: JsonValue) -> JsonValue:
    """A copy with `new` at the path; what is not on the path is shared. Raises `LookupError`.

    >>> put({"a": [1, 2]}, ("a", 1), 3)
    {'a': [1, 3]}
    """
    if not path:
        return new
    key, rest = path[0], path[1:]
    if isinstance(value, dict) and not isinstance(key, int):
        return {**value, key: put(value[key], rest, new) if rest else new}
    if isinstance(value, list) and isinstance(key, int):
        copy = [*value]
        copy[key] = put(value[key], rest, new)
        return copy
    raise LookupError(key)


def take_out(value: JsonValue, path: PathTo) -> JsonValue:
    """A copy without what stands at the path. Raises `LookupError`.

    >>> take_out({"a": [1, 2]}, ("a", 1))
    {'a': [1]}
    """
    above, key = item_at(value, path[:-1]), path[-1]
    _member(above, key)
    rest: JsonValue = None
    if isinstance(above, dict):
        rest = {name: item for name, item in above.items() if name != key}
    elif isinstance(above, list):
        rest = [item for n, item in enumerate(above) if n != key]
    return put(value, path[:-1], rest)
