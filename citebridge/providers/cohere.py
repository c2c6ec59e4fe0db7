"""Cohere v2 chat (docs.cohere.com/v2/reference/chat; providers.md 7).

`start` and `end` are of the answer, in `content[content_index]`, although the schema says "source text"; `text` is
answer text too. A citation into the plan or the thinking has no place in the answer. The index of a citation event is
the citation's number.
"""

from collections.abc import Iterator
from typing import Literal

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ContentBlocks, ReaderSpec, Record, members, record, records, string, whole
from citebridge.adapter.offers import offered, text_of
from citebridge.models import Source
from citebridge.sources import Entry

name = "cohere"
_EVENTS = ("message-", "content-", "citation-", "tool-plan-", "tool-call-")


def _tells(body: Record) -> bool:
    return str(body.get("type")).startswith(_EVENTS) or ("finish_reason" in body and "message" in body)


spec = ReaderSpec("v2.chat", _tells, sdk=("cohere",), turn=("message",))


def explode(body: Record) -> Iterator[Record]:
    """The events of `chat_stream`."""
    message = record(body.get("message"))
    yield {"type": "message-start", "id": body.get("id"), "delta": {"message": {**message, "content": []}}}
    content = message.get("content")
    for index, block in enumerate([{"type": "text", "text": content}] if isinstance(content, str) else members(content)):
        yield {"type": "content-start", "index": index, "delta": {"message": {"content": block}}}
        yield {"type": "content-end", "index": index}
    for index, citation in enumerate(members(message.get("citations"))):
        yield {"type": "citation-start", "index": index, "delta": {"message": {"citations": citation}}}
    yield {"type": "message-end", "id": body.get("id"), "delta": body}


class parser:  # noqa: N801
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._blocks = builder, ContentBlocks(builder)
        self._message: Record = {}
        self._body: Record = {}
        self._citations: dict[int, Record] = {}
        self._first: int | None = None  # the first text block
        self._early: list[tuple[int, Record]] = []  # citations that came before any text block

    def feed(self, event: Record) -> None:
        """Read one event."""
        kind, index, delta = string(event.get("type")) or "", whole(event.get("index")) or 0, record(event.get("delta"))
        message = record(delta.get("message"))
        if kind == "content-delta":
            self._grow(index, record(message.get("content")))
        elif kind == "content-start":
            self._block(index, record(message.get("content")))
        elif kind == "content-end":
            self._blocks.stop(index)
        elif kind == "citation-start":
            self._citation(index, message.get("citations"))
        elif kind == "message-start":
            self._message |= message
            self._to.about(event, response_id="id")
        elif kind == "message-end":
            self._body |= {key: value for key, value in delta.items() if key != "message"}
            self._to.about(delta, usage="usage")
            self._to.end_with(string(delta.get("finish_reason")))
        elif kind == "tool-plan-delta":
            plan = string(self._message.get("tool_plan")) or ""
            self._message["tool_plan"] = plan + (string(message.get("tool_plan")) or "")
        elif kind not in ("citation-end", "ping", "debug") and not kind.startswith("tool-call-"):
            self._to.notice("unknown_event", f"an event of type {kind!r}", event)

    def close(self) -> None:
        """Leave the response as `chat` would have sent it."""
        for number, citation in self._early:
            self._cite(number, citation)
        cited = {"citations": [self._citations[n] for n in sorted(self._citations)]} if self._citations else {}
        message: Record = {**self._message, "content": self._blocks.listed(), **cited}
        self._to.raw = {"id": self._to.response_id, "message": message, **self._body}

    def _block(self, index: int, block: Record) -> None:
        self._blocks.start(index, {key: value for key, value in block.items() if key not in ("text", "thinking")})
        self._grow(index, block)
        if block.get("type") not in ("text", "thinking"):
            self._to.notice("unknown_block", f"a content block of type {block.get('type')!r}")

    def _grow(self, index: int, content: Record) -> None:
        self._blocks.grow(index, "thinking", content.get("thinking"))
        if "text" in content:
            self._blocks.text(index, content.get("text"))
            self._first = index if self._first is None else self._first
            early, self._early = self._early, []
            for number, citation in early:
                self._cite(number, citation)

    def _citation(self, number: int, said: object) -> None:
        """One citation, under the name of a list."""
        for citation in [said] if isinstance(said, dict) else records(said):  # type: ignore[arg-type]
            self._citations[number] = citation
            if self._first is None and citation.get("content_index") is None:
                self._early.append((number, citation))
            else:
                self._cite(number, citation)

    def _cite(self, number: int, citation: Record) -> None:
        said = {key: value for key, value in citation.items() if key != "sources"}
        kind = self._to.string(citation, "type")
        index = whole(citation.get("content_index"))
        index = self._first if index is None else index
        for k, given in enumerate(self._to.records(citation, "sources") or [None]):
            source, known = self._source((number, k), given) if given is not None else (None, None)
            raw: JsonValue = {"citation": said, "source": known or (k if given is not None else None)}
            draft = self._to.citation((number, k), source, ref=known, type=kind, raw=raw)
            if kind in (None, "TEXT_CONTENT") and index is not None:
                start, end = self._to.whole(citation, "start"), self._to.whole(citation, "end")
                self._to.cite(self._to.slot(index), draft, start, end, says=self._to.string(citation, "text"))
            else:
                self._to.cite_nowhere(draft)

    def _source(self, place: tuple[int, int], given: Record) -> tuple[Entry, str | None]:
        inner, known = record(given.get("document")) or record(given.get("tool_output")), string(given.get("id"))
        title, url, text = string(inner.get("title")), string(inner.get("url")), text_of(inner)
        kind, named = "tool" if given.get("type") == "tool" else "document", known or f"source:{place[0]}.{place[1]}"
        more = {"title": title, "url": url, "text": text, "raw": given}
        return self._to.source(named, place, minted=known is None, kind=kind, **more), known


def sources_in(request: Record) -> list[Source]:
    """The documents of a request, as texts or with data, and what its tools returned, by their ids."""
    found = [_offered(given, f"doc:{number}") for number, given in enumerate(members(request.get("documents")))]
    for message in records(request.get("messages")):
        call, content = string(message.get("tool_call_id")), message.get("content")
        if message.get("role") == "tool" and call is not None:
            parts = [content] if isinstance(content, str) else [part.get("document") for part in records(content)]
            found += [_offered(part, f"{call}:{n}", "tool") for n, part in enumerate(parts) if part]
    return found


def _offered(given: JsonValue, name: str, kind: Literal["document", "tool"] = "document") -> Source:
    return offered(string(record(given).get("id")) or name, record(given).get("data", given), kind)
