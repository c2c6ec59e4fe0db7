"""Gemini Interactions (ai.google.dev/api/interactions-api): steps with contents, and annotations on each text.

Offsets are UTF-8 bytes within one text. In streams annotations come behind their text, and no delta says which content
of its step it is of: more text is of the last one, anything else is the next. The preview had outputs for steps.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record, index_of, record, records, string
from citebridge.adapter.fields import contents
from citebridge.adapter.growing import GrowingTexts
from citebridge.adapter.interaction_steps import ASKED, SPOKEN, has_no_text, step_in, steps_of
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.turn import Turn
from citebridge.models import SourceKind
from citebridge.sources import Entry

name = "google.interactions"
_FETCHED = "url_context_result"  # a step
_UPDATED = ("status", "usage")  # of an interaction, by an event without one
_KINDS: dict[str, SourceKind] = {"url_citation": "web", "file_citation": "file", "place_citation": "place"}


def _tells(body: Record) -> bool:
    return body.get("object") == "interaction" or str(body.get("event_type")).startswith(("interaction.", "step."))


spec = ReaderSpec("interactions", _tells, sdk=("google",), turn=("steps", "outputs"))


def explode(body: Record) -> Iterator[Record]:
    """The last event of `interactions.create(stream=True)`, as if it carried everything."""
    yield {"event_type": "interaction.completed", "interaction": body}


class parser:
    """Reads the events of one interaction. A step may be told again when all is complete."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._body, self._steps = builder, Record(), Turn(builder.is_whole)
        self._texts, self._kinds = GrowingTexts(builder), dict[int, str]()  # of steps
        self._last = dict[int, tuple[int, int]]()  # content of each step, and the last that is a text
        words = ("created", "status_update", "completed", "start", "complete")
        handlers = {f"interaction.{word}": self._frame for word in words}
        for step in ("step", "content"):
            handlers |= {f"{step}.start": self._start, f"{step}.delta": self._delta}
            handlers |= {f"{step}.stop": lambda event: self._texts.close(index_of(event))}
        self.feed = Dispatch(builder, handlers, key="event_type")

    def close(self) -> None:
        """Leave the interaction put together."""
        self._texts.put_into(self._steps)
        self._to.raw = {**self._body, "steps": self._steps.listed({("arguments",): ("arguments",)})}

    def _frame(self, event: Record) -> None:
        update = {key: event[key] for key in _UPDATED if event.get(key) is not None}
        said = self._to.record(event, "interaction") or update
        self._body |= {key: value for key, value in said.items() if key != "steps"}
        self._to.about(said, model="model", response_id="id", usage="usage")
        for index, step in enumerate(steps_of(said, asked=ASKED in self._kinds.values())):
            self._start({"index": index, "step": step})
        if (status := self._to.string(said, "status")) not in ("queued", "in_progress", "idle", None):
            self._to.end_with(status)

    def _start(self, event: Record) -> None:
        index, step = index_of(event), self._to.record({"step": step_in(event)}, "step")
        kind = self._kinds[index] = string(step.get("type")) or SPOKEN
        if kind != SPOKEN and not has_no_text(kind):
            self._to.notice("unknown_block", f"a step of type {kind!r}", step)
        self._to.announce(index)
        self._steps.start(index, {key: step[key] for key in step if key != "content" or kind != SPOKEN})
        if kind == SPOKEN:
            self._to.members(step, "content")  # a text is read in place of parts, and told
        for number, content in enumerate(contents(step.get("content"), type="text") if kind == SPOKEN else ()):
            self._content(index, record(content), number)
        self._results(index, step.get("result"))

    def _delta(self, event: Record) -> None:
        index, delta = index_of(event), self._to.record(event, "delta")
        if self._kinds.get(index, SPOKEN) == SPOKEN or str(delta.get("type")).startswith("text_annotation"):
            self._content(index, delta)
        elif delta.get("type") == "thought_summary":
            self._steps.append(index, "summary", delta.get("content"))
        else:
            self._steps.grow(index, (), {key: delta[key] for key in delta if key != "type"})
            self._results(index, delta.get("result"))

    def _content(self, index: int, said: Record, number: int | None = None) -> None:
        """A content of a step as far as it has come, or, without its number, more of one."""
        kind, (last, text), so_far = string(said.get("type")) or "", self._last.get(index, (-1, -2)), number is not None
        at = last + (kind != "text" or last != text) if number is None else number
        if kind.startswith("text_annotation"):  # of the text before them
            said, kind, at = {**said, "type": "text"}, "text", max(0, text)
        self._last[index] = max(last, at), at if kind == "text" else text
        self._texts.turn.start((index, at), {key: said[key] for key in said if key not in ("text", "annotations")})
        if kind == "text":
            self._texts.add((index, at), self._to.string(said, "text") or "", so_far=so_far)
            for place, one in self._texts.new((index, at), self._to.records(said, "annotations"), so_far=so_far):
                if one.get("type") not in ("speech_metadata", "word_info"):
                    self._cite(place, one)
        elif kind not in ("image", "audio", "video", "document"):
            self._to.notice("unknown_block", f"a content of type {kind!r}")

    def _cite(self, place: tuple[int, ...], said: Record) -> None:
        kind, page, quote = self._to.string(said, "type"), self._to.whole(said, "page_number"), said.get("source")
        if kind not in _KINDS:
            self._to.notice("unknown_citation_type", f"an annotation of type {kind!r}")
        (ref, source), pages = self._source(place, said), self._to.locators("pages", page, page)
        draft = self._to.citation(place, source, ref=ref, type=kind, cited_text=string(quote), locators=pages, raw=said)
        start, end = self._to.start(said, "start_index"), self._to.whole(said, "end_index")
        self._to.cite(self._to.slot(*place[:2]), draft, start, end or None, unit="utf8")

    def _source(self, place: tuple[int, ...], said: Record, raw: JsonValue = None) -> tuple[str | None, Entry | None]:
        """What an annotation names, or a page or place that a tool brought, and its name."""
        kind = _KINDS.get(string(said.get("type")) or "", "place" if "place_id" in said else "web")
        names = ("place_id", "document_uri", "media_id", "url"), ("url", "document_uri"), ("title", "file_name", "name")
        ref, url, title = (next(filter(None, (self._to.string(said, key) for key in one)), None) for one in names)
        return ref, self._to.source(ref, place, kind=kind, url=url, title=title, raw=raw) if ref is not None else None

    def _results(self, index: int, result: JsonValue) -> None:
        for n, found in enumerate(records(result)):
            for k, one in enumerate([found] if self._kinds[index] == _FETCHED else records(found.get("places"))):
                self._source((index, n, k), one, raw=one)
        if any(found.get("search_suggestions") for found in records(result)):
            self._to.notice("display_duty", "search suggestions go with the answer", result)


def replay(turn: Record | str) -> list[Record]:
    """The steps that the model made, with their signatures, less empty texts and calls that were broken off."""
    if isinstance(turn, str):
        return [{"type": SPOKEN, "content": [{"type": "text", "text": turn}]}]
    steps: list[Record] = []
    for step in records(steps_of(turn, asked=False)):
        kind = string(step.get("type")) or SPOKEN
        content = [one for one in records(contents(step.get("content"), type="text")) if one.get("text") != ""]
        if kind == SPOKEN and content:
            steps.append({**step, "type": kind, "content": [*content]})
        elif kind != SPOKEN and not isinstance(step.get("arguments"), str):
            steps.append(step)
    return steps
