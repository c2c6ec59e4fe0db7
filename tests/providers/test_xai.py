"""xAI's Responses through the openai SDK, as its documentation tells to; and what is its own in that shape."""

from __future__ import annotations

import json
import warnings
from typing import Any

import pytest

from citebridge import normalize, normalize_stream, providers
from citebridge.models import Answer, AnswerDone, Span, TextDelta
from tests.wire import Wire

XAI = {"api_key": "none", "base_url": "https://api.x.ai/v1"}


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with sdk.OpenAI(**XAI, http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.responses.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncOpenAI(**XAI, http_client=http_client) as client:
        reply = await client.responses.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


def accumulated(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with (
        warnings.catch_warnings(),
        sdk.OpenAI(**XAI, http_client=http.Client(transport=wire.transport(http))) as client,
        client.responses.stream(**wire.request) as stream,
    ):
        # The SDK copies the response at its end, and knows no tool `x_search`.
        warnings.filterwarnings("ignore", "Pydantic serializer warnings", UserWarning)
        return list(stream), stream.get_final_response()


SITE = "https://hens.example/"
MARK = f"[[1]]({SITE})"  # 28 characters


def link(start: Any = None, end: Any = None, url: Any = SITE, title: Any = "1") -> dict[str, Any]:
    return {"type": "url_citation", "url": url, "start_index": start, "end_index": end, "title": title}


def message(text: str, *annotations: Any) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "logprobs": [], "annotations": list(annotations)}
    return {"type": "message", "role": "assistant", "status": "completed", "content": [part]}


def body(*output: Any, **fields: Any) -> dict[str, Any]:
    return {"object": "response", "model": "grok-4.6", "status": "completed", "output": list(output), **fields}


def read(name: str) -> Answer:
    wire = Wire("xai", name)
    return normalize(wire.recorded, request=wire.request)


def ties(answer: Answer) -> list[tuple[Any, ...]]:
    """Of each citation its id, its place in the answer, what stands there or was lifted, and its source."""
    found: list[tuple[Any, ...]] = []
    for one in answer.citations:
        place = one.anchor and (one.anchor.start if one.anchor.kind == "point" else (one.anchor.start, one.anchor.end))
        span = one.raw_span or (one.anchor and answer.to_raw(Span(one.anchor.start, one.anchor.end)))
        found.append((one.id, place, span and answer.raw_text[span.start : span.end], one.source_id))
    return found


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


# -- places


@pytest.mark.parametrize(
    ("text", "annotation", "visible", "place", "codes_told"),
    [
        (f"Hens cluck.{MARK} So do I.", link(11, 39), "Hens cluck. So do I.", 11, []),
        (f"Hens cluck {MARK}.", link(11, 39), "Hens cluck.", 10, []),
        (f"{MARK} Hens cluck.", link(0, 28), " Hens cluck.", 0, []),
        (f"🐕🐕🐕🐕🐕🐕 bark{MARK}.", link(11, 39), "🐕🐕🐕🐕🐕🐕 bark.", 11, []),
        (f"🐕🐕🐕🐕🐕🐕 bark{MARK}.", link(17, 45), "🐕🐕🐕🐕🐕🐕 bark.", 11, ["offset_unit"]),  # in UTF-16
        (f"Hens cluck{MARK}.", link(10, 37), "Hens cluck.", 10, ["offset_mended"]),  # one short
        (f"Hens{MARK} cluck.", link(4, 32, url=None), "Hens cluck.", 4, []),  # of nobody, but a link it is
        (f"Hens{MARK} cluck.", link(4, 32, title=None), "Hens cluck.", 4, []),
        (f"See [hens]({SITE}).", link(4, 33), f"See [hens]({SITE}).", (4, 33), []),  # prose, whoever wrote it
        ("Hens cluck.", link(0, 4), "Hens cluck.", (0, 4), ["range_is_no_link"]),
        ("Hens cluck.", link(50, 80), "Hens cluck.", None, ["offset_unusable"]),
        ("Hens cluck.", link(0, 0), "Hens cluck.", None, []),
        ("Hens cluck.", link(), "Hens cluck.", None, []),
        ("Hens cluck.", link(5), "Hens cluck.", None, []),
        ("Hens cluck.", {"type": "url_citation", "url": SITE}, "Hens cluck.", None, []),
        ("Hens cluck.", link("0", 4), "Hens cluck.", None, ["odd_field"]),
        ("Hens cluck.", {"type": "hum_citation", "hum": 1}, "Hens cluck.", None, ["unknown_citation_type"]),
    ],
)
def test_an_annotation_has_the_place_of_its_link(
    text: str, annotation: dict[str, Any], visible: str, place: Any, codes_told: list[str]
) -> None:
    answer = normalize(body(message(text, annotation)))
    source = annotation.get("url")
    assert (answer.text, answer.raw_text, codes(answer)) == (visible, text, codes_told)
    assert [(one.id, one.source_id, one.ref, one.raw) for one in answer.citations] == [
        ("0.0.0", source, source, annotation)
    ]
    [(_, told, words, _)] = ties(answer)
    assert told == place
    assert isinstance(place, tuple) or words == (MARK if place is not None else None)


def test_what_is_no_annotation_is_told() -> None:
    answer = normalize(body(message(f"Hens{MARK} cluck.", None, "odd", link(4, 32))))
    assert (answer.text, ties(answer)) == ("Hens cluck.", [("0.0.2", 4, MARK, SITE)])
    assert codes(answer) == ["odd_payload"]


@pytest.mark.parametrize(
    ("titles", "title"),
    [
        (["1"], None),
        (["12", "3"], None),
        (["1", "Hens of Halden"], "Hens of Halden"),
        (["1 hen"], "1 hen"),
        ([5], None),
    ],
)
def test_the_number_of_a_link_is_no_title(titles: list[Any], title: str | None) -> None:
    answer = normalize(body(message("Hens.", *(link(title=one) for one in titles))))
    assert [(source.id, source.title) for source in answer.sources] == [(SITE, title)]


def test_labels() -> None:
    log, pier, wiki, gulls = (
        "https://log.isoya.example/skippers/tarn",
        "https://pier.halden.example/winter",
        "https://wiki.halden.example/Brygga_(pier)",
        "https://gulls.isoya.example/terrace/?table=4",
    )
    answer = read("labels")
    assert answer.text == (
        "The log comes first.\n\nÉva Tarnhøj steers the ferry, with her dog 🐕 on the bridge. "
        f"The pier is older than the line; coffee is near [[4]]({gulls}).\n\n"
        "| departure | crossing |\n|---|---|\n| 07:40 | 25 min |\n\n"
        f"Her log can be quoted as `[[1]]({log})`, or so:\n\n```markdown\nShe sails at dawn.\n```\n\n"
        f"More is in [her log]({log})."
    )
    assert ties(answer) == [
        ("2.0.0", 20, f"[[1]]({log})", log),
        ("5.0.0", 50, f"[[1]]({log})", log),
        ("5.0.1", 80, f"[[1]]({log})", log),
        ("5.0.2", 80, f"[[2]]({pier})", pier),
        ("5.0.3", 113, f"[[3]]({wiki})", wiki),
        ("5.0.4", 226, f"[[2]]({pier})", pier),
        ("5.0.5", 352, f"[[1]]({log})", log),
        ("5.0.6", (369, 419), f"[her log]({log})", log),
    ]
    assert [source.id for source in answer.sources] == [log, pier, wiki, gulls]
    assert (answer.finish, codes(answer)) == ("complete", [])


# -- sources


def test_off() -> None:
    answer = read("off")
    pier, gulls, post = (
        "https://pier.halden.example/winter",
        "https://gulls.isoya.example/terrace/?table=4",
        "/i/status/",
    )
    assert answer.text == answer.raw_text
    assert {one.anchor for one in answer.citations} == {None}
    assert [one.source_id for one in answer.citations] == [
        pier,
        f"https://x.com{post}9000000000000000100",
        gulls,
        f"https://x.com{post}9000000000000000101",
        "https://x.com/halden_ferry_example",
    ]
    assert [(source.id, source.kind, source.raw) for source in answer.sources] == [
        (pier, "web", {"type": "url", "url": pier}),  # of the searches, then those that annotations alone tell of
        (gulls, "web", {"type": "url", "url": gulls}),
        (
            "https://weather.halden.example/archive",
            "web",
            {"type": "url", "url": "https://weather.halden.example/archive"},
        ),
        (f"https://x.com{post}9000000000000000100", "web", None),
        (f"https://x.com{post}9000000000000000101", "web", None),
        ("https://x.com/halden_ferry_example", "web", None),
    ]
    assert (answer.finish, codes(answer)) == ("complete", [])


@pytest.mark.parametrize("action", [None, {}, {"type": "open_page", "url": SITE}, {"sources": []}, {"sources": None}])
def test_a_search_need_not_say_what_it_saw(action: Any) -> None:
    answer = normalize(body({"type": "web_search_call", "action": action}, message("Hens cluck.")))
    assert (answer.text, answer.sources, codes(answer)) == ("Hens cluck.", (), [])


def test_files_of_a_collection() -> None:
    result = {"file_id": "file_1", "filename": "hens.md", "score": 0.9, "text": "Hens cluck at dawn."}
    search = {"type": "file_search_call", "queries": ["hens"], "results": [result]}
    answer = normalize(body(search, message("Hens cluck.")))
    assert [(one.id, one.kind, one.title, one.text, one.derived_from) for one in answer.sources] == [
        ("file_1", "file", "hens.md", None, ()),
        ("file_1#0", "chunk", "hens.md", "Hens cluck at dawn.", ("file_1",)),
    ]


# -- how it ended

SAID = message("Hens cluck.")
ON_X = {"type": "custom_tool_call", "name": "x_keyword_search", "input": "{}", "status": "completed"}
CALLED = {"type": "function_call", "name": "feed", "arguments": "{}", "status": "completed"}


@pytest.mark.parametrize(
    ("output", "fields", "finish"),
    [
        ([SAID], {}, "complete"),
        ([ON_X, SAID], {}, "complete"),  # xAI has made the call itself
        ([ON_X, SAID, ON_X, SAID], {}, "complete"),
        ([{"type": "x_search_call", "name": "x_semantic_search"}, SAID], {}, "complete"),
        ([ON_X], {}, "tool_call"),
        ([SAID, ON_X], {}, "tool_call"),
        ([SAID, CALLED], {}, "tool_call"),
        ([ON_X, CALLED, SAID], {}, "tool_call"),
        ([SAID], {"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}}, "length"),
        ([ON_X, SAID], {"status": "incomplete", "incomplete_details": {"reason": "content_filter"}}, "filtered"),
        ([SAID], {"status": "failed", "error": {"code": "server_error"}}, "error"),
        ([SAID], {"status": "sang_a_song"}, "other"),
    ],
)
def test_how_it_ended(output: list[Any], fields: dict[str, Any], finish: str) -> None:
    whole = body(*output, **fields)
    last = {"type": "response.completed", "response": whole}
    assert (normalize(whole).finish, normalize([last]).finish) == (finish, finish)


def test_a_refusal_is_no_text() -> None:
    said = {"type": "message", "content": [{"type": "refusal", "refusal": "I may not say."}]}
    answer = normalize(body(said))
    assert (answer.text, answer.refusal, answer.citations) == ("", "I may not say.", ())


def test_what_nobody_knows_is_told_and_kept() -> None:
    hum = {"type": "hum", "tune": "cluck"}
    answer = normalize(body(hum, {"type": "message", "content": [hum, *SAID["content"]]}))
    assert (answer.text, codes(answer)) == ("Hens cluck.", ["unknown_block", "unknown_block"])
    assert isinstance(answer.raw, dict)
    assert answer.raw["output"] == [hum, {"type": "message", "content": [hum, *SAID["content"]]}]


# -- streams


def streamed(*pieces: str | dict[str, Any], model: str = "grok-4.6") -> list[dict[str, Any]]:
    """The events that bring texts and annotations, and no end."""
    events: list[dict[str, Any]] = [
        {"type": "response.created", "response": body(model=model, status="in_progress")},
        {"type": "response.output_item.added", "output_index": 0, "item": {**SAID, "content": []}},
        {
            "type": "response.content_part.added",
            "output_index": 0,
            "content_index": 0,
            "part": message("")["content"][0],
        },
    ]
    count = 0
    for piece in pieces:
        where = {"output_index": 0, "content_index": 0}
        if isinstance(piece, str):
            events.append({"type": "response.output_text.delta", "delta": piece, **where})
        else:
            kind = "response.output_text.annotation.added"
            events.append({"type": kind, "annotation": piece, "annotation_index": count, **where})
            count += 1
    return events


@pytest.mark.parametrize(
    ("pieces", "texts", "told", "codes_told"),
    [
        (["Hens[[1", "]](https://hens.exam", "ple/)", link(4, 32), " cluck."], ["Hens", " cluck."], 4, []),
        (["Hens", link(4, 32), MARK, " cluck."], ["Hens", " cluck."], 4, []),  # ahead of its text
        (["Hens", MARK, " cluck", ".", link(4, 32)], ["Hens", " cluck."], 4, []),  # when all is said
        ([f"Hens{MARK} cluck."], ["Hens", f"{MARK} cluck."], None, []),  # never
        ([f"Hens{MARK}", "x" * 300, link(4, 32)], ["Hens", f"{MARK}{'x' * 300}"], (4, 32), ["late_annotation"]),
    ],
)
def test_a_link_is_held_until_it_is_annotated(
    pieces: list[Any], texts: list[str], told: Any, codes_told: list[str]
) -> None:
    *events, last = normalize_stream(streamed(*pieces))
    assert isinstance(last, AnswerDone)
    assert [event.text for event in events if isinstance(event, TextDelta)] == texts
    assert [place for _, place, _, _ in ties(last.answer)] == ([told] if told is not None else [])
    assert codes(last.answer) == [*codes_told, "stream_truncated"]


def test_a_stream_that_breaks_off_keeps_what_came() -> None:
    answer = normalize(streamed("Hens", MARK, link(4, 32), " clu"))
    assert (answer.finish, answer.text, ties(answer)) == ("truncated", "Hens clu", [("0.0.0", 4, MARK, SITE)])
    assert isinstance(answer.raw, dict)
    assert answer.raw["output"] == [
        {
            "type": "message",
            "role": "assistant",
            "status": "completed",
            "content": [{"type": "output_text", "text": f"Hens{MARK} clu", "annotations": [link(4, 32)]}],
        }
    ]


@pytest.mark.parametrize("name", ["ferry", "labels", "off"])
def test_a_streamed_answer_replays_like_a_whole_one(name: str) -> None:
    wire = Wire("xai", name, streamed=True)
    stream, whole = wire.data, wire.recorded
    assert normalize(stream).raw == whole
    assert normalize(stream, keep="turn").raw == {"output": whole["output"]}


# -- whose it is


@pytest.mark.parametrize(
    ("model", "provider"),
    [
        ("grok-4.6", "xai"),
        ("grok-4-fast-reasoning", "xai"),
        ("gpt-5.6", "openai"),
        ("groan-1", "openai"),
        ("", "openai"),
        (None, "openai"),
    ],
)
def test_the_model_tells_whose_it_is(model: Any, provider: str) -> None:
    whole = body(SAID, model=model)
    begun = {"type": "response.created", "response": whole}
    assert [providers.reader_for(one).name for one in (whole, begun)] == [provider, provider]
    assert normalize(json.dumps(whole)).provider == provider
    assert normalize(streamed("Hens", model=model)).provider == provider
