"""Addresses that nobody should open."""

import re
from typing import Final

from citebridge.models.addresses import UNSEEN
from citebridge.text.seen import unescaped

_UNSAFE: Final = frozenset(
    ("javascript", "vbscript", "livescript", "data", "file", "blob", "filesystem", "about", "view-source", "jar")
)
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.\-]*):", re.I)
_IGNORED: Final = re.compile(rf"[ \xa0{UNSEEN}]+")  # as browsers do
_HEAD: Final = 256


def is_unsafe(url: str | None) -> bool:
    """Whether an address runs or reads something in place of opening a page.

    The scheme is looked at as a browser does: without the control characters and blanks in it, entities read.

    >>> is_unsafe("java\\tscript:alert(1)"), is_unsafe("https://house.example/"), is_unsafe("/rules")
    (True, False, False)
    """
    if not url:
        return False
    scheme = _SCHEME.match(_IGNORED.sub("", unescaped(url[:_HEAD])))
    return scheme is not None and scheme[1].lower() in _UNSAFE
