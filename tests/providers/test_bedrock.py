"""Bedrock Converse through boto3, which has no transport to swap: a server on loopback answers."""

from __future__ import annotations

import base64
from contextlib import closing
from typing import Any

import pytest

from tests.wire import Wire, served

CLAUDE = "eu.anthropic.claude-opus-5-5-v1:0"  # named in the url, not in the body


def _with_bytes(value: Any) -> Any:
    """boto3 takes files as bytes and does the base64 itself."""
    if isinstance(value, dict):
        return {k: base64.b64decode(v) if k == "bytes" else _with_bytes(v) for k, v in value.items()}
    return [_with_bytes(item) for item in value] if isinstance(value, list) else value


def ask(wire: Wire) -> Any:
    sdk = pytest.importorskip("boto3")
    account = {"region_name": "eu-north-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
    with (
        served(wire) as url,
        closing(sdk.client("bedrock-runtime", endpoint_url=url, **account)) as client,
    ):
        call = {"modelId": CLAUDE, **_with_bytes(wire.request)}
        return list(client.converse_stream(**call)["stream"]) if wire.streamed else client.converse(**call)
