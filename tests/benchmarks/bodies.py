"""Whole answers of the six providers with so many citations, as the bytes that come over the wire."""

import json
from collections.abc import Callable
from typing import Any

from tests.benchmarks.words import Words

Json = dict[str, Any]
_DOCUMENTS = 5


def encoded(body: Json) -> bytes:
    """The bytes as servers send them."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


# -- Anthropic


def char_location(words: Words) -> Json:
    """A citation of one of a few documents."""
    document, start, quote = words.number(_DOCUMENTS), words.number(50_000), words.sentence()
    return {
        "type": "char_location",
        "cited_text": quote,
        "document_index": document,
        "document_title": f"Halden ferry, part {document}",
        "file_id": None,
        "start_char_index": start,
        "end_char_index": start + len(quote),
    }


def anthropic_message(content: list[Json]) -> Json:
    """A message with this content."""
    return {
        "id": "msg_01bench",
        "type": "message",
        "role": "assistant",
        "model": "claude-opus-5-5",
        "content": content,
        "stop_reason": "end_turn",
        "stop_sequence": None,
        "usage": {"input_tokens": 2317, "output_tokens": 311, "service_tier": "standard"},
    }


def anthropic(count: int, *, connected: bool = True) -> bytes:
    """A cited block for each citation and, where `connected`, an uncited one behind it."""
    words, content = Words(), list[Json]()
    for _ in range(count):
        content.append({"type": "text", "text": words.clause(), "citations": [char_location(words)]})
        if connected:
            content.append({"type": "text", "text": ". ", "citations": None})
    return encoded(anthropic_message(content))


def anthropic_alone(count: int) -> bytes:
    """Cited blocks alone."""
    return anthropic(count, connected=False)


# -- OpenAI


def openai_part(count: int) -> Json:
    """One part whose text has a mark for each citation, each of a page of its own."""
    words, pieces, annotations, at = Words(), list[str](), list[Json](), 0
    for number in range(count):
        url = f"https://ferry.example/log/{number}?utm_source=openai"
        said, mark = f"{words.clause()} ", f"([ferry.example]({url}))"
        start = at + len(said)
        annotations.append(
            {
                "type": "url_citation",
                "start_index": start,
                "end_index": start + len(mark),
                "url": url,
                "title": f"Log of day {number}",
            }
        )
        pieces += [said, mark, ". "]
        at = start + len(mark) + 2
    return {"type": "output_text", "text": "".join(pieces), "annotations": annotations, "logprobs": []}


def openai_response(content: list[Json], status: str = "completed") -> Json:
    """A response with one message of this content."""
    message = {"id": "msg_bench", "type": "message", "status": status, "role": "assistant", "content": content}
    details = {"input_tokens_details": {"cached_tokens": 0, "cache_write_tokens": 0}}
    return {
        "id": "resp_bench",
        "object": "response",
        "created_at": 1795872040,
        "status": status,
        "error": None,
        "incomplete_details": None,
        "instructions": None,
        "metadata": {},
        "model": "gpt-5.6",
        "output": [message] if content else [],
        "parallel_tool_calls": True,
        "temperature": 1.0,
        "tool_choice": "auto",
        "tools": [{"type": "web_search", "search_context_size": "medium"}],
        "top_p": 1.0,
        "usage": {
            "input_tokens": 2317,
            **details,
            "output_tokens": 311,
            "output_tokens_details": {"reasoning_tokens": 0},
            "total_tokens": 2628,
        },
    }


def openai(count: int) -> bytes:
    """Links in the text, each with its annotation."""
    return encoded(openai_response([openai_part(count)]))


# -- Gemini


def grounding(sentences: list[str]) -> Json:
    """Grounding that gives each sentence of the joined text one page; every page grounds a few."""
    supports, at = list[Json](), 0
    for number, said in enumerate(sentences):
        size = len(said.encode())
        segment = {"startIndex": at, "endIndex": at + size, "text": said} if at else {"endIndex": size, "text": said}
        supports.append({"segment": segment, "groundingChunkIndices": [number // 4]})
        at += size + 1
    pages = (len(sentences) + 3) // 4
    chunks = [
        {"web": {"uri": f"https://grounding.example/r/{n}", "title": f"side{n}.example", "domain": "side.example"}}
        for n in range(pages)
    ]
    return {"groundingChunks": chunks, "groundingSupports": supports, "webSearchQueries": ["halden ferry"]}


def gemini_chunk(text: str, **more: Any) -> Json:
    """A response, or a chunk of a stream."""
    candidate = {"content": {"parts": [{"text": text}], "role": "model"}, **more, "index": 0}
    usage = {"promptTokenCount": 31, "candidatesTokenCount": 311, "totalTokenCount": 342}
    return {
        "candidates": [candidate],
        "usageMetadata": usage,
        "modelVersion": "gemini-3.5-flash",
        "responseId": "bench",
    }


def google(count: int) -> bytes:
    """A support for each sentence, in text with wide characters."""
    words = Words(wide=True)
    sentences = [words.sentence() for _ in range(count)]
    return encoded(gemini_chunk(" ".join(sentences), groundingMetadata=grounding(sentences), finishReason="STOP"))


# -- Bedrock, Cohere, Mistral


def bedrock(count: int) -> bytes:
    """A cited block for each citation, and a text block behind it."""
    words, content = Words(), list[Json]()
    for _ in range(count):
        said = char_location(words)
        place = {"documentIndex": said["document_index"], "start": said["start_char_index"]}
        citation = {
            "location": {"documentChar": {**place, "end": said["end_char_index"]}},
            "sourceContent": [{"text": said["cited_text"]}],
            "title": said["document_title"],
        }
        content += [
            {"citationsContent": {"citations": [citation], "content": [{"text": words.clause()}]}},
            {"text": ". "},
        ]
    message = {"role": "assistant", "content": content}
    usage = {"inputTokens": 2317, "outputTokens": 311, "totalTokens": 2628}
    return encoded({"output": {"message": message}, "stopReason": "end_turn", "usage": usage})


def cohere(count: int) -> bytes:
    """A citation for each sentence, each of one of a few documents."""
    words, pieces, citations, at = Words(), list[str](), list[Json](), 0
    documents = [{"id": f"doc:{n}", "text": words.prose(300), "title": f"Part {n}"} for n in range(_DOCUMENTS)]
    for _ in range(count):
        said, document = words.sentence(), documents[words.number(_DOCUMENTS)]
        source = {"type": "document", "id": document["id"], "document": document}
        place = {"start": at, "end": at + len(said), "text": said}
        citations.append({**place, "sources": [source], "content_index": 0, "type": "TEXT_CONTENT"})
        pieces.append(said)
        at += len(said) + 1
    content = [{"type": "text", "text": " ".join(pieces)}]
    message = {"role": "assistant", "content": content, "citations": citations}
    return encoded({"id": "bench", "finish_reason": "COMPLETE", "message": message, "usage": {}})


def mistral(count: int) -> bytes:
    """A reference chunk behind each text chunk."""
    words, content = Words(), list[Json]()
    for _ in range(count):
        content += [
            {"type": "text", "text": f"{words.sentence()} "},
            {"type": "reference", "reference_ids": [words.number(_DOCUMENTS)]},
        ]
    choice = {"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": content}}
    about = {"id": "bench", "object": "chat.completion", "created": 1795872311, "model": "mistral-medium-latest"}
    return encoded({**about, "choices": [choice], "usage": {"prompt_tokens": 892, "completion_tokens": 77}})


BODIES: dict[str, Callable[[int], bytes]] = {
    "anthropic": anthropic,
    "bedrock": bedrock,
    "cohere": cohere,
    "google": google,
    "mistral": mistral,
    "openai": openai,
}
"""By the name that `provider=` takes."""
