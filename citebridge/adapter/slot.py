"""Named text slots: the parts of an answer's text, in the order of their keys.

Offsets that a provider counts within a part are taken by the part's slot; where the slot stands in the whole answer is
the transcript's business (field-notes 6).
"""

from collections.abc import Callable
from heapq import heappop, heappush

from citebridge.adapter.draft import Draft, Link, Request

Key = tuple[int, ...]

_HALF_FIRST, _HALF_LAST = "\ud800", "\udfff"


class Slot:
    """One part of the text. Text is added, and at last it is closed; then its turn is over once it has been told."""

    __slots__ = (
        "_add",
        "_half",
        "_order",
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

    def __init__(self, key: Key, add: Callable[["Slot", str], None]) -> None:
        self.key = key
        self.base: int | None = None  # where it begins in the raw text; None until its turn comes
        self.length = 0  # in code points
        self.closed = self.done = False
        self.parts: list[str] = []  # text that waits for its turn
        self.wholes: list[Draft] = []  # citations of the whole slot
        self.unfit: list[Request] = []  # those whose offsets miss their words: looked at again when all text is there
        self.waiting: list[tuple[int, int, Request]] = []  # those whose text has not come, by the end of their range
        self.links: list[Link] = []  # annotated links, until it is known where the slot begins
        self.overflow = 0  # how often text came after its end
        self._order = 0
        self._half = ""  # half a surrogate pair at the end
        self._add = add

    def add(self, text: str) -> None:
        """Add text at the end of the slot."""
        if self._half or (text and (_HALF_FIRST <= text[0] <= _HALF_LAST or _HALF_FIRST <= text[-1] <= _HALF_LAST)):
            text = self._joined(text)
        if text:
            self._add(self, text)

    def close(self) -> None:
        """No more text comes (a later annotation may)."""
        if self._half:
            self._half = ""
            self._add(self, "\ufffd")
        self.closed = True

    def await_text(self, request: Request) -> None:
        """Keep a request until the text up to its end has come."""
        self._order += 1
        heappush(self.waiting, (request.range.end, self._order, request))

    def arrived(self) -> list[Request]:
        """The requests whose text has come, in the order of their ends."""
        found: list[Request] = []
        while self.waiting and self.waiting[0][0] <= self.length:
            found.append(heappop(self.waiting)[2])
        return found

    def _joined(self, text: str) -> str:
        """The text with halves of a pair that was split over two deltas joined (field-notes 3)."""
        text = self._half + text
        self._half = ""
        if text and "\ud800" <= text[-1] <= "\udbff":
            text, self._half = text[:-1], text[-1]
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
