"""What is recorded, when, and where to."""

from __future__ import annotations

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from citebridge.cassettes import Cassette, Deck
from citebridge.pytest_plugin import player
from citebridge.pytest_plugin.finding import Place
from tests.cassettes.provider import Provider
from tests.plugin.conftest import CONFTEST, Run

pytest_plugins = ["pytester"]

ONE = """
    def test_q(ask):
        assert ask("hens").json() == {"n": 1}
    """
TWO = """
    def test_q(ask):
        assert ask("hens").json() == {"n": 1}
        assert ask("dogs").json() == {"n": 1}
    """
SHARED = """
    import pytest

    pytestmark = pytest.mark.citebridge("farm")

    def test_hens(ask):
        ask("hens")

    def test_dogs(ask):
        ask("dogs")
        ask("hens")
    """


def questions(path: Path) -> list[str]:
    return [json.loads(one.request.content)["question"] for one in Cassette.load(path)]


def cassette(pytester: pytest.Pytester, name: str = "test_q") -> Path:
    return pytester.path / "cassettes" / "test_record_mode" / f"{name}.cassette.jsonl"


@pytest.fixture
def recorded(run: Run, pytester: pytest.Pytester, acme: Provider) -> Path:
    """A cassette with one question in it."""
    pytester.makepyfile(test_record_mode=ONE)
    run("--citebridge-record=once").assert_outcomes(passed=1)
    acme.asked.clear()
    return cassette(pytester)


def test_nothing_is_recorded_unless_it_is_said(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(test_record_mode=ONE)
    ran = run()
    ran.assert_outcomes(failed=1)
    path = cassette(pytester)
    ran.stdout.fnmatch_lines(
        [f"E *UsageError: there is no cassette {path}; pytest --citebridge-record=once records it"]
    )
    assert not path.exists()
    assert acme.asked == []


def test_recorded_once_and_replayed(run: Run, recorded: Path, acme: Provider):
    assert questions(recorded) == ["hens"]
    assert [piece.data for piece in Cassette.load(recorded)[0].response.pieces] == [b'{"n"', b": 1}"]
    run().assert_outcomes(passed=1)
    assert acme.asked == []


@pytest.mark.parametrize(
    ("mode", "failed", "asked", "there"),
    [
        ("none", 1, [], ["hens"]),
        ("once", 1, [], ["hens"]),
        ("new_episodes", 0, ["dogs"], ["hens", "dogs"]),
        ("rewrite", 0, ["hens", "dogs"], ["hens", "dogs"]),
        ("all", 0, ["hens", "dogs"], ["hens", "dogs"]),
    ],
)
def test_modes(
    mode: str,
    failed: int,
    asked: list[str],
    there: list[str],
    run: Run,
    pytester: pytest.Pytester,
    recorded: Path,
    acme: Provider,
):
    pytester.makepyfile(test_record_mode=TWO)
    run(f"--citebridge-record={mode}").assert_outcomes(passed=1 - failed, failed=failed)
    assert [json.loads(body)["question"] for _, _, _, body in acme.asked] == asked
    assert questions(recorded) == there


def test_a_test_that_fails_has_recorded(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(test_record_mode=ONE.replace("== {", "!= {"))
    run("--citebridge-record=once").assert_outcomes(failed=1)
    assert questions(cassette(pytester)) == ["hens"]


@pytest.mark.parametrize("mode", ["once", "rewrite", "new_episodes", "all"])
def test_a_shared_cassette_has_what_all_its_tests_asked(mode: str, run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(test_record_mode=SHARED)
    path = cassette(pytester, "farm")
    run(f"--citebridge-record={mode}").assert_outcomes(passed=2)
    assert sorted(questions(path)) == ["dogs", "hens"]
    run().assert_outcomes(passed=2)
    if mode == "rewrite":
        acme.asked.clear()
        run("--citebridge-record=rewrite").assert_outcomes(passed=2)
        assert len(acme.asked) == 2
        assert sorted(questions(path)) == ["dogs", "hens"]


def test_once_leaves_a_shared_cassette_that_was_there(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(test_record_mode=SHARED)
    run("--citebridge-record=once", "-k", "hens").assert_outcomes(passed=1, deselected=1)
    run("--citebridge-record=once").assert_outcomes(passed=1, failed=1)
    assert questions(cassette(pytester, "farm")) == ["hens"]


@pytest.mark.parametrize(
    ("said", "options", "found"),
    [
        ("@pytest.mark.citebridge(record='once')", [], ["hens"]),
        ("@pytest.mark.citebridge(record='once')", ["--citebridge-record=none"], None),
        ("@pytest.mark.citebridge(record='none')", ["--citebridge-record=once"], ["hens"]),
        ("@pytest.mark.citebridge(record='none')", ["--record-mode=once"], ["hens"]),
        ("@pytest.mark.citebridge(record='once')", ["--record-mode=once", "--citebridge-record=none"], None),
        ("@pytest.mark.citebridge(record='once')", ["--record-mode=sometimes"], ["hens"]),
    ],
)
def test_the_option_goes_before_that_of_others_and_both_before_the_marker(
    said: str, options: list[str], found: list[str] | None, run: Run, pytester: pytest.Pytester, acme: Provider
):
    pytester.makepyfile(test_record_mode=f"import pytest\n\n{said}\ndef test_q(ask):\n    ask('hens')\n")
    pytester.syspathinsert()
    pytester.makepyfile(theirs="def pytest_addoption(parser): parser.addoption('--record-mode')")
    run("-p", "theirs", *options).assert_outcomes(passed=found is not None, failed=found is None)
    path = cassette(pytester)
    assert (questions(path) if path.exists() else None) == found


def test_two_tests_whose_names_are_one_in_files_do_not_record_to_it(
    run: Run, pytester: pytest.Pytester, acme: Provider
):
    pytester.makepyfile(
        test_record_mode="""
        import pytest

        @pytest.mark.parametrize("q", ["a:b", "a/b"])
        def test_q(ask, q):
            ask(q)
        """
    )
    ran = run("--citebridge-record=once")
    ran.assert_outcomes(passed=1, errors=1)
    ran.stdout.fnmatch_lines(
        [
            "E *UsageError: test_q?a-b?.cassette.jsonl is the cassette of *test_q?a:b? and of *test_q?a/b?: give them ids *"
        ]
    )
    assert questions(cassette(pytester, "test_q[a-b]")) == ["a:b"]


def test_a_secret_is_not_recorded(run: Run, pytester: pytest.Pytester, acme: Provider):
    key = "sk-ant-" + "api03-" + "Zm9vYmFyYmF6cXV4"
    pytester.makepyfile(test_record_mode=f"def test_q(ask):\n    ask({key!r})\n")
    ran = run("--citebridge-record=once")
    ran.assert_outcomes(passed=1, errors=1)
    ran.stdout.fnmatch_lines(["test_q.cassette.jsonl was not written, since it would hold secrets: *request body*"])
    ran.stdout.no_fnmatch_line(f"*was not written*{key}*")
    assert not cassette(pytester).exists()


def test_what_the_fixture_and_the_marker_say_is_handed_on(run: Run, pytester: pytest.Pytester, acme: Provider):
    key = "sk-ant-" + "api03-" + "Zm9vYmFyYmF6cXV4"
    pytester.makepyfile(
        test_record_mode=f"""
        import pytest

        @pytest.fixture
        def citebridge_config(citebridge_config):
            return {{**citebridge_config, "mask": False, "provider": "anthropic"}}

        @pytest.mark.citebridge(mask=True)
        def test_q(ask):
            ask({key!r})
        """
    )
    run("--citebridge-record=once").assert_outcomes(passed=1)
    (asked,) = questions(cassette(pytester))
    assert (len(asked), key in asked) == (len(key), False)
    assert Cassette.load(cassette(pytester))[0].provider == "anthropic"


def test_what_is_not_known_is_told(run: Run, pytester: pytest.Pytester):
    pytester.makepyfile(
        test_record_mode="""
        import pytest

        @pytest.mark.citebridge(masks=True, timing=True)
        def test_q(citebridge_cassette):
            pass
        """
    )
    ran = run()
    ran.assert_outcomes(errors=1)
    ran.stdout.fnmatch_lines(["E *UsageError: citebridge_config and the marker take anywhere, *, timing; not masks"])


def test_without_httpx2_there_is_still_a_transport(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(
        test_record_mode="""
        import sys
        import httpx
        import pytest
        from citebridge import MissingExtra
        from conftest import URL

        def test_q(citebridge_cassette, monkeypatch):
            with httpx.Client(transport=citebridge_cassette.transport()) as client:
                assert client.post(URL, json={"question": "hens"}).json() == {"n": 1}
            monkeypatch.setitem(sys.modules, "httpx2", None)
            for make in (citebridge_cassette.client, citebridge_cassette.async_client):
                with pytest.raises(MissingExtra, match="pip install httpx2.* take transport="):
                    make()
        """
    )
    pytester.makeconftest(CONFTEST.format(url=acme.url).replace("httpx2", "httpx"))
    for option in ("--citebridge-record=once", "--citebridge-record=none"):
        run(option).assert_outcomes(passed=1)
    assert len(acme.asked) == 1


def test_an_asynchronous_client_records_and_replays(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytester.makepyfile(
        test_record_mode="""
        import asyncio
        from conftest import URL

        def test_q(citebridge_cassette):
            async def ask():
                async with citebridge_cassette.async_client() as client:
                    return (await client.post(URL, json={"question": "hens"})).json()

            assert asyncio.run(ask()) == {"n": 1}
        """
    )
    for option in ("--citebridge-record=once", "--citebridge-record=none"):
        run(option).assert_outcomes(passed=1)
    assert len(acme.asked) == 1


def test_workers_record_to_cassettes_of_their_own(run: Run, pytester: pytest.Pytester, acme: Provider):
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    pytester.makepyfile(test_record_mode=ONE + ONE.replace("test_q", "test_again"))
    run("-p", "xdist", "-n2", "--citebridge-record=rewrite").assert_outcomes(passed=2)
    assert questions(cassette(pytester)) == questions(cassette(pytester, "test_again")) == ["hens"]
    run("-p", "xdist", "-n2").assert_outcomes(passed=2)
    assert len(acme.asked) == 2


def test_workers_do_not_record_to_one_cassette_at_a_time(run: Run, pytester: pytest.Pytester, acme: Provider):
    """The one that comes later would drop what the other has recorded."""
    pytest.importorskip("xdist", reason="pytest-xdist is not installed")
    pytester.makepyfile(test_record_mode=SHARED)
    ran = run("-p", "xdist", "-n2", "--citebridge-record=once")
    ran.assert_outcomes(errors=2)
    ran.stdout.fnmatch_lines(
        ["E *UsageError: several tests may record to farm.cassette.jsonl, but in one process only*"]
    )
    run("-p", "xdist", "-n2", "--citebridge-record=new_episodes").assert_outcomes(passed=2)
    assert set(questions(cassette(pytester, "farm"))) == {"hens", "dogs"}


def test_clients_that_are_made_in_threads_are_of_one_deck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def slow(*given: Any, **options: Any) -> Deck:
        time.sleep(0.02)
        return Deck(*given, **options)

    monkeypatch.setattr(player, "Deck", slow)
    one = player.Player(Place(tmp_path / "q.cassette.jsonl", False), "once")
    with ThreadPoolExecutor(4) as pool:
        decks = {id(made.deck) for made in pool.map(lambda _: one.transport(), range(4))}
    assert decks == {id(one.deck)}
