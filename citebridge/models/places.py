"""Places: where in an answer, and where in a source.

All offsets are Unicode code points, half-open, as Python slices take them. Places in the answer (`Span`, `Anchor`,
`Claim`, `Lift`) and places in a source (the locators) are different types, so that the two can't be mixed up:
OpenAI, Gemini and Cohere count in the answer, Anthropic and Bedrock in the source.
"""

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch `text[start:end]`.

    >>> Span(0, 3)
    Span(start=0, end=3)
    """

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Anchor:
    """Where in `Answer.text` a citation hangs, as the provider said it: a `span`, or a `point` (`start == end`)."""

    kind: Literal["span", "point"]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Claim:
    """The stretch of `Answer.text` that a citation supports; `basis` says whether the provider said so or we did."""

    start: int
    end: int
    basis: Literal["provider", "inferred"] = "inferred"


@dataclass(frozen=True, slots=True)
class Lift:
    """A stretch `raw` of `Answer.raw_text` that was taken out, and the place `at` in `Answer.text` where it stood."""

    raw: Span
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Chars:
    """Characters `start` to `end` of the source text, 0-based, half-open."""

    kind: Literal["chars"] = "chars"
    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pages:
    """Pages `start_page` to `end_page`, 1-based, both included: one page is said twice."""

    kind: Literal["pages"] = "pages"
    start_page: int
    end_page: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocks:
    """Content blocks `start_block` to `end_block` of the source, 0-based, half-open."""

    kind: Literal["blocks"] = "blocks"
    start_block: int
    end_block: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines:
    """Lines `start_line` to `end_line`, 1-based, both included."""

    kind: Literal["lines"] = "lines"
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A section, named by its headings from the outermost in."""

    kind: Literal["section"] = "section"
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Boxes:
    """Rectangles `(x0, y0, x1, y1)` on one page, in PDF points, origin at the top left. Only evidence has them."""

    kind: Literal["boxes"] = "boxes"
    page: int
    rects: tuple[tuple[float, float, float, float], ...]


Locator = Annotated[Chars | Pages | Blocks | Lines | Section | Boxes, Field(discriminator="kind")]
"""Where in a source, told apart by `kind`."""
