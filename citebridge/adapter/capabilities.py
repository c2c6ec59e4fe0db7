"""What a surface can do: known without asking it, so that a channel can be chosen and an impossible request refused."""

from dataclasses import dataclass
from typing import Literal

DocumentKind = Literal["text", "pdf", "blocks", "search_results", "data"]
"""What can be sent along to be cited; `data` are records of any fields."""

Conflict = Literal["structured_output", "forced_tools", "caching", "batch", "streaming"]
"""What cannot be asked for together with citations."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What one surface can do; fields that are left out say that it cannot.

    `anchors` are what its citations hang on in the answer, `locators` the places in sources that they name. `tells` is
    when a stream tells of a citation: ahead of the text it covers, right behind it, or at the end of the answer.
    """

    documents: tuple[DocumentKind, ...] = ()
    retrieval: bool = False
    web: bool = False
    anchors: tuple[Literal["span", "point", "none"], ...] = ()
    locators: tuple[Literal["chars", "pages", "blocks"], ...] = ()
    quotes: bool = False
    tells: Literal["before", "behind", "at_end"] = "behind"
    conflicts: tuple[Conflict, ...] = ()
    ask: str
    lost: str
