"""Mistral chat completions (docs.mistral.ai/capabilities/citations; providers.md 8).

The content is a string or a list of chunks; a reference chunk stands behind the text it supports. Its ids are the keys
that the caller put into a tool's result, text or number alike.
"""

import json
from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, members, record, records, string, whole
from citebridge.models import Source
from citebridge.sources import Entry, digest

name = "mistral"


def _tells(body: Record) -> bool:
    """Only reference chunks are Mistral's alone; the rest is the shape of OpenAI Chat."""
    choice = next(iter(records(record(body.get("data") or body).get("choices"))), {})
    content = record(choice.get("message") or choice.get("delta")).get("content")
    return any(chunk.get("type") == "reference" for chunk in records(content))


spec = ReaderSpec("chat", _tells, sdk=("mistralai",), turn=("choices",))


def explode(body: Record) -> Iterator[Record]:
    """A whole response as a stream of one chunk."""
    choices = [{**choice, "delta": choice.get("message")} for choice in records(body.get("choices"))]
    yield {**body, "choices": choices}


class parser:  # noqa: N801
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._text = builder, builder.slot(0)
        self._offered = bool(builder.sources.entries)
        self._references = 0
        self._body: Record = {}
        self._choice: Record = {}
        self._message: Record = {}
        self._content: list[JsonValue] = []
        self._others: list[JsonValue] = []

    def feed(self, event: Record) -> None:
        """Read one chunk; the SDK wraps them."""
        inner = event.get("data")
        chunk = inner if isinstance(inner, dict) and "choices" not in event else event
        self._body |= {key: value for key, value in chunk.items() if key != "choices"}
        self._to.about(chunk, model="model", response_id="id", usage="usage")
        for index, choice in enumerate(self._to.records(chunk, "choices")):
            if index or whole(choice.get("index")):
                self._others.append(choice)
                self._to.notice("extra_candidates", "more choices than one: the first is read")
                continue
            self._choice |= {key: value for key, value in choice.items() if key not in ("delta", "message")}
            delta = record(choice.get("delta"))
            self._message |= {key: value for key, value in delta.items() if key != "content" and value is not None}
            self._read(delta.get("content"))
            if reason := string(choice.get("finish_reason")):
                self._to.end_with(reason)

    def close(self) -> None:
        """Leave the response put together: text alone is one string."""
        texts = [chunk for chunk in self._content if isinstance(chunk, str)]
        content: JsonValue = "".join(texts) if len(texts) == len(self._content) else _chunks(self._content)
        choice = {**self._choice, "message": {**self._message, "content": content}}
        self._to.raw = {**self._body, "choices": [choice, *self._others]}

    def _read(self, content: JsonValue) -> None:
        chunks = [content] if isinstance(content, str) else members(content)
        for chunk in chunks:
            self._content.append(chunk)
            kind = record(chunk).get("type")
            if isinstance(chunk, str):
                self._text.add(chunk)
            elif kind == "text":
                self._text.add(string(record(chunk).get("text")) or "")
            elif kind == "reference":
                self._reference(record(chunk))
            elif kind != "thinking" and chunk is not None:
                self._to.notice("unknown_block", f"a content chunk of type {kind!r}")

    def _reference(self, chunk: Record) -> None:
        number, self._references = self._references, self._references + 1
        for k, known in enumerate(members(chunk.get("reference_ids"))):
            source = self._source((number, k), str(known)) if isinstance(known, str | int) else None
            draft = self._to.citation(
                (number, k),
                source_id=source.id if source else None,
                ref=None if known is None else str(known),
                type="reference",
                raw={**chunk, "reference_id": known},
            )
            self._to.cite_point(self._text, draft, self._text.length)

    def _source(self, place: tuple[int, int], known: str) -> Entry | None:
        source = self._to.sources.find(known)
        if source is None and not self._offered:
            return self._to.source(known, place)  # the key of a tool's result that was not given
        if source is None:
            self._to.notice("unresolved_reference", f"no tool result has the key {known!r}")
        return source


def _chunks(content: list[JsonValue]) -> list[JsonValue]:
    return [{"type": "text", "text": chunk} if isinstance(chunk, str) else chunk for chunk in content if chunk != ""]


def sources_in(request: Record) -> list[Source]:
    """What tools returned: JSON whose keys are the reference ids. A key that is given again means the later one."""
    found: dict[str, Source] = {}
    for message in records(request.get("messages")):
        content = message.get("content")
        if message.get("role") != "tool":
            continue
        text = content if isinstance(content, str) else "".join(string(c.get("text")) or "" for c in records(content))
        for key, result in _results(text):
            words = string(result) if isinstance(result, str) else _words(record(result))
            title, url = string(record(result).get("title")), string(record(result).get("url"))
            seal = digest(words) if words is not None else None
            found[key] = Source(id=key, kind="document", title=title, url=url, text=words, digest=seal)
    return list(found.values())


def _results(text: str) -> list[tuple[str, JsonValue]]:
    try:
        data: JsonValue = json.loads(text)
    except (ValueError, RecursionError):
        return []
    pairs = enumerate(data) if isinstance(data, list) else record(data).items()
    return [(str(key), value) for key, value in pairs]


def _words(result: Record) -> str | None:
    """The text of a result: a field, or snippets in lists."""
    for key in ("text", "content", "snippet", "snippets"):
        value = result.get(key)
        flat = [part for one in members(value) for part in (one if isinstance(one, list) else [one])]
        words = value if isinstance(value, str) else "\n".join(part for part in flat if isinstance(part, str))
        if words:
            return words
    return None
