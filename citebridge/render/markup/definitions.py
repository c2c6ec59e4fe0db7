"""Definitions at the head of a paragraph: `[label]: address "title"` (CommonMark 0.31, 4.7)."""

import re
from typing import Final

from citebridge.render.markup.parts import Block

ESCAPABLE: Final = r"""!"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~"""
_LABEL: Final = re.compile(r"\[((?:[^\\\[\]]|\\.){1,999})\]:", re.S)
_GAP: Final = re.compile(r"[ \t]*(?:\n[ \t]*)?")
_LINE_END: Final = re.compile(r"[ \t]*(?:\n|\Z)")
_POINTED: Final = re.compile(r"<((?:[^<>\n\\]|\\.)*)>")
_TITLES: Final = {
    '"': re.compile(r'"(?:[^"\\]|\\.)*"', re.S),
    "'": re.compile(r"'(?:[^'\\]|\\.)*'", re.S),
    "(": re.compile(r"\((?:[^()\\]|\\.)*\)", re.S),
}
_BACKSLASH: Final = re.compile(rf"\\([{ESCAPABLE}])")
_DEEPEST: Final = 32  # parentheses within each other in an address, as other readers bound it


def definition_at(content: str, at: int) -> tuple[str, str, int] | None:
    """The label, the address and the end of the definition at a place, or `None`.

    >>> definition_at("[Rules]: <box:/a> 'House'\\nNext", 0)
    ('rules', 'box:/a', 26)
    """
    label = _LABEL.match(content, at)
    if label is None or not label[1].strip() or label[1].startswith("^"):
        return None
    start = _after_gap(content, label.end())
    found = address_at(content, start)
    if found is None or found[1] == start:
        return None
    address, end = found
    gap = _after_gap(content, end)
    title = title_end(content, gap) if gap > end else None
    done = _LINE_END.match(content, title) if title is not None else None
    done = done or _LINE_END.match(content, end)  # what looks like a title on the next line is prose
    return (folded(label[1]), address, done.end()) if done is not None else None


def take_definitions(block: Block) -> tuple[Block | None, list[tuple[str, str]]]:
    """Take the definitions off the head of a paragraph: a block of their lines, and what they say."""
    found: list[tuple[str, str]] = []
    if not block.lines or not block.lines[0].text.startswith("["):
        return None, found
    content, at = "\n".join(line.text for line in block.lines), 0
    while at < len(content) and (one := definition_at(content, at)) is not None:
        found.append(one[:2])
        at = one[2]
    taken = content.count("\n", 0, at) if at < len(content) else len(block.lines)
    if not found:
        return None, found
    lines = block.lines[:taken]
    del block.lines[:taken]
    if block.lines:
        block.start = block.lines[0].start
    return Block("definition", lines[0].start, lines[-1].end, block.prefix, lines=lines, sealed=True), found


def address_at(content: str, at: int) -> tuple[str, int] | None:
    """An address, in pointed brackets or bare, and where it ends."""
    if content.startswith("<", at):
        pointed = _POINTED.match(content, at)
        return (unescaped(pointed[1]), pointed.end()) if pointed is not None else None
    end = _bare_end(content, at)
    return (unescaped(content[at:end]), end) if end is not None else None


def _bare_end(content: str, at: int) -> int | None:
    depth, place = 0, at
    while place < len(content):
        sign = content[place]
        if sign == "\\" and place + 1 < len(content) and content[place + 1] not in " \n":
            place += 1
        elif sign <= " " or sign == "\x7f":
            break
        elif sign == "(":
            depth += 1
            if depth > _DEEPEST:
                return None
        elif sign == ")":
            if depth == 0:
                break
            depth -= 1
        place += 1
    return place if depth == 0 else None


def title_end(content: str, at: int) -> int | None:
    """Where the title at a place ends, or `None` when there is none."""
    pattern = _TITLES.get(content[at : at + 1])
    found = pattern.match(content, at) if pattern is not None else None
    return found.end() if found is not None else None


def _after_gap(content: str, at: int) -> int:
    """Behind blanks, and one line end."""
    found = _GAP.match(content, at)
    return found.end() if found is not None else at


def folded(label: str) -> str:
    """A label as labels are compared.

    >>> folded("House\\n  RULES")
    'house rules'
    """
    return " ".join(label.split()).casefold()


def unescaped(text: str) -> str:
    """Text without the backslashes before signs."""
    return _BACKSLASH.sub(r"\1", text) if "\\" in text else text
