"""Events by their type: a new type is told and kept, and the reading goes on, since providers add types on any day."""

from collections.abc import Callable, Mapping

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.fields import Record

Handler = Callable[[Record], None]


class Dispatch:
    """Hands each event to the handler of its type, which is in the field `key`.

    Types that begin with one of `quiet` say nothing of the answer.
    """

    def __init__(
        self, builder: AnswerBuilder, handlers: Mapping[str, Handler], quiet: tuple[str, ...] = (), key: str = "type"
    ) -> None:
        self._to, self._handlers, self._quiet, self._key = builder, handlers, quiet, key

    def __call__(self, event: Record, kind: str | None = None) -> None:
        """Read an event, of its own type unless another is given."""
        said = event.get(self._key) if kind is None else kind
        word = said if isinstance(said, str) else ""
        handler = self._handlers.get(word)
        if handler is not None:
            handler(event)
        elif not word.startswith(self._quiet):
            self._to.notice("unknown_event", f"an event of type {word!r}", event)


def index_of(event: Record, name: str = "index") -> int:
    """The number of the part that an event belongs to; the first one when it does not say."""
    value = event.get(name)
    return value if type(value) is int else 0
