"""Two who record at the same time: what each of them adds to the file."""

from collections import Counter
from collections.abc import Iterable, Sequence

from citebridge.cassettes.cassette import Entry
from citebridge.cassettes.digests import Key


def merged(now: Sequence[Entry], before: Sequence[Entry], gone: Iterable[Entry], mine: Iterable[Entry]) -> list[Entry]:
    """The entries of a file that has become `now`, for somebody who read it `before` and recorded `mine` since.

    `gone` are those of before that are to be replaced. What others added stays. Where they have recorded the same
    request as often, theirs is the answer: a request that was asked once is not answered twice.
    """
    left = Counter(one.data for one in gone)
    kept: list[Entry] = []
    for one in now:
        if left[one.data]:
            left[one.data] -= 1
        else:
            kept.append(one)
    gained: Counter[Key] = Counter(one.key for one in now)
    gained.subtract(one.key for one in before)
    for one in mine:
        if gained[one.key] > 0:
            gained[one.key] -= 1
        else:
            kept.append(one)
    return kept
