"""Whether places in the answer are places in the answer."""

from collections.abc import Iterator

from citebridge.models import Anchor, Citation
from citebridge.models.report import Problem
from citebridge.validator.case import Case


def out_of_range(case: Case) -> Iterator[Problem]:
    """Anchors, claims and marks outside of the text, and citations without a place."""
    size, raw_size = len(case.answer.text), len(case.answer.raw_text)
    for number in case.counted:
        citation = case.answer.citations[number]
        wrong = list(_outside(citation, size, raw_size))
        if wrong:
            yield case.problem("anchor_out_of_text", f"not in the text: {', '.join(wrong)}", number)
        elif citation.anchor is None and citation.claim is None:
            yield case.problem("unplaced", "it is not known what the citation supports", number)


def _outside(citation: Citation, size: int, raw_size: int) -> Iterator[str]:
    anchor, claim, raw = citation.anchor, citation.claim, citation.raw_span
    if anchor is not None and not (0 <= anchor.start <= anchor.end <= size and _is_whole(anchor)):
        yield f"the {anchor.kind} {anchor.start}-{anchor.end}"
    if claim is not None and not 0 <= claim.start < claim.end <= size:
        yield f"the claim {claim.start}-{claim.end}"
    if raw is not None and not 0 <= raw.start <= raw.end <= raw_size:
        yield f"the mark {raw.start}-{raw.end}"


def _is_whole(anchor: Anchor) -> bool:
    return (anchor.start == anchor.end) == (anchor.kind == "point")
