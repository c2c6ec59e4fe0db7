"""What each provider's API takes back of an assistant's turn, written down from its own pages, and a judge of requests.

The data says which fields an object has to have and which it may have, by its kind; anything else is refused, as the
strict ones of these APIs do. What no list of fields can say is a function beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Shape:
    """The fields an object must have and those it may have, and what the objects within its fields are."""

    needs: str = ""
    takes: str = ""
    within: Mapping[str, Kinds] = field(default_factory=dict)


@dataclass(frozen=True)
class Kinds:
    """Objects that are told apart by a field (`by`), or each by its one key when there is none."""

    by: str
    shapes: Mapping[str, Shape]


Judge = Callable[[list[dict[str, Any]]], Iterator[str]]


@dataclass(frozen=True)
class Surface:
    """Where the turns of a conversation stand in a request, what they are, and what must come back to the byte."""

    pages: tuple[str, ...]
    history: str
    turns: Kinds
    opaque: tuple[str, ...] = ()
    judges: tuple[Judge, ...] = ()


def one(needs: str = "", takes: str = "", **within: Kinds) -> Kinds:
    """Objects of one kind only."""
    return Kinds("", {"": Shape(needs, takes, within)})


USERS = ("user", "system", "developer", "tool", "USER", "SYSTEM", "TOOL", "ROLE_USER", "ROLE_SYSTEM")


def of_the_assistant(request: dict[str, Any], history: str) -> list[dict[str, Any]]:
    """The turns in a request that are the model's; results of functions are the caller's."""
    given = request.get(history)
    turns = given if isinstance(given, list) else []
    return [
        turn
        for turn in turns
        if turn.get("role") not in USERS
        and turn.get("type") not in ("user_input", "message.input", "function_call_output", "function.result")
    ]


# -- what lists of fields cannot say


def no_blank_texts(turns: list[dict[str, Any]]) -> Iterator[str]:
    """github.com/aaif-goose/goose/issues/1556: text content blocks must contain non-whitespace text."""
    for turn in turns:
        content = turn["content"]
        texts = [content] if isinstance(content, str) else [block["text"] for block in content if "text" in block]
        if not content or not all(isinstance(text, str) and text.strip() for text in texts):
            yield f"a blank text in {content}"


def no_empty_texts(turns: list[dict[str, Any]]) -> Iterator[str]:
    for turn in turns:
        content = turn.get("content")
        if (content in ("", []) and not turn.get("tool_calls")) or any(
            part.get("text") == "" for part in content or () if isinstance(part, dict)
        ):
            yield f"an empty text in {content}"


def calls_have_results(turns: list[dict[str, Any]]) -> Iterator[str]:
    """A server's tool use without its result is only taken as the last thing of a paused turn."""
    for turn in turns:
        blocks = turn["content"] if isinstance(turn["content"], list) else []
        results = {block.get("tool_use_id") for block in blocks}
        for block in blocks[:-1]:
            if block["type"] == "server_tool_use" and block["id"] not in results:
                yield f"`{block['name']}` tool use with id `{block['id']}` was found without its result"


def reasoning_is_followed(turns: list[dict[str, Any]]) -> Iterator[str]:
    """github.com/openai/openai-agents-python/issues/1611."""
    if turns and turns[-1].get("type") == "reasoning":
        yield f"item {turns[-1]['id']} of type reasoning was provided without its required following item"


def parts_hold_something(turns: list[dict[str, Any]]) -> Iterator[str]:
    """A part has data; a signature may stand with an empty text (ai.google.dev/gemini-api/docs/thought-signatures)."""
    for turn in turns:
        for part in turn["parts"]:
            if not any(part.get(key) for key in part if key != "thought"):
                yield f"a part without data: {part}"


def messages_say_something(turns: list[dict[str, Any]]) -> Iterator[str]:
    for turn in turns:
        if not (turn.get("content") or turn.get("tool_calls") or turn.get("refusal") or turn.get("audio")):
            yield f"a message without content: {turn}"


# -- the surfaces

_DOCUMENT = "type cited_text document_index document_title"
_BLOCKS = "start_block_index end_block_index"
_CITATIONS = Kinds(
    "type",
    {
        "char_location": Shape(f"{_DOCUMENT} start_char_index end_char_index"),
        "page_location": Shape(f"{_DOCUMENT} start_page_number end_page_number"),
        "content_block_location": Shape(f"{_DOCUMENT} {_BLOCKS}"),
        "search_result_location": Shape(f"type cited_text search_result_index source title {_BLOCKS}"),
        "web_search_result_location": Shape("type cited_text encrypted_index title url"),
    },
)
_RESULT = "type tool_use_id content"
_ANTHROPIC = Kinds(
    "type",
    {
        "text": Shape("type text", "citations cache_control", {"citations": _CITATIONS}),
        "thinking": Shape("type thinking signature"),
        "redacted_thinking": Shape("type data"),
        "tool_use": Shape("type id name input", "caller cache_control"),
        "server_tool_use": Shape("type id name input", "caller cache_control"),
        "web_search_tool_result": Shape(
            _RESULT,
            "caller cache_control",
            {"content": Kinds("type", {"web_search_result": Shape("type url title encrypted_content", "page_age")})},
        ),
        "web_fetch_tool_result": Shape(_RESULT, "caller cache_control"),
        "code_execution_tool_result": Shape(_RESULT, "cache_control"),
    },
)

_BEDROCK = Kinds(
    "",
    {
        "text": Shape(),
        "citationsContent": Shape(
            "", "content citations", {"citations": one("", "title source sourceContent location")}
        ),
        "toolUse": Shape("toolUseId name input", "type"),
        "toolResult": Shape("toolUseId content", "status type"),
        "reasoningContent": Shape("", "reasoningText redactedContent", {"reasoningText": one("text", "signature")}),
    },
)

_TEXT_AND_MORE = "thought thoughtSignature videoMetadata partMetadata"
_PARTS = one(
    "",
    f"text {_TEXT_AND_MORE} functionCall functionResponse toolCall toolResponse inlineData fileData executableCode codeExecutionResult",
)

_ANNOTATIONS = Kinds(
    "type",
    {
        "url_citation": Shape("type url title start_index end_index"),
        "file_citation": Shape("type file_id filename index"),
        "container_file_citation": Shape("type container_id file_id filename start_index end_index"),
        "file_path": Shape("type file_id index"),
    },
)
_SPOKEN = Kinds(
    "type",
    {
        "output_text": Shape("type text annotations", "logprobs", {"annotations": _ANNOTATIONS}),
        "refusal": Shape("type refusal"),
    },
)
_ITEMS = Kinds(
    "type",
    {
        "message": Shape("type role content", "id status phase", {"content": _SPOKEN}),
        "reasoning": Shape("type id summary", "encrypted_content content"),
        "web_search_call": Shape("type id status action"),
        "file_search_call": Shape("type id status queries", "results"),
        "code_interpreter_call": Shape("type id status code container_id", "outputs"),
        "function_call": Shape("type call_id name arguments", "id status"),
        "custom_tool_call": Shape("type call_id name input", "id status"),
        "custom_tool_call_output": Shape("type call_id output", "id"),
        "shell_call": Shape("type call_id action", "id status environment"),
    },
)


def whole_messages_have_ids(turns: list[dict[str, Any]]) -> Iterator[str]:
    """Parts of the model's own (`output_text`) are those of an output message, which has an id and a status."""
    for turn in turns:
        if turn.get("type") == "message" and isinstance(turn["content"], list) and not {"id", "status"} <= turn.keys():
            yield f"a message with parts and without an id: {turn}"


# `extra_content` holds Google's signature (ai.google.dev/gemini-api/docs/openai)
_FUNCTION = Shape("id type function", "extra_content", {"function": one("name arguments")})
_CALLS = Kinds("type", {"function": _FUNCTION, "custom": Shape("id type custom")})
_STEP = "type call_id"
_GATHERED = (
    "google_search",
    "url_context",
    "file_search",
    "google_maps",
    "code_execution",
    "retrieval",
    "mcp_server_tool",
)

SURFACES: dict[str, Surface] = {
    "anthropic": Surface(
        ("platform.claude.com/docs/en/api/messages/create", "platform.claude.com/docs/en/api/migration-2026-10-21"),
        "messages",
        one("role content", "", content=_ANTHROPIC),
        ("encrypted_content", "encrypted_index", "signature", "data"),
        (no_blank_texts, calls_have_results),
    ),
    "bedrock": Surface(
        ("docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html",),
        "messages",
        one("role content", "", content=_BEDROCK),
        ("signature", "redactedContent"),
        (no_blank_texts,),
    ),
    "cohere": Surface(
        ("docs.cohere.com/v2/reference/chat",),
        "messages",
        one("role", "content citations tool_calls tool_plan"),
        (),
        (no_empty_texts, messages_say_something),
    ),
    "cohere.v1": Surface(
        ("docs.cohere.com/v1/reference/chat",), "chat_history", one("role message", "tool_calls")
    ),
    "google": Surface(
        ("ai.google.dev/api/caching#Content", "ai.google.dev/gemini-api/docs/thought-signatures"),
        "contents",
        one("role parts", "", parts=_PARTS),
        ("thoughtSignature",),
        (parts_hold_something,),
    ),
    "google.interactions": Surface(
        ("ai.google.dev/api/interactions-api",),
        "input",
        Kinds(
            "type",
            {
                "model_output": Shape("type content", "", {"content": Kinds("type", {"text": Shape("type text", "annotations"), "image": Shape("type", "data mime_type uri")})}),
                "thought": Shape("type", "signature summary"),
                "function_call": Shape("type id name arguments", "signature"),
                **{f"{kind}_call": Shape("type id arguments", "signature search_type name") for kind in _GATHERED},
                **{f"{kind}_result": Shape(_STEP, "result is_error signature name") for kind in _GATHERED},
                "file_search_call": Shape("type id", "arguments signature"),
            },
        ),
        ("signature",),
        (no_empty_texts,),
    ),
    "mistral": Surface(
        ("docs.mistral.ai/api/#tag/chat", "docs.mistral.ai/studio-api/conversations/reasoning#multi-turn-conversations"),
        "messages",
        one("role", "content tool_calls prefix", content=Kinds("type", {"text": Shape("type text"), "reference": Shape("type reference_ids"), "thinking": Shape("type thinking", "closed signature")})),
        ("signature",),
        (no_empty_texts, messages_say_something),
    ),
    "mistral.conversations": Surface(
        ("docs.mistral.ai/api/#tag/beta.conversations",),
        "inputs",
        Kinds(
            "type",
            {
                "message.output": Shape("type content", "object created_at completed_at agent_id model id role"),
                "function.call": Shape("type tool_call_id name arguments", "object created_at completed_at agent_id model id confirmation_status"),
                "tool.execution": Shape("type name arguments", "object created_at completed_at agent_id model id info"),
                "agent.handoff": Shape("type previous_agent_id previous_agent_name next_agent_id next_agent_name", "object created_at completed_at id"),
            },
        ),
        (),
        (no_empty_texts,),
    ),
    "openai": Surface(
        ("platform.openai.com/docs/api-reference/responses/create", "platform.openai.com/docs/guides/reasoning"),
        "input",
        _ITEMS,
        ("encrypted_content", "container_id"),
        (reasoning_is_followed, whole_messages_have_ids),
    ),
    "openai.assistants": Surface(
        ("platform.openai.com/docs/api-reference/runs/createRun",),
        "additional_messages",
        one("role content", "attachments metadata", content=Kinds("type", {"text": Shape("type text"), "image_file": Shape("type image_file")})),
        (),
        (no_empty_texts,),
    ),
    "openai.chat": Surface(
        ("platform.openai.com/docs/api-reference/chat/create", "openrouter.ai/docs/use-cases/reasoning-tokens"),
        "messages",
        one("role", "content refusal tool_calls function_call audio name reasoning_details reasoning_content", tool_calls=_CALLS, audio=one("id")),
        (),
        (no_empty_texts, messages_say_something),
    ),
    "perplexity": Surface(
        ("docs.perplexity.ai/api-reference/chat-completions-post",),
        "messages",
        one("role content", "tool_calls reasoning_steps", tool_calls=_CALLS),
        (),
        (no_empty_texts, messages_say_something),
    ),
    "perplexity.responses": Surface(
        ("docs.perplexity.ai/api-reference/responses-post",),
        "input",
        Kinds("type", {"message": Shape("type role content"), "function_call": Shape("type call_id name arguments", "thought_signature")}),
        ("thought_signature",),
        (no_empty_texts,),
    ),
    "xai": Surface(
        ("docs.x.ai/docs/guides/responses-api",),
        "input",
        _ITEMS,
        ("encrypted_content", "container_id"),
        (reasoning_is_followed, whole_messages_have_ids),
    ),
    "xai.grpc": Surface(
        ("docs.x.ai/docs/grpc-reference", "github.com/xai-org/xai-sdk-python, Chat.append"),
        "messages",
        one("role", "content reasoning_content encrypted_content tool_calls tool_call_id name", content=one("text")),
        ("encrypted_content",),
    ),
}  # fmt: skip


# -- the judge


def complaints(provider: str, request: dict[str, Any]) -> list[str]:
    """What the provider would refuse in a request."""
    surface = SURFACES[provider]
    turns = of_the_assistant(request, surface.history)
    found = [f"{where}: {what}" for n, turn in enumerate(turns) for where, what in _odd(turn, surface.turns, str(n))]
    found += [f"citations in a block of the user: {block}" for block in _cited_by_users(request, surface.history)]
    return found or [what for judge in surface.judges for what in judge(turns)]


_URL_SAFE = str.maketrans("-_", "+/")


def lost(provider: str, body: dict[str, Any], request: dict[str, Any]) -> list[str]:
    """Opaque values of a response that a later request does not give back to the byte.

    Google's bytes may be written in either alphabet of base64 (protobuf.dev/programming-guides/json), and its SDK does.
    """
    opaque = SURFACES[provider].opaque
    given, back = ({(key, value) for key, value in _strings(one) if key in opaque} for one in (body, request))
    if provider == "google":
        given, back = ({(key, value.translate(_URL_SAFE)) for key, value in one} for one in (given, back))
    return sorted(f"{key} {value[:40]!r}" for key, value in given - back)


def _odd(value: Any, kinds: Kinds, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, list):
        for n, member in enumerate(value):
            yield from _odd(member, kinds, f"{where}.{n}")
    elif isinstance(value, dict):
        kind, inner = _kind(value, kinds)
        if kind not in kinds.shapes:
            yield where, f"an unknown kind {kind!r}, or not one member of a union: {sorted(value)}"
        elif isinstance(inner, dict):
            yield from _fields(inner, kind, kinds.shapes[kind], where)


def _kind(value: dict[str, Any], kinds: Kinds) -> tuple[str, Any]:
    if kinds.by:
        return str(value.get(kinds.by)), value
    if "" in kinds.shapes:
        return "", value
    return next(iter(value.items())) if len(value) == 1 else ("?", value)


def _fields(inner: dict[str, Any], kind: str, shape: Shape, where: str) -> Iterator[tuple[str, str]]:
    needs, known = shape.needs.split(), f"{shape.needs} {shape.takes}".split()
    yield from ((where, f"{name}: field required in {kind}") for name in needs if name not in inner)
    yield from ((f"{where}.{kind}.{name}", "extra inputs are not permitted") for name in inner if name not in known)
    for name, members in shape.within.items():
        yield from _odd(inner.get(name), members, f"{where}.{name}")


def _cited_by_users(request: dict[str, Any], history: str) -> Iterator[Any]:
    given = request.get(history)
    for turn in given if isinstance(given, list) else ():
        content = turn.get("content") if turn.get("role") == "user" else None
        for block in content if isinstance(content, list) else ():
            if (block.get("type") == "text" and block.get("citations")) or "citationsContent" in block:
                yield block


def _strings(value: Any) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if isinstance(inner, str) and inner:
                yield key, inner
            yield from _strings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _strings(inner)
