"""The claim-source map: an answer's claims and their sources, as others exchange them."""

from collections import Counter
from collections.abc import Iterator
from typing import Literal

from citebridge.models.quoting import plain
from citebridge.models.report import CheckedClaim, ClaimSource, ClaimSourceMap, Report, Support, Verification

_LEVELS: dict[Support, Literal["fully_supported", "partially_supported", "unsupported"]] = {
    "supported": "fully_supported",
    "partial": "partially_supported",
    "unsupported": "unsupported",
    "undecided": "unsupported",
}
_HIGH, _MEDIUM = 0.9, 0.5
_BRACKETS = str.maketrans("[]", "()")


def to_claim_source_map(report: Report) -> ClaimSourceMap:
    """The map of a report; `overall_faithfulness` is the share of claims that are fully supported, in words."""
    return {
        "linked_answer": "".join(_linked(report)),
        "claim_source_map": [_entry(claim) for claim in report.claims],
        "verification_summary": _summary(report),
    }


def _linked(report: Report) -> Iterator[str]:
    """The answer with the ids of its sources behind each claim, in brackets, one pair for each."""
    at = 0
    for claim in report.claims:
        end = claim.span.end
        while end > claim.span.start and report.text[end - 1 : end] in ("|", " "):
            end -= 1  # within the last cell of a row, not behind it
        yield report.text[at:end]
        yield "".join(f"[{plain(name.translate(_BRACKETS), len(name) + 1)}]" for name in claim.source_ids)
        at = end
    yield report.text[at:]


def _entry(claim: CheckedClaim) -> ClaimSource:
    told = "; ".join(claim.reasons)
    return {
        "claim_text": claim.text,
        "source_ids": list(claim.source_ids),
        "support_level": _LEVELS[claim.support],
        "explanation": f"not decided: {told}" if claim.support == "undecided" else told,
    }


def _summary(report: Report) -> Verification:
    supports = Counter(claim.support for claim in report.claims)
    total = len(report.claims)
    full = supports["supported"]
    return {
        "total_claims": total,
        "fully_supported": full,
        "partially_supported": supports["partial"],
        "unsupported": supports["unsupported"] + supports["undecided"],
        "undecided": supports["undecided"],
        "overall_faithfulness": "high"
        if full and full >= _HIGH * total
        else "medium"
        if full and full >= _MEDIUM * total
        else "low",
    }
