"""For tests of adapters: `ReaderLaws`, the laws of docs/explanation/design.md over recordings. It needs pytest."""

from typing import TYPE_CHECKING

from citebridge.errors import MissingExtra

if TYPE_CHECKING:
    from citebridge.testing.suite import ReaderLaws as ReaderLaws

__all__ = ["ReaderLaws"]


def __getattr__(name: str) -> object:
    """Loaded when it is first used: the library itself, and `from citebridge import *`, need no pytest."""
    if name not in __all__:
        raise AttributeError(f"module 'citebridge.testing' has no attribute {name!r}; it has {', '.join(__all__)}")
    try:
        from citebridge.testing.suite import ReaderLaws
    except ModuleNotFoundError as error:
        if error.name != "pytest":
            raise
        raise MissingExtra("citebridge.testing needs pytest, which is not installed: pip install pytest") from None
    return ReaderLaws
