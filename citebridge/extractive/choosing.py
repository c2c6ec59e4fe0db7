"""Which sentences answer a question together, or that none do."""

import re
from collections.abc import Callable, Mapping, Sequence
from heapq import nlargest
from typing import Final

from citebridge.extractive.kinds import Kind
from citebridge.extractive.matching import Fits, Matches

MOST: Final = 3
"""So many sentences are quoted at most."""

_LOOKED_AT: Final = 200  # the best by their words; the others are not read again
_LEAST_SHARE: Final = 0.3  # of what the question says has to be found, or the sources do not speak of it
_LEAST_GAIN: Final = 0.3  # of what the first sentence brings, or another one only repeats it
_KIND: Final = 0.6  # what it adds to be of the kind that is asked for
_AGAIN: Final = 0.5  # what a term is worth that an earlier sentence has
_NUMBERED: Final = re.compile(r"(?:\d{1,3}[.)]\s)?")  # the number of an item says nothing


def choose(matches: Matches, kinds: Sequence[Kind], said: Callable[[int], str]) -> dict[int, float]:
    """The places of the sentences that answer a question of these kinds, the best first, each with what it brings.

    `said` gives the sentence at a place. One that says the same words as another is not chosen beside it.
    """
    worth = [1.0] * len(matches.weights)
    left = {place: matches.fits[place] for place in _best(matches, worth)}
    texts = {place: said(place) for place in left}
    seen = {place: _kinds_in(text, kinds) for place, text in texts.items()}
    chosen: dict[int, float] = {}
    while left and len(chosen) < MOST:
        gains = {place: _gain(fits, worth, seen[place]) for place, fits in left.items()}
        best = max(gains, key=lambda place: (gains[place], -place))
        if chosen and gains[best] < _LEAST_GAIN * next(iter(chosen.values())):
            break
        chosen[best] = gains[best]
        worth = [_AGAIN * one if number in left[best] else one for number, one in enumerate(worth)]
        left = {place: fits for place, fits in left.items() if _words(texts[place]) != _words(texts[best])}
    return chosen if chosen and _share(matches, chosen) >= _LEAST_SHARE else {}


def _best(matches: Matches, worth: Sequence[float]) -> list[int]:
    return nlargest(_LOOKED_AT, matches.fits, key=lambda place: (_gain(matches.fits[place], worth, ()), -place))


def _gain(fits: Fits, worth: Sequence[float], kinds: Sequence[Kind]) -> float:
    told = sum(fit.score * worth[number] for number, fit in fits.items())
    return told * (1 + _KIND * len(kinds))


def _kinds_in(text: str, kinds: Sequence[Kind]) -> list[Kind]:
    number = _NUMBERED.match(text)
    return [kind for kind in kinds if kind.seen.search(text, number.end() if number else 0)]


def _share(matches: Matches, chosen: Mapping[int, float]) -> float:
    """Which share of what the question says the sentences have together."""
    shares: dict[int, float] = {}
    for place in chosen:
        for number, fit in matches.fits[place].items():
            shares[number] = max(fit.share, shares.get(number, 0.0))
    found = sum(matches.weights[number] * share for number, share in shares.items())
    return found / sum(matches.weights)


def _words(text: str) -> str:
    return "".join(text.split()).casefold()
