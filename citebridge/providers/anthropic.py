"""Anthropic Messages (platform.claude.com/docs/en/build-with-claude/citations; providers.md 2).

A citation hangs on its whole text block; the end of pages is exclusive. In streams the citations of a block come before
its text (100 of 100 recorded) or after it (the docs' sample).
"""

from collections.abc import Iterator

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, Turn, members, record, records, string, whole
from citebridge.adapter.numbered import NumberedSources, Offered, content_blocks, numbered, texts
from citebridge.models import Source

name = "anthropic"
_HELPER = {"ping", "text", "citation", "thinking", "signature", "input_json"}  # empty, or made by the SDK's helper
_GROWS = {"thinking_delta": "thinking", "signature_delta": "signature", "input_json_delta": "partial_json"}
_QUIET = ("thinking", "container_upload", "compaction", "tool_use", "tool_result")  # blocks that cite nothing
# type -> kind of source, its number, its name, its title; kind of place, its start, its end
_DOCUMENT = ("document", "document_index", "file_id", "document_title")
_KINDS = {
    "char_location": (*_DOCUMENT, "chars", "start_char_index", "end_char_index"),
    "page_location": (*_DOCUMENT, "page_range", "start_page_number", "end_page_number"),
    "content_block_location": (*_DOCUMENT, "blocks", "start_block_index", "end_block_index"),
    "search_result_location": (
        *("search_result", "search_result_index", "source", "title"),
        *("blocks", "start_block_index", "end_block_index"),
    ),
    "web_search_result_location": ("web", "", "url", "title", "chars", "", ""),
}


def _tells(body: Record) -> bool:
    kind = str(body.get("type"))
    return kind == "message_start" or kind.startswith("content_block_") or (kind == "message" and "content" in body)


spec = ReaderSpec("messages", _tells, sdk=("anthropic",), turn=("role", "content"), numbered=True)


def explode(body: Record) -> Iterator[Record]:
    """The events of `messages.create(stream=True)`."""
    yield {"type": "message_start", "message": body}
    for index, block in enumerate(members(body.get("content"))):
        yield {"type": "content_block_start", "index": index, "content_block": block}
    yield {"type": "message_delta", "delta": body}
    yield {"type": "message_stop"}


class parser:  # noqa: N801
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._turn, self._sources = builder, Turn(builder.is_whole), NumberedSources(builder)
        self._cited: dict[int, int] = {}  # how many citations a block has had

    def feed(self, event: Record) -> None:
        """Read one event."""
        kind, index = event.get("type"), whole(event.get("index")) or 0
        if kind == "content_block_delta":
            self._delta(index, record(event.get("delta")), event)
        elif kind == "content_block_start":
            self._block(index, record(event.get("content_block")))
        elif kind == "content_block_stop":
            if self._turn.part(index).get("type") == "text":
                self._to.close(self._to.slot(index))
        elif kind == "message_start":
            self._turn.body = {**record(event.get("message"))}
            self._to.about(self._turn.body, model="model", response_id="id", usage="usage")
        elif kind == "message_delta":
            self._ending(record(event.get("delta")), record(event.get("usage")))
        elif kind == "message_stop":
            self._to.end_with(None)
        elif kind not in _HELPER:
            self._to.notice("unknown_event", f"an event of type {kind!r}", event)

    def close(self) -> None:
        """Leave the message as the SDK's own accumulator would."""
        self._to.raw = {**self._turn.body, "content": self._turn.listed(json_in={"partial_json": "input"})}

    def _block(self, index: int, block: Record) -> None:
        self._to.announce(index)
        self._turn.start(index, block)
        kind, content = string(block.get("type")) or "", block.get("content")
        if kind == "text":
            self._to.slot(index).add(string(block.get("text")) or "")
            for citation in self._to.records(block, "citations"):
                self._cite(index, citation)
        elif kind == "web_search_tool_result":
            for n, page in enumerate(records(content)):
                url, title = string(page.get("url")), string(page.get("title"))
                self._to.source(url or f"result:{index}.{n}", (index, n), kind="web", url=url, title=title, raw=page)
        elif kind == "web_fetch_tool_result" and "content" in record(content):
            self._sources.fetched((index, 0), record(content), record(record(content)["content"]))
        elif not kind.endswith(_QUIET):
            self._to.notice("unknown_block", f"a content block of type {kind!r}")

    def _delta(self, index: int, delta: Record, event: Record) -> None:
        kind = string(delta.get("type")) or ""
        if kind == "text_delta":
            self._to.slot(index).add(string(delta.get("text")) or "")
            self._turn.grow(index, "text", delta.get("text"))
        elif kind == "citations_delta" and isinstance(citation := delta.get("citation"), dict):
            self._turn.append(index, "citations", citation)
            self._cite(index, citation)
        elif kind in _GROWS:
            self._turn.grow(index, _GROWS[kind], delta.get(_GROWS[kind]))
        else:
            self._to.notice("unknown_event", f"a delta of type {kind!r}", event)

    def _ending(self, delta: Record, usage: Record) -> None:
        self._turn.body |= {key: value for key, value in delta.items() if key != "content"}
        self._to.usage = self._turn.body["usage"] = {**record(self._to.usage), **usage}
        self._to.end_with(string(delta.get("stop_reason")))
        self._to.refuse(string(record(delta.get("stop_details")).get("explanation")) or "")

    def _cite(self, index: int, citation: Record) -> None:
        n = self._cited[index] = self._cited.get(index, -1) + 1
        kind = self._to.string(citation, "type")
        if kind not in _KINDS:
            self._to.notice("unknown_citation_type", f"a citation of type {kind!r}")
        source, number, called, title, place, start, end = _KINDS.get(kind or "", (*_DOCUMENT, "chars", "", ""))
        string, whole = self._to.string, self._to.whole
        draft = self._sources.citation(
            (index, n),
            source,
            number=whole(citation, number),
            name=string(citation, called),
            title=string(citation, title),
            quote=string(citation, "cited_text"),
            where=(place, whole(citation, start), whole(citation, end)),
            type=kind,
            raw=citation,
        )
        self._to.cite_all(self._to.slot(index), draft)


def sources_in(request: Record) -> list[Source]:
    """Documents, search results and web pages of all messages."""
    return numbered(offer for block in content_blocks(request) for offer in _offered(block))


def _offered(block: Record) -> Iterator[Offered]:
    content, kind = block.get("content"), block.get("type")
    if kind == "document":
        source = record(block.get("source"))
        url, file, media = (string(source.get(key)) for key in ("url", "file_id", "media_type"))
        offer = Offered(kind="document", name=file or url, url=url, title=string(block.get("title")), media_type=media)
        text = {"text": string(source.get("data")) or ""} if source.get("type") == "text" else {}
        blocks = {"blocks": texts(source.get("content"))} if source.get("type") == "content" else {}
        yield {**offer, "data": string(source.get("data")), **text, **blocks}
    elif kind == "search_result":
        known, title = string(block.get("source")), string(block.get("title"))
        yield Offered(kind="search_result", name=known, title=title, blocks=texts(content))
    elif kind == "web_fetch_tool_result":
        yield Offered(kind="document", name=string(record(content).get("url")), fetched=True)
    elif kind == "web_search_tool_result":
        for page in records(content):
            yield Offered(kind="web", name=string(page.get("url")), title=string(page.get("title")))
