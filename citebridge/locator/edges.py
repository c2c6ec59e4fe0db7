"""Whether a stretch of text is cut out of a word or a number, so that it says something else than the text.

`tax is 4` stands, letter for letter, in `the tax is 41 marks`, and `safe to eat` in `unsafe to eat`. Neither is what
the source says. Texts here are folded ones: dashes are `-`, blanks one space.
"""

import re
from typing import Final

GLUED: Final = (
    "\u0590-\u08ff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\U00020000-\U0003ffff"
)
"""Letters of scripts that write words without blanks, or glue particles to them: there a quote may begin anywhere."""

_LETTER: Final = rf"[^\W_{GLUED}]"  # or a digit, or a superscript
_ANY: Final = r"[^\W_]"
_NUMERIC: Final = r"[\d²³¹⁰-⁹₀-₉¼-¾⅐-⅞]"
_MONEY: Final = "$¢-¥\u20a0-\u20c0"
_SIGN: Final = r"\-+±~≈≤≥"
_MARK: Final = "[\u0300-\u036f\u20d0-\u20f0]"  # what stands on a letter with which it makes no letter of its own
_COUNTED: Final = "hundred|thousand|million|billion|trillion|dozen|percent|per cent|prozent|pour cent|por ciento"
_MEASURES: Final = (
    "kg|mg|µg|μg|ng|g|t|km|cm|mm|nm|m|ml|cl|dl|l|ms|s|min|h|hz|khz|mhz|ghz|w|kw|mw|gw|kwh|mwh|v|kv|ma|k|°|°c|°f|pa|"
    f"kpa|mol|ppm|kb|mb|gb|tb|bit|bits|bytes|ft|lb|lbs|oz|mph|bn|mn|mio|mrd|millions|billions|millionen|milliarden|{_COUNTED}"
)
UNIT: Final = re.compile(rf"(?:{_MEASURES})[²³]?(?![\w'])", re.I)

# Each alternative looks at what stands before and behind one place; a look back has a fixed width.
_CUT_BEFORE: Final = re.compile(
    rf"(?<={_LETTER})(?={_LETTER})"  # in a word or a number
    rf"|(?<=[{_SIGN}{_MONEY}^])(?=[{_MONEY}]?[.,]?\d)"  # `5` of `-5`, of `€5`
    r"|(?:(?<=\A[<>])|(?<=[\s(][<>]))(?=\d)"  # of `<5`, and not of `<td>5`
    rf"|(?<={_LETTER})(?=[{_SIGN}{_MONEY}.,:'/]{{1,2}}\d)"  # `-5` of `3-5`, `.5` of `1.5`
    r"|(?:(?<=\d[.,:'/])|(?<=[\s(\[][.,])|(?<=\A[.,]))(?=\d)"  # `5` of `1.5`, of `.5`
    r"|(?<=\d[ ])(?<!\d{4}[ ])(?=\d{3}(?!\d))"  # `500` of `1 500`
    r"|(?:(?<=\b[Mm]inus )|(?<=\b[Pp]lus )|(?<=\b[Nn]egative ))(?=\d)"
    rf"|(?<=\d )(?=(?:{_COUNTED})\b)"  # `million` of `5 million`
    rf"|(?<={_ANY}-)(?={_ANY})"  # `profit` of `non-profit`
    rf"|(?={_MARK})"
    "|(?<=[不非未無无没沒勿别別])(?=[\u3400-\u9fff])"  # 安全 of 不安全
    "|(?<=[〇一二三四五六七八九十百千万萬億亿兆])(?=[〇一二三四五六七八九十百千万萬億亿兆])"
)
_CUT_AFTER: Final = re.compile(
    rf"(?<={_LETTER})(?={_LETTER})"
    rf"|(?<={_NUMERIC})(?:(?={_ANY}|[%‰°^+{_MONEY}])|(?=[.,:'/\-]\d)|(?=[-/]{_ANY}))"  # `5` of `5%`, of `5-fold`
    rf"|(?<=\d[.,:'/\-])(?={_ANY})(?<!\d[.,:'](?=\D))"  # `1.` of `1.5`
    rf"|(?:(?<=[\d½¼¾])|(?<=\d[²³]))(?=[ ](?:[%‰°{_MONEY}×·]|(?i:{_MEASURES})[²³]?(?![\w'])))"  # `5` of `5 kg`
    r"|(?<=\d)(?<!\d{4})(?=[ ]\d{3}(?!\d))"  # `1` of `1 500`
    rf"|(?<=[^\W\d_])(?=[ -](?i:{_COUNTED})\b)"  # `five` of `five hundred`
    rf"|(?<={_ANY})(?='[tT](?!\w)|-{_ANY}|{_MARK})"  # `can` of `can't`, `sugar` of `sugar-free`
    "|(?<=[\u3041-\u30ff\u3400-\u9fff])(?=ない|なかった|なく|ません)|(?<=[\uac00-\ud7af])(?=지 ?[않못])"
    "|(?<=[〇一二三四五六七八九十百千万萬億亿兆])(?=[〇一二三四五六七八九十百千万萬億亿兆])"
)
_MEASURE: Final = re.compile(r"\d[ ]?[^\W\d_]{1,4}\Z")
_PER: Final = re.compile(r"[/·^]|-\d")


def cuts_before(text: str, at: int) -> bool:
    """Whether a stretch that begins at `text[at]` begins within a word or a number, or leaves off a sign.

    >>> cuts_before("unsafe at -5 marks", 2), cuts_before("unsafe at -5 marks", 11), cuts_before("unsafe at", 7)
    (True, True, False)
    """
    return at > 0 and _CUT_BEFORE.match(text, at) is not None


def cuts_after(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` ends within a word or a number, or leaves off a unit.

    >>> cuts_after("the tax is 41 marks", 0, 12), cuts_after("the tax is 41 marks", 0, 13)
    (True, False)
    """
    if end >= len(text):
        return False
    if _CUT_AFTER.match(text, end):
        return True
    return _PER.match(text, end) is not None and _MEASURE.search(text, max(start, end - 8), end) is not None
