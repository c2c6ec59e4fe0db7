"""Marks of hidden sources: what was lifted out of an answer names its source, with title and address."""

from bisect import bisect_right
from collections.abc import Callable

from citebridge.models import Answer, Lift, Span


class RawText:
    """`Answer.raw_text` without the lifted marks that tell of a hidden source, and the way of a place to its new one.

    >>> answer = Answer(text="No.", raw_text="No[1] [2].", lifted=(Lift(Span(2, 5), 2), Lift(Span(5, 9), 2)))
    >>> seen = RawText(answer, lambda mark: "1" in mark)
    >>> seen.text, seen.lifted, seen.span(Span(2, 5)), seen.span(Span(6, 9))
    ('No [2].', (Lift(raw=Span(start=2, end=6), at=2),), None, Span(start=3, end=6))
    """

    def __init__(self, answer: Answer, tells: Callable[[str], bool]) -> None:
        raw = answer.raw_text
        self._starts: list[int] = []
        self._ends: list[int] = []
        self._before = [0]  # how much is gone before each of them, and behind the last
        kept: list[str] = []
        at = 0
        for start, end in sorted((one.raw.start, one.raw.end) for one in answer.lifted):
            start = max(start, at)
            if start < end <= len(raw) and tells(raw[start:end]):
                kept.append(raw[at:start])
                self._starts.append(start)
                self._ends.append(end)
                self._before.append(self._before[-1] + end - start)
                at = end
        self.text = "".join([*kept, raw[at:]])
        moved = ((one, self.span(one.raw)) for one in answer.lifted)
        self.lifted = tuple(Lift(span, one.at) for one, span in moved if span is not None)

    def span(self, span: Span | None) -> Span | None:
        """Where a stretch of the raw text is now; `None` when anything of it is gone."""
        if span is None:
            return None
        number = bisect_right(self._ends, span.start)
        if number < len(self._starts) and self._starts[number] < span.end:
            return None
        return Span(span.start - self._before[number], span.end - self._before[number])
