"""HTML in Markdown: which tags an answer may have, because they only shape text.

A tag that is not named here, or has an attribute that is not, is words and shown as such: scripts, styles, forms,
whatever loads something, and event handlers.
"""

import re
from typing import Final

from citebridge.render.safe import address

_INLINE: Final = frozenset({
    "a", "abbr", "b", "bdi", "bdo", "br", "cite", "code", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "rp",
    "rt", "ruby", "s", "samp", "small", "span", "strong", "sub", "sup", "u", "var", "wbr",
})  # fmt: skip
_BLOCK: Final = frozenset({
    "blockquote", "caption", "center", "dd", "details", "div", "dl", "dt", "figcaption", "figure", "h1", "h2", "h3",
    "h4", "h5", "h6", "hr", "li", "ol", "p", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul",
})  # fmt: skip
_ATTRIBUTES: Final = frozenset({
    "align", "valign", "title", "dir", "lang", "open", "start", "colspan", "rowspan", "width", "height", "cite",
    "datetime",
})  # fmt: skip
_NAME: Final = r"[A-Za-z_:][\w.:-]*+"
_VALUE: Final = r"""[ \t]*+=[ \t]*+([^\s"'=<>`]++|'[^'\n]*+'|"[^"\n]*+")"""
_TAG: Final = re.compile(rf"<(/?)([A-Za-z][A-Za-z0-9-]*+)((?:[ \t]++{_NAME}(?:{_VALUE})?+)*+)[ \t]*+/?>")
_ATTRIBUTE: Final = re.compile(rf"({_NAME})(?:{_VALUE})?")
OPENS: Final = re.compile(r"<(?=[A-Za-z/!?])")
"""What a reader of HTML may take for the beginning of a tag."""


def tag_end(text: str, at: int) -> int | None:
    """Where the tag at a place ends, when it may stand; `None` for all else.

    >>> tag_end("<sub>2</sub>", 0), tag_end("<b onclick=x>", 0), tag_end("<a href='box:x'>", 0)
    (5, None, None)
    """
    found = _TAG.match(text, at)
    if found is None or found[2].lower() not in _INLINE | _BLOCK:
        return None
    return found.end() if all(_harmless(name, value) for name, value in _ATTRIBUTE.findall(found[3])) else None


def begins_block(text: str, at: int, *, in_paragraph: bool) -> bool:
    """Whether a line begins HTML that goes on to the next blank line (CommonMark 0.31, 4.6, kinds 6 and 7)."""
    end = tag_end(text, at)
    if end is None:
        return False
    found = _TAG.match(text, at)
    if found is not None and found[2].lower() in _BLOCK:
        return True
    return not in_paragraph and not text[end:].strip(" \t")


def _harmless(name: str, value: str) -> bool:
    name = name.lower()
    return address(value.strip("\"'")) is not None if name == "href" else name in _ATTRIBUTES
