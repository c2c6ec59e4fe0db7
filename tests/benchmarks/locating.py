"""Quotes located: how many of the honest ones, none of the forged ones, and how fast.

The documents are invented (`quotes`), half of them as they come out of a PDF. A quote counts as found when it overlaps
the right place by half, as tight by nine tenths; identical places count as right.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random

from citebridge.locator import SourceText, locate
from citebridge.models import Evidence
from tests.benchmarks.figures import Figure, Plan
from tests.benchmarks.quotes import FORGED, HONEST, Author, Document, plain, printed
from tests.benchmarks.timing import compare, exponent

_SIZES = {2_000: 0.1, 100_000: 0.3, 5_000_000: 8.0}  # characters, and milliseconds a quote may take
_DOCUMENTS = {2_000: 40, 100_000: 6, 5_000_000: 1}
_EACH = {2_000: 3, 100_000: 12, 5_000_000: 20}  # quotes of each kind from each document
_TIGHT = 0.98
_BUILD = 100  # milliseconds for five megabytes


def time_locating(plan: Plan) -> Iterator[Figure]:
    """Quality and speed, by the size of the text."""
    sizes = list(_SIZES)[:2] if plan.quick else list(_SIZES)
    means: dict[int, float] = {}
    for size in sizes:
        shelf = _shelf(size)
        seen = _judged(shelf)
        yield from seen.figures(size)
        for kind in ("exact", "accents and ligatures", "forged", "not there"):
            quotes = [(text, quote) for text, quote in seen.quotes[kind]]
            timed = compare(partial(_seen, quotes), partial(_located, quotes), min(plan.rounds, 5))
            each = timed.ours / len(quotes) * 1e3
            if kind == "exact":
                means[size] = each
            detail = f"str.find: {timed.base / len(quotes) * 1e3:.3f} ms"
            yield Figure(f"locate in {size:,}, {kind}", each, "ms a quote", _SIZES[size], None, detail)
    grown = exponent(means)
    yield Figure("locate, exact, growth with the text", grown, "exponent", 1.05, 0.9)
    yield from _built(plan)


@dataclass
class _Seen:
    """What came of all quotes from documents of one size."""

    overlaps: dict[str, list[float]] = field(default_factory=dict)
    forged: Counter[str] = field(default_factory=Counter)
    others: Counter[str] = field(default_factory=Counter)
    verified: list[str] = field(default_factory=list)
    quotes: dict[str, list[tuple[SourceText, str]]] = field(default_factory=dict)

    def figures(self, size: int) -> Iterator[Figure]:
        """A line for each kind of honest quote, one for all forged ones, one for those of other documents."""
        for kind, overlaps in self.overlaps.items():
            found, tight = (sum(one >= least for one in overlaps) / len(overlaps) for least in (0.5, 0.9))
            told = f"{tight:.3f}"
            detail = f"found {found:.3f}, of {len(overlaps)}"
            yield Figure(f"quotes in {size:,}, {kind}", told, "tight", detail=detail, good=tight >= _TIGHT)
        told = ", ".join(f"{status}: {count}" for status, count in sorted(self.forged.items()))
        good, worst = not self.verified, f"; {self.verified[0]}" if self.verified else ""
        count = str(self.forged["verified"])
        yield Figure(f"quotes in {size:,}, forged", count, "verified", detail=told + worst, good=good)
        told = ", ".join(f"{status}: {count}" for status, count in sorted(self.others.items()))
        wrong = sum(self.others.values()) - self.others["not_found"]
        yield Figure(f"quotes in {size:,}, of others", str(wrong), "found", detail=told, good=not wrong)


def _shelf(size: int) -> list[tuple[Document, SourceText]]:
    documents: list[Document] = []
    for seed in range(_DOCUMENTS[size]):
        text = Author(seed).prose(size)
        documents += (plain(text), printed(text))
    return [(document, SourceText(document.stored)) for document in documents]


def _judged(shelf: Sequence[tuple[Document, SourceText]]) -> _Seen:
    seen, strange = _Seen(), plain(Author(1_000).prose(200_000))
    for number, (document, text) in enumerate(shelf):
        random, words = Random(number), _words(document.written)
        for _ in range(_EACH[min(_EACH, key=lambda size: abs(size - len(document.written)))]):
            for kind, form in HONEST.items():
                start, end = _cut(words, document.written, random)
                quote = form(document.written[start:end], random)
                overlap = _overlap(locate(quote, text), document.gold(start, end))
                seen.overlaps.setdefault(kind, []).append(overlap)
                seen.quotes.setdefault(kind, []).append((text, quote))
            _forge(seen, document, text, words, random)
            start, end = _cut(_words(strange.written), strange.written, random)
            seen.others[locate(strange.written[start:end], text).status] += 1
            seen.quotes.setdefault("not there", []).append((text, strange.written[start:end]))
    return seen


def _forge(seen: _Seen, document: Document, text: SourceText, words: Sequence[tuple[int, int]], random: Random) -> None:
    for forgery in FORGED:
        start, end = _cut(words, document.written, random)
        quote = forgery.forge(document.written[start:end], random)
        if quote is None or quote in document.written:
            continue  # nothing to forge in it, or what came of it is true as well
        status = locate(quote, text).status
        seen.forged[status] += 1
        seen.quotes.setdefault("forged", []).append((text, quote))
        if status == "verified":
            seen.verified.append(f"{forgery.name}: {quote}")


def _words(text: str) -> list[tuple[int, int]]:
    return [found.span() for found in re.finditer(r"\S+", text)]


def _cut(words: Sequence[tuple[int, int]], text: str, random: Random) -> tuple[int, int]:
    """Six to 45 words; no quantity is cut in two."""
    count = min(random.randint(6, 45), len(words))
    first = random.randrange(len(words) - count + 1)
    last = first + count - 1
    while first and _has_digit(text, words[first - 1]):
        first -= 1
    while last + 1 < len(words) and _has_digit(text, words[last]):
        last += 1
    return words[first][0], words[last][1]


def _has_digit(text: str, word: tuple[int, int]) -> bool:
    return any(char.isdigit() for char in text[slice(*word)])


def _overlap(found: Evidence, gold: tuple[int, int]) -> float:
    spans = [(span.start, span.end) for span in (found.span, *found.alternatives) if span is not None]
    if found.status != "verified":
        return 0.0
    return max(
        max(0, min(end, gold[1]) - max(start, gold[0])) / (max(end, gold[1]) - min(start, gold[0]))
        for start, end in spans
    )


def _located(quotes: Sequence[tuple[SourceText, str]]) -> None:
    for text, quote in quotes:
        locate(quote, text)


def _seen(quotes: Sequence[tuple[SourceText, str]]) -> None:
    for text, quote in quotes:
        text.text.find(quote)


def _built(plan: Plan) -> Iterator[Figure]:
    """Making a text ready: one of plain letters, one with typography, one out of a PDF."""
    size = 500_000 if plan.quick else 5_000_000
    text = Author(1).prose(size)
    ascii_only = text.encode("ascii", "ignore").decode()
    for name, one in (("ASCII", ascii_only), ("with typography", text), ("out of a PDF", printed(text).stored)):
        timed = compare(partial(one.count, "zebra"), partial(SourceText, one), 3)
        scaled = timed.ours * 1e3 * 5_000_000 / len(one)
        yield Figure(f"text made ready, {name}", scaled, "ms for 5 MB", _BUILD if name == "ASCII" else None, None)
