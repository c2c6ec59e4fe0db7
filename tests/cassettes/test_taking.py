"""Recordings in the making: when they are whole, and whose answers they are."""

from __future__ import annotations

import pytest

from citebridge.cassettes.interaction import Interaction
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.surfaces import surface_of
from citebridge.cassettes.taking import Take
from tests.cassettes.making import EVENTS, URL, compact, events, message

CHAT = {"id": "c1", "object": "chat.completion", "choices": [{"index": 0, "message": {"content": "Dogs pay."}}]}
CHUNK = {"id": "c1", "object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {"content": "Dogs pay."}}]}
RESPONSE = {"id": "r1", "object": "response", "status": "completed", "model": "m", "output": []}
STARTED = {"type": "response.created", "response": RESPONSE}


@pytest.mark.parametrize(
    ("end", "cut"),
    [
        ("data: [DONE]\n\n", False),
        ("data:[DONE]\r\n\r\n", False),
        ("data: [DONE]\r\r", False),
        ("event: done\ndata: [DONE]\n\n\n", False),
        ("data: [DONE]", True),
        ("data: [DONE]\r\n", True),
        ("data: the metadata: [DONE]\n\n", True),
        ("data: {}\n\n", True),
    ],
)
def test_a_stream_that_said_it_is_done_is_whole_though_nobody_waited_for_its_end(end: str, cut: bool):
    kept: list[Interaction] = []
    take = Take(Asked("POST", URL), None, lambda _, one: kept.append(one))
    take.head(200, EVENTS.items())
    sent = b"".join(events(CHUNK, CHUNK)) + end.encode()
    for at in range(0, len(sent), 7):
        take.piece(sent[at : at + 7])
    take.end(cut=True)
    take.end()
    assert [(one.response.cut, one.response.content) for one in kept] == [(cut, sent)]


@pytest.mark.parametrize(
    ("url", "sent", "known"),
    [
        # Whose shape others send too is known by the address, and only where this provider sends that shape.
        ("https://api.mistral.ai/v1/chat/completions", CHAT, "mistral"),
        ("https://api.perplexity.ai/chat/completions", CHAT, "perplexity"),
        ("https://api.perplexity.ai/v1/responses", RESPONSE, "perplexity.responses"),
        ("https://api.x.ai/v1/responses", RESPONSE, "xai"),
        ("https://api.x.ai/v1/chat/completions", CHAT, "openai.chat"),
        ("https://generativelanguage.googleapis.com/v1beta/openai/chat/completions", CHAT, "openai.chat"),
        ("https://api.anthropic.com/v1/chat/completions", CHAT, "openai.chat"),
        ("https://api.cohere.ai/compatibility/v1/chat/completions", CHAT, "openai.chat"),
        ("https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/chat/completions", CHAT, "openai.chat"),
        ("https://bedrock-mantle.us-east-1.api.aws/v1/responses", RESPONSE, "openai"),
        ("https://openrouter.ai/api/v1/chat/completions", CHAT, "openai.chat"),
        ("https://api.linux.ai/v1/responses", RESPONSE, "openai"),  # no x.ai
        ("https://mistral-large-x.eastus.models.ai.azure.com/v1/chat/completions", CHAT, "mistral"),
        ("https://google-gateway.example/v1/messages", message("Dogs pay."), "anthropic"),
    ],
)
def test_whose_answer_it_is_is_told_by_its_shape_and_then_by_the_address(url: str, sent: dict[str, object], known: str):
    streamed = {id(CHAT): CHUNK, id(RESPONSE): STARTED}.get(id(sent), sent)
    for content in (compact(sent), b"".join(events(streamed))):
        found = surface_of(Asked("POST", url), content)
        assert found is not None
        assert found[0] == known


def test_the_only_event_may_have_no_blank_line_behind_it():
    assert surface_of(Asked("POST", "https://mill.example/v1"), b"data: " + compact(CHUNK)) == (
        "openai.chat",
        "chat.completions",
    )


def test_a_first_event_may_be_large():
    """Responses echo the instructions."""
    sent = b"".join(events({"type": "response.created", "response": RESPONSE | {"instructions": "x" * 200_000}}))
    assert surface_of(Asked("POST", "https://mill.example/v1"), sent) == ("openai", "responses")
