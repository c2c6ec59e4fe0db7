"""`replay`: what goes back, provider by provider, in whole values; and what holds for every answer and provider."""

from __future__ import annotations

import base64
import copy
import doctest
import json
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge import Answer, UnknownProvider, UsageError, history, providers
from citebridge.adapter import ReaderSpec, replaying
from citebridge.history import replay
from citebridge.models import Anchor, Citation, Source
from citebridge.providers import _outside
from citebridge.testing.work import check_growth
from tests.history.turns import answered
from tests.strategies import json_values
from tests.wire import wires


@pytest.mark.parametrize("module", [history, replaying], ids=lambda module: module.__name__)
def test_examples(module: ModuleType):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


# -- as text


@pytest.mark.parametrize("provider", providers.names())
@pytest.mark.parametrize("marks", ["drop", "text"])
def test_halves_of_surrogate_pairs_are_not_sent(provider: str, marks: Any):
    source = Source(id="s", title="half \udc15")
    cited = Citation(id="0", anchor=Anchor("point", 1, 1), source_id="s")
    turn = replay(Answer(text="\ud83d a", citations=(cited,), sources=(source,)), provider, marks=marks)
    assert "\ufffd" in json.dumps(turn, ensure_ascii=False).encode().decode()


@pytest.mark.parametrize("provider", providers.names())
def test_a_text_as_each_provider_takes_it(provider: str):
    assert replay(Answer(text="No dogs."), provider) == {
        "bedrock": [{"role": "assistant", "content": [{"text": "No dogs."}]}],
        "cohere.v1": [{"role": "CHATBOT", "message": "No dogs."}],
        "google": [{"role": "model", "parts": [{"text": "No dogs."}]}],
        "google.interactions": [{"type": "model_output", "content": [{"type": "text", "text": "No dogs."}]}],
        "mistral.conversations": [
            {"object": "entry", "type": "message.output", "role": "assistant", "content": "No dogs."}
        ],
        "openai": [{"type": "message", "role": "assistant", "content": "No dogs."}],
        "perplexity.responses": [{"type": "message", "role": "assistant", "content": "No dogs."}],
        "xai": [{"type": "message", "role": "assistant", "content": "No dogs."}],
        "xai.grpc": [{"role": "ROLE_ASSISTANT", "content": [{"text": "No dogs."}]}],
    }.get(provider, [{"role": "assistant", "content": "No dogs."}])


def said(answer: Answer, **more: Any) -> str | None:
    sent = replay(answer, "mistral", **more)
    return sent[0]["content"] if sent else None  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("answer", "sent"),
    [
        (Answer(), None),
        (Answer(text=" \n"), None),
        (Answer(finish="error", raw={"error": {}}), None),
        (Answer(text=" No dogs.\n"), " No dogs.\n"),
        (Answer(refusal="I can't."), "I can't."),
        (Answer(text="As for ", refusal="I can't."), "As for \n\nI can't."),
        (Answer(text="It rose.", raw_text="It rose[1].", raw={"choices": []}, provider="mistral"), "It rose."),
        (Answer(text="It rose.", raw=[1], provider="mistral"), "It rose."),
        (Answer(text="Wait.", finish="tool_call", raw={"output": []}, provider="openai"), "Wait."),
    ],
    ids=repr,
)
def test_what_goes_to_another_provider(answer: Answer, sent: str | None):
    assert said(answer) == said(answer, marks="text") == sent


# -- mistakes of the caller


@pytest.mark.parametrize(
    ("answer", "provider", "marks", "why"),
    [
        (Answer(), "acme", "drop", "there is no provider 'acme'; there are anthropic, bedrock"),
        (Answer(), "markers", "drop", "there is no provider 'markers'"),
        (Answer(provider="markers"), "markers", "drop", "'markers' is a way of citing and no API: name the provider"),
        (Answer(), 3, "drop", "a provider is given by its name, not int; one of anthropic, bedrock"),
        (Answer(), b"openai", "drop", "a provider is given by its name, not bytes"),
        (Answer(), ["openai"], "drop", "a provider is given by its name, not list"),
        (Answer(), "anthropic_ask", "drop", "there is no provider 'anthropic_ask'"),
        (Answer(), "openai", "numbers", "marks= takes 'drop' or 'text', not 'numbers'"),
        (Answer(), "openai", None, "marks= takes 'drop' or 'text', not None"),
        ({"text": "a"}, "openai", "drop", "replay takes an Answer, not dict"),
    ],
    ids=str,
)
def test_mistakes_say_what_to_do(answer: Any, provider: Any, marks: Any, why: str):
    with pytest.raises(UsageError, match=why):
        replay(answer, provider, marks=marks)


@pytest.mark.parametrize("marks", ["drop", "text"])
def test_a_refusal_that_repeats_a_hidden_source_is_not_sent(marks: Any):
    secret = Source(id="plan", text="Falcon buys Heron in June.", access=("board",))
    refused = Answer(text="Well.", refusal="I won't say that Falcon buys Heron.", sources=(secret,))
    said = "Well.\n\n(withheld: it repeats a source that is not shown)"
    assert replay(refused, "google", marks=marks) == [{"role": "model", "parts": [{"text": said}]}]


def test_an_unknown_provider_is_told_as_everywhere():
    with pytest.raises(UnknownProvider):
        replay(Answer(), "acme")


class Acme:
    """An adapter of another package; `replay` is what it may have on top."""

    name = "acme"
    spec = ReaderSpec("answers", lambda body: False)

    def explode(self, body: Any) -> list[Any]:
        return []

    def parser(self, builder: Any) -> Any:
        return SimpleNamespace(feed=lambda event: None, close=lambda: None)

    def sources_in(self, request: Any) -> list[Any]:
        return []


class TalkingAcme(Acme):
    def replay(self, turn: Any) -> list[Any]:
        return [{"acme": turn}]


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Iterator[None]:
    entry = SimpleNamespace(name="acme", value="citebridge_acme", load=lambda: request.param)
    monkeypatch.setattr(_outside, "entries", lambda: {"acme": {"citebridge_acme": entry}})
    forget()
    yield
    monkeypatch.undo()
    forget()


def forget() -> None:
    for cached in (providers.names, providers.readers, _outside.reader):
        cached.cache_clear()


@pytest.mark.parametrize("installed", [Acme()], indirect=True)
def test_an_adapter_that_only_reads(installed: None):
    with pytest.raises(UsageError, match=r"the adapter 'acme' only reads: it has no `replay` that says how"):
        replay(Answer(text="a"), "acme")


@pytest.mark.parametrize("installed", [TalkingAcme()], indirect=True)
def test_an_adapter_that_says_how_an_answer_goes_back(installed: None):
    assert replay(Answer(text="a", provider="acme", raw={"b": 1}), "acme") == [{"acme": {"b": 1}}]
    assert replay(Answer(text="a"), "acme") == [{"acme": "a"}]


# -- what holds for all


@pytest.mark.parametrize("wire", wires(), ids=str)
def test_nothing_is_shared_and_twice_is_the_same(wire: Any):
    answer = answered(wire)
    before = copy.deepcopy(answer.raw)
    sent, again = replay(answer, wire.provider), replay(answer, wire.provider)
    assert sent == again
    spoil(sent)
    assert answer.raw == before
    assert replay(answer, wire.provider) == again


def spoil(value: Any) -> None:
    if isinstance(value, dict):
        for inner in value.values():
            spoil(inner)
        value.clear()
    elif isinstance(value, list):
        for inner in value:
            spoil(inner)
        value.clear()


KEYS = ("type", "role", "content", "text", "output", "message", "choices", "candidates", "parts", "steps", "outputs", "data",
        "annotations", "citations", "tool_calls", "input", "status", "id", "toolUse", "citationsContent", "reasoningContent",
        "tool_use_id", "signature", "content_index", "arguments", "function", "audio", "finish_reason", "summary")  # fmt: skip
VALUES = ("text", "message", "output_text", "reasoning", "assistant", "tool_use", "server_tool_use", "thinking", "function_call",
          "model_output", "message.output", "refusal", "a", "", "{", "in_progress", "$base64")  # fmt: skip
scraps = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 3) | st.sampled_from(VALUES),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=25,
)
bodies = st.dictionaries(st.sampled_from(KEYS), scraps, max_size=5)


def nested(keys: tuple[str, ...], value: Any) -> Any:
    for key in reversed(keys):
        value = (
            {key: [value]}
            if key in ("choices", "candidates", "output", "outputs", "steps", "content", "parts")
            else {key: value}
        )
    return value


PATHS = [("output",), ("choices", "message"), ("message", "content"), ("output", "message", "content"), ("candidates", "content", "parts"), ("outputs", "message"), ("steps",), ("content",), ("data",)]  # fmt: skip


@given(bodies | json_values() | st.builds(nested, st.sampled_from(PATHS), scraps), st.sampled_from(providers.names()))
def test_never_raises_and_is_json(raw: Any, provider: str):
    answer = Answer(text="No dogs.", provider=provider, raw=raw)
    before = copy.deepcopy(raw)
    sent = replay(answer, provider)
    assert isinstance(sent, list)
    assert sent  # at least the text
    assert all(isinstance(one, dict) for one in sent)
    assert raw == before
    json.dumps(sent, default=lambda value: base64.b64encode(value).decode())


@given(bodies, st.sampled_from(providers.names()), st.sampled_from(providers.names()))
def test_another_provider_never_sees_the_turn(raw: Any, provider: str, other: str):
    answer = Answer(text="No dogs.", provider=provider, raw=raw)
    if provider != other:
        assert replay(answer, other) == replay(Answer(text="No dogs."), other)


@pytest.mark.parametrize("provider", providers.names())
def test_work_grows_with_the_turn(provider: str):
    wire = next(one for one in wires() if one.provider == provider and one.name == "ferry")
    raw: Any = answered(wire).raw

    def grown(value: Any, times: int) -> Any:
        if isinstance(value, dict):
            return {key: grown(inner, times) for key, inner in value.items()}
        return [grown(inner, 1) for inner in value] * times if isinstance(value, list) else value

    check_growth(
        lambda turn: replay(Answer(text="a", provider=provider, raw=turn), provider),
        lambda times: grown(raw, times),
        "a turn",
    )
