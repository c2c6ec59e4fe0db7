"""`resolve`: where in its source each citation stands, and whether its quote does."""

from collections.abc import Iterable

from citebridge.access import redact
from citebridge.errors import UsageError
from citebridge.models import Answer, Citation, Notice
from citebridge.resolver.gathering import Names, gathered
from citebridge.resolver.judging import Judge
from citebridge.resolver.shelf import Shelf
from citebridge.sources import Sources, sources_from


def resolve(answer: Answer, *, sources: Sources | None = None, viewer: Iterable[str] | None = None) -> Answer:
    """`answer` with `evidence` for each citation: status, place in the source, the source's own words, a deep link.

    `sources` are texts that the answer lacks: a source of the same id fills in what is not known of it, and so does
    one whose url, or whose id or url on one side and alias on the other, only one of them and one of the answer has.
    Others are added. A citation without a source gets the one that its `ref` names, by id, or by an alias or url that
    only one has, and a mark the one its tag was minted for.

    With `viewer`, the tags that somebody holds, the answer is redacted for them. Without, sources with access tags are
    looked at like all others, and renderers hide them.

    Nothing is fetched, and resolving twice gives the same as once. Raises `UsageError` when `answer` is none, or
    `sources` or `viewer` are not what they should be.

    >>> from citebridge.models import Source
    >>> rules = Source(id="rules", text="Dogs stay outside. No fires.")
    >>> said = Answer(text="No fires.", citations=(Citation(id="0", source_id="rules", cited_text="No fires."),))
    >>> evidence = resolve(said, sources=[rules]).citations[0].evidence
    >>> evidence.status, evidence.span
    ('verified', Span(start=19, end=28))
    """
    if not isinstance(answer, Answer):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"resolve takes an Answer, not {type(answer).__name__}; normalize gives one")
    told: list[Notice] = []
    known = gathered(answer.sources, sources_from(sources, told.append), told.append)
    names, judge = Names(known, answer.marker_map), Judge(Shelf(known))
    found: list[Citation] = []
    for citation in answer.citations:
        source = names.of(citation)
        update: dict[str, object] = {"evidence": judge.evidence(citation, source)}
        if source is not None and source.id != citation.source_id:
            update["source_id"] = source.id
        found.append(citation.model_copy(update=update))
    done = answer.model_copy(update={"citations": tuple(found), "sources": known, "notices": (*answer.notices, *told)})
    return done if viewer is None else redact(done, viewer)
