"""What a source holds: digests of it, and blocks joined to one text."""

import base64
import binascii
from collections.abc import Iterable
from hashlib import sha256

from citebridge.models import Span


def digest(content: str | bytes) -> str:
    """The sha256 of a source's original bytes or text, as lower-case hex."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return sha256(data).hexdigest()


def digest_of_base64(data: str | None) -> str | None:
    """The digest of what is written in base64; `None` when it is none."""
    try:
        return digest(base64.b64decode(data)) if data is not None else None
    except (binascii.Error, ValueError):
        return None


def joined(blocks: Iterable[str]) -> tuple[str, tuple[Span, ...]]:
    """Content blocks as one text with nothing between them, and the place of each.

    >>> joined(["No dogs.", "No fires."])
    ('No dogs.No fires.', (Span(start=0, end=8), Span(start=8, end=17)))
    """
    texts = list(blocks)
    spans: list[Span] = []
    at = 0
    for text in texts:
        spans.append(Span(at, at + len(text)))
        at += len(text)
    return "".join(texts), tuple(spans)
