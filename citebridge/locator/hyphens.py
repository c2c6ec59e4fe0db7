"""Hyphens at line ends: nobody can tell from a text which of them belong to the word."""

from citebridge.locator.letter_case import same_but_for_case
from citebridge.locator.quotes import caseless
from citebridge.text import fold


def same_but_for_hyphens(said: str, original: str) -> bool:
    """Whether a folded quote says what stands in an original text, each hyphen at a line end kept or not.

    >>> same_but_for_hyphens("a well-known machine", "a well-\\nknown ma-\\nchine")
    True
    """
    kept = fold(original, line_hyphen="keep").text.strip()
    if len(kept) < len(said):
        return False
    read = _as_said(said, fold(original).text.strip(), kept)
    return caseless(read) == caseless(said) and same_but_for_case(said, read)


def _as_said(said: str, joined: str, kept: str) -> str:
    """`kept` without those hyphens at line ends, absent in `joined`, that are not in `said`."""
    if kept == joined:
        return kept
    at = 0
    read: list[str] = []
    for char in kept:
        if joined[at : at + 1] == char:
            at += 1
        elif said[len(read) : len(read) + 1] != char:
            continue
        read.append(char)
    return "".join(read)
