"""Texts with annotations, by their place in the data, that come in pieces, or again as far as they have come."""

from collections.abc import Iterator

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import Place
from citebridge.adapter.fields import Record
from citebridge.adapter.slot import Slot
from citebridge.adapter.turn import Turn


class GrowingTexts:
    """Each text goes to the slot of its place, and each annotation is given once."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._given: dict[Place, list[Record]] = {}  # annotations
        self._open: dict[int, dict[Place, Slot]] = {}  # by the first number of their places
        self.turn = Turn(builder.is_whole)

    def add(self, place: Place, text: str, *, so_far: bool) -> Slot:
        """More of the text at a place, or all of it so far."""
        slots = self._open.setdefault(place[0], {})
        slot = slots.get(place) or slots.setdefault(place, self._to.slot(*place))
        if so_far:
            text = self._to.add_rest(slot, text)
        else:
            slot.add(text)
        self.turn.grow(place, "text", text)
        return slot

    def new(self, place: Place, annotations: list[Record], *, so_far: bool) -> Iterator[tuple[Place, Record]]:
        """The annotations that have not been given yet, with places of their own; a list may be sent as it grows."""
        given = self._given.setdefault(place, [])
        again = so_far or annotations[: len(given)] == given
        for annotation in annotations[len(given) if again else 0 :]:
            given.append(annotation)
            self.turn.append(place, "annotations", annotation)
            yield (*place, len(given) - 1), annotation

    def close(self, first: int) -> None:
        """No more text comes at places that begin with this number."""
        for slot in self._open.pop(first, {}).values():
            self._to.close(slot)

    def put_into(self, parents: Turn) -> None:
        """The texts, and what else was at places of this kind, as the `content` of what they are parts of."""
        for place, content in zip(sorted(self.turn.parts), self.turn.listed(), strict=False):
            parents.append(place[0] if isinstance(place, tuple) else place, "content", content)
