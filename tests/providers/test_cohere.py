"""Cohere v2 through the cohere SDK."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import normalize, replay
from citebridge.models import Answer
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("cohere"), pytest.importorskip("httpx")
    with http.Client(transport=wire.transport(http)) as http_client:
        client = sdk.ClientV2(api_key="none", httpx_client=http_client)
        return list(client.chat_stream(**wire.request)) if wire.streamed else client.chat(**wire.request)


# -- where a citation stands, and of whom


DOCUMENT: dict[str, Any] = {"type": "document", "id": "d1", "document": {"id": "d1", "text": "Lead is soft."}}
TEXT: dict[str, Any] = {"type": "text", "text": "Lead is soft."}
THOUGHT: dict[str, Any] = {"type": "thinking", "thinking": "Hm."}


def citation(start: int, end: int, words: str, *sources: Any, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "text": words, "sources": list(sources), **more}


def body(content: Any, *citations: Any) -> dict[str, Any]:
    message = {"role": "assistant", "content": content, "citations": list(citations)}
    return {"id": "1", "finish_reason": "COMPLETE", "message": message}


def stream(*citations: dict[str, Any]) -> list[dict[str, Any]]:
    def event(kind: str, **message: Any) -> dict[str, Any]:
        return {"type": kind, "delta": {"message": message}}

    text = [event("content-start", content={"type": "text", "text": ""}), event("content-delta", content=TEXT)]
    cited = [event("citation-start", citations=one) for one in citations]
    return [*text, *cited, {"type": "message-end", "delta": {"finish_reason": "COMPLETE"}}]


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="cohere", **given)


def cited(answer: Answer) -> list[tuple[str, str | None, str | None]]:
    """Of each citation its id, the words it hangs on, and its source."""
    places = [(one.id, one.anchor, one.source_id) for one in answer.citations]
    return [(known, answer.text[at.start : at.end] if at else None, source) for known, at, source in places]


@pytest.mark.parametrize("content", [[TEXT], [THOUGHT, TEXT], TEXT["text"]])
@pytest.mark.parametrize("more", [{}, {"content_index": None}, {"content_index": None, "type": None}])
def test_without_a_block_it_stands_in_the_first_that_has_text(content: Any, more: dict[str, Any]) -> None:
    assert cited(read(body(content, citation(8, 12, "soft", DOCUMENT, **more)))) == [("0.0", "soft", "d1")]


def test_a_block_that_is_no_number_is_told() -> None:
    answer = read(body([TEXT], citation(8, 12, "soft", DOCUMENT, content_index="0")))
    assert cited(answer) == [("0.0", None, "d1")]
    assert [notice.code for notice in answer.notices] == ["odd_field"]


def test_events_without_numbers_are_counted() -> None:
    given = [citation(0, 4, "Lead", DOCUMENT), citation(8, 12, "soft", DOCUMENT)]
    assert cited(read(stream(*given))) == cited(read(body([TEXT], *given)))


@pytest.mark.parametrize("less", [{"type": "document", "id": "d1"}, {"type": "document", "id": "d1", "document": None}])
@pytest.mark.parametrize("turned", [False, True])
def test_a_document_that_is_only_named_is_the_one_that_was_told(less: dict[str, Any], turned: bool) -> None:
    sources = [less, DOCUMENT] if turned else [DOCUMENT, less]
    answer = read(body([TEXT], *(citation(0, 4, "Lead", source) for source in sources)))
    assert [(one.id, one.text, one.raw) for one in answer.sources] == [("d1", "Lead is soft.", DOCUMENT)]


@pytest.mark.parametrize("sources", [DOCUMENT, ["doc:0"], "doc:0"])
def test_sources_of_another_shape_stay_with_the_citation(sources: Any) -> None:
    given = citation(8, 12, "soft") | {"sources": sources}
    answer = read(body([TEXT], given))
    assert [one.raw for one in answer.citations] == [{"citation": given, "source": None}]


@pytest.mark.parametrize("data", [{"title": "Rules", "text": "No dogs."}, '{"title": "Rules", "text": "No dogs."}'])
def test_what_a_tool_returned_is_read_as_it_is_given_back(data: Any) -> None:
    part = {"type": "document", "document": {"data": data}}
    request = {"messages": [{"role": "tool", "tool_call_id": "s_1", "content": [part]}]}
    echo = {"type": "tool", "id": "s_1:0", "tool_output": {"title": "Rules", "text": "No dogs."}}
    answer = read(body([TEXT], citation(8, 12, "soft", echo)), request=request)
    assert [(one.id, one.title, one.text) for one in answer.sources] == [("s_1:0", "Rules", "No dogs.")]


@pytest.mark.parametrize("data", ["[1]", '{"n": 1}', "No dogs."])
def test_what_a_tool_returned_without_a_text_field_is_its_text(data: str) -> None:
    part = {"type": "document", "document": {"data": data}}
    request = {"messages": [{"role": "tool", "tool_call_id": "s_1", "content": [part]}]}
    assert [one.text for one in read(body([TEXT]), request=request).sources] == [data]


@pytest.mark.parametrize("content", [[TEXT], TEXT["text"]])
def test_citations_go_back_with_their_text(content: Any) -> None:
    given = citation(8, 12, "soft", DOCUMENT, content_index=0)
    assert replay(read(body(content, given)), "cohere") == [
        {"role": "assistant", "content": content, "citations": [given]}
    ]
