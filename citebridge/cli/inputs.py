"""What the command line reads: files, `-` for stdin, and requests."""

import json
import sys
from pathlib import Path

from pydantic import JsonValue

from citebridge import normalize
from citebridge.errors import UsageError
from citebridge.models import Answer

STDIN = "-"


def read(name: str) -> bytes:
    """The bytes of a file, or of stdin. Raises `OSError`."""
    return sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()


def read_request(name: str) -> dict[str, JsonValue]:
    """The request body in a file. Raises `OSError`, and `UsageError` when it is no JSON object."""
    try:
        found: JsonValue = json.loads(read(name))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"the request {name} is no JSON: {error}") from None
    if not isinstance(found, dict):
        raise UsageError(f"the request {name} is no JSON object")
    return found


def read_answer(name: str, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in a file. Raises `OSError`, and what `normalize` raises."""
    sent = read_request(request) if request is not None else None
    return normalize(read(name), provider=provider, request=sent)
