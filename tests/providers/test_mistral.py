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


@pytest.mark.parametrize(
    ("results", "sources", "cited"),
    [
        (["Hens.", "Ducks."], {"0": "Hens.", "1": "Ducks."}, "0"),
        ([{"text": "Hens."}, {"id": "0", "text": "Ducks."}], {"0": "Hens.", "1": "Ducks."}, "0"),
        ([{"id": "b", "text": "Hens."}, {"id": "0", "text": "Ducks."}], {"b": "Hens.", "0": "Ducks."}, "0"),
        ([{"id": "b", "text": "Hens."}, {"id": 0, "text": "Ducks."}], {"b": "Hens.", "0": "Ducks."}, "0"),
        ([{"id": "b", "text": "Hens."}, {"id": "c", "text": "Ducks."}], {"b": "Hens.", "c": "Ducks."}, None),
    ],
)
def test_results_in_a_list_go_by_their_ids_or_by_their_places(
    results: list[Any], sources: dict[str, str], cited: str | None
) -> None:
    answer = read(USER, {"role": "tool", "tool_call_id": "a", "content": json.dumps(results)})
    assert {one.id: one.text for one in answer.sources} == sources
    assert [one.source_id for one in answer.citations] == [cited]


# -- references


def answered(*content: dict[str, Any]) -> Answer:
    """The same of a whole body and of a stream with one part in each chunk."""
    choice = {"index": 0, "message": {"role": "assistant", "content": list(content)}, "finish_reason": "stop"}
    whole = normalize({"choices": [choice]}, provider="mistral")
    deltas = [{"choices": [{"index": 0, "delta": {"content": [part]}, "finish_reason": None}]} for part in content]
    streamed = normalize(deltas, provider="mistral")
    assert (streamed.text, streamed.citations, streamed.sources) == (whole.text, whole.citations, whole.sources)
    return whole


def test_what_a_thought_refers_to_has_no_place_in_the_answer() -> None:
    inner = {"type": "reference", "reference_ids": ["k"]}
    thought = {"type": "thinking", "thinking": [{"type": "text", "text": "Ducks?"}, inner, {"type": "song"}]}
    answer = answered(thought, {"type": "text", "text": "Hens."}, {"type": "reference", "reference_ids": ["m"]})
    assert [(one.ref, one.anchor is None, one.raw) for one in answer.citations] == [
        ("m", False, {"type": "reference", "reference_ids": ["m"], "reference_id": "m"}),
        ("k", True, {**inner, "reference_id": "k"}),
    ]
    assert [one.code for one in answer.notices] == ["unknown_block"]


@pytest.mark.parametrize("odd", [True, "", 1.5, None, {}, ["a"]])
def test_an_id_of_another_type_names_nobody_and_is_told(odd: Any) -> None:
    answer = answered({"type": "text", "text": "Hens."}, {"type": "reference", "reference_ids": [odd, 2]})
    assert [(one.ref, one.source_id) for one in answer.citations] == [(None, None), ("2", "2")]
    assert [one.id for one in answer.sources] == ["2"]
    assert [one.code for one in answer.notices] == ["odd_field"]


def test_thoughts_with_references_tell_mistral() -> None:
    thought = {"type": "thinking", "thinking": [{"type": "reference", "reference_ids": ["k"]}]}
    choice = {"index": 0, "message": {"role": "assistant", "content": [thought, {"type": "text", "text": "Hens."}]}}
    assert normalize({"object": "chat.completion", "choices": [choice]}).provider == "mistral"


def test_a_text_as_long_as_the_model_can_is_cut_off() -> None:
    assert read(finish="model_length").finish == "length"
