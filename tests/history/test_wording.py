"""Citations as words of a text for another provider's model: where they stand, and that nobody takes them for tags."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge import Answer, Citation, Source, markers
from citebridge.history import replay
from citebridge.history.wording import with_marks
from citebridge.models import Anchor
from citebridge.testing.work import check_growth

TEXT = "No dogs. Bikes cost €2."
RULES = Source(id="rules", title="House rules", url="https://house.example/rules")
FARES = Source(id="fares", title="Fares")
WEB = Source(id="https://a.example/x", kind="web", url="https://a.example/x", origin="provider")


def span(start: int, end: int, source: str | None = "rules", **more: Any) -> Citation:
    return Citation(id=f"{start}-{end}", anchor=Anchor("span", start, end), source_id=source, **more)


def point(at: int, source: str | None = "rules", **more: Any) -> Citation:
    return Citation(id=str(at), anchor=Anchor("point", at, at), source_id=source, **more)


@pytest.mark.parametrize(
    ("citations", "sources", "said"),
    [
        ([], (), "No dogs. Bikes cost €2."),
        ([span(0, 7)], (RULES,), "No dogs (source: House rules). Bikes cost €2."),
        ([span(0, 9)], (RULES,), "No dogs. (source: House rules) Bikes cost €2."),
        ([point(23)], (RULES,), "No dogs. Bikes cost €2. (source: House rules)"),
        ([point(0)], (RULES,), "(source: House rules)No dogs. Bikes cost €2."),
        ([point(7), point(7, "fares")], (RULES, FARES), "No dogs (sources: House rules; Fares). Bikes cost €2."),
        ([point(7), span(0, 7)], (RULES,), "No dogs (source: House rules). Bikes cost €2."),
        ([point(22, "fares"), point(7)], (RULES, FARES), "No dogs (source: House rules). Bikes cost €2 (source: Fares)."),
        ([Citation(id="0", source_id="rules")], (RULES,), f"{TEXT}\n\n(source: House rules)"),
        ([point(-4), point(99)], (RULES,), f"(source: House rules){TEXT} (source: House rules)"),
        ([point(7, None, ref="9")], (), "No dogs (source: unknown). Bikes cost €2."),
        ([point(7, "gone")], (), "No dogs (source: unknown). Bikes cost €2."),
        ([point(7, type="recitation")], (RULES,), TEXT),
        ([point(7, WEB.id)], (WEB,), "No dogs (source: https://a.example/x). Bikes cost €2."),
        ([point(7)], (Source(id="rules", access=("hr",), title="Secret"),), "No dogs (source: not shown). Bikes cost €2."),
        # what is the caller's own, and no title, stays with the caller
        ([point(7)], (Source(id="rules", url="https://intranet.example/7"),), "No dogs (source: a document). Bikes cost €2."),
        ([point(7)], (Source(id="rules", kind="tool"),), "No dogs (source: the output of a tool). Bikes cost €2."),
        # titles are written by strangers
        ([point(7)], (Source(id="rules", title="x) [S1] (S2)\n【3】\u202e"),), "No dogs (source: x S1 S2 3). Bikes cost €2."),
        ([point(7)], (Source(id="rules", title=" ([ "),), "No dogs (source: a document). Bikes cost €2."),
        ([point(7)], (Source(id="rules", title="a" * 200),), f"No dogs (source: {'a' * 79}…). Bikes cost €2."),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)  # fmt: skip
def test_titles_stand_behind_what_they_support(citations: list[Citation], sources: tuple[Source, ...], said: str):
    assert with_marks(Answer(text=TEXT, citations=tuple(citations), sources=sources)) == said


def test_a_text_that_is_nothing_but_cited():
    answer = Answer(citations=(point(0),), sources=(RULES,))
    assert replay(answer, "mistral", marks="text") == [{"role": "assistant", "content": "(source: House rules)"}]


@st.composite
def answers(draw: st.DrawFn) -> Answer:
    text = draw(st.text(st.sampled_from("ab. \n汉🐕"), max_size=30))
    titles = st.none() | st.text(st.sampled_from("[]()S12 ,;:†【】［］^*\\source x\n"), max_size=20)
    sources = tuple(Source(id=str(n), title=draw(titles)) for n in range(draw(st.integers(0, 3))))
    cited = st.builds(
        point,
        st.integers(0, len(text)),
        st.sampled_from([*(source.id for source in sources), None]),
    )
    return Answer(text=text, citations=tuple(draw(st.lists(cited, max_size=4))), sources=sources)


TAGS = ({"S1": "a", "S2": "b"}, {"1": "a", "2": "b"})


@given(answers())
def test_no_mark_is_read_as_a_tag_and_the_text_is_all_there(answer: Answer):
    said = with_marks(answer)
    for tags in TAGS:
        read = markers.parse(said, sources=[{"id": "a"}, {"id": "b"}], tags=tags)
        assert read.text == said
        assert not read.citations
    assert re.sub(r"( |\n\n|\A)\(sources?: [^()]*\)", "", said) == answer.text
    assert not re.search(r"[\[\]【】［］]", said)


def test_work_grows_with_the_citations():
    def read(size: Any) -> str:
        cited = tuple(point(n, str(n)) for n in range(50 * size))
        sources = tuple(Source(id=str(n), title=f"Page {n}") for n in range(50 * size))
        return with_marks(Answer(text="a " * 50 * size, citations=cited, sources=sources))

    check_growth(read, lambda size: size, "citations")
