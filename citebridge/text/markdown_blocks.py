"""The block structure of Markdown (CommonMark 0.31, 4 and 5), as far as headings and link definitions need it.

One pass over the lines, as the appendix of the specification tells it: first the containers that go on, then those
that begin, then what the line itself is. Work per line is bounded by its length and by `_DEEPEST`.
"""

import re
from typing import Final, NamedTuple

from .markdown_lines import FENCE, RULE, SETEXT, atx, definitions, html_end, item, lines, tabs_gone

__all__ = ["Blocks", "Written"]

_DEEPEST: Final = 64  # containers within each other; what is nested deeper is text, as in other readers of Markdown
_SPACES: Final = re.compile(" *+")
_QUOTE: Final = 0  # a container is a quote, or the width of a list item's indentation, at least 2


class Written(NamedTuple):
    """A heading as it is written: the span of its lines, its content with all inline markup, whether in a container."""

    start: int
    end: int
    level: int
    content: str
    nested: bool


class Blocks:
    """The headings and the labels of link definitions in a text, and where its next line stands in the tree."""

    def __init__(self, text: str, start: int = 0) -> None:
        self.headings: list[Written] = []
        self.labels: set[str] = set()
        self._containers: list[int] = []
        self._empty_item = False  # the innermost container is an item that nothing stands in so far
        self._paragraph: list[tuple[int, str]] = []  # where each line of it begins, and its content
        self._fence = ""
        self._html: re.Pattern[str] | None = None
        for since, end in lines(text, start):
            line = text[since:end]
            if line[:1].isalpha() and not (self._containers or self._fence or self._html):
                self._paragraph.append((since, line))  # most lines: no block begins with a letter
            else:
                self._read(tabs_gone(line), since, end)
        self._close(0)

    def _read(self, line: str, start: int, end: int) -> None:
        at, depth = self._go_on(line)
        if depth == len(self._containers) and (self._fence or self._html):
            self._within(line, at)
            return
        if not self._paragraph:  # only a paragraph can go on outside of its containers
            self._close(depth)
        at, depth = self._begin(line, at, depth)
        first = _spaces(line, at)
        if first == len(line):
            self._close(depth)
            return
        self._empty_item = False
        if first - at > 3:
            if not self._paragraph:  # indented code
                return
        elif self._opens(line, first, (start, end), depth):
            return
        self._paragraph.append((start, line[first:]))

    def _go_on(self, line: str) -> tuple[int, int]:
        """Where the content of a line begins, behind the signs of how many of the open containers."""
        at = 0
        for depth, width in enumerate(self._containers):
            first = _spaces(line, at)
            if width == _QUOTE:
                if first - at > 3 or not line.startswith(">", first):
                    return at, depth
                at = first + 1 + line.startswith(" ", first + 1)
            elif first == len(line) and not (self._empty_item and depth == len(self._containers) - 1):
                at = first
            elif first < len(line) and first - at >= width:
                at += width
            else:
                return at, depth
        return at, len(self._containers)

    def _within(self, line: str, at: int) -> None:
        """A line of fenced code or of an HTML block, which it may end."""
        if self._fence:
            first = _spaces(line, at)
            sign = line[first:].rstrip(" ")
            if first - at <= 3 and sign.startswith(self._fence) and not sign.strip(self._fence[0]):
                self._fence = ""
        elif self._html is not None and self._html.match(line, at):
            self._html = None

    def _begin(self, line: str, at: int, depth: int) -> tuple[int, int]:
        """Open the quotes and list items that begin in a line; where its content begins, and at what depth."""
        while depth < _DEEPEST:
            first = _spaces(line, at)
            if first - at > 3 or first == len(line):
                break
            if line[first] == ">":
                self._close(depth)
                self._containers.append(_QUOTE)
                at = first + 1 + line.startswith(" ", first + 1)
            else:
                content = None if RULE.match(line, first) else item(line, first, interrupts=self._goes_on(depth))
                if content is None:
                    break
                self._close(depth)
                self._containers.append(content - at)
                self._empty_item = content > len(line) or _spaces(line, content) == len(line)
                at = min(content, len(line))
            depth += 1
        return at, depth

    def _goes_on(self, depth: int) -> bool:
        """Whether a line at that depth stands right in the open paragraph."""
        return bool(self._paragraph) and depth == len(self._containers)

    def _opens(self, line: str, first: int, span: tuple[int, int], depth: int) -> bool:
        """Whether a line is, or begins, anything but a paragraph."""
        if heading := atx(line, first):
            self._close(depth)
            self.headings.append(Written(*span, *heading, bool(self._containers)))
        elif (fence := FENCE.match(line, first)) and not (line[first] == "`" and "`" in fence[2]):
            self._close(depth)
            self._fence = fence[1]
        elif html := html_end(line, first, interrupts=bool(self._paragraph)):
            self._close(depth)
            self._html = None if html.match(line, first) else html
        elif self._goes_on(depth) and (sign := SETEXT.match(line, first)) and self._underlines(span[1], sign[1]):
            pass
        elif RULE.match(line, first):
            self._close(depth)
        else:
            return False
        return True

    def _underlines(self, end: int, sign: str) -> bool:
        """Make a heading of the open paragraph, if there is more in it than link definitions."""
        start, content = self._take()
        if content:
            level = 1 if sign[0] == "=" else 2
            self.headings.append(Written(start, end, level, content, bool(self._containers)))
        return bool(content)

    def _close(self, depth: int) -> None:
        """End the open paragraph, and all containers but the outermost `depth`."""
        if self._paragraph:
            self._take()
        if depth < len(self._containers):
            del self._containers[depth:]
            self._fence, self._html, self._empty_item = "", None, False

    def _take(self) -> tuple[int, str]:
        """End the open paragraph: where the text behind its link definitions begins, and that text."""
        content, upto = "\n".join([line for _, line in self._paragraph]), 0
        if content.startswith("["):
            labels, upto = definitions(content)
            self.labels.update(labels)
        line = min(content.count("\n", 0, upto), len(self._paragraph) - 1)
        start = self._paragraph[line][0]
        self._paragraph.clear()
        return start, content[upto:].strip()


def _spaces(line: str, at: int) -> int:
    """Where the spaces at a place of a line end."""
    found = _SPACES.match(line, at)
    return found.end() if found else at
