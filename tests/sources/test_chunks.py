"""Chunks: exact stretches of their document that know where in it they stand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import Chars, Lines, Pages, Section, Source, Span, UsageError
from citebridge.sources import anchor_at, chunk, from_bytes, in_document, places_of, sections_of, span_of
from tests.sources.pdfs import pdf
from tests.strategies import IN_STEP, growth

RULES = """---
title: House rules
---
Welcome.

# House rules

## Dogs

No dogs in the pool.

```
# not a heading
```

## Fires

None at all.
"""


def rules(**fields: Any) -> Source:
    return Source(id="rules", title="House rules", text=RULES, media_type="text/markdown", **fields)


def texts(source: Source, size: int = 1200) -> list[str | None]:
    return [one.text for one in chunk(source, size=size)]


def test_a_whole_chunk() -> None:
    document = rules(url="https://house.example/rules.md", updated="2024-05-01", access=("staff",), metadata={"a": 1})
    assert chunk(document)[1] == snapshot(
        Source(
            id="rules#1",
            kind="chunk",
            title="House rules",
            url="https://house.example/rules.md",
            text="""\
# House rules

## Dogs

No dogs in the pool.

```
# not a heading
```\
""",
            media_type="text/markdown",
            digest="b6d6b7e5f4aceb74f5cf26b52da3ab4508032b6db0550652f1219f3ee9330ffe",
            section="House rules > Dogs",
            updated="2024-05-01",
            derived_from=("rules",),
            locators=(
                Chars(start=37, end=106),
                Lines(start_line=6, end_line=14),
                Section(path=("House rules", "Dogs")),
            ),
            access=("staff",),
            metadata={
                "a": 1,
                "citebridge": {
                    "sections": [
                        {"start": 0, "end": 13, "path": ["House rules"], "anchor": "house-rules"},
                        {"start": 15, "end": 22, "path": ["House rules", "Dogs"], "anchor": "dogs"},
                    ]
                },
            },
        )
    )


def test_a_chunk_never_goes_over_a_heading() -> None:
    assert [(one.id, one.section, one.text) for one in chunk(rules())] == [
        ("rules#0", None, "Welcome."),
        ("rules#1", "House rules > Dogs", chunk(rules())[1].text),
        ("rules#2", "House rules > Fires", "## Fires\n\nNone at all."),
    ]


CUT = [
    ("", 10, []),
    (" \n\n\t", 10, []),
    ("  a  ", 10, ["a"]),
    ("One. Two. Three.", 6, ["One.", "Two.", "Three."]),
    ("one two three", 7, ["one two", "three"]),
    ("abcdef", 2, ["ab", "cd", "ef"]),
    ("a\r\n\r\nb", 1, ["a", "b"]),
    ("🚀🚀 🚀", 2, ["🚀🚀", "🚀"]),
    ("A one. B two.\n\nC three. D.", 14, ["A one. B two.", "C three. D."]),
]


@pytest.mark.parametrize(("text", "size", "expected"), CUT)
def test_cuts(text: str, size: int, expected: list[str]) -> None:
    assert texts(Source(id="a", text=text), size) == expected


def test_headings_without_text() -> None:
    text = "# A\n\n## B\n\n### C\n\nx\n\n## D\n\n## E\n\n# F\n"
    found = chunk(Source(id="a", text=text, media_type="text/markdown"))
    assert [(one.text, one.section) for one in found] == [
        ("# A\n\n## B\n\n### C\n\nx", "A > B > C"),
        ("## D", "A > D"),
        ("## E", "A > E"),
        ("# F", "F"),
    ]


def test_settings_ahead_of_the_text_are_in_no_chunk() -> None:
    text = "---\ntitle: A\n---\nx\n"
    (found,) = chunk(Source(id="a", text=text, media_type="text/markdown", section="Book"))
    assert (found.text, found.section) == ("x", "Book")
    assert texts(Source(id="a", text=text)) == [text.strip()]


def test_lone_surrogates_are_cut_as_they_are() -> None:
    source = Source.model_construct(id="a", text="\ud800 🚀 \udc00 x", metadata={})
    assert texts(source, 3) == ["\ud800 🚀", "\udc00 x"]


@pytest.mark.parametrize("size", [0, -1])
def test_a_size_that_leaves_nothing(size: int) -> None:
    with pytest.raises(UsageError, match=f"^size={size} leaves nothing of a chunk"):
        chunk(rules(), size=size)


def test_the_tags_of_who_may_see_it_go_to_each_chunk() -> None:
    assert {one.access for one in chunk(rules(access=("staff", "host")), size=10)} == {("staff", "host")}


def test_pages_of_a_chunk_are_those_of_the_document() -> None:
    lines = [[f"Page {page} says line {line}." for line in range(3)] for page in range(4)]
    document = from_bytes(pdf(lines), name="a.pdf")
    found = chunk(document, size=110)
    assert [[one for one in part.locators if isinstance(one, Pages)] for part in found] == [
        [Pages(start_page=1, end_page=2)],
        [Pages(start_page=2, end_page=4)],
        [Pages(start_page=4, end_page=4)],
    ]
    for part in found:
        text = part.text or ""
        for page in range(4):
            at = text.find(f"Page {page}")
            if at >= 0:
                assert Pages(start_page=page + 1, end_page=page + 1) in in_document(part, Span(at, at + 6))


def test_a_page_leads_to_the_section_where_it_has_an_anchor() -> None:
    page = b"<p>Intro<h1 id='the rules'>A</h1>x<h2>B</h2>y<h2 id=c>C</h2>z"
    document = from_bytes(page, name="a.html", url="https://a.example/p?q=1")
    assert [one.url for one in chunk(document)] == [
        "https://a.example/p?q=1",
        "https://a.example/p?q=1#the%20rules",
        "https://a.example/p?q=1#the%20rules",  # that of the section above
        "https://a.example/p?q=1#c",
    ]
    assert {one.url for one in chunk(from_bytes(page, name="a.html"))} == {None}
    told = from_bytes(page, name="a.html", url="https://a.example/#top")
    assert {one.url for one in chunk(told)} == {"https://a.example/#top"}


def test_a_chunk_that_begins_in_code_has_no_headings_of_its_own() -> None:
    text = "# A\n\n```\n" + "x = 1\n" * 5 + "# no heading\n" + "y = 2\n" * 5 + "```\n"
    found = chunk(Source(id="a", text=text, media_type="text/markdown"), size=30)
    assert len(found) > 2
    assert {part.path for one in found for part in sections_of(one)} == {("A",)}


def test_the_chunks_of_a_chunk() -> None:
    (first, *_) = chunk(rules(), size=100)
    again = chunk(first, size=5)
    assert [one.id for one in again] == ["rules#0#0", "rules#0#1"]
    assert again[0].derived_from == ("rules#0",)


@st.composite
def documents(draw: st.DrawFn) -> Source:
    bits = st.sampled_from(
        [
            "# A\n",
            "## B\n\n",
            "word ",
            "Sentence. ",
            "\n",
            "\n\n",
            "- item\n",
            "```\n",
            "🚀",
            "\r\n",
            "é\u0301",
            "\ud800",
        ]
    )
    text = "".join(draw(st.lists(bits, max_size=40)))
    media_type = draw(st.sampled_from(["text/markdown", "text/plain"]))
    half = len(text) // 2
    pages = (Span(0, half), Span(half, len(text)))
    return Source.model_construct(id="a", text=text, media_type=media_type, pages=pages, metadata={})


@given(documents(), st.integers(1, 40))
def test_chunks_are_the_document(document: Source, size: int) -> None:
    """Exact stretches, in order, that together hold all words; each knows where it stands."""
    text, at = document.text or "", 0
    assert chunk(document, size=size) == chunk(document, size=size)
    for number, part in enumerate(chunk(document, size=size)):
        inner = part.text or ""
        place = part.locators[0]
        assert isinstance(place, Chars)
        assert part.id == f"a#{number}"
        assert part.text == text[place.start : place.end]
        assert 0 < len(inner) <= size
        assert not text[at : place.start].strip()
        at = place.end
        for word in (Span(0, len(inner)), Span(len(inner) - 1, len(inner))):
            span = Span(place.start + word.start, place.start + word.end)
            assert in_document(part, word)[:3] == places_of(document, span)[:3]
        assert [span_of(part, locator) is not None for locator in places_of(part, Span(0, len(inner)))][:3] == [
            True
        ] * 3
        assert anchor_at(part, Span(len(inner) - 1, len(inner))) == anchor_at(document, Span(at - 1, at))
    assert not text[at:].strip()


UNITS = {
    "sections": "## A\n\nText of it.\n\n",
    "one paragraph": "word and more. ",
    "one word": "a",
    "lines": "word and more\n",
    "headings": "# A\n",
    "items": "- item\n",
    "deep items": "- " * 40 + "a\n",
    "quotes": "> a\n",
    "table": "| a | b |\n",
    "blanks": " \n",
    "code": "```\na\n```\n",
    "CJK": "漢字",
}


@pytest.mark.parametrize("unit", UNITS.values(), ids=UNITS)
@pytest.mark.parametrize("media_type", ["text/markdown", "text/plain"])
def test_work_grows_with_the_document(unit: str, media_type: str) -> None:
    def run(size: int) -> None:
        chunk(Source(id="a", text=unit * (size // len(unit)), media_type=media_type), size=200)

    assert growth(run, 10_000) < IN_STEP
