"""What a question asks for: the words that an answer should share with it, and the kind of thing it should name."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from citebridge.extractive.bm25 import stop_words
from citebridge.extractive.faint import ASKING, ASKING_IN_A_RUN, GENERIC, PARTICLES
from citebridge.extractive.kinds import KINDS, Kind
from citebridge.extractive.words import folded, is_run, pairs, words

MOST: Final = 64
"""So many words of a question are looked for, the first; who pastes more has no question."""

_FAINT: Final = 0.3
_NUMBER: Final = 2.0  # who names a year means this one
_KANA: Final = re.compile("[\u3041-\u309f]")


@dataclass(frozen=True, slots=True)
class Term:
    """A word, or a pair of letters where words have no blanks between them, and how much it says."""

    text: str
    weight: float = 1.0
    pair: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """The terms of a question, and the kinds of answers it asks for."""

    terms: tuple[Term, ...]
    kinds: tuple[Kind, ...]


def asked(question: str) -> Question:
    """What a question asks for.

    >>> found = asked("How long do refunds take?")
    >>> [(term.text, term.weight) for term in found.terms], [kind.name for kind in found.kinds]
    ([('long', 0.3), ('refund', 1.0), ('take', 0.3)], ['duration'])
    """
    found = words(ASKING_IN_A_RUN.sub(" ", question))
    silent = _silent([word.casefold() for word in found])
    terms: dict[str, Term] = {}
    for word in found:
        if is_run(word):
            terms.update((pair, Term(pair, _weight_of_pair(pair), pair=True)) for pair in pairs(word))
        elif word.casefold() not in silent:
            key = folded(word)
            terms[key] = Term(key, _weight_of_word(word.casefold()))
    said = [term for term in terms.values() if term.weight]
    return Question(tuple(said[:MOST]), tuple(kind for kind in KINDS if kind.asked.search(question)))


def _weight_of_word(word: str) -> float:
    if word[0].isdigit():
        return _NUMBER
    return _FAINT if word in GENERIC else 1.0


def _weight_of_pair(pair: str) -> float:
    """Japanese writes endings and particles in Hiragana, what is spoken of mostly in other letters."""
    kana = len(_KANA.findall(pair))
    if kana == len(pair):
        return 0.0
    return _FAINT if kana or not PARTICLES.isdisjoint(pair) else 1.0


def _silent(found: Sequence[str]) -> frozenset[str]:
    """The words that say nothing in the language that most of a question is in."""
    return ASKING | max(stop_words(), key=lambda one: sum(word in one for word in found))
