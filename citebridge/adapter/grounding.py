"""Grounding chunks, as Google sends them with an answer: pages, places, pictures, and passages of documents."""

from collections import Counter
from typing import NamedTuple

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import Locators
from citebridge.adapter.fields import Record, record
from citebridge.models import SourceKind
from citebridge.sources import Entry

# kind of chunk -> kind of source, the fields that name it (or its document), and that of its address
_KINDS: dict[str, tuple[SourceKind, tuple[str, ...], str]] = {
    "web": ("web", ("uri",), "uri"),
    "maps": ("place", ("placeId", "uri"), "uri"),
    "image": ("web", ("sourceUri",), "sourceUri"),
    "retrievedContext": ("chunk", ("documentName", "uri"), "uri"),
}


class Chunk(NamedTuple):
    """What a chunk is to who cites it: its source, what it says itself, and where that stands in its document."""

    source: Entry | None = None
    text: str | None = None
    places: Locators = ()


class GroundingChunks:
    """Takes in the chunks of one answer in their order."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._passages: Counter[str] = Counter()  # of each document

    def read(self, n: int, chunk: Record) -> Chunk:
        """Chunk `n`."""
        kind, said = _kind_of(chunk)
        if kind not in _KINDS or not said:
            self._to.notice("unknown_chunk", f"a grounding chunk of kind {kind!r} with {len(said)} fields")
        if not said:
            return Chunk()
        word, names, address = _KINDS.get(kind, _KINDS["web"])
        string, whole, rag = self._to.string, self._to.whole, self._to.record(said, "ragChunk")
        text, page = string(said, "text") or string(rag, "text"), whole(said, "pageNumber")
        named = string(said, names[0]) or string(said, names[-1])
        parents = (named,) if word == "chunk" and named is not None else ()
        for parent in parents:
            named, self._passages[parent] = f"{parent}#{self._passages[parent]}", self._passages[parent] + 1
        source = self._to.source(
            named or f"chunk:{n}",
            (n,),
            minted=named is None,
            kind=word,
            url=string(said, address),
            title=string(said, "title"),
            text=text,
            derived_from=parents,
            raw=chunk,
        )
        pages = self._to.record(rag, "pageSpan")
        first, last = (whole(pages, "firstPage"), whole(pages, "lastPage")) if page is None else (page, page)
        return Chunk(source, text, self._to.locators("pages", first, last))


def _kind_of(chunk: Record) -> tuple[str, Record]:
    """The kind of a chunk, and what it says: a known kind that says something goes before any other object."""
    kinds = [kind for kind, said in chunk.items() if isinstance(said, dict)]
    kind = next((kind for kind in kinds if kind in _KINDS and chunk[kind]), [*kinds, ""][0])
    return kind, record(chunk.get(kind))
