"""`citebridge validate`: what is wrong with the citations of a saved answer."""

from enum import StrEnum
from math import isfinite
from typing import Annotated

import typer

from citebridge.cli.inputs import STDIN
from citebridge.cli.options import AnswerFile, Provider, Request
from citebridge.cli.stored import read_any
from citebridge.cli.terminal import FOUND, put, tell_notices, told_in_one_line
from citebridge.models.report import METRICS, Report
from citebridge.render.safe import json_text


class Reporting(StrEnum):
    """What `validate` prints."""

    text = "text"
    json = "json"
    junit = "junit"


def validate_file(
    file: AnswerFile,
    provider: Provider = None,
    request: Request = None,
    format: Annotated[Reporting, typer.Option(help="Lines for people, JSON, or JUnit XML for CI.")] = Reporting.text,
    fail_under: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METRIC=NUMBER", help=f"Fail when a metric is below it; may be repeated. {', '.join(METRICS)}."
        ),
    ] = None,
) -> None:
    """Check the citations of a saved answer.

    Each quote is looked for in its source, each claim for a citation.

    Exit code 0: no errors. 1: errors, or a metric below --fail-under. 2: it could not run.
    """
    from citebridge.validator import validate
    from citebridge.validator.thresholds import hold

    least = dict(_threshold(one) for one in fail_under or ())
    with told_in_one_line(file):
        answer = read_any(file, provider, request)
        report = hold(validate(answer), least)
    tell_notices(answer)
    put(_written(report, format, "standard input" if file == STDIN else file))
    raise typer.Exit(0 if report.ok else FOUND)


def _threshold(told: str) -> tuple[str, float]:
    name, sign, number = told.partition("=")
    try:
        least = float(number)
    except ValueError:
        least = float("nan")
    if not sign or not isfinite(least) or name.strip() not in METRICS:
        raise typer.BadParameter(
            f"{told!r} is no METRIC=NUMBER, as in coverage=.9; the metrics are {', '.join(METRICS)}",
            param_hint="'--fail-under'",
        )
    return name.strip(), least


def _written(report: Report, format: Reporting, name: str) -> str:
    if format is Reporting.junit:
        return report.to_junit(name)
    return report.to_text() if format is Reporting.text else json_text(report.model_dump_json(indent=2))
