"""What the command line reads: files, `-` for stdin, and the interactions of cassettes."""

from __future__ import annotations

import errno
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from citebridge import UsageError, normalize
from citebridge.models import Answer

if TYPE_CHECKING:
    from citebridge.cassettes import Cassette, Interaction

STDIN = "-"
_RECORDED = re.compile(r"(?P<file>.+\.cassette\.jsonl)(?::(?P<number>\d{1,9}))?", re.S)


def read(name: str) -> bytes:
    """The bytes of a file, or of stdin. Raises `OSError`."""
    if name != STDIN:
        return Path(name).read_bytes()
    if sys.stdin is None:  # as `<&-` leaves it
        raise OSError(errno.EBADF, "it is closed", "standard input")
    return sys.stdin.buffer.read()


def read_answer(name: str, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in a file or a cassette. Raises `OSError`, and what `Cassette.load` and `normalize` raise."""
    check_read_once(name, request)
    found = _RECORDED.fullmatch(name)
    if found is None:
        return answer_of(read(name), provider, request)
    from citebridge.cassettes import Cassette

    one = numbered(Cassette.load(found["file"]), int(found["number"] or 1), found["file"])
    sent = read(request) if request is not None else one.request.record
    return normalize(one.response.content, provider=provider or one.provider, request=sent)


def is_recorded(name: str) -> bool:
    """Whether it is an interaction that is named: `q.cassette.jsonl` is the first, `q.cassette.jsonl:2` the second."""
    return _RECORDED.fullmatch(name) is not None


def numbered(cassette: Cassette, number: int, file: str) -> Interaction:
    """The interaction with this number. Raises `UsageError` when the cassette has none."""
    if not 1 <= number <= len(cassette):
        raise UsageError(f"{file} has interactions 1 to {len(cassette)}, and no {number}")
    return cassette[number - 1]


def answer_of(data: bytes, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in some bytes, with the request in a file."""
    sent = read(request) if request is not None else None
    return normalize(data, provider=provider, request=sent)


def check_read_once(name: str, request: str | None) -> None:
    """Raises `UsageError` where standard input would have to be read twice."""
    if name == request == STDIN:
        raise UsageError("FILE and --request are both '-', and standard input can be read once only")
