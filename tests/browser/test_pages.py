"""Whole pages: six providers side by side, thousands of citations, right to left, and on paper."""

import re
from html.parser import HTMLParser

import pytest

from citebridge import render
from citebridge.resolver import resolve
from tests.browser.conftest import Open
from tests.browser.samples import FERRY, QUESTION, RIGHT_TO_LEFT, SUNDAYS, long, story
from tests.strategies import IN_STEP, growth

SIX = ("anthropic", "openai", "google", "cohere", "mistral", "perplexity")


class Skeleton(HTMLParser):
    """The elements of a page with their classes, and its words."""

    def __init__(self, written: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.words = ""
        self.feed(written)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(f"{tag}.{dict(attrs).get('class') or ''}")

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.mark.parametrize("provider", SIX)
def test_the_same_question_gives_the_same_page(provider: str):
    """The code that renders knows no provider: the answer, its chips and the list are built alike for all."""
    ours, first = (
        re.split(r"(?=<section)", render.html(resolve(story(name))).partition("</style>")[2])
        for name in (provider, SIX[0])
    )
    body, others = Skeleton(ours[0]), Skeleton(first[0])
    assert body.elements == others.elements
    assert re.sub(r"\[\d\]", "", body.words) == re.sub(r"\[\d\]", "", others.words)
    assert re.findall(r"\[(\d)\]", body.words) == ["1", "2", "3"]
    rows = [row for row in re.split(r'(?=<li class="cb-source")', ours[1])[1:]]
    assert [Skeleton(row).elements[:2] for row in rows] == [["li.cb-source", "span.cb-num"]] * 3
    assert all(Skeleton(row).elements.count("div.cb-pop") == 1 for row in rows)


def test_six_pages_look_alike(show: Open):
    """The same lines and as many chips in each, which stand at the same words but for a full stop."""
    seen = []
    for provider in SIX:
        page = show(render.page(resolve(story(provider)), title=QUESTION))
        chips = [box for one in page.locator(".cb-answer .cb-chip").all() if (box := one.bounding_box()) is not None]
        block = page.locator(".cb-answer").bounding_box()
        assert block is not None
        seen.append((block["height"], chips))
    for height, chips in seen:
        assert height == seen[0][0]
        assert [round(box["y"]) for box in chips] == [round(box["y"]) for box in seen[0][1]]
        assert all(abs(box["x"] - other["x"]) < 8 for box, other in zip(chips, seen[0][1], strict=True))


def test_two_thousand_citations(show: Open):
    page = show(render.page(long(2_000)))
    chips = page.locator(".cb-chip")
    assert chips.count() == 2_000
    assert page.locator(".cb-pop").count() == 2_000
    assert page.evaluate(
        "[...document.querySelectorAll('.cb-pop')].every(one => getComputedStyle(one).display === 'none')"
    )
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    assert page.evaluate("window.scrollY + window.innerHeight >= document.body.scrollHeight - 1")
    chips.last.click()
    assert page.locator(".cb-pop:popover-open mark").inner_text() == "Departure 1999 is from pier 4."


def test_the_browsers_work_grows_with_the_citations(show: Open):
    """What is written grows in step, and so do the boxes that the browser lays out."""

    def boxes(size: int) -> int:
        return show(render.page(long(size))).evaluate(
            "[...document.body.querySelectorAll('*')].reduce((sum, one) => sum + one.getClientRects().length, 0)"
        )

    few, some, many = (boxes(size) for size in (250, 500, 1_000))
    assert (many - some) / (some - few) < 2.2
    assert growth(lambda size: render.page(long(size)), 500) < IN_STEP


def test_right_to_left(show: Open):
    page = show(render.page(RIGHT_TO_LEFT))
    assert page.evaluate("getComputedStyle(document.querySelector('.cb-answer p')).direction") == "rtl"
    boxes = page.evaluate(
        """() => {
          const paragraph = document.querySelector('.cb-answer p'), found = {};
          const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
          for (let node; node = walker.nextNode(); )
            for (const word of ['בשעה', 'ילדים', 'גיל', 'See']) {
              const at = node.data.indexOf(word);
              if (at < 0) continue;
              const range = document.createRange();
              range.setStart(node, at); range.setEnd(node, at + word.length);
              found[word] = range.getBoundingClientRect().x;
            }
          const chips = [...document.querySelectorAll('.cb-answer .cb-chip')];
          chips.forEach((chip, number) => found[number] = chip.getBoundingClientRect().x);
          return found;
        }"""
    )
    assert boxes["בשעה"] > boxes["0"] > boxes["ילדים"] > boxes["גיל"] > boxes["1"] > boxes["See"]
    title = page.locator(".cb-source bdi.cb-title").first
    assert title.inner_text() == "לוח זמנים (חורף)"
    assert page.evaluate("getComputedStyle(document.querySelector('.cb-source')).direction") == "ltr"


def test_on_paper_the_passages_stand_below(show: Open):
    page = show(render.page(FERRY), media="print")
    card = page.locator(".cb-pop").first
    assert card.is_visible()
    assert SUNDAYS in card.inner_text()
    assert not page.locator(".cb-open").first.is_visible()
    assert page.locator(".cb-answer p").first.inner_text().endswith("11:05.[1]")
    heights = page.evaluate(
        "[...document.querySelectorAll('.cb-answer .cb-off')].map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) > 0


def test_as_a_pdf(show: Open, tmp_path_factory: pytest.TempPathFactory):
    pdfium = pytest.importorskip("pypdfium2")
    path = tmp_path_factory.mktemp("printed") / "answer.pdf"
    show(render.page(FERRY)).pdf(path=path)
    document = pdfium.PdfDocument(path)
    text = "".join(document[number].get_textpage().get_text_range() for number in range(len(document)))
    document.close()
    said = " ".join(text.split())
    assert SUNDAYS in said
    assert "Halden ferry timetable - Winter - 2026-11-01" in said
    assert "11:05.[1]" in said
