"""Mistral conversations through the mistralai SDK, and what entries and references are read as."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import Answer, Source, normalize, providers
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("mistralai.client"), pytest.importorskip("httpx2")
    with http.Client(transport=wire.transport(http)) as http_client:
        chat = sdk.Mistral(api_key="none", client=http_client).beta.conversations
        return list(chat.start_stream(**wire.request)) if wire.streamed else chat.start(**wire.request)


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("mistralai.client"), pytest.importorskip("httpx2")
    async with http.AsyncClient(transport=wire.transport(http)) as http_client:
        chat = sdk.Mistral(api_key="none", async_client=http_client).beta.conversations
        if wire.streamed:
            return [event async for event in await chat.start_stream_async(**wire.request)]
        return await chat.start_async(**wire.request)


# -- answers in few words


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def reference(name: str | None = None, **more: Any) -> dict[str, Any]:
    """A page, or what a tool has without an address."""
    url = {"url": f"https://{name}.example/"} if name is not None else {}
    return {"type": "tool_reference", "tool": "web_search", "title": f"{name}", **url, **more}


def message(content: Any, name: str | None = "m", **more: Any) -> dict[str, Any]:
    return {"type": "message.output", "role": "assistant", **({"id": name} if name else {}), "content": content, **more}


def body(*outputs: Any) -> dict[str, Any]:
    """A whole response."""
    usage = {"total_tokens": 9}
    return {"object": "conversation.response", "conversation_id": "c", "outputs": list(outputs), "usage": usage}


def said(content: Any, name: str | None = "m", **more: Any) -> dict[str, Any]:
    """A piece of a message."""
    return {**message(content, name, **more), "type": "message.output.delta"}


def stream(*events: Any) -> list[dict[str, Any]]:
    return [
        {"type": "conversation.response.started", "conversation_id": "c"},
        *events,
        {"type": "conversation.response.done", "usage": {"total_tokens": 9}},
    ]


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="mistral.conversations", **given)


def cited(answer: Answer) -> list[tuple[str, str, str | None, str | None]]:
    """The id of each citation, the text up to its point, its claim and its source."""
    found: list[tuple[str, str, str | None, str | None]] = []
    for one in answer.citations:
        assert one.anchor is not None
        assert one.anchor.kind == "point"
        claim = answer.text[one.claim.start : one.claim.end] if one.claim is not None else None
        found.append((one.id, answer.text[: one.anchor.start], claim, one.source_id))
    return found


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


A, B = reference("a"), reference("b")


# -- references


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ([text("Hens cluck"), A, text(".")], [("0.0", "Hens cluck", "Hens cluck", "https://a.example/")]),
        (
            [text("Hens cluck"), A, B, text(".")],
            [
                ("0.0", "Hens cluck", "Hens cluck", "https://a.example/"),
                ("1.0", "Hens cluck", "Hens cluck", "https://b.example/"),
            ],
        ),
        (
            [text("Hens cluck "), A, text(", ducks 🦆 quack"), B],
            [
                ("0.0", "Hens cluck ", "Hens cluck", "https://a.example/"),
                ("1.0", "Hens cluck , ducks 🦆 quack", "ducks 🦆 quack", "https://b.example/"),
            ],
        ),
        ([A, text("Hens cluck.")], [("0.0", "", None, "https://a.example/")]),
        ([A], [("0.0", "", None, "https://a.example/")]),
        (
            [text("Hens. "), {"type": "thinking", "thinking": [text("Ducks?")]}, text("Geese"), A],
            [("0.0", "Hens. Geese", "Geese", "https://a.example/")],
        ),
    ],
    ids=["one", "two in a row", "one after the other", "before any text", "no text", "a thought between"],
)
def test_a_reference_stands_behind_its_text(
    content: list[dict[str, Any]], expected: list[tuple[str, str, str | None, str | None]]
) -> None:
    whole = read(body(message(content)))
    assert cited(whole) == expected
    assert [one.raw for one in whole.citations] == [chunk for chunk in content if chunk["type"] == "tool_reference"]
    pieces = [piece for chunk in content for piece in (chunk["text"] if chunk["type"] == "text" else [chunk])]
    for events in (
        stream(*map(said, pieces)),
        stream(*map(said, content)),
        stream(message(content)),
        [{"event": event["type"], "data": event} for event in stream(*map(said, pieces))],
    ):
        answer = read(events)
        assert (answer.text, answer.citations, answer.sources) == (whole.text, whole.citations, whole.sources)


def test_what_a_thought_refers_to_has_no_place_in_the_answer() -> None:
    odd = {"type": "reference", "reference_ids": ["k"]}
    content = [text("Hens. "), {"type": "thinking", "thinking": [text("Ducks?"), B, odd]}, text("Geese"), A]
    whole = read(body(message(content)))
    assert [(one.id, one.anchor is None, one.source_id, one.raw) for one in whole.citations] == [
        ("1.0", False, "https://a.example/", A),
        ("0.0", True, "https://b.example/", B),
    ]
    assert codes(whole) == ["unknown_block"]
    streamed = read(stream(*(said([chunk]) for chunk in content)))
    assert (streamed.text, streamed.citations, streamed.sources) == (whole.text, whole.citations, whole.sources)


@pytest.mark.parametrize("order", [(0, 1, 2), (0, 2, 1)])
@pytest.mark.parametrize("indexes", [(0, 1, 2), (3, 5, 8)])
def test_a_reference_stands_at_its_index_however_late_it_comes(
    order: tuple[int, ...], indexes: tuple[int, ...]
) -> None:
    chunks = [text("Hens cluck"), A, text(". Ducks.")]
    answer: Any = read(stream(*(said(chunks[n], content_index=indexes[n]) for n in order)))
    whole: Any = read(body(message(chunks)))
    assert (answer.text, answer.citations) == (whole.text, whole.citations)
    assert answer.raw["outputs"][0]["content"] == chunks


@pytest.mark.parametrize(
    ("chunk", "source", "ref", "told"),
    [
        (
            {**A, "title": "", "description": "On hens.", "favicon": None},
            Source(id="https://a.example/", kind="web", url="https://a.example/", origin="provider"),
            "https://a.example/",
            [],
        ),
        (
            reference(tool="document_library", title="rules.pdf", url=None),
            Source(id="document:0", kind="file", title="rules.pdf", origin="provider"),
            None,
            [],
        ),
        (
            reference(tool="harbour", title="Log"),
            Source(id="document:0", kind="tool", title="Log", origin="provider"),
            None,
            [],
        ),
        (
            {"type": "tool_reference", "url": 7, "title": ["odd"], "tool": None},
            Source(id="document:0", kind="tool", origin="provider"),
            None,
            ["odd_field", "odd_field"],
        ),
    ],
)
def test_what_a_reference_names(chunk: dict[str, Any], source: Source, ref: str | None, told: list[str]) -> None:
    answer = read(body(message([text("Hens cluck"), chunk])))
    assert answer.sources == (source,)
    assert [(one.source_id, one.ref, one.type, one.raw) for one in answer.citations] == [
        (source.id, ref, "tool_reference", chunk)
    ]
    assert codes(answer) == told


def test_a_page_is_one_source_and_what_has_no_address_is_one_each_time() -> None:
    paper = reference(tool="document_library", title="rules.pdf")
    answer = read(body(message([text("Hens"), A, paper]), message([text(", ducks"), paper, A], "n")))
    assert [one.source_id for one in answer.citations] == [
        "https://a.example/",
        "document:1",
        "document:2",
        "https://a.example/",
    ]
    assert [(one.id, one.title) for one in answer.sources] == [
        ("https://a.example/", "a"),
        ("document:1", "rules.pdf"),
        ("document:2", "rules.pdf"),
    ]


def test_a_number_that_we_gave_is_not_what_the_caller_calls_so() -> None:
    mine = Source(id="document:0", text="Mine.")
    answer = read(body(message([text("Hens"), reference(tool="document_library")])), sources=[mine])
    assert [one.source_id for one in answer.citations] == ["document:0~2"]


# -- entries


@pytest.mark.parametrize(
    "outputs",
    [
        [message("Hens cluck. ", "m"), message("Ducks quack.", "n")],
        [message("Hens cluck. ", None), message("Ducks quack.", None)],
        [message(["Hens cluck. "]), {"type": "tool.execution", "id": "t", "name": "f"}, message([text("Ducks quack.")], "n")],
    ],
    ids=["ids", "none", "a tool between"],
)  # fmt: skip
def test_the_messages_of_a_response_are_one_text(outputs: list[dict[str, Any]]) -> None:
    assert read(body(*outputs)).text == "Hens cluck. Ducks quack."
    pieces = [
        {**entry, "output_index": index, "content": sign, "type": "message.output.delta"}
        for index, entry in enumerate(outputs)
        if entry["type"] == "message.output"
        for sign in "".join(chunk if isinstance(chunk, str) else chunk["text"] for chunk in entry["content"])
    ]
    streamed: Any = read(stream(*pieces))
    assert streamed.text == "Hens cluck. Ducks quack."
    assert [entry["content"] for entry in streamed.raw["outputs"]] == [[text("Hens cluck. ")], [text("Ducks quack.")]]


def test_a_stream_leaves_the_response_put_together() -> None:
    execution = {"id": "t", "name": "web_search", "output_index": 0}
    call = {"type": "function.call.delta", "id": "f", "name": "ask", "tool_call_id": "1", "output_index": 3}
    events = stream(
        {"type": "tool.execution.started", **execution, "arguments": '{"query": ', "created_at": "07:40"},
        {"type": "tool.execution.delta", **execution, "arguments": '"hens"}', "created_at": "07:41"},
        {"type": "tool.execution.done", **execution, "info": {"hits": 2}, "created_at": "07:42"},
        {"type": "agent.handoff.started", "id": "h", "previous_agent_id": "1", "output_index": 1},
        {"type": "agent.handoff.done", "id": "h", "next_agent_id": "2", "output_index": 1},
        said({"type": "thinking", "thinking": [text("Hens?")]}, model="mistral-a", output_index=2, content_index=0),
        said("Hens ", model="mistral-a", output_index=2, content_index=1),
        said(text("cluck"), model="mistral-a", output_index=2, content_index=1),
        said(A, model="mistral-a", output_index=2, content_index=2),
        said(".", model="mistral-a", output_index=2, content_index=3),
        {**call, "arguments": '{"ferry": "Hal'},
        {**call, "arguments": 'den"}'},
    )
    answer = read(events)
    assert answer.raw == {
        "object": "conversation.response",
        "conversation_id": "c",
        "usage": {"total_tokens": 9},
        "outputs": [
            {
                "type": "tool.execution",
                "id": "t",
                "name": "web_search",
                "arguments": '{"query": "hens"}',
                "created_at": "07:40",
                "info": {"hits": 2},
            },
            {"type": "agent.handoff", "id": "h", "previous_agent_id": "1", "next_agent_id": "2"},
            {
                "type": "message.output",
                "id": "m",
                "role": "assistant",
                "model": "mistral-a",
                "content": [
                    {"type": "thinking", "thinking": [text("Hens?")]},
                    text("Hens cluck"),
                    A,
                    text("."),
                ],
            },
            {
                "type": "function.call",
                "id": "f",
                "name": "ask",
                "tool_call_id": "1",
                "arguments": '{"ferry": "Halden"}',
            },
        ],
    }
    assert (answer.response_id, answer.model, answer.usage) == ("c", "mistral-a", {"total_tokens": 9})
    assert answer.notices == ()


@pytest.mark.parametrize(
    ("chunk", "told"),
    [
        ({"type": "hologram", "data": "aGk="}, [("unknown_block", "a content chunk of type 'hologram'")]),
        ({"type": ["odd"]}, [("unknown_block", "a content chunk of type ''")]),
        ({"type": "text", "text": 7}, [("odd_field", "text is of another type than documented: 7")]),
        ({"type": "text", "text": None}, []),
        ({"type": "thinking", "thinking": [text("Ducks?")]}, []),
        ({"type": "tool_file", "tool": "code_interpreter", "file_id": "f"}, []),
        ({"type": "image_url", "image_url": "https://a.example/"}, []),
    ],
)
def test_what_is_no_text_is_none_and_what_is_unknown_is_told(chunk: Any, told: list[tuple[str, str]]) -> None:
    answer = read(body(message([text("Hens "), chunk, text("cluck"), A])))
    assert [(one.code, one.message) for one in answer.notices] == told
    assert cited(answer) == [("0.0", "Hens cluck", "Hens cluck", "https://a.example/")]


# -- how it ends, and whose it is

CALL = {"type": "function.call", "id": "f", "name": "ask", "tool_call_id": "1", "arguments": "{}"}
ERROR = {"type": "conversation.response.error", "message": "too late", "code": 504}
SONG = {"type": "conversation.song", "verse": 3}


@pytest.mark.parametrize(
    ("data", "finish", "detail", "told"),
    [
        (body(message("Hens.")), "complete", None, []),
        (body(message("Hens."), CALL), "tool_call", None, []),
        (body(CALL), "tool_call", None, []),
        (stream(said("Hens.")), "complete", None, []),
        (stream(said("Hens."), {**CALL, "type": "function.call.delta"}), "tool_call", None, []),
        (stream(said("Hens."))[:-1], "truncated", None, ["stream_truncated"]),
        ([*stream(said("Hens."))[:-1], ERROR], "error", "too late", ["error_body"]),
        (stream(SONG, said("Hens.")), "complete", None, ["unknown_event"]),
        ({"object": "conversation.response", "outputs": "odd"}, "complete", None, ["unknown_event"]),
        ({"object": "conversation.response"}, "other", None, ["empty_body"]),
        ({"object": "conversation.response", "outputs": None}, "other", None, ["empty_body"]),
    ],
)
def test_how_it_ended(data: Any, finish: str, detail: str | None, told: list[str]) -> None:
    answer = read(data)
    assert (answer.finish, answer.finish_detail, codes(answer)) == (finish, detail, told)


@pytest.mark.parametrize(
    ("record", "tells"),
    [
        ({"object": "conversation.response", "outputs": []}, True),
        ({"outputs": [message("Hens.")]}, True),
        ({"type": "conversation.response.started"}, True),
        ({"event": "message.output.delta", "data": said("Hens.")}, True),
        ({"type": "function.call.delta"}, True),
        ({"outputs": [text("Hens.")], "status": "completed"}, False),
        ({"type": "message-start"}, False),
        ({"object": "chat.completion", "choices": []}, False),
    ],
)
def test_it_is_known_by_its_shape(record: dict[str, Any], tells: bool) -> None:
    assert providers.reader("mistral.conversations").spec.tells(record) is tells
    if tells:
        assert providers.reader_for(record).name == "mistral.conversations"
        assert normalize([record]).provider == "mistral.conversations"
