"""A quote made ready to be looked for, and the forms in which an honest one may stand in a source."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from citebridge.locator.dress import undressed
from citebridge.text import fold

_BEFORE: Final = " \"'([*_"
_BEHIND: Final = " \"')]*_.,;:"
_INCHES: Final = re.compile(r"[^\"'].*\d[\"'][.,;:]?", re.S)  # `5"` is a length, and no end of a quotation
_HYPHEN: Final = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")


@dataclass(frozen=True, slots=True)
class Quote:
    """The words as they came, folded, and folded without regard to case; no blanks at the ends."""

    words: str
    folded: str
    key: str

    @classmethod
    def of(cls, words: str) -> "Quote":
        """A quote made ready.

        >>> Quote.of(" “It’s” \\n over")
        Quote(words='“It’s” \\n over', folded='"It\\'s" over', key='"it\\'s" over')
        """
        folded = fold(words).text.strip()
        return cls(words.strip(), folded, caseless(folded))

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in it that could be looked for: no letter, no digit and no symbol."""
        return not any(char.isalnum() or unicodedata.category(char)[0] == "S" for char in self.folded)

    @property
    def bare(self) -> "Quote":
        """The quote without its dress; itself when it has none."""
        plain = undressed(self.words)
        return self if plain is None else Quote.of(plain.text)

    @property
    def links(self) -> list[str]:
        """Where the words of its links lead, as they are written: `](https://a.example/)`."""
        plain = undressed(self.words) if "](" in self.words else None
        closings = plain.closed.items() if plain is not None else ()
        return [self.words[start:end] for start, (_, end) in closings if self.words.startswith("](", start)]

    def needles(self) -> Iterator[str]:
        """What to look for, best first: all of it, then without the quotation marks and stops at its ends."""
        yield self.key
        inner = self.key.lstrip(_BEFORE).rstrip(_BEHIND)
        if inner in ("", self.key) or inner[0] in ")]":  # `[ ] done` is a box that is not ticked
            return
        if not self.key.endswith("...") and not _INCHES.fullmatch(self.key):
            yield inner

    def joined(self) -> str | None:
        """The words with no hyphens between letters, as a source reads that breaks its lines there; `None`: none."""
        plain = _HYPHEN.sub("", self.key)
        return plain if plain != self.key else None


def caseless(text: str) -> str:
    """`text` in lower case, with as many characters as before.

    >>> caseless("İZMİR, ΟΔΟΣ")
    'izmir, οδοσ'
    """
    return text.replace("\u0130", "i").lower().replace("ς", "σ")
