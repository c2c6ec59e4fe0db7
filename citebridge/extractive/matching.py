"""How well each sentence fits each term of a question."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import Final, NamedTuple

from citebridge.extractive.bm25 import scores_of
from citebridge.extractive.passages import Passage
from citebridge.extractive.questions import Question, Term
from citebridge.extractive.words import akin, folded, is_run, pairs, words
from citebridge.models import Source

_AKIN: Final = 0.5  # what a word of the same stem is worth
_BEFORE: Final = 0.4  # what the sentence before is worth: "They" of the next one are the dogs it spoke of
_AFTER: Final = 0.2
_BESIDE: Final = 0.5  # which share of a term a sentence has when the one beside it has it
_EVEN: Final = 3.0  # rare words say more than frequent ones, but in a small collection all are rare by chance
_BEGINNING: Final = 4


class _Numbers(dict[str, int]):
    """The number of a word: `2n + 1` when it is the `n`th term of a question, `2n + 2` when it is akin to it, or 0.

    Each word is looked at once, however often it stands in the sources.
    """

    def __init__(self, terms: Sequence[Term]) -> None:
        super().__init__()
        numbered = list(enumerate(terms))
        self._pairs = {term.text: 2 * n + 1 for n, term in numbered if term.pair}
        self._words = {term.text: 2 * n + 1 for n, term in numbered if not term.pair}
        self._beginning: dict[str, list[str]] = {}
        for text in self._words:
            self._beginning.setdefault(text[:_BEGINNING], []).append(text)

    def __missing__(self, word: str) -> int:
        key = folded(word)
        number = self._words.get(key, 0)
        if number == 0:
            kin = (one for one in self._beginning.get(key[:_BEGINNING], ()) if akin(one, key))
            number = next((self._words[one] + 1 for one in kin), 0)
        self[word] = number
        return number

    def of(self, text: str) -> list[int]:
        """The numbers of all words of a text."""
        found: list[int] = []
        for word in words(text):
            if is_run(word):
                found += [self._pairs.get(pair, 0) for pair in pairs(word)]
            else:
                found.append(self[word])
        return found


class Fit(NamedTuple):
    """How well a sentence fits one term, and which share of the term it has."""

    score: float
    share: float


_NO_FIT: Final = Fit(0.0, 0.0)
Fits = dict[int, Fit]
"""Of one sentence, by the numbers of the terms."""


@dataclass(frozen=True, slots=True)
class Matches:
    """The sentences, by their places, that share a term with a question, and how much each term says here."""

    fits: dict[int, Fits]
    weights: tuple[float, ...]


def matches(question: Question, sources: Sequence[Source], passages: Sequence[Passage]) -> Matches:
    """The sentences that share a term with the question: themselves, by what is above them, or by their neighbours."""
    if not (question.terms and passages):
        return Matches({}, ())
    own = _own_fits(question.terms, _numbered(question.terms, sources, passages))
    having = Counter(number for fits in own.values() for number in fits)
    weights = [
        term.weight * (_EVEN + _rarity(max(having[number], 1), len(passages)))
        for number, term in enumerate(question.terms)
    ]
    near = sorted({beside for place in own for beside in (place - 1, place, place + 1)})
    places = [place for place in near if 0 <= place < len(passages) and passages[place].answers]
    fits = {place: _with_neighbours(place, passages, own) for place in places}
    return Matches({place: found for place, found in fits.items() if found}, tuple(weights))


def _numbered(terms: Sequence[Term], sources: Sequence[Source], passages: Sequence[Passage]) -> list[list[int]]:
    """Each sentence as the numbers of its words and of those above it."""
    numbers = _Numbers(terms)
    texts = [source.text or "" for source in sources]
    above: dict[str, list[int]] = {}
    found: list[list[int]] = []
    for one in passages:
        words_of = numbers.of(texts[one.source][one.start : one.end])
        for text in one.above:
            if text not in above:
                above[text] = numbers.of(text)
            words_of += above[text]
        found.append(words_of)
    return found


def _own_fits(terms: Sequence[Term], numbered: Sequence[Sequence[int]]) -> dict[int, Fits]:
    scores = scores_of(numbered, 2 * len(terms))
    own: dict[int, Fits] = {}
    for number, term in enumerate(terms):
        same, kin = scores[2 * number], scores[2 * number + 1]
        most = max(same.values(), default=None)  # a kin word may be rarer, but says no more than the word itself
        for place in {**same, **kin}:
            alike = kin.get(place, 0.0) if most is None else min(kin.get(place, 0.0), most)
            score = term.weight * max(same.get(place, 0.0), _AKIN * alike)
            own.setdefault(place, {})[number] = Fit(score, 1.0 if place in same else _AKIN)
    return own


def _with_neighbours(place: int, passages: Sequence[Passage], own: Mapping[int, Fits]) -> Fits:
    here = passages[place]
    fits = dict(own.get(place, {}))
    for beside, worth in ((place - 1, _BEFORE), (place + 1, _AFTER)):
        if beside in own and (passages[beside].source, passages[beside].section) == (here.source, here.section):
            for number, fit in own[beside].items():
                mine = fits.get(number, _NO_FIT)
                fits[number] = Fit(max(mine.score, worth * fit.score), max(mine.share, _BESIDE * fit.share))
    return fits


def _rarity(having: int, of: int) -> float:
    """As BM25 counts it."""
    return log(1 + (of - having + 0.5) / (having + 0.5))
