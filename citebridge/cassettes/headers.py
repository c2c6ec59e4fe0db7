"""Headers that go into a cassette: those on a list, and no others. What a provider adds tomorrow stays out."""

from collections.abc import Iterable

from citebridge.cassettes.secrets.names import clean_url

ASKED = frozenset(("accept", "content-type", "anthropic-version", "anthropic-beta", "openai-beta"))
ADDRESSES = frozenset(("location", "x-goog-upload-url"))
ANSWERED = ADDRESSES.union(
    ("content-type", "retry-after", "retry-after-ms", "x-should-retry", "x-amzn-errortype"),
    ("x-goog-upload-status",),  # whether Gemini waits for more of a file
)


def kept(headers: Iterable[tuple[str, str]], names: frozenset[str]) -> dict[str, str]:
    """The headers of these names, in small letters and sorted; those that come several times are one.

    An address is kept as that of a request is.

    >>> kept([("X-Api-Key", "k"), ("Content-Type", "text/plain")], ASKED)
    {'content-type': 'text/plain'}
    """
    found: dict[str, list[str]] = {}
    for name, value in headers:
        if name.lower() in names:
            found.setdefault(name.lower(), []).append(clean_url(value) if name.lower() in ADDRESSES else value)
    return {name: ", ".join(found[name]) for name in sorted(found)}
