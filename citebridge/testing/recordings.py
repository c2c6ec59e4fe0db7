"""Recordings: what a provider sent, in cassettes or as loose files.

`<name>.cassette.jsonl` holds answers with their requests. Where one whole answer and one stream are in it they are one
answer; where there are more, each stands for itself. What broke off is left out, and what was recorded beside answers
and is none. As files, `<name>.json` is a whole body; `<name>.sse`, `<name>.jsonl` and `<name>.eventstream` are streams,
of server-sent events, of one event a line, and of AWS frames. `<name>.request.json` is the request that was answered,
when it is there. Where the whole and the stream have the same name they are one answer.
"""

import json
import re
import struct
from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, cast

from pydantic import JsonValue

from citebridge.cassettes.cassette import SUFFIX, Cassette
from citebridge.cassettes.interaction import Response
from citebridge.cassettes.snapshots import snapshot_file
from citebridge.errors import UsageError

Framing = Literal["json", "sse", "lines", "frames"]


@dataclass(frozen=True)
class Recording:
    """A whole body, or the events of a stream; and the bytes they came in."""

    name: str
    framing: Framing
    value: JsonValue
    data: bytes
    request: JsonValue

    @property
    def is_stream(self) -> bool:
        """Whether it was recorded event by event."""
        return self.framing != "json"

    @property
    def events(self) -> list[JsonValue]:
        """The events of a stream; a body is all there is."""
        return self.value if self.is_stream and isinstance(self.value, list) else [self.value]

    @property
    def stem(self) -> str:
        """What a whole answer and its stream have in common."""
        return self.name.rpartition(".")[0]


@cache
def recordings_in(folder: Path) -> tuple[Recording, ...]:
    """All recordings of a folder, by name. Raises `UsageError` when there are none."""
    paths = sorted(folder.iterdir()) if folder.is_dir() else []
    cassettes = [path for path in paths if path.name.endswith(SUFFIX)]
    loose = set(paths) - {*cassettes, *map(snapshot_file, cassettes)}
    found = [one for path in cassettes for one in _of_cassette(path)]
    found += [one for path in paths if path in loose for one in _of_file(path)]
    if not found:
        raise UsageError(
            f"no recordings in {folder}; answers of the provider that did not break off go there, in cassettes "
            f"*{SUFFIX} or in files {', '.join(_FRAMINGS)}"
        )
    return tuple(sorted(found, key=lambda one: one.name))


def _of_file(path: Path) -> Iterator[Recording]:
    if path.suffix in _FRAMINGS and not path.name.endswith(".request.json"):
        asked = path.with_name(f"{path.stem}.request.json")
        with _readable(f"{path} cannot be read as it is named"):
            request: JsonValue = json.loads(asked.read_bytes()) if asked.is_file() else None
            yield _recording(path.name, path.read_bytes(), request)


def _of_cassette(path: Path) -> Iterator[Recording]:
    """The answers in it; what the provider refused is none.

    Where the recorder could tell whose answers some are, a body of which it could not is no answer either: a list of
    models, a file that was sent. A stream is always one: left out it would be missed by nobody.
    """
    sound = [(n, one) for n, one in enumerate(Cassette.load(path), 1) if one.response.status < 400]
    whole = [(n, one, _suffix(one.response)) for n, one in sound if not one.response.cut]
    told = any(one.provider is not None for _, one, _ in whole)
    answers = [found for found in whole if not told or found[1].provider is not None or found[2] != ".json"]
    kinds = Counter(suffix == ".json" for _, _, suffix in answers)
    name = path.name.removesuffix(SUFFIX)
    for number, one, suffix in answers:
        stem = name if max(kinds.values()) == 1 else f"{name}.{number}"
        with _readable(f"{path}:{number} cannot be read as its content-type says"):
            yield _recording(f"{stem}{suffix}", one.response.content, one.request.record)


def _suffix(response: Response) -> str:
    """What a file with this body would end on."""
    return _STREAMED.get(response.headers.get("content-type", "").partition(";")[0].strip().lower(), ".json")


def _recording(name: str, data: bytes, request: JsonValue) -> Recording:
    framing, events = _FRAMINGS[name[name.rindex(".") :]]
    return Recording(name, framing, events(data), data, request)


@contextmanager
def _readable(what: str) -> Generator[None]:
    try:
        yield
    except ValueError as error:
        raise UsageError(f"{what}: {error}") from None


# Read without what `normalize` uses, so that a fault of the one is not hidden by the same fault of the other.


def sse_events(data: bytes) -> list[JsonValue]:
    """The events of a recorded stream of server-sent events."""
    blocks = re.split(r"\n{2,}", data.decode("utf-8-sig").replace("\r\n", "\n"))
    found = ["\n".join(cast("list[str]", re.findall(r"(?m)^data: ?(.*)$", block))) for block in blocks]
    return [json.loads(text) for text in found if text and text != "[DONE]"]


def line_events(data: bytes) -> list[JsonValue]:
    """The events of JSON lines."""
    return [json.loads(line) for line in data.decode().split("\n") if line.strip()]


def frame_events(data: bytes) -> list[JsonValue]:
    """The events of AWS frames, each under its type."""
    found: list[JsonValue] = []
    while data:
        total, size = struct.unpack(">II", data[:8]) if len(data) > 16 else (0, 0)
        if not 16 + size <= total <= len(data):
            raise ValueError("its last frame has no end")
        name = re.search(rb":event-type\x07..(\w+)", data[12 : 12 + size], re.S)
        found.append({name[1].decode() if name else "unknown": json.loads(data[12 + size : total - 4])})
        data = data[total:]
    return found


_FRAMINGS: dict[str, tuple[Framing, Callable[[bytes], JsonValue]]] = {
    ".json": ("json", json.loads),
    ".sse": ("sse", sse_events),
    ".jsonl": ("lines", line_events),
    ".eventstream": ("frames", frame_events),
}
_STREAMED = {
    "text/event-stream": ".sse",
    "application/vnd.amazon.eventstream": ".eventstream",
    "application/stream+json": ".jsonl",
    "application/x-ndjson": ".jsonl",
}
"""What a stream is called on the wire."""
