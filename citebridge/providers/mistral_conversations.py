"""Mistral conversations and agents (docs.mistral.ai/agents): entries, whose messages have text and tool references.

A reference stands behind the text it supports and is a page, or a document of a library; several may follow each other.
No word tells how an answer ended, only that it has.
"""

from collections.abc import Iterator

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record, Slot
from citebridge.adapter.choices import inner_of
from citebridge.adapter.fields import members, record, records, string
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.turn import Turn
from citebridge.models import SourceKind

name = "mistral.conversations"
_KIND = "message.output"
_QUIET = ("tool.execution", "agent.handoff", "message.input")
_SILENT = ("thinking", "tool_file", "document_url", "image_url")  # chunks


def _tells(body: Record) -> bool:
    said, entries = inner_of(body), {str(entry.get("type")) for entry in records(body.get("outputs"))}
    events = ("conversation.response.", "message.output.", "tool.execution.", "agent.handoff.", "function.call.")
    kind = str(said.get("type"))
    return kind.startswith(events) or said.get("object") == "conversation.response" or "message.output" in entries


spec = ReaderSpec("conversations", _tells, sdk=("mistralai",), turn=("outputs",))


def explode(body: Record) -> Iterator[Record]:
    """The events of `conversations.start_stream`, with whole entries."""
    yield {"type": "conversation.response.started", "conversation_id": body.get("conversation_id")}
    for index, entry in enumerate(members(body.get("outputs"))):
        yield {"output_index": index, **record(entry)}
    if "outputs" in body:
        yield {"type": "conversation.response.done", "usage": body.get("usage")}


class parser:
    """Reads the events of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._turn, self._body = builder, Turn(builder.is_whole), Record()
        self._numbers: dict[str, int] = {}  # messages by their ids
        self._references, self._calls = 0, False
        handlers = {"message.output": self._message, "message.output.delta": self._message}
        handlers |= dict.fromkeys(("function.call", "function.call.delta"), self._call)
        handlers |= {f"conversation.response.{word}": self._frame for word in ("started", "done", "error")}
        self._dispatch = Dispatch(builder, handlers, _QUIET)

    def feed(self, event: Record) -> None:
        """Read one event, out of what the SDK wraps it in."""
        self._dispatch(inner_of(event))

    def close(self) -> None:
        """Leave the response put together."""
        self._to.raw = {"object": "conversation.response", **self._body, "outputs": self._turn.listed()}

    def _frame(self, event: Record) -> None:
        kind = str(event.get("type")).rpartition(".")[2]
        self._body |= {key: event[key] for key in ("conversation_id", "usage") if key in event}
        self._to.about(event, response_id="conversation_id", usage="usage")
        if kind == "error":
            self._to.end("error", self._to.string(event, "message"))
            self._to.notice("error_body", f"the provider sent an error: {event.get('message')}", event)
        elif kind == "done":
            self._to.end("tool_call" if self._calls else "complete")

    def _call(self, event: Record) -> None:
        self._calls = True

    def _message(self, event: Record) -> None:
        known = string(event.get("id")) or str(event.get("output_index"))
        number = self._numbers.setdefault(known, len(self._numbers))
        self._to.about(event, model="model")
        self._turn.start(number, {**{key: value for key, value in event.items() if key != "content"}, "type": _KIND})
        for chunk in members(event.get("content")):
            said: Record = {"type": "text", "text": chunk} if isinstance(chunk, str) else record(chunk)
            self._turn.append(number, "content", said)
            self._chunk(self._to.slot(number), said)

    def _chunk(self, slot: Slot, chunk: Record) -> None:
        kind = string(chunk.get("type")) or ""
        if kind == "text":
            slot.add(self._to.string(chunk, "text") or "")
        elif kind == "tool_reference":
            self._cite(slot, chunk)
        elif kind not in _SILENT:
            self._to.notice("unknown_block", f"a content chunk of type {kind!r}")

    def _cite(self, slot: Slot, chunk: Record) -> None:
        number, self._references = self._references, self._references + 1
        url, title, tool = (self._to.string(chunk, field) for field in ("url", "title", "tool"))
        kind: SourceKind = "web" if url is not None else "document" if tool == "document_library" else "tool"
        named = url or f"document:{number}"
        source = self._to.source(named, (number,), minted=url is None, kind=kind, url=url, title=title)
        draft = self._to.citation((number, 0), source, ref=url, type="tool_reference", raw=chunk)
        self._to.cite_point(slot, draft, slot.length)
