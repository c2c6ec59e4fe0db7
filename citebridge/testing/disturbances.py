"""Recordings made a little wrong, as providers make them sooner or later. The copies are the same each time."""

from collections import Counter
from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.testing.paths import PathTo, item_at, paths_in, put, shape_of, shown, take_out

MOST = 80  # copies of one recording with a value changed
EVENTS = 12  # events of one stream that are lost, repeated, late
ALIKE = 3  # events of one shape that are kept: long streams say the same over and over
_FAR = (-1, 1 << 20, 1 << 70)
_DEEP = 100
_HALF = "\ud83d"
_STRANGERS: tuple[JsonValue, ...] = ({}, {"type": "x_unknown"}, {"type": None}, {"x_new_field": [{}]})

Copy = tuple[str, JsonValue]
"""What was done, and the copy."""


def disturbed(value: JsonValue, most: int = MOST) -> list[Copy]:
    """Copies with one value changed or gone: of values that stand in alike places the first and the last."""
    first: dict[PathTo, PathTo] = {}
    last: dict[PathTo, PathTo] = {}
    for path, _ in paths_in(value):
        first.setdefault(shape_of(path), path)
        last[shape_of(path)] = path
    paths = dict.fromkeys([*first.values(), *last.values()])
    copies = [copy for path in paths for copy in _changed(value, path)]
    return copies[:: -(-len(copies) // most)] if copies else []


def disturbed_events(events: list[JsonValue]) -> Iterator[tuple[str, list[JsonValue]]]:
    """Copies of a stream with some event lost, repeated, late or unknown, and with values changed in the events."""
    few = _few(events)
    for n in range(0, len(few), -(-len(few) // EVENTS)):
        event, rest = few[n], [*few[:n], *few[n + 1 :]]
        yield f"without event {n}", rest
        yield f"event {n} twice", [*few[:n], event, *few[n:]]
        yield f"event {n} at the end", [*rest, event]
        yield f"an unknown event before event {n}", [*few[:n], _STRANGERS[n % len(_STRANGERS)], *few[n:]]
    for what, copy in disturbed(few):
        if isinstance(copy, list) and not (copy and isinstance(copy[0], str)):  # text would be a stream as such
            yield what, copy


def _few(events: list[JsonValue]) -> list[JsonValue]:
    """The events without most of those that are alike."""
    seen: Counter[frozenset[PathTo]] = Counter()
    kept: list[JsonValue] = []
    for event in events:
        shape = frozenset(shape_of(path) for path, _ in paths_in(event))
        seen[shape] += 1
        if seen[shape] <= ALIKE:
            kept.append(event)
    return kept


def _changed(value: JsonValue, path: PathTo) -> Iterator[Copy]:
    where, old = shown(path), item_at(value, path)
    yield f"{where} is gone", take_out(value, path)
    yield f"{where} is nested {_DEEP} deep", put(value, path, _nested(_DEEP))
    if old is not None:
        yield f"{where} is null", put(value, path, None)
    for what, new in _others(old):
        yield f"{where} is {what}", put(value, path, new)


def _others(old: JsonValue) -> list[Copy]:
    """What might stand there in place of a value."""
    match old:
        case bool():
            return [("a text", "yes"), ("a list", [old])]
        case int() | float():
            odd: list[Copy] = [("a text", str(old)), ("a fraction", old + 0.5), ("an object", {"value": old})]
            return [*odd, ("true", True), *((str(far), far) for far in _FAR)]
        case str():
            odd = [("empty", ""), ("unknown", "x_unknown"), ("half a character", old + _HALF)]
            return [*odd, ("a number", 7), ("a list", [old]), ("an object", {"text": old})]
        case list():
            odd = [("led by null", [None, *old]), ("led by a text", ["text", *old]), ("told twice", old * 2)]
            return [*odd, ("empty", []), ("an object", {}), ("a text", "text")]
        case dict():
            return [("empty", {}), ("a list", [old]), ("a text", "text"), ("larger", {**old, "x_new_field": [{}]})]
        case None:
            return [("a text", "text"), ("a number", 7), ("a list", [{}]), ("an object", {})]


def _nested(depth: int) -> JsonValue:
    value: JsonValue = []
    for _ in range(depth):
        value = [value]
    return value
