"""Folding: what is folded, what never is, and that the way back is exact."""

import sys
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citebridge.errors import UsageError
from citebridge.text import fold, folding, typography


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("An eﬃcient oﬀer, ﬁne ﬂow, aﬄuent, ﬆop, ﬅop", "An efficient offer, fine flow, affluent, stop, stop"),
        ("“it’s” ‘over’ „so“ «oui» ‹non› 5′ 6″", '"it\'s" \'over\' "so" "oui" \'non\' 5\' 6"'),
        ("a–b—c‐d‑e−5", "a-b-c-d-e-5"),
        ("off\n   the   wet\tgrass\u00a0now\u202fthen\u3000end", "off the wet grass now then end"),
        ("ten kilo\u00admetres, zero\u200bwidth\ufeff, a\u2060b", "ten kilometres, zerowidth, ab"),
        ("a\u200b \u200b b", "a b"),
        ("the ma-\nchine was over-\r\n  hauled", "the machine was overhauled"),
        ("hyphen\x02ated and hyphen\x02\r\nated, old\ufffeer", "hyphenated and hyphenated, older"),
        ("soft\u00ad\nware", "software"),
        ("COVID-\n19 was a 20-\nyear Anglo-\nSaxon affair", "COVID-19 was a 20-year Anglo-Saxon affair"),
        ("a dash -\nand more -\n", "a dash - and more - "),
        ("- item\n- item", "- item - item"),
        ("Zoe\u0308 cafe\u0301", "Zoë café"),
        ("e\u200d\u0301 ﬁ\u0308", "é fï"),
        ("\u1112\u1161\u11ab", "한"),
        ("wait… what‥", "wait... what.."),
        ("5 \u00b5g, 5 \u03bcg", "5 \u03bcg, 5 \u03bcg"),
        ("ＡＢ１２（ｘ）", "AB12(x)"),
        ("ﻻ ﺑﻴﺖ", "لا بيت"),
    ],
)
def test_folded(text: str, folded: str) -> None:
    assert fold(text).text == folded


@pytest.mark.parametrize("text", ["10 m²", "10³", "½ cup", "H₂O", "x⁻¹", "№ 5", "™", "Straße", "Œuvre", "①", "㎡", "ª"])
def test_never_folded(text: str) -> None:
    assert fold(text).text == text


def test_many_kinds_at_once() -> None:
    assert fold("“”‘’«»‹›–—‐−\u00a0\u2009ＡＢＣ１２３é").text == "\"\"''\"\"''---- ABC123é"
    assert fold("“”‘’«»‹›–—‐−\u00a0ＡＢＣ１２３é").text == "\"\"''\"\"''---- ABC123é"


def test_hyphen_at_a_line_end_can_be_kept() -> None:
    assert fold("a well-\nknown mill", line_hyphen="keep").text == "a well-known mill"
    assert fold("a well\x02known mill", line_hyphen="keep").text == "a well-known mill"
    assert fold("soft\u00ad\nware", line_hyphen="keep").text == "software"


@pytest.mark.parametrize(
    ("text", "quote", "span"),
    [
        ("An eﬃcient oﬀer came.", "efficient offer", (3, 15)),
        ("In May the ma-\nchine was over-\nhauled again.", "the machine was overhauled", (7, 37)),
        ("Please keep off\n   the   wet\tgrass today.", "keep off the wet grass", (7, 34)),
        ("Then “it’s over” – she said again.", '"it\'s over" - she said', (5, 27)),
        ("Then Zoe\u0308 danced on.", "Zoë danced", (5, 16)),
        ("It is ten kilo\u00admetres\u00a0away now.", "ten kilometres away", (6, 26)),
        ("a \u00adb\u00ad c", "b", (3, 4)),
        ("oﬃce", "f", (1, 2)),
    ],
)
def test_way_back(text: str, quote: str, span: tuple[int, int]) -> None:
    folded = fold(text)
    at = folded.text.index(quote)
    assert folded.to_original(at, at + len(quote)) == span
    assert folded.from_original(span[0]) == at


PIECES = (
    "a", "B", "7", "-", "\n", " ", "\u00a0", "\u00ad", "\u200b", "\x02", "-\n", "ﬁ", "ﬃ", "e\u0301", "\u0308", "\u0301",
    "“", "—", "…", "\r\n", "\u1112", "\u1161", "\u11ab", "\u0f73", "\u0344", "\u212b", "\ud800", "😀", "²", "½",
    "\u2010", "\f", "ﻻ", "\u09c7", "\u09be", "\ufe0f", "\u1fef", "\u1ffd", "é",
)  # fmt: skip
texts = st.lists(st.sampled_from(PIECES), max_size=24).map("".join) | st.text(max_size=60)


@settings(max_examples=1500)
@given(texts)
def test_map_is_exact(text: str) -> None:
    folded = fold(text)
    size = len(folded.text)
    singles = [folded.to_original(at, at + 1) for at in range(size)]
    for at, (start, end) in enumerate(singles):
        assert 0 <= start < end <= len(text)
        # A character that was not replaced is the same one, up to its typographic dress.
        if end - start == 1 and text[start].isalnum() and text[start].isascii():
            assert folded.text[at] == text[start]
    assert [start for start, _ in singles] == sorted(start for start, _ in singles)
    assert [end for _, end in singles] == sorted(end for _, end in singles)
    for start in range(0, size, 3):
        for end in range(start + 1, size + 1, 2):
            assert folded.to_original(start, end) == (singles[start][0], singles[end - 1][1])
    assert folded.from_original(len(text)) == size
    assert all(folded.from_original(start) <= at for at, (start, _) in enumerate(singles))


@settings(max_examples=1500)
@given(texts)
def test_places_are_those_of_the_pattern(text: str) -> None:
    # The pattern says what is folded; looking for blanks with `str.find` is only faster.
    found = [place.span() for place in folding._uneven(text, folding._same_width(text))]
    assert found == [place.span() for place in typography.UNEVEN.finditer(text)]


def test_each_blank_has_its_width() -> None:
    # `_uneven` sees runs of blanks in the text with all of them alike.
    blanks = [chr(code) for code in range(sys.maxunicode + 1) if chr(code).isspace()]
    assert [folding._same_width(blank) for blank in blanks] == [" "] * len(blanks)


@settings(max_examples=1500)
@given(texts)
def test_folding_is_clean_and_settled(text: str) -> None:
    folded = fold(text).text
    assert unicodedata.is_normalized("NFC", folded)
    assert "  " not in folded
    assert all(character == " " or not character.isspace() for character in folded)


@given(st.text(st.characters(codec="ascii", categories=["L", "N", "P"]), max_size=80))
def test_plain_text_is_its_own_folding(text: str) -> None:
    folded = fold(text)
    assert folded.text == text
    assert not folded.steps


@pytest.mark.parametrize("text", ["a" + "\u0301\u0316" * 50_000, "\u0301\u0316b" * 50_000, " " * 10**6, "-\n" * 10**5])
def test_nothing_explodes(text: str) -> None:
    # Putting a heap of accents into order is quadratic in `unicodedata`; each of these takes well under a second.
    folded = fold(text)
    assert folded.to_original(0, len(folded.text)) == (0, len(text))


def test_bad_places_are_named() -> None:
    folded = fold("oﬃce")
    with pytest.raises(UsageError, match="need 0 <= start <= end <= 6"):
        folded.to_original(2, 7)
    with pytest.raises(UsageError, match="need an offset of 0 or more"):
        folded.from_original(-1)
    assert folded.to_original(6, 6) == (4, 4)
    with pytest.raises(UsageError, match="line_hyphen 'drop' is unknown; use 'join' or 'keep'"):
        fold("oﬃce", line_hyphen="drop")  # type: ignore[arg-type]
