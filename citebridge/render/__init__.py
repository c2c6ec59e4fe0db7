"""Renderers: one answer, the same numbers everywhere.

>>> from citebridge import Answer, render
>>> render.text(Answer(text="No dogs."))
'No dogs.'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citebridge.render.console import terminal as terminal
    from citebridge.render.entries import Entry as Entry
    from citebridge.render.footnotes import markdown as markdown
    from citebridge.render.fragment import html as html
    from citebridge.render.fragment import page as page
    from citebridge.render.numbering import Mark as Mark
    from citebridge.render.numbering import References as References
    from citebridge.render.numbering import references as references
    from citebridge.render.passages import Passage as Passage
    from citebridge.render.plaintext import text as text
    from citebridge.render.view import json as json

_HOMES = {
    "console": "terminal",
    "entries": "Entry",
    "footnotes": "markdown",
    "fragment": "html page",
    "numbering": "Mark References references",
    "passages": "Passage",
    "plaintext": "text",
    "view": "json",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_HOME)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Names are loaded when they are first used: who prints text reads no HTML."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found
