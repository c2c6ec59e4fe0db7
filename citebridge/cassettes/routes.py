"""A cassette for those who test with respx, or with another mock that asks a function."""

from collections.abc import Callable
from typing import Any
from urllib.parse import unquote, urlsplit

from citebridge.cassettes.deck import Deck
from citebridge.cassettes.transports import ReplayTransport


def handler(deck: Deck) -> Callable[[Any], Any]:
    """A function from a request to its recorded response, for clients of both kinds.

    It is what `respx` takes as `side_effect`, and `httpx.MockTransport` as its handler.
    """
    return ReplayTransport(deck).handle_request


def add_routes(deck: Deck, router: Any) -> None:
    """A route of a respx router for each address of the cassette; those that are not called are told by respx.

    For SDKs that use httpx2 the router has to be made with `using="httpcore2"`, as pytest-httpx2's is.
    """
    answer = handler(deck)
    for method, address in dict.fromkeys((one.key.method, one.key.url) for one in deck.cassette.entries):
        there = urlsplit(address)
        host = there.hostname or ""
        router.route(method=method, scheme=there.scheme, host=host, path=unquote(there.path)).mock(side_effect=answer)
