"""OpenAI Assistants (platform.openai.com/docs/assistants): messages of a thread, with marks like `【4:0†source】`.

What is read is a message, a page of a thread, newest first, or the stream of a run, which ends with the whole message.
"""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, Dispatch, ReaderSpec, Record
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.choices import inner_of
from citebridge.adapter.fields import members, record, records, string, whole
from citebridge.adapter.finishes import finish_of
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.replaying import said
from citebridge.adapter.turn import Turn
from citebridge.marks import OPENAI_SHAPED

name = "openai.assistants"


def explode(body: Record) -> Iterator[Record]:
    """The messages, oldest first; a page has the newest first, or another order that was asked for."""
    page = body.get("data")
    found = records(page)[::-1] if isinstance(page, list) else [body]
    times = [whole(message.get("created_at")) for message in found]
    if None not in times:
        found.sort(key=lambda message: whole(message.get("created_at")) or 0)
    yield from found


def _tells(body: Record) -> bool:
    return any(str(one.get("object")).split(".")[0] == "thread" for one in (inner_of(body), *explode(body)))


spec = ReaderSpec("assistants", _tells, turn=("content", "data"), grammars=OPENAI_SHAPED)


class parser:
    """Reads the objects that the events of a run carry."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._turn, self._annotations = builder, Turn(builder.is_whole), Annotations(builder)
        self._numbers: dict[str, int] = {}  # of messages, by their ids
        self._messages: dict[str, JsonValue] = {}  # those that came whole
        handlers = {"thread.message": self._whole, "thread.message.delta": self._delta, "thread.run": self._run}
        self._dispatch = Dispatch(builder, {**handlers, "thread": lambda event: None}, ("thread.run.step",), "object")

    def feed(self, event: Record) -> None:
        """Read the object of one event."""
        self._dispatch(inner_of(event))

    def close(self) -> None:
        """Leave the message, or a page of several; without a whole one, what came of it."""
        begun: JsonValue = {"object": "thread.message", "content": self._turn.listed()}
        found = [*self._messages.values()][::-1] or [begun]
        self._to.raw = {"object": "list", "data": found} if len(found) > 1 else found[0]
        parts = [part for one in found[::-1] for part in records(record(one).get("content"))]
        self._to.refuse("".join(string(part.get("refusal")) or "" for part in parts))

    def _whole(self, message: Record) -> None:
        content, status = members(message.get("content")), string(message.get("status")) or "completed"
        if message.get("role") not in ("assistant", None):
            return
        self._to.about(message, response_id="id")
        if status == "in_progress" and not self._to.is_whole:
            return  # its text comes in deltas, although OpenAI's helper puts it into this event afterwards
        number = self._number(string(message.get("id")) or f"#{len(self._numbers)}")  # without an id, one of its own
        for index, part in enumerate(content):
            self._part((number, index), record(part), so_far=True)
        if content:
            self._messages[string(message.get("id")) or ""] = message
            self._to.end_with(string(record(message.get("incomplete_details")).get("reason")) or status)

    def _delta(self, message: Record) -> None:
        number = self._number(string(message.get("id")) or "")
        for n, content in enumerate(records(record(message.get("delta")).get("content"))):
            self._part((number, n if (index := whole(content.get("index"))) is None else index), content)

    def _part(self, place: tuple[int, int], content: Record, *, so_far: bool = False) -> None:
        """More of a part of a message, or all of it."""
        kind, slot, text = string(content.get("type")) or "", self._to.slot(*place), self._to.record(content, "text")
        if kind not in ("text", "refusal", "image_file", "image_url"):
            self._to.notice("unknown_block", f"a content part of type {kind!r}")
        annotations = self._to.records(text, "annotations")
        if so_far:
            self._annotations.tell_list(slot, place, list(map(_as_in_message, annotations)))
        for annotation in () if so_far else annotations:
            self._annotations.tell(slot, place, whole(annotation.get("index")), _as_in_message(annotation))
        value = self._to.string(text, "value") or ""
        if so_far:
            self._to.add_rest(slot, value)
        else:
            slot.add(value)
            self._turn.start(place, {"type": kind})
            self._turn.grow(place, ("text", "value"), value or None)
            self._turn.grow(place, "refusal", content.get("refusal"))
        if so_far or kind in ("image_file", "image_url"):
            self._to.close(slot)

    def _number(self, known: str) -> int:
        return self._numbers.setdefault(known, len(self._numbers))

    def _run(self, run: Record) -> None:
        self._to.about(run, model="model", usage="usage")
        why = string(record(run.get("incomplete_details")).get("reason")) or string(run.get("status"))
        if why not in ("queued", "in_progress", None):
            self._to.end(finish_of(why), string(record(run.get("last_error")).get("message")) or why)


def _as_in_message(annotation: Record) -> Record:
    """Without what only a stream has: the number of an annotation, and an empty quote."""
    said = {key: item for key, item in record(annotation.get("file_citation")).items() if item != ""}
    return {key: said or item if key == "file_citation" else item for key, item in annotation.items() if key != "index"}


def replay(turn: Record | str) -> list[Record]:
    """Messages for a thread, whose texts are plain and take no annotations."""
    if isinstance(turn, str):
        return said(turn)
    messages: list[Record] = []
    for message in explode(turn):
        parts = map(_returned, records(message.get("content")) if message.get("role") in ("assistant", None) else ())
        if content := [part for part in parts if part.get("text", True)]:
            messages.append({"role": "assistant", "content": [*content]})
    return messages


def _returned(part: Record) -> Record:
    if part.get("type") in ("image_file", "image_url"):
        return part
    return {"type": "text", "text": string(record(part.get("text")).get("value")) or string(part.get("refusal"))}
