"""Files that are written whole or not at all, and by one process at a time."""

import os
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

if os.name == "nt":  # pragma: no cover - the other half of the same few lines
    import msvcrt

    def _lock(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_LOCK, 1)
else:
    import fcntl

    def _lock(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX)


@contextmanager
def locked(path: Path) -> Generator[None]:
    """Within, no other process writes this file. The lock of a process that died is gone with it.

    It is on a file beside, since the file itself is replaced by another one.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = path.with_name(f".{path.name}.lock")
    handle = _held(lock)
    try:
        yield
    finally:
        with suppress(OSError):  # on Windows one that others wait for stays, and is removed by the last of them
            lock.unlink()
        os.close(handle)


def _held(lock: Path) -> int:
    """The lock's file, locked: not one that was removed by who had it before, while we waited for it."""
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT)
        _lock(handle)
        with suppress(OSError):
            if os.path.samestat(os.fstat(handle), os.stat(lock)):
                return handle
        os.close(handle)


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside, and put it in the place of the old one: nobody ever sees half of it."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with beside.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
