"""Files that a command writes, and pages that it opens in the browser."""

import os
from pathlib import Path

from citebridge.cli.terminal import fail


def save(text: str, file: str) -> None:
    """Write a file, or tell in one line why that cannot be."""
    try:
        Path(file).write_text(text + "\n", encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        raise fail(f"cannot write {file}: {error.strerror}") from None


def new_page() -> str:
    """The name of a file of its own, for a page that is only looked at."""
    import tempfile

    handle, name = tempfile.mkstemp(prefix="citebridge-", suffix=".html")
    os.close(handle)
    return name


def open_page(file: str) -> None:
    """Open a page in the browser."""
    import webbrowser

    if not webbrowser.open(Path(file).absolute().as_uri()):
        raise fail(f"no browser could be opened; the page is in {file}")
