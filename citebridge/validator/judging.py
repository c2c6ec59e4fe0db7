"""Whether the cited sources support the claims: by a judge, else by what is plain without one."""

from collections.abc import Callable, Sequence
from typing import Literal, get_args

from citebridge.errors import UsageError
from citebridge.models import Span
from citebridge.models.quoting import quoted
from citebridge.models.report import Fault, Problem, Support
from citebridge.sources import span_of
from citebridge.validator.case import Case

Judge = Callable[[str, Sequence[str]], Support]
"""Says whether passages support a claim: `supported`, `partial`, `unsupported` or `undecided`."""

_NO_CITATION = "it has no citation"
_NO_SOURCE = "its citations lead to no source"
_NO_TEXT = "its sources have no text"
_NO_JUDGE = "no judge was given"


class Judging:
    """The decisions over one answer; the judge is asked once for each claim with the same passages."""

    def __init__(self, case: Case, judge: Judge | None) -> None:
        self._case = case
        self._judge = judge
        self._asked: dict[tuple[str, tuple[str, ...]], Support] = {}
        self.supports: list[tuple[Support, tuple[str, ...]]] = [self._claim(n) for n in range(len(case.claims))]

    def precision(self) -> tuple[int, int]:
        """How many citations have a source that supports their claim, of how many that were decided.

        A source that supports a part of it counts where all of them together support the claim; what leads to no source
        is told by validity and is not decided.
        """
        good = decided = 0
        claim_of = {number: n for n, tied in reversed(list(enumerate(self._case.ties))) for number in tied}
        for number in sorted(claim_of):
            support = self._citation(number, claim_of[number])
            whole = self.supports[claim_of[number]][0]
            good += support == "supported" or (support == "partial" and whole == "supported")
            decided += support != "undecided"
        return good, decided

    def problems(self) -> Sequence[Problem]:
        """Claims that their sources do not support, with whose fault it is where that can be told."""
        found: list[Problem] = []
        for claim, tied, (support, reasons) in zip(self._case.claims, self._case.ties, self.supports, strict=True):
            if not tied or reasons[0] == _NO_SOURCE or support in ("supported", "undecided"):
                continue
            said = self._case.answer.text[claim.start : claim.end]
            code, told = _TOLD[support]
            fault, why = self._fault(said) if support == "unsupported" else (None, "")
            message = f"{told} {quoted(said)}{why}"
            found.append(self._case.problem(code, message, span=Span(claim.start, claim.end), fault=fault))
        return found

    def _fault(self, said: str) -> tuple[Fault | None, str]:
        """The model's where something that was retrieved supports the claim, else the retriever's."""
        retrieved = self._case.retrieved
        texts = tuple(one.text for one in retrieved.records if one.text) if retrieved is not None else ()
        if not texts:
            return None, ""
        support = self._ask(said, texts)
        if support in ("supported", "partial"):
            return "generation", ", though something that was retrieved does"
        if support == "unsupported":
            return "retrieval", ", nor does anything that was retrieved"
        return None, ""

    def _claim(self, n: int) -> tuple[Support, tuple[str, ...]]:
        tied = self._case.ties[n]
        if not tied:
            return "unsupported", (_NO_CITATION,)
        if not self._case.claim_sources[n]:
            return "unsupported", (_NO_SOURCE,)
        quotes = self._quotes(tied)
        if self._judge is None:
            return "undecided", (_NO_JUDGE, *quotes)
        passages = [passage for number in tied if (passage := self._passage(number))]
        if not passages:
            return "undecided", (_NO_TEXT, *quotes)
        claim = self._case.claims[n]
        support = self._ask(self._case.answer.text[claim.start : claim.end], tuple(passages))
        return support, (f"judged by {len(passages)} passage{'s' if len(passages) > 1 else ''}", *quotes)

    def _citation(self, number: int, n: int) -> Support:
        citation = self._case.answer.citations[number]
        known = self._judge is not None and self._case.source_numbers[number] is not None
        passage = self._passage(number) if known else None
        if not passage:
            return "undecided"
        claim, place = self._case.claims[n], self._case.places[number]
        own = place if citation.claim is not None and place is not None else claim
        return self._ask(self._case.answer.text[own.start : own.end], (passage,))

    def _ask(self, claim: str, passages: tuple[str, ...]) -> Support:
        key = claim, passages
        if key not in self._asked and self._judge is not None:
            said = self._judge(claim, list(passages))
            if said not in get_args(Support):
                raise UsageError(f"judge= gives one of {', '.join(get_args(Support))}, not {said!r}")
            self._asked[key] = said
        return self._asked[key]

    def _passage(self, number: int) -> str | None:
        """The words of the source that a citation means: what was found, what its place holds, else all of it."""
        citation, source = self._case.answer.citations[number], self._case.source(number)
        evidence = citation.evidence
        if evidence is not None and evidence.quote and evidence.status in _FOUND:
            return evidence.quote
        if source is None or source.text is None:
            return citation.cited_text
        places = (span_of(source, place) for place in citation.locators)
        span = next((one for one in places if one is not None), None)
        return source.text[span.start : span.end] if span is not None else source.text

    def _quotes(self, tied: Sequence[int]) -> tuple[str, ...]:
        """What was found of the quotes, as a reason."""
        counts: dict[str, int] = {}
        for number in tied:
            citation = self._case.answer.citations[number]
            if citation.evidence is not None and citation.cited_text:
                counts[citation.evidence.status] = counts.get(citation.evidence.status, 0) + 1
        if not counts:
            return ()
        told = ", ".join(f"{count} {status.replace('_', ' ')}" for status, count in sorted(counts.items()))
        return (f"quotes: {told}",)


_FOUND = ("verified", "repaired", "altered", "suggested")
_TOLD: dict[Support, tuple[Literal["unsupported_claim", "partly_supported"], str]] = {
    "unsupported": ("unsupported_claim", "what is cited does not support"),
    "partial": ("partly_supported", "what is cited supports a part of"),
}
