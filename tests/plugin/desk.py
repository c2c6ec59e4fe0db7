"""The providers of the sample project, played on loopback: what they say is invented."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import httpx2

from tests.cassettes.provider import Redirected, provider

SAILS = "The last ferry to Hólm sails at 18:45."
DOG = "Your dog 🐕 needs a ticket."
LINKS = (
    ("https://holm-ferry.example/times", "Times of the Hólm ferry", "The last ferry leaves at 18:45"),
    ("https://holm-ferry.example/animals", "Animals on board", "Dogs need a ticket, too"),
)
CITED = (
    (SAILS, "Ferries to Hólm sail at 7:10, 12:30 and 18:45. ", 0),
    (DOG, "A dog needs a ticket, a bicycle does not.", 87),
)
SIZES = (1, 7, 64, 3, 256, 19)
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}


def message() -> dict[str, Any]:
    content = [
        {"type": "text", "text": said, "citations": [_char_location(quote, start)]} for said, quote, start in CITED
    ]
    content.insert(1, {"type": "text", "text": " "})
    return {**_message(), "content": content, "stop_reason": "end_turn"}


def message_events() -> Iterator[dict[str, Any]]:
    yield {"type": "message_start", "message": {**_message(), "content": [], "stop_reason": None}}
    for index, block in enumerate(message()["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": {"type": "text", "text": ""}}
        deltas = [{"type": "citations_delta", "citation": one} for one in block.get("citations", ())]
        deltas += [{"type": "text_delta", "text": part} for part in _parts(block["text"])]
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    yield {
        "type": "message_delta",
        "delta": {"stop_reason": "end_turn", "stop_sequence": None},
        "usage": {"output_tokens": 31},
    }
    yield {"type": "message_stop"}


def response() -> dict[str, Any]:
    text, annotations = _linked()
    part = {"type": "output_text", "text": text, "annotations": annotations, "logprobs": []}
    return _response("completed", [_SEARCH, {**_ITEM, "status": "completed", "content": [part]}])


def response_events() -> Iterator[dict[str, Any]]:
    text, annotations = _linked()
    there = {"item_id": _ITEM["id"], "output_index": 1, "content_index": 0}
    empty = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    full = {"type": "output_text", "text": text, "annotations": annotations, "logprobs": []}
    done = response()["output"][1]
    yield {"type": "response.created", "response": _response("in_progress", [])}
    yield {"type": "response.output_item.done", "output_index": 0, "item": _SEARCH}
    yield {"type": "response.output_item.added", "output_index": 1, "item": {**_ITEM, "content": []}}
    yield {"type": "response.content_part.added", **there, "part": empty}
    at = 0
    for part in _parts(text):
        yield {"type": "response.output_text.delta", **there, "delta": part, "logprobs": []}
        at += len(part)
        for n, one in enumerate(annotations):
            if at - len(part) < one["end_index"] <= at:
                yield {
                    "type": "response.output_text.annotation.added",
                    **there,
                    "annotation_index": n,
                    "annotation": one,
                }
    yield {"type": "response.output_text.done", **there, "text": text, "logprobs": []}
    yield {"type": "response.content_part.done", **there, "part": full}
    yield {"type": "response.output_item.done", "output_index": 1, "item": done}
    yield {"type": "response.completed", "response": response()}


class Desk:
    """A transport that sends to the provider on loopback that is meant: whose it is, and streamed or not."""

    def __init__(self, urls: dict[tuple[str, bool], str]) -> None:
        self._there = {key: Redirected(httpx2, url) for key, url in urls.items()}

    def handle_request(self, request: Any) -> Any:
        return self._there[request.url.path, b'"stream":true' in request.read()].handle_request(request)

    def close(self) -> None:
        for one in self._there.values():
            one.close()


@contextmanager
def served(*, out: bool = False) -> Iterator[Desk]:
    """The desk's providers; with `out` one of them is overloaded."""
    claude = {"pieces": _whole(OVERLOADED), "status": 529} if out else {"pieces": _whole(message())}
    played: dict[tuple[str, bool], dict[str, Any]] = {
        ("/v1/messages", False): {**claude, "whole": True},
        ("/v1/messages", True): {"pieces": _ragged(message_events())},
        ("/v1/responses", False): {"pieces": _whole(response()), "whole": True},
        ("/v1/responses", True): {"pieces": _ragged(response_events())},
    }
    with ExitStack() as stack:
        urls = {}
        for (path, streamed), given in played.items():
            kind = "text/event-stream; charset=utf-8" if streamed else "application/json"
            urls[path, streamed] = stack.enter_context(provider(headers={"content-type": kind}, **given)).url
        desk = Desk(urls)
        stack.callback(desk.close)
        yield desk


_ITEM = {"id": "msg_0a1b2c", "type": "message", "role": "assistant", "status": "in_progress"}
_SEARCH = {
    "id": "ws_0a1b2c",
    "type": "web_search_call",
    "status": "completed",
    "action": {"type": "search", "query": "ferry to Hólm"},
}


def _message() -> dict[str, Any]:
    return {
        "id": "msg_01Holm",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-5-5",
        "stop_sequence": None,
        "usage": {"input_tokens": 212, "output_tokens": 31},
    }


def _char_location(quote: str, start: int) -> dict[str, Any]:
    return {
        "type": "char_location",
        "cited_text": quote,
        "document_index": 0,
        "document_title": "Timetable",
        "start_char_index": start,
        "end_char_index": start + len(quote),
    }


def _response(status: str, output: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": "resp_0a1b2c",
        "object": "response",
        "created_at": 1795872040,
        "status": status,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "model": "gpt-5.6",
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [{"type": "web_search"}],
    }


def _linked() -> tuple[str, list[dict[str, Any]]]:
    """The text with its links, and where they stand."""
    text, annotations = "", []
    for url, title, said in LINKS:
        text += f"{said} "
        link = f"([holm-ferry.example]({url}))"
        place = {"start_index": len(text), "end_index": len(text) + len(link)}
        annotations.append({"type": "url_citation", "url": url, "title": title, **place})
        text += f"{link}. "
    return text.rstrip(), annotations


def _parts(text: str) -> list[str]:
    return [text[at : at + 9] for at in range(0, len(text), 9)]


def _whole(value: dict[str, Any]) -> list[bytes]:
    return [json.dumps(value, ensure_ascii=False).encode()]


def _ragged(events: Iterator[dict[str, Any]]) -> list[bytes]:
    """A stream in pieces of odd sizes: no border between events, characters or marks is respected."""
    data = b"".join(f"event: {one['type']}\ndata: {json.dumps(one, ensure_ascii=False)}\n\n".encode() for one in events)
    pieces: list[bytes] = []
    while data:
        size = SIZES[len(pieces) % len(SIZES)]
        pieces, data = [*pieces, data[:size]], data[size:]
    return pieces
