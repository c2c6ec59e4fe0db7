"""What is told when a test and its cassette do not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cassettes.provider import Provider
from tests.plugin.conftest import Run

pytest_plugins = ["pytester"]

FARM = """
    import pytest

    pytestmark = pytest.mark.citebridge("farm")

    def test_hens(ask):
        ask("hens")

    def test_dogs(ask):
        ask("dogs")

    def test_cats(ask):
        ask("cats")
    """


@pytest.fixture
def recorded(run: Run, pytester: pytest.Pytester, acme: Provider) -> Path:
    """A cassette in which hens and dogs were asked for."""
    pytester.makepyfile(test_farm="def test_q(ask):\n    ask('hens')\n    ask('dogs')\n")
    run("--citebridge-record=once").assert_outcomes(passed=1)
    return pytester.path / "cassettes" / "test_farm" / "test_q.cassette.jsonl"


UNMATCHED = [
    "nothing is recorded for POST https://api.acme.example/v1/ask in {path}",
    "the nearest is interaction 1, POST https://api.acme.example/v1/ask; what differs:",
    "  body.question: recorded 'hens', asked 'cows'",
    "1 of 2 interactions of {path} were not asked for:",
    "  1 POST https://api.acme.example/v1/ask",
    "pytest --citebridge-record=rewrite records them anew, =new_episodes what is missing",
]


def test_a_request_that_is_not_recorded_fails_the_test_even_when_nobody_else_minds(
    run: Run, pytester: pytest.Pytester, recorded: Path
):
    pytester.makepyfile(
        test_farm="""
        from contextlib import suppress

        def test_q(ask):
            for _ in range(3):
                with suppress(Exception):
                    ask("cows")
            ask("dogs")
        """
    )
    ran = run()
    ran.assert_outcomes(passed=1, errors=1)
    ran.stdout.fnmatch_lines([line.format(path=recorded) for line in UNMATCHED], consecutive=True)


def test_a_failure_brings_what_differs(run: Run, pytester: pytest.Pytester, recorded: Path):
    """SDKs make an error of their own of it, which says nothing."""
    pytester.makepyfile(
        test_farm="""
        def test_q(ask):
            ask("dogs")
            try:
                ask("cows")
            except Exception:
                raise RuntimeError("Connection error.") from None
        """
    )
    ran = run()
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(
        ["*- citebridge cassette -*", *(line.format(path=recorded) for line in UNMATCHED)], consecutive=True
    )


def test_so_does_the_failure_of_a_fixture(run: Run, pytester: pytest.Pytester, recorded: Path):
    pytester.makepyfile(
        test_farm="""
        import pytest

        @pytest.fixture
        def answer(ask):
            return ask("cows")

        def test_q(answer):
            pass
        """
    )
    ran = run()
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(["*- citebridge cassette -*", UNMATCHED[0].format(path=recorded)], consecutive=True)


@pytest.mark.parametrize(
    ("body", "unused"),
    [
        ("ask('hens')", ["1 of 2 interactions of {path} were not asked for:", "  2 POST *"]),
        ("pass", ["2 of 2 interactions of {path} were not asked for:", "  1 POST *", "  2 POST *"]),
    ],
)
def test_what_is_left_over_fails_the_test_that_the_cassette_belongs_to(
    body: str, unused: list[str], run: Run, pytester: pytest.Pytester, recorded: Path
):
    pytester.makepyfile(test_farm=f"def test_q(ask):\n    {body}\n")
    ran = run()
    ran.assert_outcomes(passed=1, errors=1)
    ran.stdout.fnmatch_lines([line.format(path=recorded) for line in unused], consecutive=True)


@pytest.mark.parametrize("ending", ["pytest.skip('no time')", "pytest.xfail('not yet')", "assert not 'well'"])
def test_a_test_that_ends_early_leaves_things_over(ending: str, run: Run, pytester: pytest.Pytester, recorded: Path):
    pytester.makepyfile(test_farm=f"import pytest\n\ndef test_q(ask):\n    {ending}\n")
    outcomes = run().parseoutcomes()
    assert outcomes in ({"skipped": 1}, {"xfailed": 1}, {"failed": 1})


@pytest.fixture
def shared(run: Run, pytester: pytest.Pytester, acme: Provider) -> Path:
    pytester.makepyfile(test_farm=FARM)
    run("--citebridge-record=once").assert_outcomes(passed=3)
    return pytester.path / "cassettes" / "test_farm" / "farm.cassette.jsonl"


def test_tests_that_share_a_cassette_may_leave_things_to_each_other(run: Run, shared: Path):
    ran = run()
    ran.assert_outcomes(passed=3)
    ran.stdout.no_fnmatch_line("citebridge:*")


@pytest.mark.parametrize("workers", [(), ("-p", "xdist", "-n2")], ids=["one process", "two workers"])
def test_what_they_all_leave_over_is_told_at_the_end(
    workers: tuple[str, ...], run: Run, pytester: pytest.Pytester, shared: Path
):
    if workers:
        pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    ran = run(*workers, "-k", "hens or dogs")
    ran.assert_outcomes(passed=2, deselected=0 if workers else 1)
    ran.stdout.fnmatch_lines(
        [
            f"citebridge: none of these tests asked for 1 of the interactions of {shared}:",
            "  3 POST https://api.acme.example/v1/ask",
        ],
        consecutive=True,
    )


def test_of_many_the_first_are_told(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(test_farm="def test_q(ask):\n    for n in range(10):\n        ask(n)\n")
    run("--citebridge-record=once").assert_outcomes(passed=1)
    pytester.makepyfile(test_farm="def test_q(ask):\n    pass\n")
    run().stdout.fnmatch_lines(["10 of 10 interactions *", "  1 POST *", "  8 POST *", "  and 2 more"])
