"""Whether an open block goes on in the next line (CommonMark 0.31, appendix, phase 1)."""

from collections.abc import Callable, Mapping
from typing import Final

from citebridge.render.markup.cursor import Cursor
from citebridge.render.markup.openers import CODE_INDENT
from citebridge.render.markup.parts import Block, BlockKind

_Rule = Callable[[Cursor, Block], bool]


def goes_on(line: Cursor, block: Block) -> bool:
    """Whether the line belongs to the block; then the cursor stands behind what says so."""
    rule = _RULES.get(block.kind)
    return rule is not None and rule(line, block)


def closes(line: Cursor, block: Block) -> bool:
    """Whether the line closes a fence."""
    if not block.is_fence or line.indent >= CODE_INDENT:
        return False
    rest = line.rest.rstrip(" \t")
    return rest.startswith(block.sign) and not rest.strip(block.sign[0])


def _quote(line: Cursor, block: Block) -> bool:
    if line.indent >= CODE_INDENT or not line.rest.startswith(">"):
        return False
    line.past_quote()
    return True


def _item(line: Cursor, block: Block) -> bool:
    if line.blank:
        line.to_words()
        return bool(block.children)
    if line.indent < block.level:
        return False
    line.columns(block.level)
    return True


def _code(line: Cursor, block: Block) -> bool:
    if block.is_fence:
        line.columns(min(block.level, line.indent))
        return True
    if not line.blank and line.indent < CODE_INDENT:
        return False
    line.columns(CODE_INDENT)
    return True


def _row(line: Cursor, block: Block) -> bool:
    return not line.blank and line.indent < CODE_INDENT


def _words(line: Cursor, block: Block) -> bool:
    return not line.blank


_RULES: Final[Mapping[BlockKind, _Rule]] = {
    "quote": _quote,
    "list": lambda line, block: True,
    "item": _item,
    "note": _item,
    "code": _code,
    "table": _row,
    "paragraph": _words,
    "html": _words,
}
