"""Whether words that differ in case are still the same words."""

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]+")
_LONGEST_UNIT: Final = 4
_LONGEST_ACRONYM: Final = 6  # `UNESCO`; longer words in capitals are emphasised
_FEWEST_WORDS: Final = 2  # in capitals, or one with a unit: a word alone may be an acronym
_FEWEST_BLANKS: Final = 2  # of words in small letters
# Two units each, told apart by case: mW and MW, Mb and MB.
_TWO_UNITS: Final = frozenset(["gb", "gbit", "k", "kb", "m", "ma", "mb", "mbit", "mj", "mpa", "mv", "mw", "tb"])


def same_but_for_case(said: str, stands: str) -> bool:
    """Whether two folded texts, equal but for case, say the same.

    A sentence begun in the middle, a title, a line in capitals: case is dress. It is not where it makes another unit
    of one (`mW`, `MW`) or a word of an acronym (`US`, `us`), unless the quote has one case throughout, or the source is
    in capitals. Between capitals units keep their case: `THE DOSE IS 12 mg`.

    >>> same_but_for_case("the Ferry sails", "The ferry sails"), same_but_for_case("5 mW", "5 MW")
    (True, False)
    >>> same_but_for_case("Annual report", "ANNUAL REPORT"), same_but_for_case("us", "US")
    (True, False)
    """
    if said == stands:
        return True
    changed = (found.span() for found in _WORD.finditer(said) if found.group() != stands[found.start() : found.end()])
    odd = [place for place in changed if _may_matter(said, stands, *place)]
    if not odd:
        return True
    if not (_in_small_letters(said) or _in_capitals(said) or _in_capitals(stands)):
        return False
    return not any(_is_unit(said, *place) and said[slice(*place)].lower() in _TWO_UNITS for place in odd)


def _may_matter(said: str, stands: str, start: int, end: int) -> bool:
    return _is_unit(said, start, end) or _is_acronym(said[start:end]) or _is_acronym(stands[start:end])


def _in_small_letters(text: str) -> bool:
    return text.islower() and text.count(" ") >= _FEWEST_BLANKS


def _in_capitals(text: str) -> bool:
    words = [found.span() for found in _WORD.finditer(text)]
    plain = [text[start:end] for start, end in words if not _is_unit(text, start, end)]
    return len(words) >= _FEWEST_WORDS and (text.isupper() or (plain != [] and all(map(str.isupper, plain))))


def _is_unit(text: str, start: int, end: int) -> bool:
    before = text[max(start - 2, 0) : start].rstrip(" ")[-1:]
    return end - start <= _LONGEST_UNIT and before != "" and (before.isnumeric() or before in "°/")


def _is_acronym(word: str) -> bool:
    return 1 < len(word) <= _LONGEST_ACRONYM and any(map(str.isupper, word[1:]))
