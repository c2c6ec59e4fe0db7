"""Strings of strangers made safe to show: nothing in them moves a cursor, starts a line or turns the direction.

Titles, urls, quotes and the answer itself are data of models and web pages, and may be made to deceive a reader.
Private-use letters are marks that nobody can read.
"""

import re

_LINE_END = re.compile(r"\r\n?|[\x85\u2028\u2029]")
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
_UNSEEN = re.compile(r"[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff\U000f0000-\U0010ffff]")
_ACTS = re.compile(r"[\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")  # on a terminal that shows JSON
_WORDS_KEPT = 0.8  # a cut falls between words when it then keeps so much of the room


def lines(text: str) -> str:
    """Text of several lines: all ends of lines become `\\n`, control characters U+FFFD; what is unseen goes.

    Unseen are the controls that turn the direction of text, and private-use letters.

    >>> lines("red \\x1b[31m\\r\\nline\\u202e")
    'red �[31m\\nline'
    """
    return _UNSEEN.sub("", _CONTROL.sub("\ufffd", _LINE_END.sub("\n", text)))


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


def json_text(text: str) -> str:
    """JSON of the same value in which no control or bidi character stands bare.

    >>> json_text('"red \\x9b31m"')
    '"red \\\\u009b31m"'
    """
    return _ACTS.sub(lambda found: f"\\u{ord(found.group()):04x}", text)
