"""The door: whatever the caller hands over becomes plain JSON values, once, and each repair is told.

Nothing inside citebridge sees an SDK object, a lone surrogate, a NaN, bytes, or nesting deeper than 64. The result is
never shared with the caller's objects, except for the text and numbers in it, which do not change.
"""

import base64
import gc
import json
import math
import re
from collections.abc import Callable, Mapping
from datetime import date, time
from enum import Enum
from importlib import import_module
from typing import cast

from pydantic import JsonValue

from citebridge.models.notices import Notice

MAX_DEPTH = 64
MAX_DIGITS = 4000  # Python itself reads numbers of up to 4,300 digits
MAX_INT = 10**MAX_DIGITS
SMALL = 4096
_FEW = 2 * MAX_DEPTH  # characters: too few to open and close more brackets than `MAX_DEPTH`
Tell = Callable[[Notice], None]

_SURROGATE = re.compile("[\ud800-\udfff]")
_ESCAPED_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")
_CONTAINERS = {dict, list}
_JSON_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)|[\[\]{}]', re.S)  # a text that has no end takes the rest
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONG = Notice("odd_object", f"a number of more than {MAX_DIGITS} digits was kept as text")
_TOO_DEEP = Notice("too_deep", f"a value nested deeper than {MAX_DEPTH} is kept as its JSON text")
_may_hold: Callable[[object], object] = getattr(gc, "is_tracked", bool)
"""Whether a value may hold containers: CPython does not track many that hold texts and numbers alone."""


def _finite(digits: str) -> float:
    value = float(digits)
    if math.isfinite(value):
        return value
    raise ValueError(f"{value} is no number")


def _refused(name: str) -> None:
    raise ValueError(f"{name} is no number")


_DECODER = json.JSONDecoder(parse_constant=_refused, parse_float=_finite)
"""For all doors, as it takes longer to build than a small event to read. What a door has to tell of, it refuses."""


class Door:
    """Turns what comes in into plain JSON values and tells each repair.

    With `joins`, half a surrogate pair at the edge of a string stays, since the other half may be in the next event
    of the stream; `halves` then says that `mend` is to be called on what was put together.

    >>> Door(print).plain({"data": (1, 2.5, None)})
    {'data': [1, 2.5, None]}
    """

    def __init__(self, tell: Tell, *, joins: bool = False) -> None:
        self.halves = False
        self._above: set[int] = set()  # the containers that are being read
        self._tell = tell
        self._joins = joins

    def loads(self, text: str) -> JsonValue:
        """The value of a JSON text that holds no bare surrogates. Raises `ValueError` when it is none."""
        size = len(text)
        flat = size <= _FEW or (size <= SMALL and text.count("{") + text.count("[") <= MAX_DEPTH)
        escaped = "\\" in text and "\\u" in text  # most texts have no backslash, which is quickly known
        if flat and not escaped:
            # Most events: nothing in them can need a repair, and `decode` would first look for blanks around them.
            try:
                value, end = _DECODER.raw_decode(text)
                if end == size:
                    return value
            except ValueError:
                pass  # what it is, or that it is none, is found out below
        value, deep = self._decoded(text, flat)
        if deep:
            value, still = self._decoded(self._shallow(text), False)
            if still:
                raise ValueError("nested without end")
        if escaped and _ESCAPED_SURROGATE.search(text) is not None:
            value = self._mend(value)
        return value

    def plain(self, value: object) -> JsonValue:
        """Any object of a provider's SDK as a JSON value of its own.

        Pydantic models are read by their wire names and only the fields that were sent; no SDK is imported.
        """
        return self._plain(value, 0)

    def mend(self, value: JsonValue) -> JsonValue:
        """The value with surrogate pairs joined, and halves that still stand alone replaced by U+FFFD."""
        joins, self._joins = self._joins, False
        try:
            return self._mend(value)
        finally:
            self._joins = joins

    def _mend(self, value: JsonValue) -> JsonValue:
        if isinstance(value, str):
            return self._string(value)
        if isinstance(value, list):
            return [self._mend(item) for item in value]
        if isinstance(value, dict):
            return {self._string(key): self._mend(item) for key, item in value.items()}
        return value

    def _string(self, text: str) -> str:
        if _SURROGATE.search(text) is None:
            return text
        joined = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "surrogatepass")
        first = last = ""
        if self._joins:  # a low half may end the pair of the event before, a high half begin that of the next
            first = joined[:1] if "\udc00" <= joined[:1] <= "\udfff" else ""
            last = joined[-1:] if "\ud800" <= joined[-1:] <= "\udbff" else ""
            self.halves |= bool(first or last)
        inner = joined[len(first) : len(joined) - len(last)]
        whole = _SURROGATE.sub("\ufffd", inner)
        if whole != inner:
            self._tell(Notice("lone_surrogate", "half a surrogate pair stood alone and became U+FFFD"))
        return f"{first}{whole}{last}"

    def _no_number(self, name: str) -> None:
        self._tell(Notice("not_a_number", f"{name} became null"))

    def _float(self, digits: str) -> float | None:
        return self._number(float(digits))

    def _number(self, value: float) -> float | None:
        if math.isfinite(value):
            return value
        return self._no_number(str(value))

    def _decoded(self, text: str, flat: bool) -> tuple[JsonValue, bool]:
        """What a JSON text says, and whether it is nested too deep to be kept as it is."""
        try:
            value = self._read(text)
        except RecursionError:
            return None, True
        return value, not flat and _too_deep(value)

    def _read(self, text: str) -> JsonValue:
        try:
            return _DECODER.decode(text)
        except json.JSONDecodeError:
            raise
        except ValueError:
            return self._told(text)

    def _told(self, text: str) -> JsonValue:
        """The value of a JSON text with numbers that are to be told of."""
        try:
            return json.loads(text, parse_float=self._float, parse_constant=self._no_number)
        except json.JSONDecodeError:
            raise
        except ValueError:  # a whole number with more digits than Python reads
            return json.loads(text, parse_int=self._whole, parse_float=self._float, parse_constant=self._no_number)

    def _whole(self, digits: str) -> int | str:
        if len(digits) <= MAX_DIGITS:
            return int(digits)
        self._tell(_LONG)
        return digits

    def _long(self, value: int) -> str:
        self._tell(_LONG)
        return hex(value)

    def _shallow(self, text: str) -> str:
        """The JSON text with every value nested deeper than `MAX_DEPTH` put in quotes, as the text it is."""
        kept: list[str] = []
        depth = at = begin = 0
        for token in _JSON_TOKEN.finditer(text):
            sign = token.group()
            if sign in "[{":
                depth += 1
                if depth == MAX_DEPTH + 2:
                    begin = token.start()
            elif sign in "]}":
                if depth == MAX_DEPTH + 2:
                    kept += [text[at:begin], json.dumps(text[begin : token.end()])]
                    at = token.end()
                    self._tell(_TOO_DEEP)
                depth -= 1
        return "".join([*kept, text[at:]])

    def _plain(self, value: object, depth: int) -> JsonValue:
        # The order is that of how often each kind is met; enums of Google's SDK are also strings.
        if isinstance(value, str):
            return self._string(value if type(value) is str else str(value.value if isinstance(value, Enum) else value))
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int):
            return int(value) if -MAX_INT < value < MAX_INT else self._long(value)
        if isinstance(value, float):
            return self._number(float(value))
        if depth > MAX_DEPTH and not isinstance(value, Enum | date | time):
            return self._as_text(value)
        return self._object(value, depth)

    def _object(self, value: object, depth: int) -> JsonValue:
        """A container, or an object of the caller's, which may hold itself or fail when it is read."""
        number, kind = id(value), type(value).__name__
        if number in self._above:
            self._tell(Notice("odd_object", f"a {kind} that holds itself was cut off there"))
            return f"({kind} that holds itself)"
        self._above.add(number)
        try:
            if isinstance(value, Mapping):
                members = cast("Mapping[object, object]", value)
                return {self._name(key): self._plain(item, depth + 1) for key, item in members.items()}
            if isinstance(value, list | tuple):
                return [self._plain(item, depth + 1) for item in cast("list[object]", value)]
            return self._foreign(value, depth)
        except Exception as error:
            self._tell(Notice("odd_object", f"a {kind} raised {type(error).__name__} when it was read"))
            return f"({kind} that could not be read)"
        finally:
            self._above.discard(number)

    def _foreign(self, value: object, depth: int) -> JsonValue:
        """What an SDK may hand over beside JSON's own kinds."""
        if isinstance(value, bytes | bytearray | memoryview):
            self._tell(Notice("bytes_as_base64", "bytes became base64 text"))
            return _as_base64(cast("bytes", value))
        if isinstance(value, Enum):
            return self._plain(value.value, depth)
        if isinstance(value, date | time):
            return value.isoformat()
        dump = getattr(value, "model_dump", None)
        if callable(dump) and not isinstance(value, type):
            # exclude_unset gives what was sent; warnings off, since SDKs build models without validating them.
            return self._plain(dump(by_alias=True, exclude_unset=True, warnings=False), depth)
        if isinstance(value, set | frozenset):
            members = [self._plain(item, depth + 1) for item in cast("set[object]", value)]
            return sorted(members, key=lambda item: json.dumps(item, sort_keys=True))
        message = getattr(value, "proto", value)  # xai_sdk wraps the messages it receives
        if hasattr(message, "DESCRIPTOR") and hasattr(message, "ListFields"):
            protobuf = import_module("google.protobuf.json_format")  # it is there, since one of its messages is
            return self._plain(protobuf.MessageToDict(message, preserving_proto_field_name=True), depth)
        fields = getattr(value, "__dict__", None)
        if isinstance(fields, dict) and fields and not callable(value):
            public = {key: item for key, item in cast("dict[str, object]", fields).items() if not key.startswith("_")}
            return self._plain(public, depth)
        self._tell(Notice("odd_object", f"an object of type {type(value).__name__} was kept as text"))
        return self._string(_ADDRESS.sub("", str(value)))  # an address would be another in every run

    def _name(self, key: object) -> str:
        key = key.value if isinstance(key, Enum) else key
        if isinstance(key, int) and not -MAX_INT < key < MAX_INT:
            return self._long(key)
        return self._string(key if isinstance(key, str) else _ADDRESS.sub("", str(key)))

    def _as_text(self, value: object) -> str:
        self._tell(_TOO_DEEP)
        try:
            return self._string(json.dumps(value, default=_unknown_to_json, ensure_ascii=False))
        except (ValueError, RecursionError, TypeError):  # a circle, deeper than Python recurses, or odd keys
            return f"({type(value).__name__} nested too deep to keep)"


def _as_base64(value: bytes | bytearray | memoryview) -> dict[str, JsonValue]:
    return {"$base64": base64.b64encode(bytes(value)).decode("ascii")}


def _unknown_to_json(value: object) -> object:
    return _as_base64(cast("bytes", value)) if isinstance(value, bytes | bytearray | memoryview) else str(value)


def well_formed(text: str) -> str:
    """A text of the caller's without bare surrogates: halves that stand together are joined, others U+FFFD."""
    if text.isascii() or _SURROGATE.search(text) is None:
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _too_deep(value: JsonValue) -> bool:
    """Whether containers are nested deeper than `MAX_DEPTH`: level by level, so that no recursion limit is met.

    Python's collector tells what containers hold, and leaves out many that hold texts and numbers alone: to look at
    each of these takes five times as long. A container of containers it has to track, for it may come to hold itself.
    """
    level: list[object] = [value]
    for _ in range(MAX_DEPTH):
        level = list(filter(_may_hold, gc.get_referents(*level)))
        if not level:
            return False
    return not _CONTAINERS.isdisjoint(map(type, gc.get_referents(*level)))
