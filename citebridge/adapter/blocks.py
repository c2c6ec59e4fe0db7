"""Answers that come as numbered content blocks, whole or in deltas: Anthropic, Bedrock, Cohere.

A block's text goes to the slot of its number, and the turn is put together beside it as the provider's own accumulator
would. Blocks are known by number, never as the newest (field-notes 11).
"""

from bisect import bisect_right

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.fields import Record
from citebridge.adapter.slot import Slot
from citebridge.adapter.turn import Turn


class ContentBlocks:
    """The blocks of one message."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._turn = Turn(builder.is_whole)
        self._cited: dict[int, int] = {}
        self._slots: set[int] = set()
        self._texts: list[int] = []  # blocks that have text, in order

    def start(self, number: int, block: Record) -> None:
        """Block `number` exists, with text or without."""
        self._to.announce(number)
        self._turn.start(number, block)

    def text(self, number: int, text: JsonValue, field: str = "text") -> None:
        """Visible text of a block, or more of it."""
        if isinstance(text, str):
            self.slot(number).add(text)
            self._turn.grow(number, field, text)
            at = bisect_right(self._texts, number)
            if text and self._texts[at - 1 : at] != [number]:
                self._texts.insert(at, number)

    def grow(self, number: int, field: str, text: JsonValue) -> None:
        """More of a field that is not visible."""
        self._turn.grow(number, field, text)

    def append(self, number: int, field: str, item: JsonValue) -> None:
        """One more member of a list of a block."""
        self._turn.append(number, field, item)

    def stop(self, number: int) -> None:
        """The block is complete."""
        if number in self._slots:
            self._to.close(self.slot(number))

    def slot(self, number: int) -> Slot:
        """The slot of a block's text."""
        self._slots.add(number)
        return self._to.slot(number)

    def slot_before(self, number: int) -> Slot:
        """The slot of the block, or of the last one before it that has text, when it has none."""
        at = bisect_right(self._texts, number)
        return self.slot(self._texts[at - 1] if at else number)

    def next_citation(self, number: int) -> tuple[int, int]:
        """The place of a block's next citation."""
        count = self._cited[number] = self._cited.get(number, -1) + 1
        return number, count

    def listed(self, **json_in: str) -> list[JsonValue]:
        """The blocks in order; `json_in` are fields that hold JSON text, and the fields for what it says."""
        return self._turn.listed(json_in=json_in)
