"""The forms of a report: text, JUnit, the claim-source map, JSON."""

from xml.etree import ElementTree

import pytest
from inline_snapshot import snapshot

from citebridge import UsageError
from citebridge.models import CheckedClaim, Metrics, Problem, Report, Span
from citebridge.models.quoting import plain, quoted, whole
from citebridge.validator import validate
from citebridge.validator.thresholds import hold
from tests.validator.answers import built, point

TEXT = "Dogs ride free. Hens pay. Cats pay."
REPORT = validate(
    built(
        TEXT,
        point(TEXT, "free.", cited_text="Dogs ride free"),
        point(TEXT, "Hens pay.", None, ref="<S9>"),
        {"source_id": "b"},
        sources=({"id": "a", "title": "Rules", "text": "Dogs ride free. Always."}, {"id": "b", "title": "Fares"}),
        finish="length",
    )
)


def test_text():
    assert REPORT.to_text() == snapshot(
        """\
not ok: 1 error, 2 warnings, 1 note
coverage 0.67, validity 0.67, faithfulness 0.00, citations per claim 0.67
evidence: verified 1, unverifiable 2

error   unresolved, citation 1, at 25: "<S9>" is no source of this answer. Show it as unresolved, never as a link; if the source exists, pass it with `sources=`, or for a number what was sent with `request=`.
warning truncated: the answer was cut off: the length limit was reached. Ask again with more room.
warning uncited_claim, 26-35: "Cats pay." has no citation. Cite a source for it, or leave it out.
info    unplaced, citation 2: it is not known what the citation supports. List its source below the answer.

Claims
? Dogs ride free.  [a]
- Hens pay.
- Cats pay.\
"""
    )


def test_a_report_prints_as_its_text():
    assert str(REPORT) == REPORT.to_text()


def test_junit():
    assert REPORT.to_junit("ferry & co") == snapshot(
        """\
<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="ferry &amp; co" tests="5" failures="1" errors="0" skipped="0" time="0">
  <testsuite name="ferry &amp; co" tests="5" failures="1" errors="0" skipped="0" time="0">
    <testcase classname="claims" name="claim 1: Dogs ride free." time="0" />
    <testcase classname="claims" name="claim 2: Hens pay." time="0">
      <failure type="unresolved" message='"&lt;S9&gt;" is no source of this answer'>unresolved, citation 1, at 25: "&lt;S9&gt;" is no source of this answer. Show it as unresolved, never as a link; if the source exists, pass it with `sources=`, or for a number what was sent with `request=`.</failure>
    </testcase>
    <testcase classname="claims" name="claim 3: Cats pay." time="0">
      <system-out>warning: uncited_claim, 26-35: "Cats pay." has no citation. Cite a source for it, or leave it out.</system-out>
    </testcase>
    <testcase classname="answer" name="truncated" time="0">
      <system-out>warning: truncated: the answer was cut off: the length limit was reached. Ask again with more room.</system-out>
    </testcase>
    <testcase classname="answer" name="unplaced, citation 2" time="0">
      <system-out>info: unplaced, citation 2: it is not known what the citation supports. List its source below the answer.</system-out>
    </testcase>
  </testsuite>
</testsuites>\
"""
    )


def test_the_claim_source_map():
    assert REPORT.to_claim_source_map() == snapshot(
        {
            "linked_answer": "Dogs ride free.[a] Hens pay. Cats pay.",
            "claim_source_map": [
                {
                    "claim_text": "Dogs ride free.",
                    "source_ids": ["a"],
                    "support_level": "unsupported",
                    "explanation": "not decided: no judge was given; quotes: 1 verified",
                },
                {
                    "claim_text": "Hens pay.",
                    "source_ids": [],
                    "support_level": "unsupported",
                    "explanation": "its citations lead to no source",
                },
                {
                    "claim_text": "Cats pay.",
                    "source_ids": [],
                    "support_level": "unsupported",
                    "explanation": "it has no citation",
                },
            ],
            "verification_summary": {
                "total_claims": 3,
                "fully_supported": 0,
                "partially_supported": 0,
                "unsupported": 3,
                "undecided": 1,
                "overall_faithfulness": "low",
            },
        }
    )


def test_json_loads_back():
    assert Report.model_validate_json(REPORT.model_dump_json()) == REPORT


@pytest.mark.parametrize(
    ("supports", "said"),
    [("+" * 9 + "-", "high"), ("+" * 8 + "--", "medium"), ("+-", "medium"), ("+--", "low"), ("", "low"), ("?", "low")],
)
def test_faithfulness_in_words(supports: str, said: str):
    words = {"+": "supported", "-": "unsupported", "?": "undecided"}
    claims = [CheckedClaim("a", Span(0, 1), support=words[sign]) for sign in supports]  # type: ignore[arg-type]
    summary = Report(claims=tuple(claims)).to_claim_source_map()["verification_summary"]
    assert summary["overall_faithfulness"] == said


def test_ids_stay_within_a_row_and_their_brackets():
    text = "| a | b |\nHens pay."
    claims = (
        CheckedClaim("| a | b |", Span(0, 9), source_ids=("x]\x1b[y",)),
        CheckedClaim("Hens pay.", Span(10, 19), source_ids=("a" * 99, "b")),
    )
    linked = Report(text=text, claims=claims).to_claim_source_map()["linked_answer"]
    assert linked == f"| a | b[x)(y] |\nHens pay.[{'a' * 99}][b]"


NASTY = "\x00\x08\x0b\x1b[31m\ufffe\uffff\ud800\u202e]]>&<\"'\r\n\t\u2028a"


def test_no_form_holds_what_a_terminal_or_xml_cannot_take():
    problem = Problem(NASTY, "error", NASTY, NASTY, None, NASTY, NASTY, "generation")
    claim = CheckedClaim(NASTY, Span(0, 3), (NASTY,), (NASTY,), "undecided", (NASTY,))
    report = Report(ok=False, problems=(problem,), claims=(claim,), text=NASTY)
    failure = ElementTree.fromstring(report.to_junit(NASTY)).find(".//failure")
    assert failure is not None
    assert failure.attrib == {"type": "[31m]]>&<\"' a", "message": "[31m]]>&<\"' a"}
    for made in (report.to_text(), report.to_junit(NASTY)):
        assert all(char.isprintable() or char == "\n" for char in made)


def test_a_report_without_problems():
    assert Report().to_text() == "ok: no problems"
    suite = ElementTree.fromstring(Report().to_junit())[0]
    assert (suite.attrib["tests"], suite[0].attrib["name"], len(suite[0])) == ("1", "no problems", 0)


@pytest.mark.parametrize(
    ("metrics", "asked", "told"),
    [
        (Metrics(coverage=0.9), {"coverage": 0.9}, []),
        (Metrics(coverage=0.5), {"coverage": 0.9}, ["coverage is 0.5, and is to be 0.9"]),
        (Metrics(coverage=0.8999), {"coverage": 0.9}, ["coverage is 0.8999, and is to be 0.9"]),
        (Metrics(coverage=0.5), {}, []),
        (Metrics(), {"faithfulness": 0.0}, ["faithfulness has no value, and is to be 0"]),
        (Metrics(citations_per_claim=2.5), {"citations_per_claim": 2}, []),
        (
            Metrics(coverage=0.5, validity=0.25),
            {"validity": 1, "coverage": 0.51},
            ["validity is 0.25, and is to be 1", "coverage is 0.5, and is to be 0.51"],
        ),
    ],
)
def test_thresholds(metrics: Metrics, asked: dict[str, float], told: list[str]):
    report = hold(Report(metrics=metrics), asked)
    assert [(one.code, one.message) for one in report.problems] == [("under_threshold", message) for message in told]
    assert report.ok is not bool(told)
    assert report.metrics == metrics


def test_an_unknown_metric():
    with pytest.raises(UsageError, match="there is no metric 'recall'; there are coverage, validity, faithfulness, "):
        hold(Report(), {"recall": 1.0})


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        (" a\n b ", "a b"),
        ("a" * 81, "a" * 79 + "…"),
        ("\u202e" * 400 + "a", "…"),
        ("a\x1b", "a"),
        ("a\u2028b", "a b"),
    ],
)
def test_words_of_strangers(text: str, shown: str):
    assert plain(text) == shown
    assert quoted(text) == f'"{shown}"'


def test_half_a_pair_becomes_one_character():
    assert whole("a\ud800b🐕") == "a\ufffdb🐕"
