"""Offsets in three units: round trips for any text, lone surrogates included, and what is told when one is wrong."""

from collections.abc import Callable
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge.errors import UsageError
from citebridge.text import (
    OffsetIndex,
    Unit,
    convert_offsets,
    convert_spans,
    export_offsets,
    from_code_points,
    to_code_points,
)

UNITS: tuple[Unit, ...] = ("utf8", "utf16", "codepoint")
anything = st.text(st.characters() | st.sampled_from("aé\ud800\udc00\U0001f680\u3042"), max_size=300)


def width(character: str, unit: Unit) -> int:
    """How many units one character takes: written out, so that no encoder is trusted."""
    code = ord(character)
    if unit == "codepoint":
        return 1
    if unit == "utf16":
        return 2 if code > 0xFFFF else 1
    return 1 if code < 0x80 else 2 if code < 0x800 else 3 if code < 0x10000 else 4


@pytest.mark.parametrize("unit", UNITS)
@given(text=anything)
def test_every_offset_both_ways(unit: Unit, text: str) -> None:
    at = 0
    for point, character in enumerate(text):
        assert to_code_points(text, at, unit) == point
        assert from_code_points(text, point, unit) == at
        for inside in range(at + 1, at + width(character, unit)):
            assert to_code_points(text, inside, unit) == point
            assert to_code_points(text, inside, unit, rounding="up") == point + 1
            with pytest.raises(UsageError, match="inside a character"):
                to_code_points(text, inside, unit, rounding="none")
        at += width(character, unit)
    assert to_code_points(text, at, unit) == len(text)
    assert from_code_points(text, len(text), unit) == at


@pytest.mark.parametrize("unit", UNITS)
@given(text=anything)
def test_bulk_is_the_same_as_single(unit: Unit, text: str) -> None:
    points = list(range(len(text), -1, -1))
    exported = export_offsets(text, points, unit)
    assert exported == [from_code_points(text, point, unit) for point in points]
    assert convert_offsets(text, [offset for offset in exported if offset is not None], unit) == points
    beyond = from_code_points(text, len(text), unit) + 1
    assert convert_offsets(text, [beyond, -1], unit) == [None, None]
    assert export_offsets(text, [len(text) + 1, -1], unit) == [None, None]


@pytest.mark.parametrize("unit", UNITS)
@given(pieces=st.lists(anything, max_size=8))
def test_growing_text_is_the_same_as_whole(unit: Unit, pieces: list[str]) -> None:
    index, text = OffsetIndex(unit), ""
    for piece in pieces:
        index.add(piece)
        text += piece
        offsets = range(index.size + 1)
        assert index.size == from_code_points(text, len(text), unit)
        for rounding in ("down", "up", "none"):
            found = [index.find(offset, rounding) for offset in offsets]
            assert found == convert_offsets(text, offsets, unit, rounding=rounding)


@given(text=anything, start=st.integers(-2, 40), length=st.integers(-2, 9))
def test_spans_cover_whole_characters(text: str, start: int, length: int) -> None:
    [place] = convert_spans(text, [(start, start + length)], "utf8")
    size = from_code_points(text, len(text), "utf8")
    if start < 0 or length < 0 or start + length > size:
        assert place is None
        return
    assert place is not None
    first, last = from_code_points(text, place.start, "utf8"), from_code_points(text, place.end, "utf8")
    if length:
        assert first <= start < start + length <= last
    else:
        assert first == last <= start
    assert place.rounded == ((first, last) != (start, start + length))


@pytest.mark.parametrize(
    ("text", "offset", "unit", "expected"),
    [
        ("x\ud800y", 2, "utf16", 2),
        ("x\ud800y", 4, "utf8", 2),
        ("\ud83d\ude80", 1, "utf16", 1),  # two halves are two characters: `plain` joins them first
        ("🚀 Launch was on Monday. Crew: 4.", 27, "utf8", 24),
        ("", 0, "utf8", 0),
    ],
)
def test_single(text: str, offset: int, unit: Unit, expected: int) -> None:
    assert to_code_points(text, offset, unit) == expected
    assert from_code_points(text, expected, unit) == offset


def test_long_text_crosses_blocks() -> None:
    text = "plain ascii first, " * 40 + "née 🚀 日本 " * 200
    for unit in UNITS:
        exported = export_offsets(text, range(len(text) + 1), unit)
        assert exported == [from_code_points(text, point, unit) for point in range(len(text) + 1)]
        assert convert_offsets(text, [offset or 0 for offset in exported], unit) == list(range(len(text) + 1))


@pytest.mark.parametrize("unit", UNITS)
@pytest.mark.parametrize("text", ["a" * 33_000 + "né🚀日" * 9_000, "🚀" * 33_000, "é" * 32 * 1024 + "a"])
def test_longer_text_is_read_in_stretches(text: str, unit: Unit) -> None:
    sizes = [width(character, unit) for character in text]
    starts = [0, *accumulate(sizes)]
    assert convert_offsets(text, starts, unit) == list(range(len(text) + 1))
    assert export_offsets(text, range(len(text) + 1), unit) == starts
    inside = [start + 1 for start, size in zip(starts, sizes, strict=False) if size > 1]
    up, down = (convert_offsets(text, inside, unit, rounding=rounding) for rounding in ("up", "down"))
    assert up == [point + 1 for point, size in enumerate(sizes) if size > 1]
    assert down == [point for point, size in enumerate(sizes) if size > 1]
    assert set(convert_offsets(text, inside, unit, rounding="none")) <= {None}


def test_point_inside_a_character_stays_a_point() -> None:
    assert convert_spans("aé", [(2, 2), (1, 2), (3, 3)], "utf8") == [(1, 1, True), (1, 2, True), (2, 2, False)]


@pytest.mark.parametrize("offset", [-1, 4])
@pytest.mark.parametrize("unit", UNITS)
def test_out_of_range_raises_and_says_the_range(offset: int, unit: Unit) -> None:
    with pytest.raises(UsageError, match=r"out of range: the text has 0\.\.3"):
        to_code_points("abc", offset, unit)
    with pytest.raises(UsageError, match=r"out of range: the text has 0\.\.3"):
        from_code_points("abc", offset, unit)


WORDS = (
    (lambda: to_code_points("abc", 0, "bytes"), "unit 'bytes' is unknown; use one of 'utf8', 'utf16', 'codepoint'"),  # type: ignore[arg-type]
    (lambda: from_code_points("abc", 0, "bytes"), "unit 'bytes' is unknown"),  # type: ignore[arg-type]
    (lambda: convert_offsets("abc", [0], "bytes"), "unit 'bytes' is unknown"),  # type: ignore[arg-type]
    (lambda: convert_spans("abc", [(0, 1)], "bytes"), "unit 'bytes' is unknown"),  # type: ignore[arg-type]
    (lambda: export_offsets("abc", [0], "bytes"), "unit 'bytes' is unknown"),  # type: ignore[arg-type]
    (lambda: OffsetIndex("bytes"), "unit 'bytes' is unknown"),  # type: ignore[arg-type]
    (lambda: to_code_points("abc", 0, "utf8", rounding="near"), "'near' is unknown; use one of 'down', 'up', 'none'"),  # type: ignore[arg-type]
    (lambda: convert_offsets("abc", [0], "utf8", rounding="near"), "rounding 'near' is unknown"),  # type: ignore[arg-type]
)


@pytest.mark.parametrize(("call", "told"), WORDS)
def test_unknown_word_is_told_with_the_known_ones(call: Callable[[], object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        call()
