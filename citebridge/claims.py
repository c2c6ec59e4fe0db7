"""The claim of a point: what the text before it says, back to where the sentence or the last mark begins.

Providers that give an insertion point or a link say where a reference stands, not what it supports
(posit-dev/chatlas#388). What is worked out here is always labelled `inferred`.
"""

import re
from collections.abc import Callable
from functools import cache

from citebridge.models import Claim

_PARTING = r"\s,;，；、،؛"  # in the other scripts these part clauses as `,` and `;` do
_LEAD = re.compile(rf"(?:[{_PARTING}]+|(?:and|or)(?=[{_PARTING}]|\Z))*")
_STOPS = ".!?"
_SIGN = r"[-*+•‣◦·▪]|\#{1,6}|\(?(?:\d{1,3}[.)]|(?:[^\W\d_]|[ivxIVX]{2,5})\))|\[[ xX]\]"
_SIGNS_ALONE = re.compile(rf"[ \t]*+(?:(?:>|(?:{_SIGN})(?=\s|\Z))[ \t]*+)++\Z")
_ENDS = frozenset("-*+•‣◦·▪#.)]>")  # of the signs, so that other text is not searched


def claim_of_point(text: str, at: int, floor: int = 0) -> Claim | None:
    """The claim of a reference at `text[at]`; `floor` is where the last mark at another place stands, or 0.

    Only `text[floor:at]` is looked at, so that a claim is the same however much text follows. `None` when nothing
    that says anything is left, also where the reference is the first of a list item, a heading or a quotation.

    >>> claim_of_point("Rain fell. Then sun, and wind", 29, floor=19)
    Claim(start=25, end=29, basis='inferred')
    """
    said = text[floor:at].rstrip()
    if not said:
        return None
    if said[-1] in _ENDS and (said[-1] != "." or said[-2:-1].isdecimal()) and _leads(said):
        return None
    end = floor + len(said)
    if said[0] in _STOPS and said[1:2] == " ":
        said = said[2:]  # the last mark stands right before the end of its sentence
    start = _splitter()(said)
    first = said[start]
    if not first.isupper():
        lead = _LEAD.match(said, start)
        start = lead.end() if lead else start
        first = said[start : start + 1]
    if first.isalnum() or any(map(str.isalnum, said[start:])):
        return Claim(end - len(said) + start, end)
    return None


def _leads(said: str) -> bool:
    """Whether what follows leads a list item, a heading or a quotation, `- [1] Rain diary`: its line is signs alone."""
    return _SIGNS_ALONE.match(said, said.rfind("\n") + 1) is not None


@cache
def _splitter() -> Callable[[str], int]:
    """Loaded when a first claim is read, since its patterns take time to compile."""
    from citebridge.text.splitter import last_start

    return last_start
