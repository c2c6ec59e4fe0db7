"""Gemini generateContent, of the Developer API and of Vertex (ai.google.dev/api/generate-content; providers.md 5).

Offsets are UTF-8 bytes over the joined visible parts, or within one part where it is named; a missing start is 0. What
a segment says decides, since recorded offsets can be one too high. Grounding comes with the last chunks, a later one
replaces an earlier one and an empty one nothing; so citations are told at the end.
"""

import json
from collections import Counter
from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, members, number, record, records, string, whole
from citebridge.models import Locator, Source
from citebridge.sources import Entry

name = "google"
spec = ReaderSpec(
    "generateContent",
    lambda body: "candidates" in body or "promptFeedback" in body,
    sdk=("google",),
    turn=("candidates",),
)


def explode(body: Record) -> Iterator[Record]:
    """A whole response is a stream of one chunk."""
    yield body


class parser:  # noqa: N801
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._text = builder, builder.slot(0)
        self._body: Record = {}
        self._others: list[JsonValue] = []  # candidates after the first
        self._content: list[JsonValue] = []
        self._parts: list[tuple[int, bool]] = []  # where each part begins, and whether it is visible
        self._said: Record = {}  # of the first candidate, all but its parts
        self._passages: Counter[str] = Counter()  # of each document

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        self._body |= {key: value for key, value in event.items() if key not in ("candidates", "sdkHttpResponse")}
        self._to.about(event, model="modelVersion", response_id="responseId", usage="usageMetadata")
        for index, candidate in enumerate(self._to.records(event, "candidates")):
            if index or whole(candidate.get("index")):
                self._others.append(candidate)
                self._to.notice("extra_candidates", "more candidates than one: the first is read")
            else:
                self._candidate(candidate)
        if blocked := string(record(event.get("promptFeedback")).get("blockReason")):
            self._to.end("filtered", blocked)

    def close(self) -> None:
        """Cite, now that all text and grounding are there, and leave the response put together."""
        grounding = record(self._said.get("groundingMetadata"))
        chunks = [self._chunk(n, chunk) for n, chunk in enumerate(members(grounding.get("groundingChunks")))]
        for n, support in enumerate(self._to.records(grounding, "groundingSupports")):
            self._support(n, support, chunks)
        recited = record(self._said.get("citationMetadata"))
        for n, entry in enumerate(records(recited.get("citationSources")) or records(recited.get("citations"))):
            self._recitation(n, entry)
        for n, page in enumerate(records(record(self._said.get("urlContextMetadata")).get("urlMetadata"))):
            url = string(page.get("retrievedUrl"))
            if url is not None and self._to.sources.find(url) is None:
                self._to.source(url, (len(chunks) + n,), kind="web", url=url, raw=page)
        if string(record(grounding.get("searchEntryPoint")).get("renderedContent")):
            self._to.notice("display_duty", "Google asks that its search suggestions be shown with the answer")
        content = {**record(self._said.get("content")), "parts": self._content}
        self._to.raw = {**self._body, "candidates": [{**self._said, "content": content}, *self._others]}

    def _candidate(self, candidate: Record) -> None:
        content = record(candidate.get("content"))
        for part in self._to.records(content, "parts"):
            text, visible = self._to.string(part, "text"), not part.get("thought")
            self._parts.append((self._text.length, visible and text is not None))
            self._content.append(part)
            if visible and text is not None:
                self._text.add(text)
        for key, value in candidate.items():
            known = self._said.get(key)
            if key == "citationMetadata" and isinstance(known, dict) and isinstance(value, dict):
                self._said[key] = {name: _merged(known.get(name), value.get(name)) for name in {**known, **value}}
            elif isinstance(value, dict) and isinstance(known, dict):
                self._said[key] = known | {name: inner for name, inner in value.items() if inner}
            elif value is not None:
                self._said[key] = value
        if reason := string(candidate.get("finishReason")):
            calls = reason == "STOP" and any("functionCall" in part for part in records(self._content))
            self._to.end("tool_call", reason) if calls else self._to.end_with(reason)

    def _chunk(self, n: int, chunk: JsonValue) -> tuple[Entry | None, str | None, tuple[Locator, ...]]:
        """The source of a chunk, the text that was retrieved, and its pages."""
        kind, inner = next(((key, value) for key, value in record(chunk).items() if isinstance(value, dict)), ("", {}))
        if not inner:
            self._to.notice("odd_payload", f"grounding chunk {n} says nothing: {str(chunk)[:60]}")
            return None, None, ()
        uri, title, text = string(inner.get("uri")), string(inner.get("title")), string(inner.get("text"))
        if kind == "retrievedContext":
            rag = record(inner.get("ragChunk"))
            text, pages = text or string(rag.get("text")), record(rag.get("pageSpan"))
            first, last = whole(pages.get("firstPage")), whole(pages.get("lastPage"))
            page = whole(inner.get("pageNumber"))
            locators = self._to.locators("pages", page, page) or self._to.locators("pages", first, last)
            return self._passage(n, inner, string(inner.get("documentName")) or uri, text, chunk), text, locators
        if kind not in ("web", "maps", "image"):
            self._to.notice("unknown_chunk", f"a grounding chunk of kind {kind!r}")
        place, uri = string(inner.get("placeId")), uri or string(inner.get("sourceUri"))
        known = place or uri or f"chunk:{n}"
        minted, word = known == f"chunk:{n}", "place" if kind == "maps" else "web"
        return self._to.source(known, (n,), minted=minted, kind=word, url=uri, title=title, text=text, raw=chunk), text, ()

    def _passage(self, n: int, inner: Record, parent: str | None, text: str | None, chunk: JsonValue) -> Entry:
        """A passage of a stored document; some come without any name."""
        named, parents = f"chunk:{n}", ()
        if parent is not None:
            named, parents = f"{parent}#{self._passages[parent]}", (parent,)
            self._passages[parent] += 1
        url, title = string(inner.get("uri")), string(inner.get("title"))
        known = {"url": url, "title": title, "text": text, "derived_from": parents, "raw": chunk}
        return self._to.source(named, (n,), minted=parent is None, kind="chunk", **known)

    def _support(self, n: int, support: Record, chunks: list[tuple[Entry | None, str | None, tuple[Locator, ...]]]) -> None:
        segment, scores = record(support.get("segment")), members(support.get("confidenceScores"))
        start, end, says = whole(segment.get("startIndex")) or 0, whole(segment.get("endIndex")), string(segment.get("text"))
        if end is None and says is not None:
            end = start + len(says.encode())
        for k, index in enumerate(members(support.get("groundingChunkIndices")) or [None]):
            at = whole(index)
            source, text, locators = chunks[at] if at is not None and 0 <= at < len(chunks) else (None, None, ())
            if source is None:
                self._to.notice("unresolved_reference", f"support {n} names chunk {index}, which was not sent")
            draft = self._to.citation(
                (n, k),
                source_id=source.id if source else None,
                ref=None if index is None else str(index),
                cited_text=text,
                locators=locators,
                confidence=number(scores[k]) if k < len(scores) else None,
                raw={"support": support, "chunk_index": index},
            )
            self._to.cite(self._text, draft, start, end, unit="utf8", says=says, bases=self._bases(segment))

    def _bases(self, segment: Record) -> tuple[int, ...]:
        """Where the counting may begin: in the named part, thoughts counted or not, or in the joined text."""
        part, visible = whole(segment.get("partIndex")), [start for start, seen in self._parts if seen]
        named = [] if not part else [self._parts[part : part + 1], visible[part : part + 1]]
        starts = [one[0] if isinstance(one, tuple) else one for found in named for one in found]
        return tuple(dict.fromkeys([*starts, 0]))

    def _recitation(self, n: int, entry: Record) -> None:
        """Text that the model recited: it is told, and supports nothing."""
        uri, title = string(entry.get("uri")), string(entry.get("title"))
        source = self._to.source(uri, (1 << 40, n), kind="web", url=uri, title=title) if uri is not None else None
        known = {"source_id": source.id if source else None, "ref": uri, "type": "recitation", "raw": entry}
        draft, start = self._to.citation((n,), name="recitation", **known), whole(entry.get("startIndex")) or 0
        if entry:
            self._to.cite(self._text, draft, start, whole(entry.get("endIndex")), unit="utf8")


def _merged(known: JsonValue, more: JsonValue) -> JsonValue:
    """Lists of chunks one after another; entries that are sent again are one entry."""
    both = [*members(known), *members(more)]
    return list({json.dumps(one, sort_keys=True): one for one in both}.values())


def sources_in(request: Record) -> list[Source]:
    """A request offers no citable documents: inline ones are never cited (providers.md 5.3)."""
    return []
