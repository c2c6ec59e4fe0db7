"""Which characters are the same letter or sign in another typographic dress.

No blanket compatibility folding (NFKC): that makes `m²` into `m2` and `½` into `1⁄2`, so that a quote with
another number or unit would hold (linkml/linkml-reference-validator#81).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

# Drawn as nothing: soft hyphen, joiners, direction marks; operators, variation selectors, byte order mark.
_INVISIBLE_MARKS: Final = "\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e"
INVISIBLE: Final = _INVISIBLE_MARKS + "\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
_SINGLE_QUOTES: Final = "‘’‚‛‹›′‵ʹʻʼʽˈ´\u1ffd＇"
_DOUBLE_QUOTES: Final = "“”„‟«»″‶〝〞〟＂"
_DASHES: Final = "‐‑‒–—―−⁃﹘﹣－"
_BLANKS: Final = "\t\n\v\f\r\x1c\x1d\x1e\x1f\x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B))
)


# Letters in a shape for their place: Latin, Armenian, Hebrew and Arabic presentation forms, Dutch ij.
_FORM_BLOCKS: Final = ((0xFB00, 0xFDFC), (0xFE70, 0xFEFD), (0x132, 0x134))


def _forms() -> Iterator[tuple[str, str]]:
    for first, last in _FORM_BLOCKS:
        for code in range(first, last):
            plain = unicodedata.normalize("NFKC", chr(code))
            # Signs (a wide plus, the rial) and forms of an accent alone, which NFKC puts on a blank, stay.
            if plain != chr(code) and " " not in plain and unicodedata.category(chr(code))[0] == "L":
                yield chr(code), plain
    for code in range(0xFF01, 0xFF5F):  # full-width ASCII
        yield chr(code), chr(code - 0xFEE0)


_FORMS: Final = dict(_forms())

# As many characters as before: done in one `str.translate`, needs no map.
SAME_WIDTH: Final[dict[int, str]] = {
    **{ord(form): plain for form, plain in _FORMS.items() if len(plain) == 1},
    ord("\u00b5"): "\u03bc",  # the micro sign of Latin-1 and the letter: nobody sees which one a text has
    **dict.fromkeys(map(ord, _SINGLE_QUOTES), "'"),
    **dict.fromkeys(map(ord, _DOUBLE_QUOTES), '"'),
    **dict.fromkeys(map(ord, _DASHES), "-"),
    **dict.fromkeys(map(ord, _BLANKS), " "),
}

# One character becomes several.
WIDER: Final[dict[str, str]] = {
    **{form: plain for form, plain in _FORMS.items() if len(plain) > 1},
    "…": "...",
    "‥": "..",
}


def _class(characters: Iterable[str]) -> str:
    """The inside of a character class, neighbours as ranges: half the time to compile."""
    codes = sorted(map(ord, characters))
    parts: list[str] = []
    for number, code in enumerate(codes):
        if number == 0 or code != codes[number - 1] + 1:
            parts.append(f"\\u{code:04x}")
        elif number + 1 == len(codes) or codes[number + 1] != code + 1:
            parts.append(f"-\\u{code:04x}")
    return "".join(parts)


DRESSED: Final = re.compile(f"[{_class(map(chr, SAME_WIDTH))}]")

_LINE_END: Final = r"[^\S\n\r\f]*(?:\r\n?|[\n\f\x0b\x85\u2028\u2029])\f?[^\S\n\r\f]*"

# What changes the number of characters wherever it stands. U+0002 (older: U+FFFE) is what PDFium gives for a hyphen at
# a line end, with or without the line end.
SPECIAL: Final = re.compile(rf"[\x02\ufffe{INVISIBLE}{_class(WIDER)}]")

# Places where the number of characters changes. One class first, the rest behind it: the search for a place is
# then one table look-up a character, where alternatives would each be tried.
UNEVEN: Final = re.compile(
    rf"[-\u2010\x02\ufffe\s{INVISIBLE}{_class(WIDER)}]"
    rf"(?:(?<=[-\u2010\u00ad]){_LINE_END}(?=[^\W_])"
    rf"|(?<=[\x02\ufffe])(?:{_LINE_END})?(?=[^\W_])"
    rf"|(?<=[\s{INVISIBLE}\x02\ufffe])[\s{INVISIBLE}\x02\ufffe]+"
    r"|(?<![-\u2010\s]))"
)
