"""`render.html` and `render.page`: what is seen, that it is safe by construction, and that ids do not clash."""

import re
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given, settings
from inline_snapshot import snapshot

from citebridge import Answer, Notice, Source, render
from citebridge.models import Lines, Pages
from citebridge.render import cards, elements, fragment, prose, stylesheet
from citebridge.testing.work import check_growth
from tests.render.answers import FARES, HOSTILE, RULEBOOK, RULES, TEXT, found, marked, nowhere, point, strange_answers
from tests.render.test_markdown import long_answer
from tests.strategies import IN_STEP, growth


class Read(HTMLParser):
    """What a browser would read: elements with their attributes, the words, and whether all was closed."""

    EMPTY = frozenset({"meta", "br", "hr"})

    def __init__(self, written: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.open: list[str] = []
        self.feed(written)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert len(dict(attrs)) == len(attrs)
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.words.append(data)

    def handle_comment(self, data: str) -> None:
        raise AssertionError(f"a comment: {data!r}")

    @property
    def text(self) -> str:
        return "".join(self.words)

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag == name]

    def of_class(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for _, attributes in self.elements if name in (attributes.get("class") or "").split()]


def body(answer: Answer) -> str:
    """The answer's own HTML: no style, no ids."""
    written = render.html(answer).partition("</style>\n")[2]
    return re.sub(r"cb[0-9a-f]{8}", "ID", written)


def answer_part(answer: Answer) -> str:
    inner = re.search(
        r'<div class="cb-answer">(.*?)</div>(?=\n<section|\n<div class="cb-state|</article>)', body(answer), re.S
    )
    return inner[1] if inner else ""


# -- what is seen


def test_one_answer_whole():
    quote = "Dogs stay outside at all times"
    evidence = found(
        quote, locators=(Lines(start_line=1, end_line=1),), link="https://house.example/rules#:~:text=Dogs"
    )
    rules = RULES.model_copy(update={"section": "Animals", "updated": "2026-05-01", "text": RULEBOOK})
    answer = Answer(text="**No dogs.**", citations=(point(12, cited_text=quote, evidence=evidence),), sources=(rules,))
    assert body(answer).replace("><", ">\n<") == snapshot("""\
<article class="citebridge">
<div class="cb-answer">
<p dir="auto">
<strong>No dogs.</strong>
<span class="cb-off" aria-hidden="true">[</span>
<button type="button" class="cb-chip" popovertarget="IDc0" aria-label="1: House rules - Animals - 2026-05-01" dir="ltr">1</button>
<span class="cb-off" aria-hidden="true">]</span>
</p>
</div>
<section class="cb-sources">
<h2 id="IDs">Sources</h2>
<ul aria-labelledby="IDs">
<li class="cb-source">
<span class="cb-num">1</span> <a href="https://house.example/rules" target="_blank" rel="noopener noreferrer">
<bdi class="cb-title">House rules</bdi>
</a>
<span class="cb-more"> - <bdi>Animals</bdi>
</span>
<span class="cb-more"> - <bdi>2026-05-01</bdi>
</span>
<div class="cb-url cb-small">
<bdi>https://house.example/rules</bdi>
</div>
<div class="cb-pop" id="IDc0" popover="" role="group" aria-labelledby="IDc0h">
<p class="cb-head" id="IDc0h">
<span class="cb-num">1</span> <bdi class="cb-title">House rules</bdi>
<span class="cb-more"> - <bdi>Animals</bdi>
</span>
<span class="cb-more"> - <bdi>2026-05-01</bdi>
</span>
</p>
<figure class="cb-passage">
<blockquote dir="auto">1. No fires. 2. <mark>Dogs stay outside at all times</mark>, also small ones. 3. Bikes go to the cellar.</blockquote>
<figcaption class="cb-small">
<bdi>line 1</bdi> · <span class="cb-good">✓ verified</span>
</figcaption>
</figure>
<p class="cb-open">
<a href="https://house.example/rules#:~:text=Dogs" target="_blank" rel="noopener noreferrer">Open the source</a>
</p>
</div>
</li>
</ul>
</section>
</article>
""")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "One *two* **three** ~~four~~ `five`\nsix",
            snapshot(
                '<p dir="auto">One <em>two</em> <strong>three</strong> <del>four</del> <code>five</code><br>six</p>'
            ),
        ),
        (
            "# A\n\n### B\n\n## C\n\n# D",
            snapshot("""\
<h2 dir="auto">A</h2>
<h3 dir="auto">B</h3>
<h3 dir="auto">C</h3>
<h2 dir="auto">D</h2>\
"""),
        ),
        (
            "- a\n- b\n\n3. c\n4. d",
            snapshot(
                """\
<ul dir="auto"><li dir="auto">a</li><li dir="auto">b</li></ul>
<ol dir="auto" start="3"><li dir="auto">c</li><li dir="auto">d</li></ol>\
"""
            ),
        ),
        (
            "> a\n\n---\n\n```py\nb < c\n```",
            snapshot(
                """\
<blockquote dir="auto"><p dir="auto">a</p></blockquote>
<hr>
<pre dir="ltr" tabindex="0"><code>b &lt; c</code></pre>\
"""
            ),
        ),
        (
            "| a | b |\n|---|--:|\n| c<br>d | e |",
            snapshot(
                '<div class="cb-table" role="group" aria-label="Table" tabindex="0"><table dir="auto"><thead><tr><th dir="auto" scope="col">a</th><th class="cb-right" dir="auto" scope="col">b</th></tr></thead><tbody><tr><td dir="auto">c<br>d</td><td class="cb-right" dir="auto">e</td></tr></tbody></table></div>'
            ),
        ),
        (
            "[a](https://b.example) [c](d.md) [e](javascript:f) ![g](https://h.example/i.png) ![j](k)",
            snapshot(
                '<p dir="auto"><a href="https://b.example" target="_blank" rel="noopener noreferrer">a</a> c e <a href="https://h.example/i.png" target="_blank" rel="noopener noreferrer">g</a> j</p>'
            ),
        ),
        (
            "[](https://b.example) [![c](https://d.example)](https://e.example) https://f.example/g.",
            snapshot(
                '<p dir="auto"><a href="https://b.example" target="_blank" rel="noopener noreferrer">https://b.example</a> <a href="https://e.example" target="_blank" rel="noopener noreferrer">c</a> <a href="https://f.example/g" target="_blank" rel="noopener noreferrer">https://f.example/g</a>.</p>'
            ),
        ),
        (
            "<b>a</b> <!-- c --> &lt;d&gt;\n\n<div>\n\ne",
            snapshot(
                """\
<p dir="auto">&lt;b&gt;a&lt;/b&gt; &lt;!-- c --&gt; &lt;d&gt;</p>
<p dir="auto">&lt;div&gt;</p>
<p dir="auto">e</p>\
"""
            ),
        ),
        (
            "[a]: https://b.example\n[c]: https://d.example\n\nSee [a].",
            snapshot(
                """\
<p dir="auto">[c]: https://d.example</p>
<p dir="auto">See <a href="https://b.example" target="_blank" rel="noopener noreferrer">a</a>.</p>\
"""
            ),
        ),
        (
            "See[^a].\n\n[^a]: A *note*.",
            snapshot("""\
<p dir="auto">See[^a].</p>
<div dir="auto">[^a]: <p dir="auto">A <em>note</em>.</p></div>\
"""),
        ),
        ("#\n\n-", snapshot('<ul dir="auto"><li dir="auto"></li></ul>')),
    ],
)
def test_markdown_is_set(text: str, shown: str):
    assert answer_part(Answer(text=text)) == shown


def plain_marks(written: str) -> str:
    chip = r'<span class="cb-off"[^>]*>\[</span><button[^>]*>([^<]*)</button><span class="cb-off"[^>]*>\]</span>'
    return re.sub(r"<(/?\w+)[^>]*>", r"<\1>", re.sub(chip, r"[\1]", written))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("No **dogs‸** here‸.", "<p>No <strong>dogs</strong>[1] here[1].</p>"),
        ("See [the ru‸les](https://a.example).", "<p>See <a>the rules</a>[1].</p>"),
        ("wo‸rd &am‸p; `co‸de` \\‸*", "<p>wo[1]rd &amp;[1] <code>code</code>[1] *[1]</p>"),
        ("A:\n\n```\nb‸\n```\n\nC", "<p>A:</p>\n<pre><code>b</code></pre><p>[1]</p>\n<p>C</p>"),
        ("- a\n\n      b‸", "<ul><li><p>a</p><pre><code>b</code></pre><p>[1]</p></li></ul>"),
        ("- a\n  ```\n  b‸\n  ```", "<ul><li>a<pre><code>b</code></pre><p>[1]</p></li></ul>"),
        ("| a‸ |\n|---|\n| b |‸", "<div><table><thead><tr><th>a[1]</th></tr></thead><tbody><tr><td>b[1]</td></tr></tbody></table></div>"),
        ("‸", "<p>[1]</p>"),
        ("<b‸>a", "<p>&lt;b[1]&gt;a</p>"),
    ],
)  # fmt: skip
def test_where_chips_stand(text: str, shown: str):
    assert plain_marks(answer_part(marked(text))) == shown


def test_a_chip_opens_the_card_of_what_is_cited_here():
    answer = Answer(
        text=TEXT,
        citations=(point(8, cited_text="A"), point(13, cited_text="B"), point(23, cited_text="A"), point(23, "fares")),
        sources=(RULES, FARES),
    )
    read = Read(render.html(answer))
    targets = [one["popovertarget"] for one in read.all("button")]
    ids = Counter(one["id"] for _, one in read.elements if "id" in one)
    assert targets[0] == targets[2] != targets[1]
    assert len(read.of_class("cb-pop")) == 3
    assert set(ids.values()) == {1}
    assert {*targets} <= {*ids}
    assert {one["aria-labelledby"] for _, one in read.elements if "aria-labelledby" in one} <= {*ids}


def test_what_is_wrong_is_seen_without_colours():
    quote = "Dogs stay outside at all times"
    answer = Answer(
        text=TEXT,
        citations=(
            point(8, cited_text="Dogs stay inside", evidence=found(quote, "altered", note="inside for outside")),
            point(
                13,
                cited_text="Cats",
                evidence=found("No fires", "not_found").model_copy(update={"span": None, "quote": None}),
            ),
            point(20, None, ref="9"),
            point(20, None, ref="file-7"),
        ),
        sources=(RULES.model_copy(update={"text": RULEBOOK}),),
    )
    read = Read(render.html(answer))
    assert [one["aria-label"] for one in read.all("button")] == snapshot(
        [
            "1!: House rules, quote altered",
            "1!: House rules, quote not found in the source",
            "?: not resolved, 9, file-7",
        ]
    )
    assert " ".join(read.text.split()) == snapshot(
        "No dogs.[1!] Bike[1!]s cost [?]€2. Sources 1 House rules ! quote altered ! quote not found in the source https://house.example/rules 1 House rules Cited as: Dogs stay inside 1. No fires. 2. Dogs stay outside at all times, also small ones. 3. Bikes go to the cellar. ! altered: inside for outside Open the source 1 House rules Cats ! not found in the source Open the source Not resolved ? 9 ? 9; file-7 It is not known what this leads to. ? file-7"
    )


def test_a_refusal_says_what_was_offered():
    plan = Source(id="plan", title="Secret plan", access=("board",))
    rules = RULES.model_copy(update={"section": "Animals"})
    answer = Answer(finish="refusal", refusal="I can't\nhelp.", sources=(rules, FARES, plan))
    assert body(answer).replace("><", ">\n<") == snapshot("""\
<article class="citebridge">
<div class="cb-state" role="note">
<p>
<strong>The model refused</strong>
</p>
<p dir="auto">I can&#x27;t help.</p>
<details>
<summary>Show what was offered (3)</summary>
<ul>
<li>
<a href="https://house.example/rules" target="_blank" rel="noopener noreferrer">
<bdi class="cb-title">House rules</bdi>
</a>
<span class="cb-more"> - <bdi>Animals</bdi>
</span>
</li>
<li>
<bdi class="cb-title">Fares</bdi>
</li>
<li>hidden source</li>
</ul>
</details>
</div>
</article>
""")


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(finish="refusal", finish_detail="refusal"), "The model refused"),
        (Answer(text="No do", finish="length"), "No do\nCut off: the length limit was reached."),
        (Answer(text="No dogs.", finish="complete"), "No dogs."),
    ],
)
def test_how_it_ended(answer: Answer, words: str):
    assert Read(render.html(answer)).text.strip() == words


def test_search_suggestions_are_links_and_nothing_of_their_html():
    html = '<style>.x{}</style><div onclick="y()"><a href="https://search.example/?q=a&amp;b=1">a &amp; <b>b</b></a><a href="javascript:x">c</a><script>z</script></div>'
    answer = Answer(
        text="Hens.", notices=(Notice("display_duty", "", {"renderedContent": html, "more": [html, None, 1]}),)
    )
    assert body(answer) == snapshot(
        """\
<article class="citebridge"><div class="cb-answer"><p dir="auto">Hens.</p></div>
<section class="cb-sources"><h2 id="IDg">Search suggestions</h2>
<ul class="cb-links"><li><a href="https://search.example/?q=a&amp;b=1" target="_blank" rel="noopener noreferrer"><bdi>a &amp; b</bdi></a></li></ul></section></article>
"""
    )
    assert "a & b - https://search.example/?q=a&b=1" in render.text(answer)


def test_a_card_without_quote_says_so():
    plan = Source(id="plan", title="Secret plan", access=("board",))
    answer = Answer(text=TEXT, citations=(point(8), point(13, "plan"), point(20, None)), sources=(RULES, plan))
    written = body(answer)
    for words in (
        "The provider gave no quote.",
        "This source is not shown to everyone.",
        "It is not known what this leads to.",
    ):
        assert words in written


def test_what_no_mark_leads_to_has_a_button_of_its_own():
    answer = Answer(
        text=TEXT,
        citations=(point(8, cited_text="A"), nowhere(cited_text="B"), nowhere("fares")),
        sources=(RULES, FARES),
    )
    read = Read(render.html(answer))
    assert [one["aria-label"] for one in read.all("button")] == ["1: House rules", "quote: House rules"]


def test_context_is_only_shown_where_the_quote_stands_there():
    quote = "Dogs stay outside at all times"
    rules = RULES.model_copy(update={"text": RULEBOOK})
    stale = found(quote).model_copy(update={"quote": "Dogs may come in"})
    fresh, old = (
        body(Answer(text=TEXT, citations=(point(8, cited_text="x", evidence=one),), sources=(rules,)))
        for one in (found(quote), stale)
    )
    assert f"1. No fires. 2. <mark>{quote}</mark>, also small ones." in fresh
    assert "No fires" not in old


def test_long_contexts_and_names_are_cut():
    long = f"{'before ' * 200}QUOTE{' after' * 200}"
    rules = Source(id="rules", title="t" * 500, section="s" * 500, text=long)
    cited = point(8, cited_text="QUOTE", evidence=found("QUOTE", within=long))
    written = body(Answer(text=TEXT, citations=(cited,), sources=(rules,)))
    assert re.search(r">…(before )+<mark>QUOTE</mark>( after)+…<", written)
    assert max(map(len, re.findall(r"[ts]+", written))) <= 200


def test_metadata_raw_and_text_outside_the_passage_are_never_shown():
    long = "Secret appendix. " * 100
    source = Source(
        id="rules", title="T", metadata={"desk": "room-4471"}, raw={"blob": "raw-5"}, text=f"{RULEBOOK} {long}"
    )
    answer = Answer(
        text=TEXT,
        citations=(point(8, raw={"q": "raw-6"}, cited_text="No fires"),),
        sources=(source,),
        raw={"b": "raw-7"},
    )
    assert not re.search(r"room|raw-|appendix", render.html(answer))


# -- pages


def test_a_page_of_several_answers():
    one = Answer(text="# One", provider="anthropic", model="opus")
    written = render.page(one, Answer(text="Two."), title="Which <one>?")
    read = Read(written)
    assert "Which &lt;one&gt;?" in written.partition("</title>")[0]
    assert [(tag, len(read.all(tag))) for tag in ("h1", "h2", "h3", "main", "article", "style")] == snapshot(
        [("h1", 1), ("h2", 2), ("h3", 1), ("main", 1), ("article", 2), ("style", 1)]
    )
    assert read.text.split() == snapshot(
        ["Which", "<one>?", "Which", "<one>?", "anthropic", "·", "opus", "One", "Answer", "2", "Two."]
    )


def test_a_page_loads_nothing():
    head = render.page(Answer(text="One.")).partition("</head>")[0]
    assert "default-src 'none'" in head
    assert not re.search(r"url\(|@import|https?:|<link|<script", head)


def test_ids_of_answers_on_one_page_do_not_clash():
    answer = marked("No dogs‸.", cited_text="x")
    written = render.page(answer, answer, marked("Cats‸."))
    ids = Counter(one["id"] for _, one in Read(written).elements if "id" in one)
    assert len(ids) >= 9
    assert set(ids.values()) == {1}
    first, second = (Read(render.html(marked(text))).all("button")[0]["popovertarget"] for text in ("A‸", "B‸"))
    assert first != second


def test_same_in_same_out():
    assert render.html(long_answer(5)) == render.html(long_answer(5))


# -- safe by construction

ELEMENTS = frozenset({
    "a", "article", "bdi", "blockquote", "br", "button", "code", "del", "details", "div", "em", "figcaption", "figure", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "li", "main", "mark", "ol", "p", "pre", "q", "section", "span", "strong", "summary", "table",
    "tbody", "td", "th", "thead", "tr", "ul", "html", "head", "meta", "title", "style", "body",
})  # fmt: skip
ATTRIBUTES = frozenset({
    "aria-hidden", "aria-label", "aria-labelledby", "class", "dir", "href", "id", "popover", "popovertarget", "rel", "role", "scope",
    "start", "tabindex", "target", "type", "charset", "content", "http-equiv", "lang", "name",
})  # fmt: skip
UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]")


def check_safe(written: str) -> Read:
    read = Read(written)
    for tag, attributes in read.elements:
        assert tag in ELEMENTS
        assert {*attributes} <= ATTRIBUTES
        if tag == "a":
            assert re.match(r"https?://|mailto:", attributes["href"] or "", re.I)
            assert (attributes["target"], attributes["rel"]) == ("_blank", "noopener noreferrer")
    assert not UNSEEN.search(written)
    return read


@settings(max_examples=120)
@given(strange_answers())
def test_no_other_element_or_attribute_whatever_is_in_it(answer: Answer):
    assert "Secret" not in check_safe(render.html(answer)).text
    assert "Secret" not in check_safe(render.page(answer, answer, title=answer.text)).text


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_texts_are_words_everywhere(text: str):
    source = Source(id="a", title=text, url=text, section=text, updated=text)
    answer = marked(f"{text}‸", "a", sources=(source,), refusal=text, finish="refusal")
    check_safe(render.html(answer))


def test_only_what_is_named_can_be_written():
    for mistake in (
        lambda: elements.element("script", {}),
        lambda: elements.element("p", {"onclick": "x"}),
        lambda: elements.link("javascript:x"),
    ):
        with pytest.raises(AssertionError):
            mistake()


def test_the_style_reads_as_a_style():
    for style in (stylesheet.STYLE, stylesheet.PAGE):
        assert "<" not in style
        assert style.count("{") == style.count("}")
    named = set(
        re.findall(
            r'"cb-[a-z-]+',
            "".join(Path(module.__file__ or "").read_text("utf-8") for module in (cards, prose, fragment)),
        )
    )
    assert {one[1:] for one in named if one != '"cb-'} <= set(re.findall(r"cb-[a-z-]+", stylesheet.STYLE)) | {
        "cb-title",
        "cb-open",
        "cb-answer",
        "cb-left",
    }


# -- work


def test_work_grows_with_the_citations():
    check_growth(lambda size: render.html(long_answer(20 * int(str(size)))), lambda times: times, "citations")


@pytest.mark.parametrize("unit", ["*a", "**a", "[a](https://b.example) ", "> - a\n", "| a |\n|---|\n"])
def test_time_grows_with_the_text(unit: str):
    assert growth(lambda size: render.html(Answer(text=unit * size)), 2_000) < IN_STEP


def test_two_thousand_citations():
    answer = long_answer(2_000)
    assert len(Read(render.html(answer)).all("button")) == 2_000
    assert Pages(start_page=1, end_page=1) not in answer.citations
