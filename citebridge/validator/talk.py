"""Whether a sentence is talk: about the answer itself, or to the reader; by the phrases of `phrases`."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, Literal

from citebridge.validator.phrases import (
    ADVICE,
    COURTESIES,
    NO_ANSWER_WITHOUT_BLANKS,
    NO_ANSWERS,
    OPENINGS,
    OTHER_OFFERS,
    PLAIN_OFFERS,
    REFERENCES,
    TURNS,
    TURNS_WITHOUT_BLANKS,
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
_CJK_SIGNS: Final = "\u3040-\u30ff\u3400-\u9fff"
_COLON: Final = re.compile(rf"：|:(?=[\s{_CJK_SIGNS}])")
_ADDRESS: Final = re.compile(r"\S+://\S+")
_SAYS: Final = re.compile(r"[^\W_]")
_MOST_LEADS: Final = 3  # `Unfortunately, however, the documents do not …`
_TURN: Final = re.compile(rf"[,;:–—] ?(?:{TURNS})\b,? |[，；、](?:{TURNS_WITHOUT_BLANKS})，?")
_ADVICE: Final = re.compile(ADVICE)
_CJK: Final = re.compile(f"[{_CJK_SIGNS}]")


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
_FIRST_WORDS: Final = frozenset((*_TALK_BY_WORD, *_NO_ANSWER_BY_WORD, *_LEADS))
_compiled = cache(re.compile)


def spoken(said: str) -> Literal["claim", "talk", "no_answer"]:
    """What the beginning of a sentence, in lower case and with plain apostrophes, makes of it.

    `no_answer`: the sources say nothing of something. `talk`: it is about the answer, or to the reader. The phrases are
    looked for at its first words; offers are offers wherever they stand.
    """
    first = _WORD.match(said)
    if first is not None and (first[1] in _FIRST_WORDS or _CJK.match(said)):
        if _begins(said, first, _NO_ANSWER_BY_WORD, NO_ANSWER_WITHOUT_BLANKS):
            return "claim" if _turns_to_say_something(said) else "no_answer"
        if _begins(said, first, _TALK_BY_WORD, WITHOUT_BLANKS) and (kind := _behind_colon(said)) != "claim":
            return kind
    return "talk" if _is_courtesy(said) else "claim"


def _turns_to_say_something(said: str) -> bool:
    """`The rules do not mention cats, but dogs ride free.` says something after all."""
    turn = _TURN.search(said)
    rest = said[turn.end() :] if turn is not None else ""
    return bool(rest) and not _ADVICE.match(rest) and spoken(rest) == "claim"


def _is_courtesy(said: str) -> bool:
    """Whether a sentence is `Sure!`, or offers something."""
    if len(said) <= _LONGEST and said.rstrip(_SIGNS) in _WHOLE:
        return True
    for offer in PLAIN_OFFERS:
        if offer in said:
            return True
    return not said.isascii() and any(offer in said for offer in OTHER_OFFERS)


def _begins(said: str, first: re.Match[str], by_word: Mapping[str, str], without_blanks: str) -> bool:
    found: re.Match[str] | None = first
    for _ in range(_MOST_LEADS):
        if found is None:
            return False
        pattern = by_word.get(found[1])
        if pattern is not None and _compiled(pattern).match(said, _behind(said, found.end(1))):
            return True
        if found[1] not in _LEADS:
            break
        found = _WORD.match(said, found.end())
    return _CJK.match(said) is not None and _compiled(without_blanks).match(said) is not None


def _behind(said: str, at: int) -> int:
    """Where what follows a word begins: behind one blank."""
    return at + 1 if said[at : at + 1] == " " else at


def _behind_colon(said: str) -> Literal["claim", "talk", "no_answer"]:
    """`Here are the ports: Halden, Moss and Larvik.` says something behind its colon, on its line or on the next."""
    colon = _COLON.search(said)
    rest = _ADDRESS.sub("", said[colon.end() :]).lstrip() if colon is not None else ""
    return spoken(rest) if _SAYS.search(rest) else "talk"
