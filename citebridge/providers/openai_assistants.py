"""OpenAI Assistants (platform.openai.com/docs/assistants): messages of a thread, with marks like `【4:0†source】`.

What is read is a message, a page of a thread, newest first, or the stream of a run, whose last events carry the whole
message and how the run ended.
"""

from collections.abc import Iterator

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record, Slot
from citebridge.adapter.choices import inner_of
from citebridge.adapter.fields import members, record, records, string, whole
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.turn import Turn
from citebridge.marks import OPENAI_SHAPED

name = "openai.assistants"


def _tells(body: Record) -> bool:
    said = [body, inner_of(body), *records(body.get("data"))]
    return any(str(one.get("object")).startswith("thread.") for one in said)


spec = ReaderSpec("assistants", _tells, turn=("content", "data"), grammars=OPENAI_SHAPED)


def explode(body: Record) -> Iterator[Record]:
    """The messages, oldest first."""
    if body.get("object") == "list":
        yield from reversed(records(body.get("data")))
    else:
        yield body


class parser:
    """Reads the objects that the events of a run carry."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._message, self._turn = builder, Record(), Turn(builder.is_whole)
        self._numbers: dict[str, int] = {}  # messages by their ids
        self._told: set[tuple[int, ...]] = set()  # annotations
        self._refusals: dict[int, str] = {}
        handlers = {"thread.message": self._whole, "thread.message.delta": self._delta, "thread.run": self._run}
        self._dispatch = Dispatch(builder, {**handlers, "thread": lambda event: None}, ("thread.run.step",), "object")

    def feed(self, event: Record) -> None:
        """Read the object of one event."""
        self._dispatch(inner_of(event))

    def close(self) -> None:
        """Leave the last message."""
        self._to.raw = self._message or {"object": "thread.message", "content": self._turn.listed()}

    def _whole(self, message: Record) -> None:
        if message.get("role") not in ("assistant", None):
            return
        self._to.about(message, response_id="id")
        self._message = message if message.get("content") else self._message
        for part, content in enumerate(members(message.get("content"))):
            self._part(self._number(message), part, record(content), so_far=True)
        status = string(message.get("status")) or ("completed" if message.get("content") else None)
        if status != "in_progress" and message.get("content"):
            self._to.end_with(string(record(message.get("incomplete_details")).get("reason")) or status)

    def _delta(self, message: Record) -> None:
        for n, content in enumerate(records(record(message.get("delta")).get("content"))):
            self._part(self._number(message), n if (at := whole(content.get("index"))) is None else at, content)

    def _part(self, number: int, part: int, content: Record, *, so_far: bool = False) -> None:
        kind, text = string(content.get("type")) or "", self._to.record(content, "text")
        if kind == "refusal":
            self._refusals[part] = ("" if so_far else self._refusals.get(part, "")) + (string(content.get(kind)) or "")
            self._to.refuse("".join(self._refusals.values()))
        elif kind not in ("text", "image_file", "image_url"):
            self._to.notice("unknown_block", f"a content part of type {kind!r}")
        slot, value = self._to.slot(number, part), self._to.string(text, "value") or ""
        for n, annotation in enumerate(self._to.records(text, "annotations")):
            self._cite(slot, (number, part, n if so_far else whole(annotation.get("index"))), annotation)
        if so_far:
            self._to.add_rest(slot, value)
        else:
            slot.add(value)
            self._turn.start(part, {"type": kind})
            self._turn.grow(part, ("text", "value"), value)

    def _cite(self, slot: Slot, place: tuple[int, int, int | None], annotation: Record) -> None:
        """One annotation, which a stream may tell several times, and numbers; the whole message does not."""
        at = place[2] if place[2] is not None else sum(place[:2] == known[:2] for known in self._told)
        if (*place[:2], at) in self._told:
            return
        self._told.add((*place[:2], at))
        kind = self._to.string(annotation, "type")
        if kind not in ("file_citation", "file_path"):
            self._to.notice("unknown_citation_type", f"an annotation of type {kind!r}")
        said = record(annotation.get(kind or ""))
        file, quote = self._to.string(said, "file_id"), string(said.get("quote"))
        source = self._to.source(file, (*place[:2], at), kind="file") if file is not None else None
        draft = self._to.citation((*place[:2], at), source, ref=file, cited_text=quote, type=kind, raw=annotation)
        start, end = self._to.whole(annotation, "start_index"), self._to.whole(annotation, "end_index")
        if not start or end is None:
            self._to.cite_nowhere(draft)
        elif kind == "file_path":  # the address of a link to a file that was made
            self._to.cite(slot, draft, start, end, says=string(annotation.get("text")))
        else:
            self._to.cite_link(slot, draft, start, end, None)

    def _run(self, run: Record) -> None:
        self._to.about(run, model="model", usage="usage")
        why = string(record(run.get("incomplete_details")).get("reason"))
        if (status := string(run.get("status"))) not in ("queued", "in_progress", None):
            self._to.end_with(why or string(record(run.get("last_error")).get("message")) or status)

    def _number(self, one: Record) -> int:
        return self._numbers.setdefault(string(one.get("id")) or "", len(self._numbers))
