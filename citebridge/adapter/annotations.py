"""OpenAI's annotations, which many servers send in its shape: nested or flat, with their own honesty about offsets.

A url citation's range is the link; a file citation has a point; a container file's range is the address of a link, and
0 to 0 is no place (posit-dev/chatlas#388).
"""

import json

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import Place
from citebridge.adapter.fields import Record, string
from citebridge.adapter.slot import Slot
from citebridge.models import SourceKind
from citebridge.sources import Entry


class _Told:
    """The annotations of one part by their numbers; those without one, or with that of another, take the next."""

    def __init__(self) -> None:
        self._numbered: dict[int, Record] = {}
        self._next = 0
        self._texts: set[str] | None = None  # all of them as JSON, from when the numbers do not tell them apart

    def take(self, number: int | None, annotation: Record) -> int | None:
        """The number of an annotation that is new, `None` when it is there."""
        known = self._numbered.get(number) if number is not None else None
        if known is not None and known == annotation:
            return None
        if number is None or known is not None:
            if self._texts is None:
                self._texts = set(map(_as_text, self._numbered.values()))
            if _as_text(annotation) in self._texts:
                return None
            number = self._next
        self._numbered[number] = annotation
        self._next = max(self._next, number + 1)
        if self._texts is not None:
            self._texts.add(_as_text(annotation))
        return number


def _as_text(annotation: Record) -> str:
    return json.dumps(annotation, sort_keys=True)


_KINDS = ("file_citation", "container_file_citation", "file_path", "document_citation", "function_citation")
_NAMES: tuple[tuple[str, SourceKind], ...] = (
    ("file_id", "file"),
    ("document_id", "document"),
    ("tool_call_id", "tool"),
)


class Annotations:
    """Cites what annotations tell; each annotation is told once, however often it is sent.

    `linked` says that the range of a url citation is that of a link; otherwise it may be any mark. `labelled` says that
    a title of digits alone is the number of the mark, or it repeats the url (docs.x.ai/developers/tools/citations).
    """

    def __init__(self, builder: AnswerBuilder, *, linked: bool = True, labelled: bool = False) -> None:
        self._to, self._linked, self._labelled = builder, linked, labelled
        self._told: dict[Place, _Told] = {}  # by the part they belong to

    def tell(self, slot: Slot, part: Place, number: int | None, annotation: JsonValue) -> None:
        """Annotation `number` of a part of the answer, whose text is in the slot."""
        if not isinstance(annotation, dict):
            if annotation is not None:
                self._to.notice("odd_payload", f"annotation {number} is no object: {str(annotation)[:60]}")
            return
        told = self._told.get(part)
        if told is None:
            told = self._told[part] = _Told()
        new = told.take(number, annotation)
        if new is not None:
            self.cite(slot, (*part, new), annotation)

    def cite(self, slot: Slot, place: Place, annotation: Record) -> None:
        """Cite what one annotation tells; where a provider has its own ranges, its reader has its own way."""
        kind = self._to.string(annotation, "type")
        nested = annotation.get(kind or "")
        said = nested if isinstance(nested, dict) else annotation
        source, ref = self.source(place, kind, said)
        quote = string(said.get("content")) or string(said.get("quote"))
        draft = self._to.citation(place, source, ref=ref, cited_text=quote, type=kind, raw=annotation)
        if kind == "file_citation" and "index" in said:
            self._to.cite_point(slot, draft, self._to.whole(said, "index"))
            return
        ranged = said if "start_index" in said or "end_index" in said else annotation
        start, end = self._to.whole(ranged, "start_index"), self._to.whole(ranged, "end_index")
        says = string(annotation.get("text"))  # of Assistants, which tells what its mark reads
        if says is None and (start is None or end is None or start == end == 0):
            self._to.cite_nowhere(draft)
        elif kind == "url_citation":
            self._to.cite_link(slot, draft, start or 0, end or 0, string(said.get("url")) if self._linked else None)
        elif kind == "file_citation" or (says is not None and kind != "file_path"):
            self._to.cite_link(slot, draft, start or 0, end or 0, None, says=says)
        else:
            self._to.cite(slot, draft, start, end, says=says)

    def source(self, place: Place, kind: str | None, said: Record) -> tuple[Entry | None, str | None]:
        """The source that an annotation names, and the name."""
        if kind != "url_citation":
            if kind not in _KINDS:
                self._to.notice("unknown_citation_type", f"an annotation of type {kind!r}")
            for field, word in _NAMES:
                if (name := self._to.string(said, field)) is not None:
                    title = self._to.string(said, "filename")
                    return self._to.source(name, place, kind=word, title=title), name
        url = self._to.string(said, "url")
        if url is None:
            return None, None
        title = self._to.string(said, "title")
        if self._labelled and title is not None and (title.isdecimal() or title == url):
            title = None
        kind = "file" if url.startswith("collections://") else "web"  # xAI's name for a file of a collection
        return self._to.source(url, place, kind=kind, url=url, title=title), url
