"""Renderers: one answer, the same numbers everywhere.

>>> from citebridge import Answer, render
>>> render.text(Answer(text="No dogs."))
'No dogs.'
"""

from citebridge.render.plaintext import text

__all__ = ["text"]
