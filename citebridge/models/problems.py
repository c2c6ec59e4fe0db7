"""Problems: what the validator finds wrong with citations and claims, and how much each weighs.

Codes are stable snake_case words; a program may test for them. Each has two lines here, which the docs print: what is
wrong, and what to do about it.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple

Severity = Literal["error", "warning", "info"]
Risk = Literal["low", "normal", "high"]


class ProblemCode(NamedTuple):
    """What a code means, what to do, and how severe it is; `low` and `high` where the risk makes a difference."""

    severity: Severity
    meaning: str
    fix: str
    low: Severity | None = None
    high: Severity | None = None

    def at(self, risk: Risk) -> Severity:
        """The severity for answers of that risk.

        >>> PROBLEMS["uncited_claim"].at("high")
        'error'
        """
        changed = self.low if risk == "low" else self.high if risk == "high" else None
        return changed or self.severity


_UNCITED = "Cite a source for it, or leave it out."
_QUOTE = "Do not show the quote; show the source's own words, in `evidence.quote`."

_PROBLEMS: dict[str, ProblemCode] = {
    # where a citation leads
    "unresolved": ProblemCode(
        "error",
        "A citation leads to no source that the answer has.",
        "Show it as unresolved, never as a link; if the source exists, pass it with `sources=`, or for a number what "
        "was sent with `request=`.",
    ),
    "locator_out_of_source": ProblemCode(
        "error", "A citation points at a place that its source does not have.", "Do not link to the place."
    ),
    # quotes
    "altered": ProblemCode("error", "A quote differs from its source in a number, unit, name or negation.", _QUOTE),
    "wrong_place": ProblemCode(
        "error", "A quote stands in a far page or block, or in another source.", "Cite the place in `evidence`."
    ),
    "not_found": ProblemCode("error", "A quote stands nowhere in the sources.", "Do not show the quote."),
    "repaired": ProblemCode(
        "info", "A quote stands near the place that was said.", "Nothing: `evidence` has the right place."
    ),
    "unverifiable": ProblemCode(
        "info",
        "A quote could not be checked, since its source has no text.",
        "Pass the source's text with `sources=`.",
        high="warning",
    ),
    # places in the answer
    "anchor_out_of_text": ProblemCode(
        "error", "A place in the answer lies outside of its text.", "Build the answer with `normalize`."
    ),
    "unplaced": ProblemCode(
        "info", "A citation has no place in the text, so no claim is known for it.", "List its source below the answer."
    ),
    "near_miss": ProblemCode(
        "warning", "What looks like a mark was left in the text.", "Ask again, or take it out before it is shown."
    ),
    "forged_mark": ProblemCode(
        "warning",
        "The text holds a mark that is no citation of the answer: it was written as prose.",
        "Take it out before the answer is shown: readers would take it for a reference.",
    ),
    # claims
    "uncited_claim": ProblemCode("warning", "A claim has no citation.", _UNCITED, low="info", high="error"),
    "unsupported_claim": ProblemCode(
        "error", "The sources that a claim cites do not support it.", _UNCITED, low="warning"
    ),
    "partly_supported": ProblemCode(
        "warning", "The sources that a claim cites support a part of it.", _UNCITED, low="info", high="error"
    ),
    # how citations are spread
    "no_citations": ProblemCode(
        "warning", "There were sources to cite, and nothing is cited.", "Ask again for citations.", high="error"
    ),
    "shotgun": ProblemCode(
        "warning",
        "So many sources are cited for one claim, or the same ones for every claim, that it says nothing.",
        "Ask for the sources that support each claim, and for those alone.",
    ),
    "piled_marks": ProblemCode(
        "warning",
        "The marks of several claims stand together behind the last of them.",
        "Ask for a mark right behind each claim.",
    ),
    # sources
    "stale_source": ProblemCode(
        "warning",
        "A source is not the text that was cited: its digest, or its text, has changed.",
        "Resolve the answer again, with the text of today.",
        high="error",
    ),
    "unsafe_url": ProblemCode("error", "The address of a source is none to be opened.", "Show it as text."),
    "redirect_url": ProblemCode(
        "info", "The address of a source is a redirect, which ends after some weeks.", "Store where it leads to."
    ),
    "answer_used_hidden_source": ProblemCode(
        "warning",
        "The answer cites a source that not everyone may see; its text may repeat it and cannot be redacted.",
        "Show the answer only to who may see the source.",
        high="error",
    ),
    # how the answer ended
    "refusal": ProblemCode("info", "The model refused, or said that the sources have no answer.", "Show it as such."),
    "truncated": ProblemCode("warning", "The answer was cut off.", "Ask again with more room.", high="error"),
    "filtered": ProblemCode("warning", "The provider's filter stopped the answer.", "Show it as unfinished."),
    "unfinished": ProblemCode(
        "warning", "The turn is not over: the model waits for a tool, or has paused.", "Go on with the turn."
    ),
    "failed": ProblemCode("error", "The provider sent an error.", "Ask again."),
    # what the retriever returned
    "not_retrieved": ProblemCode(
        "error", "A source is cited that the retriever did not return.", "Cite only what was retrieved."
    ),
    "nothing_retrieved": ProblemCode(
        "warning", "The retriever returned nothing, and the answer states something.", "Look at the retriever."
    ),
    # thresholds
    "under_threshold": ProblemCode(
        "error",
        "A metric is below what was asked for, or has no value.",
        "Mend what else is told, or ask for less.",
    ),
}

PROBLEMS: Mapping[str, ProblemCode] = MappingProxyType(_PROBLEMS)
"""Every code that a problem can carry; read only."""
