"""Answers in the shape of OpenAI's Chat Completions, which most other servers send too, each with additions of its own.

A chunk of a stream has a `delta`; a whole answer, and the chunks of some servers, have the `message` so far.
"""

from collections.abc import Callable, Iterable, Mapping

from pydantic import JsonValue

from citebridge.adapter.annotations import Annotations, are_one
from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.choices import Choices, inner_of
from citebridge.adapter.fields import Record, members, record, records, string, whole
from citebridge.adapter.slot import Slot
from citebridge.adapter.turn import Turn

Handler = Callable[[Record], None]

_GROWING = ("refusal", "reasoning", "reasoning_content")  # texts that come in pieces; all other fields are set
_QUIET = ("thinking", "image_url", "input_image", "audio", "tool_file", "document_url")  # parts


def tells(body: Record) -> bool:
    """Whether a body or a chunk has this shape."""
    return str(inner_of(body).get("object")).startswith("chat.completion") or any(
        "delta" in choice or "message" in choice for choice in records(inner_of(body).get("choices"))
    )


def refers(part: Record) -> bool:
    """Whether a content part is a reference, as Mistral sends them, or a thought with one in it."""
    return any(one.get("type") == "reference" for one in (part, *records(part.get("thinking"))))


class ChatParser:
    """Reads the chunks of one answer.

    `parts` are kinds of content parts that a provider adds; `chunk` and `message` read what it adds to a chunk and to
    a delta or message, before the text in it.
    """

    def __init__(
        self,
        builder: AnswerBuilder,
        *,
        parts: Mapping[str, Handler] | None = None,
        chunk: Handler | None = None,
        message: Handler | None = None,
    ) -> None:
        self.slot: Slot = builder.slot(0)
        self._to, self._choices, self._annotations = builder, Choices(builder, "choices"), Annotations(builder)
        self._parts: dict[str, Handler] = {"text": self._text_part, "output_text": self._text_part}
        self._parts |= {"refusal": self._refuse, **(parts or {})}
        self._chunk, self._message = chunk, message
        self._said, self._calls = Turn(builder.is_whole), Turn(builder.is_whole)
        self._content: list[JsonValue] = []
        self._lists: dict[str, dict[int, Record]] = {}  # of members that say their numbers
        self._told: list[JsonValue] = []  # annotations
        self._refusal = ""

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        chunk = inner_of(event)
        self._to.about(chunk, model="model", response_id="id", usage="usage")
        if self._chunk is not None:
            self._chunk(chunk)
        self._take(self._choices.feed(chunk))

    def close(self) -> None:
        """Leave the response put together; content that is text alone is one string."""
        self._take(self._choices.rest())
        self._to.refuse(self._refusal)
        message = record(next(iter(self._said.listed()), None))
        texts = [part.get("text") for part in records(self._content) if part.keys() == {"type", "text"}]
        content: JsonValue = [part for part in self._content if part != _EMPTY]
        if len(texts) == len(self._content):
            content = "".join(map(str, texts)) if texts else None
        lists = {name: list[JsonValue](held.values()) for name, held in self._lists.items()}
        lists |= {"tool_calls": self._calls.listed(), "annotations": self._told}
        lists = {name: value for name, value in lists.items() if value}
        self._choices.leave(message={**message, "content": content, **lists})

    def _take(self, choices: Iterable[Record]) -> None:
        for choice in choices:
            self._read(self._to.record(choice, "delta"))
            self._read(self._to.record(choice, "message"), so_far=True)
            self._choices.merge(choice, "delta", "message")
            if reason := self._to.string(choice, "finish_reason"):
                self._to.end_with(reason)

    def _read(self, said: Record, so_far: bool = False) -> None:
        """A delta, or the message so far, of which a part may have come."""
        if not said:
            return
        if self._message is not None:
            self._message(said)
        if "annotations" in said:  # before the text, so that a link is known as a mark when it comes
            self._annotate(self._to.members(said, "annotations"), so_far)
        self._add(said.get("content"), so_far)
        self._others(said, so_far)

    def _add(self, content: JsonValue, so_far: bool) -> None:
        if isinstance(content, str):
            if so_far:
                content = self._to.add_rest(self.slot, content)
            else:
                self.slot.add(content)
            self._content.append({"type": "text", "text": content})
        elif not (so_far and self._content):
            for part in members(content):
                self._part({"type": "text", "text": part} if isinstance(part, str) else record(part))

    def _part(self, part: Record) -> None:
        kind = string(part.get("type")) or ""
        self._content.append(part)
        if kind in self._parts:
            self._parts[kind](part)
        elif refers(part):
            self._to.notice("unread_citation", "a reference, as Mistral sends it: provider='mistral' reads it", part)
        elif kind not in _QUIET:
            self._to.notice("unknown_block", f"a content part of type {kind!r}")

    def _text_part(self, part: Record) -> None:
        """A text, whose annotations count within it."""
        given = self._to.members(part, "annotations")
        self._annotations.tell_list(self.slot, (0, len(self._content) - 1), given, self.slot.length)
        self.slot.add(self._to.string(part, "text") or "")

    def _refuse(self, said: Record, so_far: bool = False) -> None:
        if (refusal := string(said.get("refusal"))) is not None:
            self._refusal = refusal if so_far else self._refusal + refusal

    def _others(self, said: Record, so_far: bool) -> None:
        self._refuse(said, so_far)
        if self._to.is_whole:
            return
        for name, value in said.items():
            if name not in ("content", "annotations", "tool_calls") and value is not None:
                self._keep(name, value, so_far)
        for n, call in enumerate(records(said.get("tool_calls")) if not (so_far and self._calls.parts) else ()):
            number, function = whole(call.get("index")), record(call.get("function"))
            at = n if number is None else number
            self._calls.start(at, {**call, "function": {**function, "arguments": ""}})
            self._calls.grow(at, ("function", "arguments"), function.get("arguments"))

    def _keep(self, name: str, value: JsonValue, so_far: bool) -> None:
        """A field of the message that is only kept."""
        if name in _GROWING and not so_far:
            self._said.grow(0, name, value)
        elif not so_far and (numbered := _numbered(value)) is not None:
            held = self._lists.setdefault(name, {})
            for number, one in numbered:
                held[number] = {**held.get(number, {}), **one}
        else:
            self._lists.pop(name, None)
            self._said.put(0, name, value)

    def _annotate(self, given: list[JsonValue], so_far: bool) -> None:
        """More annotations, or the same list again, as far as it has grown."""
        known = len(self._told)
        if so_far or (0 < known <= len(given) and all(map(are_one, given, self._told))):
            self._annotations.tell_list(self.slot, (0,), given)
            known = 0
        else:
            for number, annotation in enumerate(given, known):
                self._annotations.tell(self.slot, (0,), number, annotation)
        self._told[known : known + len(given)] = given


def _numbered(value: JsonValue) -> list[tuple[int, Record]] | None:
    """The members of a list that says their numbers, as Groq's of tools does: more of each may come."""
    found = [(whole(one.get("index")), one) for one in records(value)]
    known = [(number, one) for number, one in found if number is not None]
    return known if known and isinstance(value, list) and len(known) == len(value) else None


_EMPTY: Record = {"type": "text", "text": ""}
