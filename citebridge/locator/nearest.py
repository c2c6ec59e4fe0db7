"""Where something like a quote stands: a window of the text, found by pieces of the quote that are still the same.

Nothing found here says that a source has the quote. No text is compared as a whole: pieces are looked for, and only
around them letters are counted.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from rapidfuzz import fuzz
from rapidfuzz.distance import Levenshtein

from citebridge.locator.edges import GLUED
from citebridge.locator.source_text import SourceText

LONGEST: Final = 10_000
"""A longer quote is only looked for word for word: counting letters takes time with its square."""

_SMALL: Final = 640  # so much text is looked at as a whole
# Fewer and longer pieces for a long text, where each is a look through it, and short ones stand everywhere.
_LONG: Final = 1 << 18
_PIECES: Final = (6, 4)
_LEAST_PIECE: Final = (6, 10)  # and in a long text as many as are looked up, if the quote has two pieces of them
_MOST_PIECE: Final = 24
_COMMON: Final = 24  # a piece that stands in more places is passed over
_MOST_WINDOWS: Final = 8
_MOVED: Final = 16  # characters that an end is moved by at most, or more of a long quote
_SHORT: Final = 160  # a longer quote is found by its ends alone
_END: Final = 64  # characters of an end, as many as are compared at once
_LEAST_OF_END: Final = 0.4
_BEGINS: Final = re.compile(rf"(?<!\w)(?=\S)|(?=[{GLUED}])")
_ENDS: Final = re.compile(rf"(?<=\S)(?!\w)|(?<=[{GLUED}])")


class Window(NamedTuple):
    """A stretch of the folded text, and how much of the quote's letters it has, from 0 to 1."""

    start: int
    end: int
    score: float


def nearest(text: SourceText, key: str, within: tuple[int, int] | None = None, least: float = 0.0) -> Window | None:
    """The stretch of a text, or of a part of it, that is most like a quote; `None` when none reaches `least`."""
    if len(key) > LONGEST:
        return None
    best: Window | None = None
    for start, end in _stretches(text, key, within):
        found = _aligned(text, key, start, end, max(least, best.score if best else 0.0))
        if found is not None and (best is None or found.score > best.score):
            best = found
    return best


def _stretches(text: SourceText, key: str, within: tuple[int, int] | None) -> list[tuple[int, int]]:
    """The stretches that are worth a closer look."""
    start, end = within or (0, len(text.key))
    if end - start <= max(_SMALL, 4 * len(key)):
        return [(start, end)]
    pad = max(24, len(key) // 3)
    votes: dict[int, list[int]] = {}
    for offset, places in _pieces_found(text, key, within):
        for at in places:
            votes.setdefault((at - offset) // pad, []).append(at - offset)
    # Two neighbours may share the pieces of one place.
    best = sorted(votes, key=lambda number: (-len(votes[number]) - len(votes.get(number + 1, ())), number))
    begins = [votes[number][0] for number in best[:_MOST_WINDOWS]]
    return [(max(start, at - pad), min(end, at + len(key) + 2 * pad)) for at in begins]


def _pieces_found(text: SourceText, key: str, within: tuple[int, int] | None) -> Iterator[tuple[int, list[int]]]:
    """Where pieces of the quote stand; when all of them are common, the first places of each."""
    found = [
        (offset, text.places(piece, _COMMON + 1, within))
        for offset, piece in _pieces(key, len(text.key) >= _LONG, text.least)
    ]
    rare = [(offset, places) for offset, places in found if len(places) <= _COMMON]
    yield from rare if any(places for _, places in rare) else ((offset, places[:2]) for offset, places in found)


def _pieces(key: str, rare: bool, looked_up: int) -> Iterator[tuple[int, str]]:
    """Pieces of the quote that do not overlap, all over it."""
    least = looked_up if rare and len(key) >= 2 * looked_up else _LEAST_PIECE[rare]
    size = max(least, min(_MOST_PIECE, len(key) // _PIECES[rare]))
    count = min(_PIECES[rare], max(1, len(key) // size))
    for number in range(count):
        at = (len(key) - size) * number // max(1, count - 1)
        yield at, key[at : at + size]


def _aligned(text: SourceText, key: str, start: int, end: int, least: float) -> Window | None:
    """The stretch within `text[start:end]` that is most like the quote, of a long one what its two ends are like."""
    if len(key) <= _SHORT:
        return _matched(text, key, start, end, least)
    room = end - start - len(key) // 2  # each end may be so far from where the window ends
    head = _matched(text, key[:_END], start, min(start + max(room, _END), end), _LEAST_OF_END)
    tail = _matched(text, key[-_END:], max(end - max(room, _END), start), end, _LEAST_OF_END)
    if head is None or tail is None or head.start >= tail.end:
        return None
    return Window(head.start, tail.end, likeness(key, text.key[head.start : tail.end]))


def _matched(text: SourceText, key: str, start: int, end: int, least: float) -> Window | None:
    part = text.key[start:end]
    if len(part) <= len(key):
        first, last = 0, len(part)
    else:
        found = fuzz.partial_ratio_alignment(key, part, score_cutoff=100 * least * 0.8)
        if found is None:
            return None
        first, last = found.dest_start, found.dest_end
    return _tight(text, key, start + first, start + last, (start, end))


def _tight(text: SourceText, key: str, first: int, last: int, within: tuple[int, int]) -> Window:
    """The same with the best ends, each between two words; of equal ones the wider."""
    pad = max(_MOVED, len(key) // 8)
    whole = text.key
    starts = [found.start() for found in _BEGINS.finditer(whole, max(within[0], first - pad), min(first + pad, last))]
    upto = min(last + pad, within[1])
    found_ends = (found.start() for found in _ENDS.finditer(whole, max(first, last - pad) + 1, upto + 1))
    ends = [at for at in found_ends if at <= upto]
    last = max(ends, key=lambda at: (likeness(key, whole[first:at]), at), default=last)
    begun = max((at for at in starts if at < last), key=lambda at: (likeness(key, whole[at:last]), -at), default=first)
    if begun != first:
        first = begun
        last = max((at for at in ends if at > first), key=lambda at: (likeness(key, whole[first:at]), at), default=last)
    return Window(first, last, likeness(key, whole[first:last]))


def likeness(one: str, other: str) -> float:
    """How much of the letters of two texts is the same, from 0 to 1."""
    return Levenshtein.normalized_similarity(one, other)
