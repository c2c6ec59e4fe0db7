"""What a surface can do: known without asking it, so that a channel can be chosen and an impossible request refused."""

from dataclasses import dataclass
from typing import Literal

DocumentKind = Literal["text", "pdf", "blocks", "search_results", "data"]
"""What a request can bring along to be cited: `blocks` are pieces that the caller cut, `data` records of any fields."""

AnchorKind = Literal["span", "point", "none"]
"""What a citation hangs on in the answer; `none`: it comes without a place."""

PlaceKind = Literal["chars", "pages", "blocks"]
"""The places in a source that a citation can name."""

StreamOrder = Literal["before", "after", "at_end"]
"""When a stream tells of a citation: ahead of the text it stands for, right after it, or when all text is there."""

Conflict = Literal["structured_output", "forced_tools", "caching", "batch"]
"""What cannot be asked for together with citations; `caching` is that of contents which the request names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Capabilities:
    """What one surface can do. A field that is left out says that it cannot, `conflicts` that nothing is in the way.

    `documents` are sent along and cited. `retrieval` looks into files that lie with the provider, `web` into pages.
    `anchors`, `locators` and `quotes` are what its citations bring. `stream_order` is `None` where nothing is streamed.
    `ask` tells how to get citations from it, `lost` what it never says.
    """

    documents: tuple[DocumentKind, ...] = ()
    retrieval: bool = False
    web: bool = False
    anchors: tuple[AnchorKind, ...] = ()
    locators: tuple[PlaceKind, ...] = ()
    quotes: bool = False
    stream_order: StreamOrder | None = None
    conflicts: tuple[Conflict, ...] = ()
    ask: str
    lost: str
