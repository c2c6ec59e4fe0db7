"""Answers in the shape of OpenAI's Responses, which other providers send too: items, messages with parts, annotations.

Offsets count within one part, and the parts of all messages are joined. The last event carries the whole response and
may know more than the deltas did; so a whole response is that one event.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

from citebridge.adapter.annotations import Annotations
from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.dispatch import Dispatch, Handler, index_of
from citebridge.adapter.fields import Record, contents, members, record, string, whole
from citebridge.adapter.item_numbers import ItemNumbers
from citebridge.adapter.retrieved import Retrieved
from citebridge.adapter.slot import Slot
from citebridge.adapter.turn import MessageTurn

ItemHandler = Callable[[int, Record], None]

_ENDS = ("completed", "incomplete", "failed", "cancelled")
_SILENT = ("_call", "_call_output", "reasoning", "compaction", "mcp_list_tools", "mcp_approval_request")  # items
_CALLS = frozenset(("function_call", "custom_tool_call"))
_QUIET = (
    "reasoning",
    "function_call",
    "custom_tool",
    "mcp",
    "image",
    "code",
    "file_search",
    "web_search",
    "audio",
    "keepalive",
    "skill",
)


def tells(body: Record) -> bool:
    """Whether a body or an event has this shape."""
    return body.get("object") == "response" or str(body.get("type")).startswith("response.")


def model_of(body: Record) -> str:
    """The model that a response, or an event with one, names."""
    return string(body.get("model")) or string(record(body.get("response")).get("model")) or ""


def parts_of(message: Record) -> Iterator[Record]:
    """The parts of a message: some servers send a text in place of them."""
    yield from map(record, contents(message.get("content"), type="output_text"))


def explode(body: Record) -> Iterator[Record]:
    """The last event of `responses.create(stream=True)`, which carries everything."""
    yield {"type": "response.completed", "response": body}


class ResponsesParser:
    """Reads the events of one response.

    `items` and `events` are what a provider adds to the shape: kinds of items, read with their numbers, and events;
    items whose kind begins with one of `silent` say nothing of the answer. `counted` says that every item is told of in
    the stream, so that text of one can wait for those before it.
    """

    def __init__(
        self,
        builder: AnswerBuilder,
        annotations: Annotations | None = None,
        *,
        items: Mapping[str, ItemHandler] | None = None,
        events: Mapping[str, Handler] | None = None,
        silent: tuple[str, ...] = (),
        counted: bool = True,
    ) -> None:
        retrieved = Retrieved(builder)
        self._to, self._annotations = builder, annotations or Annotations(builder)
        self._turn, self._refusals = MessageTurn(builder.is_whole), dict[tuple[int, int], str]()
        self._silent, self._counted, self._numbers = silent, counted, ItemNumbers()
        self._flowing: dict[tuple[int, int], Slot] = {}  # the parts whose text comes in deltas
        self._items: dict[str, ItemHandler] = {
            "file_search_call": retrieved.passages,
            "web_search_call": retrieved.pages,
            **(items or {}),
        }
        handlers = {"output_text.delta": self._text, "output_text.annotation.added": self._annotation}
        handlers |= dict.fromkeys(("content_part.added", "content_part.done"), self._part_event)
        handlers |= {"output_item.added": self._item_event, "output_item.done": self._item_event}
        handlers |= dict.fromkeys(("created", "in_progress", "queued", *_ENDS), self._response)
        handlers |= dict.fromkeys(("output_text.done", "refusal.done"), self._done) | {"refusal.delta": self._refusal}
        named = {f"response.{word}": handler for word, handler in (handlers | dict(events or {})).items()}
        self.feed = Dispatch(builder, named, (*(f"response.{word}" for word in _QUIET), "keepalive"))

    def close(self) -> None:
        """Leave the response as the last event carries it, or as far as it came."""
        self._to.refuse("".join(self._refusals[at] for at in sorted(self._refusals)))
        self._to.raw = self._turn.response()

    def _response(self, event: Record) -> None:
        response, last = record(event.get("response")), str(event.get("type")).endswith(_ENDS)
        self._to.about(response, model="model", response_id="id", usage="usage")
        self._turn.body = {key: value for key, value in response.items() if last or key != "output"}
        items = [record(item) for item in members(response.get("output"))]
        for output, item in zip(self._numbers.listed(items), items, strict=True):
            self._item(output, item, last)
        if last:
            why = string(record(response.get("incomplete_details")).get("reason"))
            items = items or [item for _, item in sorted(self._turn.items.items())]
            kinds = [str(item.get("type")) for item in items]
            self._to.end_with(why or self._to.string(response, "status"), calls=self.calls(kinds))

    def calls(self, kinds: Sequence[str]) -> bool:
        """Whether items of these kinds, in their order, ask the caller to run a tool."""
        return not _CALLS.isdisjoint(kinds)

    def _item_event(self, event: Record) -> None:
        item, last = record(event.get("item")), str(event.get("type")).endswith("done")
        number = self._numbers.end if last else self._numbers.begin
        self._item(number(item.get("id"), event), item, last)

    def _item(self, output: int, item: Record, last: bool) -> None:
        if self._counted:
            self._to.announce(output)
        self._turn.put(output, item, last=last)
        kind = string(item.get("type")) or ""
        if kind == "message":
            self._to.members(item, "content")  # a text is read in place of parts, and told
            for content, part in enumerate(parts_of(item)):
                self._part((output, content), part, last)
        elif kind in self._items:
            self._items[kind](output, item)
        elif not kind.endswith(_SILENT) and not (self._silent and kind.startswith(self._silent)):
            self._to.notice("unknown_block", f"an output item of type {kind!r}")

    def _part_event(self, event: Record) -> None:
        self._part(self._place(event), record(event.get("part")), str(event.get("type")).endswith("done"))

    def _done(self, event: Record) -> None:
        self._part(
            self._place(event), {**event, "type": str(event.get("type")).split(".")[1], "annotations": None}, False
        )

    def _part(self, at: tuple[int, int], part: Record, last: bool) -> None:
        kind = string(part.get("type")) or ""
        if kind in ("output_text", "text"):  # as Chat calls it
            slot = self._to.slot(*at)
            self._annotations.tell_list(slot, at, members(part.get("annotations")))
            self._to.add_rest(slot, self._to.string(part, "text") or "")
            if last:
                self._to.close(slot)
        elif kind == "refusal":
            self._refusals[at] = string(part.get("refusal")) or self._refusals.get(at, "")
        elif kind != "reasoning_text":
            self._to.notice("unknown_block", f"a content part of type {kind!r}")

    def _text(self, event: Record) -> None:
        at, delta = self._place(event), self._to.string(event, "delta")
        slot = self._flowing.get(at)
        if slot is None:
            if self._counted:
                self._to.announce(at[0])
            slot = self._flowing[at] = self._to.slot(*at)
        slot.add(delta or "")
        self._turn.texts.grow(at, "text", delta)

    def _annotation(self, event: Record) -> None:
        at, annotation = self._place(event), event.get("annotation")
        self._turn.texts.append(at, "annotations", annotation)
        self._annotations.tell(self._to.slot(*at), at, whole(event.get("annotation_index")), annotation)

    def _refusal(self, event: Record) -> None:
        at, delta = self._place(event), string(event.get("delta"))
        self._refusals[at] = self._refusals.get(at, "") + (delta or "")
        self._turn.texts.start(at, {"type": "refusal"})
        self._turn.texts.grow(at, "refusal", delta)

    def _place(self, event: Record) -> tuple[int, int]:
        return self._numbers.of(event.get("item_id"), event), index_of(event, "content_index")
