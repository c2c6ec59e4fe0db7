"""Deep links: pages, lines at a commit, headings, words; and nothing that is no address of the web."""

from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge import Answer, Citation, Lines, Locator, Pages, Source, Span, resolve
from citebridge.locator import SourceText
from citebridge.resolver.addresses import Page, is_markdown, web_address
from citebridge.resolver.directives import directive_at, directive_of

SHA = "0123456789abcdef0123456789abcdef01234567"
PAGE = (Pages(start_page=2, end_page=3),)
LINES = (Lines(start_line=8, end_line=13),)
LINE = (Lines(start_line=8, end_line=8),)


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://house.example/rules?a=1&b=2#top", "https://house.example/rules?a=1&b=2#top"),
        (" HTTP://house.example ", "HTTP://house.example"),
        ("https://house.example/a b|c", "https://house.example/a%20b%7Cc"),
        ("https://hüs.example/ø", "https://hüs.example/ø"),
        (None, None),
        ("", None),
        ("rules.pdf", None),
        ("//house.example/", None),
        ("https://", None),
        ("https:///rules", None),
        ("mailto:a@house.example", None),
        ("javascript:alert(1)", None),
        ("java\nscript:alert(1)", None),
        ("\x01javascript:alert(1)", None),
        ("&#106;avascript:alert(1)", None),
        ("https&colon;//house.example", None),
        ("data:text/html,hi", None),
        ("ftp://house.example/", None),
        ("https://house.example/\x00a", None),
        ("https://house.\u200bexample/", None),
        ("https://house.example/\ud800", None),
        ("https://vertexaisearch.cloud.google.com/grounding-api-redirect/AbC", None),
        ("https://www.google.com/url?q=https://house.example", None),
        ("https://house.example/url?q=dogs", "https://house.example/url?q=dogs"),
    ],
)
def test_addresses(url: str | None, address: str | None):
    assert web_address(url) == address


@pytest.mark.parametrize(
    ("url", "media_type", "locators", "link"),
    [
        ("https://a.example/l.pdf", None, PAGE, "https://a.example/l.pdf#page=2"),
        ("https://a.example/L.PDF?v=2#page=9", None, PAGE, "https://a.example/L.PDF?v=2#page=2"),
        ("https://a.example/dl/7", "application/pdf", PAGE, "https://a.example/dl/7#page=2"),
        ("https://a.example/dl/7", "application/x-pdf; qs=1", PAGE, "https://a.example/dl/7#page=2"),
        ("https://a.example/l.pdf", "application/octet-stream", PAGE, "https://a.example/l.pdf#page=2"),
        ("https://a.example/l.pdf", "text/html", PAGE, None),
        ("https://a.example/l.pdf", None, LINES, None),
        ("https://a.example/page", None, PAGE, None),
        ("ftp://a.example/l.pdf", None, PAGE, None),
        (f"https://github.com/o/r/blob/{SHA}/src/a.py", None, LINES, f"https://github.com/o/r/blob/{SHA}/src/a.py#L8-L13"),
        (f"https://github.com/o/r/blob/{SHA}/a.py#L1", None, LINE, f"https://github.com/o/r/blob/{SHA}/a.py#L8"),
        ("https://github.com/o/r/blob/0123abc/a.py", None, LINE, "https://github.com/o/r/blob/0123abc/a.py#L8"),
        (f"https://github.com/o/r/blob/{SHA}/a.md", None, LINE, f"https://github.com/o/r/blob/{SHA}/a.md?plain=1#L8"),
        (f"https://lab.example/g/s/r/-/blob/{SHA}/a.py", None, LINES, f"https://lab.example/g/s/r/-/blob/{SHA}/a.py#L8-13"),
        (f"https://tea.example/o/r/src/commit/{SHA}/a.c", None, LINES, f"https://tea.example/o/r/src/commit/{SHA}/a.c#L8-L13"),
        (f"https://bitbucket.org/o/r/src/{SHA}/a.c", None, LINES, f"https://bitbucket.org/o/r/src/{SHA}/a.c#lines-8:13"),
        (f"https://bitbucket.org/o/r/src/{SHA}/a.c", None, LINE, f"https://bitbucket.org/o/r/src/{SHA}/a.c#lines-8"),
        ("https://github.com/o/r/blob/main/a.py", None, LINES, None),
        ("https://github.com/o/r/blob/feedback/a.py", None, LINES, None),
        ("https://a.example/notes.txt", None, LINES, None),
    ],
)  # fmt: skip
def test_places_in_links(url: str, media_type: str | None, locators: tuple[Locator, ...], link: str | None):
    page = Page.of(url, media_type)
    assert (page.at(locators) if page is not None else None) == link


@pytest.mark.parametrize(
    ("url", "media_type", "anchor", "words", "link"),
    [
        ("https://a.example/w", None, None, "go", "https://a.example/w#:~:text=go"),
        ("https://a.example/w#use", None, None, "go", "https://a.example/w#use:~:text=go"),
        ("https://a.example/w#use:~:text=old", None, None, "go", "https://a.example/w#use:~:text=go"),
        ("https://a.example/w#/route", None, "use", "go", "https://a.example/w#use:~:text=go"),
        ("https://a.example/w", "text/html", "use", None, "https://a.example/w#use"),
        ("https://a.example/w", None, "größe 1", None, "https://a.example/w#gr%C3%B6%C3%9Fe%201"),
        ("https://a.example/w", "application/msword", None, "go", None),
        ("https://a.example/w", "application/msword", "use", "go", "https://a.example/w#use"),
        ("https://a.example/w", "application/xhtml+xml", None, "go", "https://a.example/w#:~:text=go"),
        ("https://a.example/w", None, None, None, None),
    ],
)  # fmt: skip
def test_words_in_links(url: str, media_type: str | None, anchor: str | None, words: str | None, link: str | None):
    page = Page.of(url, media_type)
    assert page is not None
    assert page.at([], anchor=anchor, words=words) == link


@pytest.mark.parametrize(
    ("url", "markdown"), [("https://a.example/README.md?x#y", True), ("https://a.example/md", False), (None, False)]
)
def test_markdown_by_address(url: str | None, markdown: bool):
    assert is_markdown(url) is markdown


LONG = (
    "The ferry sails from the old pier at dawn and a second one follows before noon on weekdays while dogs travel free."
)


@pytest.mark.parametrize(
    ("text", "words", "directive"),
    [
        ("Sluices let it go. Weirs hold.", "Sluices let it go.", "Sluices%20let%20it%20go."),
        ("A well-known, R&D mill #1 stood", "well-known, R&D mill #1", "well%2Dknown%2C%20R%26D%20mill%20%231"),
        (
            "“Hüs”\u00a0is  kilo\u00admetres off",
            "“Hüs”\u00a0is  kilo\u00admetres",
            "%E2%80%9CH%C3%BCs%E2%80%9D%20is%20kilometres",
        ),
        (f"So: {LONG} End.", LONG, "The%20ferry%20sails%20from%20the,weekdays%20while%20dogs%20travel%20free."),
        ("One line\nor two of them\n\nor so on", "One line\nor two of them\n\nor so", "One%20line,or%20so"),
        ("Then a ma-\nchine", "Then a ma-\nchine", "Then%20a,chine"),
        ("Dogs bark. Cats purr. Dogs bark.", "Dogs bark.", "Dogs%20bark.,-Cats%20purr.%20Dogs"),
        ("一" * 200 + "\n二三", "一" * 200 + "\n二三", f"{'%E4%B8%80' * 60},%E4%BA%8C%E4%B8%89"),
    ],
)
def test_directives(text: str, words: str, directive: str):
    at = text.index(words)
    assert directive_at(SourceText(text), Span(at, at + len(words))) == directive


def test_words_that_stand_twice_take_what_is_before_them_along():
    text = "Cats purr. Dogs bark.\nHens cluck at night and so\nDogs bark. Then cats purr. Dogs bark."
    places = [at for at in range(len(text)) if text.startswith("Dogs bark.", at)]
    found = [unquote(directive_at(SourceText(text), Span(at, at + 10)) or "") for at in places]
    assert found == [
        "Cats purr.-,Dogs bark.",
        "at night and so-,Dogs bark.".removeprefix("at "),
        "Then cats purr.-,Dogs bark.",
    ]


def test_the_words_before_grow_until_they_tell_the_place():
    rows = [f"{name} sold ten old red boats to the mill. Dogs bark." for name in ("Ann", "Bob")]
    text = "\n".join(rows)
    found = unquote(directive_at(SourceText(text), Span(len(text) - 10, len(text))) or "")
    assert found == "Bob sold ten old red boats to the mill.-,Dogs bark."


@pytest.mark.parametrize(
    ("words", "directive"),
    [
        ("Sluices let it go.", "Sluices%20let%20it%20go."),
        ("Sluices let it go. Wei...", "Sluices%20let%20it%20go."),
        ("Sluices let it g…", "Sluices%20let%20it"),
        ("...", None),
        (" \n", None),
    ],
)
def test_directives_of_what_is_not_known(words: str, directive: str | None):
    assert directive_of(words) == directive


@given(st.text(max_size=80), st.data())
def test_a_directive_is_plain_ascii_of_at_most_four_parts(text: str, data: st.DataObject):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = directive_at(SourceText(text), Span(start, end))
    if found is not None:
        assert found.isascii()
        assert not set(found) & set("&# \"'<>")
        parts = found.split(",")
        assert 1 <= len(parts) <= 4
        assert all("-" not in part.removesuffix("-").removeprefix("-") for part in parts)


def link_of(source: Source, *more: Source, quote: str | None = None, locators: tuple[Locator, ...] = ()) -> str | None:
    cited = Citation(id="0", source_id=source.id, cited_text=quote, locators=locators)
    evidence = resolve(Answer(citations=(cited,), sources=(source, *more))).citations[0].evidence
    assert evidence is not None
    return evidence.link


GUIDE = "# Guide\n\nRead me.\n\n## Set *up*\n\nCall `run` now. Then wait for it.\n"


@pytest.mark.parametrize(
    ("url", "media_type", "quote", "link"),
    [
        ("https://g.example/guide", "text/markdown", "Then wait", "https://g.example/guide#set-up:~:text=Then%20wait"),
        ("https://g.example/guide", "text/markdown", "Call `run` now", "https://g.example/guide#set-up"),
        ("https://g.example/a.md", None, "Then wait", "https://g.example/a.md#set-up:~:text=Then%20wait"),
        ("https://g.example/guide", None, "Call `run` now", "https://g.example/guide#:~:text=Call%20%60run%60%20now"),
        (f"https://github.com/o/r/blob/{SHA}/a.py", None, "Read me.\n\n## Set", f"https://github.com/o/r/blob/{SHA}/a.py#L3-L5"),
        ("mailto:a@g.example", None, "Then wait", None),
        (None, None, "Then wait", None),
    ],
)  # fmt: skip
def test_links_of_evidence(url: str | None, media_type: str | None, quote: str, link: str | None):
    assert link_of(Source(id="guide", url=url, media_type=media_type, text=GUIDE), quote=quote) == link


def test_a_chunk_is_opened_in_its_document():
    document = Source(id="locks", url="https://l.example/locks.pdf", media_type="application/pdf")
    chunk = Source(
        id="locks#4",
        text="Locks lift boats.",
        derived_from=("locks",),
        locators=(Pages(start_page=7, end_page=7),),
        pages=(Span(0, 17),),
    )
    assert link_of(chunk, document, quote="Locks lift boats") == "https://l.example/locks.pdf#page=7"
    assert link_of(chunk, quote="Locks lift boats") is None


def test_the_title_tells_a_pdf_where_nothing_else_does():
    scan = Source(
        id="locks", title="Locks.PDF", url="https://l.example/dl?id=7", text="Locks lift.", pages=(Span(0, 11),)
    )
    assert link_of(scan, quote="Locks lift.") == "https://l.example/dl?id=7#page=1"
    assert link_of(scan.model_copy(update={"media_type": "text/html"}), quote="Locks lift.") == (
        "https://l.example/dl?id=7#:~:text=Locks%20lift."
    )


def test_sources_that_are_made_of_each_other_have_no_address():
    one, other = Source(id="a", text="Dogs bark.", derived_from=("b",)), Source(id="b", derived_from=("a",))
    assert link_of(one, other, quote="Dogs bark") is None


def test_without_a_text_the_link_leads_to_what_was_said():
    pdf, page = Source(id="a", url="https://l.example/l.pdf"), Source(id="a", url="https://l.example/l")
    assert link_of(pdf, quote="Locks lift", locators=PAGE) == "https://l.example/l.pdf#page=2"
    assert link_of(pdf, locators=PAGE) == "https://l.example/l.pdf#page=2"
    assert link_of(page, quote="Locks lift...") == "https://l.example/l#:~:text=Locks"
    assert link_of(page) is None
