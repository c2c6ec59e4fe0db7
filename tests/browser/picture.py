"""The picture in the documentation: `python -m tests.browser.picture`, to be looked at before it is kept."""

from pathlib import Path

from playwright.sync_api import sync_playwright

from citebridge import render
from citebridge.render.stylesheet import PAGE
from tests.browser.conftest import FLAGS, chromium
from tests.browser.samples import FERRY

PATH = Path(__file__).resolve().parents[2] / "docs" / "pictures" / "answer.png"
LOOK = """
body { display: grid; grid-template-columns: 11fr 9fr; font-size: .86rem }
body > div { padding: 1.6rem 1.9rem; min-height: 100vh; box-sizing: border-box }
.light { color-scheme: light; background: #fbfbfc; color: #1f2328 }
.dark { color-scheme: dark; background: #14171b; color: #e4e7eb }
"""


def main() -> None:
    """Draw the answer in both colour schemes, with one card open, and write the picture."""
    answer = render.html(FERRY)
    page = f"<!doctype html><style>{PAGE}{LOOK}</style><div class=light>{answer}</div><div class=dark>{answer}</div>"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        opened = browser.new_page(viewport={"width": 1000, "height": 600})
        opened.set_content(page)
        opened.locator(".light .cb-chip").nth(3).click()
        PATH.parent.mkdir(exist_ok=True)
        opened.screenshot(path=PATH)
        browser.close()


if __name__ == "__main__":
    main()
