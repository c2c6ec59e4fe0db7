"""The fields of a form that was sent: in the letters of an address, or in several parts."""

import re
from collections.abc import Iterator

from citebridge.cassettes.secrets.strings import Member

_BLANK = re.compile(r"\s")
_PART = re.compile(r'form-data;[^\r\n]{0,200}?\bname="([^"\r\n]{1,100})"', re.IGNORECASE)
_HEAD_ENDS, _PART_ENDS = "\r\n\r\n", "\r\n--"


def fields(sent: str) -> Iterator[Member]:
    """Each field with its value as it was sent; none of what is no form.

    >>> [(one.name, one.text) for one in fields("grant_type=password&password=let%20me%20in")]
    [('grant_type', 'password'), ('password', 'let%20me%20in')]
    """
    yield from _quoted(sent) if "=" in sent and _BLANK.search(sent) is None else _parts(sent)


def _quoted(sent: str) -> Iterator[Member]:
    at = 0
    for part in sent.split("&"):
        name, _, value = part.partition("=")
        end = at + len(part)
        yield Member((), name, value, end - len(value), end)
        at = end + 1


def _parts(sent: str) -> Iterator[Member]:
    at = 0
    while (found := _PART.search(sent, at)) is not None:
        head = sent.find(_HEAD_ENDS, found.end())
        start = head + len(_HEAD_ENDS)
        at = sent.find(_PART_ENDS, start) if head >= 0 else -1
        if at < 0:
            return
        yield Member((), found[1], sent[start:at], start, at)
