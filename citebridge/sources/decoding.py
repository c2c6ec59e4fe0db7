"""Bytes as text, and what had to be guessed for it."""

import codecs
import re
from typing import Final, NamedTuple

from pydantic import JsonValue

__all__ = ["Decoded", "decoded", "is_binary"]

# UTF-32 before UTF-16, whose mark its own begins with.
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_HEAD: Final = 4096
_DECLARED: Final = re.compile(
    rb"<meta[^>]{1,200}?charset\s*=\s*[\"']?\s*([\w.:-]+)|\A\s*<\?xml[^>]{1,200}?encoding=[\"']([\w.:-]+)", re.I
)
# What pages are written in. Python knows more that nobody writes, some of which take forever to read (punycode).
_PAGES: Final = ("utf-8", "ascii", "iso8859", "iso2022_jp", "cp", "koi8", "gb", "big5", "shift_jis", "euc_", "mac-")
# The bytes that differ from Latin 1; the five that Windows-1252 leaves free stay the control characters of that.
_WINDOWS: Final = {byte: text for byte in range(0x80, 0xA0) if (text := bytes([byte]).decode("cp1252", "ignore"))}
_REPLACED: Final = "\ufffd"


class Decoded(NamedTuple):
    """A text, and a note when it was not plain what its bytes mean."""

    text: str
    note: dict[str, JsonValue]


def decoded(data: bytes, *, declares: bool = False) -> Decoded:
    """The text of a file: UTF-8, or what the mark at its begin says, or what it declares (HTML).

    Bytes that are none of it are Windows-1252, as most old files are; but a text that has more characters in good
    UTF-8 than bytes that are broken is UTF-8 with each broken byte as U+FFFD. The note tells of both.

    >>> decoded("né".encode()), decoded("né".encode("cp1252"))
    (Decoded(text='né', note={}), Decoded(text='né', note={'encoding': 'cp1252', 'guessed': True}))
    """
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], name)
    if declares and (name := _declared(data)):
        try:
            return Decoded(data.decode(name), {})
        except UnicodeDecodeError:
            pass  # it is something else than it says
    try:
        return Decoded(data.decode("utf-8"), {})
    except UnicodeDecodeError:
        return _guessed(data)


def is_binary(data: bytes) -> bool:
    """Whether a file is no text in any encoding that `decoded` reads: a NUL stands in it, and no mark ahead of it."""
    return b"\0" in data[:_HEAD] and not data.startswith(tuple(mark for mark, _ in _MARKS))


def _marked(data: bytes, name: str) -> Decoded:
    text = data.decode(name, "replace")
    broken = text.count(_REPLACED) and text.count(_REPLACED) - data.count(_REPLACED.encode(name))
    return Decoded(text, {"encoding": name, "replaced": broken} if broken > 0 else {})


def _declared(data: bytes) -> str | None:
    found = _DECLARED.search(data[:_HEAD])
    if found is None:
        return None
    try:
        name = codecs.lookup((found[1] or found[2]).decode("ascii", "replace")).name
    except LookupError:
        return None
    if name.startswith("utf-16"):  # it could not be read if that were so
        return "utf-8"
    # As browsers have it, Latin 1 means Windows-1252.
    name = {"iso8859-1": "cp1252", "ascii": "cp1252"}.get(name, name)
    return name if name.startswith(_PAGES) else None


def _guessed(data: bytes) -> Decoded:
    text = data.decode("utf-8", "replace")
    broken = text.count(_REPLACED) - data.count(_REPLACED.encode())
    good = sum(not character.isascii() for character in text) - text.count(_REPLACED)
    if good > broken:
        return Decoded(text, {"encoding": "utf-8", "replaced": broken})
    return Decoded(data.decode("latin-1").translate(_WINDOWS), {"encoding": "cp1252", "guessed": True})
