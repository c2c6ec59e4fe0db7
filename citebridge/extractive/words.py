"""Words as they are compared: without case, accents and plural endings, in any script.

Nothing here knows which language a text is in: question and sources may mix them.
"""

import re
import unicodedata
from typing import Final

# Written without blanks between words: Thai, Lao, Myanmar, Khmer, Japanese, Chinese. Korean glues its particles on.
_RUN: Final = (
    "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3041-\u30ff\u31f0-\u31ff\u3400-\u9fff\uac00-\ud7af"
    "\uf900-\ufaff\uff66-\uff9f\U00020000-\U0003ffff"
)
_FIRST_RUN: Final = "\u0e00"
# What stands within words and is no letter: accents and vowels of their own. Of the scripts of India the whole blocks,
# but for their full stops.
_WITHIN: Final = (
    "\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0900-\u0963\u0966-\u0dff\u0f00-\u0fff"
)
_NUMBER: Final = r"\d+(?:[.,:]\d+)*"
_ASCII: Final = re.compile(rf"{_NUMBER}|[A-Za-z][A-Za-z0-9]*")
_ANY: Final = re.compile(rf"[{_RUN}]+|{_NUMBER}|(?:(?![_{_RUN}])[\w{_WITHIN}])+")
_HYPHENED: Final = re.compile(r"(?<=[^\W\d_])[-\u2010]\r?\n(?=[^\W\d_])")
_RUN_WORD: Final = re.compile(f"[{_RUN}]")
_ACCENTS: Final = re.compile("[\u0300-\u036f\u0591-\u05c7\u0640\u064b-\u065f\u0670]+")
_IN_NUMBER: Final = re.compile(r"(?<=\d)[.,:](?=\d)")


def words(text: str) -> list[str]:
    """The words of a text as they stand; scripts without blanks come in runs.

    >>> words("It's 1,50 € at Café Brygga: 大人の料金")
    ['It', 's', '1,50', 'at', 'Café', 'Brygga', '大人の料金']
    """
    if "\n" in text:
        text = _HYPHENED.sub("", text)
    return (_ASCII if text.isascii() else _ANY).findall(text)


def folded(word: str) -> str:
    """A word without case, accents, the signs within a number, and the ending of a plural.

    >>> [folded(word) for word in ("Refunds", "Gebühren", "Élèves", "policies", "50,000", "ＡＢＣ")]
    ['refund', 'gebuhren', 'eleve', 'policy', '50000', 'abc']
    """
    if not word.isascii():
        decomposed = unicodedata.normalize("NFKD", word)
        word = unicodedata.normalize("NFKC", _ACCENTS.sub("", decomposed))
    word = word.casefold()
    return _IN_NUMBER.sub("", word) if word[:1].isdigit() else _singular(word)


def is_run(word: str) -> bool:
    """Whether a word is of a script without blanks, so that its pairs of letters are compared."""
    return word[0] >= _FIRST_RUN and _RUN_WORD.match(word) is not None


def pairs(run: str) -> list[str]:
    """Each two neighbours of a run; a letter that stands alone is all there is.

    >>> pairs("大人の")
    ['大人', '人の']
    """
    run = unicodedata.normalize("NFKC", run)
    return [run[at : at + 2] for at in range(max(len(run) - 1, 1))]


def akin(one: str, other: str) -> bool:
    """Whether two words have one stem, as far as their beginnings tell.

    >>> akin("cancel", "cancellation"), akin("open", "opening"), akin("contract", "control"), akin("port", "portugal")
    (True, True, False, False)
    """
    shorter, longer = sorted((one, other), key=len)
    least = max(4, -(-3 * len(shorter) // 4))
    if shorter[:least] != longer[:least] or len(shorter) < 4:
        return False
    return least > 4 or len(longer) - len(shorter) <= 3


def _singular(word: str) -> str:
    if len(word) < 4 or not word.isascii() or word[-1] not in "sx":
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    return word if word[-2] in "su" else word[:-1]
