"""Several who record at the same time: what each of them adds to the file."""

from collections import Counter
from collections.abc import Iterable, Sequence

from citebridge.cassettes.cassette import Entry
from citebridge.cassettes.digests import Key


def merged(now: Sequence[Entry], before: Iterable[Entry], gone: Iterable[Entry], mine: Sequence[Entry]) -> list[Entry]:
    """The entries of a file that has become `now`, for somebody who read it `before` and has recorded `mine` since.

    `gone` are those of before that make room. What others added stays. Where they recorded a request as often, theirs
    is the answer: what was asked once is not answered twice. Of mine some may be in the file already.
    """
    leaving, known = (Counter(one.data for one in some) for some in (gone, before))
    written = Counter(one.data for one in now) & Counter(one.data for one in mine)
    missing, theirs, times = written.copy(), Counter[Key](), Counter[Key]()
    kept: list[Entry] = []
    for one in now:
        if _takes(missing, one.data):
            kept.append(one)
        elif not _takes(leaving, one.data):
            kept.append(one)
            theirs[one.key] += not _takes(known, one.data)
    for one in mine:
        times[one.key] += 1
        if not _takes(written, one.data) and theirs[one.key] < times[one.key]:
            kept.append(one)
    return kept


def _takes(counts: Counter[bytes], data: bytes) -> bool:
    """Whether one of these is left; if so it is taken."""
    left = counts[data] > 0
    counts[data] -= left
    return left
