"""citebridge: any provider's answer in, one `Answer` out, with its citations in one model.

>>> from citebridge import normalize
"""

from importlib import import_module
from typing import TYPE_CHECKING

from citebridge.version import __version__ as __version__

if TYPE_CHECKING:
    from citebridge import cassettes as cassettes
    from citebridge import extractive as extractive
    from citebridge import markers as markers
    from citebridge import render as render
    from citebridge import sources as sources
    from citebridge import testing as testing
    from citebridge import text as text
    from citebridge.access import redact as redact
    from citebridge.errors import BrokenAdapter as BrokenAdapter
    from citebridge.errors import CitebridgeError as CitebridgeError
    from citebridge.errors import InputError as InputError
    from citebridge.errors import MissingExtra as MissingExtra
    from citebridge.errors import NotReadable as NotReadable
    from citebridge.errors import SchemaError as SchemaError
    from citebridge.errors import UnknownProvider as UnknownProvider
    from citebridge.errors import UnknownShape as UnknownShape
    from citebridge.errors import UsageError as UsageError
    from citebridge.history import replay as replay
    from citebridge.locator import locate as locate
    from citebridge.models import Anchor as Anchor
    from citebridge.models import Answer as Answer
    from citebridge.models import AnswerDone as AnswerDone
    from citebridge.models import Blocks as Blocks
    from citebridge.models import Boxes as Boxes
    from citebridge.models import Channel as Channel
    from citebridge.models import Chars as Chars
    from citebridge.models import CheckedClaim as CheckedClaim
    from citebridge.models import Citation as Citation
    from citebridge.models import CitationAdded as CitationAdded
    from citebridge.models import CitationUpdated as CitationUpdated
    from citebridge.models import Claim as Claim
    from citebridge.models import ClaimSourceMap as ClaimSourceMap
    from citebridge.models import Event as Event
    from citebridge.models import Evidence as Evidence
    from citebridge.models import Fault as Fault
    from citebridge.models import Finish as Finish
    from citebridge.models import Lift as Lift
    from citebridge.models import Lines as Lines
    from citebridge.models import Locator as Locator
    from citebridge.models import Metrics as Metrics
    from citebridge.models import Notice as Notice
    from citebridge.models import NoticeRaised as NoticeRaised
    from citebridge.models import Pages as Pages
    from citebridge.models import Problem as Problem
    from citebridge.models import Report as Report
    from citebridge.models import Risk as Risk
    from citebridge.models import Section as Section
    from citebridge.models import Selector as Selector
    from citebridge.models import Severity as Severity
    from citebridge.models import Source as Source
    from citebridge.models import SourceAdded as SourceAdded
    from citebridge.models import SourceKind as SourceKind
    from citebridge.models import Span as Span
    from citebridge.models import Status as Status
    from citebridge.models import Support as Support
    from citebridge.models import TextDelta as TextDelta
    from citebridge.models import dump_event as dump_event
    from citebridge.models import load_event as load_event
    from citebridge.normalizer import AnswerParser as AnswerParser
    from citebridge.normalizer import Keep as Keep
    from citebridge.normalizer import anormalize_stream as anormalize_stream
    from citebridge.normalizer import normalize as normalize
    from citebridge.normalizer import normalize_stream as normalize_stream
    from citebridge.normalizer import parser as parser
    from citebridge.resolver import resolve as resolve
    from citebridge.validator import Judge as Judge
    from citebridge.validator import validate as validate

_HOMES = {
    "citebridge.access": "redact",
    "citebridge.errors": (
        "BrokenAdapter CitebridgeError InputError MissingExtra NotReadable SchemaError UnknownProvider UnknownShape "
        "UsageError"
    ),
    "citebridge.history": "replay",
    "citebridge.locator": "locate",
    "citebridge.models": (
        "Anchor Answer AnswerDone Blocks Boxes Channel Chars CheckedClaim Citation CitationAdded CitationUpdated "
        "Claim ClaimSourceMap Event Evidence Fault Finish Lift Lines Locator Metrics Notice NoticeRaised Pages "
        "Problem Report Risk Section Selector Severity Source SourceAdded SourceKind Span Status Support TextDelta "
        "dump_event load_event"
    ),
    "citebridge.normalizer": ("AnswerParser Keep anormalize_stream normalize normalize_stream parser"),
    "citebridge.resolver": "resolve",
    "citebridge.validator": "Judge validate",
}
_HOME = {name: home for home, names in _HOMES.items() for name in names.split()}
_NAMESPACES = ("cassettes", "extractive", "markers", "render", "sources", "testing", "text")

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
