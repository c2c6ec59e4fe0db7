"""AWS event-stream frames: where their payloads are, and their checksums after something was masked."""

import struct
import zlib

_PRELUDE, _CHECKSUM = 12, 4


def payloads(data: bytes) -> list[tuple[int, int]]:
    """Where the payload of each frame stands; nothing when these are no frames."""
    return [(start + _PRELUDE + head, end - _CHECKSUM) for start, end, head in _frames(data)]


def sealed(data: bytes, before: bytes) -> bytes:
    """Frames that were changed with their checksums made anew; all else as it is."""
    frames = _frames(before)
    if not frames or data == before:
        return data
    parts: list[bytes] = []
    for start, end, _ in frames:
        frame = data[start : end - _CHECKSUM]
        same = frame == before[start : end - _CHECKSUM]
        parts += frame, data[end - _CHECKSUM : end] if same else struct.pack(">I", zlib.crc32(frame))
    return b"".join([*parts, data[frames[-1][1] :]])


def _frames(data: bytes) -> list[tuple[int, int, int]]:
    """Start, end and length of the headers of each whole frame."""
    found: list[tuple[int, int, int]] = []
    at = 0
    while len(data) - at > _PRELUDE + _CHECKSUM:
        total, head, sum_of_both = struct.unpack_from(">III", data, at)
        sound = zlib.crc32(data[at : at + 8]) == sum_of_both
        if not sound or not _PRELUDE + head + _CHECKSUM <= total <= len(data) - at:
            break
        found.append((at, at + total, head))
        at += total
    return found
