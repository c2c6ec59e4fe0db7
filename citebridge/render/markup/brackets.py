"""Brackets: which of them are links and images (CommonMark 0.31, 6.3, 6.4 and the appendix, phase 2)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from citebridge.render.markup.definitions import address_at, folded, title_end
from citebridge.render.markup.delimiters import Run, Runs
from citebridge.render.markup.parts import Piece, PieceKind

_LABEL: Final = re.compile(r"\[((?:[^\\\[\]]|\\.){0,999}+)\]", re.S)
_GAP: Final = re.compile(r"[ \t\n]*+")
_LONGEST: Final = 999


@dataclass(slots=True)
class Bracket:
    """An open bracket from `start` to `end`: which part of the prose it is, and the last run of signs before it."""

    start: int
    end: int
    part: int
    run: Run | None
    active: bool = True
    has_inner: bool = False

    @property
    def is_image(self) -> bool:
        """Whether it is `![`."""
        return self.end - self.start > 1


class Brackets:
    """The brackets that are open, and what becomes of them."""

    def __init__(self, content: str, addresses: Mapping[str, str], parts: list[Piece | Run], runs: Runs) -> None:
        self.used: set[str] = set()
        """The labels of definitions that a link leads by."""
        self._content = content
        self._addresses = addresses
        self._parts = parts
        self._runs = runs
        self._open: list[Bracket] = []

    @property
    def is_open(self) -> bool:
        """Whether what comes next may become the words of a link."""
        return bool(self._open)

    def is_defined(self, at: int) -> bool:
        """Whether a label that a definition explains stands at a place: what is before it is a link then."""
        label = _LABEL.match(self._content, at) if self._addresses else None
        return label is not None and folded(label[1]) in self._addresses

    def open(self, bracket: Bracket) -> None:
        """Take in `[` or `![`."""
        if self._open:
            self._open[-1].has_inner = True
        self._open.append(bracket)
        self._parts.append(Piece("text", bracket.start, bracket.end, self._content[bracket.start : bracket.end]))

    def close(self, at: int) -> int | None:
        """Take in `]`; where the link ends, or `None` when it is none."""
        if not self._open:
            return None
        bracket = self._open.pop()
        found = self._target(bracket, at) if bracket.active else None
        if found is None:
            return None
        url, end = found
        kind: PieceKind = "image" if bracket.is_image else "link"
        self._parts[bracket.part] = Piece(kind, bracket.start, bracket.end, turn=1, url=url)
        self._runs.pair(bracket.run)
        self._parts.append(Piece(kind, at, end, turn=-1, url=url))
        if not bracket.is_image:
            for outer in self._open:  # no link within a link
                outer.active = outer.active and outer.is_image
        return end

    def _target(self, bracket: Bracket, at: int) -> tuple[str, int] | None:
        """Where the link would lead, and where it ends: `](url "title")`, `][label]`, `][]` or `]`."""
        return self._inline(at + 1) or self._reference(bracket, at)

    def _inline(self, at: int) -> tuple[str, int] | None:
        content = self._content
        if not content.startswith("(", at):
            return None
        found = address_at(content, self._gap(at + 1))
        if found is None:
            return None
        url, end = found
        gap = self._gap(end)
        title = title_end(content, gap) if gap > end else None
        end = self._gap(title) if title is not None else gap
        return (url, end + 1) if content.startswith(")", end) else None

    def _reference(self, bracket: Bracket, at: int) -> tuple[str, int] | None:
        label = _LABEL.match(self._content, at + 1)
        if label is not None and label[1]:
            name, end = label[1], label.end()
        elif bracket.has_inner or at - bracket.end > _LONGEST:
            return None
        else:
            name, end = self._content[bracket.end : at], label.end() if label is not None else at + 1
        known = folded(name) if self._addresses else ""
        if known not in self._addresses:
            return None
        self.used.add(known)
        return self._addresses[known], end

    def _gap(self, at: int) -> int:
        found = _GAP.match(self._content, at)
        return found.end() if found is not None else at
