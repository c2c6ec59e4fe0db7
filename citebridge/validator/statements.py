"""What an answer states: its sentences, items and rows, and which of them are claims.

A claim is what a source could support. Left out are headings, what leads to a list, questions, code, lists of sources,
and what the model says about its own answer (onyx-dot-app/onyx#1543: a metric over marks says nothing of claims).
"""

import json
import re
from typing import Final, Literal, NamedTuple

from citebridge.validator.talk import SOURCES_TITLE, spoken
from citebridge.validator.units import Prose, Unit, units

Kind = Literal["claim", "heading", "lead_in", "question", "talk", "no_answer", "code", "reference", "markup"]

_HEAD: Final = 160  # phrases are looked for in so many characters
_TITLE = _NAME = 8  # words
_SHORT: Final = 15  # characters of a title in a script without case
_BOLD: Final = re.compile(r"(?:\*\*[^*\n]+\*\*|__[^_\n]+__|\*[^*\n]+\*)[:：]?\Z")
_HTML_HEADING: Final = re.compile(r"<h[1-6]\b", re.I)
_RULER: Final = re.compile(r"=+|-{2,}")
_SEPARATOR: Final = re.compile(r"[|:\s]*-[|:\-\s]*")
_DEFINITION: Final = re.compile(r"\[[^\]\n]{1,40}\]:")
_LINKS: Final = re.compile(
    r"\[[^\[\]\n]{0,200}\]\([^()\s]{0,500}(?:\([^()\s]{0,80}\)[^()\s]{0,200})?\)|<?https?://[^\s<>]+>?|<[^<>\n]{1,200}>"
)
_ASIDE: Final = re.compile(r"\([^()\n]{0,80}\)")
_WORD: Final = re.compile(r"[^\W\d_]+")
_CLOSERS: Final = "*_`)]}\"'”’»›」』 \t~"
_QUOTES: Final = frozenset("\"'“”„‘’«»‹›「」『』")
_QUESTIONS: Final = frozenset("?？؟\u037e՞")
_COLONS: Final = frozenset(":：")
_STOPS: Final = frozenset(".!?。！？…।؟:：;")


class Statement(NamedTuple):
    """A stretch `text[start:end]` of an answer, what it is, and whether it begins a line, or an item of a list."""

    start: int
    end: int
    kind: Kind
    begins_line: bool = True
    begins_item: bool = False


def statements(text: str) -> list[Statement]:
    """What `text` consists of, in order: its sentences, a table row being one.

    >>> text = "Here is a summary:\\n- Dogs ride free.\\n- Hens pay.\\n\\nAnything else?"
    >>> [(text[one.start : one.end], one.kind) for one in statements(text)][1:]
    [('- Dogs ride free.', 'claim'), ('- Hens pay.', 'claim'), ('Anything else?', 'question')]
    """
    if _is_json(text):
        return [Statement(*_without_blanks(text), "code")]
    parts = list(units(text))
    prose = Prose(text)
    found: list[Statement] = []
    listing = False  # whether what follows is a list of sources
    for number, unit in enumerate(parts):
        after = parts[number + 1] if number + 1 < len(parts) else None
        kind = prose.lacking(unit) or _kind(unit, after)
        if kind in ("heading", "lead_in"):
            listing = _names_references(unit.words)
        elif listing and kind != "code":
            listing = unit.item or unit.indent < 0 or kind in ("markup", "reference") or unit.words[:1] == "["
            kind = "reference" if listing else kind
        found.append(Statement(unit.start, unit.end, kind, unit.indent >= 0, unit.item))
    return found


def _kind(unit: Unit, after: Unit | None) -> Kind:
    words = unit.words.rstrip()
    bare = words.rstrip(_CLOSERS)
    said = _lowered(words)
    if _is_link(words) or ((":" in said or "：" in said) and _is_reference(said)):
        return "reference"
    if _is_heading(unit, after, words):
        return "heading"
    if bare[-1:] in _COLONS or _holds_items(unit, after, bare):
        return "lead_in"
    if _is_question(words, bare):
        return "question"
    return spoken(said)


def _is_link(words: str) -> bool:
    """A link or an address alone, or a definition of one."""
    if words[0] == "[" and _DEFINITION.match(words):
        return True
    return ("://" in words or "](" in words) and not _WORD.search(_LINKS.sub("", words))


def _is_reference(said: str) -> bool:
    """A line that begins with `Source:`, and names one."""
    named = SOURCES_TITLE.match(said)
    return named is not None and named["colon"] is not None and named.end() < len(said.rstrip(_CLOSERS))


def _names_references(words: str) -> bool:
    return SOURCES_TITLE.fullmatch(_lowered(words).rstrip(_CLOSERS + ".")) is not None


def _is_heading(unit: Unit, after: Unit | None, words: str) -> bool:
    if unit.hashes or _HTML_HEADING.match(words):
        return True
    if after is not None and words[0] == "|" and _SEPARATOR.fullmatch(after.words):
        return True
    if "\n" in words or not unit.alone or unit.item or after is None:
        return False
    if _BOLD.match(words):
        return True
    return _is_title(words) or (unit.line_ends == 1 and _RULER.fullmatch(after.words.rstrip()) is not None)


def _is_title(words: str) -> bool:
    """A line without a stop whose longer words all begin with a capital: `Opening Hours`."""
    found = _WORD.findall(words) if words[-1] not in _STOPS and words[0] != "|" else []
    if not found or len(found) > _TITLE:
        return False
    if not any(word.upper() != word.lower() for word in found):
        return len(words) <= _SHORT
    return all(word[0].upper() == word[0] for word in found if len(word) > 3 or word is found[0])


def _holds_items(unit: Unit, after: Unit | None, bare: str) -> bool:
    """A line or an item that only names the items below it."""
    if after is None or not (after.item and unit.alone) or bare[-1:] in _STOPS or "\n" in bare:
        return False
    if unit.item and after.indent <= unit.indent:
        return False
    name = _ASIDE.sub("", bare)
    return len(name.split()) <= _NAME and not any(char.isdigit() or char == "," for char in name)


def _is_question(words: str, bare: str) -> bool:
    """Also in quotes, when all of it is."""
    if not bare:
        return False
    sign = bare[-1]
    greek = sign == ";" and any("\u0370" <= char <= "\u03ff" for char in bare[-4:-1])
    if sign not in _QUESTIONS and not greek and not bare.endswith("すか。"):
        return False
    return words[0] in _QUOTES or not any(char in _QUOTES for char in words[len(bare) :])


def _lowered(words: str) -> str:
    """The beginning of a sentence as the phrases are written."""
    return words[:_HEAD].lower().replace("’", "'").lstrip("*_\"'“„«「¡ ").replace("*", "")


def _is_json(text: str) -> bool:
    """Structured output: its fields are no sentences."""
    bare = text.strip()
    if not (bare[:1] in ("{", "[") and bare[-1:] in ("}", "]")):
        return False
    try:
        json.loads(bare)
    except (ValueError, RecursionError):
        return False
    return True


def _without_blanks(text: str) -> tuple[int, int]:
    start = len(text) - len(text.lstrip())
    return start, len(text.rstrip())
