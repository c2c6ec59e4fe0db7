"""Cohere v2 chat (docs.cohere.com/v2/reference/chat).

`start`, `end` and `text` are of the answer, in `content[content_index]`, although the schema says "source text". A
citation into the plan or the thinking has no place in the answer. A citation event's index is the citation's number.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ContentBlocks, Dispatch, ReaderSpec, Record, index_of, members, whole
from citebridge.adapter.fields import record, records, string
from citebridge.adapter.offers import offered, returned, tool_results
from citebridge.adapter.replaying import said
from citebridge.adapter.turn import Turn
from citebridge.models import Source

name = "cohere"


def _tells(body: Record) -> bool:
    events = ("message-", "content-", "citation-", "tool-plan-", "tool-call-")
    return str(body.get("type")).startswith(events) or {"finish_reason", "message"} <= body.keys()


spec = ReaderSpec("v2.chat", _tells, sdk=("cohere",), turn=("message",))


def explode(body: Record) -> Iterator[Record]:
    """The frame of `chat_stream`, which carries everything."""
    yield {"type": "message-end", "id": body.get("id"), "delta": body}


class parser:
    """Reads the events of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._blocks, self._tools = builder, ContentBlocks(builder), Turn(builder.is_whole)
        self._body, self._message = Record(), Turn(builder.is_whole)
        self._citations, self._early = dict[int, list[Record]](), list[tuple[int, Record]]()  # before any text block
        handlers = {"content-start": self._content, "content-delta": self._content, "citation-start": self._citation}
        handlers |= {"content-end": lambda e: self._blocks.stop(index_of(e))}
        handlers |= dict.fromkeys(("tool-plan-delta", "message-start", "message-end"), self._frame)
        calls = ("tool-call-start", "tool-call-delta")
        handlers |= dict.fromkeys(calls, lambda e: self._tools.grow(index_of(e), (), _message(e).get("tool_calls")))
        self.feed = Dispatch(builder, handlers, ("citation-end", "tool-call-end", "ping", "debug"))

    def close(self) -> None:
        """Leave the response as `chat` would have sent it."""
        for number, citation in self._early:
            self._cite(number, citation)
        message = record(next(iter(self._message.listed()), None))
        cited: list[JsonValue] = [one for number in sorted(self._citations) for one in self._citations[number]]
        lists = {"content": self._blocks.listed(), "tool_calls": self._tools.listed(), "citations": cited}
        message |= {key: value for key, value in lists.items() if value}
        self._to.raw = {"id": self._to.response_id, "message": message, **self._body}

    def _frame(self, event: Record) -> None:
        delta, message = record(event.get("delta")), _message(event)
        self._message.grow(0, (), {key: value for key, value in message.items() if isinstance(value, str)})
        self._body |= {key: value for key, value in delta.items() if key != "message"}
        self._to.about({**delta, **event}, response_id="id", usage="usage")
        content = message.get("content")
        blocks: list[JsonValue] = [{"type": "text", "text": content}] if isinstance(content, str) else members(content)
        for index, block in enumerate(blocks):
            self._content({"index": index, "delta": {"message": {"content": block}}, "type": "content-start"})
            self._blocks.stop(index)
        for index, citation in enumerate(self._to.records(message, "citations")):
            self._cite(index, citation)
        if event.get("type") == "message-end":
            self._to.end_with(self._to.string(delta, "finish_reason"))

    def _content(self, event: Record) -> None:
        index, content = index_of(event), self._to.record(_message(event), "content")
        if event.get("type") == "content-start":
            self._blocks.start(index, {key: content[key] for key in ("type",) if key in content})
            if content.get("type") not in ("text", "thinking"):
                self._to.notice("unknown_block", f"a content block of type {content.get('type')!r}")
        self._blocks.grow(index, "thinking", content.get("thinking"))
        self._blocks.text(index, content.get("text"))

    def _citation(self, event: Record) -> None:
        """One citation, under the name of a list; an event may be sent again."""
        said, number = _message(event).get("citations"), whole(event.get("index"))
        number = len(self._citations) if number is None else number
        given, known = [said] if isinstance(said, dict) else records(said), self._citations.setdefault(number, [])
        if known[-len(given) :] == given:
            return
        known += given
        for citation in given:
            if self._blocks.first is None and citation.get("content_index") is None:
                self._early.append((number, citation))
            else:
                self._cite(number, citation)

    def _cite(self, number: int, citation: Record) -> None:
        kind, sources = self._to.string(citation, "type"), self._to.records(citation, "sources")
        read = len(sources) == len(members(citation.get("sources")))  # or they stay where they are
        said = {key: value for key, value in citation.items() if key != "sources" or not read}
        start, end, index = (self._to.whole(citation, field) for field in ("start", "end", "content_index"))
        index = self._blocks.first if citation.get("content_index") is None else index
        for k, given in enumerate(sources or [Record()]):
            known = string(given.get("id"))
            named, minted = known or f"source:{number}.{k}", known is None
            source = self._to.source(named, (number, k), minted=minted, **returned(given)) if given else None
            raw: JsonValue = {"citation": said, "source": known or (k if given else None)}
            draft = self._to.citation((number, k), source, ref=known, type=kind, raw=raw)
            if kind in (None, "TEXT_CONTENT") and index is not None:
                self._to.cite(self._to.slot(index), draft, start, end, says=string(citation.get("text")))
            else:
                self._to.cite_nowhere(draft)


def _message(event: Record) -> Record:
    return record(record(event.get("delta")).get("message"))


def sources_in(request: Record) -> list[Source]:
    """The documents of a request, as texts or with data, and what its tools returned, by their ids."""
    given = [(f"doc:{n}", document, "document") for n, document in enumerate(members(request.get("documents")))]
    for _, call, parts in tool_results(request, "document"):
        if call is not None:
            given += [(f"{call}:{n}", part, "tool") for n, part in enumerate(parts) if part]
    return [offered(string(record(of).get("id")) or name, record(of).get("data", of), kind) for name, of, kind in given]


def replay(turn: Record | str) -> list[Record]:
    """The message with its citations, which count the blocks that are left."""
    if isinstance(turn, str):
        return said(turn)
    message = record(turn.get("message"))
    blocks = message.get("content")
    given = records(blocks)
    left = [n for n, block in enumerate(given) if block.get("text") != "" and block.get("thinking") != ""]
    now = {n: at for at, n in enumerate(left)}
    cited = records(message.get("citations"))
    if isinstance(blocks, list):
        cited = [one for one in cited if one.get("content_index") in (None, *left)]
    moved: list[JsonValue] = [{**one, **_moved(one, now)} for one in cited]
    content: JsonValue = [given[n] for n in left] if isinstance(blocks, list) else blocks
    kept: Record = {key: value for key, value in message.items() if key in ("tool_calls", "tool_plan") and value}
    spoken: Record = {"content": content, "citations": moved} if content else {}
    more = {key: value for key, value in spoken.items() if value}
    said_anything = "tool_calls" in kept or more  # a plan alone, of a stream that broke off, is no message
    return [{"role": "assistant", **kept, **more}] if said_anything else []


def _moved(citation: Record, now: dict[int, int]) -> Record:
    index = whole(citation.get("content_index"))
    return {"content_index": now[index]} if index in now else {}
