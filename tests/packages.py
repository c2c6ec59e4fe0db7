"""Packages that tests make up, found as if pip had installed them: by their metadata, on the path of imports."""

import importlib
import sys
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from citebridge import providers
from citebridge.providers import _outside

GROUP = "citebridge.providers"


def write_metadata(folder: Path, name: str, entries: Mapping[str, str]) -> None:
    """What an installer leaves of a package and its entry points."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", encoding="utf-8")
    lines = [f"{key} = {value}\n" for key, value in entries.items()]
    (info / "entry_points.txt").write_text(f"[{GROUP}]\n{''.join(lines)}", encoding="utf-8")


def write_metadata_of(project: Path) -> None:
    """The same for a folder with a pyproject.toml."""
    said = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    write_metadata(project, said["name"], said["entry-points"][GROUP])


@contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Within, what is in the folder is installed."""
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    _look_again()
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            if str(getattr(sys.modules[name], "__file__", "")).startswith(str(folder)):
                del sys.modules[name]
        _look_again()


def _look_again() -> None:
    """Forget which packages there were: within one process they do not change outside of tests."""
    importlib.invalidate_caches()
    for known in (providers.names, providers.readers, _outside.entries, _outside.reader, _outside.asker):
        known.cache_clear()
