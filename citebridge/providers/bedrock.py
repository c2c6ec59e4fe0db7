"""Amazon Bedrock Converse (docs.aws.amazon.com, API_runtime_Converse).

Claude's citations hang on their own block; Nova sends blocks of web citations without text, which belong to the text
block before. What a block is shows in its deltas alone, and the streamed key is `citation`.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ContentBlocks, Dispatch, ReaderSpec, Record, index_of, members
from citebridge.adapter.fields import contents, present, record, records, string, update
from citebridge.adapter.numbered import Kind, NumberedSources, Offered, numbered, texts
from citebridge.adapter.replaying import as_bytes, without

name = "bedrock"
_INDEX = "contentBlockIndex"
_SILENT = {"toolUse", "toolResult", "reasoningContent"}
_MEDIA = {"pdf": "application/pdf", "txt": "text/plain", "md": "text/markdown", "html": "text/html", "csv": "text/csv"}
_UNKNOWN = Kind("document", "documentIndex", "source", "title")
_KINDS = {
    "documentChar": Kind(*_UNKNOWN[:4], "chars", "start", "end"),
    "documentPage": Kind(*_UNKNOWN[:4], "page_range", "start", "end"),
    "documentChunk": Kind(*_UNKNOWN[:4], "blocks", "start", "end"),
    "searchResultLocation": Kind("search_result", "searchResultIndex", "source", "title", "blocks", "start", "end"),
    "web": Kind("web", "", "url", "title"),
}


def _tells(body: Record) -> bool:
    return any(key.startswith(("contentBlock", "messageSt")) for key in body) or "message" in record(body.get("output"))


spec = ReaderSpec("converse", _tells, sdk=("botocore",), turn=("output",), numbered=True)


def explode(body: Record) -> Iterator[Record]:
    """The events of `converse_stream`; a block of another kind is a delta of that kind."""
    for index, value in enumerate(contents(record(record(body.get("output")).get("message")).get("content"))):
        block, cited = present(value), record(record(value).get("citationsContent"))
        deltas: list[JsonValue] = [{"citation": citation} for citation in members(cited.get("citations"))]
        deltas += [{"text": block["text"]}] if "text" in block else contents(cited.get("content"))
        for delta in deltas or ([block or value] if any(cited.values()) or not cited else []):
            yield {"contentBlockDelta": {"contentBlockIndex": index, "delta": delta}}
        yield {"contentBlockStop": {"contentBlockIndex": index}}
    yield {"messageStop": body, "metadata": body}


class parser:
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._blocks, self._sources = builder, ContentBlocks(builder), NumberedSources(builder)
        handlers = {"contentBlockStart": self._delta, "contentBlockDelta": self._delta, "metadata": self._ending}
        handlers |= {"contentBlockStop": lambda e: self._blocks.stop(index_of(e, _INDEX)), "messageStop": self._ending}
        self._body, self._dispatch = Record(), Dispatch(builder, {**handlers, "p": lambda e: None}, ("messageStart",))

    def feed(self, event: Record) -> None:
        """Read one event: an object with one key."""
        for kind, value in event.items():
            if kind.endswith("Exception") and value is not None:
                self._to.end("error", f"{kind} {string(record(value).get('message')) or ''}".strip())
                self._to.notice("error_body", f"the stream was broken off: {kind}", event)
            elif value is not None:
                self._dispatch(record(value), kind)

    def close(self) -> None:
        """Leave the response as `converse` would have sent it."""
        self._blocks.stop_all()
        content = self._blocks.listed({("toolUse", "input"): ("toolUse", "input")})
        for part in records(content):
            if "citations" in part:
                texts: Record = {"content": [{"text": part.pop("text")}]} if "text" in part else {}
                part["citationsContent"] = {**texts, "citations": part.pop("citations")}
            if "results" in part:
                part["toolResult"] = {**record(part.get("toolResult")), "content": part.pop("results")}
        self._to.raw = {"output": {"message": {"role": "assistant", "content": content}}, **self._body}

    def _delta(self, event: Record) -> None:
        index = index_of(event, _INDEX)
        self._blocks.start(index, {})
        for kind, value in (present(event.get("start")) | present(self._to.record(event, "delta"))).items():
            if kind == "text":
                self._blocks.text(index, value)
            elif kind == "citation" and isinstance(value, dict):
                self._blocks.append(index, "citations", value)
                self._cite(index, value)
            elif kind == "toolResult" and isinstance(value, list):
                for result in value:
                    self._blocks.append(index, "results", result)
            elif kind in _SILENT:  # a thought's text is one level higher up than in a whole block
                thought = kind == "reasoningContent" and record(value).keys() & {"text", "signature"}
                self._blocks.grow(index, kind, {"reasoningText": value} if thought else value)
            else:
                self._to.notice("unknown_event", f"a delta with {kind!r}", event)

    def _ending(self, event: Record) -> None:
        update(self._body, without(event, "output", "p"))  # `p` is padding
        self._to.members(self._to.record(self._to.record(event, "output"), "message"), "content")  # of a whole body
        self._to.about(event, usage="usage")
        if "stopReason" in event:
            self._to.end_with(self._to.string(event, "stopReason"))

    def _cite(self, index: int, citation: Record) -> None:
        kind, where = next(iter(present(citation.get("location")).items()), ("", None))
        if kind not in _KINDS:
            self._to.notice("unknown_citation_type", f"a location of kind {kind!r}")
        where = self._to.record({kind: where}, kind)
        said = {**citation, "url": where.get("url")} if kind == "web" else citation
        quotes = filter(None, [self._to.string(part, "text") for part in self._to.records(citation, "sourceContent")])
        place, read, quote = self._blocks.next_citation(index), _KINDS.get(kind, _UNKNOWN), "\n".join(quotes) or None
        draft = self._sources.citation(place, read, said, where, quote, kind or None, citation)
        self._blocks.cite_here_or_before(index, draft)


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


sources_in = numbered(_offered)


def replay(turn: Record | str) -> list[Record]:
    """The message, less blank texts and calls that were broken off."""
    given = turn if isinstance(turn, str) else record(record(turn.get("output")).get("message")).get("content")
    content: list[JsonValue] = [block for block in map(_returned, map(present, contents(given))) if block]
    return [{"role": "assistant", "content": content}] if content else []


def _returned(block: Record) -> Record:
    if "text" in block:
        return block if (string(block["text"]) or "").strip() else {}
    if "citationsContent" in block:
        cited = present(block["citationsContent"])
        given = records(contents(cited.pop("content", None)))  # Nova's have none
        texts: list[JsonValue] = [part for part in given if part.get("text")]
        kept: Record = {**cited, "content": texts} if texts else {} if given or not cited.get("citations") else cited
        return {"citationsContent": kept} if kept else {}
    if isinstance(call := block.get("toolUse"), dict):
        return {} if isinstance(call.get("input"), str) else {"toolUse": {"input": {}, **call}}
    sealed = string(record(block.get("reasoningContent")).get("redactedContent"))  # boto3 takes bytes
    return {"reasoningContent": {"redactedContent": as_bytes(sealed)}} if sealed else block
