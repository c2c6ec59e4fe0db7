"""Markdown, read as far as an answer has to be shown and numbered in it: what is syntax, and where.

>>> [block.kind for block in read("# Rules\\n\\nNo dogs.", html=False).children]
['heading', 'paragraph']
"""

from citebridge.render.markup.reading import read

__all__ = ["read"]
