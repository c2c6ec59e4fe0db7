"""Tests of the plugin: pytest within pytest, with the plugins that a test names and no others."""

from __future__ import annotations

import os
import pkgutil
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest

import citebridge
from tests.cassettes.provider import Provider, provider

# A run within forgets what it has imported: what would be imported twice, each of its classes too, is imported first.
for found in pkgutil.walk_packages(citebridge.__path__, "citebridge."):
    if not found.name.endswith("__main__"):
        import_module(found.name)

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


@pytest.fixture
def run(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run pytest in the folder of this test, with the plugin.

    In a process of its own: within this one, pytester drops every module that the inner run imported first, and the
    tests that come next in this process would meet each of them twice.
    """
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
