"""Answers resolved: what it takes beyond locating the quotes, and how it grows with citations and text together."""

import re
from collections.abc import Iterator
from functools import partial

from citebridge import Answer, Chars, Citation, Source, resolve
from citebridge.locator import SourceText, locate
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.quotes import Author
from tests.benchmarks.timing import Timed, compare, each, exponent

_COUNT = 1000
_APART = 100  # characters of the document for each citation


def time_resolving(plan: Plan) -> Iterator[Figure]:
    """Citations of one document with an address, each with its quote and place."""
    counts = (500, _COUNT, 2 * _COUNT) if plan.quick else (500, _COUNT, 2 * _COUNT, 8 * _COUNT)
    found: dict[int, Timed] = {}
    for count in counts:
        answer = cited(count)
        found[count] = compare(partial(_located, answer), partial(resolve, answer), min(plan.rounds, 5))
    timed = found[_COUNT]
    detail = f"{short(timed.ours * 1e3)} ms, {short(timed.base * 1e3)} of it locating"
    yield Figure(f"resolve, {_COUNT:,} citations", (timed.ours - timed.base) * 1e3, "ms", 50, 30, detail)
    told = ", ".join(f"{count:,}: {each(one.ours, count):.0f}" for count, one in found.items())
    grown = exponent({count: one.ours for count, one in found.items()})
    yield Figure("resolve, growth", grown, "exponent", 1.14, 1.05, f"us a citation: {told}")


def cited(count: int) -> Answer:
    """An answer with so many citations of a document that is as long as they are many."""
    text = Author(5).prose(count * _APART)
    words = [found.span() for found in re.finditer(r"\S+", text)]
    firsts = range(0, len(words) - 20, max(1, (len(words) - 20) // count))
    places = [(words[first][0], words[first + 12][1]) for first in firsts][:count]
    citations = [
        Citation(id=f"{n}.0", source_id="log", cited_text=text[start:end], locators=(Chars(start=start, end=end),))
        for n, (start, end) in enumerate(places)
    ]
    source = Source(id="log", title="Log", url="https://pier.example/log", text=text)
    return Answer(text="It is so.", citations=tuple(citations), sources=(source,))


def _located(answer: Answer) -> None:
    text = SourceText(answer.sources[0].text or "")
    for citation in answer.citations:
        locate(citation.cited_text or "", text)
