"""Addresses that nobody should open, or that will not last."""

import html
import re
from typing import Final

_UNSAFE: Final = frozenset(
    ("javascript", "vbscript", "livescript", "data", "file", "blob", "filesystem", "about", "view-source", "jar")
)
_SCHEME: Final = re.compile(r"([a-z][a-z0-9+.\-]*):", re.I)
_IGNORED: Final = re.compile(r"[\x00-\x20\x7f-\xa0\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+")  # as browsers do
_REDIRECT: Final = re.compile(
    r"https?://(?:vertexaisearch\.cloud\.google\.com/grounding-api-redirect/|www\.google\.[a-z.]{2,6}/url\?)", re.I
)
_HEAD: Final = 256


def is_unsafe(url: str | None) -> bool:
    """Whether an address runs or reads something in place of opening a page.

    The scheme is looked at as a browser does: without the control characters and blanks in it, entities read.

    >>> is_unsafe("java\\tscript:alert(1)"), is_unsafe("https://house.example/"), is_unsafe("/rules")
    (True, False, False)
    """
    if not url:
        return False
    scheme = _SCHEME.match(_IGNORED.sub("", html.unescape(url[:_HEAD])))
    return scheme is not None and scheme[1].lower() in _UNSAFE


def is_redirect(url: str | None) -> bool:
    """Whether an address is a provider's redirect, which ends after some weeks.

    >>> is_redirect("https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC")
    True
    """
    return url is not None and _REDIRECT.match(url) is not None
