"""Nothing of a source with access tags gets into a report, but for what the answer says itself."""

import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from hypothesis import given

from citebridge import Answer
from citebridge.access import redact
from citebridge.access.leaks import strings
from citebridge.models import Report
from citebridge.validator import validate
from tests.validator.answers import answers, built, point, span

TEXT = "Both plans hold. The fair is in May."
PLAN: dict[str, Any] = {
    "id": "merger-doc-7",
    "title": "Outline of the merger",
    "url": "javascript:merger.outline.example",
    "text": "Falcon buys Heron in June.",
    "digest": "0" * 64,
    "aliases": ["file-merger-77"],
    "access": ["board"],
    "metadata": {"desk": "cabinet number 12"},
    "raw": {"name": "outline-original.docx"},
}
DIGEST = {"id": "digest-of-plans", "text": "In short: Falcon and Heron merge.", "derived_from": ["merger-doc-7"]}
FAIR = {"id": "fair", "title": "Fair calendar", "text": "The fair is in May."}
SECRETS = (
    *("merger-doc-7", "Outline of the merger", "merger.outline", "Falcon buys", "file-merger-77", "cabinet number"),
    *("outline-original", "Falcon and Heron", "digest-of-plans"),
)
QUOTES = (None, "Falcon buys Heron in June.", "Falcon buys Heron in July.", "Falcon sells Heron in June.")
CITED = ("merger-doc-7", "digest-of-plans", "fair")


def every_answer() -> Iterator[Answer]:
    """Of each kind of evidence and fault, citing a hidden source, one made of it, or an open one with hidden words."""
    for source, quoted, placed in product(CITED, QUOTES, (point, span)):
        place = {"kind": "chars", "start": 0, "end": 99}
        first = placed(TEXT, "Both plans hold.", source, cited_text=quoted, locators=[place], raw={"quoted": quoted})
        second = point(TEXT, "May.", "fair", cited_text="The fair is in May.")
        notice = {"code": "near_miss", "message": f"`[{source}]` is like a tag of merger-doc-7", "raw": None}
        for finish in ("complete", "length"):
            yield built(TEXT, first, second, sources=(PLAN, DIGEST, FAIR), notices=[notice], finish=finish)


def everything(report: Report) -> str:
    mapped = json.dumps(report.to_claim_source_map(), ensure_ascii=False)
    return "\n".join([report.to_text(), report.to_junit(), report.model_dump_json(), mapped])


def test_there_are_enough():
    assert len(list(every_answer())) >= 48


@pytest.mark.parametrize(
    "retrieved", [None, ["fair"], ["merger-doc-7"], [PLAN | {"text": "Another text of it."}, FAIR]]
)
def test_nothing_hidden_is_told(retrieved: Any):
    for answer in every_answer():
        report = validate(answer, retrieved=retrieved, judge=lambda claim, passages: "unsupported")
        told = everything(report)
        assert [secret for secret in SECRETS if secret in told] == []
        used = "answer_used_hidden_source" in [problem.code for problem in report.problems]
        assert used is (answer.citations[0].source_id != "fair")


def test_claims_name_hidden_sources_as_a_redacted_answer_does():
    answer = built(TEXT, point(TEXT, "hold.", "merger-doc-7"), point(TEXT, "May.", "fair"), sources=(PLAN, FAIR))
    report = validate(answer)
    assert [claim.source_ids for claim in report.claims] == [("hidden:1",), ("fair",)]
    hidden = [problem for problem in report.problems if problem.code == "answer_used_hidden_source"]
    assert [(one.source_id, one.citation_id, one.severity) for one in hidden] == [("hidden:1", "0", "warning")]
    assert [claim.source_ids for claim in validate(redact(answer)).claims] == [("hidden:1",), ("fair",)]
    again = [problem.code for problem in validate(redact(answer)).problems]
    assert "answer_used_hidden_source" in again


@pytest.mark.parametrize("evidence", [None, {"status": "unverifiable"}])
def test_the_tags_that_the_retriever_knows_hold(evidence: Any):
    unaware = {name: value for name, value in PLAN.items() if name != "access"}
    cited = point(TEXT, "hold.", "merger-doc-7", evidence=evidence)
    answer = built(TEXT, cited, point(TEXT, "May.", "fair", evidence=evidence), sources=(unaware, FAIR))
    for others in ([], [PLAN | {"text": "Another part of it.", "access": ["staff"]}]):
        told = everything(validate(answer, retrieved=[PLAN, *others, FAIR]))
        assert [secret for secret in SECRETS if secret in told] == []
    assert "merger-doc-7" in everything(validate(answer))


def test_who_holds_the_tag_is_told_of_no_hidden_source():
    answer = built(TEXT, point(TEXT, "hold.", "merger-doc-7"), point(TEXT, "May.", "fair"), sources=(PLAN, FAIR))
    codes = [problem.code for problem in validate(redact(answer, ["board"])).problems]
    assert "answer_used_hidden_source" not in codes


@given(answers)
def test_no_words_of_a_hidden_source_are_told_of_any_answer(answer: Answer):
    """The strategy gives some sources, hidden or not, and some quotes these words."""
    secret = "secret plan of the board"
    said = [answer.text, answer.raw_text, *strings(redact(answer).model_dump())]  # type: ignore[arg-type]
    if not any(secret in one for one in said):
        assert secret not in everything(validate(answer))
