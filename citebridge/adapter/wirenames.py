"""Bodies whose field names are those of Python attributes, as an SDK's `model_dump()` writes them without aliases."""

from collections.abc import Set

from pydantic import JsonValue

from citebridge.adapter.fields import Record, records

_OPAQUE = frozenset(("args", "response", "labels"))  # names within are the caller's own


def has_names(body: Record, parts: str, names: Set[str]) -> bool:
    """Whether a body, or one of its list of `parts`, has a field of these names.

    >>> has_names({"candidates": [{"finish_reason": "STOP"}]}, "candidates", {"finish_reason"})
    True
    """
    return not (names.isdisjoint(body) and all(map(names.isdisjoint, records(body.get(parts)))))


def in_camel_case(value: JsonValue) -> JsonValue:
    """The same with the names that the wire has.

    >>> in_camel_case({"finish_reason": "STOP", "function_call": {"args": {"my_key": 1}}})
    {'finishReason': 'STOP', 'functionCall': {'args': {'my_key': 1}}}
    """
    if isinstance(value, list):
        return [in_camel_case(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {_camel(key): item if key in _OPAQUE else in_camel_case(item) for key, item in value.items()}


def _camel(name: str) -> str:
    first, *rest = name.split("_")
    return first + "".join(word[:1].upper() + word[1:] for word in rest)
