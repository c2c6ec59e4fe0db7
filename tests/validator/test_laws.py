"""Laws of `validate`, for answers as no provider makes them."""

import re
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

from hypothesis import given, settings
from hypothesis import strategies as st

from citebridge import Answer
from citebridge.models import RECITATION, Report
from citebridge.models.problems import PROBLEMS
from citebridge.models.report import METRICS
from citebridge.testing.work import check_growth
from citebridge.validator import validate
from tests.validator.answers import IDS, answers, built, point

RISKS: st.SearchStrategy[Any] = st.sampled_from(("low", "normal", "high"))
RETRIEVED = st.none() | st.lists(st.sampled_from(IDS), max_size=3)
DECISIONS: st.SearchStrategy[Any] = st.sampled_from(("supported", "partial", "unsupported", "undecided"))
MAP_KEYS = {"linked_answer", "claim_source_map", "verification_summary"}
HALF = re.compile("[\ud800-\udfff]")
ORDER = ("error", "warning", "info")


@settings(max_examples=300)
@given(answers, RETRIEVED, RISKS, st.none() | DECISIONS)
def test_any_answer_has_a_report(answer: Answer, retrieved: list[str] | None, risk: Any, decision: Any):
    before = answer.model_copy(deep=True)
    judge = None if decision is None else lambda claim, passages: decision
    report = validate(answer, retrieved=retrieved, risk=risk, judge=judge)
    assert answer == before, "validate never changes an answer"
    assert validate(answer, retrieved=retrieved, risk=risk, judge=judge) == report, "same in, same out"
    assert Report.model_validate_json(report.model_dump_json()) == report
    _places_are_in_the_text(answer, report)
    _sums_agree(answer, report)
    _forms_agree(report)


def _places_are_in_the_text(answer: Answer, report: Report) -> None:
    assert report.text == HALF.sub("\ufffd", answer.text)
    spans = [one.span for one in (*report.problems, *report.claims) if one.span is not None]
    assert all(0 <= one.start <= one.end <= len(answer.text) for one in spans)
    assert all(claim.text == report.text[claim.span.start : claim.span.end] != "" for claim in report.claims)
    assert all(one.span.end <= other.span.start for one, other in pairwise(report.claims))


def _sums_agree(answer: Answer, report: Report) -> None:
    metrics = report.metrics
    assert report.ok == all(problem.severity != "error" for problem in report.problems)
    assert [problem.severity for problem in report.problems] == sorted(
        (problem.severity for problem in report.problems), key=ORDER.index
    )
    assert {problem.code for problem in report.problems} <= PROBLEMS.keys()
    uncited = [claim for claim in report.claims if not claim.citation_ids]
    assert len(uncited) == sum(problem.code == "uncited_claim" for problem in report.problems)
    assert (metrics.coverage is None) == (not report.claims)
    assert metrics.coverage is None or metrics.coverage == (len(report.claims) - len(uncited)) / len(report.claims)
    counted = [one for one in answer.citations if one.type != RECITATION]
    assert (metrics.validity is None) == (not counted)
    shares = [getattr(metrics, name) for name in METRICS if name != "citations_per_claim"]
    assert all(one is None or 0 <= one <= 1 for one in shares)
    assert sum(metrics.statuses.values()) <= len(counted)
    assert all(claim.reasons for claim in report.claims)


def _forms_agree(report: Report) -> None:
    suite = ElementTree.fromstring(report.to_junit())[0]
    failures = suite.findall("testcase/failure")
    assert int(suite.attrib["failures"]) == len(failures)
    assert bool(failures) == (not report.ok)
    assert int(suite.attrib["tests"]) == len(suite.findall("testcase")) > 0
    told = [line for one in suite.iter() for line in (one.text or "").splitlines() if line.strip()]
    assert len(told) == len(report.problems)
    found = report.to_claim_source_map()
    summary = found["verification_summary"]
    levels = [claim["support_level"] for claim in found["claim_source_map"]]
    assert found.keys() == MAP_KEYS
    assert summary["total_claims"] == len(levels) == len(report.claims)
    assert summary["fully_supported"] == levels.count("fully_supported")
    assert summary["partially_supported"] == levels.count("partially_supported")
    assert summary["unsupported"] == levels.count("unsupported") >= summary["undecided"]
    text = report.to_text()
    assert text.splitlines()[0].startswith("ok" if report.ok else "not ok")
    assert all(char.isprintable() or char == "\n" for char in text)


def many(times: Any) -> tuple[Answer, list[dict[str, Any]]]:
    """Of everything some more: claims, citations, sources, marks, notices, all that there is to find."""
    part = (
        "Dogs ride `free`. Hens pay.[1] - Cats【4:0†source】 [2]\n- It rained. Why? I hope this helps!\n| a | b. c |\n"
    )
    sources = [
        {"id": f"s{n}", "text": f"Text {n}.", "url": "javascript:x", "digest": "0" * 64, "access": ["a"] * (n % 2)}
        for n in range(times)
    ]
    cited = [
        {
            **point(part, "free`."),
            **{
                "source_id": f"s{n}",
                "cited_text": f"Text {n + 1}.",
                "locators": [{"kind": "lines", "start_line": 2, "end_line": 3}],
            },
        }
        for n in range(times)
    ]
    for n, one in enumerate(cited):
        at = one["anchor"]["start"] + n * len(part)
        one["anchor"] = {"kind": "point", "start": at, "end": at}
    notices = [{"code": "near_miss", "message": "x", "raw": None}] * times
    return built(part * times, *cited, sources=tuple(sources), notices=notices), sources


def test_work_grows_with_all_that_there_is():
    def run(given: Any) -> None:
        answer, sources = given
        validate(answer, retrieved=sources, judge=lambda claim, passages: "partial")

    check_growth(run, lambda times: many(3 * times), "of everything")  # type: ignore[arg-type,return-value]
