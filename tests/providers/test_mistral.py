"""Mistral chat through the mistralai SDK."""

from __future__ import annotations

import json
from typing import Any

import pytest

from citebridge import normalize
from citebridge.models import Answer
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("mistralai.client"), pytest.importorskip("httpx2")
    with http.Client(transport=wire.transport(http)) as http_client:
        chat = sdk.Mistral(api_key="none", client=http_client).chat
        return list(chat.stream(**wire.request)) if wire.streamed else chat.complete(**wire.request)


# -- whom a key of a tool's result means


USER = {"role": "user", "content": "On hens?"}


def returned(call: str | None, *texts: str) -> dict[str, Any]:
    results = {str(key): {"title": text, "snippets": [[text]]} for key, text in enumerate(texts)}
    return {"role": "tool", "tool_call_id": call, "content": json.dumps(results)}


def read(*messages: dict[str, Any], finish: str = "stop") -> Answer:
    content = [{"type": "text", "text": "Hens cluck."}, {"type": "reference", "reference_ids": [0]}]
    choice = {"index": 0, "message": {"role": "assistant", "content": content}, "finish_reason": finish}
    return normalize({"choices": [choice]}, provider="mistral", request={"messages": list(messages)})


@pytest.mark.parametrize(
    ("messages", "sources", "cited"),
    [
        ([USER, returned("a", "Hens.", "Ducks.")], {"0": "Hens.", "1": "Ducks."}, "0"),
        ([USER, returned("a", "Hens."), USER, returned("b", "Geese.")], {"a:0": "Hens.", "0": "Geese."}, "0"),
        ([USER, returned("a", "Hens."), USER, returned("b", "Hens.")], {"0": "Hens."}, "0"),
        ([USER, returned("a", "Hens."), returned("b", "Hens.")], {"0": "Hens."}, "0"),
        ([USER, returned("a", "Hens."), returned("b", "Geese.")], {"a:0": "Hens.", "b:0": "Geese."}, None),
        ([USER, returned(None, "Hens."), returned(None, "Geese.")], {"tool:0:0": "Hens.", "tool:1:0": "Geese."}, None),
    ],
)
def test_a_key_means_what_the_last_turn_gave_it_for_or_nobody(
    messages: list[dict[str, Any]], sources: dict[str, str], cited: str | None
) -> None:
    answer = read(*messages)
    assert {one.id: one.text for one in answer.sources} == sources
    assert [(one.ref, one.source_id) for one in answer.citations] == [("0", cited)]
    assert [one.code for one in answer.notices] == ([] if cited else ["unresolved_reference"])


def test_a_text_as_long_as_the_model_can_is_cut_off() -> None:
    assert read(finish="model_length").finish == "length"
