"""What tests say of answers: that their citations hold, and which they are."""

from pydantic import JsonValue

from citebridge.models import Answer, Citation, Report
from citebridge.models.problems import Risk
from citebridge.validator import Judge, Retrievals, validate


def assert_citations_valid(
    answer: Answer, *, retrieved: Retrievals | None = None, risk: Risk = "normal", judge: Judge | None = None
) -> Report:
    """Fail with the report where `validate` finds an error in an answer; give the report where it does not.

    >>> assert_citations_valid(Answer(text="Hens cluck.")).metrics.coverage
    0.0
    """
    __tracebackhide__ = True
    report = validate(answer, retrieved=retrieved, risk=risk, judge=judge)
    if not report.ok:
        raise AssertionError(report.to_text())
    return report


def citation_values(answer: Answer) -> list[dict[str, JsonValue]]:
    """The citations in reading order as plain values for a snapshot, each with what it says and nothing else.

    >>> from citebridge.models import Anchor, Citation
    >>> citation_values(Answer(text="Hens cluck.", citations=(Citation(id="0", anchor=Anchor("span", 0, 4), ref="x"),)))
    [{'anchor': [0, 4], 'text': 'Hens', 'source': None, 'ref': 'x'}]
    """
    return [_value(answer.text, one) for one in answer.citations]


def _value(text: str, one: Citation) -> dict[str, JsonValue]:
    place = one.claim or one.anchor
    said: dict[str, JsonValue] = {
        "anchor": [one.anchor.start, one.anchor.end] if one.anchor is not None else None,
        "text": text[place.start : place.end] if place is not None else None,
        "source": one.source_id,
        "ref": one.ref if one.source_id is None else None,
        "quote": one.cited_text,
        "locators": one.model_dump(mode="json", include={"locators"})["locators"],
        "status": one.evidence.status if one.evidence is not None else None,
    }
    return {name: value for name, value in said.items() if name == "source" or value not in (None, "", [])}
