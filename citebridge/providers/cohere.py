"""Cohere v2 chat (docs.cohere.com/v2/reference/chat; providers.md 7).

`start` and `end` are of the answer, in `content[content_index]`, although the schema says "source text"; `text` is
answer text too. A citation into the plan or the thinking has no place in the answer. The index of a citation event is
the citation's number.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, Turn, members, record, records, string, whole
from citebridge.models import Source
from citebridge.sources import Entry, digest

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
        self._to, self._turn = builder, Turn(builder.is_whole)
        self._message: Record = {}
        self._citations = Turn(builder.is_whole)
        self._first: int | None = None  # the first text block
        self._early: list[tuple[int, Record]] = []  # citations that came before any text block

    def feed(self, event: Record) -> None:
        """Read one event."""
        kind, index = string(event.get("type")) or "", whole(event.get("index")) or 0
        delta = record(event.get("delta"))
        message = record(delta.get("message"))
        if kind == "content-delta":
            self._grow(index, record(message.get("content")))
        elif kind == "content-start":
            self._block(index, record(message.get("content")))
        elif kind == "content-end":
            if self._turn.part(index).get("type") == "text":
                self._to.close(self._to.slot(index))
        elif kind == "citation-start":
            self._citation(index, message.get("citations"))
        elif kind == "message-start":
            self._message |= message
            self._to.about(event, response_id="id")
        elif kind == "message-end":
            self._turn.body |= {key: value for key, value in delta.items() if key != "message"}
            self._to.about(delta, usage="usage")
            self._to.end_with(string(delta.get("finish_reason")))
        elif kind == "tool-plan-delta":
            self._turn.body["tool_plan"] = f"{self._turn.body.get('tool_plan', '')}{message.get('tool_plan') or ''}"
        elif kind not in ("citation-end", "ping", "debug") and not kind.startswith("tool-call-"):
            self._to.notice("unknown_event", f"an event of type {kind!r}", event)

    def close(self) -> None:
        """Leave the response as `chat` would have sent it."""
        for number, citation in self._early:
            self._cite(number, citation)
        plan = {"tool_plan": self._turn.body.pop("tool_plan")} if "tool_plan" in self._turn.body else {}
        cited = {"citations": found} if (found := self._citations.listed()) else {}
        self._to.raw = {
            **({"id": self._to.response_id} if self._to.response_id else {}),
            "message": {**self._message, **plan, "content": self._turn.listed(), **cited},
            **self._turn.body,
        }

    def _block(self, index: int, block: Record) -> None:
        self._to.announce(index)
        kind = string(block.get("type"))
        self._turn.start(index, {key: value for key, value in block.items() if key not in ("text", "thinking")})
        if kind == "text" and self._first is None:
            self._first = index
        self._grow(index, block)
        if kind not in ("text", "thinking"):
            self._to.notice("unknown_block", f"a content block of type {kind!r}")
        early, self._early = (self._early, []) if kind == "text" else ([], self._early)
        for number, citation in early:
            self._cite(number, citation)

    def _grow(self, index: int, content: Record) -> None:
        for name in ("text", "thinking"):
            if isinstance(text := content.get(name), str):
                self._turn.grow(index, name, text)
                if name == "text":
                    self._to.slot(index).add(text)

    def _citation(self, number: int, said: object) -> None:
        """One citation, under the name of a list."""
        for citation in [said] if isinstance(said, dict) else records(said):  # type: ignore[arg-type]
            self._citations.parts[number] = citation
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
        title, url, text = string(inner.get("title")), string(inner.get("url")), _text(inner)
        kind, named = "tool" if given.get("type") == "tool" else "document", known or f"source:{place[0]}.{place[1]}"
        more = {"title": title, "url": url, "text": text, "raw": given}
        return self._to.source(named, place, minted=known is None, kind=kind, **more), known


def _text(data: Record) -> str | None:
    return next((text for key in ("text", "snippet", "content") if (text := string(data.get(key)))), None)


def sources_in(request: Record) -> list[Source]:
    """The documents of a request, and those its tools returned, by their ids."""
    found: list[Source] = []
    for number, given in enumerate(members(request.get("documents"))):
        found.append(_offered(given, f"doc:{number}"))
    for message in records(request.get("messages")):
        call = string(message.get("tool_call_id"))
        if message.get("role") == "tool" and call is not None:
            content = message.get("content")
            parts = [content] if isinstance(content, str) else [part.get("document") for part in records(content)]
            found += [_offered(part, f"{call}:{n}", tool=True) for n, part in enumerate(parts) if part]
    return found


def _offered(given: object, named: str, *, tool: bool = False) -> Source:
    """A document as text, as an object with an id, or as data alone."""
    outer = record(given)  # type: ignore[arg-type]
    data = outer.get("data", given)
    text = string(data) if isinstance(data, str) else _text(record(data))  # type: ignore[arg-type]
    inner = record(data)  # type: ignore[arg-type]
    return Source(
        id=string(outer.get("id")) or named,
        kind="tool" if tool else "document",
        title=string(inner.get("title")),
        url=string(inner.get("url")),
        text=text,
        digest=digest(text) if text is not None else None,
    )
