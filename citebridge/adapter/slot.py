"""Named text slots: the parts of an answer's text, in the order of their keys.

Offsets that a provider counts within a part are taken by the part's slot; where the slot stands in the whole answer is
the transcript's business.
"""

from collections.abc import Callable
from heapq import heappop, heappush

from citebridge.adapter.draft import Draft, Link, Request
from citebridge.models.plain import well_formed

Key = tuple[int, ...]


class Part:
    """A part of the text that came whole: a slot that is done from the start."""

    __slots__ = ("base", "length")
    done = True

    def __init__(self, base: int, length: int) -> None:
        self.base = base
        self.length = length


class Slot:
    """One part of the text. Text is added, and at last it is closed; once that is told, it is done."""

    __slots__ = (
        "_add",
        "_count",
        "_half",
        "_lone",
        "base",
        "closed",
        "done",
        "key",
        "length",
        "links",
        "overflow",
        "parts",
        "unfit",
        "waiting",
        "wholes",
    )

    def __init__(self, key: Key, add: Callable[["Slot", str], None], lone: Callable[[], None]) -> None:
        self.key = key
        self.base: int | None = None  # where it begins in the raw text; None until its turn comes
        self.length = 0  # in code points
        self.closed = self.done = False
        self.overflow = 0  # how often text came after its end
        # Most slots have none or one of these, so lists are only made when they are needed.
        self.parts: list[str] | None = None  # text that waits for its turn
        self.wholes: list[Draft] | None = None  # citations of the whole slot
        self.links: list[Link] | None = None  # annotated links, until it is known where the slot begins
        self.unfit: list[Request] | None = None  # offsets that miss their words: looked at again with all text there
        self.waiting: list[tuple[int, int, Request]] | None = None  # those whose text has not come, by their ends
        self._count = 0
        self._half = ""  # half a surrogate pair at the end
        self._add = add
        self._lone = lone  # is told of halves that stay alone

    def add(self, text: str) -> None:
        """Add text at the end of the slot."""
        if self._half or not text.isascii():
            text = self._joined(text)
        if text:
            self._add(self, text)

    def close(self) -> None:
        """No more text comes (a later annotation may)."""
        if self._half:
            self._half = ""
            self._lone()
            self._add(self, "\ufffd")
        self.closed = True

    def await_text(self, request: Request) -> None:
        """Keep a request until the text up to its end has come."""
        if self.waiting is None:
            self.waiting = []
        self._count += 1
        heappush(self.waiting, (request.end, self._count, request))

    def arrived(self) -> list[Request]:
        """The requests whose text has come, in the order of their ends."""
        found: list[Request] = []
        while self.waiting and self.waiting[0][0] <= self.length:
            found.append(heappop(self.waiting)[2])
        return found

    def _joined(self, text: str) -> str:
        """The text with halves of a surrogate pair that was split over two deltas joined."""
        text = self._half + text
        self._half = text[-1:] if "\ud800" <= text[-1:] <= "\udbff" else ""
        if self._half:
            text = text[:-1]
        whole = well_formed(text)
        if whole is not text and whole.count("\ufffd") > text.count("\ufffd"):  # a pair that was joined is nothing odd
            self._lone()
        return whole
