"""`render.markdown`: footnotes that other readers read back, each in its place; and nothing in it that acts."""

import re
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any
from urllib.parse import unquote

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot
from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.footnote import footnote_plugin

from citebridge import Answer, Citation, Notice, Source, render
from citebridge.models import Anchor, Lines, Pages
from citebridge.render import harmless, numbering
from citebridge.render.markup.placing import spots
from citebridge.render.safe import acts
from citebridge.testing.work import check_growth
from tests.render.answers import FARES, RULES, TEXT, found, marked, nowhere, point, soup, span, strange_answers
from tests.strategies import IN_STEP, growth

COMMONMARK = MarkdownIt("commonmark")


def reader(*, html: bool) -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": html}).enable(["table", "strikethrough"]).use(footnote_plugin)


WITH_NOTES, WITHOUT_HTML = reader(html=True), reader(html=False)


# -- where marks stand


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("No dogs‸ here.", "No dogs[^1] here."),
        ("東京は大きい。‸京都は古い。", "東京は大きい。[^1]京都は古い。"),
        ("wo‸rd", "wo[^1]rd"),
        # emphasis
        ("All **ants dig‸** deep.", "All **ants dig**[^1] deep."),
        ("All **‸ants** dig.", "All [^1]**ants** dig."),
        ("All *‸*ants*‸* dig.", "All [^1]**ants**[^1] dig."),
        ("All **an‸ts** dig.", "All **an[^1]ts** dig."),
        ("***a‸** b‸* c", "***a**[^1] b*[^1] c"),
        ("~~old‸~~ new", "~~old~~[^1] new"),
        # links, images, addresses
        ("See [the ru‸les](https://a.example/b_(c)‸).", "See [the rules](https://a.example/b_(c))[^1][^1]."),
        ("See [rules‸] now.\n\n[rules]: /r", "See [rules][][^1] now.\n\n[rules]: /r"),
        ("See [rules][‸r] now.\n\n[r]: /r", "See [rules][r][^1] now.\n\n[r]: /r"),
        ("See ![a m‸ap](/m.png).", "See \\![a map](/m.png)[^1]."),
        ("See <https://a.exa‸mple>.", "See <https://a.example>[^1]."),
        ("See https://a.exa‸mple/b.", "See <https://a.example/b>[^1]."),
        ("See (https://a.example)‸ or www.b.example‸!", "See (<https://a.example>)[^1] or [www.b.example](http://www.b.example)[^1]!"),
        ("参照https://a.exa‸mple/b。犬は吠える。‸猫は鳴く。", "参照<https://a.example/b>[^1]。犬は吠える。[^1]猫は鳴く。"),
        ("Ask a.b@c.exa‸mple.‸ Or (d@‸e.example‸) @f‸oo.", "Ask a.b@c.example[^1].[^1] Or (d@e.example[^1][^1]) @f[^1]oo."),
        ("Ask *a@b.exa‸mple*, `c@d.e‸f` or 问g@h‸.example。", "Ask *a@b.example*[^1], `c@d.ef`[^1] or 问g@h.example[^1]。"),
        # code, formulas, HTML, entities, escapes
        ("Run `a‸[1]` now.", "Run `a[1]`[^1] now."),
        ("It is $a_‸1 + b$ or \\(c‸\\).", "It is $a_1 + b$[^1] or \\(c\\)[^1]."),
        ("It costs $5‸ to $6‸.", "It costs $5[^1] to $6[^1]."),
        ("It is\n\n$$‸\na + b‸\n$$\n\nthen.‸", "It is\n\n$$\na + b\n$$[^1][^1]\n\nthen.[^1]"),
        ("- It is\n  $$\n  a =‸ b\n  $$", "- It is\n  $$\n  a = b\n  $$[^1]"),
        ("It is $$ a +‸ b $$ then‸.", "It is $$ a + b $$[^1] then[^1]."),
        ("Dear is $$ here‸, dearer $$$ there‸.", "Dear is $$ here[^1], dearer $$$ there[^1]."),
        ("Dear is $$ here‸.\n\nDearer‸ is $$.", "Dear is $$ here[^1].\n\nDearer[^1] is $$."),
        ("H<sub‸>2</su‸b>O", "H<sub>[^1]2</sub>[^1]O"),
        ("Fish &am‸p; chips 2 \\‸* 3", "Fish &amp;[^1] chips 2 \\*[^1] 3"),
        # blocks
        ("##‸# Ants‸ ###\n\nThey dig.", "### [^1]Ants[^1] ###\n\nThey dig."),
        ("Ants\n==‸==\n\nThey dig.", "Ants[^1]\n====\n\nThey dig."),
        ("One.‸\n\n‸Two.", "One.[^1]\n\n[^1]Two."),
        ("One.\n‸\n-‸ Two.", "One.[^1]\n\n- [^1]Two."),
        ("One.\n\n‸ Two\n‸ 2.\n\n  ‸ Three.", "One.\n\n [^1]Two\n [^1]2.\n\n   [^1]Three."),
        ("1.‸ One\n2.‸ Two\n   -‸ Three\n\n   ‸ Four", "1. [^1]One\n2. [^1]Two\n   - [^1]Three\n\n    [^1]Four"),
        (">‸ One\n>\n>‸ Two\n\n##‸ Three", "> [^1]One\n>\n> [^1]Two\n\n## [^1]Three"),
        ("```\nx\n```\n\n‸ Two.\n\n---\n‸ Three.", "```\nx\n```\n\n [^1]Two.\n\n---\n [^1]Three."),
        ("- [ ]‸ One\n-‸ [x] Two\n- [x]‸Three", "- [ ] [^1]One\n- [x] [^1]Two\n- [x][^1]Three"),
        ("- One\n‸- Two\n  1‸. Three", "- One[^1]\n- Two[^1]\n  1. Three"),
        ("> One\n‸> two", "> One[^1]\n> two"),
        ("One  ‸\ntwo\\‸\nthree", "One[^1]  \ntwo[^1]\\\nthree"),
        ("One.\n\n--‸-\n\nTwo.", "One.[^1]\n\n---\n\nTwo."),
        ("One:\n\n```py\nx‸ = 1\n```\n\nTwo.", "One:\n\n```py\nx = 1\n```\n[^1]\n\nTwo."),
        ("- One:\n\n  ```\n  x‸\n  ```\n- Two.", "- One:\n\n  ```\n  x\n  ```\n  [^1]\n\n- Two."),
        ("> ```\n> x‸", "> ```\n> x\n> ```\n> [^1]"),
        ("    x‸ = 1\n\nTwo.", "    x = 1\n\n[^1]\n\nTwo."),
        ("<div>\nx‸\n</div>\n\nTwo.", "<div>\nx\n</div>\n\n[^1]\n\nTwo."),
        ("See [r].\n\n[r]: /‸r", "See [r].\n\n[r]: /r\n\n[^1]"),
        ("See[^a].\n\n[^a]: A no‸te.", "See[^a].\n\n[^a]: A note.\n\n[^1]"),
        ("---‸", "---\n\n[^1]"),
        ("‸\n\n", "[^1]"),
        # tables
        ("| a | b |\n|---|---|\n| ants‸ | dig |‸\n| bees | fly |", "| a | b |\n|---|---|\n| ants[^1] | dig[^1] |\n| bees | fly |"),
        ("| a | b |\n|-‸--|---|\n|‸ | dig |", "| a | b[^1] |\n|---|---|\n|[^1] | dig |"),
        ("| a |\n|---|\n| b | lo‸st |", "| a |\n|---|\n| b[^1] | lost |"),
        ("| a | b |\n|---|---|\n|‸ ants |‸ dig |", "| a | b |\n|---|---|\n| [^1]ants | [^1]dig |"),
        ("a | b\n---|---\nants |‸ dig\n‸ bees | fly", "a | b\n---|---\nants | [^1]dig\n [^1]bees | fly"),
        # what would join the mark
        ("Great!‸", "Great\\![^1]"),
        ("x^‸ C:\\‸", "x\\^[^1] C:\\\\[^1]"),
        ("x^www.a.example‸", "x\\^[www.a.example](http://www.a.example)[^1]"),
        ("Dogs‸(small) and‸[big]", "Dogs[^1]\\(small) and[^1]\\[big]"),
        ("‸: a", "[^1]\\: a"),
        ("[a]:‸ b", "[a]: b\n\n[^1]"),
        ("Dogs‸[big](/b).", "Dogs[^1][big](/b)."),
        ("Dogs‸[big] and cats.\n\n[big]: /b", "Dogs[big][][^1] and cats.\n\n[big]: /b"),
        # nothing else may become syntax: then the mark goes to the end
        ("**Note:**‸text goes on.", "**Note:**text goes on.[^1]"),
        ("a|‸\n|---|---|", "a|[^1]\n\\|---|---|"),
        ("| a |\n|---|\n| **b:**‸c |", "| a |\n|---|\n| **b:**c[^1] |"),
        ("[a]:‸", "[a]:\n\n[^1]"),
        ("| a |\n|---|\n| [b]:‸ |", "| a |\n|---|\n| [b]:[^1] |"),
        ("*a\n‸b* c", "*a\n[^1]b* c"),
    ],
)  # fmt: skip
def test_where_marks_stand(text: str, shown: str):
    written = render.markdown(marked(text))
    body, _, notes = written.rpartition("\n\n[^1]: ")
    assert (body, notes) == (shown, "[House rules](https://house.example/rules)")


def test_two_marks_at_one_place_are_both_seen_in_the_order_of_sources():
    answer = Answer(text=TEXT, citations=(point(8, "fares"), point(8)), sources=(RULES, FARES))
    assert render.markdown(answer).startswith("No dogs.[^1][^2] Bikes")
    assert "[^1][^2]" in re.sub(r"<[^>]*>", "", COMMONMARK.render(render.markdown(answer)))


def test_unresolved_marks_are_no_footnotes():
    answer = marked("No dogs‸(here)‸.", "?", "rules")
    assert render.markdown(answer) == snapshot("""\
No dogs\\[?\\]\\(here)[^1].

Not resolved:

- \\[?\\] ?

[^1]: [House rules](https://house.example/rules)\
""")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("See[^1].‸\n\n[^1]: My note.", "cite1"),
        ("It is [^7] and [^cite3].‸", "citecite1"),
        ("See[^a].‸", "1"),
        ("In `code[^1]`.‸", "cite1"),
    ],
)
def test_labels_of_the_model_are_left_to_it(text: str, label: str):
    written = render.markdown(marked(text))
    assert written.replace(f"[^{label}]: [House rules](https://house.example/rules)", "").count(f"[^{label}]") == 1
    tokens = refs(WITH_NOTES.parse(written))
    assert tokens[-1] == label


# -- what stands below


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (Source(id="a", title="Fares"), "[^1]: Fares - document"),
        (Source(id="a", title='Fares "new"', kind="web"), '[^1]: Fares "new" - web page'),
        (Source(id="a", title="Fares (2026)", kind="file"), "[^1]: Fares (2026) - file"),
        (Source(id="a", title="House rules"), "[^1]: House rules"),
        (Source(id="a", title="Fares", url="https://a.example/"), "[^1]: [Fares](https://a.example/) - document"),
        (Source(id="a", title="1. Rules"), "[^1]: 1\\. Rules"),
        (Source(id="a", title="# Rules here"), "[^1]: \\# Rules here"),
        (Source(id="a", title="> [x](y) | `z` *w* <b> &amp; \\"), "[^1]: \\> \\[x\\](y) \\| \\`z\\` \\*w\\* \\<b\\> &amp;amp; \\\\"),
        (Source(id="a", title="Mice", url="https://a.example/(b"), "[^1]: [Mice](https://a.example/%28b) - document"),
        (Source(id="a", title="Big file", url="s3://bucket/a_b"), "[^1]: Big file - s3://bucket/a\\_b"),
        (Source(id="a", title="Two\nlines", section="S", updated="2026"), "[^1]: Two lines - S - 2026"),
    ],
)  # fmt: skip
def test_a_footnote_is_seen_with_and_without_footnotes(source: Source, note: str):
    written = render.markdown(marked("Hens cluck.‸", "a", sources=(source,)))
    assert written == f"Hens cluck.[^1]\n\n{note}"
    assert "[^1]" in seen(COMMONMARK.render(written)).partition("\n")[2]
    title = " ".join((source.title or "").split())
    for name in (WITH_NOTES, COMMONMARK):
        assert title in seen(name.render(written))


def test_all_that_is_below():
    quote = "Dogs stay outside at all times"
    evidence = found(
        quote,
        "altered",
        locators=(Lines(start_line=1, end_line=1),),
        note="sometimes",
        link="https://house.example/rules#dogs",
    )
    asked = Notice("display_duty", "", {"html": '<a href="https://search.example/?q=dogs">dogs [in]</a>'})
    answer = Answer(
        text=TEXT,
        citations=(
            point(8, cited_text="Dogs stay outside sometimes", evidence=evidence),
            point(23, cited_text="Bikes *go*", locators=(Pages(start_page=3, end_page=3),)),
            point(23, None, ref="9"),
            nowhere("fares", cited_text="€2"),
            nowhere(None, ref="turn0file1"),
        ),
        sources=(RULES, FARES),
        finish="length",
        notices=(asked,),
    )
    assert render.markdown(answer) == snapshot("""\
No dogs.[^1] Bikes cost €2.[^1]\\[?\\]

Cut off: the length limit was reached.

Sources without a mark in the text:

- Fares: "€2"

Not resolved:

- \\[?\\] 9
- a source that was not named

Search suggestions:

- [dogs \\[in\\]](https://search.example/?q=dogs)

[^1]: [House rules](https://house.example/rules)
    - [line 1](https://house.example/rules#dogs): "Dogs stay outside sometimes" (altered: sometimes; the source says "Dogs stay outside at all times")
    - page 3: "Bikes \\*go\\*"\
""")


def test_an_open_fence_is_closed_before_what_comes_below():
    written = render.markdown(Answer(text="Run:\n\n```py\nx = 1", citations=(nowhere(),), sources=(RULES,)))
    assert written.startswith("Run:\n\n```py\nx = 1\n```\n\nSources without a mark")


def test_an_answer_without_citations_stays_as_it_is():
    assert render.markdown(Answer(text="  No *dogs*.\r\n")) == "  No *dogs*.\n"
    assert render.markdown(Answer()) == ""


def test_a_hidden_source_is_only_told_to_be_there():
    plan = Source(id="plan", title="Secret plan", access=("board",))
    written = render.markdown(marked("They merge.‸", "plan", sources=(plan,)))
    assert written == "They merge.[^1]\n\n[^1]: hidden source"


# -- nothing acts


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("<script>x</script>", "&lt;script>x&lt;/script>"),
        ("a <b onclick=x>b</b> <sub>c</sub> 1 < 2", "a &lt;b onclick=x>b</b> <sub>c</sub> 1 < 2"),
        ("<img src=x> <!-- y --> <a href='javascript:x'>", "&lt;img src=x> &lt;!-- y --> &lt;a href='javascript:x'>"),
        ("`<script>` and\n\n    <script>", "`<script>` and\n\n    <script>"),
        ("[a](javascript:b) [c](JAVA\tSCRIPT:d) [e](&#106;avascript:f)", "\\[a\\](javascript:b) [c](JAVA\tSCRIPT:d) \\[e\\](&#106;avascript:f)"),
        ("[a](https://b.example) [c](d.md) [e](#f) [g](mailto:h@i.example)", None),
        ("[a [b](data:c)](d)", "[a \\[b\\](data:c)](d)"),
        ("<javascript:a> <https://b.example>", "&lt;javascript:a> <https://b.example>"),
        ("[a]\n\n[a]: vbscript:b", "\\[a\\]\n\n\\[a]: vbscript:b"),
        ("![a](https://b.example/?q=1)", "\\![a](https://b.example/?q=1)"),
        ("[![a](b.png)](https://c.example)", "[!\\[a\\](b.png)](https://c.example)"),
        ("a^[b]", "a\\^[b]"),
        ("<div>\n<p>a<img src=x>\n</div>", "<div>\n<p>a&lt;img src=x>\n</div>"),
        ("<div onclick=x>\ny\n</div>", "&lt;div onclick=x>\ny\n</div>"),
        ("`a\n<!-- b` c -->", "`a\n&lt;!-- b` c -->"),
        ("## a | b\n|---|---|", "## a | b\n\\|---|---|"),
        ("<div>a|\n|---|\n![b](c)", "&lt;div>a|\n|---|\n\\![b](c)"),
        ("[^<script>]", "[^&lt;script>]"),
        ("[a\n<!-- b]: c", "[a\n&lt;!-- b]: c"),
        ("<div>\n```\na", "&lt;div>\n```\na"),
        ("~~~ a|b\n|---|---|\n<script>", "~~~ a&#124;b\n|---|---|\n<script>"),
    ],
)  # fmt: skip
def test_what_acts_is_shown_as_words(text: str, shown: str | None):
    assert render.markdown(Answer(text=text)) == (text if shown is None else shown)


LOADS = {
    "script",
    "img",
    "iframe",
    "svg",
    "object",
    "embed",
    "style",
    "form",
    "input",
    "textarea",
    "pre",
    "link",
    "meta",
    "base",
}


class Acting(HTMLParser):
    """What in a piece of HTML would act, as a browser reads it."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(written)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in LOADS:
            self.found.append(tag)
        for name, value in attrs:
            if name.startswith("on") or name in ("src", "style") or (name == "href" and acts(value or "")):
                self.found.append(f"{name}={value}")

    def handle_comment(self, data: str) -> None:
        self.found.append(data)

    def handle_decl(self, decl: str) -> None:
        self.found.append(decl)

    def handle_pi(self, data: str) -> None:
        self.found.append(data)

    def unknown_decl(self, data: str) -> None:
        self.found.append(data)


def every(tokens: Sequence[Token]) -> list[Token]:
    return [one for token in tokens for one in (token, *every(token.children or []))]


@settings(max_examples=120)
@given(strange_answers())
def test_nothing_in_it_acts(answer: Answer):
    written = render.markdown(answer)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]", written)
    assert "Secret" not in written
    for token in every(WITH_NOTES.parse(written)):
        if token.type in ("html_block", "html_inline"):
            assert Acting(token.content).found == []
        if token.type == "link_open":
            assert not acts(str(token.attrs["href"]))
        assert token.type != "image"


@given(soup)
def test_harmless_text_stays_as_it_is(text: str):
    once, _, _ = harmless.harmless(text, [])
    again, _, _ = harmless.harmless(once, [])
    assert again == once


def test_a_text_that_cannot_be_made_harmless_in_a_few_rounds(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(harmless, "_ROUNDS", 0)
    assert harmless.harmless("![a](b) <script> [c]: d", [7, 16])[:2] == ("!\\[a]\\(b) &lt;script> [c]\\: d", [9, 21])


# -- read back


def refs(tokens: Sequence[Token]) -> list[str]:
    """The footnotes that the text refers to, in order."""
    body = list(tokens)
    ends = [n for n, token in enumerate(body) if token.type == "footnote_block_open"]
    return [token.meta["label"] for token in every(body[: ends[0]] if ends else body) if token.type == "footnote_ref"]


def skeleton(tokens: Sequence[Token], ours: set[str]) -> list[tuple[str, ...]]:
    """What a reader of Markdown makes of a text, but for our footnotes, the paragraphs of nothing else, and whether an
    address is a link."""
    shown: list[tuple[str, ...]] = []
    waiting = list(tokens)
    for token in waiting:
        if token.type == "footnote_block_open":
            break
        for one in token.children or [] if token.type == "inline" else [token]:
            if one.type == "footnote_ref" and one.meta["label"] in ours:
                continue
            code = (
                one.content.rstrip()
                if one.type in ("fence", "code_block", "html_block", "code_inline", "html_inline")
                else ""
            )
            shown.append(
                ("text", one.content)
                if one.type == "text"
                else (one.type, one.tag, code, str(one.attrs.get("href", "")))
            )
    return joined(shown)


def joined(shown: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    kept: list[tuple[str, ...]] = []
    for number, one in enumerate(shown):
        following = shown[number + 1 : number + 3]
        if (
            one[0] == "link_open"
            and [two[0] for two in following] == ["text", "link_close"]
            and bare(one[3], following[0][1])
        ):
            continue
        if (
            one[0] == "link_close"
            and number > 1
            and shown[number - 2][0] == "link_open"
            and bare(shown[number - 2][3], shown[number - 1][1])
        ):
            continue
        if one[0] == "text" and (not one[1] or (kept and kept[-1][0] == "text")):
            kept[-1:] = [("text", kept[-1][1] + one[1])] if kept and kept[-1][0] == "text" else kept[-1:]
        elif one[0] == "paragraph_close" and kept and kept[-1][0] == "paragraph_open":
            kept.pop()
        else:
            kept.append(one)
    return kept


def bare(url: str, shown: str) -> bool:
    return unquote(url) in (shown, f"http://{shown}")


# What the two readers are known to take for different things, see test_markup.
DISAGREED = re.compile(
    r"\n[ \t]*(\n|\Z)[ \t]|\|[^\n]*\n\|---|\[[^\]\n]*\]:|https?://[^\s]*[*_~]|www[^\s]*[*_~]|<br>|\[\^|(?:www|http)\S*[^\x00-\x7f]"
)


def cited(text: str, places: list[int]) -> Answer:
    sources = (
        Source(id="x", title="X"),
        Source(id="y", title="Y y"),
        Source(id="z", title="Z", url="https://z.example/"),
    )
    citations = tuple(
        Citation(id=str(n), anchor=Anchor("point", at % (len(text) + 1), at % (len(text) + 1)), source_id="xyz"[n % 3])
        for n, at in enumerate(places)
    )
    return Answer(text=text, citations=citations, sources=sources)


def check_read_back(answer: Answer, by: MarkdownIt, *, whole: bool) -> None:
    found_ = numbering.references(answer)
    written = render.markdown(answer)
    head = re.search(r"^\[\^((?:cite)*)\d+\]: (?:X|Y|\[Z)", written, re.M)
    labels = [f"{head[1] if head else ''}{mark.label}" for mark in found_.marks]
    tokens = by.parse(written)
    assert [label for label in refs(tokens) if label in labels] == labels
    if whole:
        before, _, _ = harmless.harmless(found_.text, [])
        assert skeleton(tokens, set(labels)) == skeleton(by.parse(before.rstrip("\n")), set())


places = st.lists(st.integers(0, 400), min_size=1, max_size=5)


@settings(max_examples=150)
@given(soup, places)
def test_footnotes_are_read_back_and_the_rest_is_what_it_was(text: str, at: list[int]):
    assume(not DISAGREED.search(text))
    check_read_back(cited(text, at), WITH_NOTES, whole=True)


@settings(max_examples=100)
@given(soup, places)
def test_footnotes_are_read_back_without_html_too(text: str, at: list[int]):
    assume(not DISAGREED.search(text))
    check_read_back(cited(text, at), WITHOUT_HTML, whole=False)


@given(soup, places)
def test_spots_rise_with_the_places(text: str, at: list[int]):
    text, moved, document = harmless.harmless(text, sorted(one % (len(text) + 1) for one in at))
    found_ = [
        (one.block.start, one.block.outward(one.at) if one.at is not None else one.block.end)
        for one in spots(text, document, moved)
    ]
    assert found_ == sorted(found_, key=lambda one: one[1])


def seen(written: str) -> str:
    import html

    return html.unescape(re.sub(r"<[^>]*>", "", written))


# -- work


def long_answer(size: int, **more: Any) -> Answer:
    text = "The **ferry** sails from [pier 2](https://p.example/a) and costs `€4.50` today.\n\n" * size
    citations = tuple(
        span(80 * n, 80 * n + 75, ("rules", "fares")[n % 2], cited_text=f"Quote {n}") for n in range(size)
    )
    return Answer(text=text, citations=citations, sources=(RULES, FARES), **more)


def test_work_grows_with_the_citations():
    check_growth(lambda size: render.markdown(long_answer(20 * int(str(size)))), lambda times: times, "citations")


@pytest.mark.parametrize("unit", ["https://a.example", "https://a.example/(", "a!", "a:\n", "**a**", "[a]", "a|\n"])
def test_time_grows_with_the_marks_in_one_paragraph(unit: str):
    def run(size: int) -> str:
        every_one = tuple(
            Citation(id=str(n), anchor=Anchor("point", n * len(unit), n * len(unit)), source_id="rules")
            for n in range(size)
        )
        return render.markdown(Answer(text=unit * size, citations=every_one, sources=(RULES,)))

    assert growth(run, 600) < IN_STEP
