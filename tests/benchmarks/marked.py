"""Marks: what the scanner takes, whole and in tokens, and a prompted answer from its text to the last citation.

Beside each stands what plain Python takes for the least of it in the same run: a pattern that finds brackets of several
alphabets, and a call for each token. `performance.md` measured 178 MB/s and 25 ns for these two, from which the targets
come.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from citebridge import markers
from citebridge.marks import NUMBERS, OPENAI_SHAPED, Grammar, Mark, Scanner
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.timing import Timed, compare, each, exponent
from tests.benchmarks.words import Words

Run = Callable[[Sequence[str]], None]

_TOKEN = 4
_APART = 141  # bytes from mark to mark
_WIDE = re.compile(r"[\[【［]\s*\^?[A-Z]{0,2}\d{1,5}(?:\s*[,;–-]\s*[A-Z]{0,2}\d{1,5})*\s*[\]】］]")


def time_marks(plan: Plan) -> Iterator[Figure]:
    """The scanner alone, nobody being told, and `markers.parse` and `parse_stream` with all that they tell."""
    sizes = (10_000, 100_000, 1_000_000) if plan.quick else (10_000, 100_000, 1_000_000, 10_000_000)
    for name, grammars, mark in (
        ("[n]", (NUMBERS,), " [17]"),
        ("([site](url))", OPENAI_SHAPED, " ([ferry.example](https://ferry.example/log/17))"),
    ):
        text = _marked(sizes[-1], mark)
        whole = compare(partial(_found, text), partial(_scan, grammars, [text]), 3)
        yield Figure(f"scanner, {name}, whole", whole.ratio, "x finditer", 178 / 150, None, _speeds(text, whole))
        yield from _in_tokens(f"scanner, {name}", text, sizes, partial(_scan, grammars), 0.3)
    text = _marked(sizes[-2], " [S1]")
    whole = compare(partial(_found, text), partial(_parse, text), 3)
    yield Figure("markers.parse", whole.ratio, "x finditer", 178 / 12, None, _speeds(text, whole))
    yield from _in_tokens("markers.parse_stream", text, sizes[:-1], _parse_stream, 1.0)


def _in_tokens(name: str, text: str, sizes: Sequence[int], run: Run, target: float) -> Iterator[Figure]:
    found = {size: _timed(text[:size], run) for size in sizes}
    told = ", ".join(f"{size:,} B: {each(timed.ours, size // _TOKEN):.2f}" for size, timed in found.items())
    worst = max(timed.ratio for timed in found.values())
    yield Figure(f"{name}, in tokens", worst, "calls a token", target / 0.025, None, f"us a token: {told}")
    yield Figure(f"{name}, growth", exponent({size: one.ours for size, one in found.items()}), "exponent", 1.05)


def _marked(size: int, mark: str) -> str:
    words, length = Words(), _APART - len(mark)
    ends = ("", "", "", "\n\n")
    period = "".join(words.prose(length)[:length] + mark + ends[number % 4] for number in range(1000))
    return (period * (size // len(period) + 1))[:size]


def _timed(text: str, run: Run) -> Timed:
    tokens = [text[at : at + _TOKEN] for at in range(0, len(text), _TOKEN)]
    return compare(partial(_called, tokens), partial(run, tokens), 3)


def _speeds(text: str, timed: Timed) -> str:
    ours, base = (len(text) / seconds / 1e6 for seconds in (timed.ours, timed.base))
    return f"{short(ours)} MB/s against {short(base)}; {len(text) / 1e6:.0f} MB, {len(_found(text)):,} marks"


def _found(text: str) -> list[tuple[int, int, str]]:
    return [(*found.span(), found.group()) for found in _WIDE.finditer(text)]


def _called(tokens: Sequence[str]) -> None:
    for token in tokens:
        _nothing(token)


def _nothing(token: str) -> None: ...


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


def _parse(text: str) -> None:
    markers.parse(text, sources=[{"id": "log"}], tags={"S1": "log"})


def _parse_stream(pieces: Sequence[str]) -> None:
    for _ in markers.parse_stream(pieces, sources=[{"id": "log"}], tags={"S1": "log"}):
        pass
