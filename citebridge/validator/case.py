"""What the checks look at: an answer with its evidence, its claims, and which citation covers which of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from citebridge.access import is_redacted
from citebridge.models import Answer, Source, Span
from citebridge.models.problems import PROBLEMS, Risk, Severity
from citebridge.models.quoting import quoted, whole
from citebridge.models.report import Fault, Problem
from citebridge.validator.retrieved import Retrieved
from citebridge.validator.statements import Statement


@dataclass(frozen=True)
class Case:
    """One answer to check.

    `shown` is the same answer for a viewer without any tags, citation by citation and source by source: all words and
    ids of a report are taken from it, so that no hidden source leaves by that door. `ties` are, for each claim, the
    numbers of the citations that cover it; `places` where each citation stands in the text; `counted` the numbers of
    the citations that are looked at, all but recitations.
    """

    answer: Answer
    shown: Answer
    statements: Sequence[Statement]
    claims: Sequence[Statement]
    ties: Sequence[Sequence[int]]
    places: Sequence[Span | None]
    counted: Sequence[int]
    risk: Risk
    retrieved: Retrieved | None

    @cached_property
    def source_numbers(self) -> Sequence[int | None]:
        """For each citation the number of its source among the answer's; `None` when it leads to nobody."""
        numbers = {source.id: n for n, source in reversed(list(enumerate(self.answer.sources)))}
        return [numbers.get(one.source_id) if one.source_id is not None else None for one in self.answer.citations]

    @cached_property
    def claim_sources(self) -> Sequence[Sequence[int]]:
        """For each claim the numbers of the sources that its citations lead to, each once, in order."""
        return [self.sources_of(tied) for tied in self.ties]

    @cached_property
    def citation_ids(self) -> Sequence[str]:
        """The ids of the citations, as they are told."""
        return [whole(one.id) for one in self.shown.citations]

    @cached_property
    def source_ids(self) -> Sequence[str]:
        """The ids of the sources, as they are told."""
        return [whole(one.id) for one in self.shown.sources]

    def source(self, number: int) -> Source | None:
        """The source of a citation, by the citation's number."""
        found = self.source_numbers[number]
        return self.answer.sources[found] if found is not None else None

    def sources_of(self, numbers: Sequence[int]) -> list[int]:
        """The numbers of the sources that some citations lead to, each once, in order."""
        found = dict.fromkeys(self.source_numbers[n] for n in numbers)
        return [n for n in found if n is not None]

    def is_hidden(self, source_number: int) -> bool:
        """Whether not everybody may see a source."""
        return is_redacted(self.shown.sources[source_number])

    def name(self, source_number: int) -> str:
        """What a source is called in a message."""
        if self.is_hidden(source_number):
            return "a hidden source"
        shown = self.shown.sources[source_number]
        return quoted(shown.title or shown.url or shown.id)

    def cited_sources(self) -> Iterator[tuple[int, int]]:
        """Each source that is cited, by its number, with the number of its first citation."""
        first: dict[int, int] = {}
        for n in self.counted:
            source = self.source_numbers[n]
            if source is not None:
                first.setdefault(source, n)
        yield from first.items()

    def problem(
        self,
        code: str,
        message: str,
        citation: int | None = None,
        *,
        source: int | None = None,
        span: Span | None = None,
        severity: Severity | None = None,
        fault: Fault | None = None,
    ) -> Problem:
        """A problem about a citation, a source or a stretch of the text, severe as its code is at this risk.

        Whose fault it is, is told only where it is known what was retrieved.
        """
        known = PROBLEMS[code]
        return Problem(
            code,
            severity or known.at(self.risk),
            message,
            self.citation_ids[citation] if citation is not None else None,
            span if span is not None or citation is None else self.places[citation],
            known.fix,
            self.source_ids[source] if source is not None else None,
            fault if self.retrieved is not None else None,
        )
