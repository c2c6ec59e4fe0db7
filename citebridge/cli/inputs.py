"""What the command line reads: files, and `-` for stdin."""

import sys
from pathlib import Path

from citebridge import normalize
from citebridge.models import Answer

STDIN = "-"


def read(name: str) -> bytes:
    """The bytes of a file, or of stdin. Raises `OSError`."""
    return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()


def read_answer(name: str, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in a file. Raises `OSError`, and what `normalize` raises."""
    sent = read(request) if request is not None else None
    return normalize(read(name), provider=provider, request=sent)
