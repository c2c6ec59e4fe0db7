"""Amazon Bedrock Converse (docs.aws.amazon.com, API_runtime_Converse; providers.md 9).

Claude's citations hang on their own block; Nova sends blocks of web citations without text, which belong to the text
block before. What a block is shows in its deltas alone, and the streamed key is `citation`.
"""

from bisect import bisect_right, insort
from collections.abc import Iterator

from citebridge.adapter import AnswerBuilder, Draft, ReaderSpec, Record, Turn, members, record, records, string, whole
from citebridge.adapter.numbered import NumberedSources, Offered, content_blocks, numbered, texts
from citebridge.models import Source

name = "bedrock"
spec = ReaderSpec(
    "converse",
    lambda body: any(key in body for key in ("messageStart", "contentBlockDelta", "contentBlockStart", "messageStop"))
    or "message" in record(body.get("output")),
    sdk=("botocore",),
    turn=("output",),
    numbered=True,
)
_QUIET = {"toolUse", "toolResult", "reasoningContent"}
_MEDIA = {"pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "html": "text/html", "csv": "text/csv"}
# kind of location -> kind of source, its number; kind of place
_LOCATIONS = {
    "documentChar": ("document", "documentIndex", "chars"),
    "documentPage": ("document", "documentIndex", "page_range"),
    "documentChunk": ("document", "documentIndex", "blocks"),
    "searchResultLocation": ("search_result", "searchResultIndex", "blocks"),
    "web": ("web", "", "chars"),
}


def explode(body: Record) -> Iterator[Record]:
    """The events of `converse_stream`."""
    for index, block in enumerate(members(record(record(body.get("output")).get("message")).get("content"))):
        content = record(record(block).get("citationsContent"))
        texts = [record(block)] if "text" in record(block) else records(content.get("content"))
        deltas = [{"citation": citation} for citation in members(content.get("citations"))] + texts
        for delta in deltas:
            yield {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        if not deltas:
            yield {"contentBlockStart": {"contentBlockIndex": index, "start": block}}
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": body, "metadata": body}


class parser:  # noqa: N801
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._turn, self._sources = builder, Turn(builder.is_whole), NumberedSources(builder)
        self._cited: dict[int, int] = {}  # how many citations a block has had
        self._texts: list[int] = []  # blocks with text
        self._waiting: dict[int, list[Draft]] = {}  # until it is known whether their block has text

    def feed(self, event: Record) -> None:
        """Read one event."""
        for kind, value in event.items():
            inner = record(value)
            index = whole(inner.get("contentBlockIndex")) or 0
            if kind == "contentBlockDelta":
                self._delta(index, record(inner.get("delta")), event)
            elif kind == "contentBlockStart":
                self._to.announce(index)
                self._turn.start(index, record(inner.get("start")))
                if not _QUIET & record(inner.get("start")).keys():
                    self._to.notice("unknown_block", f"a content block with {list(record(inner.get('start')))}")
            elif kind == "contentBlockStop":
                self._stop(index)
            elif kind == "messageStop":
                self._turn.body["stopReason"] = inner.get("stopReason")
                self._to.end_with(string(inner.get("stopReason")))
            elif kind == "metadata":
                self._turn.body |= {key: inner[key] for key in ("usage", "metrics") if key in inner}
                self._to.about(inner, usage="usage")
            elif kind.endswith("Exception"):
                self._to.end("error", f"{kind} {string(inner.get('message')) or ''}".strip())
                self._to.notice("error_body", f"the stream was broken off: {kind}", event)
            elif kind not in ("messageStart", "p"):
                self._to.notice("unknown_event", f"an event of kind {kind!r}", event)

    def close(self) -> None:
        """Leave the response as `converse` would have sent it."""
        for index in sorted(self._waiting):
            self._stop(index)
        content = [_block(part) for part in records(self._turn.listed())]
        message = {"role": "assistant", "content": content}
        self._to.raw = {"output": {"message": message}, **self._turn.body}

    def _delta(self, index: int, delta: Record, event: Record) -> None:
        self._to.announce(index)
        for kind, value in delta.items():
            if kind == "text":
                self._to.slot(index).add(string(value) or "")
                if value and (not self._texts or index not in self._texts[-1:]) and index not in self._texts:
                    insort(self._texts, index)
                self._turn.grow(index, "text", value)
            elif kind == "citation" and isinstance(value, dict):
                self._turn.append(index, "citations", value)
                self._cite(index, value)
            elif kind in _QUIET:
                self._turn.append(index, kind, value)
            else:
                self._to.notice("unknown_event", f"a delta with {kind!r}", event)

    def _cite(self, index: int, citation: Record) -> None:
        n = self._cited[index] = self._cited.get(index, -1) + 1
        kind, value = next(iter(record(citation.get("location")).items()), (None, None))
        if kind not in _LOCATIONS:
            self._to.notice("unknown_citation_type", f"a location of kind {kind!r}")
        source, number, place = _LOCATIONS.get(kind or "", ("document", "documentIndex", "chars"))
        where = record(value) if kind in _LOCATIONS else {}
        quotes = [text for part in records(citation.get("sourceContent")) if (text := string(part.get("text")))]
        draft = self._sources.citation(
            (index, n),
            source,
            number=whole(record(value).get(number)),
            name=string(where.get("url")) or self._to.string(citation, "source"),
            title=self._to.string(citation, "title"),
            quote="\n".join(quotes) or None,
            where=(place, self._to.whole(where, "start"), self._to.whole(where, "end")),
            type=kind,
            raw=citation,
        )
        self._waiting.setdefault(index, []).append(draft)

    def _stop(self, index: int) -> None:
        """The block is complete: its citations hang on its text, or on that of the last block that has some."""
        slot = self._to.slot(index)
        self._to.close(slot)
        for draft in self._waiting.pop(index, ()):
            at = bisect_right(self._texts, index)
            self._to.cite_all(self._to.slot(self._texts[at - 1]) if at else slot, draft)


def _block(part: Record) -> Record:
    if "citations" not in part:
        return part
    content = {"content": [{"text": part["text"]}]} if "text" in part else {}
    return {"citationsContent": {**content, "citations": part["citations"]}}


def sources_in(request: Record) -> list[Source]:
    """Documents and search results of all messages."""
    return numbered(offer for block in content_blocks(request) for offer in _offered(block))


def _offered(block: Record) -> Iterator[Offered]:
    if isinstance(document := block.get("document"), dict):
        source, form = record(document.get("source")), string(document.get("format"))
        blocks = texts(source["content"]) if isinstance(source.get("content"), list) else None
        data = source.get("bytes")
        encoded = string(record(data).get("$base64")) if isinstance(data, dict) else string(data)
        title, media = string(document.get("name")), _MEDIA.get(form or "")
        text = string(source.get("text"))
        yield Offered(kind="document", title=title, text=text, blocks=blocks, data=encoded, media_type=media)
    elif isinstance(result := block.get("searchResult"), dict):
        known, title = string(result.get("source")), string(result.get("title"))
        yield Offered(kind="search_result", name=known, title=title, blocks=texts(result.get("content")))
