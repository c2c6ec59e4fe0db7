"""Gemini generateContent, of the Developer API and of Vertex (ai.google.dev/api/generate-content).

Offsets are UTF-8 bytes over the joined visible parts, or within one part where it is named; a missing start is 0. What
a segment says decides, since offsets are sometimes one too high. Grounding comes with the last chunks, a later one
replaces an earlier one and an empty one nothing; so citations are told at the end.
"""

import json
from collections import Counter

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Choices, Locators, ReaderSpec, Record, members, number, whole
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.draft import LAST
from citebridge.adapter.fields import record, records, string
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.parts import VisibleParts
from citebridge.adapter.replaying import joined_texts
from citebridge.adapter.wirenames import has_names, in_camel_case
from citebridge.models import RECITATION, SourceKind
from citebridge.sources import Entry, Known

name = "google"
# kind of chunk -> kind of source, the fields that name it (or its document), and that of its address
_CHUNKS: dict[str, tuple[SourceKind, tuple[str, ...], str]] = {
    "web": ("web", ("uri",), "uri"),
    "maps": ("place", ("placeId", "uri"), "uri"),
    "image": ("web", ("sourceUri",), "sourceUri"),
    "retrievedContext": ("chunk", ("documentName", "uri"), "uri"),
}
_ATTRIBUTES = frozenset(("model_version", "usage_metadata", "finish_reason", "grounding_metadata"))  # by no alias

spec = ReaderSpec(
    "generateContent", lambda body: "candidates" in body or "promptFeedback" in body, ("google",), ("candidates",)
)


class parser:
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._choices, self._parts = builder, Choices(builder, "candidates"), VisibleParts(builder.slot(0))
        self._content, self._calls = list[JsonValue](), False
        self._recited: dict[str, Record] = {}  # chunks repeat entries
        self._passages: Counter[str] = Counter()  # of each document

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        if has_names(event, "candidates", _ATTRIBUTES):
            event = record(in_camel_case(event))
        self._to.about(event, model="modelVersion", response_id="responseId", usage="usageMetadata")
        for candidate in self._choices.feed(event):
            content = self._to.record(candidate, "content")
            for part in self._to.records(content, "parts"):
                self._content.append(part)
                self._calls = self._calls or "functionCall" in part
                self._parts.add(None if part.get("thought") else self._to.string(part, "text"))
            recited = record(candidate.get("citationMetadata"))
            for entry in records(recited.get("citationSources")) + records(recited.get("citations")):
                self._recited.setdefault(json.dumps(entry, sort_keys=True), entry)
            said: Record = {**content, "parts": []} if isinstance(content.get("parts"), list) else content
            self._choices.merge({**candidate, "content": said} if content else candidate, "citationMetadata")
            if reason := string(candidate.get("finishReason")):
                self._to.end_with(reason, calls=self._calls)
        if blocked := string(record(event.get("promptFeedback")).get("blockReason")):
            self._to.end("filtered", blocked)

    def close(self) -> None:
        """Cite, now that all text and grounding are there, and leave the response put together."""
        said, grounding = self._choices.first, record(self._choices.first.get("groundingMetadata"))
        returned = self._to.members(grounding, "groundingChunks")
        chunks = [self._chunk(n, record(chunk)) for n, chunk in enumerate(returned)]
        for n, support in enumerate(self._to.records(grounding, "groundingSupports")):
            self._support(n, support, chunks)
        for n, entry in enumerate(filter(None, self._recited.values())):  # recited text: told, and supporting nothing
            start, end = self._to.whole(entry, "startIndex") or 0, self._to.whole(entry, "endIndex")
            uri, title, place = string(entry.get("uri")), string(entry.get("title")), (LAST, n)
            source = self._to.source(uri, place, kind="web", url=uri, title=title) if uri is not None else None
            draft = self._to.citation((n,), source, name="recitation", ref=uri, type=RECITATION, raw=entry)
            self._to.cite(self._parts.slot, draft, start, end, unit="utf8")
        for n, page in enumerate(records(record(said.get("urlContextMetadata")).get("urlMetadata"))):
            url = string(page.get("retrievedUrl"))
            if url is not None and self._to.sources.find(url) is None:
                self._to.source(url, (len(chunks) + n,), kind="web", url=url, raw=page)
        if record(grounding.get("searchEntryPoint")).get("renderedContent"):
            self._to.notice("display_duty", "search suggestions go with the answer", grounding["searchEntryPoint"])
        recited: Record = {"citations": [*self._recited.values()]}
        more: Record = {"citationMetadata": recited} if self._recited else {}
        self._choices.leave(content={**record(said.get("content")), "parts": self._content}, **more)

    def _chunk(self, n: int, chunk: Record) -> tuple[Entry | None, Locators]:
        """The source of a grounding chunk, and its pages."""
        kind, inner = _kind_of(chunk)
        if kind not in _CHUNKS or not inner:
            self._to.notice("unknown_chunk", f"a grounding chunk of kind {kind!r} with {len(inner)} fields")
        word, names, address = _CHUNKS.get(kind, ("web", ("uri",), "uri"))
        rag, url, title = record(inner.get("ragChunk")), string(inner.get(address)), string(inner.get("title"))
        text = string(inner.get("text")) or string(rag.get("text"))
        named = string(inner.get(names[0])) or string(inner.get(names[-1]))
        parents = (named,) if word == "chunk" and named is not None else ()
        for parent in parents:
            named, self._passages[parent] = f"{parent}#{self._passages[parent]}", self._passages[parent] + 1
        more: Known = {"kind": word, "url": url, "title": title, "text": text, "derived_from": parents, "raw": chunk}
        page, pages = whole(inner.get("pageNumber")), record(rag.get("pageSpan"))
        span = (page, page) if page is not None else (whole(pages.get("firstPage")), whole(pages.get("lastPage")))
        source = self._to.source(named or f"chunk:{n}", (n,), minted=named is None, **more) if inner else None
        return source, self._to.locators("pages", *span)

    def _support(self, n: int, support: Record, chunks: list[tuple[Entry | None, Locators]]) -> None:
        segment, scores = record(support.get("segment")), members(support.get("confidenceScores"))
        says, start = string(segment.get("text")), self._to.whole(segment, "startIndex") or 0
        bases, last = self._parts.bases(self._to.whole(segment, "partIndex")), self._to.whole(segment, "endIndex")
        if segment.get("endIndex") is None:
            last = start + len((says or "").encode())
        for k, index in enumerate(self._to.members(support, "groundingChunkIndices") or [None]):
            at, score = whole(index), number(scores[k]) if k < len(scores) else None
            source, pages = chunks[at] if at is not None and 0 <= at < len(chunks) else (None, ())
            ref, quote = None if index is None else str(index), source.text if source is not None else None
            raw: Record = {"support": support, "chunk_index": index}
            draft = self._to.citation(
                (n, k), source, ref=ref, cited_text=quote, locators=pages, confidence=score, raw=raw
            )
            self._to.cite(self._parts.slot, draft, start, last, unit="utf8", says=says, bases=bases)


def _kind_of(chunk: Record) -> tuple[str, Record]:
    """The kind of a grounding chunk, and what it says."""
    for kind, inner in chunk.items():
        if isinstance(inner, dict):
            return kind, inner
    return "", {}


def replay(turn: Record | str) -> list[Record]:
    """The content of the candidate: a signature goes back where it came, also with an empty text (ai.google.dev,
    Thought signatures), and grounding never does.
    """
    if isinstance(turn, str):
        return [{"role": "model", "parts": [{"text": turn}]}]
    content = record(record(next(iter(records(turn.get("candidates"))), None)).get("content"))
    given: list[Record] = [
        {key: value for key, value in part.items() if value is not None} for part in records(content.get("parts"))
    ]
    parts = joined_texts(filter(None, given), "text", "thought")
    return [{"role": "model", "parts": [*parts]}] if parts else []
