"""Whose answer a recording holds, and which SDK asked for it: as far as the request and the response tell."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, islice
from urllib.parse import urlsplit

from pydantic import JsonValue

from citebridge.adapter import Reader, Record
from citebridge.cassettes.bodies import said
from citebridge.cassettes.reply import Asked
from citebridge.errors import BrokenAdapter, UnknownShape
from citebridge.framing import EventStream, FrameStream
from citebridge.providers import names, reader, reader_for

_SDK = re.compile(r"[A-Za-z][\w.-]*(?:/[A-Za-z][\w.-]*)*[/ ]v?\d[\w.-]*")
_BLOCK = 64 * 1024
_LOOKED_AT = 40


def surface_of(asked: Asked, content: bytes) -> tuple[str, str] | None:
    """The provider and its API, `None` when neither the address nor the shape of the answer tells."""
    records = list(islice(_records(content), _LOOKED_AT))
    here = [reader(name) for name in _named_in(asked.url)]
    telling = [one for one in here if any(_could_be(one, record) for record in records)]
    if len(telling) == 1:
        return telling[0].name, telling[0].spec.api
    for record in records:
        with suppress(UnknownShape):
            found = reader_for(record)
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
    """The providers with whose name a part of the host begins: `api.x.ai` is xAI's, `linux.ai` is not."""
    host = f".{urlsplit(url).hostname or ''}"
    parts = [host[dot.start() :].replace(".", "") for dot in re.finditer(r"\.", host)]
    found: list[str] = []
    for name in names():
        with suppress(BrokenAdapter):
            if any(part.startswith(name.partition(".")[0]) for part in parts) and reader(name):
                found.append(name)
    return found


def _could_be(one: Reader, record: Record) -> bool:
    """Whether it sends this shape, its own or one that others send too and only the address tells from theirs."""
    with suppress(Exception):  # of an adapter of others, over what was not sent to it
        return one.spec.tells(record) or (one.spec.shape is not None and one.spec.shape(record))
    return False


def _records(content: bytes) -> Iterator[Record]:
    """The body of an answer, or the first events of a stream."""
    for value in _values(content):
        value = value[0] if isinstance(value, list) and value else value
        if isinstance(value, dict):
            yield value


def _values(content: bytes) -> Iterator[JsonValue]:
    if (whole := said(content)) is not None:
        yield whole
        return
    for frame in chain.from_iterable(map(FrameStream().feed, _blocks(content))):
        if frame.sound:
            yield {frame.headers.get(":event-type", "unknown"): said(frame.payload)}
    events = EventStream()
    for _, data in chain.from_iterable(map(events.feed, _blocks(content))):
        yield said(data.encode("utf-8", "surrogatepass"))
    for _, data in events.close():  # behind the last one no blank line may come
        yield said(data.encode("utf-8", "surrogatepass"))
    for line in content.splitlines():
        yield said(line)


def _blocks(content: bytes) -> Iterator[bytes]:
    """A body in blocks, so that no more of it is read than is looked at."""
    return (content[at : at + _BLOCK] for at in range(0, len(content), _BLOCK))
