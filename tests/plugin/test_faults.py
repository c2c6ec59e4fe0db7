"""What goes wrong on purpose, and the pieces in which all of it comes."""

from __future__ import annotations

import pytest

from citebridge.errors import UsageError
from tests.cassettes.provider import Provider
from tests.plugin.conftest import Run

pytest_plugins = ["pytester"]

ASK = """
import httpx2
import pytest
from conftest import URL

def outcome(client):
    '''The status, the pieces that came, and the error that ended them.'''
    pieces = []
    try:
        with client.stream("POST", URL, json={"question": "hens"}) as response:
            pieces.append(response.status_code)
            pieces.extend(response.iter_raw())
    except httpx2.HTTPError as error:
        pieces.append(type(error).__name__)
    return pieces

def test_q(citebridge_cassette):
    assert outcome(citebridge_cassette.client()) == [200, b'{"n"', b": 1}"]
"""


@pytest.fixture
def asked(run: Run, pytester: pytest.Pytester, acme: Provider) -> str:
    """A cassette with one answer, in two pieces."""
    pytester.makepyfile(test_faults=ASK)
    run("--citebridge-record=once").assert_outcomes(passed=1)
    return ASK.partition("def test_q")[0]


def test_each_fault(run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(
        test_faults=asked
        + """
@pytest.mark.parametrize(
    ("faults", "outcomes"),
    [
        (["429"], [429, 200]),
        (["529x2"], [529, 529, 200]),
        (["429", "529"], [429, 529, 200]),
        (["cut:5"], [[200, b'{"n"', b":", "ReadError"]]),
        (["reset"], [["ReadError"]]),
        (["timeout"], [["ReadTimeout"]]),
        (["timeout:4"], [[200, b'{"n"', "ReadTimeout"]]),
        (["malformed"], [[200, b'#"n"', b": 1}"]]),
        (["cut:5", "malformed"], [[200, b'#"n"', b":", "ReadError"]]),
        ([], [[200, b'{"n"', b": 1}"]]),
    ],
    ids=str,
)
@pytest.mark.citebridge("test_q")
def test_fault(faults, outcomes, citebridge_cassette):
    client = citebridge_cassette.client()
    citebridge_cassette.faults(*faults)
    for expected in outcomes:
        found = outcome(client)
        assert found == expected or found[0] == expected
"""
    )
    run().assert_outcomes(passed=10)


def test_faults_come_and_go(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(test_faults=ASK + "    outcome(citebridge_cassette.client())\n")
    run("--citebridge-record=once").assert_outcomes(passed=1)
    pytester.makepyfile(
        test_faults=ASK.partition("def test_q")[0]
        + """
def test_q(citebridge_cassette):
    client = citebridge_cassette.client()
    citebridge_cassette.faults("reset")
    assert outcome(client) == ["ReadError"]
    citebridge_cassette.faults()
    assert outcome(client) == [200, b'{"n"', b": 1}"]
"""
    )
    run().assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("config", "waits"),
    [
        ("", []),
        ("citebridge_cassette.faults('slow:30')", [0.03, 0.03, 0.03]),
        ("citebridge_cassette.faults('slow:30'); citebridge_cassette.faults()", []),
    ],
)
@pytest.mark.parametrize("first", ["faults", "client"])
def test_a_slow_answer_takes_its_time(
    config: str, waits: list[float], first: str, run: Run, pytester: pytest.Pytester, asked: str
):
    client = "client = citebridge_cassette.client()"
    steps = [config, client] if first == "faults" else [client, config]
    pytester.makepyfile(
        test_faults=asked
        + f"""
import time

def test_q(citebridge_cassette, monkeypatch):
    {steps[0]}
    {steps[1]}
    waited = []
    monkeypatch.setattr(time, "sleep", waited.append)
    outcome(client)
    assert [round(one, 3) for one in waited] == {waits}
"""
    )
    run().assert_outcomes(passed=1)


def test_timing_waits_as_long_as_the_provider_took(run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(
        test_faults=asked
        + """
import time

@pytest.mark.citebridge(timing=True)
def test_q(citebridge_cassette, monkeypatch):
    waited = []
    monkeypatch.setattr(time, "sleep", waited.append)
    outcome(citebridge_cassette.client())
    assert len(waited) == 3
"""
    )
    run().assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("options", "config", "pieces"),
    [
        ([], "", [b'{"n"', b": 1}"]),
        (["--citebridge-split=recorded"], "", [b'{"n"', b": 1}"]),
        (["--citebridge-split=whole"], "", [b'{"n": 1}']),
        (["--citebridge-split=bytes"], "", [b"{", b'"', b"n", b'"', b":", b" ", b"1", b"}"]),
        ([], "@pytest.mark.citebridge(split='whole')", [b'{"n": 1}']),
        (["--citebridge-split=recorded"], "@pytest.mark.citebridge(split='whole')", [b'{"n"', b": 1}"]),
    ],
)
def test_split(options: list[str], config: str, pieces: list[bytes], run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(
        test_faults=asked
        + f"""
{config}
def test_q(citebridge_cassette):
    assert outcome(citebridge_cassette.client()) == [200, *{pieces!r}]
"""
    )
    run(*options).assert_outcomes(passed=1)


def test_split_at_random_is_the_same_each_time(run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(
        test_faults=asked
        + """
def test_q(citebridge_cassette):
    print("pieces:", outcome(citebridge_cassette.client()))
"""
    )
    seen = [
        next(line for line in run("-s", f"--citebridge-split=random:{seed}").outlines if "pieces:" in line)
        for seed in (7, 7, 8)
    ]
    assert seen[0] == seen[1] != seen[2]


def test_what_went_wrong_is_split_too(run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(
        test_faults=asked
        + """
def test_q(citebridge_cassette):
    citebridge_cassette.faults("cut:3")
    assert outcome(citebridge_cassette.client()) == [200, b"{", b'"', b"n", "ReadError"]
"""
    )
    run("--citebridge-split=bytes").assert_outcomes(passed=1)


def test_a_change_of_ones_own(run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(
        test_faults=asked
        + """
from dataclasses import replace

def teapot(reply):
    yield replace(reply, status=418)

@pytest.mark.citebridge(changes=[teapot])
def test_q(citebridge_cassette):
    citebridge_cassette.faults()
    assert outcome(citebridge_cassette.client())[0] == 418
"""
    )
    run().assert_outcomes(passed=1)


@pytest.mark.parametrize("how", ["halves", "random", "random:"])
def test_an_unknown_split_is_a_wrong_option(how: str, run: Run, pytester: pytest.Pytester):
    pytester.makepyfile("def test_q(): pass")
    ran = run(f"--citebridge-split={how}")
    assert ran.ret == pytest.ExitCode.USAGE_ERROR
    ran.stderr.fnmatch_lines(
        [f"ERROR: --citebridge-split: a body is cut whole|bytes|random:SEED|recorded, not '{how}'"]
    )


def test_an_unknown_fault(run: Run, pytester: pytest.Pytester, asked: str):
    pytester.makepyfile(test_faults=asked + "def test_q(citebridge_cassette): citebridge_cassette.faults('flood')\n")
    ran = run()
    ran.assert_outcomes(failed=1)
    ran.stdout.fnmatch_lines(["E *there is no fault 'flood'; there are 429, *"])
    assert issubclass(UsageError, ValueError)
