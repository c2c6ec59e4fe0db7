"""Each provider's own SDK reads our cassettes, and what it makes of them normalises like the recorded JSON.

The SDKs talk to a transport that answers with the cassette; only boto3 needs a server, on loopback. So these tests also
hold the cassettes to account: they parse in the real client, and their requests are what it really sends.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import ModuleType
from typing import Any

import pytest

from citebridge import normalize

CASSETTES = Path(__file__).parent.parent / "cassettes"
STREAMS = {".sse": "text/event-stream", ".eventstream": "application/vnd.amazon.eventstream"}
# These two name the model in the url, not in the body.
GEMINI, CLAUDE = "gemini-3.5-flash", "eu.anthropic.claude-opus-5-5-v1:0"


@dataclass
class Wire:
    """Answers any request with one cassette, and keeps what was asked."""

    provider: str
    name: str
    streamed: bool = False
    asked: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return f"{self.provider}/{self.name}{' stream' if self.streamed else ''}"

    def path(self, suffix: str) -> Path:
        return CASSETTES / self.provider / f"{self.name}{suffix}"

    @property
    def recorded(self) -> dict[str, Any]:
        return json.loads(self.path(".json").read_bytes())

    @property
    def request(self) -> dict[str, Any]:
        """The recorded request, without the switch that the SDKs set themselves."""
        return _without_stream(json.loads(self.path(".request.json").read_bytes()))

    def reply(self, body: bytes) -> tuple[str, bytes]:
        self.asked = json.loads(body)
        suffix = next(s for s in STREAMS if self.path(s).exists()) if self.streamed else ".json"
        return STREAMS.get(suffix, "application/json"), self.path(suffix).read_bytes()

    def transport(self, http: ModuleType) -> Any:
        """A transport for clients of `http`: httpx or httpx2, sync or async."""

        def handle(request: Any) -> Any:
            media_type, content = self.reply(request.content)
            return http.Response(200, headers={"content-type": media_type}, content=content)

        return http.MockTransport(handle)


def _without_stream(body: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in body.items() if key != "stream"}


# -- the SDKs, sync: the response object, or the list of event objects


def ask_anthropic(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    with sdk.Anthropic(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.messages.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


def ask_openai(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with sdk.OpenAI(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.responses.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


def ask_google(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    options = {"httpx_client": http.Client(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:
        if wire.streamed:
            return list(client.models.generate_content_stream(**_gemini_call(wire.request)))
        return client.models.generate_content(**_gemini_call(wire.request))


def _gemini_call(request: dict[str, Any]) -> dict[str, Any]:
    """The arguments that make the SDK send this body: it takes tools and generation config as one."""
    tools = {key: request[key] for key in ("tools", "toolConfig") if key in request}
    return {"model": GEMINI, "contents": request["contents"], "config": request["generationConfig"] | tools}


def ask_cohere(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("cohere"), pytest.importorskip("httpx")
    with http.Client(transport=wire.transport(http)) as http_client:
        client = sdk.ClientV2(api_key="none", httpx_client=http_client)
        return list(client.chat_stream(**wire.request)) if wire.streamed else client.chat(**wire.request)


def ask_mistral(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("mistralai.client"), pytest.importorskip("httpx2")
    with http.Client(transport=wire.transport(http)) as http_client:
        chat = sdk.Mistral(api_key="none", client=http_client).chat
        return list(chat.stream(**wire.request)) if wire.streamed else chat.complete(**wire.request)


def ask_bedrock(wire: Wire) -> Any:
    sdk = pytest.importorskip("boto3")
    account = {"region_name": "eu-north-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
    with (
        served(wire) as url,
        closing(sdk.client("bedrock-runtime", endpoint_url=url, **account)) as client,
    ):
        call = {"modelId": CLAUDE, **_with_bytes(wire.request)}
        return list(client.converse_stream(**call)["stream"]) if wire.streamed else client.converse(**call)


def _with_bytes(value: Any) -> Any:
    """boto3 takes files as bytes and does the base64 itself."""
    if isinstance(value, dict):
        return {k: base64.b64decode(v) if k == "bytes" else _with_bytes(v) for k, v in value.items()}
    return [_with_bytes(item) for item in value] if isinstance(value, list) else value


@contextmanager
def served(wire: Wire) -> Iterator[str]:
    """The cassette behind a real server, for the client that has no transport to swap."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            media_type, content = wire.reply(self.rfile.read(int(self.headers["content-length"])))
            self.send_response(200)
            self.send_header("content-type", media_type)
            self.send_header("content-length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *args: Any) -> None:
            return

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}"
        finally:
            server.shutdown()
            thread.join()


# -- the same, async


async def aask_anthropic(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncAnthropic(api_key="none", http_client=http_client) as client:
        reply = await client.messages.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


async def aask_openai(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncOpenAI(api_key="none", http_client=http_client) as client:
        reply = await client.responses.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


async def aask_google(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    # A client of our own also keeps the SDK from preferring aiohttp where that is installed.
    options = {"httpx_async_client": http.AsyncClient(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:  # it must outlive its async half
        async with client.aio as half:
            if wire.streamed:
                events = await half.models.generate_content_stream(**_gemini_call(wire.request))
                return [event async for event in events]
            return await half.models.generate_content(**_gemini_call(wire.request))


# -- the accumulating helpers: their events carry snapshots and extras, and they give a final object


def help_anthropic(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    with (
        sdk.Anthropic(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client,
        client.messages.stream(**wire.request) as stream,
    ):
        return list(stream), stream.get_final_message()


def help_openai(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with (
        sdk.OpenAI(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client,
        client.responses.stream(**wire.request) as stream,
    ):
        return list(stream), stream.get_final_response()


SYNC: dict[str, Callable[[Wire], Any]] = {
    "anthropic": ask_anthropic,
    "bedrock": ask_bedrock,
    "cohere": ask_cohere,
    "google": ask_google,
    "mistral": ask_mistral,
    "openai": ask_openai,
}
ASYNC = {"anthropic": aask_anthropic, "google": aask_google, "openai": aask_openai}
HELPERS = {"anthropic": help_anthropic, "openai": help_openai}


def cases(providers: dict[str, Any], *, whole: bool = True, streamed: bool = True) -> list[Any]:
    """Every cassette of these providers, as it answers a plain and a streamed request."""
    names = [(path.parent.name, path.stem) for path in sorted(CASSETTES.glob("*/*.json"))]
    wires = [Wire(*name, streamed=streaming) for name in names for streaming in (False, True)]
    return [
        pytest.param(wire, id=str(wire))
        for wire in wires
        if wire.provider in providers
        and not wire.name.endswith(".request")
        and (any(wire.path(suffix).exists() for suffix in STREAMS) and streamed if wire.streamed else whole)
    ]


def outcome(answer: Any) -> dict[str, Any]:
    """What may not depend on the way an answer came in. The payloads have a test of their own."""
    return answer.model_dump(
        include={"text", "raw_text", "lifted", "citations", "sources", "finish", "refusal"},
        exclude={"citations": {"__all__": {"raw"}}, "sources": {"__all__": {"raw"}}},
    )


def payloads(answer: Any) -> list[Any]:
    return [item.raw for item in (*answer.citations, *answer.sources)]


@pytest.mark.parametrize("wire", cases(SYNC))
def test_sdk_objects_normalise_like_the_recorded_json(wire: Wire) -> None:
    request = wire.request
    seen = normalize(SYNC[wire.provider](wire), provider=wire.provider, request=request)
    assert outcome(seen) == outcome(normalize(wire.recorded, provider=wire.provider, request=request))


@pytest.mark.parametrize("wire", cases(SYNC))
def test_no_sdk_stands_between_a_payload_and_raw(wire: Wire) -> None:
    request = wire.request
    seen = normalize(SYNC[wire.provider](wire), provider=wire.provider, request=request)
    assert payloads(seen) == payloads(normalize(wire.recorded, provider=wire.provider, request=request))


@pytest.mark.anyio
@pytest.mark.parametrize("wire", cases(ASYNC))
async def test_async_clients_give_the_same(wire: Wire) -> None:
    request = wire.request
    seen = normalize(await ASYNC[wire.provider](wire), provider=wire.provider, request=request)
    assert outcome(seen) == outcome(normalize(wire.recorded, provider=wire.provider, request=request))


@pytest.mark.parametrize("wire", cases(HELPERS, whole=False))
def test_accumulating_helpers_give_the_same(wire: Wire) -> None:
    request = wire.request
    events, final = HELPERS[wire.provider](wire)
    expected = outcome(normalize(wire.recorded, provider=wire.provider, request=request))
    assert outcome(normalize(events, provider=wire.provider, request=request)) == expected
    assert outcome(normalize(final, provider=wire.provider, request=request)) == expected


@pytest.mark.parametrize("wire", cases(SYNC))
def test_an_sdk_object_says_whose_it_is(wire: Wire) -> None:
    assert normalize(SYNC[wire.provider](wire)).provider == wire.provider


@pytest.mark.parametrize("wire", cases(SYNC))
def test_the_recorded_request_is_what_the_sdk_sends(wire: Wire) -> None:
    SYNC[wire.provider](wire)
    assert _without_stream(wire.asked) == wire.request


@pytest.mark.parametrize("provider", SYNC)
def test_every_provider_tells_the_ferry_story(provider: str) -> None:
    wire, told = Wire(provider, "ferry"), Wire("anthropic", "ferry")
    answer = normalize(SYNC[provider](wire), provider=provider, request=wire.request)
    assert answer.text == normalize(told.recorded, provider="anthropic").text
    assert len(answer.citations) == 3
    assert all(citation.source_id and citation.anchor for citation in answer.citations)
