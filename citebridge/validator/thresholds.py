"""What is asked of the metrics, and the problem that a report gets which does not reach it."""

from collections.abc import Mapping

from citebridge.errors import UsageError
from citebridge.models.problems import PROBLEMS
from citebridge.models.report import METRICS, Problem, Report


def hold(report: Report, least: Mapping[str, float]) -> Report:
    """The report, with an error for each metric below what is asked for; a metric without a value is below it.

    Raises `UsageError` for a metric that there is not.

    >>> [problem.message for problem in hold(Report(), {"coverage": 0.9}).problems]
    ['coverage has no value, and is to be 0.9']
    """
    if unknown := sorted(least.keys() - set(METRICS)):
        raise UsageError(f"there is no metric {unknown[0]!r}; there are {', '.join(METRICS)}")
    code = PROBLEMS["under_threshold"]
    low = tuple(
        Problem("under_threshold", code.severity, f"{name} {told}, and is to be {asked:g}", fix=code.fix)
        for name, asked in least.items()
        if (told := _short_of(getattr(report.metrics, name), asked)) is not None
    )
    return report.model_copy(update={"ok": False, "problems": low + report.problems}) if low else report


def _short_of(value: float | None, asked: float) -> str | None:
    if value is None:
        return "has no value"
    told = f"{value:.3g}"
    return f"is {told if float(told) < asked else value}" if value < asked else None  # 0.8999 is no 0.9
