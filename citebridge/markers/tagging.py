"""Which tags a prompt may mint: such that nothing that is sent can be read as one of them.

The closed set is the defence against forged marks; this is what makes it closed. No randomness: the same input, and the
same nonce, mint the same tags.
"""

import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import product
from string import ascii_uppercase

from citebridge.errors import UsageError
from citebridge.text.seen import as_seen

LEAST_NONCE = 16
"""A nonce has so many characters; fewer can be guessed."""

_LETTERS = "STUVWXYZABCDEFGHIJKLMNOPQR"
_CONSONANTS = "BCDFGHJKLMNPQRSTVWXZ"  # four of them are no word that stands before a number, as in "page 3"
_LONGEST = 4  # letters that a tag can have
_DRAWS = 256
_BEFORE_NUMBER = re.compile(r"(?<![^\W\d_])([A-Za-z]{1,4})[\s_-]*+\d")
_NUMBER = re.compile(r"(?:[\[【［]\s*\^?|\ue202|\\u[eE]202)\s*\d")


def prefix_for(texts: Iterable[str], nonce: str | None = None) -> str:
    """The first of S, T, U, … SA, SB, … that stands before a number nowhere in the texts, however it is written there.

    With a nonce the candidates are drawn from it, so that who does not know it cannot tell which one it will be.

    Raises `UsageError` for what can be no nonce.

    >>> prefix_for(["As shown in [S1] and ［ｔ　２］", "Roe won."])
    'U'
    >>> prefix_for([], "b1946ac92492d2347c6235b4d2611184")
    'QLLM'
    """
    candidates = _candidates() if nonce is None else _drawn(_checked(nonce))
    taken = prefixes_in(texts)
    for prefix in candidates:
        if prefix not in taken:
            return prefix
    raise UsageError("every prefix stands before a number in the texts that are sent; leave some of them out")


def prefixes_in(texts: Iterable[str]) -> set[str]:
    """The letters that stand before a number in the texts, in capitals.

    >>> sorted(prefixes_in(["as in [s&#49;], ［Ｔ２］, [V\u20dd4] or \U0001d414-3"]))
    ['S', 'T', 'U', 'V']
    """
    return {found for text in texts for found in _prefixes(text)}


def holds_numbers(texts: Iterable[str]) -> bool:
    """Whether anything in the texts reads as `[1]`, so that numbers alone can be no tags."""
    return any(_NUMBER.search(as_seen(text)) is not None for text in texts)


def _prefixes(text: str) -> Iterator[str]:
    for found in _BEFORE_NUMBER.finditer(as_seen(text)):
        yield found[1].upper()


def _candidates() -> Iterator[str]:
    for length in range(1, _LONGEST + 1):  # a short text can hold all the short ones
        yield from map("".join, product(_LETTERS, *[ascii_uppercase] * (length - 1)))


def _checked(nonce: str) -> str:
    if not isinstance(nonce, str) or len(nonce) < LEAST_NONCE:  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(
            f"nonce= takes a text of at least {LEAST_NONCE} characters that nobody can guess, "
            "such as secrets.token_hex(16), a new one for each conversation"
        )
    return nonce


def _drawn(nonce: str) -> Iterator[str]:
    for draw in range(_DRAWS):
        number = int.from_bytes(sha256(f"{draw}:{nonce}".encode("utf-8", "surrogatepass")).digest())
        letters: list[str] = []
        for _ in range(_LONGEST):
            number, letter = divmod(number, len(_CONSONANTS))
            letters.append(_CONSONANTS[letter])
        yield "".join(letters)
