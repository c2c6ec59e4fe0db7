"""Whose answer a recording holds, and which SDK asked for it: as far as the request and the response tell."""

import re
from contextlib import suppress
from urllib.parse import urlsplit

from citebridge.adapter import Reader, Record
from citebridge.cassettes.bodies import said
from citebridge.cassettes.reply import Asked
from citebridge.errors import BrokenAdapter, CitebridgeError, UnknownShape
from citebridge.framing import EventStream, FrameStream
from citebridge.providers import names, reader, reader_for

_SDK = re.compile(r"[A-Za-z][\w.-]*(?:/[A-Za-z][\w.-]*)*[/ ]v?\d[\w.-]*")
_HEAD = 64 * 1024


def surface_of(asked: Asked, content: bytes) -> tuple[str, str] | None:
    """The provider and its API, `None` when neither the address nor the shape of the answer tells."""
    first = _first(content)
    if first is None:
        return None
    at_home = [one for one in map(reader, _named_in(asked.url)) if _could_be(one, first)]
    if len(at_home) == 1:
        return at_home[0].name, at_home[0].spec.api
    with suppress(UnknownShape):
        found = reader_for(first)
        return found.name, found.spec.api
    return None


def sdk_of(asked: Asked) -> str | None:
    """The SDK and its version, as it says itself.

    >>> sdk_of(Asked("POST", "/", (("User-Agent", "Anthropic/Python 2.14.0"),)))
    'Anthropic/Python 2.14.0'
    """
    found = _SDK.match(asked.header("user-agent"))
    return found.group() if found is not None else None


def _named_in(url: str) -> list[str]:
    """The providers whose name stands in the host: `api.x.ai` is xAI's."""
    host = (urlsplit(url).hostname or "").replace(".", "")
    found: list[str] = []
    for name in names():
        with suppress(BrokenAdapter):
            if name.partition(".")[0] in host and reader(name):
                found.append(name)
    return found


def _could_be(one: Reader, record: Record) -> bool:
    with suppress(Exception):  # of an adapter of others, over what was not sent to it
        return one.spec.tells(record) or (one.spec.shape is not None and one.spec.shape(record))
    return False


def _first(content: bytes) -> Record | None:
    """The first record of an answer: its body, or an event."""
    with suppress(CitebridgeError):
        frame = next(FrameStream().feed(content[:_HEAD]), None)
        if frame is not None and frame.sound:
            value = said(frame.payload)
            return {frame.headers.get(":event-type", "unknown"): value}
    for data in (content, *(event.data.encode() for event in EventStream().feed(content[:_HEAD])), _line(content)):
        value = said(data)
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, dict):
            return value
    return None


def _line(content: bytes) -> bytes:
    return content.lstrip().partition(b"\n")[0]
