"""How each kind of block begins (CommonMark 0.31, chapters 4 and 5; footnotes as markdown-it reads them).

An opener looks at a line from where its containers end, and gives the block that begins there, or `None`. It goes
along the line as far as the block's own signs.
"""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from citebridge.render.markup.cursor import Cursor
from citebridge.render.markup.parts import Block, Line

CODE_INDENT: Final = 4
_ATX: Final = re.compile(r"#{1,6}(?=[ \t]|$)")
_FENCE: Final = re.compile(r"`{3,}+(?=[^`]*$)|~{3,}+")
_NOTE: Final = re.compile(r"\[\^([^\]\s<]{1,100}+)\]:")
_ITEM: Final = re.compile(r"([*+-])(?=[ \t]|$)|(\d{1,9})([.)])(?=[ \t]|$)")
_LEAST_RULE: Final = 3


class Around(NamedTuple):
    """Where a block would begin: what lines of the container begin with, and whether a paragraph would be broken."""

    prefix: str
    in_paragraph: bool


Opener = Callable[[Cursor, Around], Block | None]


def quote(line: Cursor, around: Around) -> Block | None:
    """`> words`"""
    if not line.rest.startswith(">"):
        return None
    start = line.begin + line.next
    line.past_quote()
    return Block("quote", start, start, f"{around.prefix}> ")


def heading(line: Cursor, around: Around) -> Block | None:
    """`## Words`, with or without `##` at its end."""
    sign = _ATX.match(line.text, line.next)
    if sign is None:
        return None
    words = line.text[sign.end() :].rstrip(" \t")
    bare = words.rstrip("#")
    if bare != words and (not bare or bare[-1] in " \t"):
        words = bare.rstrip(" \t")
    shift = len(words) - len(words.lstrip(" \t"))
    block = Block("heading", line.begin + line.next, line.end, around.prefix, len(sign.group()))
    block.lines.append(Line(line.begin + sign.end() + shift, words[shift:]))
    return block


def fence(line: Cursor, around: Around) -> Block | None:
    """Three backticks or tildes, and what language it is."""
    sign = _FENCE.match(line.text, line.next)
    if sign is None:
        return None
    block = Block("code", line.begin + line.next, line.end, around.prefix, line.indent, sign.group(), closed=False)
    block.info = line.text[sign.end() :].strip()
    return block


def rule(line: Cursor, around: Around) -> Block | None:
    """`***`, `---` or `___`."""
    signs = line.rest.replace(" ", "").replace("\t", "")
    if len(signs) < _LEAST_RULE or signs[0] not in "*-_" or signs.strip(signs[0]):
        return None
    return Block("rule", line.begin + line.next, line.end, around.prefix)


def note(line: Cursor, around: Around) -> Block | None:
    """`[^label]: words`, a footnote that the model wrote itself."""
    sign = _NOTE.match(line.text, line.next)
    if sign is None:
        return None
    start = line.begin + line.next
    line.to_words()
    line.skip(sign.end() - sign.start())
    line.to_words()
    return Block("note", start, start, around.prefix + " " * CODE_INDENT, CODE_INDENT, sign.group(), sealed=True)


def item(line: Cursor, around: Around) -> Block | None:
    """`- words` or `1. words`: an item, whose list is up to the caller.

    A paragraph is only broken by one that has words and, of numbers, by 1.
    """
    sign = _ITEM.match(line.text, line.next)
    if sign is None:
        return None
    blank = not line.text[sign.end() :].strip(" \t")
    if around.in_paragraph and (blank or (sign[2] is not None and int(sign[2]) != 1)):
        return None
    start, indent = line.begin + line.next, line.indent
    line.to_words()
    line.skip(sign.end() - sign.start())
    width = 1 if blank or line.indent > CODE_INDENT else line.indent
    line.columns(width)
    indent += sign.end() - sign.start() + width
    block = Block("item", start, start, around.prefix + " " * indent, indent, sign[1] or sign[3])
    block.info = sign[2] or ""
    return block


CONTAINERS: Final[tuple[Opener, ...]] = (quote, note)
LEAVES: Final[tuple[Opener, ...]] = (heading, fence, rule)
