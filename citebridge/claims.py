"""The claim of a point: what the text before it says, back to where the sentence or the last mark begins.

Providers that give an insertion point or a link say where a reference stands, not what it supports
(posit-dev/chatlas#388). What is worked out here is always labelled `inferred`.
"""

import re
from collections.abc import Callable
from functools import cache

from citebridge.models import Claim

_LEAD = re.compile(r"(?:[\s,;]+|(?:and|or)(?=\s))*")
_STOPS = ".!?"


def claim_of_point(text: str, at: int, floor: int = 0) -> Claim | None:
    """The claim of a reference at `text[at]`; `floor` is where the last mark at another place stands, or 0.

    Only `text[floor:at]` is looked at, so that a claim is the same however much text follows. `None` when nothing
    that says anything is left.

    >>> claim_of_point("Rain fell. Then sun, and wind", 29, floor=19)
    Claim(start=25, end=29, basis='inferred')
    """
    end = at
    while end > floor and text[end - 1].isspace():
        end -= 1
    if floor + 1 < end and text[floor] in _STOPS and text[floor + 1] == " ":
        floor += 2  # the last mark stands right before the end of its sentence
    if end <= floor:
        return None
    start = _splitter()(text, end, floor)
    if not text[start].isupper():
        lead = _LEAD.match(text, start, end)
        start = lead.end() if lead else start
    if start < end and (text[start].isalnum() or any(char.isalnum() for char in text[start:end])):
        return Claim(start, end)
    return None


@cache
def _splitter() -> Callable[[str, int, int], int]:
    """Loaded when a first claim is read, since its patterns take time to compile."""
    from citebridge.text import sentence_start

    return sentence_start
