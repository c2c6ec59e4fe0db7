"""A recording in the making: told what comes while it comes, by whoever does the sending."""

import re
import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from citebridge.cassettes.headers import ANSWERED, kept
from citebridge.cassettes.interaction import Interaction, Piece, Response
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.surfaces import sdk_of, surface_of
from citebridge.providers import reader
from citebridge.version import __version__

# SDKs of OpenAI's kind stop here: they close the connection, and do not wait for the end of the body.
_DONE = re.compile(rb"(?<![^\r\n])data: ?\[DONE\](\n|\r\n?)\1+\Z")
_LAST = 64  # bytes in which it stands


class Take:
    """Keeps a response with its timing, and makes an interaction of it when it ends.

    What came until a connection broke, or until nobody read any more, is kept as cut. `keep` is told once, with the
    take and what it made.
    """

    def __init__(
        self,
        asked: Asked,
        provider: str | None,
        keep: Callable[["Take", Interaction], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._asked, self._provider, self._keep, self._clock = asked, provider, keep, clock
        self._begun = clock()
        self._head: tuple[int, dict[str, str], float] | None = None
        self._pieces: list[Piece] = []

    def head(self, status: int, headers: Iterable[tuple[str, str]]) -> None:
        """The head of the response is there."""
        self._head = (status, kept(headers, ANSWERED), self._clock())

    def piece(self, data: bytes) -> None:
        """A piece of its body is there."""
        head = self._head  # another thread may end it
        if head is not None and data:
            self._pieces.append(Piece(_ms(self._clock() - head[2]), data))

    def end(self, *, cut: bool = False) -> None:
        """Nothing more comes; all that was told first is kept, once."""
        head, self._head = self._head, None
        if head is None:
            return
        status, headers, at = head
        content = b"".join(piece.data for piece in self._pieces)
        cut = cut and _DONE.search(content, max(0, len(content) - _LAST)) is None
        response = Response.of(status, headers, self._pieces, ms=_ms(at - self._begun), cut=cut)
        known = surface_of(self._asked, content)
        if self._provider is not None:
            known = (self._provider, reader(self._provider).spec.api)
        self._keep(
            self,
            Interaction(
                provider=known[0] if known else None,
                surface=known[1] if known else None,
                sdk=sdk_of(self._asked),
                citebridge=__version__,
                recorded=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                request=self._asked.as_request(),
                response=response,
            ),
        )


def _ms(seconds: float) -> int:
    return max(0, round(seconds * 1000))
