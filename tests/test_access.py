"""`redact`: what a viewer may not see leaves by no door, and what it may see is still there."""

import doctest
import html
import inspect
import io
import json
from collections.abc import Iterable, Iterator
from functools import cache
from types import ModuleType
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from pydantic import BaseModel
from pydantic_core import to_json

from citebridge import Answer, Citation, Evidence, Notice, Source, UsageError, access, normalize, render
from citebridge.access import hidden_sources, hiding, is_redacted, leaks, marks, redact
from citebridge.models import Anchor, Chars, Claim, Lift, Pages, Section, Selector, Span
from citebridge.resolver import resolve
from citebridge.testing.work import check_growth
from citebridge.validator import validate
from tests.wire import Wire, wires

PLAN = Source(
    id="merger-doc-7",
    title="Merger outline",
    url="https://deals.example/merger",
    text="Falcon buys Heron in June.",
    section="Chapter four: the price",
    aliases=("file-merger-77",),
    access=("board",),
    metadata={"desk": "cabinet-12-north", "page count": 1200},
    raw={"type": "stored_file_result", "name": "outline-original.docx"},
)
FAIR = Source(id="fair", title="Fair calendar", url="https://fair.example/", text="The fair is in May.")
TEXT = "Falcon buys Heron; the fair is in May."


@pytest.mark.parametrize("module", [access, hiding, leaks, marks], ids=lambda module: module.__name__)
def test_examples(module: ModuleType):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


# -- whole values


def test_what_is_left():
    cited = Citation(
        id="0",
        anchor=Anchor("span", 0, 17),
        claim=Claim(0, 17, "provider"),
        source_id="merger-doc-7",
        ref="merger-doc-7",
        cited_text="Falcon buys Heron",
        locators=(Pages(start_page=1, end_page=1),),
        type="page_location",
        confidence=0.5,
        evidence=Evidence(status="verified", quote="Falcon buys Heron"),
        raw={"cited_text": "Falcon buys Heron"},
    )
    open_one = cited.model_copy(update={"id": "1", "source_id": "fair", "cited_text": "The fair is in May.", "raw": 1})
    answer = Answer(
        text=TEXT,
        citations=(cited, open_one.model_copy(update={"ref": "fair", "evidence": None})),
        sources=(PLAN, FAIR.model_copy(update={"access": ("staff",), "metadata": {"desk": "window"}})),
        marker_map={"S1": "merger-doc-7", "S2": "fair"},
        usage={"tokens": 7},
        notices=(Notice("unknown_chunk", "merger-doc-7 is odd", {"id": "merger-doc-7"}), Notice("too_deep", "deep")),
        raw={"text": "Falcon buys Heron"},
    )
    seen = redact(answer, ["staff"])
    assert seen.model_dump(mode="json", exclude_defaults=True) == snapshot(
        {
            "text": "Falcon buys Heron; the fair is in May.",
            "raw_text": "Falcon buys Heron; the fair is in May.",
            "citations": [
                {
                    "id": "0",
                    "anchor": {"kind": "span", "start": 0, "end": 17},
                    "claim": {"start": 0, "end": 17, "basis": "provider"},
                    "source_id": "hidden:1",
                    "type": "page_location",
                    "confidence": 0.5,
                },
                {
                    "id": "1",
                    "anchor": {"kind": "span", "start": 0, "end": 17},
                    "claim": {"start": 0, "end": 17, "basis": "provider"},
                    "source_id": "fair",
                    "ref": "fair",
                    "cited_text": "The fair is in May.",
                    "locators": [{"start_page": 1, "end_page": 1}],
                    "type": "page_location",
                    "confidence": 0.5,
                    "raw": 1,
                },
            ],
            "sources": [
                {"id": "hidden:1"},
                {
                    "id": "fair",
                    "title": "Fair calendar",
                    "url": "https://fair.example/",
                    "text": "The fair is in May.",
                    "metadata": {"desk": "window"},
                },
            ],
            "marker_map": {"S1": "hidden:1", "S2": "fair"},
            "usage": {"tokens": 7},
            "notices": [
                {"code": "unknown_chunk", "message": "A source of an unknown kind: its record is kept."},
                {"code": "too_deep", "message": "deep"},
            ],
        }
    )


def test_kinds_stay_and_numbers_follow_the_order():
    sources = (
        Source(id="b", kind="web", access=("x",)),
        FAIR,
        Source(id="a", kind="place", access=("x",)),
        Source(id="a", kind="tool"),
    )
    assert redact(Answer(sources=sources)).sources == (
        Source(id="hidden:1", kind="web"),
        FAIR,
        Source(id="hidden:2", kind="place"),
        Source(id="hidden:3", kind="tool"),
    )


def test_a_new_id_is_nobodys_yet():
    sources = (
        Source(id="hidden:1"),
        Source(id="x", aliases=("hidden:3",)),
        Source(id="y", derived_from=("hidden:5",)),
        PLAN,
    )
    citations = (Citation(id="0", ref="hidden:2"), Citation(id="1", source_id="merger-doc-7"))
    seen = redact(Answer(sources=sources, citations=citations, marker_map={"S1": "hidden:4"}))
    assert (seen.sources[3].id, seen.citations[1].source_id) == ("hidden:6", "hidden:6")
    assert seen.citations[0].ref == "hidden:2"


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        (Source(id="hidden:12", kind="web"), True),
        (Source(id="hidden:12", title="x"), False),
        (Source(id="hidden:"), False),
        (Source(id="hidden:x"), False),
        (Source(id="hidden:1", access=("x",)), False),
        (Source(id="1"), False),
    ],
)
def test_what_redact_left_is_known(source: Source, expected: bool):
    assert is_redacted(source) is expected


# -- who may see what


@pytest.mark.parametrize(
    ("tags", "viewer", "seen"),
    [
        ((), None, True),
        ((), ["x"], True),
        (("x",), None, False),
        (("x",), [], False),
        (("x",), ["y"], False),
        (("x",), ["X"], False),
        (("x",), ["y", "x"], True),
        (("x", "y"), ["x"], False),
        (("x", "y"), {"x", "y", "z"}, True),
        (("x", "x"), ("x",), True),
        (("x",), iter(["x"]), True),
        (("",), [], False),
        (("",), [""], True),
    ],
)
def test_all_tags_are_needed(tags: tuple[str, ...], viewer: Iterable[str] | None, seen: bool):
    answer = Answer(sources=(Source(id="a", title="T", access=tags),))
    assert redact(answer, viewer).sources == (Source(id="a", title="T") if seen else Source(id="hidden:1"),)


@pytest.mark.parametrize(
    "viewer", ["staff", b"staff", 7, ["x", 7], [None], object()], ids=lambda one: type(one).__name__
)
@pytest.mark.parametrize("sources", [(), (FAIR,), (PLAN,)], ids=["none", "open", "tagged"])
def test_a_viewer_is_a_collection_of_tags(viewer: Any, sources: tuple[Source, ...]):
    with pytest.raises(UsageError, match="viewer= takes the tags that the viewer holds, in a list or a set"):
        redact(Answer(sources=sources), viewer)


def test_an_answer_is_needed():
    with pytest.raises(UsageError, match="redact and the renderers take an Answer, not dict; normalize gives one"):
        redact({"text": "No dogs."})  # type: ignore[arg-type]


def test_without_tags_the_answer_is_given_back_itself():
    answer = Answer(text=TEXT, sources=(FAIR,), raw={"body": 1})
    assert redact(answer) is answer
    assert redact(answer, ["x"]) is answer


def test_who_may_see_all_gets_all_but_the_tags():
    cited = Citation(id="0", source_id="merger-doc-7", ref="merger-doc-7", cited_text="Falcon buys Heron")
    answer = Answer(text=TEXT, citations=(cited,), sources=(PLAN, FAIR), raw={"body": 1})
    assert answer.source(cited) is PLAN
    seen = redact(answer, ["board"])
    assert seen == answer.model_copy(update={"sources": (PLAN.model_copy(update={"access": ()}), FAIR)})
    assert seen.source(cited) == seen.sources[0]  # and not what the answer before had found


DERIVED: list[tuple[str, list[Source], set[str]]] = [
    ("nothing is", [PLAN, FAIR], {"merger-doc-7"}),
    ("by id", [PLAN, Source(id="s", derived_from=("merger-doc-7",))], {"merger-doc-7", "s"}),
    ("by an alias", [PLAN, Source(id="s", derived_from=("file-merger-77",))], {"merger-doc-7", "s"}),
    ("by its url", [PLAN, Source(id="s", derived_from=("https://deals.example/merger",))], {"merger-doc-7", "s"}),
    (
        "over two steps, whatever the order",
        [Source(id="t", derived_from=("s-alias",)), Source(id="s", aliases=("s-alias",), derived_from=("x", PLAN.id)), PLAN],
        {"merger-doc-7", "s", "t"},
    ),
    (
        "in a ring",
        [Source(id="a", derived_from=("b",), access=("x",)), Source(id="b", derived_from=("a",))],
        {"a", "b"},
    ),
    ("of itself", [Source(id="a", derived_from=("a",), access=("x",))], {"a"}),
    ("its document is not made of it", [Source(id="d"), Source(id="d#0", derived_from=("d",), access=("x",))], {"d#0"}),
    ("a passage by its id", [PLAN, Source(id="merger-doc-7#0"), Source(id="file-merger-77#12")], {PLAN.id, "merger-doc-7#0", "file-merger-77#12"}),
    ("of a passage that is not there", [PLAN, Source(id="s", derived_from=("merger-doc-7#3",))], {"merger-doc-7", "s"}),
    ("the caller's own anchors are no passages", [PLAN, Source(id="merger-doc-7#intro")], {"merger-doc-7"}),
    ("two of one id", [PLAN, Source(id="merger-doc-7", title="Another")], {"merger-doc-7"}),
    ("a clash", [PLAN, Source(id="merger-doc-7~2", aliases=("merger-doc-7",))], {"merger-doc-7", "merger-doc-7~2"}),
    ("no clash", [PLAN, Source(id="merger-doc-7~2")], {"merger-doc-7"}),
    ("returned under its id", [PLAN, Source(id="r", aliases=("merger-doc-7",), origin="provider")], {"merger-doc-7", "r"}),
    ("returned under its alias", [PLAN, Source(id="file-merger-77", origin="provider")], {"merger-doc-7", "file-merger-77"}),
    ("returned under its url", [PLAN, Source(id="r", url=PLAN.url, origin="provider")], {"merger-doc-7", "r"}),
    ("returned with its text", [PLAN, Source(id="r", text=PLAN.text, origin="provider")], {"merger-doc-7", "r"}),
    ("returned with its text in other lines", [PLAN, Source(id="r", text=f" {PLAN.text} ".replace(" ", "\r\n"), origin="provider")], {"merger-doc-7", "r"}),
    (
        "returned in blocks",
        [Source(id="a", text="No dogs.\n\nNo hens.", access=("x",)), Source(id="r", text="No dogs.No hens.", blocks=(Span(0, 8), Span(8, 16)), origin="provider")],
        {"a", "r"},
    ),
    ("returned under its url with what OpenAI adds", [PLAN, Source(id=f"{PLAN.url}?utm_source=openai", origin="provider")], {PLAN.id, f"{PLAN.url}?utm_source=openai"}),
    (
        "one more in the query of its url",
        [Source(id="a", url="https://a.example/?q=1#top", access=("x",)), Source(id="r", url="https://a.example/?q=1&utm_source=openai#top", origin="provider")],
        {"a", "r"},
    ),
    ("of another page that OpenAI found", [PLAN, Source(id=f"{PLAN.url}/2?utm_source=openai", origin="provider")], {PLAN.id}),
    (
        "returned with its digest",
        [Source(id="a", digest="0A1B", access=("x",)), Source(id="r", digest="0a1b", origin="provider")],
        {"a", "r"},
    ),
    ("empty texts are nobody's", [Source(id="a", text="", access=("x",)), Source(id="r", text="", origin="provider")], {"a"}),
    ("returned, and what is made of it", [PLAN, Source(id="r", url=PLAN.url, origin="provider"), Source(id="s", derived_from=("r",))], {"merger-doc-7", "r", "s"}),
    ("the caller's own record of its url is open", [PLAN, Source(id="r", url=PLAN.url)], {"merger-doc-7"}),
    ("the same title is not the same source", [PLAN, Source(id="r", title=PLAN.title, origin="provider")], {"merger-doc-7"}),
]  # fmt: skip


@pytest.mark.parametrize(("what", "sources", "hidden"), DERIVED, ids=[row[0] for row in DERIVED])
def test_hidden_with_it(what: str, sources: list[Source], hidden: set[str]):
    assert hidden_sources(sources) == hidden
    assert hidden_sources(reversed(sources)) == hidden
    assert hidden_sources(sources, viewer=["board", "x"]) == set()


def test_what_the_provider_returned_is_not_shown_in_the_place_of_what_is_hidden():
    """The provider's record says other words than the caller's: it is `timetable~2`, and nobody has tagged it."""
    mine = Source(id="timetable", text="The ferry sails at dawn.", access=("crew",))
    wire = Wire("cohere")
    answer = normalize(wire.data, provider="cohere", request=wire.request, sources=[mine])
    assert [one.id for one in answer.sources] == ["timetable", "fares", "rules", "timetable~2"]
    seen = redact(answer)
    assert [one.id for one in seen.sources] == ["hidden:1", "fares", "rules", "hidden:2"]
    assert "Halden ferry timetable" not in seen.model_dump_json()


# -- what tells of it elsewhere

QUOTE = "Falcon buys Heron"
SELECTOR = Selector(exact="May", prefix="The fair is in ", suffix=".", sha256="0" * 64)

GIVEN_AWAY: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    ("quotes the wrong source", {"cited_text": QUOTE}, {"cited_text": None}),
    ("names it", {"ref": "merger-doc-7"}, {"ref": None}),
    ("names it by its address", {"ref": "see https://deals.example/merger?utm=1"}, {"ref": None}),
    ("names it by a short title", {"ref": "Merger outline"}, {"ref": None}),
    ("a place in it", {"locators": (Section(path=("Chapter four: the price",)),)}, {"locators": ()}),
    ("its words as the payload", {"raw": {"a": [1, {"quoted": QUOTE}]}}, {"raw": None}),
    ("its words as a key", {"raw": {QUOTE: 1}}, {"raw": None}),
    ("its id in a list", {"raw": {"reference_ids": ["fair", "merger-doc-7"]}}, {"raw": None}),
    ("an alias within a text", {"raw": ["(file-merger-77)"]}, {"raw": None}),
    ("a kind of its words", {"type": "outline-original.docx_location"}, {"type": None}),
    ("an id made of its id", {"id": "merger-doc-7.0"}, {"id": "citation:1"}),
    ("a note", {"evidence": Evidence(status="wrong_place", note="stands in merger-doc-7")}, {"evidence": None}),
    ("a quote of it", {"evidence": Evidence(status="wrong_place", quote=QUOTE)}, {"evidence": None}),
    ("a link to it", {"evidence": Evidence(status="wrong_place", link="https://deals.example/merger#page=2")}, {"evidence": None}),
    (
        "its words in a link",
        {"evidence": Evidence(status="verified", link="https://fair.example/#:~:text=Falcon%20buys%20Heron")},
        {"evidence": None},
    ),
    (
        "words around a quote",
        {"evidence": Evidence(status="verified", selector=Selector("in", "buys Heron ", " June.", ""))},
        {"evidence": Evidence(status="verified", selector=Selector("in", "buys Heron ", " June.", ""))},
    ),
    (
        "more words around a quote",
        {"evidence": Evidence(status="verified", selector=Selector("in", "Falcon buys Heron ", "", ""))},
        {"evidence": None},
    ),
    (
        "a heading as found",
        {"evidence": Evidence(status="verified", locators=(Section(path=("Chapter four: the price",)),))},
        {"evidence": None},
    ),
    ("what its metadata says", {"raw": "cabinet-12-north"}, {"raw": None}),
    ("what its record says", {"raw": "outline-original.docx"}, {"raw": None}),
    ("a word of the schema", {"raw": {"type": "stored_file_result_location"}}, {"raw": {"type": "stored_file_result_location"}}),
    ("a number of its metadata", {"raw": {"size": 1200}}, {"raw": {"size": 1200}}),
    ("nothing of it", {"ref": "fair", "raw": {"a": None, "b": True, "c": 1.5}}, {"ref": "fair", "raw": {"a": None, "b": True, "c": 1.5}}),
    ("eleven characters of it", {"cited_text": "Falcon buys"}, {"cited_text": "Falcon buys"}),
    ("twelve characters of it", {"cited_text": "Falcon buys "}, {"cited_text": None}),
    ("its words on lines of their own", {"cited_text": "Falcon\nbuys\r\n\nHeron"}, {"cited_text": None}),
    ("its words with other blanks", {"cited_text": "Falcon\u00a0buys\u2009Heron"}, {"cited_text": None}),
    ("its words in capitals", {"cited_text": "FALCON BUYS HERON"}, {"cited_text": None}),
    ("its url in capitals", {"ref": "HTTPS://DEALS.EXAMPLE/MERGER"}, {"ref": None}),
    ("its id with what nobody sees", {"ref": "merger\u200b-doc\u00ad-7"}, {"ref": None}),
    (
        "its own words",
        {"evidence": Evidence(status="verified", quote="The fair is in May.", selector=SELECTOR, link="https://fair.example/")},
        {"evidence": Evidence(status="verified", quote="The fair is in May.", selector=SELECTOR, link="https://fair.example/")},
    ),
]  # fmt: skip


@pytest.mark.parametrize(("what", "told", "left"), GIVEN_AWAY, ids=[row[0] for row in GIVEN_AWAY])
@pytest.mark.parametrize("source", ["fair", None])
def test_citations_of_others(what: str, told: dict[str, Any], left: dict[str, Any], source: str | None):
    cited = Citation(id="0", anchor=Anchor("span", 0, 4), source_id=source)
    answer = Answer(text=TEXT, citations=(cited.model_copy(update=told),), sources=(PLAN, FAIR))
    if source is None and left.get("ref", 1) is None:
        left = left | {"ref": None}
    assert redact(answer).citations == (cited.model_copy(update=left),)


def test_short_names_are_names_as_they_are_written():
    hidden = Source(id="h", title="Guide", access=("staff",))
    cited = Citation(id="0", source_id="fair", cited_text="a guide for all")
    assert redact(Answer(citations=(cited,), sources=(hidden, FAIR))).citations == (cited,)
    named = cited.model_copy(update={"cited_text": "a Guide for all"})
    assert redact(Answer(citations=(named,), sources=(hidden, FAIR))).citations[0].cited_text is None


BLANK = Citation(id="0", anchor=Anchor("point", 4, 4), type="t")


@pytest.mark.parametrize(
    ("named", "source_id"),
    [
        ({"source_id": "merger-doc-7"}, "hidden:1"),
        ({"source_id": "merger-doc-7", "ref": "fair"}, "hidden:1"),
        ({"ref": "merger-doc-7"}, None),
        ({"ref": "file-merger-77"}, None),
        ({"ref": "https://deals.example/merger"}, None),
        ({"ref": "merger-doc-7#4"}, None),
        ({"source_id": "file-merger-77"}, None),
        ({"source_id": "merger-doc-7#4", "ref": "S9"}, None),
    ],
    ids=str,
)
def test_citations_of_it_are_blank(named: dict[str, Any], source_id: str | None):
    told = {
        "cited_text": "ok",
        "locators": (Chars(start=0, end=2),),
        "raw": {"n": 1},
        "evidence": Evidence(status="altered"),
    }
    answer = Answer(text=TEXT, citations=(BLANK.model_copy(update=told | named),), sources=(PLAN, FAIR))
    assert redact(answer).citations == (BLANK.model_copy(update={"source_id": source_id}),)


@pytest.mark.parametrize(
    ("message", "raw", "kept"),
    [
        ("an odd thing", None, True),
        ("an odd thing", {"at": [1, "fair"]}, True),
        ("merger-doc-7 is odd", None, False),
        ("'merger-doc-7' is odd", {"fine": 1}, False),
        ("the page of Merger outline is odd", None, False),
        ("an odd thing", {"at": ["merger-doc-7"]}, False),
        ("an odd thing", {"merger-doc-7": 1}, False),
        ("an odd thing", f"he said: {QUOTE}!", False),
        ("7 is nobody", None, False),  # in a notice a short name counts too
        ("17 is nobody", None, True),
    ],
)
def test_notices(message: str, raw: Any, kept: bool):
    notice = Notice("unknown_chunk", message, raw)
    sources = (PLAN.model_copy(update={"aliases": ("7",)}), FAIR)
    left = notice if kept else Notice("unknown_chunk", "A source of an unknown kind: its record is kept.")
    assert redact(Answer(sources=sources, notices=(notice,))).notices == (left,)


@pytest.mark.parametrize(("name", "kept"), [("p7", False), ("7", False), ("17", True), ("p", True)])
def test_a_note_that_names_it_by_a_short_id(name: str, kept: bool):
    hidden = Source(id=name, text="Falcon.", access=("board",))
    told = Evidence(status="wrong_place", quote="Falcon.", note='it stands in another source: "p7", "7"')
    cited = Citation(id="0", source_id="fair", cited_text="Falcon.", evidence=told)
    (left,) = redact(Answer(text=TEXT, citations=(cited,), sources=(hidden, FAIR))).citations
    assert left.evidence == (told if kept else None)


def test_a_notice_of_another_package():
    seen = redact(Answer(sources=(PLAN,), notices=(Notice("acme_odd", "merger-doc-7"),)))
    assert seen.notices == (Notice("acme_odd", "Something odd about a source that is not shown."),)


def test_the_rest_of_an_answer():
    told = {"finish_detail": QUOTE, "model": QUOTE, "response_id": "merger-doc-7", "usage": {"for": "merger-doc-7"}}
    seen = redact(Answer(text=TEXT, sources=(PLAN,), refusal=f"I can't say that {QUOTE}.", finish="refusal", **told))  # type: ignore[arg-type]
    assert (seen.finish_detail, seen.model, seen.response_id, seen.usage) == (None, None, None, None)
    assert (seen.finish, seen.refusal) == ("refusal", "(withheld: it repeats a source that is not shown)")
    fine = {"finish_detail": "stop", "model": "m-1", "response_id": "r-1", "usage": {"tokens": 7}, "refusal": "No."}
    seen = redact(Answer(text=TEXT, sources=(PLAN,), raw={"n": 1}, **fine))  # type: ignore[arg-type]
    assert seen.model_dump(include=set(fine)) == fine
    assert (seen.text, seen.raw_text, seen.raw) == (TEXT, TEXT, None)


def test_a_lifted_mark_that_names_a_hidden_source_goes():
    raw = "So ([merger](https://deals.example/merger)) it is ([fair](https://fair.example/)) said."
    answer = Answer(
        text="So it is said.",
        raw_text=raw,
        lifted=(Lift(Span(2, 43), 2), Lift(Span(49, 81), 8)),
        sources=(PLAN, Source(id="https://fair.example/", url="https://fair.example/")),
        citations=(
            Citation(id="0", source_id=PLAN.id, raw_span=Span(3, 43)),
            Citation(id="1", source_id="https://fair.example/", raw_span=Span(50, 81)),
        ),
    )
    seen = redact(answer)
    assert seen.raw_text == "So it is ([fair](https://fair.example/)) said."
    assert seen.lifted == (Lift(Span(8, 40), 8),)
    assert [one.raw_span for one in seen.citations] == [None, Span(9, 40)]
    assert seen.text == seen.raw_text[:8] + seen.raw_text[40:]


def test_tags_lead_to_the_new_id_or_are_left_out():
    tags = {
        "S1": "merger-doc-7",
        "S2": "fair",
        "S3": "file-merger-77",
        "S4": "gone",
        "S5": "merger-doc-7#2",
        "merger-doc-7": "fair",
        "S6": "the Merger outline",
    }
    seen = redact(Answer(sources=(PLAN, FAIR), marker_map=tags))
    assert seen.marker_map == {"S1": "hidden:1", "S2": "fair", "S3": "hidden:1", "S4": "gone", "S5": "hidden:1"}


@pytest.mark.parametrize(
    ("told", "left"),
    [
        ({"aliases": ("x", "file-merger-77")}, {"aliases": ("x",)}),
        ({"raw": {"parent": "merger-doc-7"}}, {"raw": None}),
        ({"raw": {"snippet": QUOTE}}, {"raw": None}),
        ({"raw": {"type": "stored_file_result"}}, {"raw": {"type": "stored_file_result"}}),
        ({"metadata": {"see also": "merger-doc-7"}}, {"metadata": {}}),
        ({"metadata": {"replaces": "Merger outline"}}, {"metadata": {}}),
        (
            {"metadata": {"desk": "cabinet-12-north"}},
            {"metadata": {"desk": "cabinet-12-north"}},
        ),  # its own desk as well
        ({"metadata": {"desk": "by cabinet-12-north"}}, {"metadata": {}}),
        ({"text": f"{QUOTE} in this one too."}, {"text": f"{QUOTE} in this one too."}),
    ],
    ids=str,
)
def test_visible_sources_keep_their_own_words(told: dict[str, Any], left: dict[str, Any]):
    seen = redact(Answer(sources=(PLAN, FAIR.model_copy(update=told))))
    assert seen.sources[1] == FAIR.model_copy(update=left)


def test_words_that_a_visible_source_has_may_be_told():
    quote = Citation(id="0", source_id="copy", cited_text=QUOTE, raw={"cited_text": QUOTE})
    copy = Source(id="copy", text=f"They say that {QUOTE}.")
    assert redact(Answer(citations=(quote,), sources=(PLAN, copy))).citations == (quote,)


# -- laws

NAMES = ("plan", "memo-of-the-board", "7", "https://deals.example/a", "kettle-and-lamp", "fair")
PHRASES = (
    *("Falcon buys Heron in June", "the price is nine millions", "a quiet garden wall", "Falcon buys Heron", "short"),
    *(
        "https://deals.example/a/b",
        "memo-of-the-board-2",
        "",
        "wall\n of 🐕 sticks and stones",
        "100000000000",
    ),
)
said = st.sampled_from((*PHRASES, *NAMES)) | st.tuples(st.sampled_from(PHRASES), st.sampled_from(NAMES)).map(" ".join)
perhaps = st.none() | said
payloads = st.recursive(
    st.none() | st.integers(0, 9) | said | st.just(100000000000),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(said, inner, max_size=3),
    max_leaves=5,
)
names = st.sampled_from(NAMES)
tags = st.lists(st.sampled_from(["hr", "board"]), max_size=2, unique=True).map(tuple)
places = st.lists(st.builds(lambda path: Section(path=tuple(path)), st.lists(said, max_size=2)), max_size=1).map(tuple)
selectors = st.builds(Selector, exact=said, prefix=said, suffix=said, sha256=st.just("00"))
found = st.builds(
    Evidence, status=st.sampled_from(["verified", "wrong_place"]), quote=perhaps, link=perhaps, note=perhaps,
    locators=places, selector=st.none() | selectors, span=st.just(Span(0, 1)),
)  # fmt: skip
sources = st.builds(
    Source, id=names, title=perhaps, url=st.none() | names, text=perhaps, section=perhaps, access=tags,
    aliases=st.lists(names, max_size=2).map(tuple), derived_from=st.lists(names, max_size=1).map(tuple),
    metadata=st.dictionaries(said, payloads, max_size=2), origin=st.sampled_from(["caller", "provider"]), raw=payloads,
    kind=st.sampled_from(["document", "web"]), digest=st.none() | st.just("d" * 64),
)  # fmt: skip
citations = st.builds(
    Citation, id=said, source_id=st.none() | names, ref=perhaps, cited_text=perhaps, locators=places,
    type=perhaps, evidence=st.none() | found, raw=payloads, anchor=st.none() | st.just(Anchor("point", 1, 1)),
)  # fmt: skip
notices = st.builds(Notice, code=st.sampled_from(["too_deep", "acme"]), message=said, raw=payloads)
answers = st.builds(
    Answer, text=said, sources=st.lists(sources, max_size=4).map(tuple), citations=st.lists(citations, max_size=3).map(tuple),
    notices=st.lists(notices, max_size=2).map(tuple), refusal=perhaps, finish_detail=perhaps, usage=payloads,
    marker_map=st.dictionaries(said, names, max_size=2), raw=payloads, model=perhaps, response_id=perhaps,
)  # fmt: skip
viewers = st.none() | st.lists(st.sampled_from(["hr", "board", "x"]), max_size=3)


def leaves(value: Any) -> Iterator[str]:
    """Every text, key and number in a JSON value."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from leaves(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from leaves(inner)
    elif value is not None and not isinstance(value, bool):
        yield str(value)


def runs(texts: Iterable[str]) -> set[str]:
    return {text[at : at + 12] for text in texts for at in range(len(text) - 11)}


def core(source: Source) -> set[str]:
    told = (source.id, source.title, source.url, source.text, source.section, *source.aliases, *source.derived_from)
    return {text for text in told if text}


def secrets(hidden: list[Source], visible: list[Source]) -> set[str]:
    """The runs of 12 that only hidden sources have; attributes that both have are no secret, and no title is one."""
    held = {text for source in hidden for text in core(source)}
    attributes = {text for source in hidden for text in leaves([source.metadata, source.raw])} - held
    shared = {text for source in visible for text in leaves([source.metadata, source.raw])} & attributes
    told = held | {text for source in hidden for text in leaves(source.metadata)}
    return runs(told) - runs(shared | {text for source in visible for text in core(source)})


@given(answers, viewers)
def test_no_twelve_characters_of_a_hidden_source(answer: Answer, viewer: list[str] | None):
    gone = hidden_sources(answer.sources, viewer)
    hidden = [source for source in answer.sources if source.id in gone]
    visible = [source for source in answer.sources if source.id not in gone]
    seen = redact(answer, viewer)
    if not hidden:
        return
    dump = seen.model_dump(mode="json", exclude={"text", "raw_text"})
    told = list(leaves(dump))
    assert not runs([*told, *map(unquote, told)]) & secrets(hidden, visible)
    shown = {name for source in visible for name in core(source)}
    assert not set(told) & {name for name in gone - shown if len(name) > 3}


@given(answers, viewers)
def test_laws(answer: Answer, viewer: list[str] | None):
    seen = redact(answer, viewer)
    assert redact(seen) is seen  # nothing is tagged any more
    assert Answer.model_validate_json(seen.model_dump_json()) == seen
    assert seen == redact(answer, [*(viewer or ()), "x"])  # a tag that nothing asks for
    assert not any(source.access for source in seen.sources)
    assert (seen.text, seen.raw_text, len(seen.citations)) == (answer.text, answer.raw_text, len(answer.citations))
    assert [one.anchor for one in seen.citations] == [one.anchor for one in answer.citations]
    gone = hidden_sources(answer.sources, viewer)
    for before, after in zip(answer.sources, seen.sources, strict=True):
        assert is_redacted(after) or before.id not in gone
        assert before.id in gone or core(after) >= core(before) - {*before.aliases}
    for before, after in zip(answer.citations, seen.citations, strict=True):
        lost = answer.source(before) is not None and before.source_id in gone
        assert not lost or after == Citation(
            id=after.id, anchor=before.anchor, source_id=after.source_id, type=after.type
        )
        assert (answer.source(before) is None) == (seen.source(after) is None)
    if not gone:
        open_sources = tuple(source.model_copy(update={"access": ()}) for source in answer.sources)
        assert seen == answer.model_copy(update={"sources": open_sources})


@given(answers, viewers, st.randoms())
def test_the_order_of_tags_changes_nothing(answer: Answer, viewer: list[str] | None, random: Any):
    mixed = sorted(viewer or (), key=lambda tag: random.random())
    assert redact(answer, mixed) == redact(answer, viewer)


@given(answers, viewers, viewers)
def test_who_holds_more_sees_no_less(answer: Answer, one: list[str] | None, other: list[str] | None):
    both = [*(one or ()), *(other or ())]
    assert hidden_sources(answer.sources, both) <= hidden_sources(answer.sources, one)


def long_answer(size: Any) -> Any:
    plans = [
        Source(
            id=f"plan-{n}", url=f"https://deals.example/{n}", text=f"Bird {n} buys bird {n + 1}. " * 5, access=("x",)
        )
        for n in range(size)
    ]
    chain = [Source(id=f"sum-{n}", derived_from=(f"sum-{n - 1}" if n else "plan-0",)) for n in range(size)]
    fairs = [
        Source(id=f"fair-{n}", text=f"Fair {n} is in May.", raw={"text": f"Fair {n} is in May."}) for n in range(size)
    ]
    cited = [
        Citation(id=str(n), source_id=f"{('plan', 'fair')[n % 2]}-{n}", raw={"n": f"plan-{n}"}) for n in range(size)
    ]
    odd = tuple(Notice("too_deep", f"plan-{n} is deep") for n in range(size))
    return Answer(sources=(*plans, *chain, *fairs), citations=tuple(cited), notices=odd)  # fmt: skip


def test_work_grows_with_the_answer():
    check_growth(lambda size: redact(long_answer(20 * size)), lambda size: size, "sources, citations and notices")  # type: ignore[operator]


def test_work_grows_with_the_texts():
    def read(size: Any) -> None:
        plan = Source(id="a" * 5, title="aaaa-" * 3, text="a" * 50 * size, access=("x",))
        cited = Citation(id="0", cited_text="a" * 50 * size, raw={"b": "aaaaa-" * 50 * size})
        redact(Answer(sources=(plan,), citations=(cited,)))

    check_growth(read, lambda size: size, "texts")


# -- every door, over the answers of all providers


@cache
def recorded() -> list[tuple[str, Answer]]:
    """What all cassettes give that have sources, whole and streamed."""
    found: list[tuple[str, Answer]] = []
    for wire in wires():
        answer = normalize(wire.data, provider=wire.provider, request=wire.request)
        if answer.sources:
            found.append((str(wire), answer))
    return found


def doors() -> dict[str, Any]:
    """All ways in which an answer is shown or told: every renderer, every form of a report, and what is redacted."""
    takes = {name: getattr(render, name) for name in render.__all__}
    found = {f"render.{name}": one for name, one in takes.items() if inspect.isfunction(one) and _of_an_answer(one)}
    return {**found, "report": _reported, "redact": redact, "resolve": lambda answer: resolve(answer, viewer=[])}


def _of_an_answer(function: Any) -> bool:
    first, *others = inspect.signature(function).parameters.values()
    return first.name in ("answer", "answers") and all(one.default is not one.empty for one in others)


def _reported(answer: Answer) -> dict[str, Any]:
    """A report as it is dumped, and by each of its own methods."""
    report = validate(answer)
    own = [name for name in set(dir(type(report))) - set(dir(BaseModel)) if not name.startswith("_")]
    assert {"to_text", "to_junit", "to_claim_source_map"} <= {*own}
    return {"": report.model_dump(mode="json"), **{name: getattr(report, name)() for name in sorted(own)}}


def written(shown: Any) -> list[str]:
    """What a door gives, and what it says once its own escapes are read."""
    if hasattr(shown, "__rich__") or hasattr(shown, "__rich_console__"):
        from rich.console import Console

        console = Console(file=io.StringIO(), record=True, width=4000, force_terminal=True, legacy_windows=False)
        console.print(shown)
        shown = f"{console.export_text(clear=False)}\n{console.export_html()}"
    text = shown if isinstance(shown, str) else to_json(shown).decode()
    read = [text, html.unescape(text), unquote(text)]
    if text[:1] in ("{", "[") and (parsed := as_json(text)) is not None:
        read += leaves(parsed)
    return read


def as_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def tagged(answer: Answer, number: int) -> Answer:
    """One source is not for all: it has a tag, and words and metadata of its own."""
    one = answer.sources[number]
    update: dict[str, Any] = {"access": ("crew",), "metadata": {"desk": "cabinet-12 behind the wheelhouse"}}
    update["text"] = f"{one.text or ''} Confidential: the skipper owes Tarn nine kroner."
    update["title"] = one.title or "Logbook of the unnamed skipper"
    changed = one.model_copy(update=update)
    sources = (*answer.sources[:number], changed, *answer.sources[number + 1 :])
    return answer.model_copy(update={"sources": sources})


def test_there_are_fifty_answers_of_all_providers():
    assert len(recorded()) >= 50
    assert {name.partition("/")[0] for name, _ in recorded()} == {wire.provider for wire in wires()}
    assert {"render.text", "render.markdown", "render.html", "report", "resolve"} <= set(doors())


def test_the_look_out_sees_what_is_not_redacted():
    for name, answer in recorded():
        given = tagged(answer, 0)
        told = runs(written(given.model_dump(mode="json")))
        assert told & secrets([given.sources[0]], list(given.sources[1:])), name


@cache
def guarded() -> list[tuple[str, Answer, set[str], str]]:
    """Every answer with each of its sources hidden in turn, what must not be told of it, and what the answer says.

    They have evidence, which may stand in another source.
    """
    found: list[tuple[str, Answer, set[str], str]] = []
    for name, answer in recorded():
        said = "\n".join([answer.text, render.text(Answer(text=answer.text))])
        for number, source in enumerate(answer.sources):
            given = resolve(tagged(answer, number))
            gone = hidden_sources(given.sources)
            hidden = [one for one in given.sources if one.id in gone]
            visible = [one for one in given.sources if one.id not in gone]
            found.append((f"{source.id} of {name}", given, secrets(hidden, visible), said))
    return found


@pytest.mark.parametrize("door", sorted(doors()))
def test_nothing_of_a_hidden_source_leaves_by_a_door(door: str):
    show = doors()[door]
    for name, answer, secret, said in guarded():
        told = runs(line for text in written(show(answer)) for line in text.splitlines())  # lines end as doors like
        leaked = [run for run in told & secret if run.strip() not in said]
        assert not leaked, f"{door} tells {sorted(leaked)[:5]} of {name}"


def test_where_a_misplaced_quote_really_stands_is_not_told():
    cited = Citation(id="0", anchor=Anchor("span", 0, 4), source_id="fair", cited_text="Heron in June")
    given = Answer(text=TEXT, citations=(cited,), sources=(PLAN, FAIR))
    found = resolve(given).citations[0].evidence
    assert found is not None
    assert (found.status, found.quote) == ("wrong_place", "Heron in June")
    seen = resolve(given, viewer=["staff"])
    assert seen.citations == (cited.model_copy(update={"cited_text": None}),)
