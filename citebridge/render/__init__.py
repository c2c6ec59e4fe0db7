"""Renderers: one answer, the same numbers everywhere.

>>> from citebridge import Answer, render
>>> render.text(Answer(text="No dogs."))
'No dogs.'
"""

from citebridge.render.footnotes import markdown
from citebridge.render.fragment import html, page
from citebridge.render.numbering import references
from citebridge.render.plaintext import text

__all__ = ["html", "markdown", "page", "references", "text"]
