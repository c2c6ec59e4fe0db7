"""Which tags a prompt may mint: such that nothing that is sent can be read as one of them.

The closed set is the defence against forged marks; this is what makes it closed. No randomness: the same input mints
the same tags.
"""

import html
import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import product
from string import ascii_uppercase

from citebridge.errors import UsageError

_LETTERS = "STUVWXYZABCDEFGHIJKLMNOPQR"
_BEFORE_NUMBER = re.compile(r"(?<![^\W\d_])([A-Za-z]{1,4})[\s_-]{0,16}\d")
_NUMBER = re.compile(r"[\[【［]\s*\^?\s*\d")


def prefix_for(texts: Iterable[str]) -> str:
    """The first of S, T, U, … SA, SB, … that stands before a number nowhere in the texts, however it is written there.

    >>> prefix_for(["As shown in [S1] and ［ｔ　２］", "Roe won."])
    'U'
    """
    taken = {found for text in texts for found in _prefixes(text)}
    for prefix in _candidates():
        if prefix not in taken:
            return prefix
    raise UsageError("every prefix of one or two letters stands before a number in the texts; leave some of them out")


def holds_numbers(texts: Iterable[str]) -> bool:
    """Whether anything in the texts reads as `[1]`, so that numbers alone can be no tags."""
    return any(_NUMBER.search(folded(text)) is not None for text in texts)


def folded(text: str) -> str:
    """A text as a careless reader sees it: entities read, wide letters narrow, what has no width gone."""
    for _ in range(2):  # `&amp;#91;`
        if "&" in text:
            text = html.unescape(text)
    if text.isascii():
        return text
    text = "".join(sign for sign in text if unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFKC", text)


def _prefixes(text: str) -> Iterator[str]:
    for found in _BEFORE_NUMBER.finditer(folded(text)):
        yield found[1].upper()


def _candidates() -> Iterator[str]:
    yield from _LETTERS
    yield from ("".join(pair) for pair in product(_LETTERS, ascii_uppercase))
