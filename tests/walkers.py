"""Where each provider sends what a citation or a source keeps as `raw`, read without the readers.

`walker(value, whole)` gives the payloads in a body, or in the events of a stream, the same one as often as it was sent.
"""

from collections.abc import Callable, Iterator
from typing import Any


def left(payloads: Iterator[dict[str, Any]], kept: list[Any]) -> list[dict[str, Any]]:
    """The payloads that are in no `raw`."""
    return [payload for payload in payloads if payload and not any(keeps(raw, payload) for raw in kept)]


def keeps(raw: Any, payload: dict[str, Any]) -> bool:
    """Whether a payload is somewhere in a `raw`, perhaps with more beside it."""
    if isinstance(raw, dict):
        if all(key in raw and raw[key] == value for key, value in payload.items()):
            return True
        return any(keeps(item, payload) for item in raw.values() if isinstance(item, dict | list))
    return isinstance(raw, list) and any(keeps(item, payload) for item in raw)


def obj(value: Any, *path: str | int) -> dict[str, Any]:
    """The object at a path, or an empty one."""
    for key in path:
        if isinstance(value, dict) and isinstance(key, str):
            value = value.get(key)
        elif isinstance(value, list) and isinstance(key, int):
            value = value[key] if key < len(value) else None
        else:
            return {}
    return value if isinstance(value, dict) else {}


def objs(value: Any, key: str) -> list[dict[str, Any]]:
    """The objects of a list in an object."""
    found = value.get(key) if isinstance(value, dict) else None
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def events(value: Any, whole: bool, key: str, *kinds: str) -> list[dict[str, Any]]:
    """The events of a stream that say in a field that they are of one of these kinds; a whole body has none."""
    return [] if whole else [obj(event) for event in value if obj(event).get(key) in kinds]


def in_anthropic(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """`content[].citations[]` of text blocks, and the deltas of them."""
    for block in objs(value, "content") if whole else ():
        yield from objs(block, "citations") if block.get("type") == "text" else ()
    for event in () if whole else value:
        block, delta = obj(event, "content_block"), obj(event, "delta")
        if obj(event).get("type") == "content_block_start" and block.get("type") == "text":
            yield from objs(block, "citations")
        elif obj(event).get("type") == "content_block_delta" and delta.get("type") == "citations_delta":
            yield obj(delta, "citation")


def in_openai(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Annotations of parts, wherever events repeat them, and what file searches found."""
    parts: list[dict[str, Any]] = []
    items = objs(value, "output") if whole else []
    for event in () if whole else value:
        kind = obj(event).get("type")
        if kind == "response.output_text.annotation.added":
            yield obj(event, "annotation")
        elif kind == "response.content_part.done":
            parts.append(obj(event, "part"))
        elif kind == "response.output_item.done":
            items.append(obj(event, "item"))
        elif kind == "response.completed":
            items += objs(obj(event, "response"), "output")
    for item in items:
        parts += objs(item, "content") if item.get("type") == "message" else []
        yield from objs(item, "results") if whole and item.get("type") == "file_search_call" else []
    for part in parts:
        yield from objs(part, "annotations") if part.get("type") == "output_text" else []


def in_google(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Supports, chunks and recitations of the first candidate; the last list that is none of nothing holds."""
    last: dict[str, list[dict[str, Any]]] = {}
    for body in [value] if whole else value:
        for index, candidate in enumerate(objs(body, "candidates")):
            if index or candidate.get("index"):
                continue
            grounding = obj(candidate, "groundingMetadata")
            for key in ("groundingSupports", "groundingChunks"):
                last[key] = objs(grounding, key) or last.get(key, [])
            yield from objs(obj(candidate, "citationMetadata"), "citationSources")
    yield from last.get("groundingSupports", [])
    yield from (
        chunk for chunk in last.get("groundingChunks", []) if any(isinstance(one, dict) for one in chunk.values())
    )


def in_bedrock(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """`citationsContent.citations[]`, and deltas with a `citation`."""
    for block in objs(obj(value, "output", "message"), "content") if whole else ():
        yield from objs(obj(block, "citationsContent"), "citations")
    for event in () if whole else value:
        yield obj(event, "contentBlockDelta", "delta", "citation")


def in_cohere(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """`message.citations[]` and `citation-start`, which has one under that name; their sources stand for themselves."""
    found = objs(obj(value, "message"), "citations") if whole else []
    for event in () if whole else value:
        if obj(event).get("type") == "citation-start":
            found.append(obj(event, "delta", "message", "citations"))
            found += objs(obj(event, "delta", "message"), "citations")
    for citation in found:
        yield {key: inner for key, inner in citation.items() if key != "sources"}
        yield from (
            source for source in objs(citation, "sources") if isinstance(source.get("id"), str) and source["id"]
        )


def in_mistral(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Reference chunks of the first choice."""
    for body in [value] if whole else value:
        for index, choice in enumerate(objs(body, "choices")):
            if index or choice.get("index"):
                continue
            message = obj(choice, "message" if whole else "delta")
            chunks = [chunk for chunk in objs(message, "content") if chunk.get("type") == "reference"]
            yield from (chunk for chunk in chunks if chunk.get("reference_ids"))


def in_choices(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """What is said in the first choice: deltas, and messages so far."""
    for body in [value] if whole else value:
        body = body if "choices" in obj(body) else obj(body, "data")
        for index, choice in enumerate(objs(body, "choices")):
            if not index and not choice.get("index"):
                yield from (obj(choice, "delta"), obj(choice, "message"))


def in_openai_chat(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Annotations, nested or flat; the documents of Azure and the pages of Groq's tools."""
    for said in in_choices(value, whole):
        yield from objs(said, "annotations")
        yield from objs(obj(said, "context"), "citations")
        for tool in objs(said, "executed_tools"):
            yield from objs(obj(tool, "search_results"), "results")
            yield from objs(tool, "browser_results")


def in_openai_assistants(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Annotations of what the assistant said; a stream tells them once more in the whole message."""
    said = [*(objs(value, "data") or [obj(value)])] if whole else [obj(event, "data") or obj(event) for event in value]
    messages = [one for one in said if one.get("object") == "thread.message" and one.get("role") in ("assistant", None)]
    deltas = [obj(one, "delta") for one in said if one.get("object") == "thread.message.delta"]
    for content in (part for one in (*deltas, *messages) for part in objs(one, "content")):
        for annotation in objs(obj(content, "text"), "annotations"):
            apart = ("index", "file_citation")  # a stream numbers them, and has a quote that is empty
            yield {key: item for key, item in annotation.items() if key not in apart}


def in_google_interactions(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Annotations of what the model put out, but those that time its speech."""
    steps = [obj(event, "step") for event in events(value, whole, "event_type", "step.start")]
    contents = [obj(event, "delta") for event in events(value, whole, "event_type", "step.delta")]
    for step in objs(value, "steps") if whole else steps:
        contents += objs(step, "content") if step.get("type") == "model_output" else []
    for content in contents:
        kinds = ("text", "text_annotation", "text_annotation_delta")
        for annotation in objs(content, "annotations") if content.get("type") in kinds else ():
            if annotation.get("type") not in ("speech_metadata", "word_info"):
                yield annotation


def in_cohere_v1(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Documents, and citations without the ids that each of them names."""
    told = events(value, whole, "event_type", "search-results", "citation-generation")
    ends = [obj(event, "response") for event in events(value, whole, "event_type", "stream-end")]
    for said in [obj(value)] if whole else [*told, *ends]:
        yield from objs(said, "documents")
        for citation in objs(said, "citations"):
            yield {key: inner for key, inner in citation.items() if key != "document_ids"}


def in_mistral_conversations(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """References in the content of message entries, a whole list or one chunk in an event."""
    entries = objs(value, "outputs") if whole else [obj(event, "data") or obj(event) for event in value]
    for entry in entries:
        if entry.get("type") in ("message.output", "message.output.delta"):
            for chunk in (obj(entry, "content"), *objs(entry, "content")):
                if chunk.get("type") == "tool_reference":
                    yield chunk


def in_perplexity(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Annotations, and search results, which each chunk may tell again."""
    for body in [value] if whole else value:
        yield from objs(body, "search_results")
    yield from (annotation for said in in_choices(value, whole) for annotation in objs(said, "annotations"))


def in_perplexity_responses(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Annotations as OpenAI's, and results and pages as items, and in events of their own."""
    yield from in_openai(value, whole)
    items = objs(value, "output") if whole else [obj(event, "item") for event in value]
    kinds = ("response.reasoning.search_results", "response.reasoning.fetch_url_results")
    for item in [*items, *events(value, whole, "type", *kinds)]:
        yield from objs(item, "results") if item.get("type") in ("search_results", kinds[0]) else ()
        yield from objs(item, "contents") if item.get("type") in ("fetch_url_results", kinds[1]) else ()


def in_xai_grpc(value: Any, whole: bool) -> Iterator[dict[str, Any]]:
    """Citations of the outputs; those of a second candidate stay in the body."""
    first, parted = None, False
    for body in [value] if whole else value:
        for output in objs(body, "outputs"):
            number = output["index"] if type(output.get("index")) is int else 0
            said = obj(output, "delta" if "delta" in output else "message")
            spoken = said.get("role") in ("ROLE_ASSISTANT", None)
            tools = [call.get("type") for call in objs(said, "tool_calls")]
            parted |= not spoken or any(tool not in ("TOOL_CALL_TYPE_CLIENT_SIDE_TOOL", None) for tool in tools)
            if parted or first in (None, number):
                yield from objs(said, "citations")
                text = said.get("content")
                first = number if spoken and isinstance(text, str) and text else first


WALKERS: dict[str, Callable[[Any, bool], Iterator[dict[str, Any]]]] = {
    "anthropic": in_anthropic,
    "bedrock": in_bedrock,
    "cohere": in_cohere,
    "cohere.v1": in_cohere_v1,
    "google": in_google,
    "google.interactions": in_google_interactions,
    "mistral": in_mistral,
    "mistral.conversations": in_mistral_conversations,
    "openai": in_openai,
    "openai.assistants": in_openai_assistants,
    "openai.chat": in_openai_chat,
    "perplexity": in_perplexity,
    "perplexity.responses": in_perplexity_responses,
    "xai": in_openai,
    "xai.grpc": in_xai_grpc,
}
