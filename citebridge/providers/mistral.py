"""Mistral chat completions (docs.mistral.ai/capabilities/citations).

The content is a string or a list of chunks; a reference chunk stands behind the text it supports. Its ids are the keys
that the caller put into a tool's result, text or number alike.
"""

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Choices, ReaderSpec, Record, members, record, records, string
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.choices import inner_of
from citebridge.adapter.offers import offered, tool_results
from citebridge.models import Source
from citebridge.models.plain import Door
from citebridge.sources import Entry

name = "mistral"


def _tells(body: Record) -> bool:
    """Only reference chunks are Mistral's alone; the rest is the shape of OpenAI Chat."""
    said = [record(choice.get("message") or choice.get("delta")) for choice in records(inner_of(body).get("choices"))]
    return any(chunk.get("type") == "reference" for message in said for chunk in records(message.get("content")))


spec = ReaderSpec("chat", _tells, sdk=("mistralai",), turn=("choices",))


class parser:
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._text, self._choices = builder, builder.slot(0), Choices(builder, "choices")
        self._offered = bool(builder.sources.entries)
        self._references = 0
        self._message: Record = {}
        self._content: list[JsonValue] = []

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        chunk = inner_of(event)
        self._to.about(chunk, model="model", response_id="id", usage="usage")
        for choice in self._choices.feed(chunk):
            delta = self._to.record(choice, "delta" if choice.get("delta") is not None else "message")
            self._message |= {key: value for key, value in delta.items() if key != "content" and value is not None}
            content = delta.get("content")
            for part in [content] if isinstance(content, str) else members(content):
                self._part({"type": "text", "text": part} if isinstance(part, str) else record(part))
            self._choices.merge(choice, "delta", "message")
            if reason := string(choice.get("finish_reason")):
                self._to.end_with(reason)

    def close(self) -> None:
        """Leave the response put together: text alone is one string."""
        texts = [part.get("text") for part in records(self._content) if part.keys() == {"type", "text"}]
        alone = len(texts) == len(self._content)
        content: JsonValue = "".join(map(str, texts)) if alone else [part for part in self._content if part != _EMPTY]
        self._choices.leave(message={**self._message, "content": content})

    def _part(self, part: Record) -> None:
        self._content.append(part)
        kind = part.get("type")
        if kind == "text":
            self._text.add(self._to.string(part, "text") or "")
        elif kind == "reference":
            number, self._references = self._references, self._references + 1
            for k, known in enumerate(self._to.members(part, "reference_ids") or [None]):
                ref = str(known) if isinstance(known, str | int) else None
                source, raw = self._source((number, k), ref), {**part, "reference_id": known}
                draft = self._to.citation((number, k), source, ref=ref, type="reference", raw=raw)
                self._to.cite_point(self._text, draft, self._text.length)
        elif kind != "thinking":
            self._to.notice("unknown_block", f"a content chunk of type {kind!r}")

    def _source(self, place: tuple[int, int], ref: str | None) -> Entry | None:
        if ref is None or self._offered:
            return self._to.sources.find(ref) if ref is not None else None
        return self._to.source(ref, place)  # the key of a tool's result that was not given


_EMPTY: Record = {"type": "text", "text": ""}


def sources_in(request: Record) -> list[Source]:
    """What tools returned: JSON whose keys are the reference ids. A key that is given again means the later one."""
    found: dict[str, Source] = {}
    for _, parts in tool_results(request, "text"):
        texts = [part for part in parts if isinstance(part, str)]
        found |= {key: offered(key, result) for key, result in _results("".join(texts))}
    return list(found.values())


def _results(text: str) -> list[tuple[str, JsonValue]]:
    try:
        data = Door(lambda repair: None).loads(text)
    except ValueError:
        return []
    return [(str(key), value) for key, value in (enumerate(data) if isinstance(data, list) else record(data).items())]
