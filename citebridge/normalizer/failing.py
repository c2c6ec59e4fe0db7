"""What came instead of an answer: errors, and bodies in which nothing could be read."""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge import providers
from citebridge.adapter import Reader, ReaderSpec, Record, record
from citebridge.providers._hints import taken_for

_WRAPPED = ("error", "Error", "errors")  # where an error stands in what carries it
_BARE = ("message", "Message", "detail")  # what an error without a wrapper says
_BODIES = ("response", "interaction")  # in which an event carries the body as far as it has come
_ENVELOPES = (*_BODIES, "delta")
_ERROR_FIELDS = frozenset((*_WRAPPED, *_BARE, *_BODIES))
_ERROR_KINDS = ("error", "message-end")  # the last event of Cohere says in its `delta` what went wrong
_NAMES = ("type", "__type", "code", "Code", "status", "loc", "message", "Message", "msg", "detail", "Error", "errors")


def error_in(said: Record, spec: ReaderSpec) -> JsonValue:
    """The error that a body or an event carries, or is; `None` without one.

    Gateways and some services send the error without a wrapper, as a message and no more; some send one beside a good
    answer in which nothing is set.
    """
    bodies = [said, *(record(said.get(name)) for name in _ENVELOPES)]
    wrapped = next(filter(_is_set, (body.get(name) for body in bodies for name in _WRAPPED)), None)
    if wrapped:
        return said if wrapped is True else wrapped
    if may_answer(said, spec):
        return None
    kind = str(said.get("type", ""))
    says_so = kind == "error" or said.get("object") == "error" or "__type" in said
    has_message = isinstance(next((said[name] for name in _BARE if name in said), None), str | list)
    if says_so or (has_message and (not kind or kind.endswith("error")) and not spec.tells(said)):
        return said
    return None


def _is_set(error: JsonValue) -> bool:
    return any(error.values()) if isinstance(error, dict) else bool(error)


def may_answer(said: Record, spec: ReaderSpec) -> bool:
    """Whether there is something of an answer to be read, also beside an error: whole answers that failed carry one."""
    turn = [said[name] for name in spec.turn if name in said and not isinstance(said[name], str)]
    return any(turn) or (bool(turn) and spec.tells(said)) or any(name in said for name in _ENVELOPES)


def may_be_error(event: Record) -> bool:
    """Whether `error_in` need be asked: hardly any event has such a field."""
    return event.get("type") in _ERROR_KINDS or not _ERROR_FIELDS.isdisjoint(event)


def words_of(error: JsonValue) -> str:
    """What an error says, whatever its shape."""
    return " ".join(dict.fromkeys(_words(error)))[:300]


def _words(error: JsonValue) -> Iterator[str]:
    if isinstance(error, dict):
        said = (error.get(name) for name in _NAMES)
        yield from (word for one in said for word in _words(one) if word != "error")
    elif isinstance(error, list):
        for one in error:
            yield from _words(one)
    elif isinstance(error, str | int) and not isinstance(error, bool):
        yield str(error)


def nothing_in(body: JsonValue, reader: Reader) -> str:
    """Why nothing was read in a body, as far as its fields tell."""
    if not isinstance(body, dict) or not body:
        return "there was nothing to read in the body"
    if any(name in body for name in reader.spec.turn):
        said = "there was nothing to read in the body"
    else:
        said = f"no field that {reader.name} answers with is in the body (fields: {', '.join(list(body)[:8])[:200]})"
    others = [one.name for one in providers.telling(body)]
    if not others and (hint := taken_for(body)) is not None:
        return f"{said}; {hint}"
    return said if reader.name in others or not others else f"{said}; it looks like {' or '.join(others)}"
