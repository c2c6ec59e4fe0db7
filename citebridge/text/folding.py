"""Typography folded away, with an exact way back to the original text.

An honest quote differs from its source in ligatures, accents, quotes, dashes, blanks, line ends and
hyphenation, and in nothing else. Those are folded; numbers, superscripts, letters and case are not touched.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from citebridge.errors import UsageError

from .edits import Edits
from .typography import DRESSED, SAME_WIDTH, SPECIAL, UNEVEN, WIDER

__all__ = ["Folded", "LineHyphen", "fold"]

LineHyphen = Literal["join", "keep"]

_FEW: Final = 12
# More accents in a row than any language writes (Unicode annex 15, Stream-Safe Text, allows 30). Ordering
# them takes quadratic time in `unicodedata`, so such a heap is left as it is.
_LONGEST_GROUP: Final = 32

# Of short ASCII texts, quotes above all, most have nothing to fold, and this is the quickest way to know.
_SHORT: Final = 4096
_ASCII_FOLDED: Final = re.compile("  |[\x00-\x1f]")
_ASCII_SPECIAL: Final = re.compile("\x02")

# Below U+0300 nothing combines and NFC changes nothing (Unicode annex 15): only runs above it are looked at.
_HIGH: Final = re.compile("[\x00-\u02ff]?[^\x00-\u02ff]+")


@dataclass(frozen=True, slots=True)
class Folded:
    """A folded text and the way back to the original one. Offsets are code points."""

    text: str
    steps: tuple[Edits, ...] = ()

    def to_original(self, start: int, end: int) -> tuple[int, int]:
        """The span of the original text that `text[start:end]` was made from.

        It covers whole characters of the original: a ligature, a run of blanks, a base letter with its
        accents. What was dropped (soft hyphens, zero-width characters) is inside it only when something on
        either side is.

        Raises `UsageError` when not `0 <= start <= end <= len(text)`.

        >>> folded = fold("An eﬃcient oﬀer")
        >>> at = folded.text.find("efficient")
        >>> folded.to_original(at, at + len("efficient"))
        (3, 10)
        """
        if not 0 <= start <= end <= len(self.text):
            raise UsageError(f"need 0 <= start <= end <= {len(self.text)}, got start={start}, end={end}")
        for step in reversed(self.steps):
            start, end = step.old_span(start, end)
        return start, end

    def from_original(self, offset: int) -> int:
        """Where `offset` of the original text is in the folded one.

        Inside a folded stretch it is where that begins; behind the original text it is behind `text`.

        Raises `UsageError` when `offset` is negative.

        >>> fold("An eﬃcient oﬀer").from_original(10)
        12
        """
        if offset < 0:
            raise UsageError(f"need an offset of 0 or more, got {offset}")
        for step in self.steps:
            offset = step.new_offset(offset)
        return offset


def fold(text: str, *, line_hyphen: LineHyphen = "join") -> Folded:
    """`text` with its typography folded, and the way back.

    Folded: ligatures and presentation forms, full-width ASCII, quotes (to ' and \"), dashes and minus (to
    -), the ellipsis (to ...), the micro sign (to the letter), every run of blanks and line ends (to one
    blank), soft hyphens and zero-width characters (to nothing), hyphenation at line ends, decomposed accents
    (to NFC). Never folded: case, digits, superscripts, subscripts, fractions, symbols, words.

    `line_hyphen` says what a hyphen between letters at a line end is: `join` reads `over-⏎haul` as
    `overhaul`; `keep` reads `well-⏎known` as `well-known`. Nobody can tell from the text: who finds nothing
    with one tries the other.

    Raises `UsageError` when `line_hyphen` is neither.

    >>> fold("the ma-\\nchine “was” 10 m² –\\u00a0 big").text
    'the machine "was" 10 m² - big'
    """
    if line_hyphen not in ("join", "keep"):
        raise UsageError(f"line_hyphen {line_hyphen!r} is unknown; use 'join' or 'keep'")
    if len(text) <= _SHORT and text.isascii() and not _ASCII_FOLDED.search(text):
        return Folded(text)
    even = _same_width(text)
    starts: list[int] = []
    ends: list[int] = []
    widths: list[int] = []
    pieces: list[str] = []
    since = 0
    for found in _uneven(text, even):
        start, end = found.span()
        place = found[0]
        plain = " " if place.isspace() else _replacement(place, text, start, line_hyphen)
        starts.append(start)
        ends.append(end)
        widths.append(len(plain))
        pieces += (even[since:start], plain)
        since = end
    pieces.append(even[since:])
    folded = "".join(pieces)
    steps = (Edits(starts, ends, widths),) if starts else ()
    if not unicodedata.is_normalized("NFC", folded):
        folded, composed = _compose(folded)
        steps = (*steps, composed)
    return Folded(folded, steps)


def _uneven(text: str, even: str) -> Iterator[re.Match[str]]:
    """The same as `UNEVEN.finditer(text)`, in a third of the time: nearly all blanks are single ones.

    `even` is the text with all blanks and dashes alike, so that `str.find` sees the runs of blanks.
    """
    size, at = len(text), 0
    specials = (found.start() for found in (_ASCII_SPECIAL if text.isascii() else SPECIAL).finditer(even))
    special = next(specials, size)
    blanks, dash = _found(even, "  ", 0), _found(even, "- ", 0)
    while (place := min(special, blanks, dash)) < size:
        if place == special and place > at and even[place - 1] == " ":
            place -= 1  # a run of blanks that begins with one
        found = UNEVEN.match(text, place)
        if found is not None:
            yield found
        at = found.end() if found is not None else place + 1
        while special < at:
            special = next(specials, size)
        blanks = blanks if blanks >= at else _found(even, "  ", at)
        dash = dash if dash >= at else _found(even, "- ", at)


def _found(text: str, what: str, at: int) -> int:
    found = text.find(what, at)
    return found if found >= 0 else len(text)


def _same_width(text: str) -> str:
    """One character for one."""
    # `str.translate` is fast on ASCII only, and most texts hold few of these characters.
    if not text.isascii():
        present = set(DRESSED.findall(text))
        if len(present) <= _FEW:
            for character in present:
                text = text.replace(character, SAME_WIDTH[ord(character)])
            return text
    return text.translate(SAME_WIDTH)


def _replacement(place: str, text: str, start: int, line_hyphen: LineHyphen) -> str:
    """What `place`, found at `start` of `text`, is folded to."""
    first = place[0]
    if first in WIDER:
        return WIDER[first]
    end = start + len(place)
    if first in "-\u2010" or (first in "\x02\ufffe" and _in_word(text, start, end)):
        return _hyphen(text, start, end, line_hyphen)
    if not any(map(str.isspace, place)):
        return ""
    # A soft hyphen that is used, at a line end inside a word, goes with the line end.
    return "" if first == "\u00ad" and _in_word(text, start, end) else " "


def _in_word(text: str, start: int, end: int) -> bool:
    # A decomposed accent before the hyphen is no letter by itself.
    return start > 0 and end < len(text) and not text[start - 1].isspace() and text[end].isalnum()


def _hyphen(text: str, start: int, end: int, line_hyphen: LineHyphen) -> str:
    """What a hyphen at a line end is folded to; there is a letter or a digit behind it."""
    before = text[start - 1] if start else " "
    after = text[end]
    if before.isspace():  # a dash between words, not a hyphen
        return "- "
    # `COVID-⏎19`, `20-⏎year`, `Anglo-⏎Saxon`: the hyphen belongs to the word.
    joined = line_hyphen == "join" and unicodedata.category(before)[0] in "LM"
    return "" if joined and after.isalpha() and not after.isupper() else "-"


def _compose(text: str) -> tuple[str, Edits]:
    """`text` in NFC, with a stretch for each group of characters that composing changed."""
    starts: list[int] = []
    ends: list[int] = []
    widths: list[int] = []
    pieces: list[str] = []
    since = 0
    for run in _HIGH.finditer(text):
        if unicodedata.is_normalized("NFC", run[0]):
            continue
        for start, end in _groups(text, *run.span()):
            group = text[start:end]
            if len(group) > _LONGEST_GROUP:
                continue
            plain = unicodedata.normalize("NFC", group)
            if plain != group:
                starts.append(start)
                ends.append(end)
                widths.append(len(plain))
                pieces += (text[since:start], plain)
                since = end
    pieces.append(text[since:])
    return "".join(pieces), Edits(starts, ends, widths)


def _stand_apart(left: str, right: str) -> bool:
    normalize = unicodedata.normalize
    return normalize("NFC", left + right) == normalize("NFC", left) + normalize("NFC", right)


def _groups(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """`text[start:end]` in groups that compose on their own: a starter and all that combines with it."""
    found: list[tuple[int, int]] = []
    since = start
    for at in range(start + 1, end):
        character = text[at]
        if unicodedata.combining(unicodedata.normalize("NFD", character)[0]):
            continue
        # Some starters compose with the one before them: Hangul vowels and finals, Indic vowel signs.
        group = text[since:at]
        if len(group) > _LONGEST_GROUP or _stand_apart(group, character):
            found.append((since, at))
            since = at
    found.append((since, end))
    return found
