"""What goes back to the provider that an answer came from: whole values, by each provider's own rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from inline_snapshot import snapshot

from citebridge import Answer, normalize
from citebridge.history import replay
from tests.history.rules import complaints
from tests.history.turns import second


@dataclass(frozen=True)
class Case:
    name: str
    provider: str
    data: Any
    """A body, or the events of a stream."""
    sent: Any


def message(*content: Any, **more: Any) -> dict[str, Any]:
    return {"type": "message", "role": "assistant", "stop_reason": "end_turn", "content": [*content], **more}


def text(said: str, **more: Any) -> dict[str, Any]:
    return {"type": "text", "text": said, **more}


def streamed(*blocks: dict[str, Any], **last: Any) -> list[dict[str, Any]]:
    """The events of Anthropic's stream, that breaks off when nothing comes last."""
    begun = [{"type": "message_start", "message": {"role": "assistant", "content": [], "stop_reason": None}}]
    said = [{"type": "content_block_start", "index": n, "content_block": block} for n, block in enumerate(blocks)]
    return [*begun, *said, *([{"type": "message_delta", "delta": last}] if last else [])]


SEARCH = {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "ferry"}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []}


def item(**more: Any) -> dict[str, Any]:
    return {"type": "message", "id": "m1", "role": "assistant", "status": "completed", **more}


def output(*items: Any) -> dict[str, Any]:
    return {"object": "response", "status": "completed", "output": [*items]}


def spoken(said: str, **more: Any) -> dict[str, Any]:
    return {"type": "output_text", "text": said, "annotations": [], **more}


def choice(finish: str | None = "stop", **message: Any) -> dict[str, Any]:
    told = {"role": "assistant", **message}
    return {"object": "chat.completion", "choices": [{"index": 0, "finish_reason": finish, "message": told}]}


def parts(*given: Any, **more: Any) -> dict[str, Any]:
    return {"candidates": [{"content": {"role": "model", "parts": [*given]}, "finishReason": "STOP"}], **more}


def converse(*content: Any) -> dict[str, Any]:
    return {"output": {"message": {"role": "assistant", "content": [*content]}}, "stopReason": "end_turn"}


def delta(index: int, **told: Any) -> dict[str, Any]:
    return {"contentBlockDelta": {"contentBlockIndex": index, "delta": told}}


WHERE = {
    "type": "char_location",
    "cited_text": "x",
    "document_index": 0,
    "document_title": None,
    "start_char_index": 0,
    "end_char_index": 1,
}
CALL = {"id": "c1", "type": "function", "function": {"name": "ask", "arguments": "{}"}}

CASES = [
    Case(
        "a citation without its file",
        "anthropic",
        message(text("No dogs", citations=[{**WHERE, "file_id": None}]), text(".")),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {
                            "type": "text",
                            "text": "No dogs",
                            "citations": [
                                {
                                    "type": "char_location",
                                    "cited_text": "x",
                                    "document_index": 0,
                                    "document_title": None,
                                    "start_char_index": 0,
                                    "end_char_index": 1,
                                }
                            ],
                        },
                        {"type": "text", "text": "."},
                    ],
                }
            ]
        ),
    ),
    Case(
        "citations on other blocks than texts",
        "anthropic",
        message(
            text("a", citations=None),
            {**FOUND, "citations": None},
            {
                "type": "code_execution_tool_result",
                "tool_use_id": "s2",
                "content": {"type": "code_execution_result", "content": []},
                "citations": [],
            },
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "text", "text": "a", "citations": None},
                        {"type": "web_search_tool_result", "tool_use_id": "s1", "content": []},
                        {
                            "type": "code_execution_tool_result",
                            "tool_use_id": "s2",
                            "content": {"type": "code_execution_result", "content": []},
                        },
                    ],
                }
            ]
        ),
    ),
    Case(
        "blank texts",
        "anthropic",
        message(text(""), text("\n\n"), text("a"), text(" "), text(" b ")),
        snapshot([{"role": "assistant", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": " b "}]}]),
    ),
    Case(
        "what an SDK's helper adds",
        "anthropic",
        message(text("{}", parsed_output={})),
        snapshot([{"role": "assistant", "content": [{"type": "text", "text": "{}"}]}]),
    ),
    Case(
        "thoughts",
        "anthropic",
        message(
            {"type": "thinking", "thinking": "", "signature": "c2ln"},
            {"type": "redacted_thinking", "data": "eA=="},
            {"type": "thinking", "thinking": "hm"},
            text("a"),
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": "", "signature": "c2ln"},
                        {"type": "redacted_thinking", "data": "eA=="},
                        {"type": "text", "text": "a"},
                    ],
                }
            ]
        ),
    ),
    Case(
        "a call of a tool",
        "anthropic",
        message({"type": "tool_use", "id": "t1", "name": "ask", "input": {}}, stop_reason="tool_use"),
        snapshot([{"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "ask", "input": {}}]}]),
    ),
    Case(
        "a refusal",
        "anthropic",
        message(text("As for "), stop_reason="refusal", stop_details={"explanation": "No."}),
        snapshot([{"role": "assistant", "content": [{"type": "text", "text": "As for "}]}]),
    ),
    Case(
        "paused",
        "anthropic",
        message(text("a"), SEARCH, stop_reason="pause_turn"),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "text", "text": "a"},
                        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "ferry"}},
                    ],
                }
            ]
        ),
    ),
    Case(
        "broken off in a search",
        "anthropic",
        streamed(text("a"), SEARCH),
        snapshot([{"role": "assistant", "content": [{"type": "text", "text": "a"}]}]),
    ),
    Case(
        "paused in a stream",
        "anthropic",
        streamed(text("a"), SEARCH, stop_reason="pause_turn"),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "text", "text": "a"},
                        {"type": "server_tool_use", "id": "s1", "name": "web_search", "input": {"query": "ferry"}},
                    ],
                }
            ]
        ),
    ),
    Case(
        "broken off in a call",
        "anthropic",
        [
            *streamed(text("a"), {"type": "tool_use", "id": "t1", "name": "ask", "input": {}}),
            {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": '{"que'}},
        ],
        snapshot([{"role": "assistant", "content": [{"type": "text", "text": "a"}]}]),
    ),
    Case(
        "broken off in a thought",
        "anthropic",
        [
            *streamed({"type": "thinking", "thinking": "", "signature": ""}),
            {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
        ],
        snapshot([]),
    ),
    Case(
        "an unknown block",
        "anthropic",
        message({"type": "riddle", "a": {"citations": 1}}),
        snapshot([{"role": "assistant", "content": [{"type": "riddle", "a": {"citations": 1}}]}]),
    ),
    Case(
        "an error",
        "anthropic",
        {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}},
        snapshot([]),
    ),
    Case(
        "blank texts",
        "bedrock",
        converse(
            {"text": ""},
            {"text": " "},
            {"text": "a"},
            {"citationsContent": {"content": [{"text": ""}], "citations": []}},
        ),
        snapshot([{"role": "assistant", "content": [{"text": "a"}]}]),
    ),
    Case(
        "citations without a text",
        "bedrock",
        converse(
            {"text": "a"}, {"citationsContent": {"citations": [{"location": {"web": {"url": "https://a.example/"}}}]}}
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"text": "a"},
                        {"citationsContent": {"citations": [{"location": {"web": {"url": "https://a.example/"}}}]}},
                    ],
                }
            ]
        ),
    ),
    Case(
        "calls",
        "bedrock",
        converse(
            {"toolUse": {"toolUseId": "t1", "name": "ask"}},
            {"toolUse": {"toolUseId": "t2", "name": "ask", "input": {"a": 1}}},
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"toolUse": {"input": {}, "toolUseId": "t1", "name": "ask"}},
                        {"toolUse": {"input": {"a": 1}, "toolUseId": "t2", "name": "ask"}},
                    ],
                }
            ]
        ),
    ),
    Case(
        "thoughts, one of them sealed",
        "bedrock",
        converse(
            {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}},
            {"reasoningContent": {"redactedContent": b"seal"}},
            {"reasoningContent": {"redactedContent": "c2VhbA=="}},
            {"reasoningContent": {"redactedContent": "no base64!"}},
            {"text": "a"},
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}},
                        {"reasoningContent": {"redactedContent": b"seal"}},
                        {"reasoningContent": {"redactedContent": b"seal"}},
                        {"reasoningContent": {"redactedContent": "no base64!"}},
                        {"text": "a"},
                    ],
                }
            ]
        ),
    ),
    Case(
        "a stream of thoughts, calls and results",
        "bedrock",
        [
            delta(0, reasoningContent={"text": "h"}),
            delta(0, reasoningContent={"text": "m"}),
            delta(0, reasoningContent={"signature": "c2ln"}),
            {
                "contentBlockStart": {
                    "contentBlockIndex": 1,
                    "start": {"toolUse": {"toolUseId": "t1", "name": "look", "type": "server_tool_use"}},
                }
            },
            {
                "contentBlockStart": {
                    "contentBlockIndex": 2,
                    "start": {"toolResult": {"toolUseId": "t1", "status": "success"}},
                }
            },
            delta(2, toolResult=[{"text": "four"}]),
            delta(2, toolResult=[{"text": "five"}]),
            delta(3, text="Fo"),
            delta(3, text="ur."),
            {"contentBlockStart": {"contentBlockIndex": 4, "start": {"toolUse": {"toolUseId": "t2", "name": "ask"}}}},
            delta(4, toolUse={"input": '{"a'}),
            delta(4, toolUse={"input": '": 1}'}),
            {"messageStop": {"stopReason": "tool_use"}},
        ],
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"reasoningContent": {"reasoningText": {"text": "hm", "signature": "c2ln"}}},
                        {"toolUse": {"input": {}, "toolUseId": "t1", "name": "look", "type": "server_tool_use"}},
                        {
                            "toolResult": {
                                "toolUseId": "t1",
                                "status": "success",
                                "content": [{"text": "four"}, {"text": "five"}],
                            }
                        },
                        {"text": "Four."},
                        {"toolUse": {"input": {"a": 1}, "toolUseId": "t2", "name": "ask"}},
                    ],
                }
            ]
        ),
    ),
    Case(
        "a stream that broke off in a call",
        "bedrock",
        [delta(0, text="a"), delta(1, toolUse={"input": '{"a'})],
        snapshot([{"role": "assistant", "content": [{"text": "a"}]}]),
    ),
    Case(
        "signatures and empty texts",
        "google",
        parts(
            {"text": "hm", "thought": True},
            {"text": ""},
            {"text": "a", "thoughtSignature": "c2ln"},
            {"text": "", "thoughtSignature": "bW9yZQ=="},
            {"functionCall": {"name": "ask", "args": {}}, "thoughtSignature": "Y2FsbA=="},
        ),
        snapshot(
            [
                {
                    "role": "model",
                    "parts": [
                        {"text": "hm", "thought": True},
                        {"text": "a", "thoughtSignature": "c2ln"},
                        {"text": "", "thoughtSignature": "bW9yZQ=="},
                        {"functionCall": {"name": "ask", "args": {}}, "thoughtSignature": "Y2FsbA=="},
                    ],
                }
            ]
        ),
    ),
    Case(
        "a stream in pieces",
        "google",
        [
            parts({"text": "h", "thought": True}),
            parts({"text": "m", "thought": True}),
            parts({"text": "No "}),
            parts({"text": "dogs."}),
            parts({"text": "", "thoughtSignature": "c2ln"}),
        ],
        snapshot(
            [
                {
                    "role": "model",
                    "parts": [
                        {"text": "hm", "thought": True},
                        {"text": "No dogs."},
                        {"text": "", "thoughtSignature": "c2ln"},
                    ],
                }
            ]
        ),
    ),
    Case(
        "bytes of the SDK, and what it left empty",
        "google",
        parts({"text": "a", "thought_signature": None, "thoughtSignature": b"sig", "inlineData": None}),
        snapshot([{"role": "model", "parts": [{"text": "a", "thoughtSignature": "c2ln"}]}]),
    ),
    Case(
        "grounding stays",
        "google",
        {
            "candidates": [
                {"content": {"parts": [{"text": "a"}]}, "groundingMetadata": {"groundingChunks": []}},
                {"index": 1, "content": {"parts": [{"text": "b"}]}},
            ]
        },
        snapshot([{"role": "model", "parts": [{"text": "a"}]}]),
    ),
    Case("blocked", "google", {"promptFeedback": {"blockReason": "SAFETY"}}, snapshot([])),
    Case(
        "steps",
        "google.interactions",
        {
            "object": "interaction",
            "status": "completed",
            "steps": [
                {"type": "user_input", "content": [{"type": "text", "text": "?"}]},
                {"type": "thought", "signature": "c2ln"},
                {"type": "google_search_call", "id": "1", "arguments": {"queries": ["a"]}},
                {"type": "google_search_result", "call_id": "1", "result": []},
                {"type": "model_output", "content": [{"type": "text", "text": ""}]},
                {
                    "type": "model_output",
                    "content": [{"type": "text", "text": "a", "annotations": []}, {"type": "text", "text": ""}],
                },
                {"type": "function_call", "id": "2", "name": "ask", "arguments": '{"a'},
            ],
        },
        snapshot(
            [
                {"type": "thought", "signature": "c2ln"},
                {"type": "google_search_call", "id": "1", "arguments": {"queries": ["a"]}},
                {"type": "google_search_result", "call_id": "1", "result": []},
                {"type": "model_output", "content": [{"type": "text", "text": "a", "annotations": []}]},
            ]
        ),
    ),
    Case(
        "outputs of old",
        "google.interactions",
        {"object": "interaction", "status": "completed", "outputs": [{"type": "text", "text": "a"}]},
        snapshot([{"type": "model_output", "content": [{"type": "text", "text": "a"}]}]),
    ),
    Case("nothing", "google.interactions", {"object": "interaction", "status": "failed"}, snapshot([])),
    Case(
        "an empty block before the cited one",
        "cohere",
        {
            "finish_reason": "COMPLETE",
            "message": {
                "role": "assistant",
                "tool_plan": "",
                "content": [{"type": "thinking", "thinking": ""}, {"type": "text", "text": "a"}],
                "citations": [
                    {"start": 0, "end": 1, "text": "a", "content_index": 1},
                    {"start": 0, "end": 0, "content_index": 0},
                    {"start": 0, "end": 1, "text": "a"},
                ],
            },
        },
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [{"type": "text", "text": "a"}],
                    "citations": [
                        {"start": 0, "end": 1, "text": "a", "content_index": 0},
                        {"start": 0, "end": 1, "text": "a"},
                    ],
                }
            ]
        ),
    ),
    Case(
        "calls with a plan",
        "cohere",
        {
            "finish_reason": "TOOL_CALL",
            "message": {"role": "assistant", "tool_plan": "I ask.", "tool_calls": [CALL], "content": None},
        },
        snapshot(
            [
                {
                    "role": "assistant",
                    "tool_plan": "I ask.",
                    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ask", "arguments": "{}"}}],
                }
            ]
        ),
    ),
    Case(
        "a plan alone",
        "cohere",
        {"finish_reason": "ERROR", "message": {"role": "assistant", "tool_plan": "I ask."}},
        snapshot([]),
    ),
    Case(
        "a text for the content",
        "cohere",
        {"finish_reason": "COMPLETE", "message": {"role": "assistant", "content": "a"}},
        snapshot([{"role": "assistant", "content": "a"}]),
    ),
    Case(
        "nothing",
        "cohere",
        {
            "finish_reason": "ERROR",
            "message": {"role": "assistant", "content": [{"type": "text", "text": ""}], "citations": [{"start": 0}]},
        },
        snapshot([]),
    ),
    Case(
        "a text",
        "cohere.v1",
        {"text": "a", "generation_id": "g", "citations": [{"start": 0, "end": 1}], "finish_reason": "COMPLETE"},
        snapshot([{"role": "CHATBOT", "message": "a"}]),
    ),
    Case(
        "calls",
        "cohere.v1",
        {
            "text": "",
            "generation_id": "g",
            "tool_calls": [{"name": "ask", "parameters": {}}],
            "finish_reason": "COMPLETE",
        },
        snapshot([{"role": "CHATBOT", "message": "", "tool_calls": [{"name": "ask", "parameters": {}}]}]),
    ),
    Case(
        "references and thoughts",
        "mistral",
        choice(
            content=[
                {"type": "thinking", "thinking": [text("hm")], "closed": True},
                text("a"),
                {"type": "reference", "reference_ids": [1]},
                text(""),
            ],
            reasoning_content="hm",
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "thinking", "thinking": [{"type": "text", "text": "hm"}], "closed": True},
                        {"type": "text", "text": "a"},
                        {"type": "reference", "reference_ids": [1]},
                    ],
                }
            ]
        ),
    ),
    Case(
        "a stream in pieces",
        "mistral",
        [
            {"choices": [{"index": 0, "delta": {"content": one}}]}
            for one in (None, [text("No ")], [text("dogs")], [{"type": "reference", "reference_ids": ["a"]}], ".")
        ],
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": [
                        {"type": "text", "text": "No dogs"},
                        {"type": "reference", "reference_ids": ["a"]},
                        {"type": "text", "text": "."},
                    ],
                }
            ]
        ),
    ),
    Case(
        "entries",
        "mistral.conversations",
        {
            "object": "conversation.response",
            "outputs": [
                {"type": "tool.execution", "name": "web_search", "arguments": "{}"},
                {
                    "type": "message.output",
                    "content": [text(""), text("a"), {"type": "tool_reference", "tool": "web_search", "title": "A"}],
                },
                {"type": "message.output", "content": []},
                {"type": "message.output", "content": "b"},
            ],
        },
        snapshot(
            [
                {"type": "tool.execution", "name": "web_search", "arguments": "{}"},
                {
                    "type": "message.output",
                    "content": [
                        {"type": "text", "text": "a"},
                        {"type": "tool_reference", "tool": "web_search", "title": "A"},
                    ],
                },
                {"type": "message.output", "content": "b"},
            ]
        ),
    ),
    Case(
        "annotations there always",
        "openai",
        output(
            item(
                content=[
                    spoken("a", annotations=None, parsed={}, logprobs=[]),
                    {"type": "output_text", "text": "b"},
                    spoken(""),
                    {"type": "refusal", "refusal": ""},
                    {"type": "refusal", "refusal": "No."},
                ]
            )
        ),
        snapshot(
            [
                {
                    "type": "message",
                    "id": "m1",
                    "role": "assistant",
                    "status": "completed",
                    "content": [
                        {"type": "output_text", "text": "a", "annotations": [], "logprobs": []},
                        {"type": "output_text", "text": "b", "annotations": []},
                        {"type": "refusal", "refusal": "No."},
                    ],
                }
            ]
        ),
    ),
    Case(
        "reasoning without its status",
        "openai",
        output(
            {
                "type": "reasoning",
                "id": "r1",
                "summary": [],
                "status": None,
                "content": None,
                "encrypted_content": "c2VhbA==",
            },
            item(content=[spoken("a")], phase="final_answer"),
            {"type": "reasoning", "id": "r2", "summary": []},
        ),
        snapshot(
            [
                {"type": "reasoning", "id": "r1", "summary": [], "encrypted_content": "c2VhbA=="},
                {
                    "type": "message",
                    "id": "m1",
                    "role": "assistant",
                    "status": "completed",
                    "content": [{"type": "output_text", "text": "a", "annotations": []}],
                    "phase": "final_answer",
                },
            ]
        ),
    ),
    Case(
        "calls that ended, and one that did not",
        "openai",
        output(
            {
                "type": "code_interpreter_call",
                "id": "i",
                "status": "completed",
                "code": "1",
                "container_id": "cntr_1",
                "outputs": [],
            },
            {"type": "web_search_call", "id": "w", "status": "searching"},
            {
                "type": "function_call",
                "id": "f",
                "call_id": "c",
                "name": "ask",
                "arguments": "{}",
                "status": "completed",
                "parsed_arguments": {},
            },
            {"type": "shell_call", "id": "s", "call_id": "c2", "action": {}, "status": "completed", "created_by": "x"},
            {
                "type": "custom_tool_call_output",
                "id": "o",
                "call_id": "c3",
                "output": "",
                "status": "completed",
                "created_by": "x",
            },
        ),
        snapshot(
            [
                {
                    "type": "code_interpreter_call",
                    "id": "i",
                    "status": "completed",
                    "code": "1",
                    "container_id": "cntr_1",
                    "outputs": [],
                },
                {
                    "type": "function_call",
                    "id": "f",
                    "call_id": "c",
                    "name": "ask",
                    "arguments": "{}",
                    "status": "completed",
                },
                {"type": "shell_call", "id": "s", "call_id": "c2", "action": {}, "status": "completed"},
                {"type": "custom_tool_call_output", "id": "o", "call_id": "c3", "output": ""},
            ]
        ),
    ),
    Case(
        "broken off",
        "openai",
        [
            {
                "type": "response.output_item.added",
                "output_index": 0,
                "item": {"type": "reasoning", "id": "r", "summary": []},
            },
            {"type": "response.output_item.added", "output_index": 1, "item": item(status="in_progress", content=[])},
            {"type": "response.output_text.delta", "output_index": 1, "content_index": 0, "delta": "No do"},
            {
                "type": "response.output_item.added",
                "output_index": 2,
                "item": {"type": "reasoning", "id": "r2", "summary": []},
            },
        ],
        snapshot(
            [
                {"type": "reasoning", "id": "r", "summary": []},
                {
                    "type": "message",
                    "id": "m1",
                    "role": "assistant",
                    "status": "incomplete",
                    "content": [{"type": "output_text", "text": "No do", "annotations": []}],
                },
            ]
        ),
    ),
    Case(
        "only texts of a stream",
        "openai",
        [{"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "No do"}],
        snapshot([{"type": "message", "role": "assistant", "content": "No do"}]),
    ),
    Case(
        "failed",
        "openai",
        {"object": "response", "status": "failed", "error": {"code": "server_error", "message": "x"}, "output": []},
        snapshot([]),
    ),
    Case(
        "what servers add",
        "openai.chat",
        choice(
            content="a",
            refusal=None,
            annotations=[],
            reasoning="hm",
            reasoning_content="hm",
            context={"citations": []},
            executed_tools=[],
            tool_calls=[],
            function_call=None,
        ),
        snapshot([{"role": "assistant", "content": "a"}]),
    ),
    Case(
        "sealed thoughts",
        "openai.chat",
        choice(content="a", reasoning_details=[{"type": "reasoning.encrypted", "data": "c2VhbA=="}]),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": "a",
                    "reasoning_details": [{"type": "reasoning.encrypted", "data": "c2VhbA=="}],
                }
            ]
        ),
    ),
    Case(
        "calls, and the thoughts before them",
        "openai.chat",
        choice(
            "tool_calls",
            content=None,
            reasoning_content="hm",
            tool_calls=[
                {**CALL, "index": 0, "extra_content": {"google": {"thought_signature": "c2ln"}}},
                {"id": "c2", "type": "custom", "custom": {"name": "a", "input": ""}},
            ],
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": None,
                    "reasoning_content": "hm",
                    "tool_calls": [
                        {
                            "id": "c1",
                            "type": "function",
                            "function": {"name": "ask", "arguments": "{}"},
                            "extra_content": {"google": {"thought_signature": "c2ln"}},
                        },
                        {"id": "c2", "type": "custom", "custom": {"name": "a", "input": ""}},
                    ],
                }
            ]
        ),
    ),
    Case(
        "calls as an SDK's helper reads them",
        "openai.chat",
        choice(
            "tool_calls", content="", tool_calls=[{**CALL, "function": {**CALL["function"], "parsed_arguments": {}}}]
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": None,
                    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ask", "arguments": "{}"}}],
                }
            ]
        ),
    ),
    Case(
        "a refusal",
        "openai.chat",
        choice(content=None, refusal="No."),
        snapshot([{"role": "assistant", "content": None, "refusal": "No."}]),
    ),
    Case(
        "a voice",
        "openai.chat",
        choice(content=None, audio={"id": "a1", "data": "eA==", "transcript": "No dogs."}),
        snapshot([{"role": "assistant", "content": None, "audio": {"id": "a1"}}]),
    ),
    Case(
        "content in parts",
        "openai.chat",
        choice(content=[text("a"), text("")]),
        snapshot([{"role": "assistant", "content": [{"type": "text", "text": "a"}]}]),
    ),
    Case(
        "cut off in a call",
        "openai.chat",
        choice(
            "length",
            content="a",
            tool_calls=[CALL, {"id": "c2", "type": "function", "function": {"name": "ask", "arguments": '{"a'}}],
        ),
        snapshot(
            [
                {
                    "role": "assistant",
                    "content": "a",
                    "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "ask", "arguments": "{}"}}],
                }
            ]
        ),
    ),
    Case("thoughts alone", "openai.chat", choice(content=None, reasoning_content="hm"), snapshot([])),
    Case("steps alone", "perplexity", choice(content=None, reasoning_steps=[{"thought": "hm"}]), snapshot([])),
    Case(
        "details of thoughts alone",
        "openai.chat",
        choice(content=None, reasoning_details=[{"type": "reasoning.text", "text": "hm"}]),
        snapshot([]),
    ),
    Case(
        "its steps",
        "perplexity",
        {
            **choice(content="a[1]", reasoning_steps=[{"thought": "hm"}], annotations=[]),
            "model": "sonar",
            "search_results": [],
        },
        snapshot([{"role": "assistant", "content": "a[1]", "reasoning_steps": [{"thought": "hm"}]}]),
    ),
    Case(
        "messages and calls alone",
        "perplexity.responses",
        output(
            {"type": "search_results", "results": []},
            item(content=[spoken("a[1]"), {"type": "refusal", "refusal": "No."}]),
            item(content=[spoken("")]),
            {
                "type": "function_call",
                "id": "f",
                "call_id": "c",
                "name": "ask",
                "arguments": "{}",
                "status": "completed",
                "thought_signature": "c2ln",
            },
        ),
        snapshot(
            [
                {"type": "message", "role": "assistant", "content": "a[1]No."},
                {
                    "type": "function_call",
                    "call_id": "c",
                    "name": "ask",
                    "arguments": "{}",
                    "thought_signature": "c2ln",
                },
            ]
        ),
    ),
    Case(
        "X is searched by xAI itself",
        "xai",
        output(
            {
                "type": "custom_tool_call",
                "id": "x",
                "call_id": "c",
                "name": "x_keyword_search",
                "input": "{}",
                "status": "completed",
            },
            {"type": "reasoning", "id": "r", "summary": [], "status": "completed"},
            item(content=[spoken("a")]),
        ),
        snapshot(
            [
                {
                    "type": "custom_tool_call",
                    "id": "x",
                    "call_id": "c",
                    "name": "x_keyword_search",
                    "input": "{}",
                    "status": "completed",
                },
                {"type": "reasoning", "id": "r", "summary": []},
                {
                    "type": "message",
                    "id": "m1",
                    "role": "assistant",
                    "status": "completed",
                    "content": [{"type": "output_text", "text": "a", "annotations": []}],
                },
            ]
        ),
    ),
    Case(
        "outputs up to the end",
        "xai.grpc",
        {
            "outputs": [
                {
                    "finish_reason": "REASON_TOOL_CALLS",
                    "message": {
                        "role": "ROLE_ASSISTANT",
                        "content": "",
                        "reasoning_content": "hm",
                        "encrypted_content": "c2VhbA==",
                        "tool_calls": [{"id": "1"}],
                    },
                },
                {"index": 1, "message": {"role": "ROLE_TOOL", "tool_calls": [{"id": "1"}]}},
                {"index": 2, "message": {"role": "ROLE_ASSISTANT"}},
                {
                    "index": 3,
                    "finish_reason": "REASON_STOP",
                    "message": {
                        "role": "ROLE_ASSISTANT",
                        "content": "a[[1]](https://a.example/)",
                        "citations": [{"id": "1"}],
                    },
                },
                {
                    "index": 4,
                    "finish_reason": "REASON_STOP",
                    "message": {"role": "ROLE_ASSISTANT", "content": "another candidate"},
                },
            ]
        },
        snapshot(
            [
                {
                    "role": "ROLE_ASSISTANT",
                    "reasoning_content": "hm",
                    "encrypted_content": "c2VhbA==",
                    "tool_calls": [{"id": "1"}],
                },
                {"role": "ROLE_TOOL", "tool_calls": [{"id": "1"}], "tool_call_id": "1"},
                {"role": "ROLE_ASSISTANT", "content": [{"text": "a[[1]](https://a.example/)"}]},
            ]
        ),
    ),
    Case(
        "a page of a thread, newest first",
        "openai.assistants",
        {
            "object": "list",
            "data": [
                {
                    "object": "thread.message",
                    "role": "assistant",
                    "content": [
                        {"type": "text", "text": {"value": "b【4:0†source】", "annotations": []}},
                        {"type": "image_file", "image_file": {"file_id": "f"}},
                        {"type": "text", "text": {"value": ""}},
                    ],
                },
                {"object": "thread.message", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]},
                {"object": "thread.message", "role": "user", "content": [{"type": "text", "text": {"value": "?"}}]},
            ],
        },
        snapshot(
            [
                {"role": "assistant", "content": [{"type": "text", "text": "No."}]},
                {
                    "role": "assistant",
                    "content": [
                        {"type": "text", "text": "b【4:0†source】"},
                        {"type": "image_file", "image_file": {"file_id": "f"}},
                    ],
                },
            ]
        ),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.provider}: {case.name}")
def test_what_goes_back_to_the_same_provider(case: Case):
    sent = replay(normalize(case.data, provider=case.provider), case.provider)
    assert sent == case.sent
    assert complaints(case.provider, second(case.provider, {"message": "?"}, sent)) in ([], UNKNOWN)
    saved = normalize(case.data, provider=case.provider, keep="turn")
    assert replay(Answer.model_validate_json(saved.model_dump_json()), case.provider) == sent


UNKNOWN = ["0.content.0: an unknown kind 'riddle', or not one member of a union: ['a', 'type']"]
