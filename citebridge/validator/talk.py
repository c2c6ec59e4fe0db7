"""Whether a sentence is talk: about the answer itself, or to the reader; by the phrases of `phrases`."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final

from citebridge.validator.phrases import (
    COURTESIES,
    NO_ANSWER_WITHOUT_BLANKS,
    NO_ANSWERS,
    OPENINGS,
    OTHER_OFFERS,
    PLAIN_OFFERS,
    REFERENCES,
    WITHOUT_BLANKS,
)

SOURCES_TITLE: Final = re.compile(rf"(?:{REFERENCES})\s*(?P<colon>[:：])?")
"""What stands above a list of sources, or before one."""

_WHOLE: Final = frozenset(COURTESIES.split("|"))
_LONGEST: Final = max(map(len, _WHOLE)) + 8  # with signs behind it

# Words before a sentence of either kind.
_LEADS: Final = frozenset(
    (
        *("now", "next", "then", "first", "finally", "perfect", "great", "ok", "okay", "so", "but", "however", "note"),
        *("unfortunately", "sorry", "leider", "malheureusement", "lamentablemente", "purtroppo", "infelizmente"),
        *("helaas", "niestety"),
    )
)
_WORD: Final = re.compile(r"\W*([^\s,:!.?，。！]+)[,:!.]? ?")
_SIGNS: Final = " !.,。！،।🙂😊👍🎉"
_CJK: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


def _table(lines: str) -> Mapping[str, str]:
    """The pattern of each first word: what may follow it, one of several joined."""
    found: dict[str, list[str]] = {}
    for line in filter(None, lines.split("\n")):
        words, _, pattern = line.partition(" |")
        for word in words.split():
            found.setdefault(word, []).append(pattern.removeprefix(" "))
    return {word: "|".join(f"(?:{one})" for one in patterns) for word, patterns in found.items()}


_TALK_BY_WORD: Final = _table(OPENINGS)
_NO_ANSWER_BY_WORD: Final = _table(NO_ANSWERS)
_compiled = cache(re.compile)


def is_talk(said: str) -> bool:
    """Whether the beginning of a sentence, in lower case, is that of one about the answer or to the reader."""
    return _begins(said, _TALK_BY_WORD, WITHOUT_BLANKS)


def is_courtesy(said: str) -> bool:
    """Whether a sentence is `Sure!`, or offers something wherever it does."""
    if len(said) <= _LONGEST and said.rstrip(_SIGNS) in _WHOLE:
        return True
    for offer in PLAIN_OFFERS:
        if offer in said:
            return True
    return not said.isascii() and any(offer in said for offer in OTHER_OFFERS)


def is_no_answer(said: str) -> bool:
    """Whether it is that of one that says that the sources have no answer."""
    return _begins(said, _NO_ANSWER_BY_WORD, NO_ANSWER_WITHOUT_BLANKS)


def _begins(said: str, by_word: Mapping[str, str], without_blanks: str) -> bool:
    at = 0
    for _ in range(3):  # `Unfortunately, sorry, but the documents do not …`
        found = _WORD.match(said, at)
        if found is None:
            return False
        word = found[1]
        pattern = by_word.get(word)
        if pattern is not None and _compiled(pattern).match(said, _behind(said, found.end(1))):
            return True
        if word not in _LEADS:
            break
        at = found.end()
    return _CJK.match(said) is not None and _compiled(without_blanks).match(said) is not None


def _behind(said: str, at: int) -> int:
    """Where what follows a word begins: behind one blank."""
    return at + 1 if said[at : at + 1] == " " else at
