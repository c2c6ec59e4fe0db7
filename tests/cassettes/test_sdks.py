"""The SDKs of the providers, recorded and replayed: through transports, through respx, and over real HTTP.

A provider is played on loopback; what it sends is cut where it hurts: within marks, characters and events. Every way of
replaying gives the SDK the same pieces, and citebridge the same answer.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest
import pytest_httpx2  # noqa: F401  (lets respx answer httpx2)
import respx

from citebridge import Answer, normalize
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.deck import Deck
from citebridge.cassettes.routes import add_routes
from citebridge.cassettes.server import CassetteServer
from citebridge.cassettes.transports import RecordingTransport, ReplayTransport
from tests.cassettes.provider import Counted, Redirected, provider
from tests.providers import test_anthropic, test_google, test_openai
from tests.wire import Wire

SDKS = {"anthropic": test_anthropic, "openai": test_openai, "google": test_google}
CALLS = ("sync", "async", "stream", "async stream")
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "cassettes.md"


@dataclass
class Through(Wire):
    """A sample response that reaches the SDK through a transport of ours."""

    inner: Callable[[ModuleType], Any] = lambda http: http.HTTPTransport()

    def transport(self, http: ModuleType) -> Any:
        self.counted = Counted(http, self.inner(http))
        return self.counted

    @property
    def pieces(self) -> list[bytes]:
        return self.counted.pieces


def sent(name: str, streamed: bool) -> list[bytes]:
    """What the provider sends, in pieces of odd sizes: no border between events, characters or marks is respected."""
    data = Wire(name, "ferry", streamed).data
    if not streamed:
        return [data]
    sizes = [1, 7, 64, 3, 256, 19]
    pieces: list[bytes] = []
    while data:
        size = sizes[len(pieces) % len(sizes)]
        pieces, data = [*pieces, data[:size]], data[size:]
    return pieces


def headers(streamed: bool) -> dict[str, str]:
    kind = "text/event-stream; charset=utf-8" if streamed else "application/json"
    return {"content-type": kind, "set-cookie": "__cf_bm=abcdef0123456789abcdef", "request-id": "req_1"}


@pytest.fixture(scope="module")
def cassette(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cassette with all that is asked, recorded from providers on loopback through the SDKs."""
    path = tmp_path_factory.mktemp("recorded") / "ferry.cassette.jsonl"
    with Deck(path, record="once") as deck:
        for name, sdk in SDKS.items():
            for streamed in (False, True):
                with provider(pieces=sent(name, streamed), headers=headers(streamed), whole=not streamed) as there:
                    inner = Redirected(httpx2, there.url)
                    sdk.ask(Through(name, "ferry", streamed, inner=lambda http, i=inner: RecordingTransport(deck, i)))
                    inner.close()
    return path


def transport_way(path: Path) -> Any:
    return _way(lambda http: ReplayTransport(path))


@contextmanager
def _way(inner: Callable[[ModuleType], Any]) -> Iterator[Callable[[ModuleType], Any]]:
    yield inner


@contextmanager
def respx_way(path: Path) -> Iterator[Callable[[ModuleType], Any]]:
    with respx.mock(using="httpcore2", assert_all_called=False) as router:
        add_routes(Deck(path), router)
        yield lambda http: Either(http.HTTPTransport(), http.AsyncHTTPTransport())


@contextmanager
def server_way(path: Path) -> Iterator[Callable[[ModuleType], Any]]:
    with CassetteServer(Deck(path, anywhere=True), timing=False) as server:
        yield lambda http: Redirected(http, server.url)


class Either:
    """The transports that a client has when it is given none, sync and async."""

    def __init__(self, one: Any, other: Any) -> None:
        self.handle_request, self.close = one.handle_request, one.close
        self.handle_async_request, self.aclose = other.handle_async_request, other.aclose


WAYS = {"transport": transport_way, "respx": respx_way, "server": server_way}


async def replayed(name: str, call: str, way: str, path: Path) -> tuple[Answer, list[bytes]]:
    with WAYS[way](path) as inner:
        wire = Through(name, "ferry", "stream" in call, inner=inner)
        if "async" in call:
            reply = await SDKS[name].aask(wire)
            await wire.counted.aclose()  # Google's leaves a client that it was given as it is
        else:
            reply = SDKS[name].ask(wire)
            wire.counted.close()
    return normalize(reply, provider=name, request=wire.request), wire.pieces


def outcome(answer: Answer) -> dict[str, Any]:
    return answer.model_dump(exclude={"raw", "notices", "usage"})


@pytest.mark.anyio
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("call", CALLS)
@pytest.mark.parametrize("name", SDKS)
async def test_every_way_gives_the_same_answer_in_the_same_pieces(name: str, call: str, way: str, cassette: Path):
    answer, pieces = await replayed(name, call, way, cassette)
    streamed = "stream" in call
    assert outcome(answer) == outcome(
        normalize(Wire(name, "ferry").recorded, provider=name, request=Wire(name, "ferry").request)
    )
    assert len(answer.citations) == 3
    assert pieces == sent(name, streamed)


@pytest.mark.anyio
async def test_the_table_in_the_docs_says_so(cassette: Path):
    """`CITEBRIDGE_WRITE=1` writes it."""
    lines = ["| SDK | call | " + " | ".join(WAYS) + " | answers |", "|---" * (len(WAYS) + 3) + "|"]
    for name in SDKS:
        for call in CALLS:
            counts, answers = [], []
            for way in WAYS:
                answer, pieces = await replayed(name, call, way, cassette)
                counts.append(f"{len(pieces)} of {len(sent(name, 'stream' in call))}")
                answers.append(outcome(answer))
            same = "equal" if all(one == answers[0] for one in answers) else "differ"
            package = "google-genai" if name == "google" else name
            lines.append(f"| {package} | {call} | {' | '.join(counts)} | {same} |")
    made = "\n".join(lines) + "\n"
    page = PAGE.read_text(encoding="utf-8")
    new = re.sub(
        r"(<!-- pieces -->\n).*?(<!-- /pieces -->)", lambda found: found[1] + made + found[2], page, flags=re.S
    )
    if os.environ.get("CITEBRIDGE_WRITE") == "1":
        PAGE.write_text(new, encoding="utf-8")
    assert PAGE.read_text(encoding="utf-8") == new, (
        "the table is stale; CITEBRIDGE_WRITE=1 python -m pytest tests/cassettes/test_sdks.py writes it"
    )


def test_the_cassette_says_who_was_asked_by_whom(cassette: Path):
    said = [(one.provider, one.surface, one.sdk) for one in Cassette.load(cassette)]
    assert [(one, surface) for one, surface, _ in said] == [
        ("anthropic", "messages"),
        ("anthropic", "messages"),
        ("openai", "responses"),
        ("openai", "responses"),
        ("google", "generateContent"),
        ("google", "generateContent"),
    ]
    versions = [sdk or "" for _, _, sdk in said]
    assert all(re.search(r"\d+\.\d+", sdk) for sdk in versions)
    text = cassette.read_text(encoding="utf-8")
    assert "none" not in re.findall(r'"(?:authorization|x-api-key|x-goog-api-key)": "([^"]*)"', text)
    assert "__cf_bm" not in text
    assert "req_1" not in text
