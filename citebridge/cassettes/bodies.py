"""Bytes as JSON can hold them, and back again without the loss of one.

Text stays text. What is no UTF-8, or ends within a character, is `{"$base64": …}`. The body of a request is the JSON
value that it says where writing that value gives the very same bytes, so that a diff shows what changed in it.
"""

import base64
import json
from typing import cast

from pydantic import JsonValue, TypeAdapter

BASE64 = "$base64"
_JSON = TypeAdapter[JsonValue](JsonValue)
_AROUND = (b"[" * 4, b"]" * 4)  # a body stands deeper in its line, and what reads the line reads only so deep


def as_text(data: bytes) -> JsonValue:
    """Text, or base64 where it is none.

    >>> as_text("né".encode()), as_text(b"n\\xc3")
    ('né', {'$base64': 'bsM='})
    """
    try:
        return data.decode()
    except UnicodeDecodeError:
        return {BASE64: base64.b64encode(data).decode("ascii")}


def as_body(data: bytes) -> JsonValue:
    """The same for a body: a JSON value where nothing is lost by that, `None` when there is nothing.

    >>> as_body(b'{"n":1.0}'), as_body(b'{"n": 1.0}'), as_body(b"")
    ({'n': 1.0}, '{"n": 1.0}', None)
    """
    if not data:
        return None
    if data[:1] in b"{[":
        value = said(data)
        if isinstance(value, dict | list) and not _means_base64(value) and _written(value) == data:
            return value
    return as_text(data)


def as_bytes(value: JsonValue) -> bytes:
    """The bytes again. Raises `ValueError` for base64 that is none.

    >>> as_bytes({"n": 1.0}), as_bytes("né") == "né".encode(), as_bytes(None)
    (b'{"n":1.0}', True, b'')
    """
    if value is None:
        return b""
    if isinstance(value, str):
        return value.encode()
    if _means_base64(value):
        return base64.b64decode(cast("dict[str, str]", value)[BASE64], validate=True)
    return _written(value) or b""


def said(data: bytes) -> JsonValue:
    """What a JSON text says; `None` where it is none, or nested deeper than a cassette can be read."""
    try:
        value = _JSON.validate_json(_AROUND[0] + data + _AROUND[1])
    except ValueError:
        return None
    for _ in _AROUND[0]:
        members = cast("list[JsonValue]", value)
        if len(members) != 1:  # `1],[2`: no JSON on its own
            return None
        value = members[0]
    return value


def _written(value: JsonValue) -> bytes | None:
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    except ValueError:  # a number that JSON does not have
        return None


def _means_base64(value: JsonValue) -> bool:
    return isinstance(value, dict) and value.keys() == {BASE64} and isinstance(value[BASE64], str)
