"""Answers for the tests: short ones by hand, and any that a program may make up."""

from typing import Any

from hypothesis import strategies as st

from citebridge import Answer
from citebridge.models import Citation, Evidence, Source, Span
from citebridge.models.answer import Channel, Finish, Selector, Status
from citebridge.models.places import Anchor, Blocks, Boxes, Chars, Claim, Lines, Pages, Section
from tests.strategies import marked

TEXTS = (
    *(
        "Dogs ride free. ",
        "Hens pay €4.50. ",
        "- It rained.\n",
        "| a | b |\n",
        "# Fares\n",
        "Why? ",
        "I hope this helps! ",
    ),
    *(
        "`code` ",
        "[1] ",
        "\ue200cite\ue202x\ue201",
        "The sources do not answer this. ",
        "\n\n",
        "Sources:\n",
        "🐕 ",
        "\ud800",
    ),
)
URLS = (
    "https://a.example/",
    "javascript:alert(1)",
    "https://vertexaisearch.cloud.google.com/grounding-api-redirect/A",
    "data:x",
    "\x01",
)
IDS = ("a", "b", "c", "hidden:1", "")

texts = st.lists(st.sampled_from(TEXTS), max_size=8).map("".join) | marked
offsets = st.integers(-3, 60) | st.sampled_from((-(2**70), 2**70))
words = st.none() | st.sampled_from(("", "Dogs ride free.", "x\x1b[31m", "\ud800", "secret plan of the board"))
spans = st.builds(Span, offsets, offsets)
locators = st.one_of(
    st.builds(Chars, start=offsets, end=offsets),
    st.builds(Pages, start_page=offsets, end_page=offsets),
    st.builds(Blocks, start_block=offsets, end_block=offsets),
    st.builds(Lines, start_line=offsets, end_line=offsets),
    st.builds(Section, path=st.tuples(st.sampled_from(("Fares", "\x00")))),
    st.builds(Boxes, page=offsets, rects=st.just(())),
)
evidences = st.builds(
    Evidence,
    status=st.sampled_from(Status.__args__),
    span=st.none() | spans,
    quote=words,
    note=words,
    link=st.none() | st.sampled_from(URLS),
    selector=st.none() | st.builds(Selector, st.just("x"), st.just(""), st.just(""), st.sampled_from(("0" * 64, "AB"))),
)
citations = st.builds(
    Citation,
    id=st.sampled_from(("0", "1", "2.0", "")),
    anchor=st.none() | st.builds(Anchor, st.sampled_from(("span", "point")), offsets, offsets),
    claim=st.none() | st.builds(Claim, offsets, offsets),
    source_id=st.none() | st.sampled_from(IDS),
    ref=words,
    cited_text=words,
    locators=st.lists(locators, max_size=2).map(tuple),
    channel=st.sampled_from(Channel.__args__),
    type=st.sampled_from((None, "recitation")),
    raw_span=st.none() | spans,
    evidence=st.none() | evidences,
)
sources = st.builds(
    Source,
    id=st.sampled_from(IDS),
    title=words,
    url=st.none() | st.sampled_from(URLS),
    text=st.none() | texts | words,
    digest=st.none() | st.sampled_from(("0" * 64, "nonsense")),
    pages=st.lists(spans, max_size=2).map(tuple),
    blocks=st.lists(spans, max_size=2).map(tuple),
    derived_from=st.lists(st.sampled_from(IDS), max_size=2).map(tuple),
    access=st.sampled_from(((), (), ("board",))),
)
answers = st.builds(
    Answer,
    text=texts,
    raw_text=texts,
    citations=st.lists(citations, max_size=6).map(tuple),
    sources=st.lists(sources, max_size=5).map(tuple),
    marker_map=st.dictionaries(st.sampled_from(("S1", "1", "[")), st.sampled_from(IDS), max_size=2),
    channel=st.sampled_from(Channel.__args__),
    finish=st.sampled_from(Finish.__args__),
    refusal=words,
)
"""Answers as no provider makes them: places anywhere, ids twice, sources that say nothing."""


def built(text: str, *citations: dict[str, Any], sources: tuple[dict[str, Any], ...] = (), **more: Any) -> Answer:
    """An answer by hand; citations get numbers for ids, and sources texts that say nothing."""
    numbered = [{"id": str(number), **one} for number, one in enumerate(citations)]
    return Answer.model_validate({"text": text, "citations": numbered, "sources": list(sources), **more})


def point(text: str, words: str, source: str | None = "a", **more: Any) -> dict[str, Any]:
    """A citation right behind some words of a text."""
    at = text.index(words) + len(words)
    return {"anchor": {"kind": "point", "start": at, "end": at}, "source_id": source, "ref": source, **more}


def span(text: str, words: str, source: str | None = "a", **more: Any) -> dict[str, Any]:
    """A citation of some words of a text."""
    at = text.index(words)
    return {"anchor": {"kind": "span", "start": at, "end": at + len(words)}, "source_id": source, "ref": source, **more}
