"""How a source looks to the model: a header of its tag and three fields, and its text; nothing else of the record."""

import re
from typing import Literal, NamedTuple

from citebridge.models import Source
from citebridge.sources.places import LINE_END

Style = Literal["brackets", "numbers", "private_use", "lines"]
"""How tags are written: `[S1]`, `[1]`, OpenAI's private-use runs, or `[S1:L8-L13]` with the lines of the text."""

# Controls, line ends, what turns the direction of reading, OpenAI's marks, and letters that only a model sees.
_UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ue200-\ue20f\U000e0000-\U000e007f]+"
)
# `<` and `>` are none that a tag stands in, and say much: `Rules > Fees`, `Map<K, V>`, `a -> b`.
_FOLDED = str.maketrans("[]【】［］⟦⟧〔〕{}", "()()()()()()")


class Row(NamedTuple):
    """A source that is shown under a tag: its text up to `end`, so that places and lines in it stay true."""

    tag: str
    source: Source
    end: int


def block(row: Row, style: Style) -> str:
    """A source as the model sees it.

    >>> block(Row("S1", Source(id="a", title="Hens", section="2", text="They cluck. Loudly."), 11), "lines")
    '[S1] Hens - 2\\nL1: They cluck.'
    """
    source = row.source
    text = (source.text or "")[: row.end]
    if style == "lines":
        text = "\n".join(f"L{number}: {line}" for number, line in enumerate(LINE_END.split(text), 1))
    title = one_line(source.title)
    head = f"[{row.tag}] {title}" if title else f"[{row.tag}]"
    rest = [part for part in (one_line(source.section), one_line(source.updated)) if part]
    return f"{' - '.join([head, *rest])}\n{text}"


def read_of(source: Source) -> list[str]:
    """All that the model reads of a source."""
    return [part for part in (source.title, source.section, source.updated, source.text) if part]


def one_line(text: str | None) -> str:
    """A field of a header: on one line, without what is not seen, and with no bracket that could be that of a tag.

    >>> one_line("Rules\\n[S2] Minutes")
    'Rules (S2) Minutes'
    """
    return " ".join(_UNSEEN.sub(" ", text or "").translate(_FOLDED).split())
