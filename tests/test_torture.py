"""Odd provider data that once broke a law: each case is one kind of fault, on its smallest body."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from citebridge import Answer, AnswerDone, normalize, normalize_stream
from tests.strategies import IN_STEP, growth


def tool_call(partial_json: str) -> list[dict[str, Any]]:
    block = {"type": "tool_use", "input": {}}
    delta = {"type": "input_json_delta", "partial_json": partial_json}
    return [
        {"type": "message_start", "message": {}},
        {"type": "content_block_start", "index": 0, "content_block": block},
        {"type": "content_block_delta", "index": 0, "delta": delta},
        {"type": "message_stop"},
    ]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ('{"a": 1}', {"a": 1}),
        ("", {}),
        ('{"a": ', '{"a": '),
        ('{"a": NaN}', '{"a": NaN}'),
        ('{"\\udc00": 1e999}', '{"\\udc00": 1e999}'),
        ('{"a": "\\ud83d"}', '{"a": "\\ud83d"}'),
        ("[" * 500 + "]" * 500, "[" * 500 + "]" * 500),
    ],
    ids=["fine", "nothing", "cut", "no number", "odd name", "half a character", "deep"],
)
def test_json_within_a_text_is_read_unless_it_needs_repair(text: str, kept: object) -> None:
    answer = normalize(tool_call(text), provider="anthropic")
    raw: Any = answer.raw
    assert raw["content"][0]["input"] == kept
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


@pytest.mark.parametrize("content", ['{"\\ud800": "x"}', '{"0": {"title": "\\ud800"}}', "[" * 2000, "1" * 5000])
def test_a_tools_result_in_the_request_passes_the_door(content: str) -> None:
    body = {"choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}
    request = {"messages": [{"role": "tool", "content": content}]}
    answer = normalize(body, provider="mistral", request=request)
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def cited(source: str, title: str) -> dict[str, Any]:
    document = {"type": "document", "id": source, "document": {"title": title, "text": title}}
    return {"start": 0, "end": 1, "text": "H", "sources": [document]}


def test_a_chain_of_ids_that_are_taken_is_walked_to_its_end() -> None:
    named = [cited("a" + "~2" * n, str(n)) for n in range(1100)]
    body = {
        "finish_reason": "COMPLETE",
        "message": {"content": [{"type": "text", "text": "Hi"}], "citations": [*named, cited("a", "other")]},
    }
    answer = normalize(body, provider="cohere")
    assert len({source.id for source in answer.sources}) == 1101


def test_a_search_told_before_it_is_complete_keeps_all_its_passages() -> None:
    passages = [{"file_id": "f", "filename": "n", "text": str(n)} for n in range(3)]

    def search(results: object) -> dict[str, object]:
        return {"type": "file_search_call", "results": results}

    events = [
        {"type": "response.output_item.added", "output_index": 0, "item": search(passages[:1])},
        {"type": "response.output_item.done", "output_index": 0, "item": search(passages[:2])},
        {"type": "response.completed", "response": {"status": "completed", "output": [search(passages)]}},
    ]
    whole = {"object": "response", "status": "completed", "output": [search(passages)]}
    streamed = normalize(events, provider="openai")
    assert [source.id for source in streamed.sources] == ["f", "f#0", "f#1", "f#2"]
    assert streamed.sources == normalize(whole, provider="openai").sources


def test_a_refusal_that_is_said_again_is_one() -> None:
    delta = {"stop_reason": "refusal", "stop_details": {"type": "refusal", "explanation": "No."}}
    end = {"type": "message_delta", "delta": delta}
    events = [{"type": "message_start", "message": {}}, end, end, {"type": "message_stop"}]
    assert normalize(events, provider="anthropic").refusal == "No."


URL = "https://a.b/c"


def gemini_chunks(size: int) -> object:
    return [{"candidates": [{"content": {"parts": [{"text": "word "}]}, "finishReason": "STOP"}]}] * size


def gemini_parts(size: int) -> object:
    supports = [{"segment": {"partIndex": n, "endIndex": 4, "text": "word"}} for n in range(size)]
    parts = [{"text": "word "}] * size
    return {"candidates": [{"content": {"parts": parts}, "groundingMetadata": {"groundingSupports": supports}}]}


def openai_points(size: int) -> object:
    place = {"output_index": 0, "content_index": 0}
    added = {"type": "response.output_text.annotation.added", **place}
    points = [
        {
            **added,
            "annotation_index": number,
            "annotation": {"type": "file_citation", "file_id": "f", "index": 5 * size},
        }
        for number in range(size)
    ]
    return [{"type": "response.output_text.delta", **place, "delta": "word " * size}, *points]


def interactions(size: int) -> object:
    told = [{"type": "url_citation", "url": URL, "start_index": 9 * n, "end_index": 9 * n + 8} for n in range(size)]
    deltas = [{"type": "text", "text": "ø word. " * size}, {"type": "text_annotation_delta", "annotations": told}]
    return [{"event_type": "step.delta", "index": 0, "delta": delta} for delta in deltas]


@pytest.mark.parametrize(
    ("provider", "make", "size"),
    [
        ("google", gemini_chunks, 4000),
        ("google", gemini_parts, 4000),
        ("openai", openai_points, 2000),
        ("google.interactions", interactions, 4000),
    ],
    ids=["every chunk ends", "every support names a part", "all at one point", "no range says its words"],
)
def test_work_grows_with_odd_bodies(provider: str, make: Callable[[int], object], size: int) -> None:
    def read(times: int) -> None:
        body = make(times)
        list(normalize_stream(body if isinstance(body, list) else [body], provider=provider))

    assert growth(read, size) < IN_STEP


LINK = f"([t]({URL}))"  # 20 characters


def linked(text: str, ranges: list[tuple[int, int]]) -> list[list[dict[str, Any]]]:
    """A response with an annotation for each range: whole, and with the annotations after the text."""
    said = [
        {"type": "url_citation", "url": URL, "start_index": start, "end_index": end, "title": str(number)}
        for number, (start, end) in enumerate(ranges)
    ]
    place = {"output_index": 0, "content_index": 0}
    part = {"type": "output_text", "text": text, "annotations": said}
    response = {"object": "response", "status": "completed", "output": [{"type": "message", "content": [part]}]}
    end = {"type": "response.completed", "response": response}
    added = [
        {"type": "response.output_text.annotation.added", **place, "annotation_index": number, "annotation": one}
        for number, one in enumerate(said)
    ]
    return [[end], [{"type": "response.output_text.delta", **place, "delta": text}, *added, end]]


@pytest.mark.parametrize(
    ("text", "ranges", "shown", "spans", "codes"),
    [
        ("é" * 30 + LINK + " prose abc" + LINK, [(60, 80)], "é" * 30 + LINK + " prose abc", [(60, 80)], []),
        ("é" * 20 + LINK + LINK, [(40, 60)], "é" * 20 + LINK, [(40, 60)], []),
        ("é" * 20 + LINK + " end", [(40, 60)], "é" * 20 + " end", [(20, 40)], ["offset_unit"]),
        (f"Rain. {LINK} Sun.", [(6, 25), (6, 25)], "Rain. Sun.", [(6, 26), (6, 26)], ["offset_mended"]),
    ],
    ids=["exact, and another in bytes", "exact, touching", "in bytes", "two, both one short"],
)
def test_a_link_that_is_exact_is_taken_for_no_other(
    text: str, ranges: list[tuple[int, int]], shown: str, spans: list[tuple[int, int]], codes: list[str]
) -> None:
    for events in linked(text, ranges):
        answer = normalize(events, provider="openai")
        assert answer.text == shown
        assert [one.raw_span and (one.raw_span.start, one.raw_span.end) for one in answer.citations] == spans
        assert [notice.code for notice in answer.notices] == codes


@pytest.mark.parametrize(
    ("provider", "body"),
    [
        ("anthropic", {"type": "message", "content": "Hello", "stop_reason": "end_turn"}),
        ("anthropic", {"type": "message", "content": [{"type": "text", "text": 5}], "stop_reason": "end_turn"}),
        (
            "anthropic",
            [
                {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": 5}},
                {"type": "message_stop"},
            ],
        ),
        ("bedrock", {"output": {"message": {"content": [{"text": 5}]}}, "stopReason": "end_turn"}),
        ("cohere", {"message": {"content": 5}, "finish_reason": "COMPLETE"}),
        ("google", {"candidates": [{"content": "abc", "finishReason": "STOP"}]}),
        ("google", {"candidates": [{"content": {"parts": "abc"}, "finishReason": "STOP"}]}),
        (
            "google",
            {"candidates": [{"groundingMetadata": {"groundingChunks": [{"maps": {}}]}, "finishReason": "STOP"}]},
        ),
        ("mistral", {"choices": [{"message": "hello", "finish_reason": "stop"}]}),
        ("mistral", {"choices": [{"message": {"content": {"a": 1}}, "finish_reason": "stop"}]}),
        ("openai", {"object": "response", "status": "completed", "output": "abc"}),
        (
            "openai",
            {
                "object": "response",
                "status": "completed",
                "output": [{"type": "message", "content": [{"type": "output_text", "text": ["q"]}]}],
            },
        ),
        (
            "openai",
            {
                "object": "response",
                "status": "completed",
                "output": [{"type": "message", "content": [{"type": "output_text", "text": "q", "annotations": "a"}]}],
            },
        ),
    ],
)
def test_text_of_another_kind_is_told(provider: str, body: object) -> None:
    assert normalize(body, provider=provider).notices


def test_the_attribute_names_of_googles_sdk_are_read_as_those_of_the_wire() -> None:
    wire: dict[str, Any] = {
        "candidates": [
            {
                "content": {"parts": [{"text": "Hens cluck."}]},
                "finishReason": "STOP",
                "groundingMetadata": {
                    "groundingChunks": [{"web": {"uri": URL, "title": "t"}}],
                    "groundingSupports": [
                        {"segment": {"endIndex": 11, "text": "Hens cluck."}, "groundingChunkIndices": [0]}
                    ],
                },
            }
        ],
        "modelVersion": "g",
    }
    genai = pytest.importorskip("google.genai.types")
    attributes = genai.GenerateContentResponse.model_validate(wire).model_dump(mode="json", exclude_none=True)
    assert "model_version" in attributes
    theirs, ours = normalize(attributes), normalize(wire)
    assert (theirs.citations, theirs.sources, theirs.finish) == (ours.citations, ours.sources, ours.finish)
    assert len(ours.citations) == 1


def test_a_whole_mistral_body_in_a_stream_is_read() -> None:
    body = {"choices": [{"message": {"content": "Hens cluck."}, "finish_reason": "stop"}]}
    assert normalize([body], provider="mistral").text == "Hens cluck."


def test_half_a_character_in_an_error_of_the_stream_does_not_reach_the_answer() -> None:
    def broken() -> Iterator[object]:
        yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hens"}}
        raise OSError("lost \ud800")

    told: list[object] = []
    with pytest.raises(OSError, match="lost"):
        told.extend(normalize_stream(broken(), provider="anthropic"))  # keeps what came before the error
    last = told[-1]
    assert isinstance(last, AnswerDone)
    assert Answer.model_validate_json(last.answer.model_dump_json()) == last.answer


def test_parts_of_another_kind_are_kept() -> None:
    chunks = [{"candidates": [{"content": {"parts": parts}}]} for parts in ([{"text": "Hens "}], "cluck")]
    answer = normalize(chunks, provider="google")
    assert answer.text == "Hens "
    assert "cluck" in [notice.raw for notice in answer.notices if notice.code == "odd_field"]
