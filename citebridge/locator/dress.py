"""What dresses a text and is no part of what it says: emphasis, bullets, points on letters, blanks between signs."""

import re
from typing import Final

from citebridge.locator.differences import differences
from citebridge.text import fold

# Bullets, signs of a quotation and of a heading; before a digit each may be a sign of the number.
_LINE_STARTS: Final = re.compile(r"(?m)^[ \t]*(?:(?:>|[-*+•]|#{1,6})[ \t]+)+(?=[^\W\d])")
_PAIRS: Final = re.compile(r"(?<![\w*_`])([*_`]{1,3})(?=[^\s*_`])([^*_`\n]{1,300})(?<=\S)\1(?![\w*_`])")
_HALVES: Final = re.compile(r"(?<=[^\W\d])([.,;:]?)\*\*(?!\*)|(?<!\*)\*\*(?=[^\W\d])")  # of a pair that a quote cuts
_UNSPACED: Final = "\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese and Japanese
_NOTHING: Final = re.compile(rf"(?<=[{_UNSPACED}])\s+(?=[{_UNSPACED}])|\u0640+")  # the second draws Arabic words longer
_POINTS: Final = re.compile(
    "[\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7]"
)  # Arabic, Hebrew: mostly not written
_AM: Final = re.compile("\u0e4d([\u0e48-\u0e4b]?)\u0e32|([\u0e48-\u0e4b])\u0e4d\u0e32")  # Thai am as two characters


def same_but_for_dress(said: str, original: str) -> bool:
    """Whether a quote says what stands in an original text, each with its dress or without.

    >>> same_but_for_dress("It has bold words", "It has **bold** words"), same_but_for_dress("5 3", "5 * 3")
    (True, False)
    """
    if not (_POINTS.search(said) and _POINTS.search(original)):
        said, original = _POINTS.sub("", said), _POINTS.sub("", original)
    return not differences(fold(_bare(said)).text.strip(), fold(_bare(original)).text.strip())


def _bare(text: str) -> str:
    paired = _PAIRS.sub(r"\2", _LINE_STARTS.sub("", text))
    return _AM.sub("\\1\\2\u0e33", _NOTHING.sub("", _HALVES.sub(r"\1", paired)))
