"""What the command line reads: files, and `-` for stdin."""

import errno
import sys
from pathlib import Path

from citebridge import UsageError, normalize
from citebridge.models import Answer

STDIN = "-"


def read(name: str) -> bytes:
    """The bytes of a file, or of stdin. Raises `OSError`."""
    if name != STDIN:
        return Path(name).read_bytes()
    if sys.stdin is None:  # as `<&-` leaves it
        raise OSError(errno.EBADF, "it is closed", "standard input")
    return sys.stdin.buffer.read()


def read_answer(name: str, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in a file. Raises `OSError`, and what `normalize` raises."""
    check_read_once(name, request)
    return answer_of(read(name), provider, request)


def answer_of(data: bytes, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in some bytes, with the request in a file."""
    sent = read(request) if request is not None else None
    return normalize(data, provider=provider, request=sent)


def check_read_once(name: str, request: str | None) -> None:
    """Raises `UsageError` where standard input would have to be read twice."""
    if name == request == STDIN:
        raise UsageError("FILE and --request are both '-', and standard input can be read once only")
