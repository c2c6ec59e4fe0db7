"""A report as lines for people."""

from collections import Counter
from collections.abc import Iterator

from citebridge.models.places import Span
from citebridge.models.quoting import plain
from citebridge.models.report import METRICS, CheckedClaim, Problem, Report, Support

_ROOM = 400
_CLAIM_ROOM = 72
_SIGNS: dict[Support, str] = {"supported": "+", "partial": "~", "unsupported": "-", "undecided": "?"}


def to_text(report: Report) -> str:
    """What was found, the metrics, the problems and the claims.

    >>> print(to_text(Report()))
    ok: no problems
    """
    parts = [_verdict(report), *_numbers(report), *_problems(report), *_claims(report)]
    return "\n".join(parts)


def line_of(problem: Problem) -> str:
    """A problem in one line, without its severity: where, what, and what to do.

    >>> line_of(Problem("not_found", "error", "the quote stands nowhere", "c1", Span(0, 8), "Drop it."))
    'not_found, citation c1, 0-8: the quote stands nowhere. Drop it.'
    """
    about = ", ".join([plain(problem.code), *where(problem)])
    told = plain(problem.message, _ROOM) + (f", a fault of {problem.fault}" if problem.fault is not None else "")
    return f"{about}: {told}" + (f". {plain(problem.fix, _ROOM)}" if problem.fix else "")


def where(problem: Problem) -> Iterator[str]:
    """What a problem is about, in words."""
    if problem.citation_id is not None:
        yield f"citation {plain(problem.citation_id)}"
    if problem.source_id is not None:
        yield f"source {plain(problem.source_id)}"
    if problem.span is not None:
        yield _place(problem.span)


def _place(span: Span) -> str:
    return f"{span.start}-{span.end}" if span.end != span.start else f"at {span.start}"


def _verdict(report: Report) -> str:
    counts = Counter(problem.severity for problem in report.problems)
    told = [
        f"{counts[severity]} {name}{'s' if counts[severity] != 1 else ''}"
        for severity, name in (("error", "error"), ("warning", "warning"), ("info", "note"))
        if counts[severity]
    ]
    return f"{'ok' if report.ok else 'not ok'}: {', '.join(told) or 'no problems'}"


def _numbers(report: Report) -> Iterator[str]:
    found = {name: getattr(report.metrics, name) for name in METRICS}
    told = [f"{name.replace('_', ' ')} {value:.2f}" for name, value in found.items() if value is not None]
    if told:
        yield ", ".join(told)
    statuses = [f"{name.replace('_', ' ')} {count}" for name, count in report.metrics.statuses.items() if count]
    if statuses:
        yield f"evidence: {', '.join(statuses)}"


def _problems(report: Report) -> Iterator[str]:
    if report.problems:
        yield ""
    for problem in report.problems:
        yield f"{problem.severity:7} {line_of(problem)}"


def _claims(report: Report) -> Iterator[str]:
    if report.claims:
        yield ""
        yield "Claims"
    for claim in report.claims:
        yield f"{_SIGNS[claim.support]} {plain(claim.text, _CLAIM_ROOM)}  {_sources(claim)}".rstrip()


def _sources(claim: CheckedClaim) -> str:
    return " ".join(f"[{plain(name, 40)}]" for name in claim.source_ids)
