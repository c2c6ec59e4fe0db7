"""`Report`: what `validate` found, for people, programs and CI."""

from dataclasses import dataclass, field, fields
from typing import Literal, TypedDict

from pydantic import Field

from citebridge.models.answer import Model, Status
from citebridge.models.places import Span
from citebridge.models.problems import Severity

Support = Literal["supported", "partial", "unsupported", "undecided"]
Fault = Literal["retrieval", "generation"]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong: a stable `code`, how severe it is, and a `message` that says what and where.

    `citation_id` and `source_id` say what it is about, `span` where it is in `Answer.text`, `fix` what to do. `fault`
    says whose it is, where `retrieved=` tells: the retriever's or the model's.
    """

    code: str
    severity: Severity
    message: str
    citation_id: str | None = None
    span: Span | None = None
    fix: str | None = None
    source_id: str | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim of the answer: a sentence, an item or a row that states something.

    `citation_ids` are the citations that cover it, in reading order, `source_ids` what they lead to. `support` says
    whether those sources support it, `reasons` why that was decided, or why it was not.
    """

    text: str
    span: Span
    citation_ids: tuple[str, ...] = ()
    source_ids: tuple[str, ...] = ()
    support: Support = "undecided"
    reasons: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Metrics:
    """Shares from 0 to 1, `None` without a denominator; `statuses` counts the evidence of citations.

    coverage: claims with a citation / claims. validity: citations with a source / citations. faithfulness: supported /
    decided claims that have a citation. precision: citations whose source supports their claim / decided citations.
    citations_per_claim: the mean over all claims.
    """

    coverage: float | None = None
    validity: float | None = None
    faithfulness: float | None = None
    precision: float | None = None
    citations_per_claim: float | None = None
    statuses: dict[Status, int] = field(default_factory=dict[Status, int])


METRICS = tuple(one.name for one in fields(Metrics) if one.name != "statuses")
"""The metrics that are numbers."""


class ClaimSource(TypedDict):
    """A claim in the claim-source map."""

    claim_text: str
    source_ids: list[str]
    support_level: Literal["fully_supported", "partially_supported", "unsupported"]
    explanation: str


class Verification(TypedDict):
    """The sums of a claim-source map."""

    total_claims: int
    fully_supported: int
    partially_supported: int
    unsupported: int
    undecided: int
    overall_faithfulness: Literal["high", "medium", "low"]


class ClaimSourceMap(TypedDict):
    """An answer's claims and their sources, in the form in which others exchange them."""

    linked_answer: str
    claim_source_map: list[ClaimSource]
    verification_summary: Verification


class Report(Model):
    """What `validate` found. `ok` means that no problem is an error.

    `problems` come most severe first, then as they stand in the answer; `claims` in the order of the answer. `text` is
    `Answer.text`, which spans refer to.

    >>> Report(text="No dogs.", claims=(CheckedClaim("No dogs.", Span(0, 8)),)).to_claim_source_map()["linked_answer"]
    'No dogs.'
    """

    ok: bool = True
    problems: tuple[Problem, ...] = ()
    claims: tuple[CheckedClaim, ...] = ()
    metrics: Metrics = Field(default_factory=Metrics)
    text: str = ""

    def __str__(self) -> str:
        return self.to_text()

    def to_text(self) -> str:
        """The report for people: safe to print, one line for each problem."""
        from citebridge.models.report_text import to_text

        return to_text(self)

    def to_junit(self, name: str = "citebridge") -> str:
        """The report as JUnit XML, as CI services read it: a test for each claim, and one for each other problem.

        Errors are failures; warnings and notes stand in the output of tests that pass. `name` is that of the suite.
        """
        from citebridge.models.report_junit import to_junit

        return to_junit(self, name)

    def to_claim_source_map(self) -> ClaimSourceMap:
        """Claims, their sources and sums over them, as plain JSON values.

        A claim that was not decided is given as `unsupported`, with the explanation `not decided: …`, and is counted in
        `undecided` too.
        """
        from citebridge.models.report_map import to_claim_source_map

        return to_claim_source_map(self)
