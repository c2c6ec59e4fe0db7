"""Strings of strangers made safe to show: nothing in them moves a cursor, starts a line or turns the direction.

Titles, urls, quotes and the answer itself are data of models and web pages, and may be made to deceive a reader.
Private-use letters are marks that nobody can read.
"""

import re
from collections.abc import Iterable, Sequence

from citebridge.models.addresses import UNSEEN, percent_encoded
from citebridge.text.seen import unescaped

_LINE_END = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_UNSEEN = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\U000f0000-\U0010ffff]")
_SHRINKS = re.compile(rf"(?<=\r)\n|(?:{_UNSEEN.pattern})+")
_ACTS = re.compile(
    r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ue000-\uf8ff]"
)  # where JSON is shown
_LINKED = re.compile(r"https?://[^\s/]|mailto:[^\s]", re.I)
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_NOT_IN_URL = re.compile(rf"[{UNSEEN}\ufffd]")
_WORDS_KEPT = 0.8  # a cut falls between words when it then keeps so much of the room


def lines(text: str) -> str:
    """Text of several lines: all ends of lines become `\\n`, control characters U+FFFD; what is unseen goes.

    Unseen are the controls that turn the direction of text, and private-use letters.

    >>> lines("red \\x1b[31m\\r\\nline\\u202e")
    'red �[31m\\nline'
    """
    return _UNSEEN.sub("", _CONTROL.sub("\ufffd", _LINE_END.sub("\n", text)))


def moved(text: str, places: Iterable[int]) -> Sequence[int]:
    """Where places of `text`, which rise, are in `lines(text)`; one within what goes stands where that was.

    >>> moved("a\\r\\nb\\u202ec", [0, 1, 3, 4, 5, 6])
    [0, 1, 2, 3, 3, 4]
    """
    found: list[int] = []
    gone = at = 0
    cuts = [cut.span() for cut in _SHRINKS.finditer(text)]
    for place in places:
        while at < len(cuts) and cuts[at][1] <= place:
            gone += cuts[at][1] - cuts[at][0]
            at += 1
        within = at < len(cuts) and cuts[at][0] < place
        found.append((cuts[at][0] if within else place) - gone)
    return found


def line(text: str, room: int | None = None) -> str:
    """The same on one line, blanks of all kinds being one space; cut to `room` characters, at a word where possible.

    >>> line(" House\\n rules ")
    'House rules'
    >>> line("No dogs in the house", room=12)
    'No dogs in…'
    """
    flat = " ".join(lines(text).split())
    if room is None or len(flat) <= room:
        return flat
    cut = flat[: room - 1]
    blank = cut.rfind(" ")
    at_word = flat[room - 1] == " " or blank < room * _WORDS_KEPT
    return (cut if at_word else cut[:blank]).rstrip() + "…"


def address(url: str | None) -> str | None:
    """A url that may become a link, else `None`: of the web or of mail, as it reads without entities and controls.

    What is unseen goes, and signs that would end the place a url is written to are percent-encoded.

    >>> address(" https://house.example/a b"), address("java\\nscript:alert(1)"), address("doc_0")
    ('https://house.example/a%20b', None, None)
    >>> address("&#106;avascript:alert(1)") is None
    True
    """
    seen = _NOT_IN_URL.sub("", lines(url or "")).strip()
    read = _NOT_IN_URL.sub("", unescaped(seen)).strip()
    if not _LINKED.match(seen) or not _LINKED.match(read):
        return None
    return percent_encoded(seen)


def acts(url: str) -> bool:
    """Whether a url has a scheme and is none of the web or of mail: following it may do something.

    >>> acts("javascript:alert(1)"), acts("https://house.example/"), acts("rules.md#dogs")
    (True, False, False)
    """
    read = _NOT_IN_URL.sub("", unescaped(lines(url))).strip()
    return _SCHEME.match(read) is not None and address(url) is None


def json_text(text: str) -> str:
    """JSON of the same value in which no control or bidi character stands bare.

    >>> json_text('"red \\x9b31m"')
    '"red \\\\u009b31m"'
    """
    return _ACTS.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
