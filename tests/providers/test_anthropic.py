"""Anthropic Messages through the anthropic SDK."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    with sdk.Anthropic(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.messages.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncAnthropic(api_key="none", http_client=http_client) as client:
        reply = await client.messages.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


def accumulated(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    with (
        sdk.Anthropic(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client,
        client.messages.stream(**wire.request) as stream,
    ):
        return list(stream), stream.get_final_message()
