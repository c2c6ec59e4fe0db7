"""The signs of Markdown's blocks, and the definitions of links (CommonMark 0.31, 4). No pattern looks back."""

import re
from collections.abc import Iterator
from typing import Final

__all__ = ["FENCE", "RULE", "SETEXT", "atx", "definitions", "html_end", "item", "label_of", "lines", "tabs_gone"]

_LINE: Final = re.compile(r"([^\r\n]*+)(\r\n|\r|\n|\Z)")
_ATX: Final = re.compile(r"(#{1,6})(?: |\Z)")
_ITEM: Final = re.compile(r"([-+*]|[0-9]{1,9}[.)])( *+)")
FENCE: Final = re.compile(r"(`{3,}+|~{3,}+)(.*)", re.S)
RULE: Final = re.compile(r"(?:(?:\* *+){3,}+|(?:- *+){3,}+|(?:_ *+){3,}+)\Z")
SETEXT: Final = re.compile(r"(=++|-++) *+\Z")

_NAMES: Final = (
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl dt "
    "fieldset figcaption figure footer form frame frameset h[1-6] head header hr html iframe legend li link main menu "
    "menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot th thead title tr "
    "track ul"
).replace(" ", "|")
OPEN_TAG: Final = (
    r"<[A-Za-z][A-Za-z0-9-]*+(?:\s++[A-Za-z_:][\w.:-]*+"
    r"(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?+)*+\s*+/?>"
)
CLOSING_TAG: Final = r"</[A-Za-z][A-Za-z0-9-]*+\s*+>"
_UNTIL_BLANK: Final = re.compile(r" *+\Z")
# How an HTML block begins, and what the line holds that ends it.
_HTML: Final = (
    (r"<(?:script|pre|style|textarea)(?:\s|>|\Z)", r".*?</(?:script|pre|style|textarea)>"),
    (r"<!--", r".*?-->"),
    (r"<\?", r".*?\?>"),
    (r"<![A-Za-z]", r".*?>"),
    (r"<!\[CDATA\[", r".*?\]\]>"),
    (rf"</?(?:{_NAMES})(?:\s|/?>|\Z)", r" *+\Z"),
)
_HTML_BLOCKS: Final = tuple((re.compile(begin, re.I), re.compile(end, re.I | re.S)) for begin, end in _HTML)
_TAG_ALONE: Final = re.compile(f"(?:{OPEN_TAG}|{CLOSING_TAG})\\s*+\\Z")

_LABEL: Final = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999}+)\]:[ \t]*+\n?[ \t]*+", re.S)
_DESTINATION: Final = re.compile(r"<(?:[^<>\n\\]|\\.)*+>|(?!<)(?:[^\s\\\x00-\x20\x7f]|\\[^\s]|\\)++")
_TITLE: Final = re.compile(
    r"(?:[ \t]++\n?|\n)[ \t]*+(?:\"(?:[^\"\\]|\\.)*+\"|'(?:[^'\\]|\\.)*+'|\((?:[^()\\]|\\.)*+\))[ \t]*+(?:\n|\Z)", re.S
)
_END: Final = re.compile(r"[ \t]*+(?:\n|\Z)")
_ESCAPED: Final = re.compile(r"\\.", re.S)


def lines(text: str, start: int = 0) -> Iterator[tuple[int, int]]:
    """The spans of the lines of a text, without their ends: CR, LF or both, as Markdown has it."""
    for line in _LINE.finditer(text, start):
        if line[0]:
            yield line.span(1)


def tabs_gone(line: str) -> str:
    """A line with spaces for tabs, at Markdown's stops of four columns."""
    return line.expandtabs(4) if "\t" in line else line


def atx(line: str, at: int) -> tuple[int, str] | None:
    """The level and the content of an ATX heading that begins at a place of a line."""
    found = _ATX.match(line, at)
    if found is None:
        return None
    content = line[found.end() :].strip(" ")
    body = content.rstrip("#")
    if body.endswith(" ") or not body:
        content = body.rstrip(" ")
    return len(found[1]), content


def item(line: str, at: int, *, interrupts: bool) -> int | None:
    """Where the content of a list item that begins at a place of a line begins.

    What `interrupts` a paragraph must have content, and number 1 if it is numbered.
    """
    found = _ITEM.match(line, at)
    if found is None:
        return None
    marker, blanks = found[1], len(found[2])
    empty = found.end() == len(line)
    if not blanks and not empty:
        return None
    if interrupts and (empty or (len(marker) > 1 and int(marker[:-1]) != 1)):
        return None
    return found.end(1) + 1 if empty or blanks > 4 else found.end()


def html_end(line: str, at: int, *, interrupts: bool) -> re.Pattern[str] | None:
    """What ends the HTML block that begins at a place of a line; `None` when none does."""
    if not line.startswith("<", at):
        return None
    for beginning, ending in _HTML_BLOCKS:
        if beginning.match(line, at):
            return ending
    return _UNTIL_BLANK if not interrupts and _TAG_ALONE.match(line, at) else None


def definitions(paragraph: str) -> tuple[list[str], int]:
    """The labels of the link definitions that a paragraph begins with, and where they end in it."""
    labels: list[str] = []
    at = 0
    while found := _LABEL.match(paragraph, at):
        destination = _DESTINATION.match(paragraph, found.end())
        if destination is None or not _balanced(destination[0]) or not found[1].strip():
            break
        ending = _TITLE.match(paragraph, destination.end()) or _END.match(paragraph, destination.end())
        if ending is None:
            break
        labels.append(label_of(found[1]))
        at = ending.end()
    return labels, at


def label_of(text: str) -> str:
    """A label as it is compared: letter case and blanks do not count."""
    return " ".join(text.split()).casefold()


def _balanced(destination: str) -> bool:
    if destination.startswith("<") or not ("(" in destination or ")" in destination):
        return True
    depth = 0
    for sign in _ESCAPED.sub("", destination):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            return False
    return depth == 0
