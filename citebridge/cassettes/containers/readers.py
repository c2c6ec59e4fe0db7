"""The containers of other recorders, each with how it is told and how its exchanges are read."""

import base64
import json
from collections.abc import Callable
from datetime import date
from io import StringIO
from itertools import zip_longest
from typing import NamedTuple
from urllib.parse import urlencode

from citebridge.cassettes.containers.exchange import (
    Exchange,
    NoAnswer,
    Odd,
    Told,
    data,
    entries,
    headers,
    milliseconds,
    record,
    records,
    status,
    when,
    word,
)
from citebridge.cassettes.reply import Asked

UNRELIABLE = "offsets cannot be trusted: parsed_body was written by a recorder that changes quotes, dashes and letters"
_MOST = 64 * 1024 * 1024
_PARSED = "parsed_body"


class Container(NamedTuple):
    """What a recorder writes: its name, whether a document is one, its rows, and how an exchange is read from one."""

    name: str
    tells: Callable[[Told], bool]
    rows: Callable[[Told], list[Told]]
    read: Callable[[Told], Exchange]


def is_parsed(one: Told) -> bool:
    """Whether a body was taken apart, and so perhaps changed."""
    return _PARSED in record(one.get("request")) or _PARSED in record(one.get("response"))


# -- vcrpy, pytest-recording, pydantic-ai, langchain


def _in_two_lists(document: Told) -> list[Told]:
    """Requests and responses side by side, as langchain keeps them."""
    pairs = zip_longest(entries(document.get("requests")), entries(document.get("responses")))
    return [{"request": request, "response": response} for request, response in pairs]


def _vcr_exchange(one: Told) -> Exchange:
    request, response = record(one.get("request")), record(one.get("response"))
    asked = Asked(
        word(request.get("method"), "method"),
        word(request.get("uri"), "uri"),
        headers(request.get("headers")),
        _vcr_body(request),
    )
    if "status_code" in response:  # of httpx, before vcrpy 6
        code, content = response.get("status_code"), data(response.get("content"))
    else:
        code, content = record(response.get("status")).get("code"), _vcr_body(response)
    return Exchange(asked, status(code), headers(response.get("headers")), content)


def _vcr_body(one: Told) -> bytes:
    if _PARSED in one:
        return _written(one[_PARSED])
    body = one.get("body")
    return data(record(body)["string"]) if "string" in record(body) else data(body)


def _written(value: object) -> bytes:
    """A parsed body as JSON again. References of YAML may make much of little: that ends somewhere."""
    text = StringIO()  # a list of so many parts would need far more room
    try:
        for part in json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=_dated).iterencode(value):
            text.write(part)
            if text.tell() > _MOST:
                raise Odd(f"its body has more than {_MOST:,} bytes")
    except (TypeError, RecursionError):
        raise Odd("its body cannot be written as JSON") from None
    except ValueError as error:
        if isinstance(error, Odd):
            raise
        raise Odd("its body holds itself") from None
    return data(text.getvalue())


def _dated(value: object) -> str:
    """What YAML takes for a date; other values of it are none of JSON."""
    if isinstance(value, date):
        return str(value)
    raise TypeError


# -- cassetter, which pydantic-ai uses by now


def _cassetter_exchange(one: Told) -> Exchange:
    request, response = record(one.get("request")), record(one.get("response"))
    asked = Asked(
        word(request.get("method"), "method"),
        word(request.get("uri"), "uri"),
        headers(request.get("headers")),
        _typed_body(request),
    )
    code, told = response.get("status"), one.get("recorded_at")
    return Exchange(asked, status(code), headers(response.get("headers")), _typed_body(response), when(told))


def _typed_body(one: Told) -> bytes:
    body = record(one.get("body"))
    kind, content = body.get("type", "none"), body.get("content")
    if kind == "json":
        return _written(content)
    if kind == "binary":
        return _from_hex(content)
    if kind not in ("none", "text"):
        raise Odd(f"its body is of a kind that is not known{f': {kind!r}' if isinstance(kind, str) else ''}")
    return data(content)


def _from_hex(value: object) -> bytes:
    try:
        return bytes.fromhex(data(value).decode())
    except ValueError:
        raise Odd("its body is no hexadecimal figures") from None


# -- Ruby's VCR


def _ruby_exchange(one: Told) -> Exchange:
    request, response = record(one.get("request")), record(one.get("response"))
    asked = Asked(
        word(request.get("method"), "method").upper(),
        word(request.get("uri"), "uri"),
        headers(request.get("headers")),
        _ruby_body(request),
    )
    code, told = record(response.get("status")).get("code"), one.get("recorded_at")
    return Exchange(asked, status(code), headers(response.get("headers")), _ruby_body(response), when(told))


def _ruby_body(one: Told) -> bytes:
    body = record(one.get("body"))
    if "base64_string" in body:
        return _decoded(body["base64_string"])
    return data(body.get("string"))


# -- HAR


def _har_exchange(one: Told) -> Exchange:
    request, response = record(one.get("request")), record(one.get("response"))
    posted, content = record(request.get("postData")), record(response.get("content"))
    if response.get("status") in (0, -1) or ("text" not in content and milliseconds(content.get("size")) > 0):
        raise NoAnswer("a browser that was stopped, or kept no bodies, has none")
    asked = Asked(
        word(request.get("method"), "method"),
        word(request.get("url"), "url"),
        headers(request.get("headers")),
        _har_body(posted) if "text" in posted else _har_form(posted),
    )
    return Exchange(
        asked,
        status(response.get("status")),
        headers(response.get("headers")),
        _har_body(content),
        when(one.get("startedDateTime")),
        milliseconds(record(one.get("timings")).get("wait")),
    )


def _har_body(one: Told) -> bytes:
    return _decoded(one.get("text")) if one.get("encoding") == "base64" else data(one.get("text"))


def _har_form(posted: Told) -> bytes:
    """The fields of a form, which a browser may tell instead of the body."""
    some = [(one.get("name"), one.get("value")) for one in records(posted.get("params"))]
    return data(urlencode([(name, value) for name, value in some if isinstance(name, str) and isinstance(value, str)]))


def _decoded(value: object) -> bytes:
    try:
        return base64.b64decode(data(value))
    except ValueError:
        raise Odd("its base64 is damaged") from None


def _har_entries(document: Told) -> list[Told]:
    return records(record(document.get("log")).get("entries"))


def _is_har(document: Told) -> bool:
    return "entries" in record(document.get("log"))


def _is_cassetters(document: Told) -> bool:
    """Its status is a number, where vcrpy has a record."""
    first = next(iter(records(document.get("interactions"))), None)
    return first is not None and isinstance(record(first.get("response")).get("status"), int)


def _listed(name: str) -> Callable[[Told], list[Told]]:
    return lambda document: records(document.get(name))


def _has(*names: str) -> Callable[[Told], bool]:
    return lambda document: all(name in document for name in names)


CONTAINERS = (
    Container("HAR", _is_har, _har_entries, _har_exchange),
    Container("Ruby VCR", _has("http_interactions"), _listed("http_interactions"), _ruby_exchange),
    Container("cassetter", _is_cassetters, _listed("interactions"), _cassetter_exchange),
    Container("vcrpy", _has("interactions"), _listed("interactions"), _vcr_exchange),
    Container("langchain", _has("requests", "responses"), _in_two_lists, _vcr_exchange),
)
