"""Anthropic Messages through the anthropic SDK."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import normalize, replay, resolve
from citebridge.models import Answer
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    with sdk.Anthropic(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.messages.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncAnthropic(api_key="none", http_client=http_client) as client:
        reply = await client.messages.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


def accumulated(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("anthropic"), pytest.importorskip("httpx2")
    with (
        sdk.Anthropic(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client,
        client.messages.stream(**wire.request) as stream,
    ):
        return list(stream), stream.get_final_message()


# -- what a request offers, and what of it is cited


def body(*blocks: dict[str, Any], stop: str = "end_turn") -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "content": list(blocks), "stop_reason": stop}


def text(words: str, *citations: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": words, "citations": list(citations)}


def chars(number: int, start: int, end: int, **more: Any) -> dict[str, Any]:
    place = {"document_index": number, "start_char_index": start, "end_char_index": end}
    return {"type": "char_location", "cited_text": "Owls hunt.", **place, **more}


def fetched(words: str, url: str = "https://a.example/") -> dict[str, Any]:
    source = {"type": "text", "media_type": "text/plain", "data": words}
    page = {"type": "web_fetch_result", "url": url, "content": {"type": "document", "title": "Owls", "source": source}}
    return {"type": "web_fetch_tool_result", "tool_use_id": "s", "content": page}


def searched(*urls: str) -> dict[str, Any]:
    pages = [{"type": "web_search_result", "url": url, "title": "Owls"} for url in urls]
    return {"type": "web_search_tool_result", "tool_use_id": "s", "content": pages}


def document(words: str) -> dict[str, Any]:
    return {"type": "document", "source": {"type": "text", "media_type": "text/plain", "data": words}}


def asked(*blocks: dict[str, Any]) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": list(blocks)}]}


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="anthropic", **given)


def test_a_page_of_an_earlier_turn_is_read_like_a_document() -> None:
    answer = read(body(text("Owls hunt.", chars(0, 0, 10))), request=asked(fetched("Owls hunt. Bats sleep.")))
    (source,) = answer.sources
    assert (source.id, source.kind, source.title) == ("https://a.example/", "web", "Owls")
    assert [one.evidence and one.evidence.status for one in resolve(answer).citations] == ["verified"]


def test_a_fetch_that_failed_is_no_document() -> None:
    failed = {"type": "web_fetch_tool_result", "content": {"type": "web_fetch_tool_result_error", "error_code": "x"}}
    answer = read(body(text("Owls hunt.", chars(0, 0, 10))), request=asked(failed, document("Owls hunt.")))
    assert [(one.id, one.text) for one in answer.sources] == [("document:0", "Owls hunt.")]
    assert [one.source_id for one in answer.citations] == ["document:0"]


@pytest.mark.parametrize(
    ("sent", "sources"),
    [
        ([searched("u"), searched("u")], {"u": ()}),
        ([searched("u"), fetched("Owls hunt.", "u"), searched("u")], {"u": ("document:0",)}),
        ([fetched("Owls hunt.", "u"), fetched("Owls hunt.", "u")], {"u": ("document:0", "document:1")}),
        ([fetched("Owls hunt.", "u"), fetched("Owls sleep.", "u")], {"u": ("document:0",), "u~2": ("u", "document:1")}),
    ],
)
def test_what_a_request_offers_twice_is_one_source(
    sent: list[dict[str, Any]], sources: dict[str, tuple[str, ...]]
) -> None:
    answer = read(body(text("Owls hunt.")), request=asked(*sent))
    assert {one.id: one.aliases for one in answer.sources} == sources


@pytest.mark.parametrize(
    ("given", "documents", "number"),
    [([], 2, 2), ([{"id": "one", "text": "Same."}], 2, 2), ([{"id": "document:handbook", "text": "Other."}], 1, 1)],
)
def test_a_page_is_numbered_behind_the_documents(given: list[dict[str, Any]], documents: int, number: int) -> None:
    page = {"type": "web_fetch_result", "url": "u", "content": {"type": "document", "source": {"type": "base64"}}}
    blocks = [{"type": "web_fetch_tool_result", "content": page}, text("Owls hunt.", chars(number, 0, 10))]
    answer = read(body(*blocks), sources=given, request=asked(*[document("Same.")] * documents))
    assert [one.source_id for one in answer.citations] == ["u"]


def test_the_id_of_a_file_is_another_name_of_its_document() -> None:
    answer = read(body(text("Owls hunt.", chars(0, 0, 10, file_id="f"))), request=asked(document("Owls hunt.")))
    assert [(one.id, one.aliases) for one in answer.sources] == [("document:0", ("f",))]


def found(name: str) -> dict[str, Any]:
    return {"type": "search_result", "source": name, "title": "Owls", "content": [{"type": "text", "text": name}]}


def result(number: int, name: str | None) -> dict[str, Any]:
    place = {"search_result_index": number, "start_block_index": 0, "end_block_index": 1}
    return {"type": "search_result_location", "source": name, "cited_text": "Owls hunt.", **place}


@pytest.mark.parametrize(
    ("offered", "given", "names", "cited", "told"),
    [
        (["kb:1", "kb:2"], [], ["kb:2"], ["kb:2"], 1),
        (["kb:1"], [], ["kb:2"], ["kb:2"], 1),
        (["kb:1"], [{"id": "mine", "text": "kb:1"}], ["kb:1", "kb:2"], ["mine", "kb:2"], 1),
        ([], [], ["kb:1", "kb:2", "kb:1"], ["kb:1", "kb:2", "kb:1"], 1),
        ([], [], [None, "kb:1", "kb:2"], ["search_result:0", "search_result:0", "kb:2"], 1),
        (["kb:1", "kb:2"], [], ["kb:1", None], ["kb:1", "kb:1"], 0),
    ],
)
def test_a_number_and_a_name_that_differ_are_told_and_the_name_says_which(
    offered: list[str], given: list[Any], names: list[str | None], cited: list[str], told: int
) -> None:
    request = asked(*map(found, offered)) if offered else None
    answer = read(body(text("Owls.", *(result(0, name) for name in names))), request=request, sources=given)
    assert [one.source_id for one in answer.citations] == cited
    assert [notice.code for notice in answer.notices] == ["source_id_clash"] * told
    assert not any({"kb:1", "kb:2"} <= {one.id, *one.aliases} for one in answer.sources)


def test_a_document_that_is_cited_by_the_file_of_another_one_is_that_one() -> None:
    files = [{"id": "f", "text": "Owls hunt."}, {"id": "g", "text": "Hens cluck."}]
    answer = read(body(text("Owls.", chars(1, 0, 10, file_id="f"), chars(1, 0, 11, file_id="g"))), sources=files)
    assert [one.source_id for one in answer.citations] == ["f", "g"]
    assert [notice.code for notice in answer.notices] == ["source_id_clash"]


def test_an_address_is_a_name_of_its_source() -> None:
    mine = [{"id": "mine", "url": "kb:1", "text": "kb:1", "aliases": ["search_result:0"]}]
    answer = read(body(text("Owls.", result(0, "kb:1"))), sources=mine)
    assert ([one.source_id for one in answer.citations], answer.notices) == (["mine"], ())


def test_documents_that_nobody_offered_are_told_apart_by_their_files() -> None:
    answer = read(body(text("Owls.", chars(0, 0, 10, file_id="f"), chars(0, 0, 10, file_id="g"))))
    assert [(one.id, one.aliases) for one in answer.sources] == [("f", ("document:0",)), ("g", ())]
    assert [notice.code for notice in answer.notices] == ["source_id_clash"]


@pytest.mark.parametrize("content", ["Owls hunt.", ["Owls hunt."]])
def test_a_text_in_place_of_blocks_is_text(content: Any) -> None:
    answer = read({**body(), "content": content})
    assert (answer.text, answer.finish) == ("Owls hunt.", "complete")
    assert [notice.code for notice in answer.notices] == (["odd_field"] if isinstance(content, str) else [])
    assert replay(answer, "anthropic") == [{"role": "assistant", "content": [{"type": "text", "text": "Owls hunt."}]}]


def blocks(start: int | None, end: int | None) -> dict[str, Any]:
    return {"type": "content_block_location", "start_block_index": start, "end_block_index": end}


def pages(start: int | None, end: int | None) -> dict[str, Any]:
    return {"type": "page_location", "start_page_number": start, "end_page_number": end}


@pytest.mark.parametrize(
    "place",
    [
        *(chars(0, 5, 5), blocks(1, 1), pages(2, 2)),
        *({"type": "char_location"}, blocks(None, None), pages(None, None), pages(None, 2)),
    ],
)
def test_an_empty_range_is_no_place_nor_is_one_without_numbers(place: dict[str, Any]) -> None:
    answer = read(body(text("Owls hunt.", place | {"document_index": 0})))
    assert [one.locators for one in answer.citations] == [()]
    assert [notice.code for notice in answer.notices] == ["locator_refused"]


@pytest.mark.parametrize(
    ("more", "finish"),
    [([], "truncated"), ([{"type": "message_stop"}], "other")],
)
def test_no_reason_is_no_end(more: list[dict[str, Any]], finish: str) -> None:
    events = [
        {"type": "message_start", "message": {"content": []}},
        {"type": "content_block_start", "index": 0, "content_block": text("Owls hunt.")},
        {"type": "message_delta", "delta": {"stop_reason": None}, "usage": {}},
    ]
    assert read(events + more).finish == finish


def test_null_at_the_end_of_a_message_takes_nothing_back() -> None:
    usage = {"input_tokens": 9, "output_tokens": 1, "cache": {"read": 3, "made": 2}}
    message = {**body(), "container": {"id": "c"}, "usage": usage, "stop_reason": None, "tier": "flex"}
    later = {"output_tokens": 5, "input_tokens": None, "cache": {"made": None}, "web": 1}
    delta = {"stop_reason": "end_turn", "stop_sequence": None, "container": None}
    answer = read(
        [
            {"type": "message_start", "message": message},
            {"type": "message_delta", "delta": delta, "usage": later, "context_management": {"applied_edits": []}},
            {"type": "message_delta", "delta": {"container": {}}, "usage": {}, "context_management": None},
        ]
    )
    held = {"input_tokens": 9, "output_tokens": 5, "cache": {"read": 3, "made": 2}, "web": 1}
    said = {"usage": held, "container": {"id": "c"}, "stop_reason": "end_turn", "stop_sequence": None}
    assert answer.usage == held
    assert answer.raw == {**message, **said, "context_management": {"applied_edits": []}}


@pytest.mark.parametrize(("called", "sent"), [({}, ["srv"]), ({"input": "{"}, [])])
def test_code_that_waits_for_a_tool_goes_back_with_its_call(called: dict[str, Any], sent: list[str]) -> None:
    code = {"type": "server_tool_use", "id": "srv", "name": "code_execution", "input": {"code": "q()"}}
    call = {"type": "tool_use", "id": "t", "name": "q", "input": {}, "caller": {"tool_id": "srv"}, **called}
    (message,) = replay(read(body(text("Let me."), code, call, stop="tool_use")), "anthropic")
    content: Any = message["content"]
    assert [one["id"] for one in content if one["type"] == "server_tool_use"] == sent
