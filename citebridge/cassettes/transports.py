"""Transports that play and record, handed to an SDK as its client's transport: nothing is patched."""

import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.clients import Body, Played, Transport, asked, asleep, failure, library, response
from citebridge.cassettes.deck import Deck
from citebridge.cassettes.reply import Reply
from citebridge.cassettes.taking import Take
from citebridge.errors import UsageError

_CODED = frozenset(("content-encoding", "content-length", "transfer-encoding"))  # what is handed on is decoded


class _DeckTransport(Transport):
    """Asks a deck first."""

    def __init__(self, deck: Deck, *, timing: bool) -> None:
        self.deck = deck
        self.timing = timing

    def handle_request(self, request: Any) -> Any:
        """What a client asks of its transport. Raises `NoMatch`."""
        reply = self.deck.answer(asked(request, request.read()))
        if reply is None:
            return self._record(request)
        if self.timing:
            time.sleep(reply.ms / 1000)
        return self._played(request, reply)

    async def handle_async_request(self, request: Any) -> Any:
        """The same for an asynchronous client."""
        reply = self.deck.answer(asked(request, await request.aread()))
        if reply is None:
            return await self._arecord(request)
        if self.timing:
            await asleep(reply.ms / 1000)
        return self._played(request, reply)

    def _played(self, request: Any, reply: Reply) -> Any:
        if reply.status is None:
            raise failure(request, reply)
        body = Played(reply, lambda: failure(request, reply), timing=self.timing)
        return response(request, reply.status, reply.headers.items(), body)

    def _record(self, request: Any) -> Any:
        raise UsageError(f"a deck with record={self.deck.record!r} is for RecordingTransport")

    async def _arecord(self, request: Any) -> Any:
        self._record(request)


class ReplayTransport(_DeckTransport):
    """Answers every request from a cassette: its path, a `Cassette`, or a `Deck` that plays.

    For `httpx2.Client(transport=…)` and `httpx2.AsyncClient(transport=…)`, and those of httpx. `timing` waits as long
    as the provider took.
    """

    def __init__(self, deck: Deck | Cassette | str | Path, *, timing: bool = False) -> None:
        super().__init__(deck if isinstance(deck, Deck) else Deck(deck), timing=timing)
        if self.deck.records:
            self._record(None)


class RecordingTransport(_DeckTransport):
    """Plays what the deck has, and sends and records what it has not, as the deck's `record` says.

    `inner` is the transport that sends; where none is given, that of the client's library. The deck has to be saved:
    `with Deck("q.cassette.jsonl", record="once") as deck` does.
    """

    def __init__(self, deck: Deck, inner: Any = None, *, timing: bool = False) -> None:
        super().__init__(deck, timing=timing)
        self._inner = self._ainner = inner  # a client closes the one of its own kind

    def close(self) -> None:
        """Close the transport that sends."""
        if self._inner is not None:
            self._inner.close()

    async def aclose(self) -> None:
        """Close the transport that sends."""
        if self._ainner is not None:
            await self._ainner.aclose()

    def _record(self, request: Any) -> Any:
        if self._inner is None:
            self._inner = library(request).HTTPTransport()
        take = self.deck.take(asked(request, request.content))
        return _taken(request, self._inner.handle_request(request), take)

    async def _arecord(self, request: Any) -> Any:
        if self._ainner is None:
            self._ainner = library(request).AsyncHTTPTransport()
        take = self.deck.take(asked(request, request.content))
        return _taken(request, await self._ainner.handle_async_request(request), take)


def _taken(request: Any, inner: Any, take: Take) -> Any:
    """A response whose body is recorded while it is read; like what is recorded, it is no longer compressed."""
    take.head(inner.status_code, inner.headers.multi_items())
    headers = [(name, value) for name, value in inner.headers.multi_items() if name not in _CODED]
    return response(request, inner.status_code, headers, _Taken(inner, take), extensions=inner.extensions)


class _Taken(Body):
    """The body of a response that is being recorded."""

    def __init__(self, inner: Any, take: Take) -> None:
        self._inner, self._take = inner, take

    def __iter__(self) -> Iterator[bytes]:
        try:
            for data in self._inner.iter_bytes():
                self._take.piece(data)
                yield data
            self._take.end()
        finally:  # it broke, or is dropped unread: SDKs do not close what one leaves with `break`
            self._take.end(cut=True)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for data in self._inner.aiter_bytes():
                self._take.piece(data)
                yield data
            self._take.end()
        finally:
            self._take.end(cut=True)

    def close(self) -> None:
        self._take.end(cut=True)  # when all was read it has ended before
        self._inner.close()

    async def aclose(self) -> None:
        self._take.end(cut=True)
        await self._inner.aclose()
