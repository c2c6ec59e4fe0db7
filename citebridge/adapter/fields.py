"""Reading plain JSON: null, missing and empty are the same, since providers send one for the other.

These functions never raise and never tell; the builder's methods of the same names tell what was odd.
"""

from pydantic import JsonValue

Record = dict[str, JsonValue]
"""A JSON object."""


def record(value: JsonValue) -> Record:
    """The object, or an empty one."""
    return value if isinstance(value, dict) else {}


def present(value: JsonValue) -> Record:
    """The object without what is null in it.

    >>> present({"text": None, "image": {}})
    {'image': {}}
    """
    return {name: item for name, item in record(value).items() if item is not None}


def update(known: Record, later: Record) -> Record:
    """Add to what is known what is said later of it, field by field: null says nothing.

    >>> update({"usage": {"input": 9}, "box": {"id": "b"}}, {"usage": {"input": None, "output": 5}, "box": None})
    {'usage': {'input': 9, 'output': 5}, 'box': {'id': 'b'}}
    """
    for name, value in later.items():
        before = known.get(name)
        if isinstance(value, dict):
            known[name] = update(before if isinstance(before, dict) else {}, value)
        elif value is not None or before is None:
            known[name] = value
    return known


def records(value: JsonValue) -> list[Record]:
    """The objects of a list; anything else in it is left out."""
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def members(value: JsonValue) -> list[JsonValue]:
    """The list; what stands in its place is its one member, so that whoever reads it tells that it is odd."""
    return value if isinstance(value, list) else [value] if value else []


def contents(value: JsonValue, **shape: str) -> list[JsonValue]:
    """The parts of a message: a text in place of them, or of one of them, is a part that is text.

    >>> contents("Hens", type="text"), contents([{"text": "Hens"}, 7])
    ([{'type': 'text', 'text': 'Hens'}], [{'text': 'Hens'}, 7])
    """
    return [{**shape, "text": part} if isinstance(part, str) else part for part in members(value)]


def string(value: JsonValue) -> str | None:
    """The text, `None` when it is empty or something else.

    >>> string("Hens"), string(""), string(7)
    ('Hens', None, None)
    """
    return value if isinstance(value, str) and value else None


def whole(value: JsonValue) -> int | None:
    """The whole number; a boolean or a fraction is none."""
    return value if type(value) is int else None


def number(value: JsonValue) -> float | None:
    """The number as a float; a boolean is none."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return float(value)
    except OverflowError:
        return None
