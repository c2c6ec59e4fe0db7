"""What a judge is asked, and what its answers come to."""

from collections.abc import Sequence
from typing import Any

import pytest

from citebridge import UsageError
from citebridge.models import Report, Support
from citebridge.validator import validate
from tests.validator.answers import built, point, span

TEXT = "Dogs ride free. Hens pay. It rained."
SOURCES = (
    {"id": "a", "text": "Dogs ride free. All year."},
    {"id": "b", "text": "Hens pay four marks. Geese too."},
    {"id": "c"},
)
CITED = (point(TEXT, "free."), point(TEXT, "pay.", "b"))


class Recorded:
    """A judge that knows a few decisions, and what it was asked."""

    def __init__(self, decisions: dict[str, Support]) -> None:
        self.decisions = decisions
        self.asked: list[tuple[str, Sequence[str]]] = []

    def __call__(self, claim: str, passages: Sequence[str]) -> Support:
        self.asked.append((claim, passages))
        return self.decisions.get(claim, "supported")


def judged(*citations: dict[str, Any], **decisions: Support) -> tuple[Report, Recorded]:
    judge = Recorded({name.replace("_", " ") + ".": decision for name, decision in decisions.items()})
    return validate(built(TEXT, *citations, sources=SOURCES), judge=judge), judge


def test_without_a_judge_nothing_is_decided_that_is_not_plain():
    answer = built(TEXT, *CITED, point(TEXT, "rained.", None), sources=SOURCES)
    report = validate(answer)
    assert [(claim.support, claim.reasons[0]) for claim in report.claims] == [
        ("undecided", "no judge was given"),
        ("undecided", "no judge was given"),
        ("unsupported", "its citations lead to no source"),
    ]
    assert (report.metrics.faithfulness, report.metrics.precision) == (0.0, None)


def test_each_claim_is_asked_once_with_the_words_of_its_sources():
    report, judge = judged(*CITED)
    assert judge.asked == [
        ("Dogs ride free.", ["Dogs ride free. All year."]),
        ("Hens pay.", ["Hens pay four marks. Geese too."]),
    ]
    assert [claim.support for claim in report.claims] == ["supported", "supported", "unsupported"]
    assert report.claims[0].reasons == ("judged by 1 passage",)
    assert (report.metrics.faithfulness, report.metrics.precision) == (1, 1)


def test_the_passage_is_what_was_found_then_the_place_then_all():
    evidence = {"status": "verified", "quote": "Geese too."}
    place = {"kind": "chars", "start": 0, "end": 20}
    _, judge = judged(
        point(TEXT, "free.", "b", evidence=evidence),
        point(TEXT, "free.", "b", locators=[place], evidence={"status": "not_found", "quote": "x"}),
        point(TEXT, "free.", "b", evidence={"status": "unverifiable"}),
        point(TEXT, "free.", "c", cited_text="as they say", evidence={"status": "unverifiable"}),
    )
    assert judge.asked[0] == (
        "Dogs ride free.",
        ["Geese too.", "Hens pay four marks.", "Hens pay four marks. Geese too.", "as they say"],
    )


def test_sources_without_text_decide_nothing():
    report, judge = judged(point(TEXT, "free.", "c"))
    assert judge.asked == []
    assert (report.claims[0].support, report.claims[0].reasons) == ("undecided", ("its sources have no text",))


def test_what_is_not_supported_is_a_problem():
    report, _ = judged(*CITED, point(TEXT, "rained.", "a"), Dogs_ride_free="unsupported", Hens_pay="partial")
    assert [(one.code, one.severity, one.message) for one in report.problems] == [
        ("unsupported_claim", "error", 'what is cited does not support "Dogs ride free."'),
        ("partly_supported", "warning", 'what is cited supports a part of "Hens pay."'),
    ]
    assert (report.metrics.faithfulness, report.metrics.precision) == (pytest.approx(1 / 3), pytest.approx(1 / 3))


def test_the_summary_of_decisions():
    report, _ = judged(*CITED, point(TEXT, "rained.", "c"), Hens_pay="partial")
    assert report.to_claim_source_map() == {
        "linked_answer": "Dogs ride free.[a] Hens pay.[b] It rained.[c]",
        "claim_source_map": [
            {
                "claim_text": "Dogs ride free.",
                "source_ids": ["a"],
                "support_level": "fully_supported",
                "explanation": "judged by 1 passage",
            },
            {
                "claim_text": "Hens pay.",
                "source_ids": ["b"],
                "support_level": "partially_supported",
                "explanation": "judged by 1 passage",
            },
            {
                "claim_text": "It rained.",
                "source_ids": ["c"],
                "support_level": "unsupported",
                "explanation": "not decided: its sources have no text",
            },
        ],
        "verification_summary": {
            "total_claims": 3,
            "fully_supported": 1,
            "partially_supported": 1,
            "unsupported": 1,
            "undecided": 1,
            "overall_faithfulness": "low",
        },
    }


def test_a_part_each_is_precise_when_together_they_support_the_claim():
    def each_a_part(claim: str, passages: Sequence[str]) -> Support:
        return "supported" if len(passages) == 2 else "partial"

    both = (point(TEXT, "free."), point(TEXT, "free.", "b"))
    assert validate(built(TEXT, *both, sources=SOURCES), judge=each_a_part).metrics.precision == 1
    alone = validate(built(TEXT, both[0], sources=SOURCES), judge=each_a_part)
    assert alone.metrics.precision == 0


def test_a_citation_is_judged_by_its_own_claim():
    own = {"start": 0, "end": 25, "basis": "provider"}
    _, judge = judged(span(TEXT, "Dogs ride free. Hens pay.", claim=own))
    assert [claim for claim, _ in judge.asked] == ["Dogs ride free.", "Hens pay.", "Dogs ride free. Hens pay."]


@pytest.mark.parametrize(
    ("decision", "fault", "told"),
    [
        ("supported", "generation", ", though something that was retrieved does"),
        ("partial", "generation", ", though something that was retrieved does"),
        ("unsupported", "retrieval", ", nor does anything that was retrieved"),
        ("undecided", None, ""),
    ],
)
def test_whose_fault_it_is(decision: Support, fault: str | None, told: str):
    def judge(claim: str, passages: Sequence[str]) -> Support:
        return decision if len(passages) == 2 else "unsupported"

    answer = built("Dogs ride free.", CITED[0], sources=SOURCES)
    report = validate(answer, retrieved=SOURCES[:2], judge=judge)
    assert [(one.fault, one.message) for one in report.problems] == [
        (fault, f'what is cited does not support "Dogs ride free."{told}')
    ]
    assert [one.fault for one in validate(answer, retrieved=["a", "b"], judge=judge).problems] == [None]


def test_a_judge_that_says_something_else():
    with pytest.raises(UsageError, match="judge= gives one of supported, partial, unsupported, undecided, not 'yes'"):
        validate(built(TEXT, *CITED, sources=SOURCES), judge=lambda claim, passages: "yes")  # type: ignore[arg-type]


def test_what_a_judge_raises_goes_on():
    def broken(claim: str, passages: Sequence[str]) -> Support:
        raise ConnectionError("no model")

    with pytest.raises(ConnectionError, match="no model"):
        validate(built(TEXT, *CITED, sources=SOURCES), judge=broken)
