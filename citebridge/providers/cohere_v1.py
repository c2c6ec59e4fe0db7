"""Cohere v1 chat (docs.cohere.com/v1/reference/chat), whose citations name documents by id.

`start`, `end` and `text` are of the answer. A stream tells documents and citations as they come, and all of it again at
its end; so a whole response is that end.
"""

import json
from collections import Counter
from collections.abc import Iterator

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record, members, record, records, string
from citebridge.adapter.draft import LAST
from citebridge.adapter.offers import offered, text_of
from citebridge.adapter.turn import Turn
from citebridge.models import Source
from citebridge.sources import Known

name = "cohere.v1"
_QUIET = ("stream-start", "search-queries-generation", "tool-calls-chunk", "tool-calls-generation", "debug")


def _tells(body: Record) -> bool:
    kind = str(body.get("event_type"))
    return kind.endswith("-generation") or kind.startswith("stream-") or ("text" in body and "generation_id" in body)


spec = ReaderSpec("v1.chat", _tells, sdk=("cohere",), turn=("text", "chat_history", "tool_calls"))


def explode(body: Record) -> Iterator[Record]:
    """The last event of `chat_stream`, which carries everything; a stream of one line is that event itself."""
    yield body if "event_type" in body else {"event_type": "stream-end", "response": body}


class parser:
    """Reads the events of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._slot, self._body = builder, builder.slot(0), Record()
        self._citations, self._documents = list[Record](), list[Record]()
        self._waiting = list[tuple[int, Record]]()  # citations of documents that have not come
        self._said = Turn(builder.is_whole)
        handlers = {"text-generation": self._text, "search-results": self._lists}
        handlers |= {"citation-generation": self._lists, "stream-end": self._end}
        self._dispatch = Dispatch(builder, handlers, _QUIET)

    def feed(self, event: Record) -> None:
        """Read one event."""
        self._to.about(event, response_id="generation_id")
        self._dispatch(event, str(event.get("event_type")))

    def close(self) -> None:
        """Leave the response as the last event carries it, or as far as it came."""
        for number, citation in self._waiting:  # who has no document by now has none
            self._cite(number, citation)
        said = record(next(iter(self._said.listed()), None))
        lists: Record = {"citations": [*self._citations], "documents": [*self._documents]}
        self._to.raw = self._body or {**said, "generation_id": self._to.response_id, **lists}

    def _text(self, event: Record) -> None:
        text = self._to.string(event, "text")
        self._slot.add(text or "")
        self._said.grow(0, "text", text)

    def _end(self, event: Record) -> None:
        self._body = self._to.record(event, "response")
        self._to.about(self._body, response_id="generation_id", usage="meta")
        self._lists(self._body, again=True)
        self._to.add_rest(self._slot, self._to.string(self._body, "text") or "")
        reason = string(event.get("finish_reason")) or string(self._body.get("finish_reason"))
        calls = bool(self._body.get("tool_calls"))
        whole = calls or self._body.get("text") is not None
        if reason is None and whole:  # older answers give none, and a whole one has ended
            self._to.end("tool_call" if calls else "complete")
        else:
            self._to.end_with(reason, calls=calls)

    def _lists(self, said: Record, again: bool = False) -> None:
        """Documents, and citations: more of them, or all again."""
        for number, document in enumerate(self._to.records(said, "documents"), 0 if again else len(self._documents)):
            self._documents.append(document)
            known, title, url = (string(document.get(field)) for field in ("id", "title", "url"))
            more: Known = {"kind": "document", "title": title, "url": url, "text": text_of(document), "raw": document}
            self._to.source(known or f"document:{number}", (LAST, number), minted=known is None, **more)
        before = self._citations if again and said.get("citations") else ()
        told = Counter(json.dumps(one, sort_keys=True) for one in before)
        for number, citation in enumerate(self._to.records(said, "citations"), 0 if again else len(self._citations)):
            said_so = json.dumps(citation, sort_keys=True) if told else ""
            if told[said_so]:
                told[said_so] -= 1
                continue
            self._citations.append(citation)
            names = filter(None, map(string, members(citation.get("document_ids"))))
            if all(map(self._to.sources.find, names)):
                self._cite(number, citation)
            else:
                self._waiting.append((number, citation))

    def _cite(self, number: int, citation: Record) -> None:
        start, end = self._to.whole(citation, "start"), self._to.whole(citation, "end")
        said = {key: value for key, value in citation.items() if key != "document_ids"}
        kind, text = self._to.string(citation, "type"), string(citation.get("text"))
        for k, known in enumerate(self._to.members(citation, "document_ids") or [None]):
            ref = string(known)
            source = self._to.source(ref, (number, k), kind="document") if ref and self._to.sources.find(ref) else None
            draft = self._to.citation((number, k), source, ref=ref, type=kind, raw={"citation": said, "source": known})
            if kind in (None, "TEXT_CONTENT"):
                self._to.cite(self._slot, draft, start, end, says=text)
            else:  # of the plan, which is no part of the answer
                self._to.cite_nowhere(draft)


def sources_in(request: Record) -> list[Source]:
    """The documents of a request, by their ids."""
    given = [(f"doc_{n}", document) for n, document in enumerate(members(request.get("documents")))]
    return [offered(string(record(one).get("id")) or known, one) for known, one in given]


def replay(turn: Record | str) -> list[Record]:
    """The message as `chat_history` takes it, which has no place for citations."""
    if isinstance(turn, str):
        return [{"role": "CHATBOT", "message": turn}]
    text, calls = string(turn.get("text")), records(turn.get("tool_calls"))
    more: Record = {"tool_calls": [*calls]} if calls else {}
    return [{"role": "CHATBOT", "message": text or "", **more}] if text or calls else []
