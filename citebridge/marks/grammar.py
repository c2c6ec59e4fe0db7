"""The grammars of marks: text that is a reference and not prose.

Each is two patterns: `full` reads a whole mark, `partial` tells whether the end of a text may still become one. All
quantifiers are bounded or possessive, so that no text makes them explode, and a mark has at most `MOST` characters on
one line: these bounds are part of the grammar and hold for whole texts and streams alike.
"""

import re
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

MOST = 256
"""The most characters a mark can have."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """One way of writing marks.

    `annotated`: `required` when only an annotation makes it a mark (a link is prose otherwise), `possible` when an
    annotation may tell more of it, `never` when it stands alone. `looks_ahead`: the next character decides too.
    `in_brackets`: it looks like the text of a link, so what stands around it decides as well. `native`: it is the
    provider's own way of citing, so nothing is odd when no annotation tells of it.

    `lead` is how it begins, as far as one more character tells: most brackets need no closer look. `plain` is what
    nearly all marks have in their brackets: of these, nothing but the surroundings is to be asked.
    """

    name: str
    openers: str
    lead: str
    full: str
    partial: str
    annotated: Literal["required", "possible", "never"] = "never"
    looks_ahead: bool = False
    in_brackets: bool = False
    native: bool = False
    plain: str | None = None
    begins: str | None = None  # what is so plainly meant to be a mark that it is told when it is none


class Mark(NamedTuple):
    """A mark in `raw_text[start:end]`, as it was written."""

    grammar: Grammar
    start: int
    end: int
    text: str


# A title may hold one pair of brackets, a url one pair of parentheses (`…/Ash_(tree)`).
_TITLE = r"(?:[^\[\]\n]++|\[[^\[\]\n]*+\])*+"
_URL = r"(?:[^()\s]++|\([^()\s]*+\))*+"
_URL_SO_FAR = rf"{_URL}(?:\([^()\s]*+|\))?"

PARENTHESIZED_LINK = Grammar(
    "parenthesized_link",
    "(",
    r"\((?=\[|\Z)",
    rf"\(\[{_TITLE}\]\({_URL}\)\)",
    rf"\((?:\[{_TITLE}(?:\[[^\[\]\n]*+|\](?:\({_URL_SO_FAR})?)?)?\Z",
    annotated="required",
)
"""`([site](https://site.example/))`, OpenAI's rendered citation (posit-dev/chatlas#388)."""

NUMBERED_LINK = Grammar(
    "numbered_link",
    "[",
    r"\[(?=\[|\Z)",
    rf"\[\[\d{{1,9}}\]\]\({_URL}\)",
    rf"\[(?:\[(?:\d{{0,9}}|\d{{1,9}}\](?:\](?:\({_URL_SO_FAR})?)?))?\Z",
    annotated="required",
)
"""`[[1]](https://site.example/)`, xAI's (docs.x.ai/developers/tools/citations)."""

PRIVATE_USE = Grammar(
    "private_use",
    "\ue200",
    "\ue200",
    "\ue200[^\ue200\ue201\n]{0,254}+\ue201",
    "\ue200[^\ue200\ue201\n]*+\\Z",
    begins="\ue200",
)
"""U+E200, a family, U+E202 before each name, U+E201: the grammar of OpenAI's guide
(developers.openai.com/api/docs/guides/citation-formatting)."""

_ESCAPED_BODY = r"(?:(?!\\u[eE]20[01])[^\n]){0,244}+"
PRIVATE_USE_ESCAPED = Grammar(
    "private_use_escaped",
    "\\",
    r"\\(?=u|\Z)",
    rf"\\u[eE]200{_ESCAPED_BODY}\\u[eE]201",
    rf"\\(?:u(?:[eE](?:2(?:0(?:0{_ESCAPED_BODY}(?:\\u?(?:[eE]2?0?)?)?)?)?)?)?)?\Z",
    begins=r"\\u[eE]200",
)
"""The same, where the model wrote the escape letters in place of the characters."""

ASSISTANTS = Grammar(
    "assistants",
    "【",
    r"【(?=\d|\Z)",
    r"【\d{1,9}:\d{1,9}†[^】\n]{0,240}+】",
    r"【(?:\d{0,9}+(?::\d{0,9}+(?:†[^】\n]*+)?)?)\Z",
    annotated="possible",
    begins=r"【\d{1,9}:\d{1,9}†",
)
"""`【4:0†source】` of OpenAI's Assistants API."""

ASSISTANTS_BEFORE = replace(
    ASSISTANTS,
    name="assistants_before",
    full=r"【\d{1,9}†[^】\n]{0,240}+】",
    partial=r"【(?:\d{0,9}+(?:†[^】\n]*+)?)\Z",
    annotated="required",
    begins=None,
)
"""`【4†source】`, as it was in the first version; of one that a model writes of itself, no annotation tells."""

NUMBERS = Grammar(
    "numbers",
    "[",
    r"\[(?=[0-9]|\Z)",
    r"\[[0-9]{1,3}\](?!\()",
    r"\[(?:[0-9]{1,3}\]?)?\Z",
    looks_ahead=True,
    in_brackets=True,
    native=True,
    plain=r"[0-9]{1,3}",
)
"""`[1]`, Perplexity's, counted from 1; before a parenthesis it is the text of a link."""

ANNOTATED_NUMBERS = replace(NUMBERS, annotated="possible")
"""The same, where an annotation may tell of it (docs.perplexity.ai, Responses)."""

DOCUMENTS = Grammar(
    "documents",
    "[",
    r"\[(?=d|\Z)",
    r"\[doc[0-9]{1,3}\](?!\()",
    r"\[(?:d(?:o(?:c(?:[0-9]{1,3}\]?)?)?)?)?\Z",
    annotated="required",
    looks_ahead=True,
    in_brackets=True,
    native=True,
)
"""`[doc1]` of Azure "on your data": a mark only when the answer brings the list that it counts."""

OPENAI_SHAPED = (
    PARENTHESIZED_LINK,
    NUMBERED_LINK,
    replace(PRIVATE_USE, annotated="possible"),
    replace(PRIVATE_USE_ESCAPED, annotated="possible"),
    ASSISTANTS,
    ASSISTANTS_BEFORE,
)
"""What is read in any text that comes in OpenAI's shape."""

_LINES = re.compile(r"L(\d{1,9})(?:-L?(\d{1,9}))?")


def private_use_names(text: str) -> list[tuple[str, tuple[int, int] | None]]:
    """The names in a private-use run, each with the first and last line that follow it.

    >>> private_use_names("\\ue200cite\\ue202turn0file1\\ue202L8-L13\\ue201")
    [('turn0file1', (8, 13))]
    """
    if text.startswith("\\"):
        text = re.sub(r"\\u([eE]20[0-2])", lambda escape: chr(int(escape[1], 16)), text)
    names: list[tuple[str, tuple[int, int] | None]] = []
    for word in text[1:-1].split("\ue202")[1:]:
        lines = _LINES.fullmatch(word)
        if lines is None:
            names.append((word, None))
        elif names:
            names[-1] = (names[-1][0], (int(lines[1]), int(lines[2] or lines[1])))
    return names
