"""What goes wrong with cassettes, within the tree of `citebridge.errors`.

CitebridgeError
└── CassetteError         a cassette cannot be read, written or played
    ├── BadCassette       what is in the file is no cassette, or none that can be read: file and line are named
    ├── NoMatch           nothing was recorded for a request; the nearest that was is shown
    ├── SecretFound       what is to be written holds a secret: the places are named, never the value
    ├── TooLarge          a cassette would have more bytes than are allowed
    └── BadUpstream       a provider that is to be recorded cannot be reached, or sends what cannot be kept
"""

from collections.abc import Sequence

from citebridge.errors import CitebridgeError


class CassetteError(CitebridgeError):
    """A cassette cannot be read, written or played."""


class BadCassette(CassetteError, ValueError):
    """What is in the file is no cassette, or none that can be read."""


class NoMatch(CassetteError, LookupError):
    """Nothing was recorded for a request."""


class SecretFound(CassetteError):
    """What is to be written holds secrets. `places` says where each is, and of what kind, never what it is."""

    def __init__(self, message: str, places: Sequence[str]) -> None:
        super().__init__(message)
        self.places = tuple(places)


class TooLarge(CassetteError):
    """A cassette would have more bytes than are allowed."""


class BadUpstream(CassetteError):
    """A provider cannot be reached, or sends what cannot be recorded."""
