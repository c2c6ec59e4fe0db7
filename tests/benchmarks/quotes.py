"""Invented documents, honest quotes from them as people and models write them, and forged ones. The same each time."""

import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

_SMALL = re.findall(
    r"\w+",
    "the of and to in a is that for it as was with be by on are this from at which or have an they one had but were their "
    "there been has when who will more if out so up said about than into them can only other time some could these two "
    "may then first any like now such over our most after also before through years where much way down should because",
)
_HEADS = (
    "br",
    "tr",
    "st",
    "gl",
    "kr",
    "v",
    "m",
    "n",
    "l",
    "d",
    "f",
    "p",
    "s",
    "sh",
    "th",
    "w",
    "h",
    "r",
    "c",
    "b",
    "fl",
    "t",
)
_CORES = ("a", "e", "i", "o", "u", "ea", "ou", "ai", "oa", "ie")
_TAILS = ("n", "r", "st", "ll", "m", "nd", "ck", "t", "rm", "ff", "ss", "ld", "ng", "ffi", "fl", "p")
_ENDINGS = ("", "", "", "er", "ing", "ed", "s", "ion", "ness", "ly", "al", "ent")
_UNITS = ("mg", "kg", "km", "ml", "kW", "hours", "marks", "percent", "m²", "°C")
_NAMES = (
    "Ødegård",
    "Brännström",
    "Roelofs",
    "Tarnhøj",
    "Castellane",
    "Whitlock",
    "Márquez",
    "Oyelaran",
    "Hallström",
    "Petrosyan",
)


class Author:
    """Writes prose with numbers, names and denials."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        words = Random(11)
        made = ["".join(_made(words)) for _ in range(2500)]
        self._words = [*_SMALL, *dict.fromkeys(made)]
        self._weights = [1 / (rank + 3) for rank in range(len(self._words))]

    def prose(self, size: int) -> str:
        """At least so many characters, in paragraphs."""
        parts: list[str] = []
        length = 0
        while length < size:
            parts.append(self.sentence() + self.random.choice((" ", " ", " ", "\n\n")))
            length += len(parts[-1])
        return "".join(parts)

    def sentence(self) -> str:
        """A sentence."""
        random = self.random
        words = random.choices(self._words, self._weights, k=random.randint(8, 22))
        for _ in range(random.randint(0, 2)):
            words[random.randrange(1, len(words))] = self._fact()
        words[0] = words[0][0].upper() + words[0][1:]
        return " ".join(words) + random.choice((".", ".", ".", ".", "?", "!"))

    def _fact(self) -> str:
        random = self.random
        number = random.choice(("{0}", "{0}.{1}", "{0},{2}", "-{0}", "{0}%", "€{0}", "{0}–{1}")).format(
            random.randint(2, 99), random.randint(1, 9), random.randint(100, 999)
        )
        return random.choice(
            (
                *(f"{number} {random.choice(_UNITS)}",) * 3,
                *(random.choice(_NAMES),) * 3,
                *("not", "never", "no"),
                f"“{random.choice(self._words)}”",
                f"{random.choice(self._words)} – {random.choice(self._words)}",
                f"{random.choice(self._words)}-{random.choice(self._words)}",
                "don’t",
            )
        )


def _made(random: Random) -> Sequence[str]:
    syllables = [
        random.choice(_HEADS) + random.choice(_CORES) + random.choice(_TAILS) for _ in range(random.randint(1, 2))
    ]
    return [*syllables, random.choice(_ENDINGS)]


@dataclass(frozen=True)
class Document:
    """A text as it is stored, and for each character of the text that was written where it begins and ends there."""

    written: str
    stored: str
    starts: Sequence[int]
    ends: Sequence[int]

    def gold(self, start: int, end: int) -> tuple[int, int]:
        """Where a stretch of what was written is stored."""
        return self.starts[start], self.ends[end - 1]


def plain(text: str) -> Document:
    """Stored as it was written."""
    return Document(text, text, range(len(text)), range(1, len(text) + 1))


def printed(text: str, seed: int = 3) -> Document:
    """As out of a PDF: lines of 72 characters, words cut at their ends, ligatures, accents apart, other blanks."""
    press, random, at = _Press(), Random(seed), 0
    while at < len(text):
        wide = next((one for one in _LIGATURES if text.startswith(one, at)), None)
        char = text[at]
        if wide is not None and random.random() < 0.8:
            press.put(_LIGATURES[wide], len(wide))
        elif char == " ":
            press.put("\n" if press.column > 66 else random.choice(_BLANKS), 1)
        else:
            press.put(unicodedata.normalize("NFD", char), 1)
            if press.column > 66 and _may_break(text, at):
                press.put("-\n", 0)
        at += len(wide) if wide is not None and press.width > 1 else 1
    return Document(text, "".join(press.stored), press.starts, press.ends)


_LIGATURES = {"ffi": "ﬃ", "ffl": "ﬄ", "ff": "ﬀ", "fi": "ﬁ", "fl": "ﬂ"}
_BLANKS = (*" " * 15, "\u00a0")


def _may_break(text: str, at: int) -> bool:
    around = text[at - 2 : at + 4]
    return len(around) == 6 and around.isalpha() and around[3:].islower()


class _Press:
    def __init__(self) -> None:
        self.stored: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.column = self.length = self.width = 0

    def put(self, piece: str, width: int) -> None:
        self.starts += [self.length] * width
        self.stored.append(piece)
        self.length += len(piece)
        self.ends += [self.length] * width
        self.column = 0 if piece.endswith("\n") else self.column + len(piece)
        self.width = width


Forms = dict[str, Callable[[str, Random], str]]


def _case(words: str, random: Random) -> str:
    return random.choice((words.lower(), words.upper(), words[0].swapcase() + words[1:]))


def _dressed(words: str, random: Random) -> str:
    swaps = {"“": '"', "”": '"', "’": "'", "–": random.choice("-—"), "-": random.choice("-‐‑"), "'": "’"}
    return "".join(swaps.get(char, char) for char in words)


def _spaced(words: str, random: Random) -> str:
    return "".join(random.choice((" ", "  ", "\n", "\u00a0", "\r\n  ")) if char == " " else char for char in words)


def _ligated(words: str, random: Random) -> str:
    for plain_, one in (("ffi", "ﬃ"), ("fl", "ﬂ"), ("fi", "ﬁ"), ("ff", "ﬀ")):
        words = words.replace(plain_, one)
    return unicodedata.normalize("NFD", words)


def _hyphenated(words: str, random: Random) -> str:
    parts = words.split(" ")
    return " ".join(
        f"{part[:3]}-\n{part[3:]}"
        if len(part) > 6 and part.isalpha() and part.islower() and random.random() < 0.3
        else part
        for part in parts
    )


HONEST: Forms = {
    "exact": lambda words, random: words,
    "whitespace": _spaced,
    "quotes and dashes": _dressed,
    "case": _case,
    "accents and ligatures": _ligated,
    "hyphenated": _hyphenated,
}


@dataclass(frozen=True)
class Forgery:
    """What is changed in a quote: how it is found, and what it becomes."""

    name: str
    forge: Callable[[str, Random], str | None]


def _swap(pattern: str, change: Callable[[re.Match[str], Random], str]) -> Callable[[str, Random], str | None]:
    compiled = re.compile(pattern)

    def forge(words: str, random: Random) -> str | None:
        places = list(compiled.finditer(words))
        if not places:
            return None
        found = random.choice(places)
        return words[: found.start()] + change(found, random) + words[found.end() :]

    return forge


def _other_digit(found: re.Match[str], random: Random) -> str:
    return str((int(found[0]) + random.randint(1, 9)) % 10)


def _other_unit(found: re.Match[str], random: Random) -> str:
    return random.choice([unit for unit in ("mg", "kg", "g", "km", "ml", "MW", "kW", "KW") if unit != found[0]])


def _other_letter(found: re.Match[str], random: Random) -> str:
    name, at = found[0], random.randrange(1, len(found[0]))
    return name[:at] + random.choice([one for one in "aeiouy" if one != name[at]]) + name[at + 1 :]


FORGED = (
    Forgery("digit", _swap(r"\d", _other_digit)),
    Forgery("digit dropped", _swap(r"(?<=\d)\d", lambda found, random: "")),
    Forgery("digit added", _swap(r"(?<=\d)", lambda found, random: "0")),
    Forgery("point moved", _swap(r"(?<=\d)[.,](?=\d)", lambda found, random: {".": ",", ",": "."}[found[0]])),
    Forgery("point dropped", _swap(r"(?<=\d)[.,](?=\d)", lambda found, random: "")),
    Forgery("sign dropped", _swap(r"(?<= )-(?=\d)", lambda found, random: "")),
    Forgery("sign added", _swap(r"(?<= )(?=\d)", lambda found, random: "-")),
    Forgery("percent dropped", _swap(r"(?<=\d)%", lambda found, random: "")),
    Forgery("money changed", _swap(r"€(?=\d)", lambda found, random: random.choice(("$", "£", "")))),
    Forgery("superscript", _swap(r"(?<=m)²", lambda found, random: random.choice(("2", "³", "")))),
    Forgery("unit", _swap(r"(?<=\d )(?:mg|kg|km|ml|kW)\b", _other_unit)),
    Forgery("denial dropped", _swap(r"(?<=\S )(?:not|never|no) (?=\S)", lambda found, random: "")),
    Forgery("denial added", _swap(r"(?<=[a-z]) (?=[a-z])", lambda found, random: " not ")),
    Forgery("name", _swap(rf"\b(?:{'|'.join(_NAMES)})\b", _other_letter)),
)
