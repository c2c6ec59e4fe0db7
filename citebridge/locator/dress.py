"""What dresses a text and is no part of what it says: emphasis, bullets, addresses of links, points on letters."""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from citebridge.locator.differences import differences
from citebridge.locator.edges import GLUED
from citebridge.text.edits import Edits

_LETTER: Final = rf"(?:[^\W_{GLUED}]|\d)"  # signs between two of them are no dress, as in `2**3`, `snake_case`
# Bullets, signs of a quotation and of a heading; before a digit each may be a sign of the number.
_LINE_STARTS: Final = re.compile(r"(?m)^[ \t]*+(?:(?:>|[-*+•]|#{1,6})[ \t]++)++(?=[*_`\[]*[^\W\d])")


def _paired(opening: str, sign: str, within: str, behind: str) -> re.Pattern[str]:
    """Two signs with words between them, over a line end where the next line goes on."""
    words = rf"(?=[^\s{sign}])(?:{within}|\n(?=[^\W_])){{1,300}}(?<=\S)"
    return re.compile(
        rf"(?<!{_LETTER})(?<!{sign})(?P<opening>{opening}){words}(?P<closing>(?P=opening))(?!{behind}|{sign})"
    )


_PAIRS: Final = (
    ("**", _paired(r"\*{2,3}", r"\*", r"[^*\n]|\*(?!\*)", r"\d")),  # of letters it may be the first: `**D**ogs`
    ("*", _paired(r"\*", r"\*", r"[^*\n]", _LETTER)),
    ("_", _paired(r"_{1,3}", "_", r"[^_\n]", r"\w")),
    ("`", _paired("`{1,2}", "`", r"[^`\n]", _LETTER)),
    (
        "[",  # not `f[x](y)`, nor the number of a note
        re.compile(
            rf"(?<!{_LETTER})(?<![!\]\\])(?P<opening>\[)(?=[^\[\]\n]{{0,200}}?[^\W\d_])[^\[\]\n]{{1,200}}"
            r"(?P<closing>\]\((?=[^()\s]{0,500}[/#.:])[^()\s]{0,500}(?:\([^()\s]{0,80}\)[^()\s]{0,200})?\))(?!\w)"
        ),
    ),
)
_UNSPACED: Final = "\u3005-\u30ff\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"  # Chinese and Japanese
_NOTHING: Final = re.compile(rf"(?<=[{_UNSPACED}])\s+(?=[{_UNSPACED}])|\u0640+")  # the second draws Arabic words longer
_POINTS: Final = re.compile(
    "[\u064b-\u0652\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c7]"
)  # Arabic, Hebrew: mostly not written
_AM: Final = re.compile("\u0e4d([\u0e48-\u0e4b]?)\u0e32|([\u0e48-\u0e4b])\u0e4d\u0e32")  # Thai am as two characters


class Undressed(NamedTuple):
    """A text without its Markdown, the way back, and what stands around words: by where these begin, and end."""

    text: str
    edits: Edits
    opened: dict[int, tuple[int, int]]
    closed: dict[int, tuple[int, int]]

    def around(self, start: int, end: int) -> tuple[int, int]:
        """A stretch of the dressed text with the signs at its ends whose other half is in it."""
        while (pair := self.opened.get(start)) is not None and pair[1] <= end:
            start = pair[0]
        while (pair := self.closed.get(end)) is not None and pair[0] >= start:
            end = pair[1]
        return start, end


def undressed(text: str) -> Undressed | None:
    """A text without its Markdown; `None` when it has none.

    >>> found = undressed("- It has **bold** words, see [the guide](https://a.example/).")
    >>> found.text if found else None
    'It has bold words, see the guide.'
    """
    taken = [found.span() for found in _LINE_STARTS.finditer(text)]
    pairs = list(_pairs(text))
    taken += [stretch for opening, closing in pairs for stretch in (opening, closing)]
    if not taken:
        return None
    stretches = list(_joined(sorted(taken)))
    kept = zip([0, *(end for _, end in stretches)], [*(start for start, _ in stretches), len(text)], strict=True)
    starts, ends = zip(*stretches, strict=True)
    return Undressed(
        "".join([text[start:end] for start, end in kept]),
        Edits(starts, ends, [0] * len(stretches)),
        {opening[1]: (opening[0], closing[0]) for opening, closing in pairs},
        {closing[0]: (opening[1], closing[1]) for opening, closing in pairs},
    )


def _pairs(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    for sign, pattern in _PAIRS:
        at = text.find(sign)
        while at >= 0:
            found = pattern.match(text, at)
            if found is not None:
                yield found.span("opening"), found.span("closing")
            at = text.find(sign, at + 1 if found is None else found.end())


def _joined(stretches: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Stretches, in order, as ones that do not overlap: an address may hold signs."""
    start, end = stretches[0]
    for following in stretches[1:]:
        if following[0] > end:
            yield start, end
            start = following[0]
        end = max(end, following[1])
    yield start, end


def same_but_for_points(said: str, stands: str) -> bool:
    """Whether two folded texts say the same, each with the points on its letters or without, and the blanks of a script
    that needs none.

    >>> same_but_for_points("中文测试", "中文 测试"), same_but_for_points("5 3", "5 * 3")
    (True, False)
    """
    if not (_POINTS.search(said) and _POINTS.search(stands)):
        said, stands = _POINTS.sub("", said), _POINTS.sub("", stands)
    return not differences(_plain(said), _plain(stands))


def _plain(text: str) -> str:
    return _AM.sub("\\1\\2\u0e33", _NOTHING.sub("", text)).strip()
