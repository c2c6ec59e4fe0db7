"""OpenAI Assistants through the openai SDK: the stream of a run, or the message that a run has left in its thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any
from warnings import catch_warnings

import pytest

from citebridge import Answer, Span, normalize, normalize_stream, parser
from citebridge.models import AnswerDone, CitationAdded, TextDelta
from tests.wire import Wire


def served(wire: Wire, http: Any) -> Any:
    """A run is posted, and its stream or itself comes back; then its message is fetched, which has no request body."""

    def handle(request: Any) -> Any:
        if request.method == "GET":
            return http.Response(200, content=wire.interactions[0].response.content)
        media_type, content = wire.reply(request.content)
        if wire.streamed:
            return http.Response(200, headers={"content-type": media_type}, content=content)
        made = {name: wire.recorded[name] for name in ("assistant_id", "thread_id", "created_at")}
        return http.Response(
            200, json={**made, "id": wire.recorded["run_id"], "object": "thread.run", "status": "completed"}
        )

    return http.MockTransport(handle)


@contextmanager
def deprecated() -> Iterator[None]:
    """All of this surface is."""
    with catch_warnings(action="ignore", category=DeprecationWarning):
        yield


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    thread, message = wire.recorded["thread_id"], wire.recorded["id"]
    client = sdk.OpenAI(api_key="none", http_client=http.Client(transport=served(wire, http)))
    with deprecated(), client:
        run = client.beta.threads.runs.create(thread, **wire.request, stream=wire.streamed)
        return list(run) if wire.streamed else client.beta.threads.messages.retrieve(message, thread_id=run.thread_id)


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    thread, message = wire.recorded["thread_id"], wire.recorded["id"]
    client = sdk.AsyncOpenAI(api_key="none", http_client=http.AsyncClient(transport=served(wire, http)))
    with deprecated():
        async with client:
            run = await client.beta.threads.runs.create(thread, **wire.request, stream=wire.streamed)
            if wire.streamed:
                return [event async for event in run]
            return await client.beta.threads.messages.retrieve(message, thread_id=run.thread_id)


def accumulated(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    client = sdk.OpenAI(api_key="none", http_client=http.Client(transport=served(wire, http)))
    with (
        deprecated(),
        client,
        client.beta.threads.runs.stream(thread_id=wire.recorded["thread_id"], **wire.request) as run,
    ):
        return list(run), run.get_final_messages()


# -- messages in few words

MESSAGE = {"id": "msg_1", "object": "thread.message", "role": "assistant"}


def text(value: Any, *annotations: Any) -> dict[str, Any]:
    return {"type": "text", "text": {"value": value, "annotations": [*annotations]}}


def message(*content: Any, **more: Any) -> dict[str, Any]:
    return {**MESSAGE, "content": [*content], **more}


def delta(*content: Any, of: str = "msg_1") -> dict[str, Any]:
    return {"id": of, "object": "thread.message.delta", "delta": {"content": [*content]}}


def run(status: str, **more: Any) -> dict[str, Any]:
    return {"object": "thread.run", "status": status, "model": "gpt-4o", **more}


def cites(start: Any, end: Any, mark: str | None = None, file: str = "file-A", **more: Any) -> dict[str, Any]:
    said = {"text": mark} if mark is not None else {}
    return {
        "type": "file_citation",
        **said,
        "start_index": start,
        "end_index": end,
        "file_citation": {"file_id": file},
        **more,
    }


def read(data: Any) -> Answer:
    return normalize(data, provider="openai.assistants")


def cited(answer: Answer) -> list[tuple[str, str | None, str | None, str | None]]:
    """The id of each citation, what it hangs on (a span, or the text up to a point), its mark, and its source."""
    found: list[tuple[str, str | None, str | None, str | None]] = []
    for one in answer.citations:
        at, mark = one.anchor, one.raw_span
        words = None
        if at is not None:
            words = answer.text[at.start : at.end] if at.kind == "span" else f"{answer.text[: at.start]}‸"
        found.append((one.id, words, answer.raw_text[mark.start : mark.end] if mark else None, one.source_id))
    return found


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


# -- annotations

MARK = "【4:0†a.md】"
TEXT = f"It rose{MARK}."  # the mark is 7 to 17
PATH = {"type": "file_path", "text": "sandbox:/a.csv", "file_path": {"file_id": "file-B"}}


@pytest.mark.parametrize(
    ("value", "annotation", "visible", "expected", "told"),
    [
        (TEXT, cites(7, 17, MARK), "It rose.", ("It rose‸", MARK, "file-A"), []),
        (TEXT, cites(7, 17), "It rose.", ("It rose‸", MARK, "file-A"), []),
        (TEXT, cites(8, 17, MARK), "It rose.", ("It rose‸", MARK, "file-A"), ["offset_mended"]),
        (f"{MARK} So.", cites(0, 10, MARK), " So.", ("‸", MARK, "file-A"), []),
        ("It rose.", cites(0, 0), "It rose.", (None, None, "file-A"), []),
        ("It rose.", cites(None, None), "It rose.", (None, None, "file-A"), []),
        ("It rose.", cites(90, 99), "It rose.", (None, None, "file-A"), ["offset_unusable"]),
        ("It rose.", cites("0", 7.5), "It rose.", (None, None, "file-A"), ["odd_field", "odd_field"]),
        ("[a](sandbox:/a.csv)", {**PATH, "start_index": 4, "end_index": 18}, "[a](sandbox:/a.csv)", ("sandbox:/a.csv", None, "file-B"), []),
        ("[a](sandbox:/a.csv)", {**PATH, "start_index": 3, "end_index": 17}, "[a](sandbox:/a.csv)", ("sandbox:/a.csv", None, "file-B"), ["offset_mended"]),
        ("It rose.", {"type": "song", "song": {}}, "It rose.", (None, None, None), ["unknown_citation_type"]),
        ("It rose.", {"type": "file_citation"}, "It rose.", (None, None, None), []),
    ],
    ids=["mark", "no text", "mended", "first", "zero", "null", "outside", "odd", "path", "path mended", "unknown", "empty"],
)  # fmt: skip
def test_where_an_annotation_hangs(
    value: str, annotation: dict[str, Any], visible: str, expected: tuple[str | None, ...], told: list[str]
) -> None:
    answer = read(message(text(value, annotation)))
    assert (answer.text, cited(answer), codes(answer)) == (visible, [("0.0.0", *expected)], told)
    assert [one.raw for one in answer.citations] == [annotation]
    pieces = [delta({"index": 0, "type": "text", "text": {"value": sign}}) for sign in value]
    late = delta({"index": 0, "type": "text", "text": {"annotations": [{"index": 0, **annotation}]}})
    for events in ([*pieces, late], [late, *pieces]):
        streamed = read([*events, run("completed")])
        assert (streamed.text, streamed.citations, codes(streamed)) == (answer.text, answer.citations, told)


def test_a_file_is_known_by_its_id_and_has_no_name() -> None:
    answer = read(message(text(TEXT, cites(7, 17, MARK, file_citation={"file_id": "file-A", "quote": "Up."}))))
    assert [(one.ref, one.type, one.cited_text) for one in answer.citations] == [("file-A", "file_citation", "Up.")]
    assert [(one.id, one.kind, one.title, one.raw) for one in answer.sources] == [("file-A", "file", None, None)]


@pytest.mark.parametrize("at", range(1, 19))
def test_a_mark_without_a_second_number_is_one_where_an_annotation_tells_of_it(at: int) -> None:
    said, given = "It rose【4†source】. 【5†a】", cites(7, 17, "【4†source】")
    whole = read(message(text(said, given)))
    parts = [text(said[:at]), text(said[at:], {**given, "index": 0})]
    answer = read([*(delta({"index": 0, **part}) for part in parts), run("completed")])
    assert (answer.text, answer.citations, answer.lifted) == (whole.text, whole.citations, whole.lifted)
    assert (whole.text, codes(whole)) == ("It rose. 【5†a】", [])
    assert [where[1:] for where in cited(whole)] == [("It rose‸", "【4†source】", "file-A")]


def test_a_mark_that_no_annotation_tells_of_is_lifted_and_names_nobody() -> None:
    answer = read(message(text(f"{TEXT[:-1]}【5:1†source】.", cites(7, 17, MARK))))
    assert answer.text == "It rose."
    assert [where[1:] for where in cited(answer)] == [
        ("It rose‸", MARK, "file-A"),
        ("It rose‸", "【5:1†source】", None),
    ]
    assert [(one.ref, one.raw, one.channel) for one in answer.citations[1:]] == [
        ("5:1", {"marker": "【5:1†source】"}, "markers")
    ]
    assert codes(answer) == ["stray_mark", "unresolved_reference"]


# -- streams


def piece(value: str | None = None, *annotations: dict[str, Any], part: int = 0, of: str = "msg_1") -> dict[str, Any]:
    said = {"value": value} if value is not None else {}
    return delta({"index": part, "type": "text", "text": {**said, "annotations": [*annotations]}}, of=of)


ONE, TWO = cites(7, 17, MARK, "file-A"), cites(17, 27, "【4:1†b.md】", "file-B")
BOTH = f"{TEXT[:-1]}【4:1†b.md】."


@pytest.mark.parametrize(
    "events",
    [
        [piece(BOTH[:17], {"index": 0, **ONE}), piece(BOTH[17:], {"index": 1, **TWO})],
        [piece(BOTH), piece(None, {"index": 1, **TWO}), piece(None, {"index": 0, **ONE})],
        [piece(BOTH, {"index": 0, **ONE}, {"index": 1, **TWO}), piece(None, {"index": 0, **ONE})],
        [piece(BOTH, ONE, TWO)],
        [piece(BOTH[:9], {"index": 0, **ONE})],
        [],
    ],
    ids=["as they come", "late and backwards", "repeated", "without numbers", "cut short", "not at all"],
)
def test_what_deltas_tell_the_last_event_completes(events: list[dict[str, Any]]) -> None:
    whole = read(message(text(BOTH, ONE, TWO)))
    assert cited(whole) == [
        ("0.0.0", "It rose‸", MARK, "file-A"),
        ("0.0.1", "It rose‸", "【4:1†b.md】", "file-B"),
    ]
    answer = read([*events, message(text(BOTH, ONE, TWO), status="completed"), run("completed")])
    assert (answer.text, answer.citations, answer.sources) == (whole.text, whole.citations, whole.sources)
    assert (answer.finish, answer.notices) == ("complete", ())


def test_annotations_without_numbers_take_the_next() -> None:
    answer = read([piece(BOTH, ONE), piece(None, TWO), run("completed")])
    assert [where[0] for where in cited(answer)] == ["0.0.0", "0.0.1"]


def test_one_annotation_under_two_numbers_is_two() -> None:
    whole = read(message(text(BOTH, ONE, ONE)))
    answer = read(
        [piece(BOTH, {"index": 0, **ONE}, {"index": 1, **ONE}), message(text(BOTH, ONE, ONE)), run("completed")]
    )
    assert [where[0] for where in cited(whole)[:2]] == ["0.0.0", "0.0.1"]
    assert answer.citations == whole.citations


def test_a_stream_numbers_its_annotations_and_adds_an_empty_quote_which_are_no_payload() -> None:
    streamed = {**ONE, "index": 0, "file_citation": {"file_id": "file-A", "quote": ""}}
    answer = read([piece(TEXT, streamed), run("completed")])
    assert [one.raw for one in answer.citations] == [ONE]
    told = {**streamed, "file_citation": {"file_id": "file-A", "quote": "Up."}}
    answer = read([piece(TEXT, told), run("completed")])
    assert [one.raw for one in answer.citations] == [{**ONE, "file_citation": {"file_id": "file-A", "quote": "Up."}}]


def test_text_and_citations_are_told_as_they_come() -> None:
    events = [
        delta({"index": 0, "type": "image_file", "image_file": {"file_id": "file-C"}}),
        piece("It rose【4:", part=1),
        piece("0†a.md】", {"index": 0, **ONE}, part=1),
        piece(". So", part=1),
        message(None, text(f"{TEXT} So", ONE), status="completed"),
        piece("And so on.", of="msg_2"),
    ]
    reading = parser("openai.assistants")
    told = [[event.text for event in reading.feed(one) if isinstance(event, TextDelta)] for one in events]
    assert told == [[], ["It rose"], [], [". So"], [], ["And so on."]]
    assert cited(reading.close()) == [("0.1.0", "It rose‸", MARK, "file-A")]


def test_a_message_and_its_parts_have_numbers_and_the_last_part_may_be_told_whole() -> None:
    image = {"type": "image_file", "image_file": {"file_id": "file-C"}}
    whole = {
        "object": "list",
        "data": [
            {**message(text(TEXT, ONE)), "id": "msg_2"},
            {**message(text("Why?")), "id": "msg_0", "role": "user"},
            message(image, text(TEXT, ONE)),
        ],
    }
    answer = read(whole)
    assert answer.text == "It rose.It rose."
    assert [one.id for one in answer.citations] == ["0.1.0", "1.0.0"]
    streamed = read(
        [
            delta({"index": 0, **image}),
            piece(TEXT, {"index": 0, **ONE}, part=1),
            message(image, text(TEXT, ONE), status="completed"),
            piece(TEXT, {"index": 0, **ONE}, of="msg_2"),
            {**message(text(TEXT, ONE), status="completed"), "id": "msg_2"},
            run("completed"),
        ]
    )
    assert (streamed.text, streamed.citations) == (answer.text, answer.citations)
    assert isinstance(streamed.raw, dict)
    assert [one["id"] for one in streamed.raw["data"]] == ["msg_2", "msg_1"]  # type: ignore[index]


def test_a_stream_cut_off_leaves_what_came() -> None:
    answer = read(
        [message(status="in_progress"), piece("It ro"), piece("se【4:0"), {"object": "thread.run.step.delta"}]
    )
    assert (answer.text, answer.finish, codes(answer)) == ("It rose【4:0", "truncated", ["stream_truncated"])
    assert answer.raw == {"object": "thread.message", "content": [{"type": "text", "text": {"value": "It rose【4:0"}}]}


def test_events_of_other_kinds_are_passed_over_or_told() -> None:
    events = [{"id": "thread_1", "object": "thread"}, {"object": "thread.run.step"}, {"object": "thread.song", "a": 1}]
    answer = read([*events, message(text("Hi"), status="completed")])
    assert [(one.code, one.raw) for one in answer.notices] == [("unknown_event", {"object": "thread.song", "a": 1})]


# -- how it ends, and what else there is


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (run("completed"), ("complete", "completed")),
        (run("incomplete", incomplete_details={"reason": "max_completion_tokens"}), ("length", "max_completion_tokens")),
        (run("failed", last_error={"code": "server_error", "message": "Sorry, it broke."}), ("error", "Sorry, it broke.")),
        (run("failed", last_error=None), ("error", "failed")),
        (run("requires_action"), ("tool_call", "requires_action")),
        (run("cancelled"), ("other", "cancelled")),
        (run("in_progress"), ("truncated", None)),
        (message(text("Hi"), status="completed"), ("complete", "completed")),
        (message(text("Hi"), status="incomplete", incomplete_details={"reason": "max_tokens"}), ("length", "max_tokens")),
        (message(text("Hi"), status="incomplete", incomplete_details={"reason": "content_filter"}), ("filtered", "content_filter")),
        ({"error": {"message": "Rate limit", "type": "server_error"}}, ("error", "server_error Rate limit")),
    ],
)  # fmt: skip
def test_how_a_run_ended(end: dict[str, Any], expected: tuple[str, str | None]) -> None:
    answer = read([piece("Hi"), end])
    assert (answer.text, answer.finish, answer.finish_detail) == ("Hi", *expected)


@pytest.mark.parametrize(
    ("fetched", "end"),
    [
        (message(text("Hi")), ("complete", "completed")),
        (message(text("Hi"), status="in_progress"), ("other", "in_progress")),
        (message(), ("other", None)),
    ],
    ids=["without a status", "under way", "empty"],
)
def test_a_message_that_was_fetched(fetched: dict[str, Any], end: tuple[str, str | None]) -> None:
    answer = read(fetched)
    assert (answer.finish, answer.finish_detail) == end
    assert (answer.response_id, answer.raw) == ("msg_1", fetched)
    assert answer.text == ("Hi" if fetched["content"] else "")


def test_usage_and_model_are_those_of_the_run() -> None:
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    answer = read([run("queued", usage=None), piece("Hi"), run("completed", usage=usage)])
    assert (answer.usage, answer.model) == (usage, "gpt-4o")


@pytest.mark.parametrize(
    "data",
    [
        message({"type": "refusal", "refusal": "I will not."}),
        [
            delta({"index": 0, "type": "refusal", "refusal": "I will"}),
            delta({"index": 0, "type": "refusal", "refusal": " not."}),
            message({"type": "refusal", "refusal": "I will not."}, status="completed"),
        ],
        [message({"type": "refusal", "refusal": "I will not."}, status="completed")],
        [
            delta({"index": 0, "type": "refusal", "refusal": "I will"}),
            delta({"index": 0, "type": "refusal", "refusal": " not."}),
            run("incomplete"),
        ],
    ],
    ids=["whole", "pieces", "at the end", "cut short"],
)
def test_a_refusal_is_no_text(data: Any) -> None:
    answer = read(data)
    assert (answer.text, answer.refusal, answer.notices) == ("", "I will not.", ())


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ([{"type": "song", "song": "la"}, text("Hi")], ["unknown_block"]),
        ([{"type": "image_url", "image_url": {"url": "https://a.example/"}}, text("Hi")], []),
        ([{"type": "text", "text": "Hey"}, text("Hi")], ["odd_field"]),
        ([text(None), None, text("Hi", "odd", None)], ["unknown_block", "odd_payload"]),
    ],
    ids=["unknown", "image", "bare text", "null"],
)
def test_odd_parts_are_told_and_the_others_read(content: list[Any], told: list[str]) -> None:
    answer = read(message(*content))
    assert (answer.text, codes(answer)) == ("Hi", told)


# -- whose it is, and what the SDK does to it


@pytest.mark.parametrize(
    "data",
    [
        message(text("Hi")),
        {"object": "list", "data": [message(text("Hi"))]},
        [run("queued"), piece("Hi"), run("completed")],
        [{"object": "thread", "id": "thread_1"}, run("queued"), piece("Hi"), run("completed")],
        [{"event": "thread.message.delta", "data": piece("Hi")}, {"event": "thread.run.completed", "data": run("completed")}],
    ],
    ids=["message", "page", "stream", "with its thread", "events of the SDK"],
)  # fmt: skip
def test_the_shape_tells_whose_it_is(data: Any) -> None:
    answer = normalize(data)
    assert (answer.provider, answer.api, answer.text) == ("openai.assistants", "assistants", "Hi")


def test_openais_helper_fills_the_first_event_while_deltas_come() -> None:
    """So that a list of its events tells the text twice."""
    events, _ = accumulated(Wire("openai.assistants", "ferry", streamed=True))
    created = next(event.data for event in events if event.event == "thread.message.created")
    assert created.content[0].text.value
    wire = Wire("openai.assistants", "ferry", streamed=True)
    assert normalize(events).text == read(wire.recorded).text
    told = [event for event in normalize_stream(events) if isinstance(event, CitationAdded | AnswerDone)]
    assert [event.type for event in told] == ["citation_added"] * 3 + ["answer_done"]


def test_a_page_of_a_thread_is_read_out_of_the_sdk() -> None:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    page = {
        "object": "list",
        "data": [message(text(TEXT, ONE))],
        "first_id": "msg_1",
        "last_id": "msg_1",
        "has_more": False,
    }
    transport = http.MockTransport(lambda request: http.Response(200, json=deepcopy(page)))
    client = sdk.OpenAI(api_key="none", http_client=http.Client(transport=transport))
    with deprecated(), client:
        listed = client.beta.threads.messages.list("thread_1")
    assert normalize(listed, provider="openai.assistants").citations == read(page).citations


THREE = "Hens cluck【4:0†s】. Cows moo【4:1†s】."


@pytest.mark.parametrize("offsets", [(10, 17), (27, 34), (38, 45), (0, 0), (None, None)])
def test_the_mark_that_an_annotation_reads_is_meant(offsets: tuple[int | None, int | None]) -> None:
    start, end = offsets
    told = {
        "type": "file_citation",
        "text": "【4:1†s】",
        "start_index": start,
        "end_index": end,
        "file_citation": {"file_id": "cows"},
    }
    text = {"value": THREE, "annotations": [told]}
    body = {"object": "thread.message", "role": "assistant", "content": [{"type": "text", "text": text}]}
    answer = normalize(body, provider="openai.assistants")
    assert [(one.ref, one.raw_span) for one in answer.citations] == [("4:0", Span(10, 17)), ("cows", Span(27, 34))]


def test_messages_without_ids_are_messages_of_their_own() -> None:
    said = [
        {"object": "thread.message", "role": "assistant", "content": [{"type": "text", "text": {"value": value}}]}
        for value in ("Moo.", "Cluck. ")
    ]
    assert normalize({"object": "list", "data": said}, provider="openai.assistants").text == "Cluck. Moo."


@pytest.mark.parametrize(
    ("times", "text"),
    [((2, 1), "One. Two. "), ((1, 2), "Two. One. "), ((1, 1), "One. Two. "), ((None, 2), "One. Two. ")],
)
def test_a_page_is_read_from_the_oldest_message_on(times: tuple[int | None, ...], text: str) -> None:
    page = [
        {
            "object": "thread.message",
            "id": word,
            "role": "assistant",
            "created_at": time,
            "content": [{"type": "text", "text": {"value": word, "annotations": []}}],
        }
        for time, word in zip(times, ("Two. ", "One. "), strict=True)
    ]
    assert read({"object": "list", "data": page}).text == text
