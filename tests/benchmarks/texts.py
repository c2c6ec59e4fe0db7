"""Offsets: what works on text alone."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Literal

from citebridge.text import convert_offsets
from tests.benchmarks.figures import Figure, Plan
from tests.benchmarks.timing import compare, each
from tests.benchmarks.words import Words

_OFFSETS = 20_000
_PREFIXES = 20  # the naive way is a thousand times slower


def time_offsets(plan: Plan) -> Iterator[Figure]:
    """Many offsets into a megabyte, against reading the text before each."""
    text = Words(wide=True).prose(870_000)
    size = len(text.encode())
    for unit in ("utf8", "utf16"):
        top = size if unit == "utf8" else len(text.encode("utf-16-le")) // 2
        drawn = _drawn(top)
        for order, offsets in (("in order", sorted(drawn)), ("in any order", drawn)):
            naive = partial(_naively, text, unit, offsets[:: _OFFSETS // _PREFIXES])
            timed = compare(naive, partial(convert_offsets, text, offsets, unit), plan.rounds)
            one, prefix = each(timed.ours, _OFFSETS), each(timed.base, _PREFIXES)
            detail = f"{size / 1e6:.2f} MB; reading the text before each: {prefix:.0f} us"
            yield Figure(f"offsets, {unit}, {order}", one, "us each", 0.6, None, detail)


def _drawn(top: int) -> list[int]:
    random = Random(7)
    return [random.randrange(top + 1) for _ in range(_OFFSETS)]


def _naively(text: str, unit: Literal["utf8", "utf16"], offsets: Sequence[int]) -> list[int]:
    width, code = (1, "utf-8") if unit == "utf8" else (2, "utf-16-le")
    data = text.encode(code)
    return [len(data[: at * width].decode(code, "ignore")) for at in offsets]
