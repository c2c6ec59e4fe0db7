"""A Markdown text, read whole: its blocks, and the pieces of their prose."""

from citebridge.render.markup.blocks import BlockReader
from citebridge.render.markup.inlines import InlineReader
from citebridge.render.markup.parts import Block, with_prose


def read(text: str, *, html: bool) -> Block:
    """The document. With `html`, harmless tags are tags; without, there are none.

    >>> [piece.kind for piece in read("See **the** `rules`", html=False).children[0].pieces]
    ['text', 'strong', 'text', 'strong', 'text', 'code']
    """
    document = BlockReader(text, html=html).document
    for block in with_prose(document):
        reader = InlineReader(block.content, document.addresses, html=html, in_cell=block.kind == "cell")
        block.pieces = reader.pieces()
        document.used |= reader.used
    return document
