"""Chips and their cards in a real browser: by mouse and keyboard, without script, for every reader."""

from typing import TYPE_CHECKING, Any

import pytest

from citebridge import Answer, render
from tests.browser.conftest import Open
from tests.browser.samples import FERRY, LINK, QUESTION, REFUSAL, RIGHT_TO_LEFT, SUNDAYS, story

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SCHEMES = ("light", "dark")
OPEN = ".cb-pop:popover-open"
FOCUSED = "document.activeElement.getAttribute('aria-label')"


def test_a_chip_opens_by_mouse_and_closes_by_escape(show: Open):
    page = show(render.page(FERRY, title=QUESTION))
    chip = page.locator(".cb-chip").first
    assert page.locator(OPEN).count() == 0
    chip.click()
    assert page.locator(OPEN).count() == 1
    assert page.locator(f"{OPEN} mark").inner_text() == SUNDAYS
    assert "The ferry sails from Café Brygga" in page.locator(f"{OPEN} blockquote").inner_text()
    page.keyboard.press("Escape")
    assert page.locator(OPEN).count() == 0
    chip.click()
    page.mouse.click(5, 5)
    assert page.locator(OPEN).count() == 0


def test_a_chip_opens_by_keyboard_and_focus_comes_back(show: Open):
    page = show(render.page(FERRY))
    page.keyboard.press("Tab")
    name = page.evaluate(FOCUSED)
    assert name == "1: Halden ferry timetable - Winter - 2026-11-01"
    for key in ("Enter", " "):
        page.keyboard.press(key)
        assert page.locator(OPEN).count() == 1
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.href") == LINK
        page.keyboard.press("Escape")
        assert page.locator(OPEN).count() == 0
        assert page.evaluate(FOCUSED) == name


def test_one_card_is_open_at_a_time_and_in_sight(show: Open):
    page = show(render.page(FERRY))
    for number in range(page.locator(".cb-answer .cb-chip").count()):
        chip = page.locator(".cb-answer .cb-chip").nth(number)
        chip.click()
        assert page.locator(OPEN).count() == 1
        box, card = chip.bounding_box(), page.locator(OPEN).bounding_box()
        assert box is not None
        assert card is not None
        assert card["x"] >= 0
        assert card["x"] + card["width"] <= 900
        assert 0 <= card["y"] - (box["y"] + box["height"]) < 20 or 0 <= box["y"] - (card["y"] + card["height"]) < 20
        page.keyboard.press("Escape")


def test_on_a_small_screen_the_card_is_at_the_bottom(show: Open):
    page = show(render.page(FERRY))
    page.set_viewport_size({"width": 360, "height": 640})
    page.locator(".cb-chip").first.click()
    card = page.locator(OPEN).bounding_box()
    assert card is not None
    assert card["y"] + card["height"] > 600
    assert (card["x"] >= 0, card["x"] + card["width"] <= 360) == (True, True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_it_needs_no_script(browser: "Browser"):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_content(render.page(FERRY))
    page.locator(".cb-chip").first.click()
    assert page.locator(OPEN).is_visible()
    context.close()


def test_a_link_opens_a_new_tab_that_knows_nothing_of_this_one(show: Open):
    page = show(render.page(FERRY))
    page.locator(".cb-chip").first.click()
    with page.expect_popup() as opened:
        page.locator(f"{OPEN} a").click()
    tab = opened.value
    tab.wait_for_load_state()
    assert tab.url == LINK
    assert tab.evaluate("[window.opener, document.referrer]") == [None, ""]


def test_a_refusal_shows_what_was_offered(show: Open):
    page = show(render.page(REFUSAL))
    titles = page.locator(".cb-state li")
    assert not titles.first.is_visible()
    page.locator("summary").click()
    assert titles.all_inner_texts() == [
        "Halden ferry timetable - Winter - 2026-11-01",
        "Halden ferry fares - 2026-10-12",
        "Halden ferry rules - Animals",
        "hidden source",
    ]


def test_what_is_wrong_looks_so_without_colours(show: Open):
    page = show(render.page(FERRY))
    chips = page.locator(".cb-answer .cb-chip")
    borders = chips.evaluate_all("all => all.map(one => [one.innerText, getComputedStyle(one).borderStyle])")
    assert borders == [
        ["1", "solid"],
        ["2!", "dashed"],
        ["2", "solid"],
        ["3", "solid"],
        ["4", "solid"],
        ["?", "dashed"],
        ["2", "solid"],
    ]


# -- for every reader


def faults(page: "Page") -> list[tuple[str, Any]]:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()
    found = axe.run(page).response["violations"]
    return [(one["id"], [node["html"][:160] for node in one["nodes"]]) for one in found]


MORE = (
    REFUSAL,
    RIGHT_TO_LEFT,
    Answer(
        text="# One\n\n### Two\n\n```\nlong " + "x" * 300 + "\n```\n\n| a | |\n|---|---|\n| b | c |", finish="length"
    ),
)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing(show: Open, scheme: str):
    page = show(render.page(FERRY, title=QUESTION), color_scheme=scheme)
    assert faults(page) == []
    page.locator(".cb-chip").nth(1).click()
    assert faults(page) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_finds_nothing_in_others(show: Open, scheme: str):
    page = show(render.page(*MORE, story("google", "web"), title="Others"), color_scheme=scheme)
    page.locator("summary").click()
    assert faults(page) == []


def test_the_scheme_is_that_of_the_page_around(show: Open):
    """In a page that is only light, an answer stays dark on light, whatever the system likes."""
    colour = "getComputedStyle(document.querySelector('.cb-sources a')).color"
    fragment = render.html(FERRY)
    light, only_light, dark = (
        show(f"<!doctype html><html style='color-scheme: {around}'>{fragment}", color_scheme=scheme).evaluate(colour)
        for around, scheme in (("light dark", "light"), ("light", "dark"), ("light dark", "dark"))
    )
    assert light == only_light != dark
