"""Gemini generateContent, of the Developer API and of Vertex (ai.google.dev/api/generate-content).

Offsets are UTF-8 bytes over the joined visible parts, or within one part where it is named; a missing start is 0. What
a segment says decides, since offsets are sometimes one too high. Grounding comes with the last chunks, a later one
replaces an earlier one and an empty one nothing; so citations are told at the end.
"""

import json
from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Choices, ReaderSpec, Record
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.draft import LAST
from citebridge.adapter.fields import members, number, present, record, records, string, whole
from citebridge.adapter.grounding import Chunk, GroundingChunks
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.parts import VisibleParts
from citebridge.adapter.replaying import joined_texts
from citebridge.adapter.wirenames import has_names, in_camel_case
from citebridge.models import RECITATION

name = "google"
_PARTS = {  # kinds of parts, less text, and what may come alone
    *("functionCall", "functionResponse", "executableCode", "codeExecutionResult", "inlineData", "fileData"),
    *("toolCall", "toolResponse", "thoughtSignature"),
}
_ATTRIBUTES = {  # names of fields in Python, by no alias
    *("model_version", "usage_metadata", "response_id", "prompt_feedback", "finish_reason"),
    *("grounding_metadata", "citation_metadata", "url_context_metadata"),
}
_TELLING = {"candidates", "promptFeedback", "prompt_feedback"}
spec = ReaderSpec("generateContent", lambda body: not _TELLING.isdisjoint(body), ("google",), ("candidates",))


class parser:
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._choices, self._parts = builder, Choices(builder, "candidates"), VisibleParts(builder.slot(0))
        self._content, self._calls = list[JsonValue](), False
        self._recited: dict[str, Record] = {}  # chunks repeat entries
        self._orphans = list[Record]()  # supports that number a list that is gone

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        if has_names(event, "candidates", _ATTRIBUTES):
            event = record(in_camel_case(event))
        self._to.about(event, model="modelVersion", response_id="responseId", usage="usageMetadata")
        self._take(self._choices.feed(event))
        if blocked := string(record(event.get("promptFeedback")).get("blockReason")):
            self._to.end("filtered", blocked)

    def _take(self, candidates: Iterator[Record]) -> None:
        for candidate in candidates:
            content = self._to.record(candidate, "content")
            self._read(self._to.records(content, "parts"))
            self._metadata(candidate)
            said: Record = {**content, "parts": []} if isinstance(content.get("parts"), list) else content
            self._choices.merge({**candidate, "content": said} if content else candidate, "citationMetadata")
            if reason := self._to.string(candidate, "finishReason"):
                self._to.end_with(reason, calls=self._calls)

    def _read(self, parts: list[Record]) -> None:
        for n, part in enumerate(parts):
            self._content.append(part)
            said = present(part) if None in part.values() else part  # an SDK's dump writes all kinds into each part
            self._calls = self._calls or "functionCall" in said
            self._parts.add(said, self._to.string(said, "text"), opens=not n)
            if "text" not in said and _PARTS.isdisjoint(said):
                self._to.notice("unknown_block", f"a part with the fields {', '.join(part)[:60]!r}")

    def _metadata(self, candidate: Record) -> None:
        if "citationMetadata" in candidate:
            recited = self._to.record(candidate, "citationMetadata")
            for entry in self._to.records(recited, "citationSources") + self._to.records(recited, "citations"):
                self._recited.setdefault(json.dumps(entry, sort_keys=True), entry)
        if "groundingMetadata" in candidate:
            known, later = (record(one.get("groundingMetadata")) for one in (self._choices.first, candidate))
            old, new = members(known.get("groundingChunks")), members(later.get("groundingChunks"))
            if new and new[: len(old)] != old:  # supports number the list that they came with
                self._orphans = self._to.records(known, "groundingSupports") or self._orphans
                kept = {key: value for key, value in known.items() if key != "groundingSupports"}
                self._choices.first["groundingMetadata"] = kept

    def close(self) -> None:
        """Cite, now that all text and grounding are there, and leave the response put together."""
        self._take(self._choices.rest())
        said, grounding = self._choices.first, self._to.record(self._choices.first, "groundingMetadata")
        reader, returned = GroundingChunks(self._to), self._to.members(grounding, "groundingChunks")
        chunks = [reader.read(n, record(chunk)) for n, chunk in enumerate(returned)]
        supports = self._to.records(grounding, "groundingSupports")
        for n, support in enumerate(supports or self._orphans):
            self._support(n, support, chunks if supports else [])
        for n, entry in enumerate(filter(None, self._recited.values())):  # recited text: told, and supporting nothing
            start, end, place = self._to.start(entry, "startIndex"), self._to.whole(entry, "endIndex"), (LAST, n)
            uri, title = self._to.string(entry, "uri"), self._to.string(entry, "title")
            source = self._to.source(uri, place, kind="web", url=uri, title=title) if uri is not None else None
            draft = self._to.citation((n,), source, name="recitation", ref=uri, type=RECITATION, raw=entry)
            self._to.cite(self._parts.slot, draft, start, end, unit="utf8")
        for n, page in enumerate(records(record(said.get("urlContextMetadata")).get("urlMetadata"))):
            url = self._to.string(page, "retrievedUrl")
            known = self._to.sources.find(url) if url is not None else None
            if url is not None and (known is None or known.fits({"raw": page})):
                self._to.source(url, (len(chunks) + n,), kind="web", url=url, raw=page)
        if record(grounding.get("searchEntryPoint")).get("renderedContent"):
            self._to.notice("display_duty", "search suggestions go with the answer", grounding["searchEntryPoint"])
        recited: Record = {"citations": [*self._recited.values()]}
        more: Record = {"citationMetadata": recited} if self._recited else {}
        self._choices.leave(content={**record(said.get("content")), "parts": self._content}, **more)

    def _support(self, n: int, support: Record, chunks: list[Chunk]) -> None:
        segment, scores = self._to.record(support, "segment"), members(support.get("confidenceScores"))
        says, start = self._to.string(segment, "text"), self._to.start(segment, "startIndex")
        bases, last = self._parts.bases(self._to.start(segment, "partIndex")), self._to.whole(segment, "endIndex")
        if start is not None and segment.get("endIndex") is None:
            last = start + len((says or "").encode())
        cited = set[int]()
        for k, index in enumerate(self._to.members(support, "groundingChunkIndices") or [None]):
            at, score = whole(index), number(scores[k]) if k < len(scores) else None
            if at is not None:
                if at in cited:
                    continue
                cited.add(at)
            source, quote, pages = chunks[at] if at is not None and 0 <= at < len(chunks) else Chunk()
            ref = None if index is None else str(index)
            if ref is None:
                self._to.notice("unresolved_reference", f"support {n} names no chunk")
            raw: Record = {"support": support, "chunk_index": index}
            draft = self._to.citation(
                (n, k), source, ref=ref, cited_text=quote, locators=pages, confidence=score, raw=raw
            )
            self._to.cite(self._parts.slot, draft, start, last, unit="utf8", says=says, bases=bases)


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
