"""`validate`: all checks over one answer, and what they come to."""

from collections.abc import Iterator, Sequence
from typing import get_args

from citebridge.access import redact
from citebridge.access.hiding import names_of
from citebridge.errors import UsageError
from citebridge.models import RECITATION, Answer, Span
from citebridge.models.problems import Risk
from citebridge.models.quoting import whole
from citebridge.models.report import CheckedClaim, Problem, Report
from citebridge.resolver import resolve
from citebridge.validator.case import Case
from citebridge.validator.checks import CHECKS
from citebridge.validator.judging import Judge, Judging
from citebridge.validator.measuring import measured
from citebridge.validator.retrieved import Retrievals, Retrieved, retrieved_from
from citebridge.validator.statements import Statement, statements
from citebridge.validator.ties import place_of, ties_of

_ORDER = ("error", "warning", "info")
_STOPS = ".!?。！？…।؟"


def validate(
    answer: Answer, *, retrieved: Retrievals | None = None, risk: Risk = "normal", judge: Judge | None = None
) -> Report:
    """What is wrong with the citations of an answer and with its claims, as a `Report`; the answer stays as it is.

    An answer without evidence is resolved first. `retrieved` is what the retriever returned, in order: sources or their
    ids; then what was cited and not returned is told, and whose fault a problem is. With `risk="high"` an uncited claim
    and some other warnings are errors, with `"low"` it is a note (docs/reference/codes.md). `judge` says whether
    passages support a claim, and is called as `judge(claim, passages)`; without one no support is decided.

    Nothing of a source with access tags gets into the report, but for what `Answer.text` says itself.

    Raises `UsageError` for arguments of other types, an unknown risk, or a judge that says something else.

    >>> from citebridge.models import Anchor, Citation, Source
    >>> hens = Citation(id="0", anchor=Anchor("point", 11, 11), source_id="farm")
    >>> report = validate(Answer(text="Hens cluck. Dogs bark.", citations=(hens,), sources=(Source(id="farm"),)))
    >>> report.ok, report.metrics.coverage, [problem.code for problem in report.problems]
    (True, 0.5, ['uncited_claim'])
    """
    if not isinstance(answer, Answer):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"validate takes an Answer, not {type(answer).__name__}; normalize gives one")
    if risk not in get_args(Risk):
        raise UsageError(f"risk={risk!r} is unknown; use one of {', '.join(get_args(Risk))}")
    if judge is not None and not callable(judge):
        raise UsageError("judge= takes a function of a claim and its passages")
    case = _case(answer, retrieved_from(retrieved, answer.sources), risk)
    judging = Judging(case, judge)
    claims = tuple(_checked(case, judging))
    problems = [*(problem for check in CHECKS for problem in check(case)), *judging.problems()]
    return Report(
        ok=not any(problem.severity == "error" for problem in problems),
        problems=tuple(sorted(problems, key=_place)),
        claims=claims,
        metrics=measured(case, claims, judging.precision()),
        text=whole(answer.text),
    )


def _case(answer: Answer, retrieved: Retrieved | None, risk: Risk) -> Case:
    resolved = _resolved(answer, retrieved)
    counted = [n for n, one in enumerate(resolved.citations) if one.type != RECITATION]
    places = [place_of(one, len(answer.text)) for one in resolved.citations]
    found = statements(answer.text)
    ties = ties_of(resolved, places, counted, found)
    claims = [(one, tied) for one, tied in zip(found, ties, strict=True) if _is_claim(one, tied)]
    if claims and _is_cut(resolved, found, *claims[-1]):
        claims.pop()
    return Case(
        answer=resolved,
        shown=redact(resolved),
        statements=found,
        claims=[one for one, _ in claims],
        ties=[tied for _, tied in claims],
        places=places,
        counted=counted,
        risk=risk,
        retrieved=retrieved,
    )


def _resolved(answer: Answer, retrieved: Retrieved | None) -> Answer:
    """With evidence, if any is lacking; texts that only the retriever has are used, and its access tags hold."""
    records = retrieved.records if retrieved is not None else ()
    if any(one.evidence is None for one in answer.citations):
        return resolve(answer, sources=records)
    tags: dict[str, list[str]] = {}
    for one in records:
        if one.access:
            tags.setdefault(one.id, []).extend(one.access)
    if not tags:
        return answer
    held = [[tag for name in names_of(one) for tag in tags.get(name, ())] for one in answer.sources]
    tagged = (
        one.model_copy(update={"access": tuple(dict.fromkeys((*one.access, *more)))}) if more else one
        for one, more in zip(answer.sources, held, strict=True)
    )
    return answer.model_copy(update={"sources": tuple(tagged)})


def _is_claim(statement: Statement, tied: Sequence[int]) -> bool:
    """Also that the sources say nothing of something, when a source is cited for it."""
    return statement.kind == "claim" or (statement.kind == "no_answer" and bool(tied))


def _is_cut(answer: Answer, found: Sequence[Statement], last: Statement, tied: Sequence[int]) -> bool:
    """Whether the last claim was cut off before its mark could come."""
    if answer.finish not in ("length", "truncated") or tied or last is not found[-1]:
        return False
    return answer.text[last.end - 1] not in _STOPS


def _checked(case: Case, judging: Judging) -> Iterator[CheckedClaim]:
    text = whole(case.answer.text)
    for claim, tied, sources, (support, reasons) in zip(
        case.claims, case.ties, case.claim_sources, judging.supports, strict=True
    ):
        yield CheckedClaim(
            text[claim.start : claim.end],
            Span(claim.start, claim.end),
            tuple([case.citation_ids[number] for number in tied]),
            tuple([case.source_ids[number] for number in sources]),
            support,
            reasons,
        )


def _place(problem: Problem) -> tuple[int, int]:
    """Severe ones first, then as they stand in the answer, those of no place first."""
    return _ORDER.index(problem.severity), problem.span.start if problem.span is not None else -1
