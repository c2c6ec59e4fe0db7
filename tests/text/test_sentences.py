"""The splitter: a table of texts, the laws of `sentences` and `sentence_start`, and inputs that could explode."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citebridge.errors import UsageError
from citebridge.text import sentence_start, sentences
from citebridge.text.abbreviations import KINDS, LONGEST_WORD, MAYBE, NEVER

from .sentence_table import HELD_OUT, TUNING, Row


def slices(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize("row", TUNING, ids=lambda row: row.about)
def test_table(row: Row) -> None:
    assert slices(row.text) == [part.strip() for part in row.marked.split("‖")]


def test_held_out_stays_as_good_as_measured() -> None:
    right = false = missed = 0
    for row in HELD_OUT:
        found = {end for _, end in sentences(row.text)} - {len(row.text)}
        right += len(found & set(row.cuts))
        false += len(found - set(row.cuts))
        missed += len(set(row.cuts) - found)
    assert 2 * right / (2 * right + false + missed) >= 0.93


# Pieces that meet in odd ways: every rule of the splitter has something here.
PIECES = (
    ". ", ".", "! ", "?", "...", "…", "……", "。", "」", "؟ ", "।", "\n", "\n\n", "\r\n", " ", "\xa0", "\t",
    "Dr.", "e.g. ", "p.m. ", "U.S. ", "J. ", "No. 7", "3. ", "3. Mai", "12", "4.5", "iNote ", "The ", "word", "Ωμ;",
    "- ", "# ", "> ", "| a | b |", "1. ", "---", "**", "**Bold**", "_", "`", "``", "```", "~~~", "\n```\n", "[1]", "[1", " [S1, S2]",
    "【4:0†a.b】", "([a](https://x.y/z.))", "([W](https://w.x/F_(b.)))", "([S1])", "**[2]**", "\ue200cite\ue202x\ue201", "<sup>1</sup>", "²", "(S1)", "«", " »", "“", "”", '"', "$5 ", " | ", "der ",
    "'", "(", ")", "[", "]", "https://a.b/c.d?e=f", "😀", "\ud800", "e\u0301", "と", "Zürich", "[site]: ", "\x1c",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=24).map("".join) | st.text(max_size=60)


@settings(max_examples=1500, deadline=None)
@given(texts)
def test_every_character_but_blanks_is_in_one_sentence(text: str) -> None:
    spans = sentences(text)
    at = 0
    for start, end in spans:
        assert at <= start < end
        assert not text[at:start].strip()
        assert not text[start].isspace()
        assert not text[end - 1].isspace()
        at = end
    assert not text[at:].strip()


@settings(max_examples=3000, deadline=None)
@given(texts, texts, texts)
def test_sentence_start_is_that_of_the_last_sentence(before: str, window: str, after: str) -> None:
    text, start, end = before + window + after, len(before), len(before) + len(window)
    spans = sentences(window)
    expected = start + spans[-1][0] if spans else end
    assert sentence_start(text, end, start) == expected


@pytest.mark.parametrize("row", TUNING + HELD_OUT, ids=lambda row: row.about)
def test_sentence_start_agrees_at_every_place(row: Row) -> None:
    for end in range(1, len(row.text) + 1):
        spans = sentences(row.text[:end])
        assert sentence_start(row.text, end) == (spans[-1][0] if spans else end)


def test_sentence_start_reads_long_windows_from_the_back() -> None:
    text = "Är. " + "ordet " * 500 + "Slut. Nu " + "ordet " * 900
    assert sentence_start(text, len(text)) == text.index("Nu ")


def test_greek_question_mark_needs_its_letter_in_the_window() -> None:
    text = "Πού; Εδώ"
    assert sentence_start(text, len(text)) == 5
    assert sentence_start(text, len(text), 3) == 3 + sentences(text[3:])[-1][0] == 3


def test_point_after_a_stop_belongs_to_the_ended_sentence() -> None:
    text = "It rained. The sun shone.  Wind rose."
    assert sentence_start(text, text.index("Wind")) == text.index("The")


@pytest.mark.parametrize(("end", "start"), [(-1, 0), (9, 0), (2, 3), (2, -1)])
def test_sentence_start_names_a_bad_window(end: int, start: int) -> None:
    with pytest.raises(UsageError, match="need 0 <= start <= end <= 8"):
        sentence_start("A b. C d", end, start)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        (" \n ", []),
        ("...", ["..."]),
        ("A fence\n```\nx. Y", ["A fence", "```\nx. Y"]),
        ("- ```\n  x. Y\n  ```\n\nOne. Two", ["- ```\n  x. Y\n  ```", "One.", "Two"]),
        ("> ~~~\n> x. Y\n> ~~~\n\nOne. Two", ["> ~~~\n> x. Y\n> ~~~", "One.", "Two"]),
        ("> ```\n> x. Y\n\nOne. Two", ["> ```\n> x. Y", "One.", "Two"]),
        ("One ` tick. Two", ["One ` tick.", "Two"]),
        ("One ` tick. Two\n\nand ` more. Three", ["One ` tick.", "Two", "and ` more.", "Three"]),
        ("Use ``a`. B`` now. Then go", ["Use ``a`. B`` now.", "Then go"]),
        ("Rain fell. [Nobody knew.] Then sun", ["Rain fell.", "[Nobody knew.]", "Then sun"]),
        ("See it. [Harbour Post](https://p.example) writes", ["See it.", "[Harbour Post](https://p.example) writes"]),
        ("It fell.[^note1] Then", ["It fell.[^note1]", "Then"]),
        ("It fell.[^note] Then", ["It fell.[^note]", "Then"]),
        ("It fell. ([S1]) Then", ["It fell. ([S1])", "Then"]),
        ("It fell. **[S1, S2]** Then", ["It fell. **[S1, S2]**", "Then"]),
        ("It fell. ［S1］ Then", ["It fell. ［S1］", "Then"]),
        ("It fell. [S1†L2-L4] Then", ["It fell. [S1†L2-L4]", "Then"]),
        ("Old. ([W](https://w.example/Foo_(bar))) Then", ["Old. ([W](https://w.example/Foo_(bar)))", "Then"]),
        ("値は１．５だ．次へ", ["値は１．５だ．", "次へ"]),
        ("He told me. Tom left", ["He told me.", "Tom left"]),
        ("Two rules: 1. Wait. 2. Listen. Then go", ["Two rules: 1. Wait.", "2. Listen.", "Then go"]),
        ("The dam held on Sept. 14. Nobody slept", ["The dam held on Sept. 14.", "Nobody slept"]),
        ("Win\r\n- one\r\n- two", ["Win", "- one", "- two"]),
        ("**Title**\nText runs on", ["**Title**", "Text runs on"]),
        ("Title\n=====\nText", ["Title", "=====", "Text"]),
        ("> Rain fell and\n> stayed. Sun came", ["> Rain fell and\n> stayed.", "Sun came"]),
        ("> Rain fell at 5 p.m.\r\n> and stayed", ["> Rain fell at 5 p.m.\r\n> and stayed"]),
        (">> Rain fell\n>> there\n> here", [">> Rain fell\n>> there", "> here"]),
        ("> Rain\n>\n> Sun\n> - wind\n>   rose", ["> Rain", ">", "> Sun", "> - wind\n>   rose"]),
        ("> [!NOTE]\n> Rain fell\n> here", ["> [!NOTE]", "> Rain fell\n> here"]),
        ("> # Rain\n> fell\n> > here", ["> # Rain", "> fell", "> > here"]),
    ],
)
def test_edges(text: str, expected: list[str]) -> None:
    assert slices(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "word e.g. " * 30_000,
        "." * 1_000_000,
        "[" * 1_000_000,
        "a." * 200_000,
        ". " * 200_000,
        "\n" * 200_000,
        " " * 1_000_000,
        "`a" * 100_000,
        "([1](u.))" * 50_000,
        ".[" + "9" * 400_000,
        ".[1" * 100_000,
        "\n[" * 100_000,
        "`" * 9 + "a" * 100_000 + "``" * 50_000,
        "> ```\n" * 100_000,
        "> a\n" * 100_000,
        "\na. b" * 20_000,
        ">" * 100_000 + "\n" + ">" * 100_000 + "a",
    ],
    ids=lambda text: repr(text[:10]),
)
def test_nothing_explodes(text: str) -> None:
    # Each took well under a second; quadratic work would take minutes (onyx-dot-app/onyx#11527).
    spans = sentences(text)
    assert sentence_start(text, len(text)) == (spans[-1][0] if spans else len(text))


def test_a_listed_letter_can_be_an_initial_all_the_same() -> None:
    assert all(kind & (NEVER | MAYBE) for word, kind in KINDS.items() if len(word) == 1 and word.upper() != word)


def test_words_of_the_lists_are_reachable() -> None:
    assert all(word == word.lower() and not word.endswith(".") for word in KINDS)
    assert LONGEST_WORD < 10
