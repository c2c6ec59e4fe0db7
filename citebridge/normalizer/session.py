"""One answer being read: the push parser behind `normalize`, the streams, recordings and the command line."""

from collections.abc import Iterable, Mapping
from typing import Literal, cast
from weakref import proxy

from pydantic import JsonValue

from citebridge import providers
from citebridge.adapter import AnswerBuilder, Parser, Reader, Record
from citebridge.errors import UnknownShape, UsageError
from citebridge.marks import tags_from
from citebridge.models import Answer, AnswerDone, Event, Notice
from citebridge.models.plain import Door, well_formed
from citebridge.normalizer.failing import error_in, may_answer, may_be_error, nothing_in, words_of
from citebridge.normalizer.given import matched, request_from
from citebridge.normalizer.intake import Intake, begun, intake_for, unwrapped, wrapped_in
from citebridge.sources import Sources, sources_from, texts_of

Keep = Literal["all", "turn", "none"]
_MOST_HELD = 40  # events that may say nothing of whose they are before one tells
_KINDS: dict[type, str] = {list: "a list", str: "text", bool: "true or false", int: "a number", float: "a number"}


class AnswerParser:
    """Takes an answer in pieces: bytes cut anywhere, or events as mappings or SDK objects.

    `feed` gives the events that became known, `close` the answer. See `citebridge.parser`.
    """

    def __init__(
        self,
        provider: str | None,
        *,
        request: object = None,
        sources: Sources | None = None,
        tags: Mapping[str, str] | None = None,
        keep: Keep = "all",
        telling: bool = True,
    ) -> None:
        if keep not in ("all", "turn", "none"):
            raise UsageError(f"keep={keep!r} is unknown; use 'all', 'turn' or 'none'")
        this = cast("AnswerParser", proxy(self))  # the door knows whom it tells: both would wait for the collector

        def tell(notice: Notice) -> None:
            this._tell(notice)

        self._door = Door(tell, joins=True)
        self._telling = telling
        self._keep: Keep = keep
        self._body: JsonValue = None
        self._early: list[Notice] = []  # told before it is known who tells
        self._head = b""
        self._intake: Intake | None = None
        self._builder: AnswerBuilder | None = None
        self._parser: Parser | None = None
        self._answer: Answer | None = None
        self._last: list[Event] = []
        self._whole = False
        self._streams = False  # whether the bytes are framed as a stream
        self._held: list[Record] = []  # events that came before one that tells whose they are
        self._unknown = ""  # what the first of them does not tell
        self._fed = False
        self._reader = providers.reader(provider) if provider is not None else None
        self._request = request_from(request, tell)
        self._offered = sources_from(sources, tell)
        tags_from(tags)  # a mistake in them is told at once
        self._given_tags = dict(tags) if tags is not None else None

    def feed(self, piece: object) -> list[Event]:
        """Take in bytes, text, or one event.

        Raises `NotReadable` when the first bytes are neither JSON nor an event stream, and `UnknownShape` when no
        provider was named and none of the first events tells.
        """
        if self._answer is not None:
            raise UsageError("the parser is closed; make a new one for another answer")
        if self._fed and self._intake is None:
            self._event(self._door.plain(piece), _sdk_of(piece))  # also text and bytes, which are no events here
        elif isinstance(piece, bytes):
            self._bytes(piece)
        elif isinstance(piece, str):
            whole = well_formed(piece)
            if whole is not piece and "\ufffd" in whole:
                self._tell(Notice("lone_surrogate", "half a surrogate pair stood alone and became U+FFFD"))
            self._bytes(whole.encode())
        elif isinstance(piece, bytearray | memoryview):
            self._bytes(bytes(cast("bytes", piece)))
        else:
            self._event(self._door.plain(piece), _sdk_of(piece))
        return self._builder.take_events() if self._builder is not None else []

    def whole_object(self, body: object) -> None:
        """Take in a whole body, of whatever kind."""
        self._whole_body(self._door.plain(body), _sdk_of(body))

    def fail(self, error: Exception) -> list[Event]:
        """The source of the stream raised: what had come, and what happened."""
        if self._builder is None and self._answer is None:
            return []  # nothing is known yet, and the error says more than we could
        said = well_formed(str(error)[:200])
        self._tell(Notice("stream_failed", f"reading the stream raised {type(error).__name__}: {said}"))
        return self.finish()

    def _whole_body(self, body: JsonValue, sdk: str = "") -> None:
        """A whole body is a stream that has already ended."""
        self._whole = self._fed = True
        body = self._door.mend(body) if self._door.halves else body
        self._door.halves = False  # nothing of a whole body comes in pieces
        if not isinstance(body, dict):
            self._tell(Notice("empty_body", f"the body is no object but {_KINDS.get(type(body), 'nothing')}", body))
            return
        reader, _ = self._begun(body, sdk)
        self._body = body
        self._read(body, reader.explode(body))

    def close(self) -> Answer:
        """No more comes: the answer, as far as it has come. A second call gives the same answer."""
        if self._answer is None:
            self._last = self.finish()
        assert self._answer is not None
        return self._answer

    def finish(self) -> list[Event]:
        """Close, and give the events that the end brings; the last is `AnswerDone`."""
        if self._answer is not None:
            return self._last
        self._end_of_bytes()
        if self._reader is None:
            raise UnknownShape(
                self._unknown
                or f"{self._nothing()}; give what the provider answered: its SDK's object, a mapping, JSON or a stream"
            )
        reader, parser = self._begun({}, "")
        builder = cast("AnswerBuilder", self._builder)
        parser.close()
        if self._whole:
            builder.raw = self._body
        if isinstance(self._body, dict) and builder.is_empty and builder.finish in (None, "other"):
            self._tell(Notice("empty_body", nothing_in(self._body, reader)))
        if builder.finish is None:
            self._unfinished(builder)
        builder.raw = _kept(builder.raw, reader, self._keep)
        answer = builder.answer()
        self._answer = answer
        self._last = [*builder.take_events(), AnswerDone(answer)]
        # The door knows this, and a parser's handlers know it: all that was gathered would wait for Python's collector.
        getattr(parser, "__dict__", {}).clear()
        self._builder = self._parser = self._intake = self._body = None
        return self._last

    # -- within

    def _begun(self, first: Record, sdk: str) -> tuple[Reader, Parser]:
        """The reader and its parser; the first thing that comes tells which, when no provider was named."""
        if self._reader is None:
            self._reader = providers.reader_for(first, sdk, whole=self._whole)
        if self._parser is None:
            self._parser = self._begin(self._reader)
        return self._reader, self._parser

    def _begin(self, reader: Reader) -> Parser:
        offered = matched(self._offered, reader, self._request)
        builder = AnswerBuilder(
            reader.name,
            api=reader.spec.api,
            grammars=reader.spec.grammars,
            telling=self._telling,
            whole=self._whole,
            door=self._door,
            tags=tags_from(self._given_tags, texts_of(offered)),
        )
        self._builder = builder
        builder.offer(offered, self._early)
        return reader.parser(builder)

    def _bytes(self, chunk: bytes) -> None:
        if self._intake is None:
            self._head = begun(self._head + chunk)
            self._take_in(final=False)
            chunk, self._head = (self._head, b"") if self._intake is not None else (b"", self._head)
        if self._intake is not None:
            self._values(self._intake.feed(chunk))

    def _take_in(self, *, final: bool) -> None:
        self._intake = intake_for(self._head, self._door, self._tell, final)
        self._streams = self._intake is not None and not self._intake.whole

    def _end_of_bytes(self) -> None:
        if self._intake is None and self._head:
            self._take_in(final=True)
            if self._intake is not None:
                self._values(self._intake.feed(self._head))
        if self._intake is not None:
            self._values(self._intake.close())

    def _values(self, values: Iterable[JsonValue]) -> None:
        for value in values:
            if self._intake is not None and self._intake.whole:
                self._whole_body(value)
            else:
                self._event(value, "")

    def _event(self, value: JsonValue, sdk: str) -> None:
        self._fed = True
        if isinstance(value, dict) and "chunk" in value and (wrapped := wrapped_in(value)) is not None:
            for inner in unwrapped(wrapped, self._door, self._tell):
                self._event(inner, "")
            return
        if not isinstance(value, dict):
            self._tell(
                Notice("unreadable_event", f"an event is no object but {_KINDS.get(type(value), 'nothing')}", value)
            )
            return
        if self._parser is None:
            self._first_event(value, sdk)
        elif may_be_error(value):
            self._read(value, (value,))
        else:
            self._parser.feed(value)

    def _first_event(self, event: Record, sdk: str) -> None:
        """Whose events they are, one of the first tells: a stream may begin with a ping, which others send as well."""
        try:
            reader, _ = self._begun(event, sdk)
        except UnknownShape as error:
            self._unknown = self._unknown or str(error)
            self._held.append(event)
            if len(self._held) > _MOST_HELD:
                raise UnknownShape(self._unknown) from None
            return
        held, self._held = self._held, []
        for one in held:
            self._event(one, "")
        if _is_body(event, reader):  # a list with the body in it
            self._read(event, reader.explode(event))
        else:
            self._event(event, sdk)

    def _read(self, said: Record, events: Iterable[Record]) -> None:
        """Read what may carry an error: in place of an answer, or beside one that failed or has nothing in it."""
        reader, parser = self._begun(said, "")
        builder = cast("AnswerBuilder", self._builder)
        error = error_in(said, reader.spec)
        answers = may_answer(said, reader.spec)
        if answers or not error:
            for event in events:
                parser.feed(event)
        if error and (not answers or builder.is_empty or builder.finish in (None, "other", "error")):
            detail = words_of(error)
            builder.end("error", detail or None)
            self._tell(Notice("error_body", f"the provider sent an error: {detail}", said))

    def _nothing(self) -> str:
        """What came when no event did."""
        return self._early[-1].message if (self._fed or self._streams) and self._early else "the input is empty"

    def _unfinished(self, builder: AnswerBuilder) -> None:
        if self._whole:
            builder.end("other")
        elif not self._fed and not self._streams:
            builder.end("other")
            self._tell(Notice("empty_body", "the input is empty: there was nothing to read"))
        else:
            builder.end("truncated")
            self._tell(Notice("stream_truncated", "the stream ended before the provider said how the answer ends"))

    def _tell(self, notice: Notice) -> None:
        if self._builder is None:
            self._early.append(notice)
        else:
            self._builder.notice(notice.code, notice.message, notice.raw)


def _sdk_of(value: object) -> str:
    return type(value).__module__.partition(".")[0]


def _is_body(value: Record, reader: Reader) -> bool:
    """Whether what came in place of an event is a whole body, of a provider whose events do not look like one."""
    turn = reader.spec.turn
    if not any(name in value for name in turn) or not reader.spec.tells(value):
        return False
    return not any(name in event for event in reader.explode(value) for name in turn)


def _kept(raw: JsonValue, reader: Reader, keep: Keep) -> JsonValue:
    if keep == "none":
        return None
    if keep == "turn" and isinstance(raw, dict):
        return {name: raw[name] for name in reader.spec.turn if name in raw}
    return raw
