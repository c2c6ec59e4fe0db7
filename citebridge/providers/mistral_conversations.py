"""Mistral conversations and agents (docs.mistral.ai/agents): entries, whose messages have text and tool references.

A reference stands behind the text it supports and is a page, or a file of a library; several may follow each other. No
word tells how an answer ended, only that it has.
"""

from bisect import bisect_right
from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record, Slot, index_of
from citebridge.adapter.choices import inner_of
from citebridge.adapter.fields import members, record, records, string
from citebridge.adapter.growing import GrowingTexts
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.replaying import joined_texts
from citebridge.adapter.turn import Turn
from citebridge.models import SourceKind

name = "mistral.conversations"
_RESPONSE = "conversation.response"
_ENTRIES = ("message.output", "message.input", "function.call", "tool.execution", "agent.handoff")
_APART = ("content", "content_index", "output_index", "arguments")  # of an event: put together apart, or not kept
_LATER = ("info", "next_agent_id", "next_agent_name")  # told when an entry is done
_SILENT = ("text", "thinking", "tool_file", "document_url", "image_url")  # chunks


def _tells(body: Record) -> bool:
    said = inner_of(body)
    kinds = [str(one.get("type")) for one in (said, *records(body.get("outputs")))]
    return said.get("object") == _RESPONSE or any(kind.startswith((_RESPONSE, *_ENTRIES)) for kind in kinds)


spec = ReaderSpec("conversations", _tells, sdk=("mistralai",), turn=("outputs",))


def explode(body: Record) -> Iterator[Record]:
    """The events of `conversations.start_stream`, with whole entries."""
    yield {"type": f"{_RESPONSE}.started", "conversation_id": body.get("conversation_id")}
    for index, entry in enumerate(members(body.get("outputs"))):
        yield {"output_index": index, **record(entry)}
    if body.get("outputs") is not None:
        yield {"type": f"{_RESPONSE}.done", "usage": body.get("usage")}


class parser:
    """Reads the events of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._body, self._calls, self._references = builder, Record(), False, 0
        self._entries, self._chunks = Turn(builder.is_whole), GrowingTexts(builder)
        self._numbers = dict[str, int]()  # entries by their ids
        self._last = dict[tuple[int, int], tuple[int, str]]()  # chunk at each index of a message, and its kind
        self._begun = dict[int, tuple[list[int], list[int]]]()  # indexes of the texts of each message, and their places
        frames = [f"{_RESPONSE}.{word}" for word in ("started", "done", "error")]
        self._dispatch = Dispatch(builder, dict.fromkeys(_ENTRIES, self._entry) | dict.fromkeys(frames, self._frame))

    def feed(self, event: Record) -> None:
        """Read one event, out of what the SDK wraps it in; that of an entry is the whole of it, or more."""
        said = inner_of(event)
        kind = str(said.get("type"))
        self._dispatch(said, kind if kind.startswith(_RESPONSE) else _kind_of(said))

    def close(self) -> None:
        """Leave the response put together."""
        self._chunks.put_into(self._entries)
        self._to.raw = {"object": _RESPONSE, **self._body, "outputs": self._entries.listed()}

    def _frame(self, event: Record) -> None:
        kind = str(event.get("type")).rpartition(".")[2]
        self._body |= {key: event[key] for key in ("conversation_id", "usage") if key in event}
        self._to.about(event, response_id="conversation_id", usage="usage")
        if kind == "error":
            self._to.end("error", self._to.string(event, "message"))
            self._to.notice("error_body", f"the provider sent an error: {event.get('message')}", event)
        elif kind == "done":
            self._to.end("tool_call" if self._calls else "complete")

    def _entry(self, event: Record) -> None:
        kind = _kind_of(event)
        known = string(event.get("id")) or f"{kind} {event.get('output_index')}"
        number = self._numbers.setdefault(known, len(self._numbers))
        self._entries.start(number, {**{key: event[key] for key in event if key not in _APART}, "type": kind})
        self._entries.grow(number, "arguments", event.get("arguments"))
        for key in _LATER:
            if key in event:
                self._entries.put(number, key, event[key])
        self._calls = self._calls or kind == "function.call"
        if kind == "message.output":
            self._to.about(event, model="model")
            index = index_of(event, "content_index")
            for chunk in members(event.get("content")):
                said: Record = {"type": "text", "text": chunk} if isinstance(chunk, str) else record(chunk)
                self._chunk(number, index, said)

    def _chunk(self, number: int, index: int, chunk: Record) -> None:
        """A chunk of a message; text behind text is more of it."""
        kind, (last, before) = string(chunk.get("type")) or "", self._last.get((number, index), (-1, ""))
        at, slot = last + (kind != "text" or before != kind), self._to.slot(number)
        self._last[number, index] = at, kind
        indexes, places = self._begun.setdefault(number, ([], []))
        if kind == "text":
            text = self._to.string(chunk, "text") or ""
            self._chunks.turn.start((number, index, at), {"type": kind})
            self._chunks.turn.grow((number, index, at), "text", text)
            if not indexes or indexes[-1] < index:
                indexes.append(index)
                places.append(slot.length)
            slot.add(text)
            return
        self._chunks.turn.start((number, index, at), chunk)
        later = bisect_right(indexes, index)  # text that stands behind it may have come before it
        self._refer(slot, chunk, places[later] if later < len(places) else slot.length)

    def _refer(self, slot: Slot, chunk: Record, at: int | None) -> None:
        """A chunk that is no text of the answer; what a thought refers to supports no place in it."""
        for one in records(chunk.get("thinking")):
            self._refer(slot, one, None)
        if (word := string(chunk.get("type")) or "") != "tool_reference":
            if word not in _SILENT:
                self._to.notice("unknown_block", f"a content chunk of type {word!r}")
            return
        number, self._references = self._references, self._references + 1
        url, title, tool = (self._to.string(chunk, field) for field in ("url", "title", "tool"))
        kind: SourceKind = "web" if url is not None else "file" if tool == "document_library" else "tool"
        named = url or f"document:{number}"
        source = self._to.source(named, (number,), minted=url is None, kind=kind, url=url, title=title)
        draft = self._to.citation((number, 0), source, ref=url, type="tool_reference", raw=chunk)
        self._to.cite_point(slot, draft, at)


def _kind_of(event: Record) -> str:
    """What entry an event is of: `tool.execution.done` is of a `tool.execution`."""
    return ".".join(str(event.get("type")).split(".")[:2])


def replay(turn: Record | str) -> list[Record]:
    """The entries, as `inputs` of a conversation that is begun anew, less empty texts."""
    if isinstance(turn, str):
        return [{"object": "entry", "type": "message.output", "role": "assistant", "content": turn}]
    entries: list[Record] = []
    for entry in records(turn.get("outputs")):
        content = entry.get("content")
        chunks: JsonValue = [*joined_texts(records(content), "type", "text")] if isinstance(content, list) else content
        if entry.get("type") != "message.output":
            entries.append(entry)
        elif chunks:
            entries.append({**entry, "content": chunks})
    return entries
