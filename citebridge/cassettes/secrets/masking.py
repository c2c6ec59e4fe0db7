"""Masks that move nothing: as many code points, UTF-8 bytes and UTF-16 units as what they cover."""

import re

_MASKS = ("*", "\u00a4", "\u203b", "\U0001f92b")  # of one, two, three and four bytes
_HALVES = ("\ud83e", "\udd2b")
_MASK = frozenset((*_MASKS, *_HALVES))
ESCAPE = re.compile(r"\\u[0-9a-fA-F]{4}|\\.", re.S)
"""An escape of JSON. Half a character by itself is one too: the other half is the next."""


def masked(text: str) -> str:
    """A text of stars, or of other signs where letters have more than one byte; escapes stay escapes.

    >>> masked("pä€🐕"), masked("p\\\\u00e4\\\\n!")
    ('*¤※🤫', '*\\\\u00a4\\\\n*')
    """
    if "\\" not in text:
        return _stars(text)
    parts: list[str] = []
    at = 0
    for found in ESCAPE.finditer(text):
        parts += _stars(text[at : found.start()]), _escape(found.group())
        at = found.end()
    return "".join([*parts, _stars(text[at:])])


def masked_bytes(text: str) -> str:
    """The same for bytes that are told as Latin-1, whether they are UTF-8 or not."""
    try:
        return masked(text.encode("latin-1").decode()).encode().decode("latin-1")
    except UnicodeError:
        return masked("".join(letter if letter.isascii() else "*" for letter in text))


def is_masked(text: str) -> bool:
    """Whether a mask is all there is.

    >>> is_masked("***"), is_masked("*a*")
    (True, False)
    """
    return _MASK.issuperset(ESCAPE.sub("", text))


def _stars(text: str) -> str:
    return "*" * len(text) if text.isascii() else "".join(map(_star, text))


def _star(letter: str) -> str:
    if "\ud800" <= letter < "\ue000":  # half a character: half of a mask of four bytes
        return _HALVES[letter >= "\udc00"]
    return _MASKS[(letter > "\x7f") + (letter > "\u07ff") + (letter > "\uffff")]


def _escape(escape: str) -> str:
    """An escape of a mask, or that of a line end or a stroke as it is."""
    return escape if len(escape) == 2 else f"\\u{ord(_star(chr(int(escape[2:], 16)))):04x}"
