"""Text directives, the part of a link that lets a browser find and show words on a page: `#:~:text=…`.

The grammar is `[before-,]first[,last][,-behind]` (WICG scroll-to-text-fragment). Each of the four has to be within one
paragraph of the page, so words over a line end are given by their first and their last.
"""

import re
from typing import Final

from citebridge.locator.quotes import caseless
from citebridge.locator.source_text import SourceText
from citebridge.models import Span
from citebridge.text import fold

# A dash, a comma and an ampersand are signs of the grammar.
_UNRESERVED: Final = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~")
_PLAIN: Final = re.compile(r"[A-Za-z0-9._~ ,\-]*+")
_PERCENT: Final = {byte: f"%{byte:02X}" for byte in range(256) if byte not in _UNRESERVED}
_WHOLE: Final = 100  # characters that are given in full
_ENDS: Final = 5  # words of each end of what is longer
_LONGEST_TERM: Final = 60  # characters of them, where words have no blanks between them
_AROUND: Final = (3, 6, 12)  # words before it that tell one place from others
_LOOKED_AT: Final = 240  # characters before it
_LINE_END: Final = re.compile(r"[\n\r\v\f\x85\u2028\u2029]+")
_UNSEEN: Final = re.compile(
    r"[\x00-\x08\x0e-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff\ud800-\udfff]+"
)
_MARKUP: Final = re.compile(r"[*_`|<>\[\]#~]")
_ELLIPSIS: Final = re.compile(r"\s*\S*(?:…|\.\.\.)\s*\Z")


def directive_at(text: SourceText, span: Span, *, alone: bool = False, markup: bool = False) -> str | None:
    """The directive for a stretch of a text; where its words stand more than once, words around it go along.

    `alone` says that they are known to stand there alone. With `markup` the text is Markdown, and what has signs of it
    in it reads otherwise on the page: no directive.

    >>> text = SourceText("Dogs bark. Cats, they say, purr. Cats sleep.")
    >>> directive_at(text, Span(11, 32)), directive_at(text, Span(33, 37))
    ('Cats%2C%20they%20say%2C%20purr.', 'they%20say%2C%20purr.-,Cats')
    """
    words = text.text[span.start : span.end]
    terms = [] if markup and _MARKUP.search(words) else _terms(words)
    if not terms or (alone and len(terms) == 1) or _is_only(text, terms[0]):
        return _written("", terms, "")
    before = _line(text.text[max(span.start - _LOOKED_AT, 0) : span.start], -1).split()
    behind = _line(text.text[span.end : span.end + _LOOKED_AT], 0).split()
    near = ""
    for size in _AROUND:
        near = " ".join(before[-size:])
        if len(before) <= size or _is_only(text, f"{near} {terms[0]}"):
            break
    return _written(near, terms, "" if near else " ".join(behind[: _AROUND[0]]))


def directive_of(words: str) -> str | None:
    """The directive for words of a page whose text is not known; an ellipsis at their end goes, and a word it cuts.

    >>> directive_of("Sluices let it go. Wei...")
    'Sluices%20let%20it%20go.'
    """
    return _written("", _terms(_ELLIPSIS.sub("", words)), "")


def _terms(words: str) -> list[str]:
    """Words as they stand on the page, or the first and the last of them."""
    lines = _lines(words)
    if len(lines) < 2 and len("".join(lines)) <= _WHOLE:
        return lines
    first, last = lines[0].split()[:_ENDS], lines[-1].split()[-_ENDS:]
    if len(lines) > 1 and len(first) > 1 and first[-1].endswith("-"):
        del first[-1]  # on a page that breaks its lines otherwise it is no word
    return [" ".join(first)[:_LONGEST_TERM].strip(), " ".join(last)[-_LONGEST_TERM:].strip()]


def _line(text: str, number: int) -> str:
    """The first or the last line with anything in it."""
    lines = _lines(text)
    return lines[number] if lines else ""


def _lines(text: str) -> list[str]:
    """The lines of a text that have anything in them, as a page shows them."""
    parts = [text] if text.isprintable() else [_UNSEEN.sub("", part) for part in _LINE_END.split(text)]
    return [line for part in parts if (line := " ".join(part.split()))]


def _is_only(text: SourceText, words: str) -> bool:
    key = words.lower() if words.isascii() else caseless(fold(words).text)
    return len(text.places(key, 2)) < 2


def _written(before: str, terms: list[str], behind: str) -> str | None:
    parts = [f"{_encoded(before)}-" if before else "", *map(_encoded, terms), f"-{_encoded(behind)}" if behind else ""]
    return ",".join(part for part in parts if part) if terms else None


def _encoded(words: str) -> str:
    if _PLAIN.fullmatch(words):  # as most words are; a look at each character takes ten times as long
        return words.replace(" ", "%20").replace(",", "%2C").replace("-", "%2D")
    return words.encode("utf-8", "replace").decode("latin-1").translate(_PERCENT)
