"""A recording in the making: told what comes while it comes, by whoever does the sending."""

import time
from collections.abc import Callable, Iterable
from datetime import UTC, datetime

from citebridge.cassettes.headers import ANSWERED, kept
from citebridge.cassettes.interaction import Interaction, Piece, Response
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.surfaces import sdk_of, surface_of
from citebridge.providers import reader
from citebridge.version import __version__


class Take:
    """Keeps a response with its timing, and makes an interaction of it when it ends.

    What came until a connection broke, or until nobody read any more, is kept as cut.
    """

    def __init__(
        self,
        asked: Asked,
        provider: str | None,
        keep: Callable[[Interaction], None],
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
        if self._head is not None and data:
            self._pieces.append(Piece(_ms(self._clock() - self._head[2]), data))

    def end(self, *, cut: bool = False) -> None:
        """Nothing more comes; all that was told first is kept, once."""
        if self._head is None:
            return
        status, headers, at = self._head
        self._head = None
        response = Response.of(status, headers, self._pieces, ms=_ms(at - self._begun), cut=cut)
        known = surface_of(self._asked, response.content)
        if self._provider is not None:
            known = (self._provider, reader(self._provider).spec.api)
        self._keep(
            Interaction(
                provider=known[0] if known else None,
                surface=known[1] if known else None,
                sdk=sdk_of(self._asked),
                citebridge=__version__,
                recorded=datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
                request=self._asked.as_request(),
                response=response,
            )
        )


def _ms(seconds: float) -> int:
    return max(0, round(seconds * 1000))
