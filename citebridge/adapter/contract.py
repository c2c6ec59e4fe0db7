"""The adapter contract: two small Protocols.

A `Reader` is pure: it reads what a provider sent. It alone is a complete adapter, and all that recordings need; with
`replay` it is a `Replayer` too, whose answers can be sent back. An `Asker` knows how a provider is asked: what that
needs, and what can be asked for. Asking is still to come; what it needs will be optional, so that an adapter of this
contract stays valid.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.capabilities import Capabilities
from citebridge.adapter.fields import Record
from citebridge.marks import Grammar
from citebridge.models import Source


@dataclass(frozen=True, slots=True)
class ReaderSpec:
    """What is to be known of a surface without reading anything.

    `tells` says whether a body or an event is this provider's; `shared` that others send the same shape, so that
    any of them who claims a body goes first; `shape` what any body or event of its SDK and its address looks like,
    where `tells` asks for more than that. `sdk` are the top-level modules whose objects are its own; `turn` are the
    fields of a whole body that a replay needs; `grammars` are the marks its text carries; `numbered` says that
    citations name documents by their number in the request.
    """

    api: str
    tells: Callable[[Record], bool]
    sdk: tuple[str, ...] = ()
    turn: tuple[str, ...] = ()
    grammars: tuple[Grammar, ...] = ()
    numbered: bool = False
    shared: bool = False
    shape: Callable[[Record], bool] | None = None
    contract: Literal[1] = 1


class Parser(Protocol):
    """Reads events one after another into a builder."""

    def feed(self, event: Record) -> None:
        """Read one event. Never raises, whatever is in it."""
        ...

    def close(self) -> None:
        """All events have come: read what had to wait for the last, and leave the turn in `builder.raw`."""
        ...


class Reader(Protocol):
    """Reads what one surface of a provider sends."""

    name: str
    spec: ReaderSpec

    def explode(self, body: Record) -> Iterable[Record]:
        """A whole body as the events a stream would bring: a whole response is a stream that has already ended."""
        ...

    def parser(self, builder: AnswerBuilder) -> Parser:
        """A parser that fills the builder."""
        ...

    def sources_in(self, request: Record) -> list[Source]:
        """The sources that a request offers, by the provider's own numbering over all its messages."""
        ...


class Replayer(Protocol):
    """What a reader may have on top: how an answer goes back, as the assistant's turn of a conversation."""

    def replay(self, turn: Record | str) -> list[Record]:
        """The messages, items or contents that the provider's API takes as the assistant's turn.

        `turn` is what the parser left in `builder.raw`, to be changed as one likes: it goes back as it came, less what
        the API refuses. Or it is a text, to go as the assistant's words. Nothing to be sent is an empty list. Never
        raises, whatever is in it.
        """
        ...


class Asker(Protocol):
    """What is known of asking one surface of a provider; `requires` is what pip installs for it, an SDK."""

    requires: str
    capabilities: Capabilities
