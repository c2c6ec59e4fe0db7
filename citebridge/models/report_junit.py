"""A report as JUnit XML, in the form that Jenkins, GitLab and others read.

No attribute or text holds a character that XML 1.0 forbids: one control character in a quote, and no service reads the
file.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from citebridge.models.quoting import plain
from citebridge.models.report import Problem, Report
from citebridge.models.report_text import line_of, where

_ROOM = 60


@dataclass(slots=True)
class _Test:
    """A test: a claim, or what is no claim's."""

    group: str
    name: str
    problems: list[Problem] = field(default_factory=list[Problem])

    @property
    def errors(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.severity == "error"]


def to_junit(report: Report, name: str) -> str:
    """The report as XML; each problem stands in it once."""
    tests = _tests(report)
    failed = sum(bool(test.errors) for test in tests)
    counts = f'tests="{len(tests)}" failures="{failed}" errors="0" skipped="0" time="0"'
    suite = quoteattr(plain(name))
    return "\n".join(
        [
            '<?xml version="1.0" encoding="UTF-8"?>',
            f"<testsuites name={suite} {counts}>",
            f"  <testsuite name={suite} {counts}>",
            *(line for test in tests for line in _case(test)),
            "  </testsuite>",
            "</testsuites>",
        ]
    )


def _tests(report: Report) -> Sequence[_Test]:
    """A test for each claim, with what is wrong with it, then one for each problem of none, then one for all is well.

    A problem belongs to the first claim that it is about: by its citation, else by its place.
    """
    tests = [_Test("claims", f"claim {n}: {plain(claim.text, _ROOM)}") for n, claim in enumerate(report.claims, 1)]
    first: dict[str, _Test] = {}
    starts: dict[int, _Test] = {}
    for claim, test in zip(report.claims, tests, strict=True):
        starts.setdefault(claim.span.start, test)
        for one in claim.citation_ids:
            first.setdefault(one, test)
    others: list[_Test] = []
    for problem in report.problems:
        test = first.get(problem.citation_id or "")
        if test is None and problem.citation_id is None and problem.span is not None:
            test = starts.get(problem.span.start)
        if test is None:
            test = _Test("answer", ", ".join([plain(problem.code), *where(problem)]))
            others.append(test)
        test.problems.append(problem)
    return [*tests, *others] or [_Test("answer", "no problems")]


def _case(test: _Test) -> Iterator[str]:
    opening = f"    <testcase classname={quoteattr(test.group)} name={quoteattr(test.name)} time="
    if not test.problems:
        yield f'{opening}"0" />'
        return
    yield f'{opening}"0">'
    if test.errors:
        first = test.errors[0]
        told = escape("\n".join(line_of(problem) for problem in test.errors))
        about = f"type={quoteattr(plain(first.code))} message={quoteattr(plain(first.message, 200))}"
        yield f"      <failure {about}>{told}</failure>"
    rest = [problem for problem in test.problems if problem.severity != "error"]
    if rest:
        told = escape("\n".join(f"{problem.severity}: {line_of(problem)}" for problem in rest))
        yield f"      <system-out>{told}</system-out>"
    yield "    </testcase>"
