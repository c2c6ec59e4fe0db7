"""From a stretch of a source to its lines, pages, blocks and section, and back."""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge import Blocks, Boxes, Chars, Lines, Locator, Pages, Section, Source, Span
from citebridge.sources import Part, anchor_at, in_document, places_of, sections_of, span_of
from tests.strategies import IN_STEP, growth

MARKDOWN = "text/markdown"
GUIDE = "Intro.\n\n# Guide\n\nRead.\n\n## Set up\n\nDo it.\n\n## Use\n\nUse it.\n\n# Guide\n\nAgain.\n"


def guide(**fields: Any) -> Source:
    return Source(id="guide", text=GUIDE, media_type=MARKDOWN, **fields)


def at(source: Source, words: str) -> Span:
    start = (source.text or "").index(words)
    return Span(start, start + len(words))


def lines(first: int, last: int) -> Lines:
    return Lines(start_line=first, end_line=last)


def section(*path: str) -> Section:
    return Section(path=path)


def test_all_of_it() -> None:
    source = Source(
        id="a",
        text="one\ntwo\nthree",
        pages=(Span(0, 4), Span(4, 13)),
        blocks=(Span(0, 3), Span(4, 7), Span(8, 13)),
        section="Numbers",
    )
    assert places_of(source, Span(4, 13)) == (
        Chars(start=4, end=13),
        lines(2, 3),
        Pages(start_page=2, end_page=2),
        Blocks(start_block=1, end_block=3),
        section("Numbers"),
    )


LINES = [
    ("one\ntwo\n", (0, 3), (1, 1)),
    ("one\ntwo\n", (0, 4), (1, 1)),  # the line end belongs to its line
    ("one\ntwo\n", (3, 5), (1, 2)),
    ("one\ntwo\n", (4, 4), (2, 2)),
    ("one\ntwo\n", (8, 8), (3, 3)),
    ("one\r\ntwo\rthree\n\nfive", (5, 8), (2, 2)),
    ("one\r\ntwo\rthree\n\nfive", (9, 14), (3, 3)),
    ("one\r\ntwo\rthree\n\nfive", (16, 20), (5, 5)),
    ("one\r\ntwo\rthree\n\nfive", (0, 20), (1, 5)),
    ("a\u2028b\x0bc\x0cd", (0, 7), (1, 1)),  # as editors count
    ("", (0, 0), (1, 1)),
    ("🚀\n\ud800", (2, 3), (2, 2)),
]


@pytest.mark.parametrize(("text", "span", "expected"), LINES)
def test_lines(text: str, span: tuple[int, int], expected: tuple[int, int]) -> None:
    source = Source.model_construct(id="a", text=text, metadata={})
    assert places_of(source, Span(*span)) == (Chars(start=span[0], end=span[1]), lines(*expected))


OUTSIDE = [Span(-1, 2), Span(2, 1), Span(0, 4), Span(4, 4)]


@pytest.mark.parametrize("span", OUTSIDE)
def test_no_place_is_outside(span: Span) -> None:
    assert places_of(Source(id="a", text="one"), span) == ()
    assert places_of(Source(id="a"), span) == ()


PAGES = [
    ((0, 3), (1, 1)),
    ((2, 5), (1, 2)),  # what is between pages belongs to none of them
    ((3, 4), (1, 1)),
    ((4, 7), (2, 2)),
    ((8, 9), (4, 4)),
    ((0, 11), (1, 4)),
]


@pytest.mark.parametrize(("span", "expected"), PAGES)
def test_pages_also_where_one_is_empty(span: tuple[int, int], expected: tuple[int, int]) -> None:
    source = Source(id="a", text="one\ntwo\n\nred", pages=(Span(0, 3), Span(4, 7), Span(8, 8), Span(8, 11)))
    page = Pages(start_page=expected[0], end_page=expected[1])
    assert places_of(source, Span(*span))[2] == page


SECTIONS = [
    ("Intro.", None, None),
    ("# Guide", ("Guide",), "guide"),
    ("Read.", ("Guide",), "guide"),
    ("## Set up", ("Guide", "Set up"), "set-up"),
    ("Do it.", ("Guide", "Set up"), "set-up"),
    ("Do it.\n\n## Use", ("Guide",), "guide"),  # a stretch of two stands in what holds both
    ("Again.", ("Guide",), "guide-1"),
    ("Use it.\n\n# Guide", None, None),
]


@pytest.mark.parametrize(("words", "path", "anchor"), SECTIONS)
def test_sections(words: str, path: Sequence[str] | None, anchor: str | None) -> None:
    source = guide()
    assert [one for one in places_of(source, at(source, words)) if isinstance(one, Section)] == (
        [section(*path)] if path else []
    )
    assert anchor_at(source, at(source, words)) == anchor


def test_the_sources_own_section_is_before_the_first_heading() -> None:
    assert sections_of(guide(section="Book"))[:2] == (Part(0, 0, ("Book",)), Part(8, 15, ("Guide",), "guide"))
    assert sections_of(Source(id="a", text="# a", media_type=MARKDOWN, section="Book")) == (Part(0, 3, ("a",), "a"),)
    assert sections_of(Source(id="a", text="# a", section="Book")) == (Part(0, 0, ("Book",)),)
    assert sections_of(Source(id="a", section="Book")) == ()


ODD: list[Any] = [
    *(None, 7, "x", [], {}, {"sections": None}, {"sections": {}}, {"sections": [7, {}, {"start": 0}]}),
    {"sections": [{"start": 0, "end": 1, "path": [], "anchor": None}]},
    {"sections": [{"start": 0, "end": 1, "path": ["a", 7], "anchor": None}]},
    {"sections": [{"start": 2, "end": 1, "path": ["a"], "anchor": None}]},
    {"sections": [{"start": -1, "end": 1, "path": ["a"], "anchor": None}]},
    {"sections": [{"start": 0, "end": 99, "path": ["a"], "anchor": None}]},
]


@pytest.mark.parametrize("note", ODD)
def test_what_others_write_in_our_place_is_survived(note: Any) -> None:
    source = Source(id="a", text="one", metadata={"citebridge": note})
    assert places_of(source, Span(0, 3)) == (Chars(start=0, end=3), lines(1, 1))


def test_kept_sections_are_sorted_and_an_odd_anchor_is_none() -> None:
    kept: list[Any] = [
        {"start": 2, "end": 3, "path": ["b"], "anchor": 7},
        {"start": 0, "end": 1, "path": ["a"], "anchor": "x"},
    ]
    source = Source(id="a", text="one", metadata={"citebridge": {"sections": kept}})
    assert sections_of(source) == (Part(0, 1, ("a",), "x"), Part(2, 3, ("b",)))


def test_the_anchor_of_the_section_above_serves_where_there_is_none() -> None:
    kept: list[Any] = [
        {"start": 0, "end": 1, "path": ["a"], "anchor": "x"},
        {"start": 1, "end": 2, "path": ["a", "b"], "anchor": None},
    ]
    source = Source(id="a", text="one", metadata={"citebridge": {"sections": kept}})
    assert anchor_at(source, Span(2, 3)) == "x"


BACK: list[tuple[Locator, str | None]] = [
    (Chars(start=0, end=6), "Intro."),
    (Chars(start=0, end=0), ""),
    (Chars(start=0, end=999), None),
    (Chars(start=-1, end=2), None),
    (Chars(start=3, end=2), None),
    (lines(1, 1), "Intro."),
    (lines(3, 5), "# Guide\n\nRead."),
    (lines(2, 2), ""),
    (lines(0, 1), None),
    (lines(2, 1), None),
    (lines(1, 99), None),
    (Pages(start_page=1, end_page=1), "Intro."),
    (Pages(start_page=1, end_page=2), "Intro.\n\n# Guide"),
    (Pages(start_page=0, end_page=1), None),
    (Pages(start_page=2, end_page=3), None),
    (Pages(start_page=2, end_page=1), None),
    (Blocks(start_block=0, end_block=1), "Intro"),
    (Blocks(start_block=0, end_block=0), None),
    (Blocks(start_block=0, end_block=2), None),
    (section("Guide", "Set up"), "## Set up\n\nDo it.\n\n"),
    (section("Guide"), None),  # there are two
    (section("Set up"), None),
    (section(), None),
    (Boxes(page=1, rects=()), None),
]


@pytest.mark.parametrize(("locator", "words"), BACK)
def test_back(locator: Locator, words: str | None) -> None:
    source = guide(pages=(Span(0, 6), Span(8, 15)), blocks=(Span(0, 5),))
    found = span_of(source, locator)
    assert (None if found is None else GUIDE[found.start : found.end]) == words
    assert span_of(Source(id="a"), locator) is None


def test_pages_and_blocks_outside_of_the_text_are_nowhere() -> None:
    source = Source(id="a", text="one", pages=(Span(0, 9),), blocks=(Span(2, 1),))
    assert span_of(source, Pages(start_page=1, end_page=1)) is None
    assert span_of(source, Blocks(start_block=0, end_block=1)) is None


def test_a_chunk_counts_as_its_document_does() -> None:
    chunk = Source(
        id="a#3",
        kind="chunk",
        text="one\ntwo",
        pages=(Span(0, 4), Span(4, 7)),
        section="A > B",
        locators=(Chars(start=100, end=107), lines(20, 21), Pages(start_page=6, end_page=7), section("A", "B")),
    )
    inner = Span(4, 7)
    assert places_of(chunk, inner)[:3] == (Chars(start=4, end=7), lines(2, 2), Pages(start_page=7, end_page=7))
    assert in_document(chunk, inner)[:3] == (
        Chars(start=104, end=107),
        lines(21, 21),
        Pages(start_page=7, end_page=7),
    )
    assert span_of(chunk, Pages(start_page=7, end_page=7)) == inner
    assert span_of(chunk, Pages(start_page=1, end_page=1)) is None


def test_a_chunk_says_no_more_than_it_knows() -> None:
    chunk = Source(id="a#3", kind="chunk", text="one", locators=(section("A"),))
    assert in_document(chunk, Span(0, 3)) == ()
    assert in_document(Source(id="a", text="one"), Span(0, 3)) == (Chars(start=0, end=3), lines(1, 1))


def test_what_was_learned_is_no_part_of_the_source() -> None:
    source, fresh = guide(), guide()
    places_of(source, Span(0, 3))
    assert source == fresh
    assert source.model_dump_json() == fresh.model_dump_json()
    assert repr(source) == repr(fresh)


CHANGES: list[dict[str, Any]] = [
    {"text": "# Other\n\nRead.\n"},
    {"media_type": "text/plain", "section": "Other"},
    {"metadata": {"citebridge": {"sections": [{"start": 0, "end": 0, "path": ["Other"], "anchor": None}]}}},
]


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_copy_is_looked_at_anew(change: dict[str, Any]) -> None:
    source = guide()
    places_of(source, Span(0, 3))
    copy = source.model_copy(update=change)
    assert places_of(copy, Span(0, 3))[-1] == section("Other")


@st.composite
def cut_texts(draw: st.DrawFn) -> tuple[str, list[Span]]:
    pieces = draw(st.lists(st.text("ab \n\r🚀\u0301", max_size=8), min_size=1, max_size=6))
    ends = list(accumulate(map(len, pieces)))
    return "".join(pieces), [Span(start, end) for start, end in zip([0, *ends], ends, strict=False)]


@given(cut_texts(), st.data())
def test_there_and_back(cut: tuple[str, list[Span]], data: st.DataObject) -> None:
    """What a place is called leads to a stretch that holds it."""
    text, spans = cut
    source = Source(id="a", text=text, pages=tuple(spans), blocks=tuple(spans))
    start = data.draw(st.integers(0, len(text)))
    span = Span(start, data.draw(st.integers(start, len(text))))
    inner = text[span.start : span.end].rstrip("\r\n")
    places = places_of(source, span)
    assert [type(place) for place in places] == [Chars, Lines, Pages, Blocks]
    for place in places:
        found = span_of(source, place)
        assert found is not None
        if inner:
            assert found.start <= span.start
            assert span.start + len(inner) <= found.end


def test_work_grows_with_text_and_stretches() -> None:
    def run(times: int) -> None:
        source = Source(id="a", text="# a\n\n## b\n\nRead.\n\n" * times, media_type=MARKDOWN)
        for start in range(0, 18 * times, 6):
            places_of(source, Span(start, start + 6))
            span_of(source, section("a", "b"))

    assert growth(run, 400) < IN_STEP
