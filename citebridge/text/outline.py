"""The headings of a Markdown text: its sections, and the names that links to them have on GitHub."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .markdown_blocks import Blocks
from .markdown_inline import words

__all__ = ["Heading", "Nesting", "front_matter_end", "headings"]

# Settings ahead of the text, as static site makers have them: `---`, lines that begin with a key, `---`.
_FRONT_MATTER: Final = re.compile(
    r"\ufeff?---[ \t]*+(?:\r\n|\r|\n)(?=[\w\"'][^:\r\n]*+:(?:[ \t\r\n]|\Z))"
    r"(?:(?!(?:---|\.\.\.)[ \t]*+(?:[\r\n]|\Z))[^\r\n]*+(?:\r\n|\r|\n))*+(?:---|\.\.\.)[ \t]*+(?:\r\n|\r|\n|\Z)"
)
# Letters by their use that Unicode has among the symbols (Other_Alphabetic): Ⓐ to ⓩ, 🄰 to 🅉, 🅐 to 🅩, 🅰 to 🆉.
_CIRCLED: Final = ((0x24B6, 0x24E9), (0x1F130, 0x1F149), (0x1F150, 0x1F169), (0x1F170, 0x1F189))
_KEPT: Final = frozenset(["Lu", "Ll", "Lt", "Lm", "Lo", "Nl", "Nd", "Mn", "Mc", "Me", "Pc"])


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading, the span of its lines in code points, and the section that it begins.

    `title` has no markup; `path` are the titles from the outermost heading in, its own last. `slug` is the anchor that
    GitHub gives it: the second heading of a name gets `-1`.
    """

    start: int
    end: int
    level: int
    title: str
    slug: str
    path: tuple[str, ...]


class Nesting:
    """The headings that the next one may stand below."""

    def __init__(self) -> None:
        self._above: list[tuple[int, str]] = []

    def path(self, level: int, title: str) -> tuple[str, ...]:
        """The titles from the outermost heading in to the next one, which is of that level."""
        while self._above and self._above[-1][0] >= level:
            self._above.pop()
        self._above.append((level, title))
        return tuple(name for _, name in self._above)


def headings(text: str) -> tuple[Heading, ...]:
    """The headings of a Markdown text, in order.

    What only looks like one, in code, comments or settings ahead of the text, is none. A heading within a quote or a
    list item belongs to that and begins no section of the text, but it has an anchor, and so its name is taken.

    >>> for heading in headings("# Guide\\n\\nIntro.\\n\\n## Set *up*\\n\\n## Set up #2\\n"):
    ...     print(heading.slug, heading.path)
    guide ('Guide',)
    set-up ('Guide', 'Set up')
    set-up-2 ('Guide', 'Set up #2')
    """
    return tuple(_placed(Blocks(text, front_matter_end(text))))


def front_matter_end(text: str) -> int:
    """Where the settings ahead of a text end; 0 when it has none."""
    found = _FRONT_MATTER.match(text)
    return found.end() if found else int(text.startswith("\ufeff"))


def _slug(words: str) -> str:
    """The anchor that GitHub makes of the words of a heading."""
    return "".join(_kept(words.lower()))


def _placed(blocks: Blocks) -> Iterator[Heading]:
    nesting = Nesting()
    times: dict[str, int] = {}
    for start, end, level, content, nested in blocks.headings:
        title, shown = words(content, blocks.labels)
        slug = _own(_slug(shown), times)
        if nested:
            continue
        yield Heading(start, end, level, title, slug, nesting.path(level, title))


def _own(slug: str, times: dict[str, int]) -> str:
    """The slug itself, or the first `slug-n` that no heading has."""
    own = slug
    while own in times:
        times[slug] += 1
        own = f"{slug}-{times[slug]}"
    times[own] = 0
    return own


def _kept(words: str) -> Iterator[str]:
    """Letters, marks, figures, `_` and `-`; a space is a `-`."""
    for character in words:
        if character in " -":
            yield "-"
        elif unicodedata.category(character) in _KEPT or any(low <= ord(character) <= high for low, high in _CIRCLED):
            yield character
