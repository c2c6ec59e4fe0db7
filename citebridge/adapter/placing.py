"""Places: from a provider's offsets to anchors in the text, each told once its text has been told.

What is exact is placed as soon as its text has come. What misses its words waits until its slot is complete, so that
whole answers and streams mend alike. Where nobody is told before the end, everything waits for it.
"""

from collections.abc import Callable, Sequence

from citebridge.adapter.draft import Draft, Link, Request
from citebridge.adapter.handover import Handover
from citebridge.adapter.mark_placing import MarkPlacer
from citebridge.adapter.mending import Found, find_ranges
from citebridge.adapter.slot import Part, Slot
from citebridge.adapter.teller import Teller
from citebridge.adapter.transcript import Transcript
from citebridge.marks import Grammar, Mark, Scanner


class Placer:
    """Takes citations with offsets and hands them to the teller with places in the visible text."""

    def __init__(
        self, teller: Teller, grammars: Sequence[Grammar], stray: Callable[[int, Mark], Sequence[Draft]]
    ) -> None:
        self.transcript = Transcript(teller.text, self._on_start, self._on_waited, self._on_done, teller.lone_half)
        self._teller, self._handover = teller, Handover(self.transcript, teller)
        self.marks = MarkPlacer(self.transcript, teller, self._handover, stray)
        if grammars:
            self.transcript.read_marks(Scanner(grammars, self.marks))
        self._late: list[Slot] = []  # complete slots to which offsets came late

    # -- what adapters ask for

    def whole(self, slot: Slot | Part, draft: Draft) -> None:
        """The citation hangs on all the text of the slot."""
        if isinstance(slot, Part) or slot.done:
            self._place_whole(slot, draft)
        elif slot.wholes is None:
            slot.wholes = [draft]
        else:
            slot.wholes.append(draft)

    def offsets(self, slot: Slot, request: Request) -> None:
        """The citation hangs on a range of the slot, or at a point in it."""
        if slot.done:
            if not slot.unfit:
                self._late.append(slot)  # all that comes late is mended together, at the end
            self._try(slot, request) if self._teller.telling else self._wait(slot, request)
        elif not self._teller.telling:
            self._wait(slot, request)
        elif slot.base is not None and request.end <= slot.length:
            self._try(slot, request)
        else:
            slot.await_text(request)

    def link(self, slot: Slot, link: Link) -> None:
        """The citation's range is that of a link or another mark."""
        self.marks.link(slot, link)

    def settle(self) -> None:
        """Hand over the citations whose text has been told; where nobody is told, they wait for the end."""
        if (self.marks.passing or self._handover.awaiting) and self._teller.telling:
            self._settle()

    def _settle(self) -> None:
        settled = self.transcript.settled
        self.marks.settle(settled)
        self._handover.settle(settled)

    def finish(self) -> None:
        """All text has come."""
        self.transcript.end()
        for slot in self._late:
            self._mend(slot, slot.unfit or ())
            slot.unfit = None
        self.marks.close()
        self._settle()
        self.marks.finish()
        self._settle()

    # -- within

    def _on_start(self, slot: Slot) -> None:
        """It is known where a slot begins, and so where its links are."""
        links, slot.links = slot.links, None
        for link in links or ():
            self.marks.link(slot, link)

    def _on_waited(self, slot: Slot) -> None:
        """Text of a slot has come that something waits for."""
        for request in slot.arrived():
            self._try(slot, request)

    def _on_done(self, slot: Slot) -> None:
        """A slot is complete."""
        if slot.waiting or slot.unfit:
            for request in slot.arrived():
                self._try(slot, request)
            waiting = sorted(slot.waiting or (), key=lambda one: one[:2])
            left = [*(slot.unfit or ()), *(request for _, _, request in waiting)]
            slot.unfit = slot.waiting = None
            self._mend(slot, left)
        for draft in slot.wholes or ():
            self._place_whole(slot, draft)
        slot.wholes = None

    def _place_whole(self, slot: Slot | Part, draft: Draft) -> None:
        start = slot.base or 0
        if not slot.length:
            self._teller.nowhere(draft)
        elif self.transcript.scanner is None:  # nothing is lifted, nothing is held
            self._teller.placed(draft, start, start + slot.length, None)
        else:
            self._handover.give(draft, "span", start, start + slot.length)

    def _wait(self, slot: Slot, request: Request) -> None:
        if slot.unfit is None:
            slot.unfit = [request]
        else:
            slot.unfit.append(request)

    def _try(self, slot: Slot, request: Request) -> None:
        """Place a range that is exact; what is not waits for the whole slot."""
        base = slot.base or 0
        counted = request.unit == "codepoint" and 0 in request.bases.said
        fits = counted and 0 <= request.start <= request.end <= slot.length
        if fits and request.kind == "span":
            fits = request.start < request.end
            if fits and request.says is not None:
                words = self.transcript.raw.slice(base + request.start, base + request.end)
                fits = words == request.says
        if fits:
            self._handover.give(request.draft, request.kind, base + request.start, base + request.end)
        else:
            self._wait(slot, request)

    def _mend(self, slot: Slot, requests: Sequence[Request]) -> None:
        if not requests:
            return
        text, base = self.transcript.text_of(slot), slot.base or 0
        found = iter(find_ranges(text, [request for request in requests if request.kind == "span"]))
        for request in requests:
            if request.kind == "span":
                place = next(found)
            else:
                place = Found(request.start, request.start, None) if 0 <= request.start <= slot.length else None
            if place is None:
                self._handover.unusable(request.draft, _said(request))
                continue
            if place.code:
                words = text[place.start : place.end][:60]
                self._teller.notice(place.code, f"{_said(request)} miss; taken for {words!r} at {place.start}")
            self._handover.give(request.draft, request.kind, base + place.start, base + place.end)


def _said(request: Request) -> str:
    return f"offsets {request.start} to {request.end}"
