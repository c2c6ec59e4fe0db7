"""Amazon Bedrock Converse (docs.aws.amazon.com, API_runtime_Converse; providers.md 9).

Claude's citations hang on their own block; Nova sends blocks of web citations without text, which belong to the text
block before. What a block is shows in its deltas alone, and the streamed key is `citation`.
"""

from bisect import bisect_right
from collections.abc import Iterator

from citebridge.adapter import AnswerBuilder, ContentBlocks, Draft, ReaderSpec, Record, record, records, string, whole
from citebridge.adapter.fields import members
from citebridge.adapter.numbered import Kind, NumberedSources, Offered, content_blocks, numbered, texts
from citebridge.models import Source

name = "bedrock"
_EVENTS = {"messageStart", "contentBlockStart", "contentBlockDelta", "contentBlockStop", "messageStop"}
_QUIET = {"toolUse", "toolResult", "reasoningContent"}
_MEDIA = {"pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "html": "text/html", "csv": "text/csv"}
_UNKNOWN = Kind("document", "documentIndex", "source", "title")
_KINDS = {
    "documentChar": Kind("document", "documentIndex", "source", "title", "chars", "start", "end"),
    "documentPage": Kind("document", "documentIndex", "source", "title", "page_range", "start", "end"),
    "documentChunk": Kind("document", "documentIndex", "source", "title", "blocks", "start", "end"),
    "searchResultLocation": Kind("search_result", "searchResultIndex", "source", "title", "blocks", "start", "end"),
    "web": Kind("web", "", "url", "title"),
}


def _tells(body: Record) -> bool:
    return bool(_EVENTS & body.keys()) or "message" in record(body.get("output"))


spec = ReaderSpec("converse", _tells, sdk=("botocore",), turn=("output",), numbered=True)


def explode(body: Record) -> Iterator[Record]:
    """The events of `converse_stream`."""
    for index, value in enumerate(members(record(record(body.get("output")).get("message")).get("content"))):
        block = record(value)
        cited = record(block.get("citationsContent"))
        parts = [block] if "text" in block else records(cited.get("content"))
        deltas: list[Record] = [{"citation": citation} for citation in members(cited.get("citations"))]
        for delta in [*deltas, *({"text": part.get("text")} for part in parts)]:
            yield {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        if not deltas and not parts:
            yield {"contentBlockStart": {"contentBlockIndex": index, "start": block}}
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": body, "metadata": body}


class parser:  # noqa: N801
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._blocks, self._sources = builder, ContentBlocks(builder), NumberedSources(builder)
        self._texts: list[int] = []  # blocks with text
        self._waiting: dict[int, list[Draft]] = {}  # until it is known whether their block has text
        self._body: Record = {}

    def feed(self, event: Record) -> None:
        """Read one event."""
        for kind, value in event.items():
            inner = record(value)
            index = whole(inner.get("contentBlockIndex")) or 0
            if kind == "contentBlockDelta":
                self._blocks.start(index, {})
                for name, part in record(inner.get("delta")).items():
                    self._delta(index, name, part if name == "text" else record(part), event)
            elif kind == "contentBlockStart":
                self._blocks.start(index, record(inner.get("start")))
                if not _QUIET & record(inner.get("start")).keys():
                    self._to.notice("unknown_block", f"a content block with {list(record(inner.get('start')))}")
            elif kind == "contentBlockStop":
                self._stop(index)
            elif kind in ("messageStop", "metadata"):
                self._body |= {key: inner[key] for key in ("stopReason", "usage", "metrics") if key in inner}
                self._to.about(inner, usage="usage")
                self._to.end_with(string(inner.get("stopReason"))) if kind == "messageStop" else None
            elif kind.endswith("Exception"):
                self._to.end("error", f"{kind} {string(inner.get('message')) or ''}".strip())
                self._to.notice("error_body", f"the stream was broken off: {kind}", event)
            elif kind not in ("messageStart", "p"):
                self._to.notice("unknown_event", f"an event of kind {kind!r}", event)

    def close(self) -> None:
        """Leave the response as `converse` would have sent it."""
        for index in sorted(self._waiting):
            self._stop(index)
        content = [_block(part) for part in records(self._blocks.listed())]
        self._to.raw = {"output": {"message": {"role": "assistant", "content": content}}, **self._body}

    def _delta(self, index: int, name: str, value: object, event: Record) -> None:
        if isinstance(value, str):
            self._blocks.text(index, value)
            at = bisect_right(self._texts, index)
            if value and self._texts[at - 1 : at] != [index]:
                self._texts.insert(at, index)
        elif name == "citation" and isinstance(value, dict):
            self._blocks.append(index, "citations", value)
            self._cite(index, value)
        elif name in _QUIET:
            self._blocks.append(index, name, record(value))
        else:
            self._to.notice("unknown_event", f"a delta with {name!r}", event)

    def _cite(self, index: int, citation: Record) -> None:
        kind, value = next(iter(record(citation.get("location")).items()), ("", None))
        if kind not in _KINDS:
            self._to.notice("unknown_citation_type", f"a location of kind {kind!r}")
        read, where = _KINDS.get(kind, _UNKNOWN), record(value)
        said = {**citation, "url": where.get("url")} if kind == "web" else citation
        quotes = [text for part in records(citation.get("sourceContent")) if (text := string(part.get("text")))]
        place, quote = self._blocks.next_citation(index), "\n".join(quotes) or None
        draft = self._sources.citation(place, read, said, where, quote, kind or None, citation)
        self._waiting.setdefault(index, []).append(draft)

    def _stop(self, index: int) -> None:
        """The block is complete: its citations hang on its text, or on that of the last block that has some."""
        slot, at = self._blocks.slot(index), bisect_right(self._texts, index)
        self._blocks.stop(index)
        for draft in self._waiting.pop(index, ()):
            self._to.cite_all(self._blocks.slot(self._texts[at - 1]) if at else slot, draft)


def _block(part: Record) -> Record:
    if "citations" not in part:
        return part
    content: Record = {"content": [{"text": part["text"]}]} if "text" in part else {}
    return {"citationsContent": {**content, "citations": part["citations"]}}


def sources_in(request: Record) -> list[Source]:
    """Documents and search results of all messages."""
    return numbered(offer for block in content_blocks(request) for offer in _offered(block))


def _offered(block: Record) -> Iterator[Offered]:
    if isinstance(document := block.get("document"), dict):
        source, title = record(document.get("source")), string(document.get("name"))
        data = string(record(source.get("bytes")).get("$base64")) or string(source.get("bytes"))
        blocks = texts(source["content"]) if isinstance(source.get("content"), list) else None
        text, media = string(source.get("text")), _MEDIA.get(string(document.get("format")) or "")
        yield Offered(kind="document", title=title, text=text, blocks=blocks, data=data, media_type=media)
    elif isinstance(result := block.get("searchResult"), dict):
        known, title = string(result.get("source")), string(result.get("title"))
        yield Offered(kind="search_result", name=known, title=title, blocks=texts(result.get("content")))
