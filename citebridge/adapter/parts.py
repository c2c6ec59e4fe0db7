"""Parts that are joined into one text, some of them not visible: where each begins, since offsets may count in one."""

from citebridge.adapter.slot import Slot


class VisibleParts:
    """The parts of a slot's text; thoughts are parts too, but no text."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self._starts: list[int] = []
        self._visible: list[int] = []  # of those that the reader sees

    def add(self, text: str | None) -> None:
        """The next part; `None` when the reader does not see it."""
        self._starts.append(self.slot.length)
        if text is not None:
            self._visible.append(self.slot.length)
        if text:
            self.slot.add(text)

    def bases(self, part: int | None) -> tuple[int, ...]:
        """Where the counting may begin: in the named part, thoughts counted or not, or in the joined text."""
        if not part or part < 0:
            return (0,)
        named = [*self._starts[part : part + 1], *self._visible[part : part + 1]]
        return tuple(dict.fromkeys([*named, 0]))
