"""Offsets, folding and sentences: what is known of a text without knowing what it cites.

>>> from citebridge.text import fold, sentences, to_code_points
>>> to_code_points("né!", 3, "utf8")
2
>>> sentences("Dr. Roe left. It rained.")
[(0, 13), (14, 24)]
>>> fold("an eﬃcient oﬀer").text
'an efficient offer'
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .folding import Folded as Folded
    from .folding import fold as fold
    from .offsets import OffsetIndex as OffsetIndex
    from .offsets import Place as Place
    from .offsets import Rounding as Rounding
    from .offsets import Unit as Unit
    from .offsets import convert_offsets as convert_offsets
    from .offsets import convert_spans as convert_spans
    from .offsets import export_offsets as export_offsets
    from .offsets import from_code_points as from_code_points
    from .offsets import to_code_points as to_code_points
    from .outline import Heading as Heading
    from .outline import headings as headings
    from .splitter import sentence_start as sentence_start
    from .splitter import sentences as sentences

__all__ = [
    "Folded",
    "Heading",
    "OffsetIndex",
    "Place",
    "Rounding",
    "Unit",
    "convert_offsets",
    "convert_spans",
    "export_offsets",
    "fold",
    "from_code_points",
    "headings",
    "sentence_start",
    "sentences",
    "to_code_points",
]

_HOME = {
    **dict.fromkeys(("Folded", "fold"), "folding"),
    **dict.fromkeys(("Heading", "headings"), "outline"),
    **dict.fromkeys(("sentence_start", "sentences"), "splitter"),
}


def __getattr__(name: str) -> object:
    """Names are loaded when they are first used: the patterns of folding and sentences take time to compile."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME.get(name, 'offsets')}"), name)
    return found
