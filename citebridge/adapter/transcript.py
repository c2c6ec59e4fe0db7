"""The raw text of an answer while it grows, its slots in order, and what was lifted out of it."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from operator import attrgetter

from citebridge.adapter.rope import Rope
from citebridge.adapter.slot import Key, Part, Slot
from citebridge.marks import Scanner
from citebridge.models import Lift, Span


class Transcript:
    """Joins the slots with nothing between them; text of a later slot waits for the earlier one to be closed.

    `on_text` is told of the text, `on_start` of a slot with links whose turn has come, `on_waited` of a slot to which
    text came that something waits for, `on_done` of a slot that is complete, and `on_lone` of half a surrogate pair
    that stays alone.
    """

    def __init__(
        self,
        on_text: Callable[[str], None],
        on_start: Callable[[Slot], None],
        on_waited: Callable[[Slot], None],
        on_done: Callable[[Slot], None],
        on_lone: Callable[[], None],
    ) -> None:
        self.raw = Rope()
        self.length = 0  # of the raw text, in code points
        self.lifted: list[Lift] = []
        self.scanner: Scanner | None = None
        self.current: Slot | None = None  # whose text flows
        self._on_text = on_text  # the reader, or the scanner where marks are lifted
        self._on_start, self._on_waited, self._on_done = on_start, on_waited, on_done
        self._on_lone = on_lone
        self._slots: dict[Key, Slot] = {}
        self._order: list[Slot] = []
        self._turn = 0
        self._announced: set[int] = set()
        self._known_to = -1  # all numbers below have been announced; -1 where parts are not announced
        self._ended = False
        self._lift_starts: list[int] = []

    def read_marks(self, scanner: Scanner) -> None:
        """Let marks be lifted: the reader is told what the scanner leaves."""
        self.scanner = scanner
        self._on_text = scanner.feed

    @property
    def settled(self) -> int:
        """How much of the raw text has been told, or lifted."""
        return self.length if self.scanner is None else self.scanner.settled

    def slot(self, key: Key) -> Slot:
        """The slot of that key; a new one takes its place in the order of keys."""
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = Slot(key, self._add, self._on_lone)
            self._enter(slot)
            if self._order[self._turn] is slot:
                self.advance()
        return slot

    def part(self, key: Key, text: str) -> Slot | Part:
        """A part that comes whole, behind all that have come."""
        if self.scanner is None and not self._order:
            part = Part(self.length, len(text))
            self._flow(text)
            return part
        slot = self.slot(key)
        slot.add(text)
        slot.close()
        self.advance()
        return slot

    def announce(self, number: int) -> None:
        """Part `number` of the answer exists, with text or without: text after it need not wait for it to appear."""
        if number < self._known_to:
            return
        if self._known_to < 0:
            self._known_to = 0
        if number != self._known_to:
            self._announced.add(number)
            return
        self._known_to += 1
        while self._known_to in self._announced:
            self._announced.discard(self._known_to)
            self._known_to += 1

    def advance(self) -> None:
        """Let the text flow whose turn has come."""
        while self._turn < len(self._order):
            slot = self._order[self._turn]
            if slot.base is None and not self._start(slot):
                return
            if not slot.closed and not self._ended:
                return
            slot.closed = slot.done = True
            self._turn += 1
            self._on_done(slot)

    def end(self) -> None:
        """All text has come: what waited flows, what was held is told."""
        for slot in list(self._order):
            if not slot.closed:
                slot.close()
        self._ended = True
        self.advance()
        if self.scanner is not None:
            self.scanner.finish()

    def release(self) -> None:
        """All has been told: know nobody any more. Parts that know each other wait for Python's garbage collector."""
        self._on_text = self._on_start = self._on_waited = self._on_done = _nobody
        self.scanner = self.current = None
        self._slots, self._order = {}, []

    def text_of(self, slot: Slot) -> str:
        """The raw text of a slot, as far as it has come."""
        if slot.base is None:
            return "".join(slot.parts or ())
        return self.raw.slice(slot.base, slot.base + slot.length)

    def to_text(self, at: int) -> int:
        """An offset in the raw text as one in the visible text; within a lifted stretch, the place it stood at."""
        if not self._lift_starts:
            return at
        number = bisect_right(self._lift_starts, at) - 1
        if number < 0:
            return at
        lift = self.lifted[number]
        return lift.at if at <= lift.raw.end else at - _gone(lift)

    def to_raw(self, at: int) -> int:
        """An offset in the visible text as one in the raw text, behind what was lifted there."""
        number = bisect_right(self.lifted, at, key=attrgetter("at"))
        return at + _gone(self.lifted[number - 1]) if number else at

    def lift(self, start: int, end: int) -> int:
        """Take a stretch of the raw text out of what the reader sees; gives the place where it stood."""
        at = start - _gone(self.lifted[-1]) if self.lifted else start
        self.lifted.append(Lift(Span(start, end), at))
        self._lift_starts.append(start)
        return at

    def _enter(self, slot: Slot) -> None:
        order = self._order
        if not order or slot.key > order[-1].key:
            order.append(slot)
            return
        least = self._turn + (1 if self._turn < len(order) and order[self._turn].base is not None else 0)
        at = bisect_left(order, slot.key, lo=least, key=lambda one: one.key)
        order.insert(at, slot)  # a slot that comes too late for its place takes the next one

    def _start(self, slot: Slot) -> bool:
        if 0 <= self._known_to < slot.key[0] and not self._ended:
            return False  # a part before it has not appeared yet
        slot.base = self.length
        self.current = slot
        if slot.links is not None:
            self._on_start(slot)
        for text in slot.parts or ():
            self._flow(text)
        slot.parts = None
        if slot.waiting:
            self._on_waited(slot)
        return True

    def _flow(self, text: str) -> None:
        self.length += len(text)
        self.raw.add(text)
        self._on_text(text)

    def _add(self, slot: Slot, text: str) -> None:
        if slot.done:  # text after its end: kept, behind what has been told
            slot.overflow += 1
            late = self.slot((*slot.key, slot.overflow))
            late.add(text)
            late.close()
            self.advance()
            return
        slot.length += len(text)
        if slot.base is not None:
            self.length += len(text)  # as in `_flow`; one more call would be felt with every delta
            self.raw.add(text)
            self._on_text(text)
            if slot.waiting:
                self._on_waited(slot)
        elif slot.parts is None:
            slot.parts = [text]
        else:
            slot.parts.append(text)


def _gone(lift: Lift) -> int:
    """How much was lifted up to and with this one."""
    return lift.raw.end - lift.at


def _nobody(said: object) -> None:
    """Is told, and does nothing."""
