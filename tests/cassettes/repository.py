"""The cassettes of this repository, written by hand: taken apart into loose files, and put together again.

    python -m tests.cassettes.repository unpack FOLDER [PROVIDER/STORY …]
    python -m tests.cassettes.repository pack FOLDER

A story is `<provider>/<story>.json`, the same answer streamed as `.sse`, `.jsonl` or `.eventstream`, and the request in
`.request.json`. Packed, it is what the provider's SDK asks and gets, a piece for each event. What has no transport to
look into is given an address here: that of Bedrock for boto3, one of its own for gRPC and the runs of Assistants.
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
from urllib.parse import quote

from citebridge import __version__, providers
from citebridge.cassettes import Cassette, Interaction
from citebridge.cassettes.interaction import Piece, Request, Response
from citebridge.cassettes.secrets.frames import payloads
from citebridge.cassettes.secrets.names import clean_url
from tests.providers.test_bedrock import CLAUDE
from tests.wire import CASSETTES, Wire, cassette, stories

WHOLE = ".json"
ASKED = ".request.json"
SUFFIXES = {
    "application/json": WHOLE,
    "text/event-stream": ".sse",
    "application/vnd.amazon.eventstream": ".eventstream",
    "application/stream+json": ".jsonl",
}
UNSEEN = ("bedrock", "openai.assistants", "xai.grpc")
BEDROCK = "https://bedrock-runtime.eu-north-1.amazonaws.com/model"
MODELS = {"nova": "eu.amazon.nova-pro-v1:0"}  # of Bedrock: named in the address, not in the body
JSON = {"content-type": "application/json"}


@dataclass
class Loose(Wire):
    """A story in loose files of a folder; it answers an SDK, and keeps the address that was asked."""

    folder: Path = CASSETTES
    url: str = field(default="")

    @property
    def interactions(self) -> tuple[Interaction, ...]:
        asked = Request.of("POST", "", JSON, self.file(ASKED).read_bytes())
        files = [(media, self.file(suffix)) for media, suffix in SUFFIXES.items()]
        bodies = [(media, file.read_bytes()) for media, file in files if file.exists()]
        return tuple(Interaction(request=asked, response=_response(media, data)) for media, data in bodies)

    def file(self, suffix: str) -> Path:
        return self.folder / self.provider / f"{self.name}{suffix}"

    def transport(self, http: ModuleType) -> Any:
        inner = super().transport(http)

        def handle(request: Any) -> Any:
            self.url = clean_url(str(request.url))  # Mistral's SDK leaves a fragment in it
            return inner.handler(request)

        return http.MockTransport(handle)


def packed(folder: Path, provider: str, name: str) -> Cassette:
    """A story in loose files, whole and streamed, as a cassette."""
    count = len(Loose(provider, name, folder=folder).interactions)
    return Cassette.of(_interaction(Loose(provider, name, bool(place), folder=folder)) for place in range(count))


def unpack(folder: Path, provider: str, name: str) -> None:
    """A cassette of this repository in loose files."""
    wire = Loose(provider, name, folder=folder)
    wire.file(WHOLE).parent.mkdir(parents=True, exist_ok=True)
    for one in Wire(provider, name).interactions:
        wire.file(SUFFIXES[one.response.headers["content-type"]]).write_bytes(one.response.content)
    asked = json.dumps(Wire(provider, name).request, ensure_ascii=False, indent=2)
    wire.file(ASKED).write_text(f"{asked}\n", encoding="utf-8")


def _interaction(wire: Loose) -> Interaction:
    url, body = _asked(wire)
    return Interaction(
        provider=wire.provider,
        surface=providers.reader(wire.provider).spec.api,
        citebridge=__version__,
        request=Request.of("POST", url, JSON, body),
        response=wire.interactions[wire.streamed].response,
    )


def _asked(wire: Loose) -> tuple[str, bytes]:
    if wire.provider not in UNSEEN:
        import_module(f"tests.providers.test_{wire.provider.replace('.', '_')}").ask(wire)
    body = json.dumps(wire.asked or wire.request, ensure_ascii=False, separators=(",", ":"))
    return wire.url or _address(wire), body.encode()


def _address(wire: Wire) -> str:
    if wire.provider == "bedrock":
        model = quote(MODELS.get(wire.name, CLAUDE), safe="")
        return f"{BEDROCK}/{model}/{'converse-stream' if wire.streamed else 'converse'}"
    return f"https://{wire.provider}.example/{'stream' if wire.streamed else 'whole'}"


def _response(media_type: str, data: bytes) -> Response:
    pieces = [Piece(0, piece) for piece in _pieces(data, SUFFIXES[media_type])]
    return Response.of(200, {"content-type": media_type}, pieces)


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


def main(what: str, folder: Path, names: list[str]) -> None:
    """Those that are named, else all that are there."""
    if what == "unpack":
        for name in names or [f"{one}/{story}" for one in providers.names() for story in stories(one)]:
            unpack(folder, *name.split("/"))
    elif what == "pack":
        for path in sorted(folder.glob(f"*/*{ASKED}")):
            provider, name = path.parent.name, path.name.removesuffix(ASKED)
            packed(folder, provider, name).save(cassette(provider, name))
    else:
        raise SystemExit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]), sys.argv[3:])
