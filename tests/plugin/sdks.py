"""The SDKs, given the clients of a test's cassette."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from citebridge.pytest_plugin import Player
from tests.providers.test_google import _gemini_call
from tests.wire import Wire


def ask_anthropic(cassette: Player, wire: Wire) -> Any:
    sdk = pytest.importorskip("anthropic")
    with sdk.Anthropic(api_key="none", http_client=cassette.client()) as client:
        reply = client.messages.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask_anthropic(cassette: Player, wire: Wire) -> Any:
    sdk = pytest.importorskip("anthropic")
    async with sdk.AsyncAnthropic(api_key="none", http_client=cassette.async_client()) as client:
        reply = await client.messages.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


def ask_openai(cassette: Player, wire: Wire) -> Any:
    sdk = pytest.importorskip("openai")
    with sdk.OpenAI(api_key="none", http_client=cassette.client()) as client:
        reply = client.responses.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask_openai(cassette: Player, wire: Wire) -> Any:
    sdk = pytest.importorskip("openai")
    async with sdk.AsyncOpenAI(api_key="none", http_client=cassette.async_client()) as client:
        reply = await client.responses.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


def ask_google(cassette: Player, wire: Wire) -> Any:
    sdk = pytest.importorskip("google.genai")
    with sdk.Client(api_key="none", http_options={"httpx_client": cassette.client()}) as client:
        if wire.streamed:
            return list(client.models.generate_content_stream(**_gemini_call(wire.request)))
        return client.models.generate_content(**_gemini_call(wire.request))


async def aask_google(cassette: Player, wire: Wire) -> Any:
    sdk = pytest.importorskip("google.genai")
    async with cassette.async_client() as http:  # the SDK leaves a client that it was given open
        with sdk.Client(api_key="none", http_options={"httpx_async_client": http}) as client:
            async with client.aio as half:
                if wire.streamed:
                    events = await half.models.generate_content_stream(**_gemini_call(wire.request))
                    return [event async for event in events]
                return await half.models.generate_content(**_gemini_call(wire.request))


ASK: dict[str, Callable[[Player, Wire], Any]] = {
    "anthropic": ask_anthropic,
    "openai": ask_openai,
    "google": ask_google,
}
AASK: dict[str, Callable[[Player, Wire], Awaitable[Any]]] = {
    "anthropic": aask_anthropic,
    "openai": aask_openai,
    "google": aask_google,
}
