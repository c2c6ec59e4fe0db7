"""From bytes and objects to events: finds out what comes in and takes off its framing."""

import base64
import codecs
import re
from collections.abc import Iterable, Iterator
from typing import Protocol

from pydantic import JsonValue

from citebridge.errors import NotReadable
from citebridge.framing import EventStream, Frame, FrameStream, LineEnds, ServerEvent, looks_like_frames
from citebridge.models import Notice
from citebridge.models.plain import Door, Tell
from citebridge.normalizer.json_text import JsonText

_FIELD = re.compile(r"(?:data|event|id|retry)(?:[: \r\n]|\Z)|:")
_FIELDS = ("data:", "event:", "id:", "retry:", ":")
_ENOUGH = 64  # a number or a word longer than this is no body
_PRELUDE = 12  # bytes that tell a frame
_BLANK = re.compile(rb"(?:[ \t\r\n]|\xef\xbb\xbf)*")  # with the byte order mark


class Intake(Protocol):
    """Takes bytes of one kind and gives JSON values: events, or a whole body."""

    whole: bool

    def feed(self, chunk: bytes) -> Iterable[JsonValue]:
        """The values that are complete with this chunk."""
        ...

    def close(self) -> Iterable[JsonValue]:
        """The values that the end completes. Raises `NotReadable` when all that came is nothing at all."""
        ...


def begun(head: bytes) -> bytes:
    """The first bytes without the blanks that lead them, which say nothing."""
    blank = _BLANK.match(head)
    return head[blank.end() :] if blank is not None else head


def intake_for(head: bytes, door: Door, tell: Tell, final: bool) -> Intake | None:
    """The intake for bytes that begin so; `None` while they are too few to tell.

    Raises `NotReadable` for what is neither JSON nor an event stream.
    """
    if head.startswith((b"{", b"[")) or (final and _is_scalar(head.decode("utf-8", "replace"))):
        return JsonText(door, tell)
    if looks_like_frames(head):
        return _Frames(door, tell)
    # A character may be cut in two, also the byte order mark. What tells stands at the beginning.
    text = codecs.getincrementaldecoder("utf-8")("replace").decode(head[:_ENOUGH], final)
    if _FIELD.match(text):
        return _Events(door, tell)
    undecided = not text or any(field.startswith(text) for field in _FIELDS)
    may_come = (head[:1] == b"\0" and len(head) < _PRELUDE) or (_may_be_scalar(text) and len(head) < _ENOUGH)
    if not final and (undecided or may_come):
        return None
    raise NotReadable(
        f"the bytes are neither JSON nor an event stream; they begin with {head[:40]!r}. Give the body of the "
        "response, decompressed, or its stream of events"
    )


def _may_be_scalar(text: str) -> bool:
    return text[:1] in '"-0123456789tfn'


def _is_scalar(text: str) -> bool:
    return re.fullmatch(r'(?s)(?:null|true|false|-?\d.*|".*")\s*', text) is not None


class _Events:
    """Server-sent events."""

    whole = False

    def __init__(self, door: Door, tell: Tell) -> None:
        self._stream, self._ends, self._door, self._tell = EventStream(), LineEnds(), door, tell

    def feed(self, chunk: bytes) -> list[JsonValue]:
        return self._values(self._stream.feed(self._ends.feed(chunk)))

    def close(self) -> list[JsonValue]:
        values = self._values([*self._stream.feed(self._ends.close()), *self._stream.close()])
        if self._stream.undecodable:
            self._tell(Notice("undecodable_bytes", "some bytes were no UTF-8"))
        return values

    def _values(self, events: list[ServerEvent]) -> list[JsonValue]:
        values: list[JsonValue] = []
        for name, data in events:
            try:
                value = self._door.loads(data)
            except ValueError:
                if data.strip() == "[DONE]":
                    continue
                if name == "error":
                    values.append({"type": "error", "error": data})
                    continue
                self._tell(Notice("unreadable_event", f"a part of the stream is no JSON: {data[:60]!r}", data))
                continue
            if name == "error" and isinstance(value, dict) and not value.get("error"):
                wrapped: JsonValue = {"type": "error", "error": value}
                value = wrapped
            values.append(value)
        return values


class _Frames:
    """AWS event-stream frames, as Bedrock sends them."""

    whole = False

    def __init__(self, door: Door, tell: Tell) -> None:
        self._stream, self._door, self._tell = FrameStream(), door, tell

    def feed(self, chunk: bytes) -> Iterator[JsonValue]:
        return self._values(self._stream.feed(chunk))

    def close(self) -> Iterator[JsonValue]:
        return self._values(self._stream.close())

    def _values(self, frames: Iterable[Frame]) -> Iterator[JsonValue]:
        for frame in frames:
            if not frame.sound:
                kept: JsonValue = {"$base64": base64.b64encode(frame.payload).decode("ascii")}
                self._tell(Notice("bad_frame", "a frame of the event stream is damaged or cut off", kept))
                continue
            yield from self._value(frame)

    def _value(self, frame: Frame) -> Iterator[JsonValue]:
        try:
            payload = self._door.loads(frame.payload.decode("utf-8", "replace") or "{}")
        except ValueError:
            kept = frame.payload.decode("utf-8", "replace")
            self._tell(Notice("unreadable_event", f"the payload of a frame is no JSON: {kept[:60]!r}", kept))
            return
        said = frame.headers
        kind = said.get(":event-type") or said.get(":exception-type") or said.get(":error-code") or "unknown"
        if said.get(":message-type", "event") == "event":
            yield {kind: payload}
        else:  # an exception says what it is in its payload, an error in its headers
            yield {"error": {"type": kind, "detail": payload or said.get(":error-message")}}


def wrapped_in(event: dict[str, JsonValue]) -> str | None:
    """The model's own event, in base64, that Bedrock's InvokeModelWithResponseStream wraps; boto3 gives it as bytes."""
    chunk = event.get("chunk")
    data = chunk.get("bytes") if isinstance(chunk, dict) else None
    data = data.get("$base64") if isinstance(data, dict) else data
    return data if isinstance(data, str) else None


def unwrapped(data: str, door: Door, tell: Tell) -> Iterator[JsonValue]:
    """The event that was wrapped; what is none is told."""
    try:
        yield door.loads(base64.b64decode(data).decode("utf-8", "replace"))
    except ValueError:  # binascii.Error is one
        tell(Notice("unreadable_event", "a chunk holds no JSON", data))
