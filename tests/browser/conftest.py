"""A real Chromium for the tests of this folder. Without one, or without playwright, they are skipped and say so.

With `CITEBRIDGE_BROWSER` set they have to run.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"),
    *("--disable-sync", "--no-first-run", "--disable-quic"),
)
Open = Callable[..., "Page"]


def chromium() -> str | None:
    """Where Chromium is, or `None`."""
    return os.environ.get("CHROMIUM") or shutil.which("chromium") or shutil.which("chromium-browser")


def lacking() -> str:
    """What is missing for a browser, in one line; `""` when nothing is."""
    if chromium() is None:
        return "there is no Chromium: apt-get install chromium, or CHROMIUM=/path/to/it"
    return "" if find_spec("playwright") is not None else "playwright is not installed: make dev"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs a browser where there is none, but not where there has to be one."""
    if (reason := lacking()) and not os.environ.get("CITEBRIDGE_BROWSER"):
        for item in items:
            if "browser" in getattr(item, "fixturenames", ()):
                item.add_marker(pytest.mark.skip(reason=reason))


@pytest.fixture(scope="module")
def browser() -> Iterator["Browser"]:
    """For one module: while playwright is there an event loop runs in this thread, and no other test can run its own."""
    assert not lacking(), lacking()
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield found
        found.close()


@pytest.fixture
def context(browser: "Browser") -> Iterator["BrowserContext"]:
    """What one test opens; nothing it asks for leaves this machine."""
    opened = browser.new_context(viewport={"width": 900, "height": 900})
    opened.route("**/*", lambda route: route.fulfill(body="<title>elsewhere</title>", content_type="text/html"))
    yield opened
    opened.close()


@pytest.fixture
def show(context: "BrowserContext") -> Open:
    """Open a page that was rendered, in a colour scheme and for a medium."""

    def opened(written: str, **more: Any) -> "Page":
        page = context.new_page()
        page.emulate_media(**more)
        page.set_content(written)
        return page

    return opened
