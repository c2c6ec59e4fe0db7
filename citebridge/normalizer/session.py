"""One answer being read: the push parser behind `normalize`, the streams, recordings and the command line."""

from collections.abc import Iterable, Mapping
from typing import Literal, cast

from pydantic import JsonValue, ValidationError

from citebridge import providers
from citebridge.adapter import AnswerBuilder, Parser, Reader, Record
from citebridge.errors import UsageError
from citebridge.models import Answer, AnswerDone, Event, Notice, Source
from citebridge.models.plain import Door, well_formed
from citebridge.normalizer.intake import Intake, intake_for

Keep = Literal["all", "turn", "none"]
Sources = Iterable[Source | Mapping[str, object]]


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
        keep: Keep = "all",
        telling: bool = True,
    ) -> None:
        if keep not in ("all", "turn", "none"):
            raise UsageError(f"keep={keep!r} is unknown; use 'all', 'turn' or 'none'")
        self._door = Door(self._tell, joins=True)
        self._request, self._offered, self._telling = request, _sources(sources), telling
        self._keep: Keep = keep
        self._early: list[Notice] = []  # told before it is known who tells
        self._head = b""
        self._intake: Intake | None = None
        self._builder: AnswerBuilder | None = None
        self._parser: Parser | None = None
        self._answer: Answer | None = None
        self._last: list[Event] = []
        self._whole = False
        self._fed = False
        self._reader = providers.reader(provider) if provider is not None else None

    def feed(self, piece: object) -> list[Event]:
        """Take in bytes, text, or one event.

        Raises `NotReadable` when the first bytes are neither JSON nor an event stream, and `UnknownShape` when no
        provider was named and the first event does not tell.
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
        if self._builder is None:
            return []  # nothing is known yet, and the error says more than we could
        self._tell(Notice("stream_failed", f"reading the stream raised {type(error).__name__}: {str(error)[:200]}"))
        return self.finish()

    def _whole_body(self, body: JsonValue, sdk: str = "") -> None:
        """A whole body is a stream that has already ended."""
        self._whole = self._fed = True
        body = self._door.mend(body) if self._door.halves else body
        self._door.halves = False  # nothing of a whole body comes in pieces
        if not isinstance(body, dict):
            self._tell(Notice("empty_body", f"the body is no object but {type(body).__name__}", body))
            return
        reader, parser = self._begun(body, sdk)
        if _is_error(body, reader):
            self._error(body)
        else:
            for event in reader.explode(body):
                parser.feed(event)
        self._body = body

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
        reader, parser = self._begun({}, "")  # raises when nothing came that tells the provider
        builder = cast("AnswerBuilder", self._builder)
        parser.close()
        if self._whole:
            builder.raw = self._body
        if self._whole and builder.is_empty and builder.finish in (None, "other"):
            self._tell(Notice("empty_body", "there was nothing to read in the body"))
        if builder.finish is None:
            self._unfinished(builder)
        builder.raw = _kept(builder.raw, reader, self._keep)
        answer = builder.answer()
        self._answer = answer
        self._last = [*builder.take_events(), AnswerDone(answer)]
        return self._last

    # -- within

    _body: JsonValue = None

    def _begun(self, first: Record, sdk: str) -> tuple[Reader, Parser]:
        """The reader and its parser; the first thing that comes tells which, when no provider was named."""
        if self._reader is None:
            self._reader = providers.reader_for(first, sdk)
        if self._parser is None:
            self._parser = self._begin(self._reader)
        return self._reader, self._parser

    def _begin(self, reader: Reader) -> Parser:
        builder = AnswerBuilder(
            reader.name,
            api=reader.spec.api,
            grammars=reader.spec.grammars,
            telling=self._telling,
            whole=self._whole,
            door=self._door,
        )
        self._builder = builder
        for notice in self._early:
            builder.notice(notice.code, notice.message, notice.raw)
        quiet = Door(lambda notice: None)
        request = _request(self._request, quiet)
        builder.offer(_matched(self._offered, reader, request))
        return reader.parser(builder)

    def _bytes(self, chunk: bytes) -> None:
        if self._intake is None:
            self._head += chunk
            self._intake = intake_for(self._head, self._door, self._tell, final=False)
            chunk, self._head = (self._head, b"") if self._intake is not None else (b"", self._head)
        if self._intake is not None:
            self._values(self._intake.feed(chunk))

    def _end_of_bytes(self) -> None:
        if self._intake is None and self._head:
            self._intake = intake_for(self._head, self._door, self._tell, final=True)
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
        if not isinstance(value, dict):
            self._tell(Notice("unreadable_event", f"an event is no object but {type(value).__name__}", value))
            return
        reader, parser = self._begun(value, sdk) if self._parser is None else (self._reader, self._parser)
        if value.get("error") and reader is not None and _is_error(value, reader):
            self._error(value)
        else:
            parser.feed(value)

    def _error(self, body: Record) -> None:
        assert self._builder is not None
        error = body.get("error")
        detail = " ".join(_words(error))[:300]
        self._builder.end("error", detail or None)
        self._tell(Notice("error_body", f"the provider sent an error: {detail}", body))

    def _unfinished(self, builder: AnswerBuilder) -> None:
        if self._whole:
            builder.end("other")
        elif not self._fed:
            builder.end("other")
            self._tell(Notice("empty_body", "there was nothing to read"))
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


def _is_error(body: Record, reader: Reader) -> bool:
    """An error in place of an answer: whole answers that failed carry an error as well, and are read."""
    return bool(body.get("error")) and not any(name in body for name in reader.spec.turn)


def _words(error: JsonValue) -> list[str]:
    """What an error says, whatever its shape."""
    if isinstance(error, dict):
        said = [error.get(name) for name in ("type", "code", "status", "message", "detail")]
        return list(dict.fromkeys(word for one in said for word in _words(one)))
    return [str(error)] if isinstance(error, str | int) else []


def _request(request: object, door: Door) -> Record | None:
    """What was sent, as a mapping, an SDK's arguments, or JSON as text or bytes."""
    if request is None:
        return None
    try:
        if isinstance(request, bytes | bytearray):
            request = bytes(request).decode()
        read = door.loads(well_formed(request)) if isinstance(request, str) else door.plain(request)
    except ValueError as error:
        raise UsageError(f"request= is no JSON ({error}); give the body that was sent, as a mapping or JSON") from None
    if not isinstance(read, dict):
        raise UsageError(f"request= takes the body that was sent, a mapping or its JSON, not {type(read).__name__}")
    return read


def _sources(sources: Sources | None) -> list[Source]:
    try:
        return [one if isinstance(one, Source) else Source.model_validate(one) for one in sources or ()]
    except ValidationError as error:
        raise UsageError(f"sources= takes Source objects or mappings with at least an id: {error}") from None


def _matched(offered: list[Source], reader: Reader, request: Record | None) -> list[Source]:
    """The caller's sources, each with the names that the request has for it, and what else the request offers.

    A document of the request is the caller's source when it goes by its name or has its text. Without a request the
    caller's sources are taken to be its documents, in order, where the provider counts them.
    """
    if request is None:
        if not reader.spec.numbered or any(name.startswith("document:") for one in offered for name in one.aliases):
            return offered
        return [_aliased(one, f"document:{number}") for number, one in enumerate(offered)]
    found = list(offered)
    by_name = {name: n for n, one in enumerate(found) for name in (one.text, one.url, one.id, *one.aliases) if name}
    for source in reader.sources_in(request):
        names = (source.id, *source.aliases)
        number = next((by_name[name] for name in (*names, source.url, source.text) if name in by_name), None)
        if number is None:
            found.append(source)
        else:
            found[number] = _aliased(found[number], *names)
    return found


def _aliased(source: Source, *names: str) -> Source:
    known = dict.fromkeys((*source.aliases, *(name for name in names if name != source.id)))
    return source.model_copy(update={"aliases": tuple(known)})


def _kept(raw: JsonValue, reader: Reader, keep: Keep) -> JsonValue:
    if keep == "none":
        return None
    if keep == "turn" and isinstance(raw, dict):
        return {name: raw[name] for name in reader.spec.turn if name in raw}
    return raw
