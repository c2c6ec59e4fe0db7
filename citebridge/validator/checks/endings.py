"""How the answer ended, and whether it cites at all."""

from collections.abc import Iterator, Mapping

from citebridge.models import Finish
from citebridge.models.quoting import quoted
from citebridge.models.report import Problem
from citebridge.validator.case import Case

_ENDINGS: Mapping[Finish, tuple[str, str]] = {
    "length": ("truncated", "the answer was cut off: the length limit was reached"),
    "truncated": ("truncated", "the answer was cut off: the stream ended early"),
    "filtered": ("filtered", "a content filter stopped the answer"),
    "tool_call": ("unfinished", "the model waits for a tool"),
    "paused": ("unfinished", "the model paused and has more to say"),
    "error": ("failed", "the provider sent an error"),
}
_OVER: frozenset[Finish] = frozenset(("complete", "length", "other"))


def ended(case: Case) -> Iterator[Problem]:
    """A refusal, an end that is none, or no citations where there was something to cite."""
    answer = case.answer
    if answer.finish in _ENDINGS:
        code, message = _ENDINGS[answer.finish]
        yield case.problem(code, message)
    if is_refused(case):
        said = f": {quoted(case.shown.refusal)}" if case.shown.refusal else ""
        yield case.problem("refusal", f"the model gave no answer{said}")
    elif case.claims and not case.counted and answer.finish in _OVER and _was_asked_to_cite(case):
        told = f"of {len(answer.sources)} sources" if answer.sources else "citations were asked for"
        yield case.problem("no_citations", f"nothing is cited ({told})")


def is_refused(case: Case) -> bool:
    """Whether the model refused, or said that the sources have no answer and nothing else."""
    answer = case.answer
    if answer.refusal is not None or answer.finish == "refusal":
        return True
    return not case.claims and not case.counted and any(one.kind == "no_answer" for one in case.statements)


def _was_asked_to_cite(case: Case) -> bool:
    """Whether there is a source, but for those that recitations name, or marks were given out."""
    answer = case.answer
    recited = {one.source_id for one in answer.citations}
    return bool(answer.marker_map) or answer.channel != "native" or any(one.id not in recited for one in answer.sources)
