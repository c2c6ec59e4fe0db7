"""The plugin beside others: it costs nothing until it is used, and leaves to them what is theirs."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from citebridge.cli.cassette_convert import convert_all
from tests.cassettes.provider import Provider
from tests.plugin.conftest import QUIET, ROOT, Run

pytest_plugins = ["pytester"]

ENTRY = "[pytest11]\ncitebridge = citebridge.pytest_plugin\n"


@pytest.fixture
def installed(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    """The plugin, found as pip has installed it: by its entry point."""
    info = pytester.mkdir("site") / "citebridge_as_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: citebridge-as-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY)
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), str(info.parent)]))


def test_loading_it_imports_nothing():
    code = (
        "import sys, pytest\n"
        "before = set(sys.modules)\n"
        "import citebridge.pytest_plugin\n"
        "print(*sorted(set(sys.modules) - before))\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert ran.stdout.split() == ["citebridge", "citebridge.pytest_plugin", "citebridge.version"]


@pytest.mark.usefixtures("installed")
def test_a_run_that_does_not_use_it_never_notices(pytester: pytest.Pytester):
    pytester.makeconftest(
        """
        import sys

        def pytest_unconfigure():
            print("found:", *sorted({name for name in sys.modules if name.startswith(("citebridge.", "pydantic"))}))
        """
    )
    pytester.makepyfile("def test_q(): pass")
    ran = pytester.runpytest_subprocess("-p", "citebridge", "-W", "error", *QUIET)
    ran.assert_outcomes(passed=1)
    ran.stdout.fnmatch_lines(["found: citebridge.pytest_plugin citebridge.version"])


@pytest.mark.usefixtures("installed")
def test_coverage_is_measured(pytester: pytest.Pytester):
    """But of what an entry point loads, before anything is measured: this one module."""
    pytest.importorskip("pytest_cov", reason="pytest-cov is not installed")
    pytester.makepyfile(
        """
        from citebridge import Answer
        from citebridge.pytest_plugin import assert_citations_valid

        def test_q(citebridge_cassette):
            assert_citations_valid(Answer())
        """
    )
    options = ("-p", "pytest_cov", "--cov=citebridge.pytest_plugin", "--cov-report=json:found.json")
    ran = pytester.runpytest_subprocess("-p", "citebridge", "-W", "error", *options, *QUIET)
    ran.assert_outcomes(passed=1)
    found = json.loads((pytester.path / "found.json").read_text())["files"]
    executed = {Path(name).name: one["executed_lines"] for name, one in found.items()}
    for name in ("answers.py", "finding.py", "network.py", "player.py", "playing.py"):
        assert min(executed[name]) < 10, name  # from the imports on


def test_what_pytest_tells_of_it(run: Run):
    helped = run("--help")
    helped.stdout.fnmatch_lines(
        ["citebridge:", "*--citebridge-record={none,once,new_episodes,rewrite,all}*", "*--citebridge-split=HOW*"]
    )
    run("--markers").stdout.fnmatch_lines(["@pytest.mark.citebridge(name=None, [*][*]config): *"])


def test_beside_pytest_recording(run: Run, pytester: pytest.Pytester, acme: Provider):
    """Each records what is its own, when its option or ours says so; and both can be in one test."""
    pytest.importorskip("pytest_recording", reason="pytest-recording is not installed")
    pytester.makepyfile(
        test_both=f"""
        import httpx2
        import pytest

        @pytest.mark.vcr
        def test_theirs():
            assert httpx2.post({acme.url!r} + "/v1/ask", json={{"question": "dogs"}}).json() == {{"n": 1}}

        def test_ours(ask):
            assert ask("hens").json() == {{"n": 1}}

        @pytest.mark.vcr
        @pytest.mark.citebridge
        def test_both(ask):
            test_theirs()
            assert ask("cows").json() == {{"n": 1}}
        """
    )
    theirs = ("-p", "pytest_recording.plugin")
    run(*theirs, "--record-mode=once").assert_outcomes(passed=3)
    there = sorted(path.name for path in (pytester.path / "cassettes" / "test_both").iterdir())
    assert there == [
        "test_both.cassette.jsonl",
        "test_both.yaml",
        "test_ours.cassette.jsonl",
        "test_theirs.yaml",
    ]
    acme.asked.clear()
    run(*theirs, "--block-network", "--citebridge-block-network").assert_outcomes(passed=3)
    run(*theirs, "--record-mode=rewrite", "--citebridge-record=none", "-k", "ours").assert_outcomes(
        passed=1, deselected=2
    )
    assert acme.asked == []


def test_what_pytest_recording_has_recorded_can_be_converted(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytest.importorskip("pytest_recording", reason="pytest-recording is not installed")
    test = f"""
        import httpx2
        import pytest

        class TestFarm:
            @pytest.mark.vcr
            @pytest.mark.parametrize("who", ["hens/dogs"])
            def test_q(self, who):
                assert httpx2.post({acme.url!r}, json={{"question": who}}).json() == {{"n": 1}}
        """
    pytester.makepyfile(test_farm=test)
    run("-p", "pytest_recording.plugin", "--record-mode=once").assert_outcomes(passed=1)
    folder = pytester.path / "cassettes"
    assert convert_all(folder, folder, "citebridge", mask=False, tell=print) == (1, 0)
    ours = test.replace("mark.vcr", "mark.citebridge").replace("self, who", "self, who, citebridge_cassette")
    pytester.makepyfile(test_farm=ours.replace("httpx2.post", "citebridge_cassette.client().post"))
    run().assert_outcomes(passed=1)


def test_routes_of_respx(run: Run, pytester: pytest.Pytester, acme: Provider):
    """For those who test with pytest-httpx2: faults and splits are the cassette's, too."""
    pytest.importorskip("pytest_httpx2", reason="pytest-httpx2 is not installed")
    pytester.makepyfile(test_routes="def test_q(ask):\n    ask('hens')\n")
    run("--citebridge-record=once").assert_outcomes(passed=1)
    pytester.makepyfile(
        test_routes="""
        import httpx2
        import pytest
        from citebridge.cassettes import add_routes
        from conftest import URL

        def test_q(citebridge_cassette, httpx2_mock):
            add_routes(citebridge_cassette.deck, httpx2_mock)
            citebridge_cassette.faults("529")
            statuses = []
            for _ in range(2):
                with httpx2.stream("POST", URL, json={"question": "hens"}) as response:
                    pieces = list(response.iter_raw())
                    statuses.append(response.status_code)
            assert statuses == [529, 200]
            assert len(pieces) == 8
            assert httpx2_mock.calls.call_count == 2
        """
    )
    run("-p", "pytest_httpx2", "--citebridge-split=bytes").assert_outcomes(passed=1)
