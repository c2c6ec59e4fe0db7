"""Anthropic Messages (platform.claude.com/docs/en/build-with-claude/citations).

A citation hangs on its whole text block; in streams it comes before its text (stanfordnlp/dspy#8721) or after it.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ContentBlocks, Dispatch, Part, ReaderSpec, Record, Slot, index_of
from citebridge.adapter.fields import contents, record, records, string, update
from citebridge.adapter.numbered import Kind, NumberedSources, Offered, numbered, plain_text, texts
from citebridge.adapter.replaying import said, trimmed, without

name = "anthropic"
_HELPER = ("ping", "vertex_event", "text", "citation", "thinking", "signature", "input_json")  # empty, or the SDK's own
_GROWS = {"thinking_delta": "thinking", "signature_delta": "signature", "input_json_delta": "partial_json"}
_QUIET = ("thinking", "container_upload", "compaction", "tool_use", "tool_result")  # blocks that cite nothing
_UNKNOWN = Kind("document", "document_index", "file_id", "document_title")
_BLOCKS = ("blocks", "start_block_index", "end_block_index")
_KINDS = {
    "char_location": Kind(*_UNKNOWN[:4], "chars", "start_char_index", "end_char_index"),
    "page_location": Kind(*_UNKNOWN[:4], "page_range", "start_page_number", "end_page_number"),
    "content_block_location": Kind(*_UNKNOWN[:4], *_BLOCKS),
    "search_result_location": Kind("search_result", "search_result_index", "source", "title", *_BLOCKS),
    "web_search_result_location": Kind("web", "", "url", "title"),
}


def _tells(body: Record) -> bool:
    kind = str(body.get("type"))
    return kind.startswith(("message_start", "content_block_")) or (kind == "message" and "content" in body)


spec = ReaderSpec("messages", _tells, sdk=("anthropic",), turn=("role", "content", "stop_reason"), numbered=True)


def explode(body: Record) -> Iterator[Record]:
    """The events of `messages.create(stream=True)`."""
    yield {"type": "message_start", "message": {**body, "stop_reason": None, "stop_details": None}}
    for index, block in enumerate(contents(body.get("content"), type="text")):
        yield {"type": "content_block_start", "index": index, "content_block": block}
    yield {"type": "message_delta", "delta": body}


class parser:
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._message = builder, Record()
        self._blocks, self._sources = ContentBlocks(builder), NumberedSources(builder)
        handlers = {"message_start": self._frame, "message_delta": self._frame, "content_block_start": self._block}
        handlers |= {"content_block_delta": self._delta, "content_block_stop": lambda e: self._blocks.stop(index_of(e))}
        self.feed = Dispatch(builder, {**handlers, "message_stop": lambda _: builder.end_with(None)}, _HELPER)

    def close(self) -> None:
        """Leave the message as the SDK's own accumulator would."""
        self._to.raw = {**self._message, "content": self._blocks.listed({("partial_json",): ("input",)})}

    def _block(self, event: Record) -> None:
        index, block = index_of(event), record(event.get("content_block"))
        self._blocks.start(index, block)
        kind, content = string(block.get("type")) or "", block.get("content")
        if kind == "text":
            slot = self._blocks.begin(index, self._to.string(block, "text") or "")
            for citation in self._to.records(block, "citations"):
                self._cite(index, slot, citation)
        elif kind == "web_search_tool_result":
            self._sources.pages(index, content)
        elif kind == "web_fetch_tool_result" and (page := record(content)).get("content") is not None:
            self._sources.fetched((index, 0), page, record(page["content"]))
        elif not kind.endswith(_QUIET):
            self._to.notice("unknown_block", f"a content block of type {kind!r}")

    def _delta(self, event: Record) -> None:
        index, delta = index_of(event), record(event.get("delta"))
        kind = string(delta.get("type")) or ""
        if kind == "text_delta":
            self._blocks.text(index, delta.get("text"))
        elif kind == "citations_delta" and isinstance(citation := delta.get("citation"), dict):
            self._blocks.append(index, "citations", citation)
            self._cite(index, self._blocks.slot(index), citation)
        elif kind in _GROWS:
            self._blocks.grow(index, _GROWS[kind], delta.get(_GROWS[kind]))
        else:
            self._to.notice("unknown_event", f"a delta of type {kind!r}", event)

    def _frame(self, event: Record) -> None:
        said = without(event, "type") | record(event.get("message")) | record(event.get("delta"))
        self._to.members(said, "content")  # a text is read in place of blocks, and told
        update(self._message, without(said, "content", "message", "delta"))
        self._to.about(self._message, model="model", response_id="id", usage="usage")
        if reason := self._to.string(said, "stop_reason"):
            self._to.end_with(reason)
        self._to.refuse(string(record(said.get("stop_details")).get("explanation")) or "")

    def _cite(self, index: int, slot: Slot | Part, citation: Record) -> None:
        kind, quote = self._to.string(citation, "type"), self._to.string(citation, "cited_text")
        place, read = self._blocks.next_citation(index), _KINDS.get(kind or "", _UNKNOWN)
        if read is _UNKNOWN:
            self._to.notice("unknown_citation_type", f"a citation of type {kind!r}")
        self._to.cite_all(slot, self._sources.citation(place, read, citation, citation, quote, kind, citation))


def _offered(block: Record) -> Iterator[Offered]:
    content, kind, title = block.get("content"), block.get("type"), string(block.get("title"))
    page = record(content) if kind == "web_fetch_tool_result" else {}
    if document := block if kind == "document" else record(page.get("content")):
        source, title = record(document.get("source")), string(document.get("title"))
        url, file, media, data = (string(source.get(key)) for key in ("url", "file_id", "media_type", "data"))
        known = Offered(kind="document", url=url, title=title, media_type=media, data=data, fetched=bool(page))
        known["name"], known["text"] = string(page.get("url")) or file or url, plain_text(document)
        known["blocks"] = texts(source.get("content")) if source.get("type") == "content" else None
        yield known
    elif kind == "search_result":
        yield Offered(kind="search_result", name=string(block.get("source")), title=title, blocks=texts(content))
    elif kind == "web_search_tool_result":
        pages = ((string(page.get("url")), string(page.get("title"))) for page in records(content))
        yield from (Offered(kind="web", name=url, title=title) for url, title in pages if url is not None)


sources_in = numbered(_offered)


def replay(turn: Record | str) -> list[Record]:
    """The message, less what is refused (agno-agi/agno#8687, aaif-goose/goose#7343), and what was broken off."""
    if isinstance(turn, str):
        return said(turn)
    blocks = [_returned(block) for block in records(contents(turn.get("content"), type="text"))]
    answered = {string(block.get("tool_use_id")) for block in blocks}
    if turn.get("stop_reason") == "pause_turn":  # the search it waits for goes on once the turn is back
        answered |= {string(block.get("id")) for block in blocks}
    calls = [block for block in blocks if block.get("type") == "tool_use" and _complete(block, answered)]
    answered |= {string(record(call.get("caller")).get("tool_id")) for call in calls}  # by code that goes on as well
    content: list[JsonValue] = [block for block in blocks if _complete(block, answered)]
    return [{"role": "assistant", "content": content}] if content else []


def _returned(block: Record) -> Record:
    kept = trimmed(without(block, "parsed_output"), "citations", "file_id")
    return kept if block.get("type") == "text" else without(block, "citations")


def _complete(block: Record, answered: set[str | None]) -> bool:
    kind = string(block.get("type")) or ""
    if kind == "text":
        return bool((string(block.get("text")) or "").strip())
    if kind.endswith("tool_use"):
        return isinstance(block.get("input"), dict) and (kind == "tool_use" or string(block.get("id")) in answered)
    return kind != "thinking" or string(block.get("signature")) is not None
