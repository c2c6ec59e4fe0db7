"""What every container holds, whatever it calls it: a request and its response, in bytes."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import cast

from citebridge.cassettes.containers.documents import MOST, unpacked
from citebridge.cassettes.errors import BadCassette
from citebridge.cassettes.headers import ANSWERED, kept
from citebridge.cassettes.interaction import Interaction, Piece, Response
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.surfaces import sdk_of, surface_of
from citebridge.version import __version__

Told = Mapping[str, object]
Headers = tuple[tuple[str, str], ...]
_LONGEST = 24 * 60 * 60 * 1000
_GZIP, _ZLIB = b"\x1f\x8b", (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A request and its response."""

    asked: Asked
    status: int
    headers: Headers = ()
    content: bytes = field(default=b"", repr=False)
    recorded: str | None = None
    ms: int = 0

    def interaction(self) -> Interaction:
        """The line of a cassette: the body in one piece, since its pieces are lost, and as it reads."""
        try:
            request = self.asked.as_request()
        except ValueError:
            raise Odd("its address cannot be read") from None
        content = _unpacked(self.content, dict(self.headers))
        known = surface_of(self.asked, content)
        return Interaction(
            provider=known[0] if known else None,
            surface=known[1] if known else None,
            sdk=sdk_of(self.asked),
            citebridge=__version__,
            recorded=self.recorded,
            request=request,
            response=Response.of(
                self.status, kept(self.headers, ANSWERED), [Piece(0, content)] if content else [], ms=self.ms
            ),
        )


class Odd(BadCassette):
    """An exchange that cannot be read; whoever reads the container adds its name and number."""


class NoAnswer(BadCassette):
    """An exchange of which the container has no answer: it is left out."""


def record(value: object) -> Told:
    """A mapping with names, or nothing."""
    return cast("Told", value) if isinstance(value, Mapping) else cast("Told", {})


def entries(value: object) -> list[object]:
    """A list, or nothing."""
    return cast("list[object]", value) if isinstance(value, list) else []


def records(value: object) -> list[Told]:
    """A list of mappings, or nothing."""
    return [record(one) for one in entries(value)]


def data(value: object) -> bytes:
    """Bytes, however they are told."""
    if value is None:
        return b""
    if isinstance(value, bytes):
        return value
    if isinstance(value, str):
        return _encoded(value, "body", "surrogateescape")
    raise Odd(f"its body is neither text nor bytes, but {type(value).__name__}")


def word(value: object, what: str) -> str:
    """A text that has to be there."""
    if not isinstance(value, str) or not value:
        raise Odd(f"it has no {what}")
    _encoded(value, what)
    return value


def when(value: object) -> str | None:
    """The time that it was recorded at."""
    return str(value) if isinstance(value, str | date) and value else None


def milliseconds(value: object) -> int:
    """A time that was waited."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0
    return round(value) if 0 <= value <= _LONGEST else 0


def status(value: object) -> int:
    """The status of a response."""
    if isinstance(value, bool) or not isinstance(value, int) or not 100 <= value <= 599:
        raise Odd("its response has no status")
    return value


def headers(value: object) -> Headers:
    """Headers of a mapping, with one value each or a list of them, or of a list of names and values."""
    return tuple(_headers(value))


def _headers(value: object) -> Iterator[tuple[str, str]]:
    for name, told in record(value).items():
        yield from ((_text(name), _text(one)) for one in entries(told) or [told])
    for one in map(record, entries(value)):
        if isinstance(name := one.get("name"), str):
            yield _text(name), _text(one.get("value"))


def _text(value: object) -> str:
    """A name or value of a header; a list within a list may be without end, and is none."""
    if isinstance(value, str):
        _encoded(value, "header")
        return value
    if isinstance(value, bytes):
        return value.decode("latin-1")
    if value is None or isinstance(value, bool | int | float | date):
        return str(value)
    raise Odd(f"a header is no text, but {type(value).__name__}")


def _encoded(value: str, what: str, errors: str = "strict") -> bytes:
    try:
        return value.encode("utf-8", errors)
    except UnicodeEncodeError:
        raise Odd(f"its {what} has half a character, which no bytes say") from None


def _unpacked(content: bytes, said: Mapping[str, str]) -> bytes:
    """The content as it reads; some recorders unpack it and leave the header as it was."""
    coding = next((value.lower() for name, value in said.items() if name.lower() == "content-encoding"), "")
    try:
        if content.startswith(_GZIP):
            content = unpacked(content)
        elif coding == "deflate" and content.startswith(_ZLIB):
            content = zlib.decompressobj().decompress(content, MOST + 1)
    except (ValueError, zlib.error):
        raise Odd("its compressed body is damaged") from None
    if len(content) > MOST:
        raise Odd(f"its body has more than {MOST:,} bytes")
    if coding in ("br", "zstd") and not _reads(content):
        raise Odd(f"its body is compressed with {coding}; record it again without, or let the recorder unpack it")
    return content


def _reads(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True
