"""What is cited against what the retriever returned: whose fault it is."""

from collections.abc import Iterator

from citebridge.models.report import Problem
from citebridge.validator.case import Case


def retrieval(case: Case) -> Iterator[Problem]:
    """Citations of what was not returned are the model's fault; nothing returned is the retriever's."""
    if case.retrieved is None:
        return
    if not case.retrieved.count and case.claims:
        message = f"nothing was retrieved, and the answer states {len(case.claims)} claims"
        yield case.problem("nothing_retrieved", message, fault="retrieval")
    foreign = {n for n, _ in case.cited_sources() if not case.retrieved.holds(case.answer.sources[n])}
    for number in case.counted:
        source = case.source_numbers[number]
        if source is not None and source in foreign:
            message = f"{case.name(source)} was not retrieved"
            yield case.problem("not_retrieved", message, number, source=source, fault="generation")
