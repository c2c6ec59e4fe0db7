"""Gemini Interactions (ai.google.dev/api/interactions-api): steps with content parts, and annotations on each text.

Offsets are UTF-8 bytes within one text. In streams annotations come behind their text.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record, Slot, index_of
from citebridge.adapter.draft import CitationFields, Place
from citebridge.adapter.fields import members, record, records, string
from citebridge.adapter.growing import GrowingTexts
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.retrieved import Retrieved
from citebridge.adapter.turn import Turn
from citebridge.models import SourceKind

name = "google.interactions"
# type of annotation -> kind of source, the fields that name it, those of its title and of its quote
_KINDS: dict[str, tuple[SourceKind, tuple[str, ...], str, str]] = {
    "url_citation": ("web", ("url",), "title", ""),
    "file_citation": ("file", ("document_uri", "media_id"), "file_name", "source"),
    "place_citation": ("place", ("place_id", "url"), "name", ""),
}
_SPOKEN = "model_output"
_NO_CITATIONS = ("speech_metadata", "word_info")
_UNFINISHED = ("queued", "in_progress", "idle")


spec = ReaderSpec(
    "interactions",
    lambda body: (
        body.get("object") == "interaction" or str(body.get("event_type")).startswith(("interaction.", "step."))
    ),
    sdk=("google",),
    turn=("steps", "outputs"),
)


def explode(body: Record) -> Iterator[Record]:
    """The last event of `interactions.create(stream=True)`, as if it carried everything."""
    yield {"event_type": "interaction.completed", "interaction": body}


class parser:
    """Reads the events of one interaction."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._body, self._retrieved = builder, Record(), Retrieved(builder)
        self._steps, self._texts = Turn(builder.is_whole), GrowingTexts(builder)
        self._kinds: dict[int, str] = {}  # of steps
        self._last: dict[int, tuple[int, str]] = {}  # the content of each step that grows, and its kind
        handlers = {"step.start": self._start, "step.delta": self._delta}
        handlers |= {"step.stop": lambda event: self._texts.close(index_of(event))}
        handlers |= {f"interaction.{word}": self._frame for word in ("created", "status_update", "completed")}
        self.feed = Dispatch(builder, handlers, key="event_type")

    def close(self) -> None:
        """Leave the interaction put together."""
        self._texts.put_into(self._steps)
        self._to.raw = {**self._body, "steps": self._steps.listed()}

    def _frame(self, event: Record) -> None:
        said = self._to.record(event, "interaction") or event
        self._body |= {key: value for key, value in said.items() if key not in ("steps", "event_type")}
        self._to.about(said, model="model", response_id="id", usage="usage")
        legacy: JsonValue = {"type": _SPOKEN, "content": said.get("outputs")}
        for index, step in enumerate(members(said.get("steps")) or members("outputs" in said and [legacy])):
            self._start({"index": index, "step": step})
            self._texts.close(index)
        if (status := string(said.get("status"))) is not None and status not in _UNFINISHED:
            self._to.end_with(status)

    def _start(self, event: Record) -> None:
        """A step, before its contents or with them; it may be told again when all is complete."""
        index, step = index_of(event), self._to.record(event, "step")
        kind = self._kinds[index] = string(step.get("type")) or ""
        self._to.announce(index)
        self._steps.start(index, {key: value for key, value in step.items() if key != "content"})
        for n, content in enumerate(members(step.get("content"))):
            self._content((index, n), record(content), so_far=True)
        self._found(index, kind, step.get("result"))

    def _delta(self, event: Record) -> None:
        index, delta = index_of(event), self._to.record(event, "delta")
        kind = string(delta.get("type")) or ""
        if self._kinds.get(index, _SPOKEN) == _SPOKEN:
            kind = "text" if kind.startswith("text") else kind
            last, known = self._last.get(index, (0, kind))
            self._content((index, last + (known != kind)), {**delta, "type": kind}, so_far=False)
            return
        self._steps.grow(index, (), {name: value for name, value in delta.items() if name != "type"})
        self._found(index, kind, delta.get("result"))

    def _content(self, place: tuple[int, int], content: Record, *, so_far: bool) -> None:
        """A content, as far as it is known, or more of it."""
        kind = string(content.get("type")) or ""
        self._last[place[0]] = place[1], kind
        self._texts.turn.start(place, {"type": kind})
        if self._kinds.get(place[0], _SPOKEN) == _SPOKEN and kind == "text":
            slot = self._texts.add(place, self._to.string(content, "text") or "", so_far=so_far)
            for at, one in self._texts.new(place, self._to.records(content, "annotations"), so_far=so_far):
                if one.get("type") not in _NO_CITATIONS:
                    self._cite(slot, at, one)

    def _cite(self, slot: Slot, place: Place, said: Record) -> None:
        kind = self._to.string(said, "type")
        if kind not in _KINDS:
            self._to.notice("unknown_citation_type", f"an annotation of type {kind!r}")
        word, names, titled, quoted = _KINDS.get(kind or "", _KINDS["url_citation"])
        ref = next((found for field in names if (found := string(said.get(field)))), None)
        url, title = string(said.get("url")) or string(said.get("document_uri")), self._to.string(said, titled)
        source = self._to.source(ref, place, kind=word, url=url, title=title) if ref is not None else None
        page, more = self._to.whole(said, "page_number"), CitationFields(cited_text=string(said.get(quoted)))
        more["locators"] = self._to.locators("pages", page, page)
        draft = self._to.citation(place, source, **(more | CitationFields(ref=ref, type=kind, raw=said)))
        start, end = self._to.whole(said, "start_index") or 0, self._to.whole(said, "end_index")
        self._to.cite(slot, draft, start, end or None, unit="utf8")

    def _found(self, index: int, kind: str, result: JsonValue) -> None:
        if kind == "url_context_result":
            self._retrieved.pages(index, result)
        elif kind == "google_search_result" and any(one.get("search_suggestions") for one in records(result)):
            self._to.notice("display_duty", "search suggestions go with the answer", result)
