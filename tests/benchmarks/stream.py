"""Streams, from the bytes of their events to the `Answer`, with all events taken."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from citebridge import normalize_stream
from citebridge.models import AnswerDone
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.streams import STREAMS, by_event, by_size, read_plainly
from tests.benchmarks.timing import Timed, compare, each, exponent

Cut = Callable[[Iterable[bytes]], list[bytes]]
_CUTS: dict[str, Cut] = {"by 4 kB": by_size, "by event": by_event}


def time_streams(plan: Plan) -> Iterator[Figure]:
    """Microseconds an event, at worst over the lengths, and how the time grows."""
    for name, (provider, make) in STREAMS.items():
        for cut_name, cut in _CUTS.items():
            found = {count: _timed(plan, provider, cut(make(count)), count) for count in plan.events}
            yield from _figures(f"{name}, {cut_name}", found)


def _timed(plan: Plan, provider: str, pieces: list[bytes], count: int) -> Timed:
    """Seconds for an event, ours and the least."""
    _check(provider, pieces, count)
    read = read_plainly(pieces)
    timed = compare(partial(read_plainly, pieces), partial(_take, provider, pieces), min(plan.rounds, 7))
    return Timed(timed.ratio, timed.base / read, timed.ours / read)


def _take(provider: str, pieces: list[bytes]) -> None:
    deque(normalize_stream(pieces, provider=provider), maxlen=0)


def _check(provider: str, pieces: list[bytes], count: int) -> None:
    last = deque(normalize_stream(pieces, provider=provider), maxlen=1).pop()
    assert isinstance(last, AnswerDone)
    assert not last.answer.notices, (provider, count, last.answer.notices[:3])
    assert abs(len(last.answer.citations) - count / 10) <= 1, (provider, count, len(last.answer.citations))


def _figures(name: str, found: dict[int, Timed]) -> Iterator[Figure]:
    worst = max(each(timed.ours, 1) for timed in found.values())
    told = ", ".join(f"{count:,}: {short(each(timed.ours, 1))}" for count, timed in found.items())
    least = [each(timed.base, 1) for timed in found.values()]
    ratios = [timed.ratio for timed in found.values()]
    floor = f"split + json.loads {short(min(least))} to {short(max(least))}, x {short(min(ratios))} to"
    yield Figure(name, worst, "us an event", 6.0, None, f"{told}; {floor} {short(max(ratios))}")
    grown = exponent({count: timed.ours * count for count, timed in found.items()})
    plain = exponent({count: timed.base * count for count, timed in found.items()})
    yield Figure(f"{name}, growth", grown, "exponent", 1.05, None, f"split + json.loads {plain:.2f}")
