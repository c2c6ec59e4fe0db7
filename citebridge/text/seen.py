"""A text as it is seen: entities read, and signs that look alike taken for one another."""

import html
import re
import unicodedata

_NUMBER = re.compile(r"&#(?:([xX])0*([0-9a-fA-F]+)|0*([0-9]+))")
_ENTITY = re.compile(r"&(?:#[0-9]+|#[xX][0-9a-fA-F]+|[a-zA-Z][a-zA-Z0-9]{1,30});?")
_BLANK = re.compile(r"[\t-\r\x1c-\x1f\x85]")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_UNSEEN = frozenset(("Cf", "Cc"))
_MOST_DIGITS = 8
_NO_SIGN = "&#1114112"  # beyond the last code point


def unescaped(text: str) -> str:
    """`html.unescape`, but for numbers of any length: of thousands of digits it raises `ValueError`.

    >>> unescaped("R&amp;D &#x26;&#0038; &#" + "9" * 5000 + ";")
    'R&D && �'
    """
    if "&" not in text:
        return text
    return html.unescape(_NUMBER.sub(_short, text))  # noqa: TID251 (of short numbers only)


def _short(number: re.Match[str]) -> str:
    digits = number[2] if number[1] else number[3]
    return f"&#{number[1] or ''}{digits}" if len(digits) <= _MOST_DIGITS else _NO_SIGN


def as_seen(text: str) -> str:
    """A text as a careless reader sees it: entities read, wide and styled letters plain, what has no width gone.

    Rings and accents around letters go as well. Not for offsets: the length changes.

    >>> as_seen("［Ｓ１］ [&amp;#83;\u200b2] [S\u20dd3]")
    '[S1] [S2] [S3]'
    """
    for _ in range(2):  # `&amp;#91;`
        if "&" in text:
            text = unescaped(_ENTITY.sub(lambda entity: entity[0].rstrip(";") + ";", text))
    text = _BLANK.sub(" ", text)
    if text.isascii():
        return _CONTROL.sub("", text)
    text = "".join(sign for sign in text if unicodedata.category(sign) not in _UNSEEN)
    text = unicodedata.normalize("NFKC", text)
    return "".join(sign for sign in text if unicodedata.category(sign) not in ("Mn", "Me"))
