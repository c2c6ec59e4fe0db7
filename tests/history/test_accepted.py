"""Replayed turns are accepted: by a server that knows each provider's rules, through the SDKs, and by their types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter

from citebridge import Answer, providers
from citebridge.history import replay
from tests.history.rules import SURFACES, complaints, lost
from tests.history.turns import Following, answered, judged, posted, second
from tests.test_sdks import asked as asked_through
from tests.wire import Wire, wires

each_wire = pytest.mark.parametrize("wire", wires(), ids=str)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    with judged() as url:
        yield url


def test_every_surface_has_rules_and_their_pages():
    assert sorted(SURFACES) == list(providers.names())
    assert all(surface.pages for surface in SURFACES.values())


@each_wire
@pytest.mark.parametrize("kept", ["all", "turn", "saved"])
def test_its_own_provider_takes_it_back(server: str, wire: Wire, kept: str):
    answer = answered(wire, "turn" if kept == "turn" else "all")
    if kept == "saved":
        answer = Answer.model_validate_json(answer.model_dump_json())
    turn = replay(answer, wire.provider)
    request = second(wire.provider, wire.request, turn)
    assert turn
    assert posted(server, wire.provider, request) == []
    assert lost(wire.provider, wire.recorded, {"turn": turn}) == []


@each_wire
def test_nothing_kept_goes_back_as_text(server: str, wire: Wire):
    answer = answered(wire, "none")
    turn = replay(answer, wire.provider)
    assert posted(server, wire.provider, second(wire.provider, wire.request, turn)) == []
    assert "".join(texts(turn)).startswith(answer.text)


@each_wire
@pytest.mark.parametrize("marks", ["drop", "text"])
def test_every_other_provider_takes_its_text(server: str, wire: Wire, marks: Any):
    answer = answered(wire)
    for other in providers.names():
        turn = replay(answer, other, marks=marks)
        assert posted(server, other, second(other, {"message": "?"}, turn)) == []
        if other != wire.provider:
            assert keys(turn) <= {"role", "content", "parts", "text", "type", "message", "object"}
            assert answer.text in "".join(texts(turn)) or marks == "text"


def keys(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {*value, *(key for inner in value.values() for key in keys(inner))}
    return {key for inner in value for key in keys(inner)} if isinstance(value, list) else set()


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("text", "content", "message", "refusal") and isinstance(inner, str):
                yield inner
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


NOT_STREAMED = {
    "google.interactions": {"search_type"},
    "mistral.conversations": {"object", "completed_at", "agent_id", "function"},
}
"""What the events of a stream do not say of an item."""


@pytest.mark.parametrize("wire", [wire for wire in wires() if wire.streamed], ids=str)
def test_a_streamed_answer_goes_back_like_a_whole_one(wire: Wire):
    whole = Wire(wire.provider, wire.name)
    unsaid = NOT_STREAMED.get(wire.provider, set())
    streamed, plain = (settled(replay(answered(one), one.provider), unsaid) for one in (wire, whole))
    assert streamed == plain


def settled(value: Any, unsaid: set[str]) -> Any:
    """Without what says nothing, texts that follow each other as one: a stream cuts them, and signs them at the end."""
    if isinstance(value, dict):
        said = {key: settled(inner, unsaid) for key, inner in value.items() if key not in unsaid}
        if said.get("type") == "message.output" and isinstance(said["content"], str):
            said["content"] = [{"type": "text", "text": said["content"]}]
        return {key: inner for key, inner in said.items() if inner not in (None, [], "")}
    if not isinstance(value, list):
        return value
    found: list[Any] = []
    for one in (settled(inner, unsaid) for inner in value):
        last = found[-1] if found and isinstance(found[-1], dict) else {}
        signed = isinstance(one, dict) and one.keys() <= {"text", "thoughtSignature"} and last.keys() == {"text"}
        if signed:
            found[-1] = {**one, "text": last["text"] + one.get("text", "")}
        else:
            found.append(one)
    return found


# -- through the real clients


@each_wire
def test_the_sdk_sends_it_and_the_rules_hold(wire: Wire):
    """The client's own types and its way of writing a request stand between the turn and the wire."""
    following = Following(wire.provider, wire.name, wire.streamed, turn=replay(answered(wire), wire.provider))
    asked_through(wire.provider).ask(following)
    assert following.refused == []


@pytest.mark.parametrize("provider", providers.names())
def test_the_sdk_sends_a_text_as_well(provider: str):
    turn = replay(Answer(text="The ferry sails at 07:40.", refusal="No more."), provider)
    following = Following(provider, "ferry", turn=turn)
    asked_through(provider).ask(following)
    assert complaints(provider, following.asked) == []
    assert "The ferry sails at 07:40.\n\nNo more." in [*texts(following.asked)]


SDK_TYPES = {
    "anthropic": ("anthropic.types", "MessageParam"),
    "cohere": ("cohere", "AssistantChatMessageV2"),
    "cohere.v1": ("cohere", "ChatbotMessage"),
    "google": ("google.genai.types", "Content"),
    "mistral": ("mistralai.client.models", "AssistantMessage"),
    "mistral.conversations": ("mistralai.client.models", "InputEntries"),
    "openai": ("openai.types.responses", "ResponseInputItemParam"),
    "openai.chat": ("openai.types.chat", "ChatCompletionAssistantMessageParam"),
    "perplexity": ("perplexity.types.shared_params", "ChatMessageInput"),
    "perplexity.responses": ("perplexity.types.input_item_param", "InputItemParam"),
    "xai": ("openai.types.responses", "ResponseInputItemParam"),
}
"""What the SDK says that the members of a request's history are. boto3 and xai-sdk check what they send themselves."""


def through(value: Any) -> Any:
    """All of what pydantic looks at only when it is asked for."""
    if isinstance(value, dict):
        return {key: through(inner) for key, inner in value.items()}
    if hasattr(value, "__iter__") and not isinstance(value, str | bytes) and not isinstance(value, BaseModel):
        return [through(inner) for inner in value]
    return value


@pytest.mark.parametrize("wire", [wire for wire in wires() if wire.provider in SDK_TYPES], ids=str)
def test_the_types_of_the_sdk_take_it(wire: Wire):
    module, name = SDK_TYPES[wire.provider]
    adapter = TypeAdapter(getattr(pytest.importorskip(module), name))
    turn = replay(answered(wire), wire.provider)
    assert turn
    for one in turn:
        through(adapter.validate_python(one))


# -- the judge is none that lets everything pass

REFUSED: list[tuple[str, list[Any], str]] = [
    ("anthropic", [{"role": "assistant", "content": [{"type": "text", "text": " \n"}]}], "a blank text"),
    ("anthropic", [{"role": "assistant", "content": []}], "a blank text"),
    ("anthropic", [{"role": "assistant", "content": [{"type": "thinking", "thinking": "Hm."}]}], "signature: field required"),
    (
        "anthropic",
        [{"role": "assistant", "content": [{"type": "code_execution_tool_result", "tool_use_id": "a", "content": {}, "citations": None}]}],
        "citations: extra inputs are not permitted",
    ),
    (
        "anthropic",
        [{"role": "assistant", "content": [{"type": "server_tool_use", "id": "a", "name": "web_search", "input": {}}, {"type": "text", "text": "x"}]}],
        "without its result",
    ),
    ("anthropic", [{"role": "user", "content": [{"type": "text", "text": "x", "citations": [{}]}]}], "citations in a block of the user"),
    ("bedrock", [{"role": "assistant", "content": [{"text": "x", "toolUse": {}}]}], "not one member of a union"),
    ("bedrock", [{"role": "assistant", "content": [{"toolUse": {"toolUseId": "a", "name": "b"}}]}], "input: field required"),
    ("google", [{"role": "model", "parts": [{"text": ""}]}], "a part without data"),
    ("google", [{"role": "model", "parts": [{"text": "x"}], "groundingMetadata": {}}], "extra inputs"),
    ("openai", [{"type": "reasoning", "id": "r", "summary": []}], "without its required following item"),
    ("openai", [{"type": "reasoning", "id": "r", "summary": [], "status": None}, {"type": "message", "role": "assistant", "content": "x"}], "status: extra inputs"),
    ("openai", [{"type": "message", "id": "m", "status": "completed", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]}], "annotations: field required"),
    ("openai", [{"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "x"}]}], "without an id"),
    ("openai.chat", [{"role": "assistant", "content": "x", "annotations": []}], "annotations: extra inputs"),
    ("openai.chat", [{"role": "assistant", "content": None}], "a message without content"),
    ("mistral", [{"role": "assistant", "content": "x", "reasoning_content": "y"}], "reasoning_content: extra inputs"),
    ("perplexity.responses", [{"type": "search_results", "results": []}], "an unknown kind"),
    ("xai.grpc", [{"role": "ROLE_ASSISTANT", "content": [{"text": "x"}], "citations": []}], "citations: extra inputs"),
]  # fmt: skip


@pytest.mark.parametrize(("provider", "turn", "why"), REFUSED, ids=[f"{row[0]}: {row[2]}" for row in REFUSED])
def test_the_server_refuses(server: str, provider: str, turn: list[Any], why: str):
    refused = posted(server, provider, second(provider, {}, turn))
    assert any(why in one for one in refused), refused


def test_a_sealed_content_must_come_back_to_the_byte():
    body = {"content": [{"encrypted_content": "Zm9v/+8="}]}
    assert lost("anthropic", body, {"messages": [{"encrypted_content": "Zm9v/+8="}]}) == []
    assert lost("anthropic", body, {"messages": [{"encrypted_content": "Zm9v_-8="}]}) == [
        "encrypted_content 'Zm9v/+8='"
    ]
