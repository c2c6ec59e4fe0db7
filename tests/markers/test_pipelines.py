"""A marker answer goes through Markdown tools, to HTML or back to Markdown, and no tie is lost.

Where a tool changes what a mark is, the last tests say exactly how.
"""

from collections import Counter
from html.parser import HTMLParser

import mdformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mdit_py_plugins.footnote import footnote_plugin

from citebridge import markers

SOURCES = [{"id": f"hens-{n}", "text": f"Hen {n} clucks."} for n in range(1, 10)]
TAGS = {f"S{n}": f"hens-{n}" for n in range(1, 10)}
TOOLS = {
    "commonmark": MarkdownIt("commonmark"),
    "tables": MarkdownIt("commonmark", {"typographer": True, "breaks": True}).enable(
        ["table", "strikethrough", "replacements", "smartquotes"]
    ),
    "footnotes": MarkdownIt("commonmark").use(footnote_plugin),
}


class _Text(HTMLParser):
    """What a reader sees of HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []

    def handle_data(self, data: str) -> None:
        self.parts.append(data)


def read_in_html(markdown: str, tool: str = "commonmark") -> str:
    reader = _Text()
    reader.feed(TOOLS[tool].render(markdown))
    reader.close()
    return "".join(reader.parts)


def ties(text: str) -> list[tuple[str | None, str | None, tuple[object, ...]]]:
    answer = markers.parse(text, sources=SOURCES, tags=TAGS)
    return [(one.ref, one.source_id, one.locators) for one in answer.citations]


def in_order(few: list[object], many: list[object]) -> bool:
    rest = iter(many)
    return all(one in rest for one in few)


MARKS = ["[S1]", "[S2][S3]", "[S4] [S5]", "[S1, S2]", "[S1; S9]", "[S6-S8]", "[[S7]]", "【S8】", "［S9］", "[s1]", "[^S2]", "[S3†L2-L4]", "[S4:L8-L13]", "([S5])", "**[S6]**", "*[S7]*", "(S8)", "\ue200cite\ue202S9\ue202S1\ue201", "[S77]"]  # fmt: skip
WORDS = ["Hens cluck", "all day", "& night", "*often*", "**never**", "***both***", "_so_", "`a[1]`", "``b``", "[notes](https://hens.example/)", "[notes](<https://hens.example/a b> 'said')", "<https://hens.example/>", "![hen](hen.png)", "<b>loud</b>", "\\*", "&amp;", "&#91;sic&#93;", "5 < 6", "a_b_c", "2 * 3", "~~no~~", "\"so\"", "it's", "1.5", "犬", "[sic]", "[ ]", "http://hens.example/x"]  # fmt: skip
GLUE = [" ", " ", " ", "", ". ", ", ", "! ", "\n", "  \n", "\\\n"]


@st.composite
def inline(draw: st.DrawFn) -> str:
    """A line or two of prose, with marks in it."""
    parts = draw(st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(["", *MARKS]), st.sampled_from(GLUE)), min_size=1, max_size=4))  # fmt: skip
    line = "".join(f"{word} {mark}{glue}" for word, mark, glue in parts)
    return line.strip(" \n\\")


def one_line(text: str) -> str:
    return text.replace("\\\n", " ").replace("\n", " ")


LINE = inline().map(one_line)
BLOCKS = st.one_of(
    inline(),
    LINE.map(lambda text: f"## {text}"),
    LINE.map(lambda text: f"{text}\n==="),
    st.lists(LINE, min_size=1, max_size=3).map(lambda items: "\n".join(f"- {item}" for item in items)),
    st.lists(LINE, min_size=1, max_size=3).map(
        lambda items: "\n".join(f"{n}. {item}" for n, item in enumerate(items, 3))
    ),
    st.lists(LINE, min_size=2, max_size=2).map(lambda items: f"* {items[0]}\n\n  {items[1]}\n  * {items[0]}"),
    inline().map(lambda text: "\n".join(f"> {line}" for line in text.split("\n"))),
    st.lists(LINE.map(lambda text: text.replace("|", "")), min_size=4, max_size=4).map(
        lambda cells: "| {} | {} |\n|---|:-:|\n| {} | {} |".format(*cells)
    ),
    st.sampled_from(["```\nx[1]\n```", "~~~~ py\nx[S1]\n~~~~", "---", "<div>\n\nHens [S1].\n\n</div>"]),
)
ANSWERS = st.lists(BLOCKS, min_size=1, max_size=4).map("\n\n".join)


def test_the_answers_are_full_of_ties() -> None:
    counts: list[int] = []

    @settings(max_examples=50, database=None)
    @given(ANSWERS)
    def look(answer: str) -> None:
        counts.append(len(ties(answer)))

    look()
    assert sum(counts) >= 2 * len(counts)


@settings(max_examples=200)
@given(ANSWERS, st.sampled_from(sorted(TOOLS)))
def test_through_html_no_tie_is_lost(answer: str, tool: str) -> None:
    before, after = ties(answer), ties(read_in_html(answer, tool))
    assert in_order([*before], [*after])


@settings(max_examples=100)
@given(ANSWERS)
def test_through_mdformat_no_tie_is_lost(answer: str) -> None:
    assert Counter(ties(mdformat.text(answer))) == Counter(ties(answer))


@pytest.mark.parametrize("tool", sorted(TOOLS))
@pytest.mark.parametrize("mark", MARKS)
def test_every_form_goes_through(mark: str, tool: str) -> None:
    answer = f"# Hens {mark}\n\n- They cluck {mark}.\n- *Loudly* {mark}\n\n> {mark} so.\n\n| a {mark} |\n|---|\n| b{mark} |\n"
    assert len(ties(answer)) >= 6
    assert ties(read_in_html(answer, tool)) == ties(answer)
    assert ties(mdformat.text(answer)) == ties(answer)


def refs(text: str) -> list[str | None]:
    return [ref for ref, *_ in ties(text)]


@pytest.mark.parametrize(
    ("answer", "read", "in_html", "in_markdown"),
    [
        # An escaped tag is prose. Tools that show text, or write it anew, take the escape for what it stands for ...
        (r"Hens cluck \[S1\].", [], ["S1"], ["S1"]),
        # ... and a tag that was escaped twice is then escaped.
        (r"Hens cluck \\[S1\\].", ["S1"], [], ["S1"]),
        # mdformat escapes brackets before a colon, wherever they stand, lest they be a definition.
        ("Hens cluck [S1]: all day.", ["S1"], ["S1"], []),
        # Where the answer defines the tag, Markdown makes it a link, whose text has no brackets.
        ("Hens cluck [S1].\n\n[S1]: https://hens.example/", ["S1"], [], ["S1"]),
        # What separated it from a parenthesis is not shown, so that it looks like a link.
        ("Hens cluck [S1]*(often)*.", ["S1"], [], ["S1"]),
        # A backtick in code is none in the text of the HTML: what follows looks like code.
        ("`` a ` b `` [S1]", ["S1"], [], ["S1"]),
        # The text of a link is no place for a mark, but is a text like any other when the link is gone.
        ("[Hens [S1]](https://hens.example/)", [], ["S1"], []),
        ("Run `[S1]`.", [], ["S1"], []),
    ],
)
def test_what_tools_make_of_marks(answer: str, read: list[str], in_html: list[str], in_markdown: list[str]) -> None:
    """So an answer is best read as it came, before any tool."""
    assert (refs(answer), refs(read_in_html(answer)), refs(mdformat.text(answer))) == (read, in_html, in_markdown)
