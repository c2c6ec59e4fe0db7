"""Timing on a machine that others use too.

Only what was measured in the same run is compared: the baseline and ours take turns, the clock is the CPU time of this
process, garbage is collected before each turn, and what was there before is kept out of the collector's sight. Quoted
are the median of the ratios, round by round, and the shortest times.
"""

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil, log
from statistics import linear_regression, median
from time import process_time

Call = Callable[[], object]

_LEAST = 0.04  # seconds that a turn takes at least: short calls are repeated within it
_MOST_SECONDS = 20.0  # of a comparison; slow ones make fewer rounds, but at least three


@dataclass(frozen=True, slots=True)
class Timed:
    """The median ratio of ours to the baseline, and the shortest time of a call of each in seconds."""

    ratio: float
    base: float
    ours: float


def compare(base: Call, ours: Call, rounds: int) -> Timed:
    """Time two calls in turn."""
    repeats = _repeats(base), _repeats(ours)
    _settle()
    turn = _turn(base, repeats[0]) * repeats[0] + _turn(ours, repeats[1]) * repeats[1]
    rounds = max(3, min(rounds, int(_MOST_SECONDS / turn)))
    times = [(_turn(base, repeats[0]), _turn(ours, repeats[1])) for _ in range(rounds)]
    ratio = median(mine / theirs for theirs, mine in times)
    return Timed(ratio, min(theirs for theirs, _ in times), min(mine for _, mine in times))


def exponent(times: Mapping[int, float]) -> float:
    """How time grows with size, by least squares over the logarithms: 1 is in step, 2 is with the square.

    >>> exponent({10: 1.0, 100: 10.0, 1000: 100.0})
    1.0
    """
    slope, _ = linear_regression([log(size) for size in times], [log(time) for time in times.values()])
    return round(slope, 3)


def each(seconds: float, count: int) -> float:
    """Microseconds for each of `count`."""
    return seconds / count * 1e6


def _repeats(call: Call) -> int:
    call()  # what is made once, imports and caches, is not timed
    return max(1, ceil(_LEAST / max(_turn(call, 1), 1e-6)))


def _turn(call: Call, repeats: int) -> float:
    gc.collect()
    start = process_time()
    for _ in range(repeats):
        call()
    return (process_time() - start) / repeats


def _settle() -> None:
    """The modules of the SDKs are a million objects, which each full collection would look through."""
    gc.collect()
    gc.freeze()
