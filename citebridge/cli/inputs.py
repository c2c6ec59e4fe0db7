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
    if name == request == STDIN:
        raise UsageError("FILE and --request are both '-', and standard input can be read once only")
    sent = read(request) if request is not None else None
    return normalize(read(name), provider=provider, request=sent)
