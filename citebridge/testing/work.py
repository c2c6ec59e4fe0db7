"""How work grows with the input, counted in calls and not in seconds, so that a busy machine does not matter."""

import json
import sys
from collections.abc import Callable, Iterator
from types import FrameType

from pydantic import JsonValue

from citebridge.testing.laws import holds
from citebridge.testing.paths import paths_in, put, shape_of, shown
from citebridge.testing.recordings import Recording

ENOUGH = 2.2  # twice the input is twice the calls when all is well, and four times when each part looks at all others
_TIMES = (4, 8, 16)
_EVENTS = 20
_LISTS = 3


def check_growth(read: Callable[[JsonValue], object], make: Callable[[int], JsonValue], what: str) -> None:
    """Law 10, coarsely: the calls beyond those for a small input double when the input does."""
    read(make(1))  # what is only done once is done
    few, some, many = (calls_of(read, make(times)) for times in _TIMES)
    grown = (many - some) / max(some - few, 1)
    holds("work grows in step with the input", grown < ENOUGH, f"twice {what} makes {grown:.1f} times the calls")


def calls_of(read: Callable[[JsonValue], object], value: JsonValue) -> int:
    """How many functions are called, of Python and of C. What a loop does without a call is not seen."""
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        if event in ("call", "c_call"):
            count += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        read(value)
    finally:
        sys.setprofile(before)
    return count


def grown(recording: Recording) -> Iterator[tuple[str, Callable[[int], JsonValue]]]:
    """What can be repeated in a recording, and how: the events between the first and the last, or one of the lists."""
    if recording.is_stream:
        first, *between = recording.events[:_EVENTS]
        yield "the events", lambda times: [first, *between * times, recording.events[-1]]
        return
    lists = {
        shape_of(path): (path, item) for path, item in paths_in(recording.value) if isinstance(item, list) and item
    }
    for path, item in sorted(lists.values(), key=lambda one: -len(json.dumps(one[1])))[:_LISTS]:
        yield shown(path), lambda times, path=path, item=item: put(recording.value, path, item * times)
