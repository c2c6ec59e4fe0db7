"""Whether a sentence ends at one stop or line end, from a bounded stretch on either side of it."""

import re
from typing import Final

from .abbreviations import (
    BEFORE_ORDINALS,
    CLOCK,
    DATES,
    ITEM,
    KINDS,
    LONGEST_WORD,
    MAYBE,
    NEVER,
    NUMBER,
    ROMANS,
    STARTERS,
)

# Stops that end a sentence whatever follows (Unicode annex 29, Sentence_Terminal without the ASCII ones).
_STRONG: Final = "。！？｡．؟۔।॥։።၊။។‼⁇⁈⁉\u037e"
_WEAK: Final = ".!?…‥"
_GREEK: Final = "\u0370-\u03ff\u1f00-\u1fff"  # behind its letters the semicolon is a question mark
_REACH: Final = 24  # characters looked at before a stop
_LISTED: Final = LONGEST_WORD + 1  # so many letters are in no list
STOPS: Final = frozenset(_STRONG + _WEAK)
_STRONG_SET: Final = frozenset(_STRONG)

# One class first, the rest behind it: then the search is one table look-up a character.
CANDIDATES: Final = re.compile(
    f"[{_STRONG}{_WEAK}\\n;](?:(?<=[{_STRONG}{_WEAK}])[{_STRONG}{_WEAK}]*|(?<=\\n)|(?<=[{_GREEK}];))"
)
# The candidates that are not ".", "!", "?" or a line end.
RARE: Final = re.compile(f"[{_STRONG}…‥;](?:(?<!;)|(?<=[{_GREEK}];))")
_RUN: Final = re.compile(f"[{_STRONG}{_WEAK}]*")
# Text inside a mark: a stop in it has a letter right behind it, so that no cut can fall inside a mark.
_INSIDE: Final = f"(?:[^\\[\\]【】\ue200\ue201\n{_STRONG}{_WEAK}]|[.!?](?=\\w))"
_TOKEN: Final = r"[A-Za-z]{0,10}+[ :#]?+\d{1,6}+[a-z]?+"
_NUMBERS: Final = rf"(?>{_TOKEN}(?:[,;:†–-]? ?{_TOKEN}){{0,12}}+)"
_WEB: Final = f"[^\\s(){_STRONG}]"
_URL: Final = f"\\({_WEB}{{1,400}}+(?:\\({_WEB}{{0,80}}\\){_WEB}{{0,400}}+){{0,4}}\\)"
_LINK: Final = f"\\[{_INSIDE}{{1,100}}\\]{_URL}"
_MARKS: Final = (
    rf"(?:\(|\*{{1,2}})?[\[［]{{1,2}}\^?{_NUMBERS}[\]］]{{1,2}}(?:{_URL})?(?:\)|\*{{1,2}})?",
    r"\[\^[\w-]{1,40}\]",
    f"【{_INSIDE}{{1,80}}】",
    f"\ue200{_INSIDE}{{1,200}}\ue201",
    rf"\({_LINK}(?:[,;] ?{_LINK}){{0,5}}\)",
    r"\([A-Z]{1,2}\d{1,4}\)",
    r"<sup>[^<>\n.!?]{1,40}</sup>",
    "[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,8}",
)
_CLOSERS: Final = "\"'”’»›)\\]}*_」』）】》〉］"
# German closes with the quotes that others open with: `“` right before what it may hold opens, and `»` does so
# behind a blank.
_CLOSING: Final = f"[{_CLOSERS}]*(?:[“«‹](?![\\w‘「『《〈（])[{_CLOSERS}]*)*(?:[ \xa0\u202f]»(?![\\w‚›]))?"
_MARKED: Final = f"(?:[ \\t\xa0]{{0,8}}(?:{'|'.join(_MARKS)})){{1,16}}[*_]*(?:[“«‹{_CLOSERS}]++(?!\\w))?"
_TAIL: Final = re.compile(f"{_CLOSING}(?P<marks>{_MARKED})?")
_OPENERS: Final = "\"“”„«‘’‚'(\\[{*_¿¡—–\u2010-\u2012<「『（《〈-"
_NEXT: Final = re.compile(f"[\\s>]*+[{_OPENERS}]*\\s*")
_OPENED: Final = re.compile(f"[»›]+(?=[\\w‚„])[{_OPENERS}]*")  # German, where French closes
_NO_BEGINNING: Final = frozenset(",;:)]}%/.!?…=+&»›")
_RAISED: Final = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹")
_OPENING: Final = "\"'“”„«»›‘’‚([{*_—–-/<>|"
_BEFORE_ITEM: Final = frozenset(".!?:;")
_DOTTED: Final = re.compile(r"[^\W\d_]{1,3}(?:\.[^\W\d_]{1,4})+\Z")

_LETTER: Final = r"[^\W\d_]|[ivxIVX]{2,5}"
_BEGINS: Final = (
    r"[ \t]*(?:\r?(?:\n|\Z)|\#{1,6}\s|[-*+•‣◦·▪–—]\s|\(?\d{1,3}[.)]\s"
    rf"|[*(]*(?:{_LETTER})(?:\)|(?P<stop>\.))[*]*\s"
    r"|(?P<quoted>>)|\||```|~~~|(?:[=-]{3,}|[*_]{3,})\s*?(?:\n|\Z)|\[[^\]\n]{1,40}\]:)"
)
_LINE_BEGINS: Final = re.compile(rf"\n{_BEGINS}")
_QUOTED_LINE_BEGINS: Final = re.compile(_BEGINS)
_LINE_ALONE: Final = re.compile(
    r"[ \t]*(?:\#{1,6}\s|\||```|~~~|(?:[=-]{3,}|[*_]{3,})\s*\Z|\*\*[^*\n]{1,100}\*\*:?\s*\Z|\[!\w{1,20}\]\s*\Z|\Z)"
)
_QUOTE_SIGNS: Final = re.compile(r"[ \t]*+(?:>[ \t]?)++")
_LIST_NUMBER: Final = re.compile(rf"[ \t]*(?:\#{{1,6}}[ \t]*|[>*•|_-][ \t]*){{0,4}}\(?(?:[\d.]{{0,12}}|{_LETTER})\Z")
_LETTERED: Final = re.compile(rf"\n[ \t>*(]{{0,8}}({_LETTER})\.[*]*\s")
_FAR: Final = 400  # characters to either side of a lettered item in which there is another one
_FOLLOWING: Final = re.compile(r"\w{1,16}|.{1,3}")  # a word, or a sign and what it may belong to: `$5`
_FIGURES: Final = re.compile(r"[^\w\s]? ?\d")  # `5`, `$5`, `± 5`


def after_blanks(text: str, start: int) -> int:
    """The first place from `start` on that is no blank, or the end of the text."""
    end = len(text)
    while start < end and text[start].isspace():
        start += 1
    return start


def before_blanks(text: str, start: int, end: int) -> int:
    """The end of `text[start:end]` without the blanks behind it."""
    while end > start and text[end - 1].isspace():
        end -= 1
    return end


def run_start(text: str, at: int) -> int:
    """The first stop of the run of stops that the one at `at` is in."""
    if text[at] in STOPS:
        while at and text[at - 1] in STOPS:
            at -= 1
    return at


def cut_at(text: str, at: int) -> int | None:
    """Where the sentence ends whose stop run, or line end, begins at `at`; `None` when none ends there.

    The text is all that may decide, and ends in no blank.
    """
    high = len(text)
    if text[at] == "." and at + 2 < high:
        # What `_run_cut` says of nearly all stops, said faster.
        after = text[at + 1]
        if after == " " and text[at + 2].isalpha():
            return at + 1 if _full_stop_ends(text, at, at + 2) else None
        if after.isalnum() and after not in _RAISED:
            return None
    if text[at] == "\n":
        return at if _line_ends(text, at) else None
    return _run_cut(text, at) if at + 1 < high else high


def _full_stop_ends(text: str, at: int, place: int) -> bool:
    """Whether one full stop ends a sentence; `place` is where the word or sign behind it begins."""
    if text[place].islower():
        if place + 6 < len(text) and text[place : place + 6].islower():
            return False
    else:
        word = text[at - _LISTED if at > _LISTED else 0 : at].rpartition(" ")[2]
        if word.isalpha() and len(word) > 1 and word.lower() not in KINDS:
            return True
    following = _FOLLOWING.match(text, place)
    return following is not None and _word_ends(text, at, following[0])


def _run_cut(text: str, at: int) -> int | None:
    high, run = len(text), at + 1
    if text[run] in STOPS and text[at] != ";" and (found := _RUN.match(text, run)):
        run = found.end()
    strong = text[run - 1] in _STRONG_SET or text[at] in _STRONG_SET
    if not strong and run < high and text[run].isalnum() and text[run] not in _RAISED:
        # `等一等……好吧`: a doubled ellipsis needs no blank behind it.
        return run if text[at:run].count("…") > 1 and not text[run].isascii() else None
    tail = _TAIL.match(text, run)
    end = tail.end() if tail else run
    if strong:
        if text[run - 1] == "．" and run < high and text[run].isdecimal():
            return None
        # `「…。」と言った`: what follows says who said it, or what was done with it.
        return None if end > run and text.startswith(("と", "って", "を"), end) else end
    if end < high and not text[end].isspace() and (tail is None or not tail["marks"]):
        return None
    return end if _ends(text, at, run, end) else None


def _ends(text: str, at: int, run: int, end: int) -> bool:
    """Whether the weak stops `text[at:run]`, with their tail up to `end`, end a sentence."""
    found = _NEXT.match(text, end)
    place = found.end() if found else end
    if place >= len(text):
        return True
    if text[place] in _NO_BEGINNING:
        opened = _OPENED.match(text, place)
        if opened is None:
            return False
        place = opened.end()
    if run - at == 1 and text[at] == ".":
        if text[place].isdecimal() and text.endswith("str", 0, at):
            return False  # German writes a street in one word: `Hauptstr. 5`
        return _full_stop_ends(text, at, place)
    following = _FOLLOWING.match(text, place)
    return following is None or not _goes_on(following[0])


def _goes_on(word: str) -> bool:
    """Whether `word` is in lower case; `iNote` and `eBay` are names and may begin a sentence."""
    return word[0].islower() and (word.islower() or not word[:6].isalpha() or word[:6].islower())


def _word_ends(text: str, at: int, following: str) -> bool:
    """Whether one full stop ends a sentence, from the word before it and the word or the sign behind it."""
    if _goes_on(following):
        return False
    before = text[max(0, at - _REACH) : at].rsplit(None, 1)
    if not before or text[at - 1].isspace():
        return True
    word = before[-1].lstrip(_OPENING)
    if word[:1].isdecimal() and word.replace(".", "").isdecimal():
        return _number_ends(text, at, following.lower())
    kind = KINDS.get(word.lower()) or (MAYBE | NUMBER if _is_initial(word) else _kind_behind_article(word))
    if not kind or kind & NEVER:
        return not kind
    if not following[0].isalpha() and _FIGURES.match(following):
        ends = not kind & NUMBER
    elif kind & CLOCK:
        ends = following.lower() not in DATES
    else:
        ends = not kind & MAYBE or following.lower() in STARTERS
    return ends and not ((kind & ITEM or len(word) == 1) and _counts_item(text, at))


def _kind_behind_article(word: str) -> int:
    """What the lists say of what is behind the article in a word: `l'art`, but `l'est` is a word in full."""
    article, _, rest = word.replace("’", "'").rpartition("'")
    return KINDS.get(rest.lower(), 0) & (NEVER | NUMBER) if article else 0


def _is_initial(word: str) -> bool:
    """`J`, `u.s`, `Ph.D`: letters that stand for words, unlike `bbc.com` or `run.py`; there are none without case."""
    last = word.rpartition(".")[2]
    if len(last) != 1 and not last[:1].isupper():
        return False
    return last.upper() != last.lower() and (len(word) == 1 or _DOTTED.match(word) is not None)


def _number_ends(text: str, at: int, next_word: str) -> bool:
    """Whether a number with a full stop ends a sentence: `in 1999.` does, a day or an item does not."""
    since = max(0, at - _REACH)
    before = text[since:at].rsplit(None, 1)
    number = before[-1].lstrip(_OPENING)
    if len(number) <= 2 and (next_word in DATES or next_word[0].isdecimal()):
        return False  # `3. Mai`, `3. 5. 2020`
    if len(number) <= 3 and len(before) > 1 and (_is_ordinal(before[0], next_word) or _item_may_follow(before[0])):
        return False
    return not _counts_item(text, at)


def _counts_item(text: str, at: int) -> bool:
    """Whether a number or letter before a stop is the first thing of its line."""
    since = max(0, at - _REACH)
    line = text.rfind("\n", since, at) + 1
    return bool(line or not since) and _LIST_NUMBER.match(text, line, at) is not None


def _is_ordinal(before: str, next_word: str) -> bool:
    """Whether a number between these is a German ordinal: `im 2. Stock`."""
    word = before.rsplit(None, 1)[-1].lstrip(_OPENING).lower()
    return word in BEFORE_ORDINALS and next_word[0].isalpha() and next_word not in STARTERS


def _item_may_follow(before: str) -> bool:
    """Whether a number behind `before` may count an item, in a list on one line: `1. Wait. 2. Listen.`"""
    if before[-1] not in _BEFORE_ITEM:
        return False
    word = before.rsplit(None, 1)[-1][:-1].lstrip(_OPENING)
    return before[-1] != "." or not (word.lower() in KINDS or _is_initial(word))


def _line_ends(text: str, at: int) -> bool:
    begins = _LINE_BEGINS.match(text, at)
    told = begins.lastgroup if begins is not None else ""
    if told is None:
        return True
    line = text.rfind("\n", 0, at) + 1
    if told == "quoted":
        before, behind = _QUOTE_SIGNS.match(text, line, at), _QUOTE_SIGNS.match(text, at + 1)
        if before is None or behind is None or before[0].count(">") != behind[0].count(">"):
            return True  # a quotation begins, or one in it begins or ends
        begins = _QUOTED_LINE_BEGINS.match(text, behind.end())
        line = before.end()
    if begins is not None and (not begins["stop"] or _is_listed(text, at)):
        return True
    return _LINE_ALONE.match(text, line, at) is not None


def _is_listed(text: str, at: int) -> bool:
    """Whether the letter that begins the line behind `at` counts an item, as one near it tells, and is no initial."""
    if text[max(0, at - 2) : at].rstrip().endswith(":"):
        return True
    found = _LETTERED.match(text, at)
    near = text[at - _FAR : at + _FAR] if at > _FAR else f"\n{text[: at + _FAR]}"
    return found is not None and not _beside(found[1]).isdisjoint(_LETTERED.findall(near))


def _beside(label: str) -> set[str]:
    """The letters, or the numbers in Roman letters, before and behind one in a list."""
    beside = {chr(ord(label) - 1), chr(ord(label) + 1)} if len(label) == 1 else set[str]()
    if (roman := label.lower()) in ROMANS:
        place = ROMANS.index(roman)
        numbers = {*ROMANS[max(0, place - 1) : place + 2]} - {roman}
        beside |= numbers if label.islower() else {number.upper() for number in numbers}
    return beside
