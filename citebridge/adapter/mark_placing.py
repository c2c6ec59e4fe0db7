"""Marks in the text, and the annotations that mean them: what is lifted, and where its citations hang."""

from collections.abc import Callable, Sequence
from heapq import heappop, heappush
from operator import itemgetter

from citebridge.adapter.draft import Draft, Link, Stretch
from citebridge.adapter.handover import Handover, Kind
from citebridge.adapter.links import LinkTable, is_link, is_mark, is_readable, opening_of
from citebridge.adapter.mending import Finder, Found, Range, find_ranges
from citebridge.adapter.slot import Slot
from citebridge.adapter.teller import Teller
from citebridge.adapter.transcript import Transcript
from citebridge.marks import Grammar, Mark
from citebridge.text.code_spans import code_spans, is_code

_FAR = 256  # how far before its address the brackets of a link are looked for


class MarkPlacer:
    """Listens to the scanner, and lets annotations whose range is that of a mark meet the marks.

    `stray` makes the citations of a mark that no annotation tells of.
    """

    def __init__(
        self,
        transcript: Transcript,
        teller: Teller,
        handover: Handover,
        stray: Callable[[int, Mark], Sequence[Draft]],
    ) -> None:
        self._transcript, self._teller, self._handover, self._stray = transcript, teller, handover, stray
        self.prose = teller.text  # the scanner's prose is the reader's text
        self._links = LinkTable(transcript.raw)
        self.passing: list[tuple[int, int, Link, Slot]] = []  # links that wait for their mark, by where they end
        self._count = 0
        self._missed: list[tuple[Link, Slot]] = []  # links whose range is no link
        self._told: dict[int, int] = {}  # marks that annotations told of, or may, from start to end
        self._coded: set[int] = set()  # those that stand in code and were left there
        self._unclaimed: dict[int, tuple[int, Mark]] = {}  # marks that an annotation may still tell of, by their start
        self._strays = 0  # marks that no annotation told of when they were read
        self._unexpected: dict[int, Mark] = {}  # what would be marks if that were known, by their start
        self._expected: set[str] = set()  # grammars that are marks without an annotation from now on
        self._matched: tuple[Mark, Sequence[Link], str | None] | None = None

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
            self.passing.append((link.end, self._count, link, slot))
            return
        heappush(self.passing, (link.end, self._count, link, slot))
        self._look_again()  # perhaps this very annotation was waited for

    def expect(self, grammar: Grammar) -> None:
        """What is read by a grammar is a mark from now on, without an annotation; what has been told stays prose."""
        if grammar.name in self._expected:
            return
        self._expected.add(grammar.name)
        self._place_told()
        self._look_again()

    def _look_again(self) -> None:
        scanner = self._transcript.scanner
        if scanner is not None and scanner.holds:
            scanner.feed()

    def settle(self, settled: int) -> None:
        """So much of the raw text has been told: links in it that were not lifted are no marks."""
        while self.passing and self.passing[0][0] <= settled:
            _, _, link, slot = heappop(self.passing)
            if not link.placed:
                self._pass(link, slot)

    def close(self) -> None:
        """All text has come, and all links."""
        if not self._teller.telling:
            self.passing.sort(key=itemgetter(0, 1))

    def finish(self) -> None:
        """Place what met no mark, and tell of the marks that nobody claimed."""
        left = [*self._missed, *((link, slot) for _, _, link, slot in sorted(self.passing, key=lambda one: one[:2]))]
        left = [(link, slot) for link, slot in left if not link.placed and not self._meet(link)]
        if left:
            finder = Finder(str(self._transcript.raw))
            for (link, slot), place in zip(left, self._find(left, finder), strict=True):
                self._place_missed(link, slot, place, finder)
        unclaimed, self._unclaimed = self._unclaimed, {}
        for number, mark in unclaimed.values():
            for draft in self._stray(number, mark):
                self._handover.give(draft, "point", mark.start, mark.end, (mark.start, mark.end))

    # -- the scanner's listener

    def lift(self, start: int, end: int, marks: Sequence[Mark]) -> None:
        """Marks that were taken out."""
        at = self._transcript.lift(start, end)
        for mark in marks:
            self._take(mark, at)

    def is_annotated(self, mark: Mark) -> bool:
        """Whether an annotation makes this a mark."""
        if mark.grammar.name in self._expected or self._match(mark)[0]:
            return True
        if mark.grammar.in_brackets:
            self._unexpected[mark.start] = mark
        return False

    def passed_over(self, code: str, text: str, at: int) -> None:
        """What looks like a mark and is none."""
        if code == "mark_in_code":
            self._told[at] = at + len(text)
            self._coded.add(at)
        self._teller.notice(code, f"left in the text at {at}: {text[:80]!r}")

    # -- within

    def _take(self, mark: Mark, at: int) -> None:
        """Cite what a mark is: what annotations tell of it, or what it says itself."""
        self._unexpected.pop(mark.start, None)
        links, code = self._match(mark) if self._count else ((), None)
        claimable = mark.grammar.annotated == "possible"
        number, where = self._strays, (mark.start, mark.end)
        if claimable or not links:  # counted also when it was claimed at once: the annotation may as well come late
            self._strays += 1
        if code:
            self._teller.notice(*_taken_for(mark.text, code))
        if links or claimable:
            self._told[mark.start] = mark.end
        for link in links:
            self._links.place(link)
            self._handover.give_mark(link.draft, at, where)
        if links:
            return
        if claimable:
            self._unclaimed[mark.start] = number, mark
            return
        for draft in self._stray(number, mark):
            self._handover.give_mark(draft, at, where)

    def _match(self, mark: Mark) -> tuple[Sequence[Link], str | None]:
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
        return (self._transcript.current.base or 0) if self._transcript.current is not None else 0

    def _place_link(self, link: Link, kind: Kind, start: int, end: int, raw_span: Stretch | None) -> None:
        self._links.place(link)
        self._handover.give(link.draft, kind, start, end, raw_span)

    def _place_told(self) -> None:
        """What would have been marks, had it been known in time."""
        settled, unexpected, self._unexpected = self._transcript.settled, self._unexpected, {}
        text = str(self._transcript.raw) if unexpected else ""
        code = code_spans(text, settled)
        for mark in unexpected.values():
            if mark.end > settled or is_code(code, mark.start):
                continue
            number, self._strays = self._strays, self._strays + 1
            self._teller.notice("late_annotation", f"{mark.text!r} had been told before it was known to be a mark")
            for draft in self._stray(number, mark):
                self._handover.give(draft, "span", mark.start, mark.end)

    def _pass(self, link: Link, slot: Slot) -> None:
        """The text of a link has been told without its being lifted."""
        words = self._words(link)
        if is_link(words, link.url) and not is_mark(words, link.url):
            self._place_link(link, "span", link.start, link.end, None)
        elif self._meet(link):
            return
        elif is_readable(words):
            self._teller.notice("late_annotation", f"an annotation came after its link had been told: {words[:80]!r}")
            self._place_link(link, "span", link.start, link.end, None)
        elif is_mark(words, link.url):
            self.passed_over("broken_mark", words, link.start)
            self._place_link(link, "span", link.start, link.end, None)
        else:
            self._missed.append((link, slot))

    def _meet(self, link: Link) -> bool:
        """Let a link have the mark that it means, which was lifted without it or left in code."""
        mark = self._links.told_near(link, self._told)
        if mark is None:
            return False
        start, end = mark
        self._unclaimed.pop(start, None)
        if (start, end) != (link.start, link.end):
            self._teller.notice(*_taken_for(self._transcript.raw.slice(start, end)))
        self._place_told_mark(link, start, end)
        return True

    def _place_told_mark(self, link: Link, start: int, end: int) -> None:
        if self._told.get(start) == end and start not in self._coded:
            self._place_link(link, "point", start, end, (start, end))
        else:
            self._place_link(link, "span", start, end, None)

    def _find(self, left: Sequence[tuple[Link, Slot]], finder: Finder) -> list[Found | None]:
        """Where that stands which ranges miss: in their own part, in which they count, else anywhere."""
        parts: dict[Slot, list[int]] = {}
        for number, (_, slot) in enumerate(left):
            parts.setdefault(slot, []).append(number)
        found: list[Found | None] = [None] * len(left)
        for slot, numbers in parts.items():
            base, ranges = slot.base or 0, [_range_of(left[number][0], slot.base or 0) for number in numbers]
            places = find_ranges(self._transcript.text_of(slot), ranges)
            for number, one, place in zip(numbers, ranges, places, strict=True):
                if place is not None:
                    found[number] = Found(base + place.start, base + place.end, place.code)
                elif one.says and (at := finder.anywhere(one.says)) is not None:
                    found[number] = Found(at, at + len(one.says), "offset_mended")
        return found

    def _place_missed(self, link: Link, slot: Slot, found: Found | None, finder: Finder) -> None:
        """A range that is not the link it should be: the one that was found, else as said, else nowhere."""
        what = f"range {link.start} to {link.end}"
        if found is not None and link.says is not None:
            if (found.start, found.end) != (link.start, link.end):
                said = f"{what} does not read {link.says[:60]!r}; taken for the one at {found.start}"
                self._teller.notice(found.code or "offset_mended", said)
            self._unclaimed.pop(found.start, None)
            self._place_told_mark(link, found.start, found.end)
            return
        begin = opening_of(self._transcript.raw.slice(max(0, found.start - _FAR), found.start)) if found else -1
        if found is not None and link.url is not None and begin >= 0:
            begin += max(0, found.start - _FAR)
            self._teller.notice(found.code or "offset_mended", f"{what} misses its link; taken for the one at {begin}")
            self._place_link(link, "span", begin, found.end, None)
        elif self._stands(link, slot, finder):
            self._teller.notice("range_is_no_link", f"{what} is no link to its address; kept as said")
            self._place_link(link, "span", link.start, link.end, None)
        else:
            self._links.place(link)
            self._handover.unusable(link.draft, what)

    def _stands(self, link: Link, slot: Slot, finder: Finder) -> bool:
        """Whether a range that misses what it should be stands as said: it is a link, or its address is nowhere."""
        base = slot.base or 0
        if link.says is not None or not base <= link.start < link.end <= base + slot.length:
            return False
        return is_readable(f"({self._words(link)})") or not (link.url and finder.holds(link.url))

    def _words(self, link: Link) -> str:
        """What the range of a link reads; of a long one only how it begins and ends, where a link shows what it is."""
        raw, start, end = self._transcript.raw, link.start, link.end
        if not 0 <= start < end:
            return ""
        begun, rest = start + _FAR, end - len(link.url or "") - _FAR
        return raw.slice(start, end) if begun >= rest else raw.slice(start, begun) + raw.slice(rest, end)


def _range_of(link: Link, base: int) -> Range:
    """Where in its part a link ends with its address, or reads as it says."""
    says = f"]({link.url})" if link.says is None and link.url else link.says
    start = link.start if says is None or says == link.says else link.end - len(says)
    return Range(start - base, link.end - base, says=says)


def _taken_for(mark: str, code: str = "offset_mended") -> tuple[str, str]:
    return code, f"an annotation's range was taken for the mark {mark[:80]!r}"
