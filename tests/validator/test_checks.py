"""What is found: for each kind of fault an answer that has it, and its neighbours that do not."""

from hashlib import sha256
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from citebridge import Answer, UsageError
from citebridge.models import Report
from citebridge.models.problems import PROBLEMS
from citebridge.sources import digest, from_bytes
from citebridge.sources.decoding import is_binary
from citebridge.validator import validate
from tests.validator.answers import built, point, span

DOGS = "Dogs ride free. Hens pay."
A, B = {"id": "a", "text": "Dogs ride free. All year."}, {"id": "b", "text": "Hens pay four marks."}
EACH = (point(DOGS, "free."), point(DOGS, "pay.", "b"))
FOUR = tuple({"id": name, "text": f"Text of {name}."} for name in "abcd")
REDIRECT = "https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC"


def codes(report: Report) -> list[str]:
    return [problem.code for problem in report.problems]


def found(answer: Answer, **more: Any) -> list[str]:
    return codes(validate(answer, **more))


def about(report: Report) -> list[tuple[str, str | None]]:
    return [(problem.code, problem.citation_id) for problem in report.problems]


def test_nothing_is_wrong():
    report = validate(built(DOGS, *EACH, sources=(A, B)))
    assert (report.ok, report.problems) == (True, ())
    assert [(claim.text, claim.citation_ids, claim.source_ids) for claim in report.claims] == [
        ("Dogs ride free.", ("0",), ("a",)),
        ("Hens pay.", ("1",), ("b",)),
    ]


# -- where citations lead


def test_unresolved():
    answer = built(DOGS, point(DOGS, "free.", None, ref="999"), point(DOGS, "pay.", "b"), sources=(A, B))
    report = validate(answer)
    assert about(report) == [("unresolved", "0")]
    assert not report.ok
    assert report.problems[0].message == '"999" is no source of this answer'
    assert report.metrics.validity == 0.5
    assert report.claims[0].citation_ids == ("0",)  # it is cited, though it leads to nobody
    assert report.claims[0].support == "unsupported"


@pytest.mark.parametrize(
    ("citation", "said"),
    [
        ({"source_id": "nobody", "ref": None}, '"nobody" is no source of this answer'),
        ({"source_id": None, "ref": None}, "the citation names no source"),
        (
            {"source_id": None, "ref": "S9", "channel": "markers"},
            '"S9" is a mark that was not given out for this answer',
        ),
        (
            {"source_id": None, "ref": "x\x1b[31m\u202ey" + "z" * 99},
            '"x[31my' + "z" * 73 + '…" is no source of this answer',
        ),
    ],
)
def test_unresolved_says_what_was_asked_for(citation: dict[str, Any], said: str):
    answer = built(DOGS, point(DOGS, "free.") | citation, EACH[1], sources=(A, B), marker_map={"S1": "a"})
    assert [problem.message for problem in validate(answer).problems] == [said]


def test_recitations_are_no_citations():
    recited = span(DOGS, "Dogs ride free.", None, type="recitation", ref="https://poem.example/")
    report = validate(built(DOGS, recited, sources=(A,)))
    assert codes(report) == ["no_citations", "uncited_claim", "uncited_claim"]
    assert (report.metrics.coverage, report.metrics.validity) == (0, None)


PAGES = {"id": "a", "text": "One. Two. Six.", "pages": [{"start": 0, "end": 5}, {"start": 5, "end": 14}]}
BLOCKS = {"id": "a", "text": "One. Two. Six.", "blocks": [{"start": 0, "end": 5}, {"start": 5, "end": 14}]}


@pytest.mark.parametrize(
    ("source", "place", "out"),
    [
        (PAGES, {"kind": "chars", "start": 5, "end": 14}, False),
        (PAGES, {"kind": "chars", "start": 5, "end": 15}, True),
        (PAGES, {"kind": "chars", "start": -1, "end": 4}, True),
        (PAGES, {"kind": "chars", "start": 4, "end": 1}, True),
        ({"id": "a"}, {"kind": "chars", "start": 5, "end": 999}, False),
        (PAGES, {"kind": "pages", "start_page": 1, "end_page": 2}, False),
        (PAGES, {"kind": "pages", "start_page": 3, "end_page": 3}, True),
        (PAGES, {"kind": "pages", "start_page": 0, "end_page": 1}, True),
        ({"id": "a", "text": "One."}, {"kind": "pages", "start_page": 9, "end_page": 9}, False),
        ({"id": "a", "pages": PAGES["pages"]}, {"kind": "pages", "start_page": 9, "end_page": 9}, False),
        (BLOCKS, {"kind": "blocks", "start_block": 0, "end_block": 2}, False),
        (BLOCKS, {"kind": "blocks", "start_block": 2, "end_block": 3}, True),
        (PAGES, {"kind": "lines", "start_line": 1, "end_line": 1}, False),
        (PAGES, {"kind": "lines", "start_line": 1, "end_line": 2}, True),
        (PAGES, {"kind": "section", "path": ["Nowhere"]}, False),
    ],
)
def test_places_outside_of_the_source(source: dict[str, Any], place: dict[str, Any], out: bool):
    answer = built(
        "One.", point("One.", "One.", locators=[place], evidence={"status": "unverifiable"}), sources=(source,)
    )
    report = validate(answer)
    assert codes(report) == (["locator_out_of_source"] if out else [])
    assert report.ok is not out


def test_a_place_outside_of_the_source_is_a_warning_where_the_quote_was_found():
    place = {"kind": "pages", "start_page": 7, "end_page": 8}
    quoted = point(
        "One.", "One.", locators=[place], cited_text="Two.", evidence={"status": "repaired", "quote": "Two."}
    )
    report = validate(built("One.", quoted, sources=(PAGES,)))
    assert report.ok
    assert [problem.severity for problem in report.problems] == ["warning", "info"]
    assert report.problems[0].message == 'there is no such place in "a": on pages 7-8'


# -- quotes


@pytest.mark.parametrize(
    ("status", "severity", "says"),
    [
        ("verified", None, ""),
        ("repaired", "info", 'the quote "Hens ride" stands near the place that was said, in "Rules"'),
        ("wrong_place", "error", 'the quote "Hens ride" does not stand where it is said to, in "Rules"'),
        ("altered", "error", 'the quote "Hens ride" is not what "Rules" says, which says "Dogs ride"'),
        ("not_found", "error", 'the quote "Hens ride" stands nowhere in "Rules"'),
        ("unverifiable", "info", 'the quote "Hens ride" of "Rules" could not be checked'),
    ],
)
def test_quotes(status: str, severity: str | None, says: str):
    evidence = {"status": status, "quote": "Dogs ride", "note": "on page 2"}
    answer = built(
        "Dogs ride free.",
        point("Dogs ride free.", "free.", cited_text="Hens ride", evidence=evidence),
        sources=({"id": "a", "title": "Rules"},),
    )
    report = validate(answer)
    assert [(one.code, one.severity, one.message, one.citation_id) for one in report.problems] == (
        [(status, severity, f"{says} (on page 2)", "0")] if severity else []
    )
    assert report.ok is (severity != "error")
    assert {name for name, count in report.metrics.statuses.items() if count} == {status}


LOG = "Day one: rain all day. Day two: all 12 mills stood still. Day three: wind."
BELL = "The bell was cast in Ghent by two brothers."


@pytest.mark.parametrize(
    ("quote", "place", "code"),
    [
        ("all 12 mills stood still", (32, 56), None),
        ("All 12 mills\nstood still", (32, 56), None),
        ("all 12 mills stood still", (27, 51), "repaired"),
        ("all 21 mills stood still", (32, 56), "altered"),
        ("all 12 mills never stood still", (32, 56), "altered"),
        ("The bell was cast in Ghent", (0, 8), "wrong_place"),
        ("penguins march in a long line", (0, 8), "not_found"),
    ],
)
def test_quotes_are_looked_for_first(quote: str, place: tuple[int, int], code: str | None):
    locator = {"kind": "chars", "start": place[0], "end": place[1]}
    cited = point("It stood.", "stood.", cited_text=quote, locators=[locator])
    answer = built("It stood.", cited, sources=({"id": "a", "text": LOG}, {"id": "b", "text": BELL}))
    assert found(answer) == ([code] if code else [])
    assert answer.citations[0].evidence is None


def test_what_the_retriever_has_of_a_source_is_used():
    cited = point("It stood.", "stood.", cited_text="all 13 mills stood still")
    answer = built("It stood.", cited, sources=({"id": "a"},))
    assert found(answer) == ["unverifiable"]
    assert found(answer, retrieved=[{"id": "a", "text": LOG}]) == ["altered"]


@pytest.mark.parametrize("status", ["suggested", "unverifiable", "not_found"])
def test_a_citation_without_a_quote_has_none_to_be_wrong(status: str):
    text = "Dogs ride free."
    assert found(built(text, point(text, "free.", evidence={"status": status}), sources=(A,))) == []


# -- places in the answer


@pytest.mark.parametrize(
    ("citation", "wrong"),
    [
        ({"anchor": {"kind": "span", "start": 0, "end": 25}}, None),
        ({"anchor": {"kind": "span", "start": 0, "end": 26}}, "the span 0-26"),
        ({"anchor": {"kind": "span", "start": 4, "end": 4}}, "the span 4-4"),
        ({"anchor": {"kind": "point", "start": 3, "end": 4}}, "the point 3-4"),
        ({"anchor": {"kind": "point", "start": -1, "end": -1}}, "the point -1--1"),
        ({"anchor": {"kind": "span", "start": 9, "end": 2}}, "the span 9-2"),
        ({"claim": {"start": 20, "end": 40}}, "the claim 20-40"),
        ({"raw_span": {"start": 20, "end": 99}}, "the mark 20-99"),
        ({"raw_span": {"start": 20, "end": 25}}, None),
    ],
)
def test_places_outside_of_the_answer(citation: dict[str, Any], wrong: str | None):
    whole = {"anchor": {"kind": "span", "start": 0, "end": 25}, "source_id": "a"}
    report = validate(built(DOGS, whole | citation, whole, sources=(A,)))
    told = [one.message for one in report.problems if one.code == "anchor_out_of_text"]
    assert told == ([f"not in the text: {wrong}"] if wrong else [])


def test_a_citation_without_a_place():
    report = validate(built(DOGS, {"source_id": "a"}, *EACH, sources=(A, B)))
    assert about(report) == [("unplaced", "0")]
    assert report.ok


# -- marks in the text

MARKED = "Dogs ride free [1]. Hens pay."


@pytest.mark.parametrize(
    ("text", "marker_map", "forged"),
    [
        ("Dogs ride free.[1] Hens pay.", {}, ["[1]"]),
        ("Dogs ride free.[S2] Hens pay.", {"S1": "a"}, ["[S2]"]),
        ("Dogs ride free.[S2] Hens pay.", {}, []),
        ("Dogs ride free.【4:0†source】 Hens pay.", {}, ["【4:0†source】"]),
        ("Dogs ride free.\ue200cite\ue202turn0search0\ue201 Hens pay.", {}, ["\ue200cite\ue202turn0search0\ue201"]),
        ("Dogs ride free.[^2] Hens pay [doc1].", {}, ["[^2]", "[doc1]"]),
        ("[1] Dogs ride free. Hens pay.[3]", {}, ["[1]", "[3]"]),  # at the ends of what is cited
        ("Dogs ride `rows[1]` free. Hens pay.", {}, []),
        ("Dogs ride [1](https://a.example/[2]) free. Hens pay.", {}, []),
        ("Dogs ride free (95% CI [1.2-3.4]). Hens pay [mg].", {}, []),
        ("Dogs ride free. Hens pay [2024].", {}, []),
        ("Dogs ride free.\n\n[1]: https://a.example/", {}, []),
    ],
)
def test_marks_that_are_no_citations(text: str, marker_map: dict[str, str], forged: list[str]):
    everything = {"anchor": {"kind": "span", "start": 0, "end": len(text)}, "source_id": "a"}
    report = validate(built(text, everything, sources=(A,), marker_map=marker_map))
    spans = [one.span for one in report.problems if one.code == "forged_mark"]
    assert [text[one.start : one.end] for one in spans if one is not None] == forged


def test_a_mark_behind_what_is_cited_is_no_part_of_the_citation():
    assert found(built(MARKED, span(MARKED, "Dogs ride free "), point(MARKED, "pay."), sources=(A,))) == ["forged_mark"]


def test_a_mark_that_was_left_in_the_text_and_cited_is_no_forgery():
    mark = {"anchor": {"kind": "span", "start": 15, "end": 18}, "source_id": "a"}
    assert found(built(MARKED, mark, point(MARKED, "pay.", "b"), sources=(A, B))) == []
    before = {"anchor": {"kind": "point", "start": 15, "end": 15}, "source_id": "a"}
    assert found(built(MARKED, before, point(MARKED, "pay.", "b"), sources=(A, B))) == []


def test_near_misses_are_told():
    notice = {"code": "near_miss", "message": "`[Source S1]` is like a tag", "raw": None}
    other = {"code": "stray_mark", "message": "[1]", "raw": None}
    report = validate(built(DOGS, *EACH, sources=(A, B), notices=[notice, other]))
    assert [(one.code, one.message) for one in report.problems] == [("near_miss", "`[Source S1]` is like a tag")]


# -- claims


def test_uncited_claims():
    text = "Sure! Here is what I found:\n\n- Dogs ride free.\n- Hens pay.\n\n| who | fare |\n|---|---|\n| cat | 2 |\n\nAnything else?"
    report = validate(built(text, point(text, "free."), sources=(A,)))
    assert [(one.severity, one.message) for one in report.problems] == [
        ("warning", '"- Hens pay." has no citation'),
        ("warning", '"| cat | 2 |" has no citation'),
    ]
    assert report.metrics.coverage == pytest.approx(1 / 3)
    assert report.ok


@pytest.mark.parametrize(("risk", "severity"), [("low", "info"), ("normal", "warning"), ("high", "error")])
def test_risk(risk: Any, severity: str):
    report = validate(built(DOGS, EACH[0], sources=(A,)), risk=risk)
    assert [(one.code, one.severity) for one in report.problems] == [("uncited_claim", severity)]
    assert report.ok is (severity != "error")


def test_a_citation_that_the_sources_say_nothing_is_a_claim():
    text = "The documents do not mention cats. The documents do not mention bats."
    report = validate(built(text, point(text, "cats."), sources=(A,)))
    assert [claim.text for claim in report.claims] == ["The documents do not mention cats."]


# -- how citations are spread

FIVE = tuple({"id": name} for name in "abcde")


def cited(text: str, by: dict[str, str]) -> tuple[dict[str, Any], ...]:
    return tuple(point(text, words, name) for words, names in by.items() for name in names)


THREE = "Dogs ride free. Hens pay. It rained."


@pytest.mark.parametrize(
    ("by", "sources", "shot"),
    [
        ({"free.": "abc", "pay.": "abc", "rained.": "abc"}, "abc", ["the same 3 sources are cited for 3 of 3 claims"]),
        ({"free.": "abc", "pay.": "abc", "rained.": "ab"}, "abc", []),
        ({"free.": "abc", "pay.": "abc"}, "abc", []),
        ({"free.": "ab", "pay.": "ab", "rained.": "ab"}, "ab", []),
        ({"free.": "abcde", "pay.": "a", "rained.": "b"}, "abcde", ['5 of 5 sources are cited for "Dogs ride free."']),
        ({"free.": "abcde", "pay.": "a", "rained.": "b"}, "abcdefghij", []),
        ({"free.": "abcd", "pay.": "a", "rained.": "b"}, "abcd", []),
    ],
)
def test_shotgun(by: dict[str, str], sources: str, shot: list[str]):
    answer = built(THREE, *cited(THREE, by), sources=tuple({"id": name} for name in sources))
    assert [one.message for one in validate(answer).problems if one.code == "shotgun"] == shot


def test_passages_of_one_document_are_no_shotgun():
    passages = tuple({"id": f"a#{n}", "derived_from": ["a"]} for n in range(6))
    by = tuple(point(THREE, "free.", one["id"]) for one in passages)
    assert "shotgun" not in found(built(THREE, *by, sources=passages))


@pytest.mark.parametrize(
    ("text", "by", "piled"),
    [
        (THREE, {"rained.": "ab"}, ["2 sources are cited behind the last of 3 claims"]),
        (THREE, {"rained.": "a"}, []),
        (THREE, {"pay.": "a", "rained.": "b"}, []),
        ("Dogs ride free. Hens pay.", {"pay.": "ab"}, []),
        (
            f"It snowed.\n\n{THREE}",
            {"snowed.": "a", "rained.": "ab"},
            ["2 sources are cited behind the last of 3 claims"],
        ),
        (f"It snowed.\n\n{THREE}", {"snowed.": "a", "free.": "b", "rained.": "ab"}, []),
        (f"{THREE}\n\nSources:", {"Sources:": "abc"}, ["3 sources are cited behind the last of 3 claims"]),
        (
            "- Dogs ride.\n- Hens pay.\n- Cats pay.",
            {"Cats pay.": "ab"},
            ["2 sources are cited behind the last of 3 claims"],
        ),
        ("It snowed.\n- Dogs ride.\n- Hens pay.\n- Cats pay.", {"snowed.": "a", "Cats pay.": "ab"}, []),
    ],
)
def test_piles(text: str, by: dict[str, str], piled: list[str]):
    answer = built(text, *cited(text, by), sources=tuple({"id": name} for name in "abc"))
    assert [one.message for one in validate(answer).problems if one.code == "piled_marks"] == piled


def test_a_stretch_over_several_claims_is_no_pile():
    text = f"It snowed. {THREE}"
    both = tuple(span(text, "Hens pay. It rained.", name) for name in "ab")
    assert "piled_marks" not in found(built(text, *both, sources=(A, B)))


# -- sources


@pytest.mark.parametrize(
    ("source", "stale"),
    [
        ({"text": "Rain.", "digest": digest("Rain.")}, False),
        ({"text": "Rain.", "digest": digest("Rain.").upper()}, False),
        ({"text": "Rain.", "digest": digest("Sun.")}, True),
        ({"text": "汉 \ud800", "digest": digest("Sun.")}, True),
        ({"text": None, "digest": digest("Sun.")}, False),
        ({"text": "Réin.", "digest": digest("Réin.".encode("cp1252"))}, False),
        ({"text": "Réin.", "digest": sha256(b"\xef\xbb\xbf" + "Réin.".encode()).hexdigest()}, False),
        ({"text": "Rain\ufffd", "digest": digest(b"Rain\xff")}, False),
        ({"text": "Rain.", "digest": digest(b"%PDF-1.7"), "media_type": "application/pdf"}, False),
        ({"text": "Rain.", "digest": digest(b"%PDF-1.7"), "title": "Rain.PDF"}, False),
        ({"text": "Rain.", "digest": digest("All of it"), "derived_from": ["b"]}, False),
    ],
)
def test_stale_by_its_digest(source: dict[str, Any], stale: bool):
    report = validate(built(THREE, span(THREE, THREE), sources=({"id": "a", **source},)))
    assert [(one.code, one.source_id) for one in report.problems] == ([("stale_source", "a")] if stale else [])


@given(
    st.binary(max_size=20)
    | st.tuples(st.text(max_size=9), st.sampled_from(("utf-8-sig", "utf-16", "utf-32", "utf-16-le", "shift_jis"))).map(
        lambda made: made[0].encode(made[1], "ignore")
    )
)
@example(b"Rain \x80.\x81")
@example("Réin.".encode() + b"\xff")
@example("Rain.".encode("utf-32"))
def test_a_file_as_it_was_read_is_never_stale(data: bytes):
    assume(not is_binary(data) and not data.startswith(b"%PDF-"))
    for name in ("rain.txt", "rain.md"):
        source = from_bytes(data, name=name, id="a")
        assert "stale_source" not in found(built(THREE, span(THREE, THREE), sources=(source.model_dump(),)))


def test_stale_by_what_was_found_in_it():
    selector = {"exact": "Rain", "prefix": "", "suffix": ".", "sha256": digest("Rain.")}
    evidence = {"status": "verified", "quote": "Rain", "selector": selector}
    quoted = span(THREE, THREE, cited_text="Rain", evidence=evidence)
    assert found(built(THREE, quoted, sources=({"id": "a", "text": "Rain."},))) == []
    assert found(built(THREE, quoted, sources=({"id": "a", "text": "Rain. And sun."},))) == ["stale_source"]
    passage = {"id": "p", "text": "Rain.", "derived_from": ["a"]}
    assert found(built(THREE, quoted, sources=({"id": "a", "text": "Rain. And sun."}, passage))) == []


def test_stale_by_what_the_retriever_has():
    answer = built(THREE, span(THREE, THREE), sources=({"id": "a", "text": "Rain."},))
    assert found(answer, retrieved=[{"id": "a", "text": "Rain."}]) == []
    report = validate(answer, retrieved=[{"id": "a", "text": "Sun."}])
    assert [(one.code, one.fault) for one in report.problems] == [("stale_source", "retrieval")]
    sealed = built(THREE, span(THREE, THREE), sources=({"id": "a", "digest": digest("Rain.")},))
    assert found(sealed, retrieved=[{"id": "a", "digest": digest("Sun.")}]) == ["stale_source"]
    assert found(sealed, retrieved=[{"id": "a", "title": "Rain"}]) == []
    assert found(answer, retrieved=[{"id": "a", "text": "Sun."}, {"id": "a", "text": "Rain."}]) == []


@pytest.mark.parametrize(
    ("url", "unsafe"),
    [
        ("https://a.example/", False),
        ("javascript:alert(1)", True),
        (" JaVa\tScript:alert(1)", True),
        ("java&#115;cript:alert(1)", True),
        ("\x01javascript:alert(1)", True),
        ("data:text/html,<script>", True),
        ("file:///etc/passwd", True),
        ("vbscript:x", True),
        ("mailto:a@a.example", False),
        ("gs://bucket/a.pdf", False),
        ("/rules?next=javascript:x", False),
        ("www.a.example:80", False),
        ("", False),
    ],
)
def test_unsafe_addresses(url: str, unsafe: bool):
    cited_one = validate(built(THREE, span(THREE, THREE), sources=({"id": "a", "url": url},)))
    assert [(one.code, one.severity) for one in cited_one.problems] == ([("unsafe_url", "error")] if unsafe else [])
    other = validate(built(THREE, span(THREE, THREE), sources=(A, {"id": "b", "url": url})))
    assert [(one.code, one.severity) for one in other.problems] == ([("unsafe_url", "warning")] if unsafe else [])


def test_an_unsafe_link_of_the_evidence():
    linked = span(THREE, THREE, evidence={"status": "verified", "link": "javascript:alert(1)"})
    assert found(built(THREE, linked, sources=(A,))) == ["unsafe_url"]


def test_redirects_are_told_once():
    sources = tuple({"id": name, "title": "Rain", "url": REDIRECT + name} for name in "abc")
    one = validate(built(THREE, span(THREE, THREE), sources=sources))
    assert [problem.message for problem in one.problems] == ['"Rain" has a redirect for an address']
    two = validate(built(THREE, span(THREE, THREE), span(THREE, THREE, "b"), sources=sources))
    assert [problem.message for problem in two.problems] == ["2 sources have a redirect for an address"]


# -- the end of the answer


@pytest.mark.parametrize(
    ("finish", "told"),
    [
        ("complete", []),
        ("other", []),
        ("length", [("truncated", "warning")]),
        ("truncated", [("truncated", "warning")]),
        ("filtered", [("filtered", "warning")]),
        ("tool_call", [("unfinished", "warning")]),
        ("paused", [("unfinished", "warning")]),
        ("error", [("failed", "error")]),
        ("refusal", [("refusal", "info")]),
    ],
)
def test_endings(finish: str, told: list[tuple[str, str]]):
    report = validate(built(DOGS, *EACH, sources=(A, B), finish=finish))
    assert [(one.code, one.severity) for one in report.problems] == told


@pytest.mark.parametrize(
    ("answer", "refused"),
    [
        (built("", sources=(A,), refusal="I can\x1b't."), ['the model gave no answer: "I can\'t."']),
        (built("The sources do not answer this.", sources=(A,)), ["the model gave no answer"]),
        (built("The sources do not answer this. Dogs ride free.", sources=(A,)), []),
        (built("Sure!", sources=(A,)), []),
    ],
)
def test_refusals(answer: Answer, refused: list[str]):
    report = validate(answer)
    assert [one.message for one in report.problems if one.code == "refusal"] == refused
    assert not refused or "no_citations" not in codes(report)


def test_what_was_cut_off_before_its_mark_could_come_is_no_uncited_claim():
    text = "Dogs ride free. Hens pay fo"
    cut = built(text, point(text, "free."), sources=(A,), finish="length")
    assert found(cut) == ["truncated"]
    assert len(validate(cut).claims) == 1
    whole = built("Dogs ride free. Hens pay.", point(text, "free."), sources=(A,), finish="length")
    assert found(whole) == ["truncated", "uncited_claim"]


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"sources": [A]}, True),
        ({"marker_map": {"S1": "a"}}, True),
        ({"channel": "structured"}, True),
        ({}, False),
        ({"sources": [A], "finish": "tool_call"}, False),
        ({"sources": [A], "finish": "error"}, False),
    ],
)
def test_nothing_is_cited(more: dict[str, Any], told: bool):
    assert ("no_citations" in found(Answer.model_validate({"text": DOGS, **more}))) is told


# -- what was retrieved


@pytest.mark.parametrize(
    ("retrieved", "foreign"),
    [
        (["a", "b"], []),
        (["a"], ["1"]),
        ([A, {"id": "b"}], []),
        (["a#3", {"id": "c", "derived_from": ["b"]}], []),
        (["https://b.example/", "a"], []),
        ([{"id": "x", "aliases": ["b"]}, "a"], []),
        (["x"], ["0", "1"]),
    ],
)
def test_cited_and_not_retrieved(retrieved: list[Any], foreign: list[str]):
    sources = (A, B | {"url": "https://b.example/"})
    report = validate(built(DOGS, *EACH, sources=sources), retrieved=retrieved)
    wrong = [one for one in report.problems if one.code == "not_retrieved"]
    assert [one.citation_id for one in wrong] == foreign
    assert {one.fault for one in wrong} <= {"generation"}
    assert report.ok is not bool(foreign)


def test_a_passage_of_what_was_retrieved():
    passage = {"id": "a#1", "text": "Dogs ride free.", "derived_from": ["a"]}
    assert found(built(DOGS, span(DOGS, DOGS, "a#1"), sources=(passage,)), retrieved=["a"]) == []


def test_nothing_was_retrieved():
    report = validate(built(DOGS), retrieved=[])
    assert [(one.code, one.fault) for one in report.problems] == [
        ("nothing_retrieved", "retrieval"),
        ("uncited_claim", None),
        ("uncited_claim", None),
    ]
    assert found(built("Sure!"), retrieved=[]) == []


def test_whose_fault_a_quote_is_is_told_where_it_is_known_what_was_retrieved():
    text = "Dogs ride free."
    answer = built(text, point(text, "free.", cited_text="x", evidence={"status": "not_found"}), sources=(A,))
    assert [one.fault for one in validate(answer).problems] == [None]
    assert [one.fault for one in validate(answer, retrieved=["a"]).problems] == ["generation"]


# -- calls


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"answer": "text"}, "validate takes an Answer, not str"),
        ({"risk": "huge"}, "risk='huge' is unknown; use one of low, normal, high"),
        ({"judge": "me"}, "judge= takes a function"),
        ({"retrieved": "a"}, "not one of them alone"),
        ({"retrieved": {"id": "a"}}, "not one of them alone"),
        ({"retrieved": 7}, "in a list: .* not int"),
        ({"retrieved": [{"title": "no id"}]}, "retrieved= takes .* at least an id"),
        ({"retrieved": [3]}, "retrieved= takes .* or ids, and one of these is int"),
    ],
)
def test_wrong_calls(arguments: dict[str, Any], said: str):
    with pytest.raises(UsageError, match=said):
        validate(**{"answer": built(DOGS), **arguments})


def test_every_code_has_two_lines():
    for code, known in PROBLEMS.items():
        assert code == code.lower()
        assert known.meaning.endswith(".")
        assert known.fix.endswith(".")
