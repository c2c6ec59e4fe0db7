"""Whether quotes stand in their sources, as the evidence says."""

from collections.abc import Iterator, Mapping

from citebridge.models import Status
from citebridge.models.quoting import plain, quoted
from citebridge.models.report import Problem
from citebridge.validator.case import Case

_TOLD: Mapping[Status, str] = {
    "altered": "the quote {quote} is not what {source} says",
    "wrong_place": "the quote {quote} does not stand where it is said to, in {source}",
    "not_found": "the quote {quote} stands nowhere in {source}",
    "repaired": "the quote {quote} stands near the place that was said, in {source}",
    "unverifiable": "the quote {quote} of {source} could not be checked",
}
_NO_FAULT: frozenset[Status] = frozenset(("repaired", "unverifiable"))


def quotes(case: Case) -> Iterator[Problem]:
    """Quotes that are not, or not quite, in the source; a citation without a quote has none to be wrong."""
    for number in case.counted:
        citation = case.answer.citations[number]
        evidence = citation.evidence
        source = case.source_numbers[number]
        if evidence is None or source is None or not citation.cited_text or evidence.status not in _TOLD:
            continue
        message = _TOLD[evidence.status].format(
            quote=quoted(case.shown.citations[number].cited_text or "(hidden)"),
            source=case.name(source),
        )
        yield case.problem(
            evidence.status,
            message + _found_instead(case, number),
            number,
            fault=None if evidence.status in _NO_FAULT else "generation",
        )


def _found_instead(case: Case, number: int) -> str:
    """What the source says in its place, and what the resolver noted; nothing of what not everybody may see."""
    seen = case.shown.citations[number].evidence
    if seen is None:
        return ""
    instead = f", which says {quoted(seen.quote)}" if seen.status == "altered" and seen.quote else ""
    return instead + (f" ({plain(seen.note, 160)})" if seen.note else "")
