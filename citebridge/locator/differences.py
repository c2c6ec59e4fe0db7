"""What differs between a quote and the words that stand where it was found: a number, a unit, a name, a negation.

Whether anything differs is decided elsewhere, letter by letter. Here it is put into words for people.
"""

import re
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from rapidfuzz.distance import Levenshtein

from citebridge.locator.edges import MARK, UNIT
from citebridge.locator.letter_case import same_but_for_case
from citebridge.locator.words import QUANTITIES, denies
from citebridge.models.quoting import quoted

Kind = Literal["number", "negation", "unit", "name", "wording", "case", "punctuation"]

_TOKEN: Final = re.compile(
    rf"(?:[^\W\d_]{MARK}*)+(?:'(?:[^\W\d_]{MARK}*)+)*|(?:(?<![^\W_])[-+±])?\d+(?:[.,:'/]\d+)*|\S"
)
_QUANTITY: Final = re.compile(r"[-+±]?\d|[±≈<>≤≥%‰°$¢-¥\u20a0-\u20c0]\Z")
_DENIES: Final = re.compile(r"(?:un|in|im|il|ir|dis|non|anti)-?(.+)", re.I)
_BEGIN_SENTENCE: Final = ("", "!", "?", ":", '"', "'")
_LONGEST_TITLE: Final = 4  # `Prof.`
_SAID: Final[dict[Kind, str]] = {
    "number": "a number",
    "negation": "a negation",
    "unit": "a unit",
    "name": "a name",
    "wording": "the wording",
    "case": "the case of a unit or an acronym",
    "punctuation": "the punctuation",
}
_ROOM: Final = 40
_MOST: Final = 3  # differences that are told


class Difference(NamedTuple):
    """What the quote says, and what the source says there; one of them may be empty."""

    kind: Kind
    quote: str
    source: str


def differences(quote: str, source: str) -> list[Difference]:
    """The differences between two folded texts, in order.

    >>> differences("the dose is 12 mg", "the dose is 13 mg")
    [Difference(kind='number', quote='12', source='13')]
    """
    said, stands = _tokens(quote), _tokens(source)
    found: list[Difference] = []
    for one in Levenshtein.opcodes([word.lower() for word in said], [word.lower() for word in stands]):
        if one.tag != "equal":
            a, b, c, d = one.src_start, one.src_end, one.dest_start, one.dest_end
            kind = _kind(said[a:b], stands[c:d], stands[max(c - 2, 0) : c] or said[max(a - 2, 0) : a])
            found.append(Difference(kind, " ".join(said[a:b]), " ".join(stands[c:d])))
    return found or _of_case(said, stands)


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text)


def _of_case(said: Sequence[str], stands: Sequence[str]) -> list[Difference]:
    """The difference between two texts of the same words."""
    if same_but_for_case(" ".join(said), " ".join(stands)):
        return []
    pairs = [(one, other) for one, other in zip(said, stands, strict=True) if one != other]
    return [Difference("case", " ".join(one for one, _ in pairs), " ".join(other for _, other in pairs))]


def told(found: Sequence[Difference]) -> str:
    """Differences in a sentence for people, those that matter most first.

    >>> told([Difference("number", "12", "13")])
    'a number differs: "12" in the quote, "13" in the source'
    """
    order = list(_SAID)
    first = sorted(found, key=lambda one: order.index(one.kind))[:_MOST]
    return "; ".join(_sentence(one) for one in first) or "the spacing differs"


def _sentence(one: Difference) -> str:
    sides = (("quote", one.quote), ("source", one.source))
    return f"{_SAID[one.kind]} differs: " + ", ".join(
        f"{quoted(words, _ROOM)} in the {side}" if words else f"nothing in the {side}" for side, words in sides
    )


def _kind(said: Sequence[str], stands: Sequence[str], before: Sequence[str]) -> Kind:
    words, alone = [*said, *stands], not (said and stands)
    if any(_QUANTITY.match(word) or word.isnumeric() for word in words):
        return "number"
    if any(denies(word, alone=alone) for word in words) or _turned(said, stands) or _turned(stands, said):
        return "negation"
    if before and _QUANTITY.match(before[-1]) and any(word in QUANTITIES or UNIT.fullmatch(word) for word in words):
        return "unit"
    if not any(word[0].isalpha() for word in words):
        return "punctuation"
    return "name" if any(word[0].isupper() for word in words) and not _begins_sentence(before) else "wording"


def _begins_sentence(before: Sequence[str]) -> bool:
    if not before or before[-1] in _BEGIN_SENTENCE:
        return True
    return before[-1] == "." and not (len(before[0]) <= _LONGEST_TITLE and before[0].istitle())


def _turned(one: Sequence[str], other: Sequence[str]) -> bool:
    """`unsafe` for `safe`."""
    if len(one) != 1 or len(other) != 1:
        return False
    found = _DENIES.fullmatch(one[0])
    return found is not None and found[1].lower() == other[0].lower()
