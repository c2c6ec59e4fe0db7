"""What is asked, and what is played back: values that no HTTP library is needed for."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from citebridge.cassettes.headers import ASKED, kept
from citebridge.cassettes.interaction import Interaction, Piece, Request
from citebridge.cassettes.secrets.names import clean_url

End = Literal["done", "reset", "timeout"]


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as a client sends it."""

    method: str
    url: str
    headers: tuple[tuple[str, str], ...] = ()
    content: bytes = field(default=b"", repr=False)

    def header(self, name: str) -> str:
        """The value of a header, named in small letters; nothing when it is not there."""
        return next((value for key, value in self.headers if key.lower() == name), "")

    def as_request(self) -> Request:
        """What of it goes into a cassette."""
        return Request.of(self.method, clean_url(self.url), kept(self.headers, ASKED), self.content)


@dataclass(frozen=True, slots=True)
class Reply:
    """A response to be played: its head after `ms` milliseconds, its pieces, and how it ends.

    Without a `status` no answer begins: the connection is reset, or nothing comes until the client gives up.
    """

    status: int | None
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    pieces: tuple[Piece, ...] = field(default=(), repr=False)
    ms: int = 0
    end: End = "done"

    @classmethod
    def of(cls, one: Interaction) -> "Reply":
        """What was recorded; a body that broke off does so again."""
        response = one.response
        end: End = "reset" if response.cut else "done"
        return cls(response.status, response.headers, response.pieces, response.ms, end)

    @property
    def content(self) -> bytes:
        """The whole body."""
        return b"".join(piece.data for piece in self.pieces)

    def waits(self) -> Iterable[tuple[float, bytes]]:
        """The seconds to wait before each piece, and the piece."""
        before = 0
        for ms, data in self.pieces:
            yield max(0, ms - before) / 1000, data
            before = max(ms, before)


Change = Callable[[Reply], Iterable[Reply]]
"""Makes of what was recorded what is played: one reply, or several, one for each time that the request is sent.

The last of them is what the next change is made of.
"""
