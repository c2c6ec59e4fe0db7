"""What came instead of an answer: errors, and bodies in which nothing could be read."""

from pydantic import JsonValue

from citebridge import providers
from citebridge.adapter import Reader, ReaderSpec, Record
from citebridge.providers._hints import taken_for

_NAMES = ("type", "__type", "code", "Code", "status", "message", "Message", "detail", "Error")

_ERROR_FIELDS = frozenset(("error", "message", "Error", "Message"))


def error_in(body: Record, spec: ReaderSpec) -> JsonValue:
    """The error that stands in place of an answer, `None` without one.

    Whole answers that failed carry an error as well, and are read. Gateways and some services send the error without
    a wrapper, as a message and no more.
    """
    if any(name in body and not isinstance(body[name], str) for name in spec.turn):
        return None
    wrapped = body.get("error") or body.get("Error")
    if wrapped:
        return wrapped
    kind = str(body.get("type", ""))
    says_so = kind == "error" or body.get("object") == "error" or "__type" in body
    has_message = isinstance(body.get("message", body.get("Message")), str)
    if says_so or (has_message and (not kind or kind.endswith("error")) and not spec.tells(body)):
        return body
    return None


def may_be_error(event: Record) -> bool:
    """Whether `error_in` need be asked: hardly any event has such a field."""
    return event.get("type") == "error" or not _ERROR_FIELDS.isdisjoint(event)


def words_of(error: JsonValue) -> str:
    """What an error says, whatever its shape."""
    return " ".join(_words(error))[:300]


def _words(error: JsonValue) -> list[str]:
    if isinstance(error, dict):
        said = [error.get(name) for name in _NAMES]
        return list(dict.fromkeys(word for one in said for word in _words(one) if word != "error"))
    return [str(error)] if isinstance(error, str | int) else []


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
