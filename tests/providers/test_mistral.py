"""Mistral chat through the mistralai SDK."""

from __future__ import annotations

from typing import Any

import pytest

from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("mistralai.client"), pytest.importorskip("httpx2")
    with http.Client(transport=wire.transport(http)) as http_client:
        chat = sdk.Mistral(api_key="none", client=http_client).chat
        return list(chat.stream(**wire.request)) if wire.streamed else chat.complete(**wire.request)
