"""Cassettes: recorded traffic with a provider, for tests that need no key and no network.

A `Deck` plays a cassette and records to it; transports, routes, a server and boto3 are ways to ask it.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from citebridge.cassettes.aws import attach_boto3 as attach_boto3
    from citebridge.cassettes.cassette import Cassette as Cassette
    from citebridge.cassettes.containers import export_vcr as export_vcr
    from citebridge.cassettes.containers import import_cassette as import_cassette
    from citebridge.cassettes.deck import Deck as Deck
    from citebridge.cassettes.errors import BadCassette as BadCassette
    from citebridge.cassettes.errors import CassetteError as CassetteError
    from citebridge.cassettes.errors import NoMatch as NoMatch
    from citebridge.cassettes.errors import SecretFound as SecretFound
    from citebridge.cassettes.errors import TooLarge as TooLarge
    from citebridge.cassettes.faults import fault as fault
    from citebridge.cassettes.interaction import Interaction as Interaction
    from citebridge.cassettes.routes import add_routes as add_routes
    from citebridge.cassettes.routes import handler as handler
    from citebridge.cassettes.secrets.guard import Guard as Guard
    from citebridge.cassettes.server import CassetteServer as CassetteServer
    from citebridge.cassettes.splitting import split as split
    from citebridge.cassettes.transports import RecordingTransport as RecordingTransport
    from citebridge.cassettes.transports import ReplayTransport as ReplayTransport

_HOMES = {
    "aws": "attach_boto3",
    "cassette": "Cassette",
    "containers": "export_vcr import_cassette",
    "deck": "Deck",
    "errors": "BadCassette CassetteError NoMatch SecretFound TooLarge",
    "faults": "fault",
    "interaction": "Interaction",
    "routes": "add_routes handler",
    "secrets.guard": "Guard",
    "server": "CassetteServer",
    "splitting": "split",
    "transports": "RecordingTransport ReplayTransport",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}

__all__ = sorted(_HOME)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Names are loaded when they are first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'citebridge.cassettes' has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found


def __dir__() -> list[str]:
    return list(__all__)
