"""Places: from a provider's offsets to anchors in the text, each told once its text has been told.

What is exact is placed as soon as its text has come. What misses its words waits until its slot is complete, so that
whole answers and streams mend alike. Where nobody is told before the end, everything waits for it.
"""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from operator import itemgetter
from typing import Literal

from citebridge.adapter.draft import Draft, Link, Request
from citebridge.adapter.links import LinkTable, is_link, is_mark
from citebridge.adapter.mending import Finder, Found, find_ranges
from citebridge.adapter.slot import Part, Slot
from citebridge.adapter.teller import Teller
from citebridge.adapter.transcript import Transcript
from citebridge.marks import Grammar, Mark, Scanner
from citebridge.models import Span

Kind = Literal["span", "point"]

_FAR = 256  # how far before its address the brackets of a link are looked for


class Placer:
    """Takes citations with offsets and hands them to the teller with places in the visible text."""

    def __init__(
        self, teller: Teller, grammars: Sequence[Grammar], stray: Callable[[int, Mark], Sequence[Draft]]
    ) -> None:
        self.transcript = Transcript(teller.text, self._on_start, self._on_text, self._on_done, teller.lone_half)
        if grammars:
            self.transcript.read_marks(Scanner(grammars, self))
        teller.read(self.transcript.visible)
        self._teller = teller
        self._stray = stray
        self._links = LinkTable(self.transcript.raw)
        self._passing: list[tuple[int, int, Link, Slot]] = []  # links, by where they end
        self._missed: list[tuple[Link, Slot]] = []  # links whose range is no link
        self._lifted: dict[int, int] = {}  # marks that annotations told of, from start to end
        self._late: list[Slot] = []  # complete slots to which offsets came late
        self._unclaimed: dict[int, tuple[int, Mark]] = {}  # marks that an annotation may still tell of, by their start
        self._strays = 0  # marks that no annotation told of when they were read
        self._expected: set[str] = set()  # grammars that are marks without an annotation from now on
        self._awaiting: list[tuple[int, int, Draft, Kind, int, Span | None]] = []  # until their text has been told
        self._count = 0
        self._matched: tuple[Mark, list[Link], str | None] | None = None

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
        elif slot.base is not None and request.range.end <= slot.length:
            self._try(slot, request)
        else:
            slot.await_text(request)

    def link(self, slot: Slot, link: Link) -> None:
        """The citation's range is that of a link or another mark."""
        if slot.base is None:
            if slot.links is None:
                slot.links = []
            slot.links.append(link)
            return
        link.start += slot.base
        link.end += slot.base
        self._links.add(link)
        self._count += 1
        if not self._teller.telling:
            self._passing.append((link.end, self._count, link, slot))
            return
        heappush(self._passing, (link.end, self._count, link, slot))
        self._look_again()  # perhaps this very annotation was waited for

    def expect(self, grammar: Grammar) -> None:
        """What is read by a grammar is a mark from now on, without an annotation."""
        self._expected.add(grammar.name)
        self._look_again()

    def _look_again(self) -> None:
        scanner = self.transcript.scanner
        if scanner is not None and scanner.holds:
            scanner.feed()

    def settle(self) -> None:
        """Hand over the citations whose text has been told; where nobody is told, they wait for the end."""
        if self._teller.telling and (self._passing or self._awaiting):
            self._settle()

    def _settle(self) -> None:
        settled = self.transcript.settled
        self._pass_links(settled)
        if not self._teller.telling:
            for end, _, draft, kind, start, raw_span in self._awaiting:
                self._hand_over(draft, kind, start, end, raw_span)
            self._awaiting = []
        while self._awaiting and self._awaiting[0][0] <= settled:
            end, _, draft, kind, start, raw_span = heappop(self._awaiting)
            self._hand_over(draft, kind, start, end, raw_span)

    def _pass_links(self, settled: int) -> None:
        while self._passing and self._passing[0][0] <= settled:
            _, _, link, slot = heappop(self._passing)
            if not link.placed:
                self._pass(link, slot)

    def finish(self) -> None:
        """All text has come."""
        self.transcript.end()
        for slot in self._late:
            self._mend(slot, slot.unfit or ())
            slot.unfit = None
        if not self._teller.telling:
            self._passing.sort(key=itemgetter(0, 1))
        self._settle()
        left = [*self._missed, *((link, slot) for _, _, link, slot in sorted(self._passing, key=lambda one: one[:2]))]
        finder = Finder(str(self.transcript.raw)) if left else None
        for link, slot in left:
            if finder is not None and not link.placed:
                self._place_missed(link, slot, finder)
        self._place_unclaimed()
        self._settle()

    # -- the scanner's listener

    def prose(self, text: str) -> None:
        """Text for the reader."""
        self.transcript.tell(text)

    def lift(self, start: int, end: int, marks: Sequence[Mark]) -> None:
        """Marks that were taken out."""
        self.transcript.lift(start, end)
        for mark in marks:
            self._take(mark)

    def _take(self, mark: Mark) -> None:
        """Cite what a mark is: what annotations tell of it, or what it says itself."""
        links, code = self._match(mark)
        claimable = mark.grammar.annotated == "possible"
        number = self._strays
        if claimable or not links:  # counted also when it was claimed at once: the annotation may as well come late
            self._strays += 1
        if code:
            self._teller.notice(*_taken_for(mark.text, code))
        if links or claimable:
            self._lifted[mark.start] = mark.end
        for link in links:
            self._place_link(link, "point", mark.start, mark.end, Span(mark.start, mark.end))
        if not links and claimable:
            self._unclaimed[mark.start] = number, mark
        elif not links:
            self._place_stray(number, mark)

    def is_annotated(self, mark: Mark) -> bool:
        """Whether an annotation makes this a mark."""
        return mark.grammar.name in self._expected or bool(self._match(mark)[0])

    def passed_over(self, code: str, text: str, at: int) -> None:
        """What looks like a mark and is none."""
        self._teller.notice(code, f"left in the text at {at}: {text[:80]!r}")

    # -- within

    def _match(self, mark: Mark) -> tuple[list[Link], str | None]:
        """The links that mean a mark, as they were found when it was read."""
        if self._matched is None or self._matched[0] is not mark:
            links, code = self._links.match(mark, self._base())
            if not links:
                return links, code
            for link in links:
                link.mark = mark.start
            self._matched = (mark, links, code)
        return self._matched[1:]

    def _base(self) -> int:
        return (self.transcript.current.base or 0) if self.transcript.current is not None else 0

    def _on_start(self, slot: Slot) -> None:
        """It is known where a slot begins, and so where its links are."""
        links, slot.links = slot.links, None
        for link in links or ():
            self.link(slot, link)

    def _on_text(self, slot: Slot) -> None:
        """Text of a slot has come."""
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
            self._await(draft, "span", start, start + slot.length, None)

    def _wait(self, slot: Slot, request: Request) -> None:
        if slot.unfit is None:
            slot.unfit = [request]
        else:
            slot.unfit.append(request)

    def _try(self, slot: Slot, request: Request) -> None:
        """Place a range that is exact; what is not waits for the whole slot."""
        said = request.range
        base = slot.base or 0
        inside = 0 <= said.start <= said.end <= slot.length and said.unit == "codepoint" and 0 in said.bases
        if request.kind == "point":
            fits = inside
        else:
            fits = inside and said.start < said.end
            if fits and said.says is not None:
                fits = self.transcript.raw.slice(base + said.start, base + said.end) == said.says
        if fits:
            self._place(request.draft, request.kind, slot, said.start, said.end)
        else:
            self._wait(slot, request)

    def _mend(self, slot: Slot, requests: Sequence[Request]) -> None:
        if not requests:
            return
        text = self.transcript.text_of(slot)
        spans = [request for request in requests if request.kind == "span"]
        found = iter(find_ranges(text, [one.range for one in spans]))
        for request in requests:
            said = request.range
            if request.kind == "span":
                place = next(found)
            else:
                place = Found(said.start, said.start, None) if 0 <= said.start <= slot.length else None
            if place is None:
                self._unusable(request.draft, f"offsets {said.start} to {said.end}")
                continue
            if place.code:
                words = text[place.start : place.end][:60]
                self._teller.notice(
                    place.code, f"offsets {said.start} to {said.end} miss; taken for {words!r} at {place.start}"
                )
            self._place(request.draft, request.kind, slot, place.start, place.end)

    def _unusable(self, draft: Draft, what: str) -> None:
        self._teller.notice(
            "offset_unusable", f"{what} of citation {draft.fields.get('id')} fit no place in the answer"
        )
        self._teller.nowhere(draft)

    def _place(self, draft: Draft, kind: Kind, slot: Slot, start: int, end: int) -> None:
        base = slot.base or 0
        self._await(draft, kind, base + start, base + end, None)

    def _place_link(self, link: Link, kind: Kind, start: int, end: int, raw_span: Span | None) -> None:
        link.placed = True
        self._await(link.draft, kind, start, end, raw_span)

    def _await(self, draft: Draft, kind: Kind, start: int, end: int, raw_span: Span | None) -> None:
        """Hand a citation over once the raw text up to its end has been told."""
        if end <= self.transcript.settled:
            self._hand_over(draft, kind, start, end, raw_span)
            return
        self._count += 1
        if self._teller.telling:
            heappush(self._awaiting, (end, self._count, draft, kind, start, raw_span))
        else:  # there is no hurry: in the end all text has been told, and any order will do
            self._awaiting.append((end, self._count, draft, kind, start, raw_span))

    def _hand_over(self, draft: Draft, kind: Kind, start: int, end: int, raw_span: Span | None) -> None:
        to_text = self.transcript.to_text
        if kind == "point":
            at = to_text(start)
            self._teller.placed(draft, at, at, raw_span)
        else:
            self._teller.placed(draft, to_text(start), to_text(end), raw_span)

    def _place_stray(self, number: int, mark: Mark) -> None:
        for draft in self._stray(number, mark):
            self._await(draft, "point", mark.start, mark.end, Span(mark.start, mark.end))

    def _place_unclaimed(self) -> None:
        unclaimed, self._unclaimed = self._unclaimed, {}
        for number, mark in unclaimed.values():
            self._place_stray(number, mark)

    def _pass(self, link: Link, slot: Slot) -> None:
        """The text of a link has been told without its being lifted."""
        words = self.transcript.raw.slice(link.start, link.end) if 0 <= link.start < link.end else ""
        if is_link(words, link.url) and not is_mark(words, link.url):
            self._place_link(link, "span", link.start, link.end, None)
        elif (mark := self._links.lifted_near(link, self._lifted)) is not None:  # another annotation has lifted it
            start, end = mark
            self._unclaimed.pop(start, None)
            if (start, end) != (link.start, link.end):
                words = self.transcript.raw.slice(start, end)
                self._teller.notice(*_taken_for(words))
            self._place_link(link, "point", start, end, Span(start, end))
        elif is_mark(words, link.url):
            self._teller.notice("late_annotation", f"an annotation came after its link had been told: {words[:80]!r}")
            self._place_link(link, "span", link.start, link.end, None)
        else:
            self._missed.append((link, slot))

    def _place_missed(self, link: Link, slot: Slot, finder: Finder) -> None:
        """A range that is not the link it should be: the one link to that address, else as said, else nowhere."""
        if link.says is not None:
            self._place_said(link, link.says, finder)
            return
        raw = self.transcript.raw
        at = finder.anywhere(f"]({link.url})") if link.url else None
        begin = raw.slice(max(0, at - _FAR), at).rfind("[") if at is not None else -1
        what = f"range {link.start} to {link.end}"
        if at is not None and begin >= 0:
            start, end = max(0, at - _FAR) + begin, at + len(link.url or "") + 3
            if start and raw.slice(start - 1, start + 1) == "[[" and raw.slice(at - 1, at) == "]":
                start -= 1  # a numbered link
            self._teller.notice("offset_mended", f"{what} misses its link; taken for the one at {start}")
            self._place_link(link, "span", start, end, None)
        elif (link.url and finder.holds(link.url)) or not self._within(link, slot):
            link.placed = True
            self._unusable(link.draft, what)
        else:
            self._teller.notice("range_is_no_link", f"{what} is no link to its address; kept as said")
            self._place_link(link, "span", link.start, link.end, None)

    def _place_said(self, link: Link, says: str, finder: Finder) -> None:
        """A range that does not read as it should: the one place that does, else nowhere."""
        at, what = finder.anywhere(says), f"range {link.start} to {link.end}"
        if at is None:
            link.placed = True
            self._unusable(link.draft, what)
            return
        end = at + len(says)
        self._teller.notice("offset_mended", f"{what} does not read {says[:60]!r}; taken for the one at {at}")
        self._unclaimed.pop(at, None)
        lifted = self._lifted.get(at) == end
        self._place_link(link, "point" if lifted else "span", at, end, Span(at, end) if lifted else None)

    def _within(self, link: Link, slot: Slot) -> bool:
        base = slot.base or 0
        return base <= link.start < link.end <= base + slot.length


def _taken_for(mark: str, code: str = "offset_mended") -> tuple[str, str]:
    return code, f"an annotation's range was taken for the mark {mark[:80]!r}"
