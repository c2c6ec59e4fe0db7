"""Ids that are made of content: what is read as the same has the same id in any order, on any machine."""

import re
import unicodedata
from typing import Final

__all__ = ["document_id", "file_name"]

_LONGEST: Final = 40
_DIGITS: Final = 12  # 48 bits of the digest: among a million files, two the same by chance in 1 of 500 collections
_READ: Final = 400  # characters of a text that words for its id are looked for in
_WORD: Final = re.compile(r"[a-z0-9]+")


def document_id(digest: str, *words: str | None) -> str:
    """An id of the first words that can be written in ASCII, to be read by people, and of the digest, to be true.

    >>> document_id("9f86d081884c7d659a2feaa0", None, "Crème brûlée: the rules")
    'creme-brulee-the-rules-9f86d081884c'
    """
    stem = next((found for found in map(_stem, words) if found), "")
    return f"{stem}-{digest[:_DIGITS]}" if stem else digest[:_DIGITS]


def file_name(name: str) -> str:
    """The last part of a path of any system, or of an address.

    >>> file_name("C:\\\\notes\\\\rules.md"), file_name("s3://shelf/rules.md")
    ('rules.md', 'rules.md')
    """
    return re.split(r"[/\\]", name.rstrip("/\\"))[-1]


def _stem(words: str | None) -> str:
    plain = unicodedata.normalize("NFKD", (words or "")[:_READ]).encode("ascii", "ignore").decode().lower()
    stem = ""
    for word in _WORD.findall(plain):
        longer = f"{stem}-{word}" if stem else word
        if len(longer) > _LONGEST:
            break
        stem = longer
    return stem
