"""Whatever else is folded, a quote with another number, sign, unit, name or denial never counts as verified."""

import re
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from citebridge import locate

Forge = Callable[[str, int], str | None]

SUBJECTS = ("the ferry", "Dr. Whitlock", "Ødegård", "the old pier", "Tarnhøj & Sons", "an officer", "l'état", "汽车")
VERBS = ("sails", "did not pay", "paid", "never rose", "rose", "is unsafe", "can’t open", "opens")
NUMBERS = ("5", "12", "1.5", "1,000", "10²", "-5", "€5", "5%", "3–5", "1/2", "0.05", "2019", "５０", "¼")
UNITS = ("mg", "µg", "kg", "g", "MW", "mW", "m²", "°C", "marks", "percent", "dogs")

amounts = st.tuples(st.sampled_from(NUMBERS), st.sampled_from(UNITS)).map(" ".join)
sentences = st.tuples(
    st.sampled_from(SUBJECTS), st.sampled_from(VERBS), amounts, st.sampled_from(("a day", "in May", "for Roelofs", "–"))
).map(" ".join)
texts = st.lists(sentences, min_size=2, max_size=6).map(". ".join)


def digit(words: str, at: int) -> str | None:
    return changed(r"\d", words, at, lambda old: str((int(old) + 1 + at % 8) % 10))


def digit_dropped(words: str, at: int) -> str | None:
    return changed(r"(?<=\d)\d|\d(?=\d)", words, at, lambda old: "")


def digit_added(words: str, at: int) -> str | None:
    return changed(r"(?<=\d)", words, at, lambda old: "7")


def point(words: str, at: int) -> str | None:
    return changed(r"(?<=\d)[.,](?=\d)", words, at, lambda old: ("", ",", ".", " ")[at % 4] if at % 4 else "")


def sign_dropped(words: str, at: int) -> str | None:
    return changed(r"(?<=\s)[-€](?=\d)|(?<=\d)[%²]", words, at, lambda old: "")


def sign_added(words: str, at: int) -> str | None:
    return changed(r"(?<=\s)(?=\d)", words, at, lambda old: "-$±<"[at % 4])


def raised(words: str, at: int) -> str | None:
    return changed("²", words, at, lambda old: "2³"[at % 2])


def unit(words: str, at: int) -> str | None:
    others = [one for one in UNITS if one != "dogs"]
    return changed(
        r"(?<=[\d%²¼] )(?:mg|µg|kg|g|MW|mW|m²|°C|marks|percent)(?!\w)", words, at, lambda old: others[at % len(others)]
    )


def denial_dropped(words: str, at: int) -> str | None:
    return changed(r"(?<=\w )(?:did not|never) |(?<=\w )un(?=safe)|(?<=can)’t", words, at, lambda old: "")


def denial_added(words: str, at: int) -> str | None:
    return changed(r"(?<=[a-z]) (?=[a-z])", words, at, lambda old: " not ")


def name(words: str, at: int) -> str | None:
    names = r"(?<=.)(?:Whitlock|Ødegård|Tarnhøj|Roelofs)"
    return changed(names, words, at, lambda old: old[: 2 + at % 3] + "y" + old[3 + at % 3 :])


def changed(pattern: str, words: str, at: int, change: Callable[[str], str]) -> str | None:
    places = list(re.finditer(pattern, words))
    if not places:
        return None
    place = places[at % len(places)]
    return words[: place.start()] + change(place.group()) + words[place.end() :]


FORGERIES = (
    *(digit, digit_dropped, digit_added, point, sign_dropped, sign_added, raised, unit),
    *(denial_dropped, denial_added, name),
)
DRESSES = (
    lambda words: words,
    lambda words: words.replace(" ", "\n "),
    lambda words: unicodedata.normalize("NFD", words),
    lambda words: words.replace("ffi", "ﬃ").replace("-", "−"),
    lambda words: words.replace("’", "'").replace("–", "-"),
    lambda words: words.replace("a", "a\u00ad").replace("e", "e\u200b"),
    lambda words: words[0].swapcase() + words[1:],
    lambda words: f"“{words}.”",
    lambda words: words.upper(),
)
MARKUPS = (
    lambda text: text,
    lambda text: re.sub(r"(?<!\S)(\w+)(?!\S)", r"**\1**", text),
    lambda text: re.sub(r"(?<!\S)(\S+) (\S+)", r"*\1* `\2`", text),
    lambda text: re.sub(r"(?<!\S)([^\W\d]\S+ \S+)", r"[\1](https://a.example/)", text),
    lambda text: re.sub(r"(?m)(?<=\. )(?=[^\W\d])", "\n- ", text),
)


def words_of(text: str) -> list[str]:
    """As two quotes are compared by hand: word by word, without what nobody sees, one form of each sign."""
    seen = unicodedata.normalize("NFC", re.sub("[\u00ad\u200b]", "", text).translate(str.maketrans("’−–", "'--")))
    return [word.rstrip(".").casefold() for word in seen.replace("ﬃ", "ffi").replace("\u03bc", "µ").split()]


def stands(quote: str, text: str) -> bool:
    words, there = words_of(quote), words_of(text)
    return any(there[at : at + len(words)] == words for at in range(len(there)))


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda one: one.__name__)
@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
@given(
    text=texts,
    dress=st.sampled_from(DRESSES),
    markup=st.sampled_from(MARKUPS),
    at=st.integers(0, 50),
    data=st.data(),
)
def test_forged(
    forge: Forge,
    text: str,
    dress: Callable[[str], str],
    markup: Callable[[str], str],
    at: int,
    data: st.DataObject,
):
    words = text.split(" ")
    first = data.draw(st.integers(0, max(0, len(words) - 5)))
    last = data.draw(st.integers(min(first + 4, len(words)), len(words)))
    forged = forge(" ".join(words[first:last]), at)
    assume(forged is not None)
    assert forged is not None
    assume(not stands(forged, text))
    found = locate(dress(forged), markup(text))
    assert found.status in ("altered", "not_found"), (forged, text, found)
