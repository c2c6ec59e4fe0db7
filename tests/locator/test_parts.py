"""The parts that `locate` is made of."""

import doctest
from importlib import import_module
from pkgutil import iter_modules

import pytest

from citebridge import locator
from citebridge.locator.differences import Kind, differences, told
from citebridge.locator.edges import cuts_after, cuts_before
from citebridge.locator.finding import Alike, closest, standing
from citebridge.locator.hyphens import same_but_for_hyphens
from citebridge.locator.letter_case import same_but_for_case
from citebridge.locator.nearest import LONGEST, nearest
from citebridge.locator.quotes import Quote, caseless
from citebridge.locator.source_text import Match, SourceText


@pytest.mark.parametrize("name", ["", *(f".{module.name}" for module in iter_modules(locator.__path__))])
def test_examples(name: str):
    result = doctest.testmod(import_module(f"citebridge.locator{name}"))
    assert not result.failed


@pytest.mark.parametrize(
    ("quote", "source", "kinds"),
    [
        ("12 mg a day", "13 mg a day", ["number"]),
        ("rose 5% then", "rose 5 then", ["number"]),
        ("at -5 degrees", "at 5 degrees", ["number"]),
        ("40 m2 wide", "40 m³ wide", ["unit", "number"]),
        ("it does not open", "it does open", ["negation"]),
        ("they can't go", "they can go", ["negation"]),
        ("NEVER go", "ALWAYS go", ["negation"]),
        ("am 3. Mai kam er", "am 3. Juni kam er", ["wording"]),
        ("a SEM image", "a TEM image", ["name"]),
        ("it was unsafe", "it was safe", ["negation"]),
        ("add 5 kg of it", "add 5 g of it", ["unit"]),
        ("add 5 of it", "add 5㎏ of it", ["unit"]),
        ("asked Dr. Roe then", "asked Dr. Lee then", ["name"]),
        ("in Halden now", "in Moss now", ["name"]),
        ("It rained. Then it", "It rained. Now it", ["wording"]),
        ("the ferry sails", "the ferry leaves", ["wording"]),
        ("Ferry sails", "Boat sails", ["wording"]),
        ("a **b** c", "a b c", ["punctuation", "punctuation"]),
        ("5 mW there", "5 MW there", ["case"]),
        ("12mg", "12 mg", []),
        ("A ferry", "a ferry", []),
    ],
)
def test_kinds_of_differences(quote: str, source: str, kinds: list[Kind]):
    assert [one.kind for one in differences(quote, source)] == kinds


def test_differences_are_told_with_what_matters_most_first():
    found = differences("the ferry does not take 12 dogs, cats", "the boat does take 13 dogs: cats")
    assert told(found) == (
        'a number differs: "12" in the quote, "13" in the source; '
        'a negation differs: "not" in the quote, nothing in the source; '
        'the wording differs: "ferry" in the quote, "boat" in the source'
    )


def test_told_words_are_cut_and_safe_to_print():
    found = differences("the " + "x\x1b[31m" * 90, "the boat")
    assert len(told(found)) < 160
    assert "\x1b" not in told(found)


@pytest.mark.parametrize(
    ("said", "stands", "same"),
    [
        ("the ferry", "The Ferry", True),
        ("The Ferry Sails At Nine", "the ferry sails at nine", True),
        ("it helps us all", "it helps US all", True),
        ("It helps us all", "It helps US all", False),
        ("US", "us", False),
        ("5 mw", "5 MW", False),
        ("it gives 5 mw there", "it gives 5 MW there", False),
        ("IT GIVES 5 KG THERE", "It gives 5 kg there", True),
        ("A km/h b", "a km/H b", False),
        ("Annual report", "ANNUAL REPORT", True),
        ("HOUSE RULES", "House rules", True),
        ("The dose is 12 mg", "THE DOSE IS 12 mg", True),
        ("ДОЗА 12 мг", "Доза 12 мг", True),
        ("THE LOAD IS 5 mW", "The load is 5 MW", False),
        ("Who", "WHO", False),
        ("Who is there", "WHO is there", False),
        ("who 5", "WHO 5", False),
        ("5 KG", "5 kg", False),
        ("5Mm 3kg", "5mm 3kg", False),
    ],
)
def test_case(said: str, stands: str, same: bool):
    assert same_but_for_case(said, stands) is same


@pytest.mark.parametrize(
    ("said", "original", "same"),
    [
        ("a well-known machine", "a well-\nknown ma-\nchine", True),
        ("a wellknown machine", "a well-\nknown ma-\nchine", True),
        ("a well-known ma-chine", "a well-\nknown ma-\nchine", True),
        ("a wellknown machine", "a well-known ma-\nchine", False),
        ("a well known machine", "a well-\nknown ma-\nchine", False),
        ("A well-known machine", "a well-\nknown ma-\nchine", True),
        ("COVID19", "COVID-\n19", False),
    ],
)
def test_hyphens(said: str, original: str, same: bool):
    assert same_but_for_hyphens(said, original) is same


def test_lower_case_is_as_long_as_the_text():
    text = "".join(map(chr, range(0x110000)))
    assert len(caseless(text)) == len(text)


def test_edges_of_the_text_cut_nothing():
    assert not cuts_before("5 marks", 0)
    assert not cuts_after("5", 0, 1)


@pytest.mark.parametrize(
    ("quote", "needles"),
    [
        ("“So it is.”", ['"so it is."', "so it is"]),
        ("(as told)", ["(as told)", "as told"]),
        ("so it is...", ["so it is..."]),
        ('it grew to 5"', ['it grew to 5"']),
        ('"it grew to 5"', ['"it grew to 5"', "it grew to 5"]),
        ("so", ["so"]),
        ('"(', ['"(']),
    ],
)
def test_needles(quote: str, needles: list[str]):
    assert list(Quote.of(quote).needles()) == needles


FILLER = " ".join(f"Log {n}: rain fell on the {n % 7} piers." for n in range(2_000))


@pytest.mark.parametrize("at", [0, 1_000, len(FILLER) // 2, len(FILLER)])
@pytest.mark.parametrize(
    ("quote", "words"),
    [
        ("Whitlock’s ferry took 13 dogs across the sound", "Whitlock's ferry took 12 dogs across the sound"),
        ("ferry took 13 dogs", "ferry took 12 dogs"),
        ("汽车在桥上停了十二分钟，没有人受伤", "汽车在桥上停了十三分钟，没有人受伤"),
    ],
)
def test_what_is_alike_is_found_in_a_long_text(quote: str, words: str, at: int):
    at = FILLER.find(".", at) + 1 if at < len(FILLER) else at
    text = SourceText(f"{FILLER[:at]} {words}. {FILLER[at:]}")
    found = closest(text, Quote.of(quote))
    assert isinstance(found, Alike)
    assert text.text[found.span.start : found.span.end] == words


def test_only_a_part_of_the_text_is_looked_at():
    text = SourceText("Take 13 mg a day. Take 14 mg a day. Take 12 mg a day.")
    quote = Quote.of("Take 12 mg a day")
    assert [match.start for match in standing(text, quote)] == [36]
    assert standing(text, quote, (0, 30)) == []
    alike = closest(text, quote, (18, 40))
    assert isinstance(alike, Alike)
    assert alike.span.start == 18


def test_what_differs_in_spacing_alone_is_the_same():
    found = closest(SourceText("It is 5 km ( or so ) off."), Quote.of("5km (or so)"))
    assert isinstance(found, Match)
    assert found.method == "folded"


def test_the_longest_quotes_are_looked_for_word_for_word_alone():
    words = "the ferry left the pier " * (LONGEST // 20)
    text = SourceText(words)
    assert standing(text, Quote.of(words))
    assert nearest(text, Quote.of(words + "x").key) is None
