"""What goes back to a provider as the assistant's turn, in the shapes that several providers share.

Input and output schemas differ: each rule takes away what a provider sends and does not take back, on exactly the
blocks where it refuses it, and leaves everything else as it came.
"""

import json
from base64 import b64decode
from collections.abc import Iterable
from typing import cast

from pydantic import JsonValue

from citebridge.adapter.fields import Record, record, records, string
from citebridge.adapter.responses import parts_of

_SAY = {"tool_calls", "function_call", "refusal", "audio"}  # thoughts and steps alone are no message
_UNFINISHED = ("in_progress", "searching", "interpreting", "generating", "calling", "incomplete", "queued")


def said(text: str) -> list[Record]:
    """A message of the assistant that is text alone.

    >>> said("No dogs.")
    [{'role': 'assistant', 'content': 'No dogs.'}]
    """
    return [{"role": "assistant", "content": text}]


def without(data: Record, *names: str) -> Record:
    """The fields of other names."""
    return {name: value for name, value in data.items() if name not in names}


def as_bytes(text: str) -> JsonValue:
    """What a base64 text holds, for the SDK that takes bytes and writes them so itself; the text when it is none."""
    try:
        return cast("JsonValue", b64decode(text, validate=True))
    except ValueError:
        return text


def trimmed(data: Record, name: str, *gone: str) -> Record:
    """The record, with fields taken away from the members of one of its lists.

    >>> trimmed({"cited": [{"quote": "No dogs.", "file": "a"}]}, "cited", "file")
    {'cited': [{'quote': 'No dogs.'}]}
    """
    given = data.get(name)
    if not isinstance(given, list):
        return data
    return {**data, name: [without(one, *gone) if isinstance(one, dict) else one for one in given]}


def joined_texts(parts: Iterable[Record], *shape: str) -> list[Record]:
    """Parts of which no text is empty; a stream's texts of these fields alone are joined, as in a whole body.

    >>> joined_texts([{"text": "No "}, {"text": ""}, {"text": "dogs."}, {"call": 1}], "text")
    [{'text': 'No dogs.'}, {'call': 1}]
    """
    found: list[tuple[Record, list[str]]] = []  # joined at the end, so that work grows with the input
    like: Record | None = None  # the part before, when it is such a text
    for part in parts:
        text = part.get("text")
        if not isinstance(text, str) or not part.keys() <= {*shape}:
            like = None
            found.append((part, []))
        elif text and like is not None and like == without(part, "text"):
            found[-1][1].append(text)
        elif text:
            like = without(part, "text")
            found.append((part, [text]))
    return [{**part, "text": "".join(texts)} if len(texts) > 1 else part for part, texts in found]


def first_message(turn: Record) -> tuple[Record, bool]:
    """The message of the first choice, and whether its calls are whole, so that somebody can have answered them."""
    choice = record(next(iter(records(turn.get("choices"))), None))
    return record(choice.get("message")), choice.get("finish_reason") not in (None, "length", "error")


def chat(turn: Record | str, *fields: str) -> list[Record]:
    """The message of Chat Completions, with those fields beside role and content that the provider takes back.

    What it does not know it refuses, and empty lists too.
    """
    if isinstance(turn, str):
        return said(turn)
    message, whole = first_message(turn)
    kept = {name: message[name] for name in fields if message.get(name) not in (None, "", [])}
    calls = [_call(one) for one in records(kept.pop("tool_calls", None)) if whole or _readable(one)]
    if calls:
        kept["tool_calls"] = [*calls]
    content = _content(message.get("content"))
    return [{"role": "assistant", "content": content, **kept}] if content or kept.keys() & _SAY else []


def _content(content: JsonValue) -> JsonValue:
    if not isinstance(content, list):
        return string(content) or None
    return [*joined_texts(records(content), "type", "text")] or None


def _call(call: Record) -> Record:
    """A call without what only a stream, or a helper of an SDK, says of it."""
    function = call.get("function")
    inner = {"function": without(function, "parsed_arguments")} if isinstance(function, dict) else {}
    return {**without(call, "index"), **inner}


def _readable(call: Record) -> bool:
    """Whether the arguments of a call that was broken off are whole all the same."""
    try:
        json.loads(string(record(call.get("function")).get("arguments")) or "")
    except (ValueError, RecursionError):
        return False
    return True


def responses(turn: Record | str) -> list[Record]:
    """The items of OpenAI's Responses (platform.openai.com/docs/api-reference/responses/create, `input`).

    A text has to have its `annotations` (langchain-ai/langchain#32557), `status` is refused with reasoning and asked
    for with messages (BerriAI/litellm#13420), and reasoning has to be followed by what came of it
    (openai/openai-agents-python#1611).
    """
    if isinstance(turn, str):
        return [{"type": "message", **one} for one in said(turn)]
    items: list[Record] = []
    for item in records(turn.get("output")):
        kind = string(item.get("type")) or ""
        if kind == "message":
            items += _message(item)
        elif kind == "reasoning":
            items.append({name: value for name, value in item.items() if name != "status" and value is not None})
        elif not (kind.endswith("_call") and item.get("status") in _UNFINISHED):
            own = ("status",) if kind == "custom_tool_call_output" else ()
            items.append(without(item, "created_by", "parsed_arguments", *own))
    while items and items[-1].get("type") == "reasoning":
        items.pop()
    return items


def _message(item: Record) -> list[Record]:
    parts = [_part(part) for part in parts_of(item) if part]
    content = [part for part in parts if part.get("text", part.get("refusal", True)) not in ("", None)]
    if not content:
        return []
    if string(item.get("id")) is None:  # a stream of which only texts came: a message with parts must have an id
        texts = [string(part.get("text")) or string(part.get("refusal")) or "" for part in content]
        return responses("".join(texts)) if any(texts) else []
    ended = item.get("status") not in (None, *_UNFINISHED)
    status = item.get("status") if ended else "incomplete"
    return [{**item, "role": "assistant", "status": status, "content": [*content]}]


def _part(part: Record) -> Record:
    if part.get("type") not in ("output_text", "text"):
        return part
    annotations = part.get("annotations")
    given = annotations if isinstance(annotations, list) else []
    return {**without(part, "parsed"), "type": "output_text", "annotations": given}
