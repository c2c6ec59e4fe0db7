"""Parts that are joined into one text, some of them not visible: where each begins, since offsets may count in one."""

from citebridge.adapter.fields import Record
from citebridge.adapter.mending import START, Bases
from citebridge.adapter.slot import Slot

_TRIED = 16  # so many visible parts are tried when none is named: each costs a look for every range


class VisibleParts:
    """The parts of a slot's text; thoughts and calls are parts too, but no text."""

    def __init__(self, slot: Slot) -> None:
        self.slot = slot
        self._starts: list[int] = []
        self._visible: list[int] = []  # of those that the reader sees
        self._last: bool | None = None  # whether the last part is a thought; None when it is no text

    def add(self, part: Record, text: str | None, *, opens: bool) -> None:
        """The next part; one that `opens` a chunk with text is more of the last part, if that was text of its kind."""
        kind = bool(part.get("thought")) if "text" in part else None
        if not opens or kind is None or kind is not self._last:
            self._starts.append(self.slot.length)
            if kind is False:
                self._visible.append(self.slot.length)
            self._last = kind
        if text and not kind:
            self.slot.add(text)

    def bases(self, part: int | None) -> Bases:
        """Where the counting may begin: in the named part, thoughts counted or not, or in the joined text.

        0 is no name, since it is what is left out on the wire; `None` is a name that can't be read.
        """
        if part == 0:
            return START if len(self._visible) < 2 else Bases(parts=self._visible[1:_TRIED])
        if part is None or not 0 < part < len(self._starts):
            return Bases(until=0)
        until = [*self._starts[part + 1 : part + 2], self.slot.length][0]
        named = [self._starts[part], *self._visible[part : part + 1], 0]
        return Bases(tuple(dict.fromkeys(named)), until)
