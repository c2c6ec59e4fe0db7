"""The table gives what looking through the text gives, and work grows in step with text and needles."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citebridge.locator import SourceText, haystack, locate
from citebridge.locator.haystack import Haystack
from citebridge.testing.work import calls_of
from tests.strategies import IN_STEP, growth


def looked_through(text: str, needle: str) -> list[int]:
    found: list[int] = []
    at = text.find(needle)
    while at >= 0:
        found.append(at)
        at = text.find(needle, at + len(needle))
    return found


@settings(max_examples=12)
@given(
    letters=st.sampled_from(("ab", "abcd ", "abcdefghijklmnop qrstuvwxyz")),
    seed=st.integers(0, 1000),
    period=st.sampled_from((None, 40, 9_001)),
)
def test_the_table_tells_the_same(letters: str, seed: int, period: int | None):
    size, random = haystack._SMALL + 99, Random(seed)
    text = "".join(random.choices(letters, k=period or size))
    text = (text * (size // len(text) + 1))[:size]
    ready = Haystack(text)
    while not ready._table:  # so many looks pay for it
        ready.places("z" * 40)
    for _ in range(40):
        width = random.randint(19, 60)
        at = random.randrange(size - width)
        needle = text[at : at + width - 1] + random.choice((text[at + width - 1], "z"))
        assert ready.places(needle) == looked_through(text, needle)
        assert ready.places(needle, 2) == looked_through(text, needle)[:2]


@pytest.mark.parametrize(
    ("needle", "limit", "start", "end", "places"),
    [
        ("aa", None, 0, None, [0, 2]),
        ("aa", 1, 1, None, [1]),
        ("aa", None, 1, 4, [1]),
        ("", None, 0, None, []),
        ("b", None, 0, None, []),
    ],
)
def test_places_do_not_overlap(needle: str, limit: int | None, start: int, end: int | None, places: list[int]):
    assert Haystack("aaaaa").places(needle, limit, start, end) == places


def test_a_long_text_has_no_longer_table():
    ready = Haystack("0123456789abcdef" * (1 << 18))
    assert len(ready.text) // ready._step <= haystack._MOST_GRAMS


PROSE = " ".join(f"Log {n}: the ferry {n * 7 % 1000} left pier {n % 13} at {n % 24}." for n in range(40_000))


def quotes_in(size: int) -> list[str]:
    step = size // 400
    return [PROSE[at : at + 90].partition(" ")[2].rpartition(" ")[0] for at in range(0, size - 100, step)]


def test_a_quote_costs_the_same_in_a_longer_text():
    """Once the text is ready: no look through all of it for each quote."""

    def work(size: int) -> int:
        text = SourceText(PROSE[:size])
        for _ in range(20):
            text.places("nowhere to be found in the log")
        return calls_of(lambda _: [locate(quote, text) for quote in quotes_in(size)], None)

    assert work(1_000_000) < 1.3 * work(300_000)


@pytest.mark.parametrize(
    ("quote", "part"),
    [
        ("a" * 40 + "b", "a"),
        ("ab" * 30 + "c", "ab"),
        ("the ferry left pier 7 at 9", "the ferry left pier 7 at 8. "),
        ("nowhere in the log", "the ferry left the pier. "),
        ("the ferry left", "the ferry left the pier. "),
        ("4", "41 "),
        ("- -", "- "),
        ('"' * 50, '"'),
        ("x", " "),
        ("1.1.1.1", "1."),
        ("a-b-c", "a-\n"),
        ("4", "4 **million** "),
        ("the ferry left", "**the** *ferry* "),
        ("the ferry left", " **a*b"),
        ("the ferry left", "> - "),
        ("the ferry left", "[a](b.c"),
    ],
)
def test_work_grows_in_step_with_the_text(quote: str, part: str):
    assert growth(lambda n: locate(quote, part * n), 40_000) < IN_STEP


@pytest.mark.parametrize(
    "part", ["the ferry left. ", "a", '"', ". ", "a-", "1.", "e\u0301", "[(", "**a** ", " *a", "- "]
)
def test_work_grows_in_step_with_the_quote(part: str):
    assert growth(lambda n: locate(part * n + "x", part * n), 20_000) < IN_STEP
