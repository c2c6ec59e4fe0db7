"""Addresses that strangers wrote: what nobody sees in one, what it must not hold where it is written, whether it lasts.

Links, renderings and checks all judge addresses; what they have to agree on is here.
"""

import re
from typing import Final

UNSEEN: Final = r"\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff"
"""The inside of a character class: controls, what has no width, what turns the direction, halves of a pair."""

WIDE: Final = r"\u3000-\u303f\uff01-\uff65"
"""The inside of a character class: the signs of Chinese and Japanese, which stand behind an address without a blank."""

_ENDS: Final = {ord(sign): f"%{ord(sign):02X}" for sign in ' "<>\\^`{|}'}
_REDIRECT: Final = re.compile(
    r"https?://(?:vertexaisearch\.cloud\.google\.com/grounding-api-redirect/|(?:www\.)?google\.[a-z.]{2,6}/url\?)", re.I
)


def percent_encoded(url: str) -> str:
    """A url whose signs that would end it in Markdown, in HTML or in a sentence are percent-encoded.

    >>> percent_encoded("https://house.example/a b")
    'https://house.example/a%20b'
    """
    return url.translate(_ENDS)


def is_redirect(url: str | None) -> bool:
    """Whether an address is a provider's redirect: nobody knows where it leads, and it ends after some weeks.

    >>> is_redirect("https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC")
    True
    """
    return url is not None and _REDIRECT.match(url) is not None
