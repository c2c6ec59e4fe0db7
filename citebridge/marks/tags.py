"""Tags: the marks that a prompt asks for, `[S1]`, read in the forms that models really write.

A tag is a prefix of letters and a number, or a number alone. What is read: lists and ranges, doubled, full-width and
East Asian brackets, small and full-width letters, footnote signs, and lines behind a tag. Anything else in the brackets
makes them prose.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from citebridge.errors import UsageError
from citebridge.marks.grammar import PRIVATE_USE, PRIVATE_USE_ESCAPED, Grammar
from citebridge.models.plain import well_formed

TAGS = "tags"
"""The name of the grammar of tags."""

MOST_IN_RANGE = 64
"""So many tags of a range are read."""

ROUND = re.compile(r"[(（][A-Za-zＡ-Ｚａ-ｚ]{1,4}\d{1,5}[)）]")
"""What has the form of a tag in round brackets."""

_TAG = re.compile(r"([A-Za-z]{0,4})(0|[1-9]\d{0,4})", re.ASCII)
_DIGIT = "[0-9０-９]"
_LINES = r"[†:]L?\d{1,7}(?:[-–]L?\d{1,7})?"
_LINES_SO_FAR = r"[†:](?:L?(?:\d{1,7}(?:[-–](?:L?\d{0,7})?)?)?)?"
_TIME = r"[†:]\d"  # behind a bare number, without the letter: `[14:30]` is a time, `[3:16]` a verse
_BEHIND_LINES = r" {0,2}[,;，；、] {0,2}| {1,2}[-–—] {0,2}| "
_BETWEEN = r" {0,2}[,;，；、\-–—] {0,2}| "
_NUMBER = _DIGIT + "{1,3}"
_NUMBERS = rf"{_NUMBER}(?:(?:{_BETWEEN}){_NUMBER})++(?![0-9０-９.)])"  # one alone begins much: `[10 mg]`, `[12, p. 3]`
_ITEM = re.compile(r"([A-Z]*)(\d+)(?:[†:]L?(\d+)(?:[-–]L?(\d+))?)?")
_DASHES = ("-", "–", "—")

Lines = tuple[int, int]
"""The first and the last line that stand behind a tag."""


def tag_grammar(tags: Iterable[str], *, round_brackets: bool = False) -> Grammar:
    """The grammar of tags like these; `round_brackets` reads `(S1)` as well.

    Raises `UsageError` for what can be no tag.

    >>> import re
    >>> grammar = tag_grammar(["S1", "S2"])
    >>> [bool(re.fullmatch(grammar.full, text)) for text in ("[S1, s2]", "【S1】", "[S1†L2-L4]", "[Section 1]")]
    [True, True, True, False]
    """
    prefixes = sorted({_prefix(tag) for tag in tags}, key=len, reverse=True)
    lettered = [_letters(prefix) + _DIGIT + "{1,5}" for prefix in prefixes if prefix]
    tag = "|".join([*lettered, *([rf"{_NUMBER}(?!{_TIME})"] if "" in prefixes else [])]) or r"(?!)"
    broken = [*(one + r"(?!\w)" for one in lettered), *([_NUMBERS] if "" in prefixes else [])]
    item = rf"\^?(?:{tag})(?:{_LINES})?"
    items = rf"(?:\^?(?:{tag})(?:{_LINES}(?:{_BEHIND_LINES})|{_BETWEEN}))*+"  # a dash right behind lines is theirs
    inner = items + item
    begun = "|".join([*map(_letters_so_far, filter(None, prefixes)), *([_DIGIT + "{0,3}"] if "" in prefixes else [])])
    last = rf" ?\^?(?:{begun})|{item}(?: {{0,2}}[,;，；、\-–—]?)|\^?(?:{tag}){_LINES_SO_FAR}"
    so_far = rf"{items}(?:{last})"
    round_ones = round_brackets and bool(lettered)
    firsts = "".join({_letter(prefix[0])[1:-1] for prefix in prefixes if prefix})
    first = f"[{''.join(sorted(firsts))}{'0-9０-９' if '' in prefixes else ''}]" if prefixes else "(?!)"
    full = rf"\[{inner}\](?!\()|\[\[{inner}\]\](?!\()|【{inner}】|［{inner}］|\\\\\[{inner}\\\\\]"
    partial = rf"(?:\[\[?|【|［|\\\\\[|{'[(]' if round_ones else '(?!)'})(?:{so_far})?[\]\\]{{0,2}}\Z|\\{{1,2}}\Z"
    return Grammar(
        TAGS,
        "[【［\\" + ("(" if round_ones else ""),
        rf"\[(?=[\[\^]|{first}|\Z)|[【［]|\\(?=\\|\Z)" + (rf"|\((?=\^|{first}|\Z)" if round_ones else ""),
        full + (rf"|\({inner}\)" if round_ones else ""),
        partial,
        looks_ahead=True,
        in_brackets=True,
        plain=tag,
        begins=rf"(?:\[\[?|【|［)\^?(?:{'|'.join(broken) or '(?!)'})",
    )


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags that were minted for a request, each with the id of its source, and the grammar that reads them."""

    ids: Mapping[str, str]
    grammar: Grammar


def tags_from(tags: Mapping[str, str] | None, texts: Iterable[str | None] = ()) -> Tags | None:
    """The caller's tags, in capitals as they are minted; `(S1)` is read where none of the `texts` holds that form.

    Raises `UsageError` for what can be no tag, or has no id.
    """
    if tags is None:
        return None
    if not isinstance(tags, Mapping):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"tags= takes a mapping of tags to ids of sources (prompt.tags), not {type(tags).__name__}")
    for tag, name in tags.items():
        if not isinstance(tag, str) or not isinstance(name, str):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise UsageError(f"tags= takes texts: {tag!r} with {name!r} is none")
        _prefix(tag)
    ids = {tag.upper(): well_formed(name) for tag, name in tags.items()}  # as the ids of sources are
    if len(ids) < len(tags):
        raise UsageError("two tags differ in case alone; a tag has to lead to one source")
    used = any(ROUND.search(text) is not None for text in texts if text)
    return Tags(ids, tag_grammar(tags, round_brackets=not used))


def with_tags(grammars: Sequence[Grammar], tags: Tags) -> tuple[Grammar, ...]:
    """The grammars of a provider, and what tags are written in: brackets, or OpenAI's private-use runs.

    Of such runs no annotation tells then, and none is waited for.
    """
    runs = PRIVATE_USE, PRIVATE_USE_ESCAPED
    names = [one.name for one in runs]
    return (*(one for one in grammars if one.name not in names), *runs, tags.grammar)


@lru_cache(maxsize=1024)  # one answer writes few of them, often
def tags_in(mark: str) -> tuple[tuple[tuple[str, Lines | None], ...], bool]:
    """The tags that a mark names, each with its lines, and whether a range was cut at `MOST_IN_RANGE`.

    >>> tags_in("[S1, S3-S5]")
    ((('S1', None), ('S3', None), ('S4', None), ('S5', None)), False)
    """
    text = tag_as_minted(mark)
    found: list[tuple[str, Lines | None]] = []
    cut, at = False, 0
    for item in _ITEM.finditer(text):
        prefix, number = item[1], int(item[2])
        tag = item[1] + item[2]  # `S01` is not `S1`
        lines = (int(item[3]), int(item[4] or item[3])) if item[3] else None
        begun = _after(found[-1][0], prefix) if found and text[at : item.start()].strip() in _DASHES else None
        if begun is not None and number > begun:  # one that does not rise is two tags and no range
            last = min(number, begun + MOST_IN_RANGE - 1)
            cut = cut or last < number
            found += [(f"{prefix}{between}", None) for between in range(begun + 1, last)]
            tag = f"{prefix}{last}"
        found.append((tag, lines))
        at = item.end()
    return tuple(found), cut


def tag_as_minted(tag: str) -> str:
    """In capitals and plain letters.

    >>> tag_as_minted("ｓ１")
    'S1'
    """
    return unicodedata.normalize("NFKC", tag).upper()


def _after(tag: str, prefix: str) -> int | None:
    """The number that a range begins with; tags of two prefixes are none."""
    match = _TAG.fullmatch(tag)
    return int(match[2]) if match is not None and match[1] == prefix else None


def _prefix(tag: str) -> str:
    match = _TAG.fullmatch(tag)
    if match is None:
        raise UsageError(f"{tag[:40]!r} is no tag; tags are up to four letters and a number, such as 'S1', or a number")
    return match[1].upper()


def _letters(prefix: str) -> str:
    return "".join(map(_letter, prefix))


def _letter(sign: str) -> str:
    wide = chr(ord(sign) + 0xFEE0)
    return f"[{sign}{sign.lower()}{wide}{chr(ord(wide) + 32)}]"


def _letters_so_far(prefix: str) -> str:
    """The prefix and its number, as far as they have come."""
    pattern = _DIGIT + "{0,5}"
    for sign in reversed(prefix):
        pattern = rf"(?:{_letter(sign)}{pattern})?"
    return pattern
