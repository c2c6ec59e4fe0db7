"""Tests of the plugin: pytest within pytest, with the plugins that a test names and no others."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest

from tests.cassettes.provider import Provider, provider

ROOT = Path(__file__).parents[2]
QUIET = ("-p", "no:cacheprovider")
Run = Callable[..., pytest.RunResult]
CONFTEST = """
import httpx2, pytest
from tests.cassettes.provider import Redirected

URL = "https://api.acme.example/v1/ask"

@pytest.fixture
def citebridge_config():
    inner = Redirected(httpx2, {url!r})
    yield {{"inner": inner}}
    inner.close()

@pytest.fixture
def ask(citebridge_cassette):
    def ask(question):
        return citebridge_cassette.client().post(URL, json={{"question": question}})
    return ask
"""


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown() -> Generator[None]:
    """At its end, pytester drops every module that was imported since its start. What other tests hold is kept."""
    loaded = dict(sys.modules)
    yield
    sys.modules.update(loaded)


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest in the folder of this test, with the plugin, in a process of its own."""
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setenv("COLUMNS", "160")

    def run(*arguments: str) -> pytest.RunResult:
        return pytester.runpytest_subprocess("-p", "citebridge.pytest_plugin", *QUIET, *arguments)

    return run


@pytest.fixture
def acme(pytester: pytest.Pytester) -> Iterator[Provider]:
    """A provider on loopback, that tests ask with `ask("…")` when they record."""
    with provider(pieces=[b'{"n"', b": 1}"], headers={"content-type": "application/json"}) as played:
        pytester.makeconftest(CONFTEST.format(url=played.url))
        yield played
