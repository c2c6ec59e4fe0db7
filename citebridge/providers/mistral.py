"""Mistral chat completions (docs.mistral.ai/capabilities/citations).

The content is a string or a list of chunks; a reference chunk stands behind the text it supports. Its ids are the keys
that the caller put into a tool's result, text or number alike.
"""

import json
from collections import Counter

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, record, records, string, whole
from citebridge.adapter.chat import ChatParser, refers, tells
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.choices import inner_of
from citebridge.adapter.offers import json_in, offered, tool_results
from citebridge.adapter.replaying import chat
from citebridge.models import Source
from citebridge.sources import Entry

name = "mistral"


def _tells(body: Record) -> bool:
    """Only reference chunks, and what the SDK wraps events in, are Mistral's alone; the rest is OpenAI Chat's shape."""
    if "choices" in record(body.get("data")):
        return True
    said = [record(choice.get("message") or choice.get("delta")) for choice in records(inner_of(body).get("choices"))]
    return any(refers(part) for message in said for part in records(message.get("content")))


spec = ReaderSpec("chat", _tells, sdk=("mistralai",), shape=tells, turn=("choices",))


def parser(builder: AnswerBuilder) -> ChatParser:
    """Reads the chunks of one response."""
    references = _References(builder)
    return ChatParser(builder, parts={"reference": references.cite, "thinking": references.think})


class _References:
    """Cites what reference chunks name, each at the end of the text before it."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._text = builder, builder.slot(0)
        self._offered = bool(builder.sources.entries)
        self._count = 0

    def cite(self, part: Record) -> None:
        """Read one reference chunk."""
        self._cite(part, self._text.length)

    def think(self, part: Record) -> None:
        """Read a thought: what it refers to supports no place in the answer."""
        for chunk in records(part.get("thinking")):
            if chunk.get("type") == "reference":
                self._cite(chunk, None)
            elif chunk.get("type") != "text":
                self._to.notice("unknown_block", f"a chunk of a thought of type {chunk.get('type')!r}")

    def _cite(self, part: Record, at: int | None) -> None:
        number, self._count = self._count, self._count + 1
        for k, known in enumerate(self._to.members(part, "reference_ids") or [None]):
            ref = _key(known)
            if ref is None:
                self._to.notice("odd_field", f"a reference id is no text and no whole number: {known!r:.60}")
            source, raw = self._source((number, k), ref), {**part, "reference_id": known}
            draft = self._to.citation((number, k), source, ref=ref, type="reference", raw=raw)
            self._to.cite_point(self._text, draft, at)

    def _source(self, place: tuple[int, int], ref: str | None) -> Entry | None:
        if ref is None or self._offered:
            return self._to.sources.find(ref) if ref is not None else None
        return self._to.source(ref, place)  # the key of a tool's result that was not given


def sources_in(request: Record) -> list[Source]:
    """What tools returned: JSON whose keys are the reference ids.

    A key means what the last turn gave it for. Where that gave it for several things, nobody knows which one is meant:
    they go by their calls as well, as does what an earlier turn gave it for.
    """
    found: dict[tuple[str, str], tuple[int, str, Source]] = {}
    last: dict[str, int] = {}
    for number, (turn, call, parts) in enumerate(tool_results(request, "text")):
        for key, result in _results("".join(part for part in parts if isinstance(part, str))):
            found[key, json.dumps(result)] = turn, call or f"tool:{number}", offered(key, result)
            last[key] = turn
    times = Counter(key for (key, _), (turn, _, _) in found.items() if turn == last[key])
    return [
        source if turn == last[key] and times[key] == 1 else source.model_copy(update={"id": f"{call}:{key}"})
        for (key, _), (turn, call, source) in found.items()
    ]


def _results(text: str) -> list[tuple[str, JsonValue]]:
    """The keys of a tool's results, and what is there; of a list their own ids, else their places."""
    data = json_in(text)
    if not isinstance(data, list):
        return [*record(data).items()]
    own = [key for one in data if (key := _key(record(one).get("id"))) is not None]
    return [*zip(own if len(own) == len(data) else map(str, range(len(data))), data, strict=True)]


def _key(known: JsonValue) -> str | None:
    """What a reference id, or that of a result, names: a text or a number."""
    return string(known) if whole(known) is None else str(known)


def replay(turn: Record | str) -> list[Record]:
    """The message with its references and thoughts as chunks; no other field is taken (docs.mistral.ai/api)."""
    return chat(turn, "tool_calls")
