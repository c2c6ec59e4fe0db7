"""How citations are spread over the claims: too many for one, the same for all, or all behind the last."""

from collections import Counter
from collections.abc import Iterator, Sequence

from citebridge.models import Source, Span
from citebridge.models.quoting import quoted
from citebridge.models.report import Problem
from citebridge.validator.case import Case

_MANY = 5  # sources of one claim, and more than half of all
_SAME = 3  # sources, the same ones behind so many claims or more
_MOST = 0.8  # of the cited claims
_PILE = 2  # sources behind the last of three claims or more


def spread(case: Case) -> Iterator[Problem]:
    """Citing that does not tell which source supports what."""
    known = [_root(source) for source in case.answer.sources]
    roots = [frozenset([known[number] for number in numbers]) for numbers in case.claim_sources]
    yield from _shotgun(case, roots, len(set(known)))
    yield from _piles(case, roots)


def _root(source: Source) -> str:
    """The document of a source: passages of one are one."""
    return source.derived_from[0] if source.derived_from else source.id


def _shotgun(case: Case, roots: Sequence[frozenset[str]], all_roots: int) -> Iterator[Problem]:
    cited = [one for one in roots if one]
    same, times = Counter(cited).most_common(1)[0] if cited else (frozenset[str](), 0)
    if len(same) >= _SAME and times >= _SAME and times >= _MOST * len(cited):
        yield case.problem("shotgun", f"the same {len(same)} sources are cited for {times} of {len(cited)} claims")
        return
    for claim, one in zip(case.claims, roots, strict=True):
        if len(one) >= _MANY and len(one) * 2 > all_roots:
            said = quoted(case.answer.text[claim.start : claim.end])
            message = f"{len(one)} of {all_roots} sources are cited for {said}"
            yield case.problem("shotgun", message, span=Span(claim.start, claim.end))


def _piles(case: Case, roots: Sequence[frozenset[str]]) -> Iterator[Problem]:
    """Of the whole answer, else of its paragraphs."""
    places = [(n, place) for n in case.counted if (place := case.places[n]) is not None]
    last = case.claims[-1] if case.claims else None
    if last is not None and places and all(place.end > last.start for _, place in places):
        piled = [n for n, _ in places]
        if len(case.claims) > _PILE and _is_pile(case, piled):
            yield _pile(case, len(case.sources_of(piled)), len(case.claims), Span(last.start, last.end))
        return
    for numbers in _paragraphs(case):
        *before, end = numbers
        if len(before) >= _PILE and not any(case.ties[n] for n in before) and _is_pile(case, case.ties[end]):
            claim = case.claims[end]
            yield _pile(case, len(roots[end]), len(numbers), Span(claim.start, claim.end))


def _is_pile(case: Case, numbers: Sequence[int]) -> bool:
    """Whether they are marks, of several sources; a stretch is what the provider says, and not where a mark fell."""
    anchors = [case.answer.citations[n].anchor for n in numbers]
    marks = all(one is not None and one.kind == "point" for one in anchors)
    return marks and len({_root(case.answer.sources[number]) for number in case.sources_of(numbers)}) >= _PILE


def _pile(case: Case, sources: int, claims: int, span: Span) -> Problem:
    return case.problem("piled_marks", f"{sources} sources are cited behind the last of {claims} claims", span=span)


def _paragraphs(case: Case) -> Iterator[list[int]]:
    """The numbers of the claims that stand on one line."""
    line: list[int] = []
    for number, claim in enumerate(case.claims):
        if line and case.answer.text.find("\n", case.claims[number - 1].end, claim.start) >= 0:
            yield line
            line = []
        line.append(number)
    if line:
        yield line
