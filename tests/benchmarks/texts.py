"""Offsets and marks: what works on text alone."""

from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Literal

from citebridge.marks import NUMBERS, OPENAI_SHAPED, Grammar, Mark, Scanner
from citebridge.text import convert_offsets
from tests.benchmarks.figures import Figure, Plan
from tests.benchmarks.timing import Timed, compare, each, exponent
from tests.benchmarks.words import Words

_OFFSETS = 20_000
_PREFIXES = 20  # the naive way is a thousand times slower
_TOKEN = 4
_APART = 141  # bytes from mark to mark


def time_offsets(plan: Plan) -> Iterator[Figure]:
    """Many offsets into a megabyte, against reading the text before each."""
    text = Words(wide=True).prose(870_000)
    size = len(text.encode())
    for unit in ("utf8", "utf16"):
        top = size if unit == "utf8" else len(text.encode("utf-16-le")) // 2
        drawn = _drawn(top)
        for order, offsets in (("in order", sorted(drawn)), ("in any order", drawn)):
            naive = partial(_naively, text, unit, offsets[:: _OFFSETS // _PREFIXES])
            timed = compare(naive, partial(convert_offsets, text, offsets, unit), plan.rounds)
            one, prefix = each(timed.ours, _OFFSETS), each(timed.base, _PREFIXES)
            detail = f"{size / 1e6:.2f} MB; reading the text before each: {prefix:.0f} us"
            yield Figure(f"offsets, {unit}, {order}", one, "us each", 0.6, None, detail)


def time_scanner(plan: Plan) -> Iterator[Figure]:
    """The scanner alone, nobody being told: the text whole, and in tokens of a stream."""
    sizes = (10_000, 100_000, 1_000_000) if plan.quick else (10_000, 100_000, 1_000_000, 10_000_000)
    for name, grammars, mark in (
        ("[n]", (NUMBERS,), " [17]"),
        ("([site](url))", OPENAI_SHAPED, " ([ferry.example](https://ferry.example/log/17))"),
    ):
        text = _marked(sizes[-1], mark)
        whole = compare(partial(text.count, mark), partial(_scan, grammars, [text]), 3)
        speed = f"{len(text) / 1e6:.0f} MB, {text.count(mark):,} marks"
        yield Figure(f"scanner, {name}, whole", len(text) / whole.ours / 1e6, "MB/s", detail=speed)
        found = {size: _in_tokens(grammars, text[:size]) for size in sizes}
        told = ", ".join(f"{size:,} B: {each(timed.ours, size // _TOKEN):.2f}" for size, timed in found.items())
        worst = max(each(timed.ours, size // _TOKEN) for size, timed in found.items())
        yield Figure(f"scanner, {name}, in tokens", worst, "us a token", detail=told)
        grown = exponent({size: timed.ours for size, timed in found.items()})
        yield Figure(f"scanner, {name}, growth", grown, "exponent")


def _drawn(top: int) -> list[int]:
    random = Random(7)
    return [random.randrange(top + 1) for _ in range(_OFFSETS)]


def _naively(text: str, unit: Literal["utf8", "utf16"], offsets: Sequence[int]) -> list[int]:
    width, code = (1, "utf-8") if unit == "utf8" else (2, "utf-16-le")
    data = text.encode(code)
    return [len(data[: at * width].decode(code, "ignore")) for at in offsets]


def _marked(size: int, mark: str) -> str:
    words, length = Words(), _APART - len(mark)
    ends = ("", "", "", "\n\n")
    period = "".join(words.prose(length)[:length] + mark + ends[number % 4] for number in range(1000))
    return (period * (size // len(period) + 1))[:size]


def _in_tokens(grammars: Sequence[Grammar], text: str) -> Timed:
    tokens = [text[at : at + _TOKEN] for at in range(0, len(text), _TOKEN)]
    return compare(partial("".join, tokens), partial(_scan, grammars, tokens), 3)


class _Nobody:
    """Hears everything and does nothing; every link is annotated."""

    def prose(self, text: str) -> None: ...

    def lift(self, start: int, end: int, marks: Sequence[Mark]) -> None: ...

    def is_annotated(self, mark: Mark) -> bool:
        return True

    def passed_over(self, code: str, text: str, at: int) -> None: ...


def _scan(grammars: Sequence[Grammar], pieces: Sequence[str]) -> None:
    scanner = Scanner(grammars, _Nobody())
    for piece in pieces:
        scanner.feed(piece)
    scanner.finish()
