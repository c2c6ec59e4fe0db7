"""The sample responses of this repository as cassettes: `python -m tests.cassettes.repository TARGET` writes them.

Each becomes one cassette with its whole answer and its stream, for the address that the provider's SDK asks. What has
no transport to look into (boto3, gRPC, the runs of Assistants) is given an address of its own. A stream has a piece for
each event. Nothing is changed in `cassettes/`, which many tests read as it is.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from citebridge import __version__, providers
from citebridge.cassettes import Cassette, Interaction
from citebridge.cassettes.interaction import Piece, Request, Response
from citebridge.cassettes.secrets.frames import payloads
from citebridge.cassettes.secrets.names import clean_url
from tests.wire import CASSETTES, STREAMS, Wire

_UNSEEN = ("bedrock", "openai.assistants", "xai.grpc")
JSON = "application/json"


@dataclass
class Seen(Wire):
    """Answers like any sample, and keeps the address that was asked."""

    url: str = field(default="")

    def transport(self, http: ModuleType) -> Any:
        inner = super().transport(http)

        def handle(request: Any) -> Any:
            self.url = clean_url(str(request.url))  # Mistral's SDK leaves a fragment in it
            return inner.handler(request)

        return http.MockTransport(handle)


def samples(provider: str) -> list[str]:
    """The names of a provider's samples."""
    found = {path.name.partition(".")[0] for path in (CASSETTES / provider).iterdir()}
    return sorted(found)


def converted(provider: str, name: str) -> Cassette:
    """A sample, whole and streamed, as a cassette."""
    wires = [Wire(provider, name, streamed) for streamed in (False, True)]
    return Cassette.of(one for wire in wires if (file := _file(wire)) for one in [_interaction(wire, file)])


def _file(wire: Wire) -> Path | None:
    suffixes = tuple(STREAMS) if wire.streamed else (".json",)
    return next((wire.path(suffix) for suffix in suffixes if wire.path(suffix).exists()), None)


def _interaction(wire: Wire, file: Path) -> Interaction:
    url, body = _asked(wire)
    data = file.read_bytes()
    pieces = [Piece(0, piece) for piece in _pieces(data, file.suffix)]
    return Interaction(
        provider=wire.provider,
        surface=providers.reader(wire.provider).spec.api,
        citebridge=__version__,
        request=Request.of("POST", url, {"content-type": JSON}, body),
        response=Response.of(200, {"content-type": STREAMS.get(file.suffix, JSON)}, pieces),
    )


def _asked(wire: Wire) -> tuple[str, bytes]:
    seen = Seen(wire.provider, wire.name, wire.streamed)
    if wire.provider not in _UNSEEN:
        import_module(f"tests.providers.test_{wire.provider.replace('.', '_')}").ask(seen)
    url = seen.url or f"https://{wire.provider}.example/{'stream' if wire.streamed else 'whole'}"
    body = seen.asked or wire.request
    return url, json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode()


def _pieces(data: bytes, suffix: str) -> Iterator[bytes]:
    """An event each."""
    ends = {
        ".sse": [found.end() for found in re.finditer(rb"\r?\n\r?\n", data)],
        ".jsonl": [found.end() for found in re.finditer(rb"\n", data)],
        ".eventstream": [end + 4 for _, end in payloads(data)],
    }.get(suffix, [])
    at = 0
    for end in [*ends, len(data)]:
        if data[at:end]:
            yield data[at:end]
        at = end


def main(target: Path) -> None:
    for provider in providers.names():
        for name in samples(provider):
            path = target / provider / f"{name}.cassette.jsonl"
            converted(provider, name).save(path)
            print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
