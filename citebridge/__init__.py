"""citebridge: any provider's answer in, one verified `Answer` out.

>>> from citebridge import normalize
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from citebridge import render as render
    from citebridge import text as text
    from citebridge.models import Answer as Answer
    from citebridge.models import AnswerDone as AnswerDone
    from citebridge.models import Citation as Citation
    from citebridge.models import CitationAdded as CitationAdded
    from citebridge.models import CitationUpdated as CitationUpdated
    from citebridge.models import Evidence as Evidence
    from citebridge.models import NoticeRaised as NoticeRaised
    from citebridge.models import Source as Source
    from citebridge.models import SourceAdded as SourceAdded
    from citebridge.models import TextDelta as TextDelta
    from citebridge.normalizer import anormalize_stream as anormalize_stream
    from citebridge.normalizer import normalize as normalize
    from citebridge.normalizer import normalize_stream as normalize_stream
    from citebridge.normalizer import parser as parser

_HOMES = {
    "citebridge.models": (
        "Answer AnswerDone Citation CitationAdded CitationUpdated Evidence NoticeRaised Source SourceAdded TextDelta"
    ),
    "citebridge.normalizer": "anormalize_stream normalize normalize_stream parser",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
_NAMESPACES = ("render", "text")

__all__ = sorted([*_HOME, *_NAMESPACES])  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Names are loaded when they are first used: `import citebridge` loads nothing."""
    if name in _NAMESPACES:
        return import_module(f"citebridge.{name}")
    if name not in _HOME:
        raise AttributeError(f"module 'citebridge' has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(_HOME[name]), name)
    return found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
