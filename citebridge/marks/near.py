"""What looks like a tag and is read as none: a model that writes so was misled, or is about to mislead.

Brackets are looked at as a careless reader sees them: entities read, wide and styled letters plain, what has no width
gone. So look-alikes are told, and nothing is ever read from them.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from citebridge.marks.code import CodeTracker
from citebridge.marks.grammar import MOST
from citebridge.marks.tags import ROUND, Tags, tag_as_minted
from citebridge.text.code_spans import code_spans, is_code
from citebridge.text.seen import as_seen

_FIGURES = 5
_ROOM = 120  # so much of a text is looked at behind a bracket
_MOST_LOOKS = 20_000  # so many brackets are looked at closely: a text of brackets alone is nobody's mistake
_SIGNS = r"\[\]【】［］〔〕〖〗⟦⟧〚〛❲❳⁅⁆﹝﹞{}<>"
_OPENERS = "[【［〔〖⟦〚❲⁅﹝{<&"
# A bracket, or one written as an entity, and what stands in it as far as that is plain. One class first, the rest
# behind it: then the search is one table look-up a character.
_OPENED = re.compile(
    rf"[{re.escape(_OPENERS)}](?:(?<!&)|(?=(?:amp;?)*(?:#0*91|#[xX]0*5[bB]|lbrack|lsqb)))([^{_SIGNS}&\n]{{0,{_ROOM}}})"
)
_FIGURE = re.compile(r"[\d\x80-\U0010ffff]")
_BEGINS, _CLOSES = "[【〔〖⟦〚❲⁅{<", r"[\]】〕〗⟧〛❳⁆}>]"
# A bracket, few words, a short word with a number, few words, a bracket; all on one line.
_WORDS = r"[^\[\]【】{}<>\n]{0,40}?"
_NEAR = re.compile(
    rf"[{re.escape(_BEGINS)}]{{1,2}}{_WORDS}(?<![^\W\d_])(?P<letters>[^\W\d_]{{1,4}})(?P<between>[\s_.:#\\-]{{0,8}})"
    rf"(?P<number>\d{{1,7}})(?!\d){_WORDS}{_CLOSES}"
)
# The same of numbers alone: with a word that cites, a dagger, as OpenAI writes files, or with nothing but signs, since
# `[1.2-3.4]` is none. A number that counts is none either: `[sources: 3 papers]`.
_DECOR = r"[\s*_#\"'`^~]{0,8}"
_CITES = r"(?:sources?|cite[ds]?|citations?|ref(?:erence)?s?|doc(?:ument)?s?|see)[\s.:#]{1,8}"
_MORE = r"(?:\s?(?:[,;&]|and)\s?\d{1,3}){0,8}"
_NEAR_NUMBER = re.compile(
    rf"[{re.escape(_BEGINS[:-2])}]{{1,2}}{_DECOR}(?P<cites>{_CITES}{_DECOR})?"
    rf"(?P<number>\d{{1,3}})(?!\d|[.,]\d|\s[a-z]{{2,16}}s\b)"
    rf"(?:{_MORE}\.?{_DECOR}|†{_WORDS}|(?(cites){_WORDS}|(?!))){_CLOSES}",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"[\[【［]{1,2}[^\[\]【】［］\n]*+[\]】］]")
_LETTER = re.compile(r"[^\W\d_]")
_TURNED = re.compile(r"[\u202b\u202e\u2067]")
_BACKWARDS = re.compile(rf"\[{_WORDS}\d{{1,5}}[^\W\d_]{{1,4}}(?!\w){_WORDS}\]")


Miss = tuple[int, str, str]
"""Where it stands, the code of the notice, and its words."""


def near_misses(text: str, tags: Tags) -> list[Miss]:
    """What in a text looks like a tag and is read as none.

    A word beside the tag, a letter of another alphabet or of another request, blanks and signs without width, brackets
    or letters written as entities, and minted tags that Markdown takes for something else: escaped ones, the text of a
    link, a definition; and a tag without an end. Of round brackets only minted tags are told, where they are not read.
    Code is left alone.

    >>> from citebridge.marks.tags import tags_from
    >>> tags = tags_from({"S1": "hens"})
    >>> near_misses("Hens [source: S1] cluck at [T 4], [S1, and so on.", tags)
    [(5, 'near_miss', '[source: S1]'), (27, 'near_miss', '[T 4]'), (34, 'broken_mark', '[S1')]
    """
    found = sorted([*_in_brackets(text, tags), *_in_round_ones(text, tags)])
    return list(_out_of_code(text, found, re.compile(tags.grammar.full))) if found else []


def _out_of_code(text: str, found: Iterable[Miss], full: re.Pattern[str]) -> Iterator[Miss]:
    """Those that are not code; a mark that was left since a run of backticks was open before it is told as that."""
    code, tracker, read = code_spans(text, len(text)), CodeTracker(), 0
    for one in found:
        at = one[0]
        if is_code(code, at):
            continue
        if full.match(text, at):
            tracker.feed(text[read:at])
            read = at
            if tracker.in_code:
                continue
        yield one


def _in_round_ones(text: str, tags: Tags) -> Iterator[Miss]:
    if not any(sign in text for sign in "(（" if sign not in tags.grammar.openers):
        return  # nearly always: they are read, and full-width ones are rare
    for found in ROUND.finditer(text):
        if tag_as_minted(found[0])[1:-1] in tags.ids:
            yield found.start(), "near_miss", found[0]


def _in_brackets(text: str, tags: Tags) -> Iterator[Miss]:
    if not any(sign in text for sign in _OPENERS):
        return  # as in nearly all answers, once their marks are lifted
    full, begins = re.compile(tags.grammar.full).match, re.compile(tags.grammar.begins or r"(?!)").match
    prefixes = {tag.rstrip("0123456789") for tag in tags.ids}
    for opened in islice(filter(_may_hold_a_tag, _OPENED.finditer(text)), _MOST_LOOKS):
        at = opened.start()
        words, tag = _looks_like_a_tag(text[at : at + _ROOM], tags, prefixes)
        if words:
            if tag in tags.ids or not (full(text, at) or _is_markup(text, at, at + len(words))):
                yield at, "near_miss", words
        elif begun := begins(text, at):
            whole = _WHOLE.match(text, at, at + MOST)
            if whole is None:
                yield at, "broken_mark", begun[0]
            elif _LETTER.search(begun[0]):
                yield at, "near_miss", whole[0]


def _may_hold_a_tag(opened: re.Match[str]) -> bool:
    return _FIGURE.search(opened[1]) is not None or opened.string[opened.end() : opened.end() + 1] in ("&", "\n")


def _looks_like_a_tag(window: str, tags: Tags, prefixes: set[str]) -> tuple[str, str]:
    """The words of it and the tag, when a stretch of text begins like one."""
    seen = as_seen(window)
    near = _NEAR_NUMBER.match(seen) if "" in prefixes else None
    if near is not None and str(int(near["number"])) in tags.ids:
        return window[: _length(window, near.end())], ""
    near = _NEAR.match(seen)
    if near is None:
        backwards = _TURNED.search(window) is not None and _BACKWARDS.match(seen) is not None
        return (window if backwards else "", "")
    letters, number, between = near["letters"].upper(), near["number"], near["between"]
    as_word = between and (between.strip() or letters != near["letters"])  # `[v-1]`, `[May 2020]`
    unlike = letters not in prefixes and (as_word or len(number) > _FIGURES)
    if unlike or (seen[0] in "{<" and letters + number not in tags.ids):
        return "", ""
    return near[0] if seen is window else window[: _length(window, near.end())], letters + number


def _is_markup(text: str, start: int, end: int) -> bool:
    """Whether it is escaped, or the text of a link."""
    escaped = text.endswith("\\", 0, start) and not text.endswith("\\\\", 0, start)
    return escaped or text.startswith("(", end)


def _length(window: str, seen: int) -> int:
    """How much of a stretch it takes for so much to be seen of it."""
    low, high = 1, len(window)
    while low < high:
        middle = (low + high) // 2
        if len(as_seen(window[:middle])) < seen:
            low = middle + 1
        else:
            high = middle
    return low
