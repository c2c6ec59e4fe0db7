"""The door: whatever comes in becomes JSON values of its own, and what had to be mended is told."""

import json
import math
from collections import OrderedDict, UserDict, namedtuple
from collections.abc import Mapping
from datetime import UTC, date, datetime
from enum import Enum, IntEnum, StrEnum
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from citebridge.models import Answer, Notice
from citebridge.models.plain import MAX_DEPTH, MAX_DIGITS, Door
from tests.strategies import IN_STEP, growth, json_values


class Told(list[str]):
    """The codes of notices."""

    def __call__(self, notice: Notice) -> None:
        if notice.code not in self:
            self.append(notice.code)


def plain(value: object) -> tuple[JsonValue, list[str]]:
    told = Told()
    return Door(told).plain(value), told


def loads(text: str) -> tuple[JsonValue, list[str]]:
    told = Told()
    return Door(told).loads(text), told


def nested(depth: int, inner: Any = None) -> Any:
    value = inner
    for _ in range(depth):
        value = [value]
    return value


class Colour(StrEnum):
    RED = "red"


class Size(IntEnum):
    BIG = 3


class Kind(Enum):
    PAIR = (1, 2)


class Model(BaseModel):
    """As the SDKs have them: fields by alias, extras allowed, built without validation."""

    model_config = ConfigDict(extra="allow", populate_by_name=True)

    start_index: int | None = Field(default=None, alias="startIndex")
    inner: Any = None


Point = namedtuple("Point", "x y")


class Text(str):
    """A text of another class."""


def is_json(value: Any) -> bool:
    """Whether it is made of JSON's own types alone."""
    if isinstance(value, dict):
        return type(value) is dict and all(type(key) is str and is_json(item) for key, item in value.items())
    if isinstance(value, list):
        return type(value) is list and all(is_json(item) for item in value)
    return value is None or type(value) in (str, bool, int) or (type(value) is float and math.isfinite(value))


def survives(value: JsonValue) -> bool:
    """Whether it goes through `json` and through an `Answer`."""
    answer = Answer(raw=value)
    return json.loads(json.dumps(value, allow_nan=False)) == value and (
        Answer.model_validate_json(answer.model_dump_json()) == answer
    )


odd_leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(alphabet=st.characters(), max_size=6)
    | st.text(alphabet=st.sampled_from("a\ud83d\udc15\ud800🐕\0"), max_size=6)
    | st.binary(max_size=6)
    | st.dates()
    | st.times()
    | st.datetimes()
    | st.decimals()
    | st.uuids()
    | st.complex_numbers()
    | st.fractions()
    | st.sampled_from([Colour.RED, Size.BIG, Kind.PAIR, Colour, object, Text("a"), Ellipsis, NotImplemented, len])
    | st.just(10**MAX_DIGITS)
    | st.sets(st.integers() | st.text(max_size=3), max_size=4)
    | st.builds(Point, st.integers(), st.floats())
    | st.builds(bytearray, st.binary(max_size=4))
)


def odd_trees() -> st.SearchStrategy[Any]:
    """Trees of anything an SDK may hand over."""
    return st.recursive(
        odd_leaves,
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.tuples(inner, inner)
            | st.dictionaries(
                st.text(max_size=3) | st.integers() | st.none() | st.sampled_from(list(Size)), inner, max_size=3
            )
            | st.builds(OrderedDict, st.dictionaries(st.text(max_size=3), inner, max_size=2))
            | st.builds(UserDict, st.dictionaries(st.text(max_size=3), inner, max_size=2))
            | st.builds(SimpleNamespace, a=inner, _hidden=inner)
            | st.builds(Model.model_construct, start_index=inner, inner=inner, more=inner)
            | st.builds(nested, st.integers(60, 70), inner)
        ),
        max_leaves=10,
    )


@given(odd_trees())
@settings(max_examples=500)
@example(Size.BIG)
@example({Size.BIG: 1, "3": 2})
@example(Text("a\ud800"))
@example([10**5000])
@example(-(10**5000))
@example({10**5000: 1})
def test_any_tree_becomes_a_json_value(value: object) -> None:
    made, _ = plain(value)
    assert is_json(made)
    assert survives(made)


@given(odd_trees())
@settings(max_examples=150)
@example(nested(64, {"more": b"bytes become an object of their own"}))
def test_what_is_plain_stays_as_it_is(value: object) -> None:
    made, _ = plain(value)
    assert plain(made) == (made, [])


@given(json_values())
@settings(max_examples=150)
def test_json_comes_through_untouched_and_unshared(value: Any) -> None:
    made, told = plain(value)
    assert made == value
    assert told == []
    assert made is not value or not isinstance(value, dict | list)
    assert loads(json.dumps(value)) == (value, [])


@given(st.integers(0, 70), st.sampled_from([None, "a", {"b": [1, {"c": []}]}, [[], [[]]], {"\\": '"[{'}]))
def test_text_and_objects_come_through_alike(depth: int, inner: Any) -> None:
    value = nested(depth, inner)
    mine, other = plain(value), loads(json.dumps(value))
    assert mine == other


@pytest.mark.parametrize("depth", [MAX_DEPTH, MAX_DEPTH + 1])
def test_64_levels_below_the_root_stay(depth: int) -> None:
    assert plain(nested(depth)) == (nested(depth), [])
    assert loads(json.dumps(nested(depth))) == (nested(depth), [])


@pytest.mark.parametrize("depth", range(61, 68))
@pytest.mark.parametrize("inner", [1, [], {}, [1], {"a": "b"}, {"a": {}}, {"a": [], "b": None}])
def test_the_depth_of_long_texts_is_exact(depth: int, inner: Any) -> None:
    """Objects and lists in turn, the deepest of them empty, or with nothing but texts and numbers in them."""
    value = inner
    for level in range(depth):
        value = {"a": 1, "b": value, "c": "d"} if level % 2 else [{}, value, [0]]
    value = ["x" * 5000, value, {"e": [{}]}]
    assert loads(json.dumps(value)) == plain(value)


@pytest.mark.parametrize("over", [1, 2, 100, 400])
def test_what_is_nested_deeper_is_kept_as_its_json_text(over: int) -> None:
    value = nested(MAX_DEPTH + 1 + over, 7)
    made, told = plain(value)
    assert told == ["too_deep"]
    assert loads(json.dumps(value)) == (made, told)
    for _ in range(MAX_DEPTH + 1):
        assert isinstance(made, list)
        (made,) = made
    assert json.loads(str(made)) == nested(over, 7)


DEEP = 100_000

DEEP_TEXTS = [
    f"{'[' * DEEP}{']' * DEEP}",
    f'{{"a": {"[" * DEEP}1{"]" * DEEP}, "b": "]]["}}',
    '{"a":' * DEEP + "1" + "}" * DEEP,
    f"[{'[' * DEEP}{']' * DEEP}, {'9' * 5000}]",
    f"[{'[' * 70}{']' * 70}, {'9' * 5000}]",
]


@pytest.mark.parametrize(
    "text", DEEP_TEXTS, ids=["lists", "inside", "dicts", "deep and long number", "70 and long number"]
)
def test_json_nested_without_end_is_read(text: str) -> None:
    made, told = loads(text)
    assert "too_deep" in told
    assert plain(made) == (made, [])
    assert survives(made)


@pytest.mark.parametrize(
    "text",
    ["[" * DEEP, '{"a":' * DEEP, "[" * DEEP + "}", "[" * DEEP + '"' + '\\"' * 50, "]" * DEEP, "", "{", "[NaN, }"],
)
def test_what_is_no_json_raises_value_error(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        loads(text)


def test_a_very_deep_object_is_kept_as_text() -> None:
    made, told = plain({"a": nested(DEEP)})
    assert told == ["too_deep"]
    assert is_json(made)


# -- repairs


@pytest.mark.parametrize(
    ("value", "made", "told"),
    [
        (math.nan, None, ["not_a_number"]),
        (-math.inf, None, ["not_a_number"]),
        ([1.5, math.inf], [1.5, None], ["not_a_number"]),
        (b"ab", {"$base64": "YWI="}, ["bytes_as_base64"]),
        (memoryview(b"ab"), {"$base64": "YWI="}, ["bytes_as_base64"]),
        ("\ud83d\udc15", "🐕", []),
        ("a\ud83d", "a\ufffd", ["lone_surrogate"]),
        ({"\ud83d": "\udc15"}, {"\ufffd": "\ufffd"}, ["lone_surrogate"]),
        (Colour.RED, "red", []),
        (Size.BIG, 3, []),
        (Kind.PAIR, [1, 2], []),
        ({Colour.RED: Size.BIG, 1: None}, {"red": 3, "1": None}, []),
        (date(2026, 11, 30), "2026-11-30", []),
        (datetime(2026, 11, 30, 1, 2, tzinfo=UTC), "2026-11-30T01:02:00+00:00", []),
        ((1, (2,)), [1, [2]], []),
        ({3, 1, 2}, [1, 2, 3], []),
        (Point(1, 2), [1, 2], []),
        (OrderedDict(a=1), {"a": 1}, []),
        (UserDict(a=1), {"a": 1}, []),
        (SimpleNamespace(a=1, _b=2), {"a": 1}, []),
        (Model(startIndex=3), {"startIndex": 3}, []),
        (Model.model_validate({"more": b"\xff"}), {"more": {"$base64": "/w=="}}, ["bytes_as_base64"]),
        (Model.model_construct(start_index="odd", inner=Colour.RED), {"startIndex": "odd", "inner": "red"}, []),
        ([Model(inner=Model(inner=1))], [{"inner": {"inner": 1}}], []),
        (True, True, []),
    ],
)
def test_becomes(value: object, made: Any, told: list[str]) -> None:
    assert plain(value) == (made, told)
    assert type(plain(value)[0]) is type(made)


@pytest.mark.parametrize(
    ("text", "made", "told"),
    [
        ("[NaN, Infinity, -Infinity, 1e999, -1e999]", [None] * 5, ["not_a_number"]),
        ('"\\ud83d\\udc15"', "🐕", []),
        ('"\\udc15\\ud83d"', "\ufffd\ufffd", ["lone_surrogate"]),
        ('{"\\ud83d": 1}', {"\ufffd": 1}, ["lone_surrogate"]),
        ('"\\\\ud83d"', "\\ud83d", []),
        ('{"a": 1, "a": 2}', {"a": 2}, []),
        ("9" * MAX_DIGITS, int("9" * MAX_DIGITS), []),
        ("9" * 5000, "9" * 5000, ["odd_object"]),
        (f'[-{"9" * 5000}, "\\ud83d"]', [f"-{'9' * 5000}", "\ufffd"], ["odd_object", "lone_surrogate"]),
    ],
)
def test_text_becomes(text: str, made: Any, told: list[str]) -> None:
    assert loads(text) == (made, told)


def test_a_door_tells_of_its_own_texts_alone() -> None:
    told = Told(), Told()
    doors = [Door(each) for each in told]
    assert doors[0].loads('{"a": [NaN, 1.5]}') == {"a": [None, 1.5]}
    assert doors[1].loads('{"a": [2.5, 1.5]}') == {"a": [2.5, 1.5]}
    assert told == (["not_a_number"], [])


@pytest.mark.parametrize(
    ("text", "made", "told"),
    [
        ("9" * 4100, int("9" * 4100), []),  # Python still reads it
        (f"[{'9' * 4100}, NaN]", [int("9" * 4100), None], ["not_a_number"]),
        (f"[{'9' * 4100}, {'9' * 5000}, 1e999]", ["9" * 4100, "9" * 5000, None], ["odd_object", "not_a_number"]),
        (f"[NaN, {'9' * 5000}]", [None, "9" * 5000], ["not_a_number", "odd_object"]),
    ],
)
def test_what_is_told_of_changes_nothing_else(text: str, made: Any, told: list[str]) -> None:
    """Up to the first number that Python does not read."""
    assert loads(text) == (made, told)


def test_a_number_too_long_for_python_to_read_is_kept_as_text() -> None:
    """Else the answer could be written, and not be read again."""
    made, told = plain({"a": 10**5000})
    assert told == ["odd_object"]
    assert survives(made)


# -- circles


class Watched(Mapping[str, Any]):
    """A mapping that holds itself several times over, and counts how often it is looked through."""

    def __init__(self, width: int) -> None:
        self.width, self.looked = width, 0

    def __getitem__(self, key: str) -> Any:
        return self

    def __len__(self) -> int:
        return self.width

    def __iter__(self) -> Any:
        self.looked += 1
        if self.looked > 20_000:
            raise OverflowError("looked through more than 20,000 times")
        return iter([f"k{n}" for n in range(self.width)])


@pytest.mark.parametrize("width", [1, 2, 3])
def test_an_object_that_holds_itself_ends(width: int) -> None:
    """Also when it does so twice, where a tree of 2**64 would come of it."""
    made, told = plain(Watched(width))
    assert "too_deep" in told or "odd_object" in told
    assert is_json(made)


def test_parents_and_children_that_know_each_other_end() -> None:
    parent = SimpleNamespace(name="parent")
    parent.children = [SimpleNamespace(parent=parent)]
    made, _ = plain(parent)
    assert is_json(made)


def test_a_model_that_holds_itself_is_kept_somehow() -> None:
    model = Model(inner=[])
    model.inner.append(model)
    made, told = plain({"model": model, "text": "Hens."})
    assert told
    assert isinstance(made, dict)
    assert made["text"] == "Hens."


# -- what never raises


class Hostile:
    """Nothing about it works."""

    def __str__(self) -> str:
        raise RuntimeError("no text")

    __repr__ = __str__


class HalfModel:
    """Has the method, and it fails."""

    def model_dump(self, **_: Any) -> Any:
        raise TypeError("no dump")


@pytest.mark.parametrize("value", [Hostile(), HalfModel(), {"a": Hostile()}, Model.model_construct(inner=Hostile())])
def test_an_object_that_fails_is_told(value: object) -> None:
    made, told = plain(value)
    assert told
    assert is_json(made)


def test_the_same_object_gives_the_same_text_in_every_run() -> None:
    """An address in memory is another one each time."""
    (text, other), told = (plain(object())[0], plain([object(), object()])[0]), plain(object())[1]
    assert told == ["odd_object"]
    assert "0x" not in str(text)
    assert "0x" not in str(other)


# -- halves of a pair, split over events


@pytest.mark.parametrize(
    ("text", "made", "halves"),
    [
        ("a\ud83d", "a\ud83d", True),
        ("\udc15a", "\udc15a", True),
        ("a\ud83da", "a\ufffda", False),
        ("\ud83d\udc15", "🐕", False),
        ("\ud83d", "\ud83d", True),
    ],
)
def test_a_door_that_joins_leaves_halves_at_the_edges(text: str, made: str, halves: bool) -> None:
    door = Door(Told(), joins=True)
    assert door.plain({"a": text}) == {"a": made}
    assert door.halves == halves
    assert is_json(door.mend({"a": [text]}))
    assert "\ud83d" not in str(door.mend(made))


# -- work


@pytest.mark.parametrize(
    ("make", "n"),
    [
        (lambda size: "[" * DEEP + '"' + '\\"' * size, 20_000),
        (lambda size: '{"a": [' * 100 + '"\\"",' * size, 20_000),
        (lambda size: "[" * 70 + "1" + "]" * 70 + "," * size, 100_000),
        (lambda size: "[" + "[[[[]]]]," * size + "1]", 20_000),
    ],
    ids=["escaped quotes", "texts", "commas", "lists"],
)
def test_json_text_is_read_in_linear_time(make: Any, n: int) -> None:
    def run(size: int) -> None:
        try:
            loads(make(size))
        except (ValueError, RecursionError):
            return

    assert growth(run, n) < IN_STEP


def test_bytes_too_deep_are_kept_as_base64() -> None:
    made, told = plain(nested(64, {"more": b"xy"}))
    assert made == nested(64, {"more": '{"$base64": "eHk="}'})
    assert told == ["too_deep"]
