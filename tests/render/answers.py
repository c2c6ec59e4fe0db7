"""Answers that many tests render: made by hand, and at random."""

from typing import Any

from hypothesis import strategies as st

from citebridge import Answer, Citation, Notice, Source
from citebridge.models import Anchor, Evidence, Pages, Section, Span, Status

TEXT = "No dogs. Bikes cost €2."
RULES = Source(id="rules", title="House rules", url="https://house.example/rules")
FARES = Source(id="fares", title="Fares")
RULEBOOK = "1. No fires. 2. Dogs stay outside at all times, also small ones. 3. Bikes go to the cellar."


def span(start: int, end: int, source: str | None = "rules", **more: Any) -> Citation:
    return Citation(id=f"{start}-{end}-{source}", anchor=Anchor("span", start, end), source_id=source, **more)


def point(at: int, source: str | None = "rules", **more: Any) -> Citation:
    return Citation(id=f"{at}-{source}", anchor=Anchor("point", at, at), source_id=source, **more)


def nowhere(source: str | None = "rules", **more: Any) -> Citation:
    return Citation(id=f"none-{source}", source_id=source, **more)


def found(quote: str, status: Status = "verified", within: str = RULEBOOK, **more: Any) -> Evidence:
    """Evidence of a quote that stands in a text."""
    start = within.index(quote)
    return Evidence(status=status, span=Span(start, start + len(quote)), quote=quote, **more)


def marked(text: str, *sources: str, sign: str = "‸", **more: Any) -> Answer:
    """An answer from a text with a sign at each place that is cited; the sources are cited in turn, `?` is none."""
    pieces = text.split(sign)
    ends = [sum(map(len, pieces[: n + 1])) for n in range(len(pieces) - 1)]
    named = sources or ("rules",)
    citations = tuple(
        Citation(id=str(n), anchor=Anchor("point", at, at), source_id=None if name == "?" else name, ref=name)
        for n, at in enumerate(ends)
        for name in [named[n % len(named)]]
    )
    known = tuple(one for one in (RULES, FARES) if one.id in named)
    return Answer(text="".join(pieces), citations=citations, **{"sources": known, **more})


# -- at random

ANY = st.characters(codec="utf-8")
NO_MARKS = st.characters(codec="utf-8", exclude_characters="[]\r")
NAMES = st.sampled_from(["rules", "fares", "plan", "gone", None])
STATUSES: list[Status] = [
    "verified", "repaired", "wrong_place", "altered", "not_found", "suggested", "unverifiable",
]  # fmt: skip
HOSTILE = (
    *("<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "' onmouseover='alert(1)' x='", "</style><script>"),
    *("</article></main><h1>Free</h1>", "<!-- ", "]]>", "<svg onload=alert(1)>", "<iframe src='javascript:alert(1)'>"),
    *("&lt;script&gt;alert(1)&lt;/script&gt;", "&#60;img src=x&#62;", "javascript:alert(1)", "JaVaScRiPt:alert(1)"),
    *("java\nscript:alert(1)", "\x01javascript:alert(1)", "&#106;avascript:alert(1)", "data:text/html,<script>x</script>"),
    *("vbscript:msgbox(1)", "//evil.example/x", "https://evil.example/\"><script>", "https://evil.example/a b)c(d"),
    *("](javascript:alert(1))", "[x](javascript:alert(1))", "![x](https://evil.example/?q=1)", "<javascript:alert(1)>"),
    *("a\n\n# Heading\n\n- item", "a | b | c", "`code`", "**bold", "[^1]", "[^1]: stolen", "[1]: https://evil.example/"),
    *("\u202egnp.exe", "\x1b[31mred\x1b[0m", "\x1b]8;;https://evil.example/\x07x\x1b]8;;\x07", "\ue200cite\ue201", "\x00"),
    *("{{7*7}}", "${7*7}", "<%= 7 %>", "\\", "😀" * 3, "שלום (עולם)", "x" * 300, " ", "", "\u2028", "<a href=//evil.example>"),
)  # fmt: skip
MARKDOWN = (
    *("*", "**", "_", "__", "`", "``", "~~", "[", "]", "(", ")", "](", "![", "a", "word", " ", "  ", "\n", "\n\n", "> ", "- "),
    *("1. ", "2) ", "    ", "\t", "#", "# ", "## ", "```\n", "~~~\n", "---", "***\n", "===", "|", "| a | b |\n|---|---|\n"),
    *("| c | d |\n", "\\", "<", "https://x.example/a", "<https://x.example>", "&amp;", "&lt;", "[a]: /u\n\n", "[a]", "[a][]"),
    *('"t"', "!", ".", "é", "€", "5", "+ ", "<b>", "</b>", "<div>", "<!--", "[^1]", "[^2]: x\n\n", "$", "$x$", "www.a.example"),
    *("|\n|---|\n", "<svg/onload=x>", "<div\nonclick=x>", "<pre>", "<?php", "<![CDATA[", "[a\n", "<textarea>", "<img src=x>", "-->"),
    *("[r](https://q.example)", "![i](https://q.example/i.png)", "[j](javascript:x)", "^", ":", "🐕", "שלום", "\r\n", "<br>"),
)  # fmt: skip

hostile = st.sampled_from(HOSTILE) | st.text(ANY)
soup = st.lists(st.sampled_from((*MARKDOWN, *MARKDOWN, *HOSTILE)), max_size=16).map("".join)
"""Texts in which anything may stand in anything."""


@st.composite
def answers(draw: st.DrawFn, letters: st.SearchStrategy[str] = ANY) -> Answer:
    text = draw(st.text(letters))
    places = st.integers(0, len(text))
    strange = st.none() | st.text()

    def cited(n: int) -> Citation:
        start, end = sorted((draw(places), draw(places)))
        kind = "point" if start == end else "span"
        anchor = draw(st.sampled_from([Anchor(kind, start, end), None]))
        kinds = st.sampled_from([None, "recitation", "page_location"])
        source, ref, quote, type_ = draw(NAMES), draw(strange), draw(strange), draw(kinds)
        return Citation(id=str(n), anchor=anchor, source_id=source, ref=ref, cited_text=quote, type=type_)

    sources = (
        Source(id="rules", title=draw(strange), url=draw(strange)),
        Source(id="fares", title=draw(strange)),
        Source(id="plan", title="Secret", access=("board",)),
    )
    citations = tuple(cited(n) for n in range(draw(st.integers(0, 6))))
    return Answer(text=text, citations=citations, sources=sources, refusal=draw(strange), finish_detail=draw(strange))


@st.composite
def strange_answers(draw: st.DrawFn, texts: st.SearchStrategy[str] = soup) -> Answer:
    """Answers in which every text that is shown may be a stranger's."""
    text = draw(texts)
    places = st.integers(0, len(text))
    maybe = st.none() | hostile
    long = draw(hostile) + RULEBOOK + draw(hostile)

    def evidence() -> Evidence | None:
        status = draw(st.none() | st.sampled_from(STATUSES))
        if status is None:
            return None
        start, end = sorted((draw(st.integers(0, len(long))), draw(st.integers(0, len(long)))))
        quote = draw(st.sampled_from([long[start:end], None]) | hostile)
        section = Section(path=(draw(hostile),))
        return Evidence(
            status=status, span=Span(start, end), quote=quote, locators=(section,), link=draw(maybe), note=draw(maybe)
        )

    def cited(n: int) -> Citation:
        start, end = sorted((draw(places), draw(places)))
        anchor = draw(st.sampled_from([Anchor("point" if start == end else "span", start, end), None]))
        source, ref, quote = draw(NAMES), draw(maybe), draw(maybe)
        where = (Pages(start_page=1, end_page=2), Section(path=(draw(hostile),)))
        kind = draw(st.sampled_from([None, None, "recitation"]))
        return Citation(
            id=f"{n}",
            anchor=anchor,
            source_id=source,
            ref=ref,
            cited_text=quote,
            locators=where,
            type=kind,
            evidence=evidence(),
        )

    sources = (
        Source(id="rules", title=draw(maybe), url=draw(maybe), section=draw(maybe), updated=draw(maybe), text=long),
        Source(id="fares", title=draw(maybe), url=draw(maybe)),
        Source(id="plan", title="Secret plan of the board", text="Secret plan of the board", access=("board",)),
    )
    asked = Notice("display_duty", "", {"html": f'<a href="{draw(hostile)}">{draw(hostile)}</a>'})
    return Answer(
        text=text,
        citations=tuple(cited(n) for n in range(draw(st.integers(0, 5)))),
        sources=sources,
        refusal=draw(maybe),
        finish=draw(st.sampled_from(["complete", "length", "refusal"])),
        finish_detail=draw(maybe),
        model=draw(maybe),
        notices=draw(st.sampled_from([(), (asked,)])),
    )
