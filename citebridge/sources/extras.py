"""What to say when a library that only some sources need is not installed."""

from citebridge.errors import MissingExtra

__all__ = ["missing"]


def missing(what: str, package: str, extra: str) -> MissingExtra:
    """The error that says how to install what is needed.

    >>> missing("reading PDF", "pypdfium2", "pdf")
    MissingExtra("reading PDF needs pypdfium2, which is not installed: pip install 'citebridge[pdf]'")
    """
    return MissingExtra(f"{what} needs {package}, which is not installed: pip install 'citebridge[{extra}]'")
