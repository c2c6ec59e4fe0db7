"""The SDKs of the providers, recorded through the plugin from a provider on loopback, and replayed in every split."""

from __future__ import annotations

import pytest

from citebridge.cassettes import Cassette
from tests.cassettes.provider import provider
from tests.cassettes.test_sdks import headers, sent
from tests.plugin import sdks
from tests.plugin.conftest import Run

pytest_plugins = ["pytester"]

CALLS = ("sync", "async", "stream", "async stream")
TESTS = """
import asyncio

import httpx2
import pytest

from citebridge import normalize
from tests.cassettes.provider import Redirected
from tests.cassettes.test_sdks import outcome
from tests.plugin.sdks import AASK, ASK
from tests.wire import Wire

@pytest.fixture
def citebridge_config(call):
    return {{"inner": Redirected(httpx2, {streamed!r} if "stream" in call else {whole!r})}}

@pytest.mark.parametrize("call", {calls!r})
def test_sdk(call, citebridge_cassette):
    wire = Wire({name!r}, "ferry", "stream" in call)
    if "async" in call:
        reply = asyncio.run(AASK[{name!r}](citebridge_cassette, wire))
    else:
        reply = ASK[{name!r}](citebridge_cassette, wire)
    answer = normalize(reply, provider={name!r}, request=wire.request)
    assert outcome(answer) == outcome(normalize(wire.recorded, provider={name!r}, request=wire.request))
    assert len(answer.citations) == 3
"""


@pytest.fixture(scope="module", params=sdks.ASK)
def name(request: pytest.FixtureRequest) -> str:
    """A provider whose SDK is there, imported before the runs within, which forget what they import."""
    package = "google.genai" if request.param == "google" else str(request.param)
    pytest.importorskip(package, reason=f"{package} is not installed")
    return request.param


def test_recorded_and_replayed_in_any_pieces(name: str, run: Run, pytester: pytest.Pytester):
    with (
        provider(pieces=sent(name, True), headers=headers(True)) as streamed,
        provider(pieces=sent(name, False), headers=headers(False), whole=True) as whole,
    ):
        test = TESTS.format(name=name, calls=CALLS, streamed=streamed.url, whole=whole.url)
        pytester.makepyfile(test_ferry=test)
        run("--citebridge-record=once").assert_outcomes(passed=4)
        assert (len(streamed.asked), len(whole.asked)) == (2, 2)
    for call in CALLS:
        path = pytester.path / "cassettes" / "test_ferry" / f"test_sdk[{call}].cassette.jsonl"
        (one,) = Cassette.load(path)
        assert [piece.data for piece in one.response.pieces] == sent(name, "stream" in call)
        assert one.provider == name
    for how in ("recorded", "whole", "bytes", "random:1"):
        run(f"--citebridge-split={how}").assert_outcomes(passed=4)
