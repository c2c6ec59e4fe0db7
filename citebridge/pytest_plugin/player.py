"""`Player`: a cassette in the hands of a test."""

from collections.abc import Sequence
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

import pytest

from citebridge.cassettes.deck import Deck, Record
from citebridge.cassettes.errors import CassetteError
from citebridge.cassettes.faults import fault
from citebridge.cassettes.reply import Change
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.splitting import split as split_so
from citebridge.cassettes.transports import RecordingTransport, ReplayTransport
from citebridge.errors import MissingExtra, UsageError
from citebridge.pytest_plugin.finding import Place
from citebridge.pytest_plugin.telling import note_unused, story

if TYPE_CHECKING:
    from citebridge.cassettes.clients import httpx2


class DeckOptions(TypedDict, total=False):
    """What is handed on to `Deck`."""

    guard: Guard | None
    mask: bool
    provider: str | None
    repeat: bool
    anywhere: bool
    most: int


class Player:
    """A cassette in a test: what clients are given, and what goes wrong with them.

    Every client is of one cassette, which is read when it is first needed. `deck` is what plays and records.
    """

    def __init__(
        self,
        place: Place,
        record: Record,
        *,
        split: str = "recorded",
        timing: bool = False,
        inner: Any = None,
        changes: Sequence[Change] = (),
        **options: Unpack[DeckOptions],
    ) -> None:
        self.path, self._shared = place
        self._record: Record = record
        self._timing, self._slow = timing, False
        self._inner, self._options = inner, options
        self._always = [*changes, split_so(split)]
        self._changes: list[Change] = [*self._always]  # the deck's own list: faults come and go while it plays
        self._deck: Deck | None = None
        self._reading = Lock()  # an app may make its clients in threads, and all are of one deck
        self._clients: list[httpx2.Client] = []
        self._transports: list[ReplayTransport | RecordingTransport] = []
        self._passed = False

    @property
    def deck(self) -> Deck:
        """What plays and records. Raises `UsageError` when there is no cassette, and none is recorded."""
        with self._reading:
            if self._deck is None:
                if self._record == "none" and not self.path.exists():
                    raise UsageError(f"there is no cassette {self.path}; pytest --citebridge-record=once records it")
                self._deck = Deck(self.path, record=self._record, changes=self._changes, **self._options)
            return self._deck

    def transport(self) -> ReplayTransport | RecordingTransport:
        """A transport for one client of httpx2 or httpx, sync or async."""
        kind = RecordingTransport if self.deck.records else ReplayTransport
        more = {"inner": self._inner} if kind is RecordingTransport else {}
        made = kind(self.deck, timing=self._timing or self._slow, **more)
        self._transports.append(made)
        return made

    def client(self, **options: Any) -> "httpx2.Client":
        """A client for the SDKs that use httpx2, closed after the test; `options` are those of `httpx2.Client`."""
        made = _httpx2().Client(transport=self.transport(), **options)
        self._clients.append(made)
        return made

    def async_client(self, **options: Any) -> "httpx2.AsyncClient":
        """The same for their asynchronous halves; who records with it has to close it."""
        return _httpx2().AsyncClient(transport=self.transport(), **options)

    def faults(self, *names: str) -> None:
        """What goes wrong from now on with every answer that is asked for; without a name nothing does any more.

        `429`, `529×3`, `cut:120`, `reset`, `timeout:40`, `malformed:2`, `slow:30` (citebridge.cassettes.fault).
        """
        self._changes[:] = [*map(fault, names), *self._always]
        self._slow = any(name.startswith("slow") for name in names)
        for one in self._transports:
            one.timing = self._timing or self._slow

    def hear(self, report: pytest.TestReport) -> None:
        """What has become of the test: with a failure goes what was asked, and what is recorded and was not."""
        if report.when == "teardown":
            return
        self._passed = report.when == "call" and report.passed
        if self._deck is None:
            return
        if report.failed and (text := story(self._deck)):
            report.sections.append(("citebridge cassette", text))
        if report.when == "call" and self._shared:
            note_unused(report, self._deck)

    def finish(self) -> None:
        """Save what was recorded. A test that passed fails when its cassette does not fit what it asked for.

        What was not asked for of a cassette that a marker names may be there for other tests.
        """
        for client in self._clients:
            client.close()
        try:
            if self._deck is not None:
                self._deck.save()
            text = self._complaint() if self._passed else ""
        except CassetteError as error:
            text = str(error)
        if text:
            pytest.fail(text, pytrace=False)

    def _complaint(self) -> str:
        if self._deck is None and (self._shared or not self.path.exists()):
            return ""
        return story(self.deck) if not self._shared or self.deck.unmatched else ""


def _httpx2() -> Any:
    try:
        return import_module("httpx2")
    except ModuleNotFoundError:
        raise MissingExtra(
            "client() and async_client() give clients of httpx2, which is not installed: pip install httpx2. Those of "
            "httpx take transport=citebridge_cassette.transport()"
        ) from None
