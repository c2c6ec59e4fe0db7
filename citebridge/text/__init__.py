"""Offsets, folding and sentences: what is known of a text without knowing what it cites.

>>> from citebridge.text import fold, sentences, to_code_points
>>> to_code_points("né!", 3, "utf8")
2
>>> sentences("Dr. Roe left. It rained.")
[(0, 13), (14, 24)]
>>> fold("an eﬃcient oﬀer").text
'an efficient offer'
"""

from .folding import Folded, fold
from .offsets import (
    OffsetIndex,
    Place,
    Rounding,
    Unit,
    convert_offsets,
    convert_spans,
    export_offsets,
    from_code_points,
    to_code_points,
)
from .splitter import sentence_start, sentences

__all__ = [
    "Folded",
    "OffsetIndex",
    "Place",
    "Rounding",
    "Unit",
    "convert_offsets",
    "convert_spans",
    "export_offsets",
    "fold",
    "from_code_points",
    "sentence_start",
    "sentences",
    "to_code_points",
]
