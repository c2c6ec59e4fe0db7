"""Claims without a citation."""

from collections.abc import Iterator

from citebridge.models import Span
from citebridge.models.quoting import quoted
from citebridge.models.report import Problem
from citebridge.validator.case import Case


def uncited(case: Case) -> Iterator[Problem]:
    """Each claim that no citation covers."""
    for claim, tied in zip(case.claims, case.ties, strict=True):
        if not tied:
            said = case.answer.text[claim.start : claim.end]
            yield case.problem("uncited_claim", f"{quoted(said)} has no citation", span=Span(claim.start, claim.end))
