"""Gemini generateContent through google-genai."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire import Wire

GEMINI = "gemini-3.5-flash"  # named in the url, not in the body


def _gemini_call(request: dict[str, Any]) -> dict[str, Any]:
    """The arguments that make the SDK send this body: it takes tools and generation config as one."""
    tools = {key: request[key] for key in ("tools", "toolConfig") if key in request}
    return {"model": GEMINI, "contents": request["contents"], "config": request["generationConfig"] | tools}


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    options = {"httpx_client": http.Client(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:
        if wire.streamed:
            return list(client.models.generate_content_stream(**_gemini_call(wire.request)))
        return client.models.generate_content(**_gemini_call(wire.request))


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    # A client of our own also keeps the SDK from preferring aiohttp where that is installed.
    options = {"httpx_async_client": http.AsyncClient(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:  # it must outlive its async half
        async with client.aio as half:
            if wire.streamed:
                events = await half.models.generate_content_stream(**_gemini_call(wire.request))
                return [event async for event in events]
            return await half.models.generate_content(**_gemini_call(wire.request))
