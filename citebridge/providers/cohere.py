"""Cohere v2 chat (docs.cohere.com/v2/reference/chat; providers.md 7).

`start` and `end` are of the answer, in `content[content_index]`, although the schema says "source text"; `text` is
answer text too. A citation into the plan or the thinking has no place in the answer. The index of a citation event is
the citation's number.
"""

from collections.abc import Iterator
from typing import Literal

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ContentBlocks, Dispatch, ReaderSpec, Record, index_of, members, whole
from citebridge.adapter.fields import record, records, string
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
    blocks: list[JsonValue] = [{"type": "text", "text": content}] if isinstance(content, str) else members(content)
    for index, block in enumerate(blocks):
        yield {"type": "content-start", "index": index, "delta": {"message": {"content": block}}}
        yield {"type": "content-end", "index": index}
    for index, citation in enumerate(members(message.get("citations"))):
        yield {"type": "citation-start", "index": index, "delta": {"message": {"citations": citation}}}
    yield {"type": "message-end", "id": body.get("id"), "delta": body}


class parser:
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._blocks = builder, ContentBlocks(builder)
        self._message: Record = {}
        self._body: Record = {}
        self._citations: dict[int, Record] = {}
        self._first: int | None = None  # the first text block
        self._early: list[tuple[int, Record]] = []  # citations that came before any text block
        handlers = {"content-start": self._block, "content-delta": self._grow, "citation-start": self._citation}
        handlers |= {"content-end": lambda e: self._blocks.stop(index_of(e)), "tool-plan-delta": self._plan}
        handlers |= {"message-start": self._frame, "message-end": self._frame}
        self.feed = Dispatch(builder, handlers, ("citation-end", "tool-call-", "ping", "debug"))

    def close(self) -> None:
        """Leave the response as `chat` would have sent it."""
        for number, citation in self._early:
            self._cite(number, citation)
        cited: Record = {"citations": [self._citations[n] for n in sorted(self._citations)]} if self._citations else {}
        message: Record = {**self._message, "content": self._blocks.listed(), **cited}
        self._to.raw = {"id": self._to.response_id, "message": message, **self._body}

    def _frame(self, event: Record) -> None:
        """The start or the end of the message."""
        delta = record(event.get("delta"))
        self._message |= record(delta.get("message")) if event.get("type") == "message-start" else {}
        self._body |= {key: value for key, value in delta.items() if key != "message"}
        self._to.about({**delta, **event}, response_id="id", usage="usage")
        if event.get("type") == "message-end":
            self._to.end_with(string(delta.get("finish_reason")))

    def _plan(self, event: Record) -> None:
        plan = string(self._message.get("tool_plan")) or ""
        self._message["tool_plan"] = plan + (string(_message(event).get("tool_plan")) or "")

    def _block(self, event: Record) -> None:
        block = record(_message(event).get("content"))
        self._blocks.start(index_of(event), {key: value for key, value in block.items() if key == "type"})
        self._grow(event)
        if block.get("type") not in ("text", "thinking"):
            self._to.notice("unknown_block", f"a content block of type {block.get('type')!r}")

    def _grow(self, event: Record) -> None:
        index, content = index_of(event), record(_message(event).get("content"))
        self._blocks.grow(index, "thinking", content.get("thinking"))
        if "text" in content:
            self._blocks.text(index, content.get("text"))
            self._first = index if self._first is None else self._first

    def _citation(self, event: Record) -> None:
        """One citation, under the name of a list."""
        said = _message(event).get("citations")
        for citation in [said] if isinstance(said, dict) else records(said):
            if self._citations.get(index_of(event)) == citation:
                continue  # sent again
            self._citations.setdefault(index_of(event), citation)
            if self._first is None and citation.get("content_index") is None:
                self._early.append((index_of(event), citation))
            else:
                self._cite(index_of(event), citation)

    def _cite(self, number: int, citation: Record) -> None:
        said = {key: value for key, value in citation.items() if key != "sources"}
        kind, index = self._to.string(citation, "type"), whole(citation.get("content_index"))
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
        source = self._to.source(
            named, place, minted=known is None, kind=kind, title=title, url=url, text=text, raw=given
        )
        return source, known


def _message(event: Record) -> Record:
    return record(record(event.get("delta")).get("message"))


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
