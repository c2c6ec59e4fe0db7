"""The reader of Markdown: what it makes of a text, against markdown-it, and how its work grows."""

import html
import re

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot
from markdown_it import MarkdownIt

from citebridge.render.markup import read
from citebridge.render.markup.parts import Block, Piece, with_prose
from citebridge.testing.work import check_growth
from tests.render.answers import soup
from tests.strategies import IN_STEP, growth

THEIRS = MarkdownIt("commonmark", {"html": False}).enable(["table", "strikethrough"])


# -- what it makes of a text

FORMS = {"em": "em", "strong": "strong", "strike": "s", "link": "a", "image": "img"}


def prose(pieces: list[Piece]) -> str:
    return "".join(one(piece) for piece in pieces)


def one(piece: Piece) -> str:
    if piece.turn:
        return f"<{'/' if piece.turn < 0 else ''}{FORMS[piece.kind]}>"
    if piece.kind == "break":
        return "<br>" if piece.text == "\n\n" else "\n"
    name = {"code": "code", "address": "a"}.get(piece.kind)
    words = html.escape(piece.text)
    return f"<{name}>{words}</{name}>" if name else words


def ours(block: Block, *, tight: bool = False) -> str:
    """The reader's blocks as HTML, as far as markdown-it's has to be the same."""
    if block.kind == "list":
        start = f" start={block.level}" if block.is_ordered and block.level != 1 else ""
        name = "ol" if block.is_ordered else "ul"
        items = "".join(
            f"<li>{''.join(ours(child, tight=block.tight) for child in item.children)}</li>" for item in block.children
        )
        return f"<{name}{start}>{items}</{name}>"
    if block.kind == "paragraph":
        return prose(block.pieces) if tight else f"<p>{prose(block.pieces)}</p>"
    if block.kind == "code":
        return f"<pre><code>{html.escape(chr(10).join(line.text for line in block.lines)).rstrip()}</code></pre>"
    if block.kind == "table":
        rows = [
            "".join(f"<td>{prose(cell.pieces)}</td>" for cell in row.children[: len(block.align)])
            for row in block.children
        ]
        return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"
    names = {"quote": "blockquote", "heading": f"h{block.level}", "document": ""}
    if block.kind in names:
        name = names[block.kind]
        inner = "".join(map(ours, block.children)) or prose(block.pieces)
        return f"<{name}>{inner}</{name}>" if name else inner
    return {"rule": "<hr>", "definition": "", "note": ""}[block.kind]


def theirs(text: str) -> str:
    written = THEIRS.render(text)
    written = re.sub(r"<img [^>]*?alt=\"([^\"]*)\"[^>]*>", r"<img>\1</img>", written)
    written = re.sub(r"<(a|code|td|th)( [^>]*)>", r"<\1>", written).replace('start="', "start=").replace('">', ">")
    written = (
        re.sub(r"</?t(head|body)>", "", written)
        .replace("th>", "td>")
        .replace("<br />\n", "<br>")
        .replace("<hr />", "<hr>")
    )
    return re.sub(r"\s+</code></pre>", "</code></pre>", written)


def same(text: str) -> str:
    """Without the blanks and empty cells that say nothing."""
    text = re.sub(r"\s*(</?(?:p|li|[uo]l|table|tr|td|blockquote|h\d|pre|hr)(?: start=\d+)?>)\s*", r"\1", text)
    return re.sub(r"(<td></td>)+</tr>", "</tr>", text).strip()


CASES = [
    ("a *b **c** d* `e*`", snapshot("<p>a <em>b <strong>c</strong> d</em> <code>e*</code></p>")),
    ("***a** b* snake_case_name 2*3*4", snapshot("<p><em><strong>a</strong> b</em> snake_case_name 2<em>3</em>4</p>")),
    ("[a *b*](/u 'x') ![c](/d) <https://e.example> [f]", snapshot("<p><a>a <em>b</em></a> <img>c</img> <a>https://e.example</a> [f]</p>")),
    ("[f][] and [f] and [g][f]\n\n[f]: /u", snapshot("<p><a>f</a> and <a>f</a> and <a>g</a></p>")),
    ("- a\n- b\n\n  c\n  1. d", snapshot("<ul><li><p>a</p></li><li><p>b</p><p>c</p><ol><li>d</li></ol></li></ul>")),
    ("> a\nb\n> - c\n\nd", snapshot("<blockquote><p>a\nb</p><ul><li>c</li></ul></blockquote><p>d</p>")),
    ("# a #\nb\n===\n\n---\n***", snapshot("<h1>a</h1><h1>b</h1><hr><hr>")),
    ("```py\na\n\n  b\n```\n\n    c\n\n~~~\nd", snapshot("<pre><code>a\n\n  b</code></pre><pre><code>c</code></pre><pre><code>d</code></pre>")),
    ("| a | b |\n|---|:-:|\n| `c\\|d` | *e* | f |\ng", snapshot("<table><tr><td>a</td><td>b</td></tr><tr><td><code>c|d</code></td><td><em>e</em></td></tr><tr><td>g</td></tr></table>")),
    ("a  \nb\\\nc &amp; &copy; \\* <b>", snapshot("<p>a<br>b<br>c &amp; © * &lt;b&gt;</p>")),
    ("<a@b.example> ` ``c `` ` &nosuch; &amp", snapshot('<p><a>a@b.example</a> <code>``c ``</code> &amp;nosuch; &amp;amp</p>')),
    ("- a\n\n      b\n- c\n    d\n\n1) e\n2) f", snapshot("""\
<ul><li><p>a</p><pre><code>b</code></pre></li><li><p>c
d</p></li></ul><ol><li>e</li><li>f</li></ol>\
""")),
    ("~~a~~ b~c~ [^1] [x[y]](z", snapshot("<p><s>a</s> b~c~ [^1] [x[y]](z</p>")),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), CASES)
def test_what_it_makes_of_a_text(text: str, shown: str):
    mine = ours(read(text, html=False))
    assert mine == shown
    assert same(mine) == same(theirs(text))


def test_bare_addresses_are_links_without_the_sentence_around_them():
    text = "See https://a.example/b_(c)?d=1&amp;e=2), www.f.example. (http://g.example/h), https://l.example/&amp; or xhttp://i.example [https://j.example](k)."
    found = [(piece.text, piece.url) for piece in read(text, html=False).children[0].pieces if piece.kind == "address"]
    assert found == [
        ("https://a.example/b_(c)?d=1&e=2", "https://a.example/b_(c)?d=1&e=2"),
        ("www.f.example", "http://www.f.example"),
        ("http://g.example/h", "http://g.example/h"),
        ("https://l.example/", "https://l.example/"),
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("<b>a</b><br/>", ["tag", "text", "tag", "tag"]),
        ("<b onclick=x>a</b>", ["text", "text", "tag"]),
        ('<a href="https://a.example" title="b">c</a>', ["tag", "text", "tag"]),
        ("<a href='javascript:x'>c</a>", ["text", "text", "tag"]),
        ("<script>", ["text", "text"]),
    ],
)
def test_only_harmless_tags_are_tags(text: str, kinds: list[str]):
    assert [piece.kind for piece in read(text, html=True).children[0].pieces] == kinds
    assert "tag" not in [piece.kind for piece in read(text, html=False).children[0].pieces]


def test_html_that_is_a_block():
    assert [one.kind for one in read("<div>\n*a*\n\n*b*\n<sub>\n<p>c", html=True).children] == [
        "html",
        "paragraph",
        "html",
    ]


def test_nesting_has_a_bound():
    def depth(block: Block) -> int:
        return 1 + max(map(depth, block.children), default=0)

    assert depth(read("> " * 10_000 + "a", html=False)) < 50
    assert depth(read("- " * 10_000 + "a", html=False)) < 50


# Where the two are known to differ, in what no answer has: a table whose head begins like another block, what follows
# a definition in its paragraph, addresses without brackets, and blanks at the ends of lines.
AGREED = st.lists(
    st.sampled_from([
        *("*", "**", "_", "__", "`", "``", "~~", "[", "]", "(", ")", "](", "![", "a", "b", " ", "\n", "\n\n", "> ", "- "),
        *("1. ", "2) ", "#", "# ", "## ", "```\n", "~~~", "---", "***\n", "===", "\\*", "\\`", "<", "&amp;", "&lt;", '"t"'),
        *("!", ".", "é", "€", "5", "+ ", "* ", "x\n\n[a]: /u\n\n", "[a]", "[a][]", "<https://x.example>", "[r](/q)"),
        *("\n\n| a | b |\n|---|---|\n| c", "    c"),
    ]),
    max_size=14,
).map("".join)  # fmt: skip


@settings(max_examples=250)
@given(AGREED)
def test_it_reads_as_markdown_it_does(text: str):
    assume(not re.search(r"[ \t]+(\n|\Z)|`[^`]*\n[ \t]+|[^\n|][^\n]*\|", text))
    assert same(ours(read(text, html=False))) == same(theirs(text))


@given(soup, st.booleans())
def test_pieces_cover_a_content_and_blocks_a_text(text: str, tags: bool):
    for block in with_prose(read(text, html=tags)):
        ends = [0, *(piece.end for piece in block.pieces)]
        assert [piece.start for piece in block.pieces] == ends[:-1]
        assert ends[-1] == len(block.content)
        assert sum(piece.turn for piece in block.pieces) == 0
        for place in range(len(block.content)):
            if block.content[place] not in "\n":
                assert text[block.outward(place)] == block.content[place]
                assert block.inward(block.outward(place)) == place


NASTY = [
    "*a ", "**a", "a**", "_a_", "~~a", "[", "]", "[a](", "![a](", "[a](b 'c", "[a](<b", "[a](b(", "[[a]", "[^a", "^[", "`a", "``a`",
    "<a ", "<a b='", "<!--", "<b>", "&amp", "\\(", "\\[a", "$a", "$a$", "http://a.b", "http://a(", "(www.a) ", "> ", "- ", "1. ", "\t",
    "\n> a", "\n- a", "\n    a", "\n|a|b|\n|-|-|", "\n```\n", "\n# a #", "\n[a]: b", "\n[a", "a|", "<div>\n", "a*b_c", "[a][b]", "\n===",
]  # fmt: skip


@pytest.mark.parametrize("unit", NASTY)
def test_work_grows_with_the_text(unit: str):
    check_growth(lambda text: read(str(text), html=True), lambda times: unit * 40 * times, f"of {unit!r}")


@pytest.mark.parametrize("unit", ["[a](b(", "<a b='", "\\(", "$a", "http://a(", "- ", "\n[a", "**a", " ", "#"])
def test_time_grows_with_the_text(unit: str):
    """Counted in seconds too: an expression that goes wrong makes no calls."""
    assert growth(lambda size: read(unit * size, html=True), 6_000) < IN_STEP
