"""Cohere v2 through the cohere SDK."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("cohere"), pytest.importorskip("httpx")
    with http.Client(transport=wire.transport(http)) as http_client:
        client = sdk.ClientV2(api_key="none", httpx_client=http_client)
        return list(client.chat_stream(**wire.request)) if wire.streamed else client.chat(**wire.request)
