"""A Markdown text, read whole: its blocks, and the pieces of their prose."""

from citebridge.render.markup.blocks import BlockReader
from citebridge.render.markup.inlines import InlineReader
from citebridge.render.markup.parts import Block, with_prose


def read(text: str, *, html: bool) -> Block:
    """The document. With `html`, harmless tags are tags; without, there are none.

    >>> [piece.kind for piece in read("See **the** `rules`", html=False).children[0].pieces]
    ['text', 'strong', 'text', 'strong', 'text', 'code']
    """
    reader = BlockReader(text, html=html)
    for block in with_prose(reader.document):
        block.pieces = InlineReader(block.content, reader.addresses, html=html).pieces()
    return reader.document
