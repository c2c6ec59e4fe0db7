"""HTML cut down to whole tags and text, as the HTML standard tells them apart (13.2.5).

Python's reader of HTML looks for the end of a comment or a tag that has none again and again, to the end of the page,
and takes scripts for text that browsers do not. Here each character is read once.
"""

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["tamed"]

_BEGIN: Final = re.compile(r"<(?:!--|[!?]|/?[a-zA-Z]|/)")
_VALUE: Final = r"\"[^\"]*+\"|'[^']*+'|(?![\"'])[^\s>]*+"
_TAG: Final = re.compile(rf"</?([a-zA-Z][^\s/>]*+)(?:[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+(?:{_VALUE})|(?!\s*+=)))*+>")
_COMMENT_END: Final = re.compile(r"--!?>")
_UNSEEN: Final = (
    "script",
    "style",
    "noscript",
    "textarea",
    "iframe",
    "noembed",
    "noframes",
)  # nothing in them is a tag
_ENDS: Final = {name: re.compile(rf"</{name}(?=[\s/>])[^>]*+>", re.I) for name in (*_UNSEEN, "title")}


def tamed(markup: str) -> str:
    """The markup without comments, declarations, scripts and the like, up to the first tag that has no end.

    >>> tamed("<!DOCTYPE html><p title='a>b'>1 < 2<script>'</p>'</script><!-- 3 --></p><a href='x>4")
    "<p title='a>b'>1 < 2</p>"
    """
    return "".join(_kept(markup))


def _kept(markup: str) -> Iterator[str]:
    at = 0
    while found := _BEGIN.search(markup, at):
        yield markup[at : found.start()]
        if found[0] in ("<!--", "<!", "<?", "</"):
            at = _behind(markup, found)
            continue
        tag = _TAG.match(markup, found.start())
        if tag is None:
            return
        at = tag.end()
        ending = _ENDS.get(tag[1].lower()) if found[0][1] != "/" else None
        end = ending.search(markup, at) if ending else None
        if ending is None:
            yield tag[0]
        elif end is None:
            return
        else:
            if tag[1].lower() == "title":
                yield from (tag[0], markup[at : end.start()].replace("<", "&lt;"), end[0])
            at = end.end()
    yield markup[at:]


def _behind(markup: str, found: re.Match[str]) -> int:
    """Where a comment ends, or what else is none: at the next `>`, says the standard. It has no end: all is of it."""
    if found[0] != "<!--":
        return markup.find(">", found.end()) + 1 or len(markup)
    end = _COMMENT_END.search(markup, found.start() + 2)
    return end.end() if end else len(markup)
