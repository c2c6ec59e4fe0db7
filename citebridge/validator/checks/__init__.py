"""The checks: each looks at a `Case` and tells what is wrong with it."""

from collections.abc import Callable, Iterator, Sequence

from citebridge.models.report import Problem
from citebridge.validator.case import Case
from citebridge.validator.checks.endings import ended
from citebridge.validator.checks.marks import marks_in_text
from citebridge.validator.checks.places import out_of_range
from citebridge.validator.checks.quotes import quotes
from citebridge.validator.checks.references import references
from citebridge.validator.checks.retrieval import retrieval
from citebridge.validator.checks.sources import sources
from citebridge.validator.checks.spread import spread
from citebridge.validator.checks.uncited import uncited

__all__ = ["CHECKS", "Check"]

Check = Callable[[Case], Iterator[Problem]]

CHECKS: Sequence[Check] = (
    *(ended, references, retrieval, quotes, out_of_range, marks_in_text, uncited, spread, sources),
)
"""In the order in which problems of one place and severity are told."""
