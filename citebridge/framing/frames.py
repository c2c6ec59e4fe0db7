"""AWS event-stream frames (application/vnd.amazon.eventstream) from bytes in any pieces.

A frame is: total length, length of the headers, CRC of both; headers; payload; CRC of all before it. All numbers are
big-endian.
"""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

_PRELUDE = 12
_LEAST = 16  # a prelude and the checksum of a frame without anything in it
_MOST = 24 * 1024 * 1024  # the service sends at most 16 MiB and headers; more is no frame
_FIXED = {0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16}  # sizes of header values by their type
_SIZED = (6, 7)  # bytes, text


class Frame(NamedTuple):
    """The text headers and the payload of a frame; `sound` when both checksums hold."""

    headers: dict[str, str]
    payload: bytes
    sound: bool


class FrameStream:
    """Takes bytes and gives frames."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._length = 0
        self._needed = _PRELUDE
        self._lost = False

    def feed(self, chunk: bytes) -> Iterator[Frame]:
        """Frames that are complete with this chunk; after a prelude that makes no sense, none any more."""
        if self._lost:
            return
        self._pieces.append(chunk)
        self._length += len(chunk)
        if self._length < self._needed:
            return
        data, at = b"".join(self._pieces), 0
        while len(data) - at >= self._needed:
            total = _total(data, at)
            if not _LEAST <= total <= _MOST:
                self._lost, self._pieces, self._length = True, [], 0
                yield Frame({}, data[at:], False)
                return
            if len(data) - at < total:
                self._needed = total
                break
            yield _frame(data[at : at + total])
            at, self._needed = at + total, _PRELUDE
        self._pieces, self._length = [data[at:]], len(data) - at

    def close(self) -> Iterator[Frame]:
        """What is left, when the stream ended within a frame."""
        if self._length:
            yield Frame({}, b"".join(self._pieces), False)
            self._pieces, self._length = [], 0


def looks_like_frames(data: bytes) -> bool:
    """Whether bytes begin with the prelude of a frame."""
    return (
        len(data) >= _PRELUDE
        and _LEAST <= _total(data, 0) <= _MOST
        and zlib.crc32(data[:8]) == struct.unpack(">I", data[8:12])[0]
    )


def _total(data: bytes, at: int) -> int:
    return struct.unpack_from(">I", data, at)[0]


def _frame(data: bytes) -> Frame:
    size = struct.unpack(">I", data[4:8])[0]
    sound = zlib.crc32(data[:8]) == struct.unpack(">I", data[8:12])[0]
    sound = sound and zlib.crc32(data[:-4]) == struct.unpack(">I", data[-4:])[0] and _PRELUDE + size <= len(data) - 4
    headers = _headers(data[_PRELUDE : _PRELUDE + size]) if sound else {}
    return Frame(headers, data[_PRELUDE + size : -4] if sound else data, sound)


def _headers(block: bytes) -> dict[str, str]:
    """Text headers by name; the others are stepped over."""
    headers: dict[str, str] = {}
    at = 0
    while at < len(block):
        size = block[at]
        name = block[at + 1 : at + 1 + size].decode("utf-8", "replace")
        at += 1 + size
        kind = block[at] if at < len(block) else -1
        if kind in _SIZED and at + 3 <= len(block):
            length = struct.unpack(">H", block[at + 1 : at + 3])[0]
            if kind == 7:
                headers[name] = block[at + 3 : at + 3 + length].decode("utf-8", "replace")
            at += 3 + length
        elif kind in _FIXED:
            at += 1 + _FIXED[kind]
        else:
            break
    return headers
