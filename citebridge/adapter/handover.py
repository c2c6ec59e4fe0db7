"""Citations whose place in the raw text is known, handed over once the text up to their end has been told."""

from heapq import heappop, heappush
from typing import Literal

from citebridge.adapter.draft import Draft, Stretch
from citebridge.adapter.teller import Teller
from citebridge.adapter.transcript import Transcript

Kind = Literal["span", "point"]


class Handover:
    """Where nobody is told before the end, everything waits for it: any order will do."""

    def __init__(self, transcript: Transcript, teller: Teller) -> None:
        self._transcript, self._teller = transcript, teller
        self.awaiting: list[tuple[int, int, Draft, Kind, int, Stretch | None]] = []  # until their text has been told
        self._count = 0

    def give(self, draft: Draft, kind: Kind, start: int, end: int, raw_span: Stretch | None = None) -> None:
        """Hand a citation over as soon as its text has been told; the places are of the raw text."""
        if end <= self._transcript.settled:
            self._give(draft, kind, start, end, raw_span)
            return
        self._count += 1
        if self._teller.telling:
            heappush(self.awaiting, (end, self._count, draft, kind, start, raw_span))
        else:
            self.awaiting.append((end, self._count, draft, kind, start, raw_span))

    def give_mark(self, draft: Draft, at: int, mark: Stretch) -> None:
        """Hand over the citation of a mark that is lifted now, at a place in the visible text."""
        if self._teller.telling:
            self.give(draft, "point", *mark, mark)
        else:
            self._teller.placed(draft, at, at, mark)

    def settle(self, settled: int) -> None:
        """So much of the raw text has been told."""
        if not self._teller.telling:
            for end, _, draft, kind, start, raw_span in self.awaiting:
                self._give(draft, kind, start, end, raw_span)
            self.awaiting = []
        while self.awaiting and self.awaiting[0][0] <= settled:
            end, _, draft, kind, start, raw_span = heappop(self.awaiting)
            self._give(draft, kind, start, end, raw_span)

    def unusable(self, draft: Draft, what: str) -> None:
        """What a citation says of its place fits none."""
        self._teller.notice(
            "offset_unusable", f"{what} of citation {draft.fields.get('id')} fit no place in the answer"
        )
        self._teller.nowhere(draft)

    def _give(self, draft: Draft, kind: Kind, start: int, end: int, raw_span: Stretch | None) -> None:
        end = start if kind == "point" else end
        if self._transcript.lifted:
            to_text = self._transcript.to_text
            start, end = to_text(start), to_text(end)
        self._teller.placed(draft, start, end, raw_span)
