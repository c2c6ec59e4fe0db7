"""Words of strangers written into Markdown: they read as they are, and nothing in them is syntax."""

import re

from citebridge.render.safe import line

_SIGNS = re.compile(r"[\\`*_\[\]<>|~$^]")
_ENTITY = re.compile(r"&(?=#?\w+;)")
_BLOCK_SIGN = re.compile(r"(?:[#+\-=:]|\d{1,9}(?=[.)]))")


def words(text: str, room: int | None = None) -> str:
    """Text on one line as the words of a paragraph, a heading, a cell or a link.

    >>> words("Mice [big] guide | <b>&amp;</b>")
    'Mice \\\\[big\\\\] guide \\\\| \\\\<b\\\\>&amp;amp;\\\\</b\\\\>'
    """
    return _ENTITY.sub("&amp;", _SIGNS.sub(r"\\\g<0>", line(text, room)))


def opening(markdown: str) -> str:
    """Words where a block begins: no heading, list, or rule begins with them.

    >>> opening("1. Rules"), opening("# Rules"), opening("Rules")
    ('1\\\\. Rules', '\\\\# Rules', 'Rules')
    """
    sign = _BLOCK_SIGN.match(markdown)
    if sign is None:
        return markdown
    at = sign.end() if sign.group().isdigit() else 0
    return f"{markdown[:at]}\\{markdown[at:]}"


def link(text: str, url: str) -> str:
    """A link, from words that are escaped and an address that was checked.

    >>> link("Mouse", "https://wiki.example/Mouse_(animal)")
    '[Mouse](https://wiki.example/Mouse_(animal))'
    """
    return f"[{text}]({target(url)})"


def target(url: str) -> str:
    """An address for the parentheses of a link, with its own in pairs or encoded."""
    depth = 0
    for sign in url:
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            break
    return url if not depth else url.replace("(", "%28").replace(")", "%29")
