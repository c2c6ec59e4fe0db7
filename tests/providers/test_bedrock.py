"""Bedrock Converse through boto3, which has no transport to swap: a server on loopback answers."""

from __future__ import annotations

import base64
from contextlib import closing
from hashlib import sha256
from typing import Any

import pytest

from citebridge import normalize, replay
from citebridge.models import Answer
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


# -- what is null, and what a request offers


PLACE = {"documentIndex": 0, "start": 0, "end": 13}
CITED: dict[str, Any] = {"sourceContent": [{"text": "Lead is soft."}], "location": {"documentChar": PLACE}}


def body(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"output": {"message": {"role": "assistant", "content": list(blocks)}}, "stopReason": "end_turn"}


def block(citation: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"citationsContent": {"content": [{"text": "Lead is soft."}], "citations": [citation]}, **more}


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="bedrock", **given)


@pytest.mark.parametrize(
    "given",
    [
        block(CITED, text=None, image=None),
        block(CITED | {"location": {"web": None, "documentChar": PLACE, "documentPage": None}}),
    ],
)
def test_what_is_null_is_missing(given: dict[str, Any]) -> None:
    answer = read(body(given))
    assert (answer.text, answer.notices) == ("Lead is soft.", ())
    assert [(one.type, one.ref, bool(one.anchor)) for one in answer.citations] == [("documentChar", "0", True)]


@pytest.mark.parametrize("kind", ["documentChar", "documentPage", "documentChunk"])
def test_a_location_without_its_numbers_is_told(kind: str) -> None:
    answer = read(body(block(CITED | {"location": {kind: {"documentIndex": 0, "start": None}}})))
    assert [(one.ref, one.locators) for one in answer.citations] == [("0", ())]
    assert [notice.code for notice in answer.notices] == ["locator_refused"]


def test_what_is_null_in_an_event_is_missing() -> None:
    delta = {"contentBlockIndex": 0, "delta": {"text": "Lead is soft.", "citation": None, "toolUse": None}}
    answer = read(
        [
            {"messageStart": {"role": "assistant"}, "throttlingException": None},
            {"contentBlockDelta": delta, "messageStop": None},
            {"contentBlockDelta": None, "messageStop": {"stopReason": "end_turn"}},
        ]
    )
    assert (answer.text, answer.finish, answer.notices) == ("Lead is soft.", "complete", ())


def test_half_a_character_is_in_no_name_of_a_page() -> None:
    place = {"contentBlockIndex": 0, "delta": {"citation": {"location": {"web": {"url": "\ud800"}}}}}
    answer = read([{"messageStart": {"role": "assistant"}}, {"contentBlockDelta": place}])
    assert [(source.id, source.aliases) for source in answer.sources] == [("\ufffd", ())]


def test_what_is_null_does_not_go_back() -> None:
    (message,) = replay(read(body(block(CITED, text=None, image=None))), "bedrock")
    assert message["content"] == [block(CITED)]


@pytest.mark.parametrize(
    ("kind", "data", "known"),
    [
        ("txt", b"Lead is soft.", "Lead is soft."),
        ("md", "Blei: weich, ä".encode(), "Blei: weich, ä"),
        ("csv", b"lead,soft", "lead,soft"),
        ("txt", "ä".encode("latin-1"), None),
        ("html", b"<p>Lead is soft.", None),
        ("pdf", b"%PDF", None),
    ],
)
@pytest.mark.parametrize("as_bytes", [True, False])
def test_of_plain_text_the_bytes_are_the_text(kind: str, data: bytes, known: str | None, as_bytes: bool) -> None:
    source = {"bytes": data if as_bytes else base64.b64encode(data).decode()}
    document = {"format": kind, "name": "facts", "source": source}
    request = {"messages": [{"role": "user", "content": [{"document": document}]}]}
    (one,) = read(body(block(CITED)), request=request).sources
    assert (one.text, one.digest) == (known, sha256(data).hexdigest())


def test_bytes_that_are_no_base64_have_no_text() -> None:
    document = {"format": "txt", "name": "facts", "source": {"bytes": "Lead is soft."}}
    request = {"messages": [{"role": "user", "content": [{"document": document}]}]}
    assert [one.text for one in read(body(block(CITED)), request=request).sources] == [None]


def test_a_citation_without_text_hangs_on_words_and_not_on_blanks() -> None:
    web = {"citationsContent": {"citations": [{"location": {"web": {"url": "https://a.example/"}}}]}}
    answer = read(body({"text": "Lead is soft."}, {"text": " "}, web, {"text": "Zinc is grey."}))
    assert [answer.text[one.anchor.start : one.anchor.end] for one in answer.citations if one.anchor] == [
        "Lead is soft."
    ]


# -- what only a few blocks and events have


def test_a_block_in_which_nothing_is_cited_is_known() -> None:
    answer = read(body({"text": "Lead is soft."}, {"citationsContent": {"content": [], "citations": []}}))
    assert (answer.text, answer.notices) == ("Lead is soft.", ())
    for odd, code in (({"content": 7}, "odd_field"), ({"more": 1}, "unknown_event")):
        assert [one.code for one in read(body({"citationsContent": odd})).notices] == [code]


@pytest.mark.parametrize(
    "content",
    ["Lead is soft.", ["Lead is soft."], [{"citationsContent": {"content": "Lead is soft."}}]],
)
def test_a_text_in_place_of_parts_is_text(content: Any) -> None:
    answer = read({"output": {"message": {"content": content}}, "stopReason": "end_turn"})
    assert answer.text == "Lead is soft."
    assert [notice.code for notice in answer.notices] == (["odd_field"] if isinstance(content, str) else [])
    (message,) = replay(answer, "bedrock")
    assert normalize({"output": {"message": message}}, provider="bedrock").text == "Lead is soft."


@pytest.mark.parametrize(
    ("odd", "told"),
    [
        ({"output": "Lead"}, "odd_field"),
        ({"output": {"message": [7]}}, "odd_field"),
        ({"output": {"message": {"content": 7}}}, "odd_field"),
        (body({"text": "Lead"}, 7), "odd_field"),  # type: ignore[arg-type]
        (body(block(CITED | {"sourceContent": "Lead"})), "odd_field"),
        (body(block(CITED | {"sourceContent": ["Lead"]})), "odd_payload"),
        (body(block(CITED | {"sourceContent": [{"text": [7]}]})), "odd_field"),
        (body(block(CITED | {"location": {"documentChar": "0"}})), "odd_field"),
        (body({"text": "Lead"}) | {"stopReason": [7]}, "odd_field"),
    ],
)
def test_what_is_of_another_type_is_told(odd: dict[str, Any], told: str) -> None:
    assert {notice.code for notice in read({"stopReason": "end_turn", **odd}).notices} == {told}


@pytest.mark.parametrize("empty", [{}, {"content": []}, {"content": None}])
def test_citations_without_text_go_back_as_in_a_stream(empty: dict[str, Any]) -> None:
    web = {"location": {"web": {"url": "https://a.example/"}}}
    deltas = [{"text": "Lead is soft."}, {"citation": web}]
    events: list[Any] = [{"contentBlockDelta": {"contentBlockIndex": n, "delta": one}} for n, one in enumerate(deltas)]
    streamed = read([*events, {"messageStop": {"stopReason": "end_turn"}}])
    whole = read(body({"text": "Lead is soft."}, {"citationsContent": {**empty, "citations": [web]}}))
    content = [{"text": "Lead is soft."}, {"citationsContent": {"citations": [web]}}]
    assert replay(streamed, "bedrock") == replay(whole, "bedrock") == [{"role": "assistant", "content": content}]
    assert replay(read(body({"citationsContent": {**empty, "citations": []}})), "bedrock") == []


def test_a_stream_keeps_all_that_its_last_events_say() -> None:
    stop = {"stopReason": "guardrail_intervened", "additionalModelResponseFields": {"x": 1}}
    more = {"usage": {"inputTokens": 3}, "trace": {"guardrail": {"a": 1}}, "serviceTier": {"type": "flex"}}
    whole = read({**body({"text": "Lead is soft."}), **stop, **more})
    delta = {"contentBlockIndex": 0, "delta": {"text": "Lead is soft."}, "p": "abc"}
    end = [{"messageStop": {**stop, "p": "abcd"}}, {"metadata": {**more, "p": "ab"}}]
    assert read([{"contentBlockDelta": delta}, *end]).raw == whole.raw
