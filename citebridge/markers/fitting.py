"""Which sources are shown within a budget, and how much of the last one: from best to worst, as many as fit.

A counter of tokens may count a whole as more or less than its parts. So only what was counted as it will be sent is
taken, and what is tried is found by halving, so that a counter is called few times.
"""

from collections.abc import Callable, Sequence
from numbers import Real
from typing import Literal, TypedDict, get_args

from citebridge.errors import UsageError
from citebridge.markers.blocks import Row
from citebridge.models import Source

Order = Literal["given", "edges"]
"""How sources stand: as given, or the best at both ends, and the worst in the middle, which models read least."""


class Fit(TypedDict, total=False):
    """How sources are made to fit. They are taken to be given best first, as a retriever gives them.

    `budget`: the most that the block of sources may take, in characters, or in what `count` counts in a text. As many
    sources as fit are shown; the next one is cut at the end of a sentence; the rest is left out. `notes` tell it.
    `order`: how they stand, `given` or `edges`. Tags are numbered as given all the same.
    `deduplicate`: of sources that have one text (and one `access`), only the first is shown; its tag stands for all.
    """

    budget: int | None
    count: Callable[[str], int]
    order: Order
    deduplicate: bool


def check_fit(budget: int | None, count: Callable[[str], int], order: Order) -> None:
    """Raises `UsageError` for what cannot be a budget, a counter or an order."""
    wrong = isinstance(budget, bool) or not isinstance(budget, int) or budget < 1
    if budget is not None and wrong:
        raise UsageError(f"budget= takes a number of at least 1, not {budget!r}")
    if not callable(count):
        raise UsageError("count= takes a function that counts the tokens of a text")
    if budget is None and count is not len:
        raise UsageError("count= says how to count for budget=, which is not given")
    if order not in get_args(Order):
        raise UsageError(f"order={order!r} is unknown; use one of {', '.join(get_args(Order))}")


def is_within(budget: int, counted: object) -> bool:
    """Whether what was counted fits. Raises `UsageError` when it is no number, as where `count=` gives the tokens."""
    if not isinstance(counted, Real):
        raise UsageError(f"count= takes a function that gives a number, such as how many tokens, not {counted!r:.40}")
    return counted <= budget


def arranged(rows: Sequence[Row], order: Order) -> list[Row]:
    """The rows as they are to stand.

    >>> rows = [Row(f"S{number}", Source(id=""), 0) for number in range(1, 6)]
    >>> [row.tag for row in arranged(rows, "edges")]
    ['S1', 'S3', 'S5', 'S4', 'S2']
    """
    return [*rows[::2], *rows[1::2][::-1]] if order == "edges" else [*rows]


def fitted(
    sources: Sequence[Source], rows: Callable[[Sequence[Source]], list[Row]], fits: Callable[[Sequence[Row]], bool]
) -> list[Row]:
    """The rows of as many sources as fit, the last one perhaps cut; none when not a sentence fits.

    `rows` gives them their tags, which depend on what is left out before them.
    """
    first = 0
    while first < len(sources):  # what cannot even begin must not keep out all the others
        (row,) = rows(sources[first : first + 1])
        if fits([row._replace(end=_ends(row)[0])]):
            break
        first += 1
    named = rows(sources[first:])
    whole = _most(lambda size: fits(named[:size]), len(named))
    kept, rest = named[:whole], named[whole:]
    if not rest:
        return kept
    ends = _ends(rest[0])
    shown = _most(lambda size: fits([*kept, rest[0]._replace(end=ends[size - 1])]), len(ends))
    return [*kept, rest[0]._replace(end=ends[shown - 1])] if shown else kept


def _ends(row: Row) -> list[int]:
    from citebridge.text import sentences  # its patterns take time to compile, and mostly all sources fit

    return [end for _, end in sentences(row.source.text or "")]


def _most(fits: Callable[[int], bool], most: int) -> int:
    """The largest number up to `most` that was seen to fit. Begins small: what is tried is at most twice what fits."""
    good, bad, step = 0, most + 1, 1
    while good + 1 < bad:
        size = min(good + step, most) if bad > most else (good + bad) // 2
        if fits(size):
            good, step = size, step * 2
        else:
            bad = size
    return good
