"""Headings of Markdown: what is one and what only looks like one, its words, its anchor, its section."""

import doctest
import re
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot
from markdown_it import MarkdownIt
from markdown_it.token import Token

from citebridge.text import Heading, emphasis, headings, markdown_inline, markdown_lines, outline
from tests.strategies import IN_STEP, growth


def titles(text: str) -> list[str]:
    return [heading.title for heading in headings(text)]


def slugs(text: str) -> list[str]:
    return [heading.slug for heading in headings(text)]


def test_whole_values() -> None:
    text = "# Rules\n\nNo *dogs*.\n\nThe `quiet`\nhours\n---\n\n### Sundays [x](y) ##\n\n# Rules\n"
    assert headings(text) == snapshot(
        (
            Heading(start=0, end=7, level=1, title="Rules", slug="rules", path=("Rules",)),
            Heading(
                start=21,
                end=42,
                level=2,
                title="The quiet hours",
                slug="the-quiethours",
                path=("Rules", "The quiet hours"),
            ),
            Heading(
                start=44,
                end=65,
                level=3,
                title="Sundays x",
                slug="sundays-x",
                path=("Rules", "The quiet hours", "Sundays x"),
            ),
            Heading(start=67, end=74, level=1, title="Rules", slug="rules-1", path=("Rules",)),
        )
    )


IS_ONE = [
    ("# a", ["a"]),
    ("   # a", ["a"]),
    ("###### a", ["a"]),
    ("#\ta", ["a"]),
    ("#", [""]),
    ("# a #", ["a"]),
    ("# a ## \n", ["a"]),
    ("# a#", ["a#"]),
    ("## ##", [""]),
    ("a\n# b\nc", ["b"]),
    ("a\n=", ["a"]),
    ("a\n   --- ", ["a"]),
    ("a\nb\n===", ["a b"]),
    ("a\\\nb  \nc\n===", ["a b c"]),
    ("\ufeff# a", ["a"]),
    ("- a\n\n# b", ["b"]),
    ("> a\n# b", ["b"]),
    ("```\ncode\n```\n# a", ["a"]),
    ("<!-- one line -->\n# a", ["a"]),
    ("<div>\n\n# a\n\n</div>", ["a"]),
    ("[a]: /u\nb\n===", ["b"]),
    ("[a] b\n===", ["[a] b"]),
    ("[a]: b c\n===", ["[a]: b c"]),
    ("[a]: b)\n===", ["[a]: b)"]),
    ("[a]: (b\n===", ["[a]: (b"]),
    ("[ ]: b\n===", ["[ ]: b"]),
    ("[a]:\n\n# b", ["b"]),
    ("a\r\n===\r\n\r\n# b\r\n", ["a", "b"]),
    ("# a\r# b", ["a", "b"]),
]
IS_NONE = [
    "#a",
    "####### a",
    "    # a",
    "\t# a",
    "\\# a",
    "```\n# a\n```",
    "~~~~\n# a\n~~~\n# b\n~~~~",
    "```\n# a",
    "- ```\n  # a\n  ```",
    "<!--\n# a\n\n# b\n-->",
    "<!-- a\n===\n-->",
    "<div>\n# a\n</div>",
    "<pre>\n\n# a\n\n</pre>",
    "<?php\n\n# a\n?>",
    "a\n\n===",
    "===",
    "---\n",
    "- a\n---",
    "> a\n===",
    "> a\n---",
    "a\n    # b",
    "[a]: /u\n===",
    "[a]: (b)c\\)\n===",
    "[a]: <b c> (d\ne)\n---",
    "> # a",
    "- # a",
    "1. a\n\n   # b",
    "| a |\n|---|",
]


@pytest.mark.parametrize(("text", "expected"), IS_ONE)
def test_a_heading(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


@pytest.mark.parametrize("text", IS_NONE)
def test_what_only_looks_like_a_heading(text: str) -> None:
    assert headings(text) == ()


SETTINGS = [
    ("---\ntitle: a\n---\n# b", ["b"]),
    ("\ufeff---\r\ntitle: a\r\n...\r\n# b", ["b"]),
    ("---\ntitle: a\n# no comment\n---", []),
    ('---\n"a b": 1\n---\n', []),
    ("---\ntitle: a\n", []),  # never closed: a rule and a paragraph
    ("---\n\n# a\n\n---\n", ["a"]),  # rules around a heading
    ("---\nprose\n---\n", ["prose"]),
    ("a\n\n---\ntitle: b\n---\n", ["title: b"]),  # only ahead of the text
]


@pytest.mark.parametrize(("text", "expected"), SETTINGS)
def test_settings_ahead_of_the_text_hold_no_heading(text: str, expected: list[str]) -> None:
    assert titles(text) == expected


WORDS = [
    ("*a* **b** ***c*** _d_ __e__ ~~f~~", "a b c d e f"),
    ("snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"),
    ("*a **b* c**", "a b c"),
    ("**a*", "*a"),
    ("*(*a*)*", "(a)"),
    ("_a*b_ c* d* *e*", "a*b c* d* e"),
    ("`a *b*` ``c ` d``", "a *b* c ` d"),
    ("` `` ` `a", "`` `a"),
    ("[a](b) [c](<d e> 'f') [g](h (i))", "a c g"),
    ("[c](b c) [d](e", "[c](b c) [d](e"),
    ("[*a* [b](c)](d)", "[a b](d)"),
    ('[a](b(c)d "e")', "a"),
    ("![a](b) c", "a c"),
    ("![a [b](c)](d)", "a b"),
    ("[a] [b][a] [a][] [B] [c]", "a b a B [c]"),
    ("[a][c] [[a]]", "[a][c] [a]"),
    ("![a] \\[a]", "a [a]"),
    ("<https://a.example/b> <a@b.example>", "https://a.example/b a@b.example"),
    ("a <b>c</b> <!-- d --><?e?><!F g><![CDATA[h]]> < i > <j", "a c < i > <j"),
    ("<!-- a", "<!-- a"),
    ("&amp; &#35; &#x22; &nbsp;&copy; &nope; &#0; &#xD800; &", '& # " © &nope; \ufffd \ufffd &'),
    ("\\*a\\* \\a a\\", "*a* \\a a\\"),
    ("a  \t b\u00a0c", "a b c"),
    ("]a[ ![", "]a[ !["),
    ("~a~ ~~~b~~~", "~a~ ~~~b~~~"),
    ("", ""),
]


@pytest.mark.parametrize(("content", "title"), WORDS)
def test_words_without_markup(content: str, title: str) -> None:
    assert titles(f"# {content}\n\n[a]: /u\n\n[b]: /v\n") == [title]


SLUGS = [
    ("# A b", ["a-b"]),
    ("# What's new? (2.0)", ["whats-new-20"]),
    ("# a -- b", ["a----b"]),
    ("# snake_case", ["snake_case"]),
    ("# ![logo](x) Name", ["name"]),
    ("# :rocket: Go", ["rocket-go"]),
    ("# 🚀 Go", ["-go"]),
    ("# Über Größe", ["über-größe"]),
    ("# 漢字 かな", ["漢字-かな"]),
    ("# x² Ⅳ Ⓐ 3", ["x-ⅳ-ⓐ-3"]),
    ("# cafe\u0301", ["cafe\u0301"]),
    ("# a\u00a0b", ["ab"]),
    ("# a\n# a\n# a", ["a", "a-1", "a-2"]),
    ("# a\n# a-1\n# a\n# a", ["a", "a-1", "a-2", "a-3"]),
    ("# a-1\n# a\n# a", ["a-1", "a", "a-2"]),
    ("# !\n# ?", ["", "-1"]),
    ("> # a\n\n- # a\n\n# a", ["a-2"]),  # they have anchors too
    ("# [a](b) *c*", ["a-c"]),
    ("## [1.0]\n\n[1.0]: /u", ["10"]),
]


@pytest.mark.parametrize(("text", "expected"), SLUGS)
def test_anchors(text: str, expected: list[str]) -> None:
    assert slugs(text) == expected


def test_sections() -> None:
    text = "### a\n# b\n### c\n## d\n#### e\n# f\n"
    assert [heading.path for heading in headings(text)] == [
        ("a",), ("b",), ("b", "c"), ("b", "d"), ("b", "d", "e"), ("f",),
    ]  # fmt: skip


# -- against a library

PARTS = (
    *("# ", "## ", "#", "# a", "## b", "a", "foo", "bar ", " ", "  ", "   ", "     ", "\t", "\n", "\n", "\n", "\n\n"),
    *("> ", ">", "- ", "-", "* ", "+ ", "1. ", "2) ", "10) ", "---", "===", "==", "--", "***", "_ _ _", "```", "````"),
    *("~~~\n", "<!--", "-->", "<div>", "</div>", "<pre>", "</pre>", "<b>", "<b", "<?", "?>", "<!X", "<![CDATA[", "]]>"),
    *("`", "``", "*", "**", "_", "__", "[", "]", "![", "(u)", "[foo]", "[bar][]", "\\", "&amp;", "!", "<http://x>"),
    *("\n[foo]: /u\n", "\n\n[bar]: <v> 't'\n\n", "'t'", '"t"', ":", "\r\n"),
)
READER = MarkdownIt("commonmark")


def inline(tokens: list[Token]) -> str:
    words = {"softbreak": "\n", "hardbreak": "\n"}
    return "".join(
        inline(token.children or []) if token.type == "image" else words.get(token.type, token.content)
        for token in tokens
        if token.type != "html_inline"
    )


def read_by_others(text: str) -> list[tuple[int, int, int, str]]:
    """What markdown-it says: the first and the last line, the level, the words."""
    tokens = READER.parse(text)
    return [
        (token.map[0], token.map[1], int(token.tag[1]), " ".join(inline(tokens[at + 1].children or []).split()))
        for at, token in enumerate(tokens)
        if token.type == "heading_open" and token.level == 0 and token.map
    ]


def line_of(text: str, at: int) -> int:
    return len(re.findall("\r\n|\r|\n", text[:at]))


def differs_between_readers(text: str) -> bool:
    """A definition that goes on in the next line: markdown-it takes `===` for an address, and ends the paragraph behind
    it where CommonMark's own readers do not."""
    return re.search(r"\]:[^\n]*\n(?: *(?:=|-)| {4}|.*\t)", text.replace("\r\n", "\n")) is not None


@settings(max_examples=600)
@given(st.lists(st.sampled_from(PARTS), max_size=24).map("".join))
def test_the_same_as_markdown_it(text: str) -> None:
    if differs_between_readers(text) or text.startswith("---\n"):
        return
    mine = [(line_of(text, h.start), line_of(text, h.end) + 1, h.level, h.title) for h in headings(text)]
    assert mine == read_by_others(text)


@given(st.text(st.sampled_from("#=-> \n\r\ta[]()`*_~<!&;:\\\ud800🚀\u0301\x00\ufeff"), max_size=80))
def test_any_text(text: str) -> None:
    found = headings(text)
    lines = [text[heading.start : heading.end] for heading in found]
    assert all("#" in line or "=" in line or "-" in line for line in lines)
    assert all(line and not line.endswith(("\n", "\r")) for line in lines)
    assert all(first.end < second.start for first, second in pairwise(found))
    assert all(heading.path[-1] == heading.title and 1 <= len(heading.path) <= heading.level for heading in found)
    assert len({heading.slug for heading in found}) == len(found)


GROW = {
    "headings": "## a *b*\n\nText of it.\n\n",
    "the same heading": "# a\n",
    "paragraph": "word word\n",
    "blank lines": "\n",
    "quotes": "> ",
    "items": "- ",
    "items and blank lines": "- a\n\n  - b\n\n",
    "deep items": "-" + " -" * 30 + "\n\n",
    "fences": "```\n# a\n```\n",
    "HTML": "<div>\na\n\n",
    "definitions": "[a]: /b 'c'\n",
    "half definitions": "[a]:\n",
    "rules": "* * *\n",
}
GROW_INLINE = {
    "emphasis": "*a **b ",
    "closing emphasis": "a* b** ",
    "both": "*a_b*c_",
    "closing of others": "_a* ",
    "brackets": "[",
    "images": "![",
    "brackets and back": "[a]",
    "links": '[a](b "c") ',
    "half links": '[a](b "',
    "nested images": "![a](b",
    "backticks": "`a``b",
    "longer backticks": "`a ``b ```c ",
    "angles": "<a b='",
    "comments": "<!-- ",
    "instructions": "<? <!A <![CDATA[ ",
    "entities": "&amp;&amp",
    "blanks": "a      ",
    "hashes": "# ",
    "escapes": "\\[\\",
    "mails": "<a.b",
}


@pytest.mark.parametrize("unit", GROW.values(), ids=GROW)
def test_work_grows_with_the_text(unit: str) -> None:
    assert growth(lambda times: headings(unit * times), 1000) < IN_STEP


@pytest.mark.parametrize("unit", GROW_INLINE.values(), ids=GROW_INLINE)
def test_work_grows_with_a_heading(unit: str) -> None:
    assert growth(lambda times: headings(f"# {unit * times}\n\n[x]: /u\n"), 1000) < IN_STEP


def test_work_grows_with_brackets_in_brackets() -> None:
    assert (
        growth(lambda times: headings(f"# {'[' * times}a{']' * times} {'![' * times}{'](b)' * times}"), 1000) < IN_STEP
    )


@pytest.mark.parametrize("module", [outline, markdown_inline, markdown_lines, emphasis], ids=lambda one: one.__name__)
def test_examples(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]
