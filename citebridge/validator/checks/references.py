"""Where citations lead: to a source that the answer has, and to a place that the source has."""

from collections.abc import Iterator

from citebridge.models import Blocks, Chars, Citation, Lines, Locator, Pages, Source
from citebridge.models.quoting import quoted
from citebridge.models.report import Problem
from citebridge.resolver.wording import named
from citebridge.sources import span_of
from citebridge.validator.case import Case


def references(case: Case) -> Iterator[Problem]:
    """Citations that lead to nobody, or to a place that is not there."""
    for number in case.counted:
        citation = case.answer.citations[number]
        source = case.source(number)
        if source is None:
            yield case.problem("unresolved", _asked_for(case, number), number, fault="generation")
        elif outside := [place for place in citation.locators if _is_outside(source, place)]:
            found = citation.evidence is not None and citation.evidence.status in ("verified", "repaired")
            told = ", ".join(named(place) for place in outside)
            yield case.problem(
                "locator_out_of_source",
                f"there is no such place in {case.name(case.source_numbers[number] or 0)}: {told}",
                number,
                severity="warning" if found else None,
            )


def _asked_for(case: Case, number: int) -> str:
    citation: Citation = case.shown.citations[number]
    asked = citation.ref or citation.source_id
    if asked is None:
        return "the citation names no source"
    if case.answer.marker_map and citation.channel == "markers":
        return f"{quoted(asked)} is a mark that was not given out for this answer"
    return f"{quoted(asked)} is no source of this answer"


def _is_outside(source: Source, place: Locator) -> bool:
    """Whether a source of which enough is known has no such place; a section may be named in many ways."""
    match place:
        case Chars() | Lines():
            known = source.text is not None
        case Pages():
            known = source.text is not None and bool(source.pages)
        case Blocks():
            known = source.text is not None and bool(source.blocks)
        case _:
            known = False
    return known and span_of(source, place) is None
