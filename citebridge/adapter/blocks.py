"""Answers that come as numbered content blocks, whole or in deltas: Anthropic, Bedrock, Cohere.

A block's text goes to the slot of its number, and the turn is put together beside it as the provider's own accumulator
would. Blocks are known by number, never as the newest: a late citation may be of an earlier one.
"""

from bisect import bisect_right

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import Draft
from citebridge.adapter.fields import Record
from citebridge.adapter.slot import Part, Slot
from citebridge.adapter.turn import Path, Turn


class ContentBlocks:
    """The blocks of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._turn = Turn(builder.is_whole)
        self._cited: dict[int, int] = {}
        self._slots: dict[int, Slot] = {}
        self._waiting: dict[int, list[Draft]] = {}  # citations of blocks that may have no text
        self._texts: list[int] = []  # blocks that have text, in order

    @property
    def first(self) -> int | None:
        """The first block that has text, so far."""
        return self._texts[0] if self._texts else None

    def start(self, number: int, block: Record) -> None:
        """Block `number` exists, with text or without."""
        if not self._to.is_whole:
            self._to.announce(number)
            self._turn.start(number, block)

    def begin(self, number: int, text: str) -> Slot | Part:
        """A text block with what it has at its start: all of it, in a whole body."""
        if self._to.is_whole:
            return self._to.part(number, text)
        slot = self.slot(number)
        slot.add(text)
        return slot

    def text(self, number: int, text: JsonValue) -> None:
        """Visible text of a block, or more of it."""
        if isinstance(text, str):
            self.slot(number).add(text)
            self._turn.grow(number, "text", text)
            if (not self._texts or self._texts[-1] != number) and text.strip():  # blanks support nothing
                self._note_text(number)
        elif text is not None:
            self._to.notice("odd_field", f"text of block {number} is of another type than documented", text)

    def grow(self, number: int, field: str, value: JsonValue) -> None:
        """More of a field that is not visible."""
        self._turn.grow(number, field, value)

    def append(self, number: int, field: str, item: JsonValue) -> None:
        """One more member of a list of a block."""
        self._turn.append(number, field, item)

    def stop(self, number: int) -> None:
        """The block is complete."""
        if number in self._slots:
            self._to.close(self.slot(number))
        for draft in self._waiting.pop(number, ()):
            self._to.cite_all(self.slot_before(number), draft)

    def cite_here_or_before(self, number: int, draft: Draft) -> None:
        """The citation hangs on the block's text, or on that of the last block before it that has some."""
        self._waiting.setdefault(number, []).append(draft)

    def stop_all(self) -> None:
        """No more blocks come."""
        for number in sorted(self._waiting):
            self.stop(number)

    def slot(self, number: int) -> Slot:
        """The slot of a block's text."""
        slot = self._slots.get(number)
        if slot is None:
            slot = self._slots[number] = self._to.slot(number)
        return slot

    def slot_before(self, number: int) -> Slot:
        """The slot of the block, or of the last one before it that has text, when it has none."""
        at = bisect_right(self._texts, number)
        return self.slot(self._texts[at - 1] if at else number)

    def next_citation(self, number: int) -> tuple[int, int]:
        """The place of a block's next citation."""
        count = self._cited[number] = self._cited.get(number, -1) + 1
        return number, count

    def listed(self, json_in: dict[Path, Path] | None = None) -> list[JsonValue]:
        """The blocks in order; `json_in` are texts that hold JSON, and where what it says goes."""
        return self._turn.listed(json_in)

    def _note_text(self, number: int) -> None:
        at = bisect_right(self._texts, number)
        if self.slot(number).length and self._texts[at - 1 : at] != [number]:
            self._texts.insert(at, number)
