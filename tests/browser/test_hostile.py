"""300 answers in which everything is hostile, in a real browser and a page without any policy: nothing happens."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from citebridge import Answer, Citation, Notice, Source, render
from citebridge.models import Anchor, Evidence, Section
from tests.browser.conftest import Open
from tests.render.answers import HOSTILE

COUNT = 300
PIECES = 6
FIELDS = (
    "title",
    "url",
    "section",
    "updated",
    "quote",
    "ref",
    "text",
    "refusal",
    "note",
    "link",
    "path",
    "suggestion",
    "model",
)


def hostile() -> Iterator[Answer]:
    """Each text in each field, and all fields at once."""
    for text in HOSTILE:
        yield answer(dict.fromkeys(FIELDS, text))
    for number, text in enumerate(text for _ in FIELDS for text in HOSTILE):
        yield answer({FIELDS[number % len(FIELDS)]: text, FIELDS[number * 7 % len(FIELDS)]: text})


def answer(said: dict[str, Any]) -> Answer:
    text = said.get("text", "Hens cluck. ") + " Cats purr."
    section = (Section(path=(said.get("path", "A"),)),)
    evidence = Evidence(
        status="altered", quote=said.get("quote", "Q"), locators=section, link=said.get("link"), note=said.get("note")
    )
    places = (0, len(text) // 2, len(text))
    source = Source(
        id="s", title=said.get("title"), url=said.get("url"), section=said.get("section"), updated=said.get("updated")
    )
    cited = [
        Citation(
            id=str(n),
            anchor=Anchor("point", at, at),
            source_id="s",
            cited_text=said.get("quote"),
            locators=section,
            evidence=evidence if n else None,
        )
        for n, at in enumerate(places)
    ]
    lost = Citation(id="9", anchor=Anchor("point", 0, 0), ref=said.get("ref"))
    asked = Notice(
        "display_duty",
        "",
        {
            "html": f"{said.get('suggestion', '')}<a href='{said.get('suggestion', 'x')}'>{said.get('suggestion', '')}</a>"
        },
    )
    return Answer(
        text=text,
        citations=(*cited, lost),
        sources=(source,),
        refusal=said.get("refusal"),
        model=said.get("model"),
        notices=(asked,),
    )


@pytest.mark.parametrize("piece", range(PIECES))
def test_nothing_happens(show: Open, piece: int):
    answers = list(islice(hostile(), piece, COUNT, PIECES))
    assert len(answers) == COUNT // PIECES
    page = show("<p>")
    happened: list[str] = []

    def dismissed(dialog: Any) -> None:
        happened.append(f"dialog {dialog.message}")
        dialog.dismiss()

    page.on("dialog", dismissed)
    page.on("request", lambda request: happened.append(f"request {request.url}"))
    page.on("framenavigated", lambda frame: happened.append(f"went to {frame.url}"))
    page.on("pageerror", lambda error: happened.append(f"error {error}"))
    page.context.on("page", lambda opened: happened.append(f"opened {opened.url}"))
    page.evaluate(
        "written => document.open().write(written) ?? document.close()",
        f"<!doctype html>{''.join(map(render.html, answers))}",
    )
    assert page.locator(".citebridge").count() == len(answers)
    page.evaluate(TOUCH)
    page.wait_for_timeout(50)
    assert [one for one in happened if "about:blank" not in one] == []
    assert (
        page.evaluate(
            "[...document.links].filter(one => !/^(https?|mailto):$/.test(one.protocol)).map(one => one.href)"
        )
        == []
    )
    assert (
        page.evaluate(
            "document.querySelectorAll('script,img,iframe,svg,object,embed,form,input,link,base,meta').length"
        )
        == 0
    )
    assert (
        set(page.evaluate("[...document.all].flatMap(one => [...one.attributes].map(two => two.name))")) <= ATTRIBUTES
    )


TOUCH = """() => {
  for (const one of document.querySelectorAll('.citebridge *')) {
    for (const kind of ['mouseover', 'mouseenter', 'focus', 'pointerdown', 'load', 'error', 'toggle'])
      one.dispatchEvent(new Event(kind));
    if (one.tagName === 'BUTTON' || one.tagName === 'SUMMARY') one.click();
  }
}"""
ATTRIBUTES = {
    *(
        "aria-hidden",
        "aria-label",
        "aria-labelledby",
        "class",
        "dir",
        "href",
        "id",
        "popover",
        "popovertarget",
        "rel",
        "role",
    ),
    *("scope", "start", "tabindex", "target", "type", "open"),
}
