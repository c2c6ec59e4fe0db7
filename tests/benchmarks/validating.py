"""Whole answers checked: what `resolve` and `validate` take beyond finding the quotes, and how it grows."""

from collections.abc import Iterator
from functools import partial

from citebridge import Answer
from citebridge.locator.evidence import evidence_in
from citebridge.locator.quotes import Quote
from citebridge.locator.source_text import SourceText
from citebridge.models import Anchor, Citation, Source
from citebridge.resolver import resolve
from citebridge.validator import validate
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.timing import Timed, compare, each, exponent
from tests.benchmarks.words import Words

_COUNT = 1000
_SOURCES = 20


def time_validating(plan: Plan) -> Iterator[Figure]:
    """A claim, a citation and a quote each, over twenty sources, against looking for the quotes alone."""
    counts = (250, _COUNT) if plan.quick else (250, _COUNT, 4 * _COUNT)
    found: dict[int, Timed] = {}
    checked: dict[int, Timed] = {}
    for count in counts:
        answer = cited(count)
        resolved = resolve(answer)
        found[count] = compare(partial(_located, answer), lambda one=answer: validate(resolve(one)), plan.rounds)
        checked[count] = compare(partial(str, resolved.text), partial(validate, resolved), plan.rounds)
    timed, alone = found[_COUNT], checked[_COUNT]
    detail = f"{short(timed.ours * 1e3)} ms, {short(timed.base * 1e3)} of it locating"
    yield Figure(f"resolve and validate, {_COUNT:,}", (timed.ours - timed.base) * 1e3, "ms", 50, 30, detail)
    yield Figure(
        f"validate alone, {_COUNT:,}", alone.ours * 1e3, "ms", detail=f"{each(alone.ours, _COUNT):.1f} us each"
    )
    for name, times in (("resolve and validate", found), ("validate alone", checked)):
        told = ", ".join(f"{count:,}: {each(one.ours, count):.0f}" for count, one in times.items())
        grown = exponent({count: one.ours for count, one in times.items()})
        yield Figure(f"{name}, growth", grown, "exponent", 1.14, 1.05, f"us a citation: {told}")


def cited(count: int) -> Answer:
    """An answer of so many sentences, each quoted from one of the sources."""
    words = Words()
    quotes = [words.sentence() for _ in range(count)]
    texts = [" ".join(quotes[number::_SOURCES]) for number in range(_SOURCES)]
    sources = tuple(Source(id=f"source-{n}", title=f"Log {n}", text=text) for n, text in enumerate(texts))
    said = [words.sentence() for _ in range(count)]
    citations: list[Citation] = []
    at = 0
    for number, sentence in enumerate(said):
        anchor = Anchor("span", at, at + len(sentence))
        name = f"source-{number % _SOURCES}"
        citations.append(Citation(id=f"{number}.0", anchor=anchor, source_id=name, cited_text=quotes[number]))
        at += len(sentence) + 1
    return Answer(text=" ".join(said), citations=tuple(citations), sources=sources)


def _located(answer: Answer) -> None:
    texts = {source.id: SourceText(source.text or "") for source in answer.sources}
    for citation in answer.citations:
        evidence_in(texts[citation.source_id or ""], Quote.of(citation.cited_text or ""))
