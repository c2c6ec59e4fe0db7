"""OpenAI Responses (developers.openai.com/api/reference, Responses; providers.md 3), Azure's too.

Offsets count within one part, and the parts of all messages are joined. The last event carries the whole response and
may know more than the deltas did; so a whole response is that one event.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, Turn, members, record, records, string, whole
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.offers import nothing_offered as sources_in
from citebridge.adapter.retrieved import Retrieved
from citebridge.marks import OPENAI_SHAPED

name = "openai"
_ENDS = {"response.completed", "response.incomplete", "response.failed", "response.cancelled"}
_QUIET = ("_call", "_call_output", "reasoning", "compaction", "mcp_list_tools", "mcp_approval_request")  # items
_PASSING = (  # events of parts that cite nothing
    *("response.reasoning", "response.function_call", "response.custom_tool", "response.mcp", "response.image"),
    *("response.code", "response.file_search", "response.web_search", "response.audio", "response.queued", "keepalive"),
)


def _tells(body: Record) -> bool:
    return body.get("object") == "response" or str(body.get("type")).startswith("response.")


spec = ReaderSpec("responses", _tells, sdk=("openai",), turn=("output",), grammars=OPENAI_SHAPED)


def explode(body: Record) -> Iterator[Record]:
    """The last event of `responses.create(stream=True)`, which carries everything."""
    yield {"type": "response.completed", "response": body}


class parser:  # noqa: N801
    """Reads the events of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._annotations, self._retrieved = builder, Annotations(builder), Retrieved(builder)
        self._items, self._parts = Turn(builder.is_whole), Turn(builder.is_whole)
        self._response: Record = {}
        self._refusals: dict[tuple[int, int], str] = {}

    def feed(self, event: Record) -> None:
        """Read one event."""
        kind, output = string(event.get("type")) or "", whole(event.get("output_index")) or 0
        at = (output, whole(event.get("content_index")) or 0)
        if kind == "response.output_text.delta":
            self._to.announce(output)
            self._to.slot(*at).add(string(event.get("delta")) or "")
            self._parts.grow(at, "text", event.get("delta"))
        elif kind == "response.output_text.annotation.added":
            annotation = event.get("annotation")
            if isinstance(annotation, dict):
                self._parts.append(at, "annotations", annotation)
                self._annotations.tell(self._to.slot(*at), at, whole(event.get("annotation_index")), annotation)
        elif kind == "response.refusal.delta":
            self._refusals[at] = self._refusals.get(at, "") + (string(event.get("delta")) or "")
        elif kind in ("response.content_part.added", "response.content_part.done"):
            self._part(at, record(event.get("part")), last=kind.endswith("done"))
        elif kind in ("response.output_item.added", "response.output_item.done"):
            self._item(output, record(event.get("item")), last=kind.endswith("done"))
        elif kind in ("response.output_text.done", "response.refusal.done"):
            self._part(at, {"type": kind.split(".")[1], **event, "annotations": None}, last=False)
        elif kind in _ENDS or kind in ("response.created", "response.in_progress"):
            self._whole(record(event.get("response")), last=kind in _ENDS)
        elif not kind.startswith(_PASSING):
            self._to.notice("unknown_event", f"an event of type {kind!r}", event)

    def close(self) -> None:
        """Leave the response as the last event carries it, or as far as it came."""
        self._to.refuse("".join(self._refusals[at] for at in sorted(self._refusals)))
        self._parts.listed()
        texts: dict[int, list[JsonValue]] = {}
        for (output, _), part in sorted(self._parts.parts.items()):
            texts.setdefault(output, []).append(part)
        for output, content in texts.items():
            self._items.start(output, {"type": "message", "role": "assistant"})["content"] = content
        whole = "output" in self._response
        self._to.raw = self._response if whole else {**self._response, "output": self._items.listed()}

    def _whole(self, response: Record, *, last: bool) -> None:
        self._to.about(response, model="model", response_id="id", usage="usage")
        self._response = {**response} if last else {key: value for key, value in response.items() if key != "output"}
        for output, item in enumerate(members(response.get("output"))):
            self._item(output, record(item), last=last)
        if last:
            self._ending(response)

    def _ending(self, response: Record) -> None:
        status, reason = string(response.get("status")), record(response.get("incomplete_details")).get("reason")
        calls = any(item.get("type") in ("function_call", "custom_tool_call") for item in records(response.get("output")))
        if status == "completed" and calls:
            self._to.end("tool_call", status)
        else:
            self._to.end_with(string(reason) or status)

    def _item(self, output: int, item: Record, *, last: bool) -> None:
        self._to.announce(output)
        self._items.parts[output] = {**item}
        kind = string(item.get("type")) or ""
        if kind == "message":
            for content, part in enumerate(members(item.get("content"))):
                self._part((output, content), record(part), last=last)
        elif kind == "file_search_call":
            self._retrieved.passages(output, item.get("results"))
        elif kind == "web_search_call":
            self._retrieved.pages(output, record(item.get("action")).get("sources"))
        elif not kind.endswith(_QUIET):
            self._to.notice("unknown_block", f"an output item of type {kind!r}")

    def _part(self, at: tuple[int, int], part: Record, *, last: bool) -> None:
        kind = string(part.get("type")) or ""
        if kind == "refusal":
            self._refusals[at] = string(part.get("refusal")) or self._refusals.get(at, "")
        elif kind == "output_text":
            slot = self._to.slot(*at)
            for number, annotation in enumerate(members(part.get("annotations"))):
                if isinstance(annotation, dict):
                    self._annotations.tell(slot, at, number, annotation)
                elif annotation is not None:
                    self._to.notice("odd_payload", f"annotation {number} is no object: {str(annotation)[:60]}")
            self._to.add_rest(slot, string(part.get("text")) or "")
            if last:
                self._to.close(slot)
        elif kind != "reasoning_text":
            self._to.notice("unknown_block", f"a content part of type {kind!r}")
