"""The metrics of an answer. Without a denominator there is none."""

from collections import Counter
from collections.abc import Sequence
from typing import get_args

from citebridge.models import Status
from citebridge.models.report import CheckedClaim, Metrics
from citebridge.validator.case import Case


def measured(case: Case, claims: Sequence[CheckedClaim], precision: tuple[int, int]) -> Metrics:
    """What `Metrics` tells."""
    cited = [claim for claim in claims if claim.citation_ids]
    decided = [claim for claim in cited if claim.support != "undecided"]
    citations = [case.answer.citations[number] for number in case.counted]
    statuses = Counter(one.evidence.status for one in citations if one.evidence is not None)
    return Metrics(
        coverage=_share(len(cited), len(claims)),
        validity=_share(sum(case.source_numbers[n] is not None for n in case.counted), len(citations)),
        faithfulness=_share(sum(claim.support == "supported" for claim in decided), len(decided)),
        precision=_share(*precision),
        citations_per_claim=_share(sum(len(claim.citation_ids) for claim in claims), len(claims)),
        statuses={status: statuses[status] for status in get_args(Status)},
    )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
