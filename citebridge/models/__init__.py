"""The model: what an answer, a citation and a source are, the events that tell them, and what a report says of them."""

from importlib import import_module
from typing import TYPE_CHECKING

from citebridge.models.answer import BUILT as BUILT  # for the builder of answers alone
from citebridge.models.answer import RECITATION as RECITATION  # for those that read and show citations
from citebridge.models.answer import (
    SCHEMA_VERSION,
    Answer,
    Channel,
    Citation,
    Evidence,
    Finish,
    Selector,
    Source,
    SourceKind,
    Status,
)
from citebridge.models.events import (
    AnswerDone,
    CitationAdded,
    CitationUpdated,
    Event,
    NoticeRaised,
    SourceAdded,
    TextDelta,
    dump_event,
    load_event,
)
from citebridge.models.notices import CODES, Notice
from citebridge.models.places import (
    Anchor,
    Blocks,
    Boxes,
    Chars,
    Claim,
    Lift,
    Lines,
    Locator,
    Pages,
    Section,
    Span,
)

if TYPE_CHECKING:
    from citebridge.models.problems import Risk as Risk
    from citebridge.models.problems import Severity as Severity
    from citebridge.models.report import CheckedClaim as CheckedClaim
    from citebridge.models.report import ClaimSourceMap as ClaimSourceMap
    from citebridge.models.report import Fault as Fault
    from citebridge.models.report import Metrics as Metrics
    from citebridge.models.report import Problem as Problem
    from citebridge.models.report import Report as Report
    from citebridge.models.report import Support as Support

__all__ = [
    "CODES",
    "SCHEMA_VERSION",
    "Anchor",
    "Answer",
    "AnswerDone",
    "Blocks",
    "Boxes",
    "Channel",
    "Chars",
    "CheckedClaim",
    "Citation",
    "CitationAdded",
    "CitationUpdated",
    "Claim",
    "ClaimSourceMap",
    "Event",
    "Evidence",
    "Fault",
    "Finish",
    "Lift",
    "Lines",
    "Locator",
    "Metrics",
    "Notice",
    "NoticeRaised",
    "Pages",
    "Problem",
    "Report",
    "Risk",
    "Section",
    "Selector",
    "Severity",
    "Source",
    "SourceAdded",
    "SourceKind",
    "Span",
    "Status",
    "Support",
    "TextDelta",
    "dump_event",
    "load_event",
]

_HOME = {
    **dict.fromkeys(("Risk", "Severity"), "problems"),
    **dict.fromkeys(("CheckedClaim", "ClaimSourceMap", "Fault", "Metrics", "Problem", "Report", "Support"), "report"),
}


def __getattr__(name: str) -> object:
    """What only reports need is loaded when it is first used: who reads answers pays nothing for it."""
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}; it has {', '.join(__all__)}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found
