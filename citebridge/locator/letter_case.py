"""Whether words that differ in case are still the same words."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")
_LONGEST_UNIT: Final = 4
_LONGEST_ACRONYM: Final = 6  # `UNESCO`; longer words in capitals are emphasised
_FEWEST_BLANKS: Final = 2  # of words that have a style
# Two units each, told apart by case: mW and MW, Mb and MB.
_TWO_UNITS: Final = frozenset(["gb", "gbit", "k", "kb", "m", "ma", "mb", "mbit", "mj", "mpa", "mv", "mw", "tb"])


def same_but_for_case(said: str, stands: str) -> bool:
    """Whether two folded texts, equal but for case, say the same.

    A sentence begun in the middle, a title, a line in capitals: case is dress. It is not where it makes another unit
    of one (`mW`, `MW`) or a word of an acronym (`US`, `us`), unless the quote has one case throughout, or the source is
    in capitals.

    >>> same_but_for_case("the Ferry sails", "The ferry sails"), same_but_for_case("5 mW", "5 MW")
    (True, False)
    """
    if said == stands:
        return True
    styled = said.count(" ") >= _FEWEST_BLANKS and (said.islower() or said.isupper() or stands.isupper())
    changed = (found.span() for found in _WORD.finditer(said) if found.group() != stands[found.start() : found.end()])
    return not any(_matters(said, stands, start, end, styled) for start, end in changed)


def _matters(said: str, stands: str, start: int, end: int, styled: bool) -> bool:
    word = said[start:end]
    if _is_unit(said, start, end):
        return not styled or word.lower() in _TWO_UNITS
    return not styled and (_is_acronym(word) or _is_acronym(stands[start:end]))


def _is_unit(text: str, start: int, end: int) -> bool:
    before = text[max(start - 2, 0) : start].rstrip(" ")[-1:]
    return end - start <= _LONGEST_UNIT and before != "" and (before.isnumeric() or before in "°/")


def _is_acronym(word: str) -> bool:
    return 1 < len(word) <= _LONGEST_ACRONYM and any(map(str.isupper, word[1:]))
