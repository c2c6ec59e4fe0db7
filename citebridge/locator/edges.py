"""Whether a stretch of text is cut out of a word or a number, so that it says something else than the text.

`tax is 4` stands, letter for letter, in `the tax is 41 marks`, and `safe to eat` in `unsafe to eat`. Neither is what
the source says. Texts here are folded ones: dashes are `-`, blanks one space.
"""

import re
from typing import Final

from citebridge.locator.words import BEGINNING_DENIALS, DENIALS_AHEAD, DENIALS_BEHIND, QUANTITIES

GLUED: Final = (
    "\u0590-\u08ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Letters of scripts that write words without blanks, or glue particles to them: there a quote may begin anywhere."""

_LETTER: Final = rf"[^\W_{GLUED}]"  # or a digit, or a superscript
_ANY: Final = r"[^\W_]"
_NUMERIC: Final = r"[\d²³¹⁰-⁹₀-₉¼-¾⅐-⅞]"
_MONEY: Final = "$¢-¥\u20a0-\u20c0"
_SIGN: Final = r"\-+±~≈≤≥≠∉¬√"
_SQUARED: Final = "℃℉\u3371-\u337a\u3380-\u33df\u33ff"  # `㎏`, units drawn as one sign
_SHARE: Final = "%٪‰‱°"
_POINTS: Final = r".,:'/·_\u066b\u066c"  # what parts the digits of one number, Arabic ones and those of code too
_CURRENCIES: Final = "EUR|USD|GBP|CHF|JPY|CNY|INR|AUD|CAD|SEK|NOK|DKK|PLN|BRL"
MARK: Final = (
    "[\u0300-\u036f\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4"
    "\u06e7\u06e8\u06ea-\u06ed\u0900-\u0903\u093a-\u094f\u0962\u0963\u0981-\u0983\u09bc-\u09cd\u0a01-"
    "\u0a03\u0a3c-\u0a4d\u0a81-\u0a83\u0abc-\u0acd\u0b01-\u0b03\u0b3c-\u0b4d\u0bbe-\u0bcd\u0c3c-\u0c4d\u0cbc-\u0ccd\u0d3b-\u0d4d"
    "\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u102b-\u103e\u17b4-\u17d3\u20d0-\u20f0]"
)
"""What stands on a letter, or beside it as its vowel: no letter to `\\w`, and no quote begins or ends before it."""
_COUNTED: Final = (
    "hundred|thousand|lakh|million|crore|billion|trillion|dozen|percent|per cent|prozent|pour cent|por ciento"
)
_MEASURES: Final = (
    "kg|mg|µg|μg|ng|g|t|km|cm|mm|nm|m|ml|cl|dl|l|ms|s|min|h|hz|khz|mhz|ghz|w|kw|mw|gw|kwh|mwh|v|kv|ma|k|°|°c|°f|pa|"
    "kpa|mol|ppm|kb|mb|gb|tb|bit|bits|bytes|ft|lb|lbs|oz|mph|mcg|iu|degrees?|bn|mn|mio|mrd|millions|billions|millionen|"
    f"milliarden|{_COUNTED}|{_CURRENCIES}"
)
_UNIT: Final = rf"(?:(?i:{_MEASURES})[²³]?(?![\w'])|[{_SQUARED}])"
UNIT: Final = re.compile(_UNIT)

# Each alternative looks at what stands before and behind one place; a look back has a fixed width.
_CUT_BEFORE: Final = re.compile(
    rf"(?<={_LETTER})(?={_LETTER})|(?<=\d)(?=\d)"  # in a word or a number
    rf"|(?<=[{_SIGN}{_MONEY}^])(?=[{_MONEY}]?[.,]?\d)"  # `5` of `-5`, of `€5`
    r"|(?<=[≠∉¬√])(?=\w)|(?<=[<≤≥≈≠±] )(?=\d)|(?<=[≠∉] )(?=\w)"  # of `< 5`; `b` of `a ≠ b`
    r"|(?:(?<=\A[<>])|(?<=[\s(][<>])|(?<=[\s(]\w[<>])|(?<=\A\w[<>]))(?=\d)"  # of `<5`, of `p<5`, and not of `<td>5`
    rf"|(?<={_LETTER})(?=[{_SIGN}{_MONEY}{_POINTS}]{{1,2}}\d)"  # `-5` of `3-5`, `.5` of `1.5`
    rf"|(?:(?<=\d[{_POINTS}])|(?<=[\s(\[][.,])|(?<=\A[.,]))(?=\d)"  # `5` of `1.5`, of `.5`
    r"|(?<=\d[ ])(?<!\d{4}[ ])(?=\d{3}(?!\d)|\d/\d|[¼-¾⅐-⅞])"  # `500` of `1 500`, `1/2` of `1 1/2`
    r"|(?:(?<=\b[Mm]inus )|(?<=\b[Pp]lus )|(?<=\b[Nn]egative ))(?=\d)|(?<=\b[Mm]inus )(?=\w)"
    rf"|(?<=\b(?:{_CURRENCIES}) )(?=\d)"
    rf"|(?<=\w )(?=(?:{_COUNTED})\b)"  # `million` of `5 million`, of `half a million`
    rf"|(?<={_ANY}-)(?={_ANY})"  # `profit` of `non-profit`
    rf"|(?={MARK})"
    "|(?<=[不非未無无没沒勿别別])(?=[\u3400-\u9fff])"  # 安全 of 不安全
    "|(?<=ไม่)(?=[\u0e01-\u0e7f])"
    "|(?<=[〇一二三四五六七八九十百千万萬億亿兆])(?=[〇一二三四五六七八九十百千万萬億亿兆])"
)
_CUT_AFTER: Final = re.compile(
    rf"(?<={_LETTER})(?={_LETTER})|(?<=\d)(?=\d)"
    rf"|(?<={_NUMERIC})(?:(?={_ANY}|[{_SHARE}^+×{_MONEY}{_SQUARED}])"  # `5` of `5%`
    rf"|(?=[{_POINTS}\-]\d)|(?=[-/]{_ANY}))"  # of `5.1`, of `5-fold`
    r"|(?<=\d)(?<!\d{4})(?=[ ](?:\d{1,2}/\d|[¼-¾⅐-⅞]))|(?<=\d)(?=[ ][x*][ ]\d)"  # `5` of `5 1/2`, of `5 x 3`
    rf"|(?<=\d[{_POINTS}\-])(?={_ANY})(?<!\d[.,:'](?=\D))"  # `1.` of `1.5`
    rf"|(?:(?<=[\d½¼¾])|(?<=\d[²³]))(?=[ ](?:[{_SHARE}{_MONEY}×·]|{_UNIT}))"  # `5` of `5 kg`
    r"|(?<=\d)(?<!\d{4})(?=[ ]\d{3}(?!\d))"  # `1` of `1 500`
    rf"|(?<=[^\W\d_])(?=[ -](?i:{_COUNTED})\b)"  # `five` of `five hundred`
    r"|(?<=[A-Za-z])(?=\+\+|[+#⁺⁻](?!\w))|(?<=[A-Za-z]\+)(?=\+)"  # `C` of `C++`, of `C#`, `AA` of `AA+`
    r"|(?<=[A-Z])(?=-(?![\w\-]))"  # `AA` of `AA-`
    rf"|(?<={_ANY})(?=['`][ ]?[tT](?!\w)|-{_ANY}|{MARK})"  # `can` of `can't`, `sugar` of `sugar-free`
    "|(?<=[\u3041-\u30ff\u3400-\u9fff])(?=(?:で[はも]?|じゃ)?(?:ない|なかった|なく|ありません))"  # 安全 of 安全ではない
    "|(?<=[\u3400-\u9fff])(?=[\u3041-\u3096]?(?:ない|なかった|なく|ません))"  # 飲 of 飲まない
    "|(?<=[\u3041-\u30ff])(?=ません)"
    "|(?<=[\uac00-\ud7af])(?=지 ?[않못마말])"
    "|(?<=[〇一二三四五六七八九十百千万萬億亿兆])(?=[〇一二三四五六七八九十百千万萬億亿兆])"
)
_SENTENCE_END: Final = re.compile("[.!?:;؟।] ")
_OPENING: Final = "\"'([*_¿¡"
_CLOSING: Final = ",;!?)\"'"  # and not `:`, as in `rooms: 5⏎hours: 8`
_DENIAL_ENDS: Final = frozenset(words.rpartition(" ")[2] for words in DENIALS_AHEAD)
_LONGEST_DENIAL: Final = max(map(len, DENIALS_AHEAD)) + 4  # and what parts it from the sentence before
_DENIAL_BEHIND: Final = re.compile(
    rf" (?:{DENIALS_BEHIND.replace(' ', '|')})(?!\w)(?: (?:है|हैं|था|थी|थे))?(?=\s?(?:[.!?;,:।]|\Z))"
)
_LONGEST_QUANTITY: Final = max(map(len, QUANTITIES)) + 2
_NUMBER: Final = re.compile(r"(?<![\d.,'])(?!(?:1[5-9]|20)\d\d\Z)\d[\d.,']*\Z|[½¼¾]\Z")  # that is no year
_LONGEST_NUMBER: Final = 12
_MEASURE: Final = re.compile(r"\d[ ]?[^\W\d_]{1,4}\Z")
_PER: Final = re.compile(r"[/·^]|-\d| (?:per|pro|par|por) \w| [^\W\d_]{1,4}[⁻^]")


def cuts_before(text: str, at: int) -> bool:
    """Whether a stretch that begins at `text[at]` begins within a word or a number, or leaves off a sign.

    >>> cuts_before("unsafe at -5 marks", 2), cuts_before("unsafe at -5 marks", 11), cuts_before("unsafe at", 7)
    (True, True, False)
    """
    if at <= 0:
        return False
    return _CUT_BEFORE.match(text, at) is not None or _is_denied(text, at)


def cuts_after(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` ends within a word or a number, or leaves off a unit.

    >>> cuts_after("the tax is 41 marks", 0, 12), cuts_after("the tax is 41 marks", 0, 13)
    (True, False)
    """
    if end >= len(text):
        return False
    if _CUT_AFTER.match(text, end) or _DENIAL_BEHIND.match(text, end):
        return True
    if text[end] == " " and text[end - 1].isnumeric() and _is_counted(text, start, end):
        return True
    return _PER.match(text, end) is not None and _MEASURE.search(text, max(start, end - 8), end) is not None


def _is_counted(text: str, start: int, end: int) -> bool:
    """Whether a stretch ends with a number, and what it counts, or how many, stands behind: `5` of `5 Millionen`."""
    word = text[end + 1 : end + 1 + _LONGEST_QUANTITY].partition(" ")[0]
    if not {word, plain := word.rstrip(_CLOSING), plain.rstrip(".")} & QUANTITIES:
        return False
    return _NUMBER.search(text, max(start, end - _LONGEST_NUMBER), end) is not None


def _is_denied(text: str, at: int) -> bool:
    """Whether nothing is left off a sentence but its denial, and it says the contrary: `No dogs may enter`."""
    if text[at - 1] != " " or not text[at : at + 1].isalpha():  # `No 5` is a number
        return False
    first = max(at - _LONGEST_DENIAL, 0)
    before = text[first : at - 1]
    word = before.rpartition(" ")[2].rpartition("-")[2].lstrip(_OPENING)
    if word in BEGINNING_DENIALS:
        return True
    if word.lower() not in _DENIAL_ENDS:
        return False
    *others, beginning = _SENTENCE_END.split(before)
    return (bool(others) or first == 0) and beginning.lstrip(_OPENING).lower() in DENIALS_AHEAD
