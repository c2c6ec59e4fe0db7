"""The command line: `citebridge`, or `python -m citebridge`. It needs the extra `cli`."""

import sys

__all__ = ["main"]

_NEEDED = ("typer", "rich")


def main() -> None:
    """Run the command line and leave with its exit code."""
    try:
        from citebridge.cli.app import run
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _NEEDED:
            raise
        print(
            f'citebridge: the command line needs {error.name}, which is not installed: pip install "citebridge[cli]"',
            file=sys.stderr,
        )
        sys.exit(2)
    sys.exit(run())
