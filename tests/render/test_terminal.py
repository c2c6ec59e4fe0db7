"""`render.terminal`: what rich prints of it, at any width, with links and without what acts on a terminal."""

import builtins
import io
import re
import sys
from typing import Any

import pytest
from hypothesis import given, settings
from inline_snapshot import snapshot
from rich.console import Console

from citebridge import Answer, Notice, Source, render
from citebridge.errors import MissingExtra
from citebridge.models import Pages
from citebridge.testing.work import check_growth
from tests.render.answers import FARES, RULES, TEXT, found, marked, nowhere, point, strange_answers
from tests.render.test_markdown import long_answer

LINK = re.compile(r"\x1b\]8;id=\d+-?\d*;([^\x1b]*)\x1b\\(.*?)\x1b\]8;;\x1b\\", re.S)


def printed(answer: Answer, *, width: int = 60, colour: bool = False) -> str:
    file = io.StringIO()
    console = Console(
        file=file, width=width, force_terminal=colour, color_system="standard" if colour else None, no_color=not colour
    )
    console.print(render.terminal(answer))
    return "\n".join(row.rstrip() for row in file.getvalue().split("\n"))


def test_one_answer_whole():
    quote = "Dogs stay outside at all times"
    text = "# Rules‸\n\nNo **dogs**‸, *none*, ~~cats~~ `x` [here](https://a.example).\n\n- One\n- Two\n  3. Three‸\n\n     more\n\n> quoted\n> words\n\n---\n\n```py\nx = 1‸\n```\n\n| a | b |\n|---|--:|\n| c | d‸ | e |\n\n[f]: /g\n\n[^h]: A note.\n\n-"
    answer = marked(text, "rules", "fares", "?")
    citations = (
        answer.citations[0].model_copy(
            update={"cited_text": "Dogs stay in", "evidence": found(quote, "altered", note="in for outside")}
        ),
        answer.citations[1].model_copy(update={"cited_text": "€2", "locators": (Pages(start_page=2, end_page=2),)}),
        *answer.citations[2:],
        nowhere(None, ref="file-7"),
    )
    asked = Notice("display_duty", "", '<a href="https://search.example/?q=a">dogs</a>')
    whole = answer.model_copy(update={"citations": citations, "finish": "length", "notices": (asked,)})
    assert printed(whole) == snapshot("""\
Rules[1!]

No dogs[2], none, cats x here.

• One
• Two
  3. Three[?]
  more

  quoted
  words

────────────────────────────────────────────────────────────

x = 1
[1]

a      b
────────────
c   d[2]   e

[f]: /g

[^h]: A note.

•

Cut off: the length limit was reached.

Sources
[1] House rules - https://house.example/rules
    "Dogs stay in" (altered: in for outside; the source says
    "Dogs stay outside at all times")
[2] Fares - page 2
    "€2"

Not resolved
[?] ?
-   file-7

Search suggestions
dogs
""")


def test_it_wraps_at_any_width():
    for width in (12, 20, 33, 200):
        rows = printed(long_answer(3), width=width).split("\n")
        assert max(map(len, rows)) <= width


def test_numbers_and_titles_are_links():
    shown = printed(Answer(text="See [a](https://b.example/).", citations=(point(28),), sources=(RULES,)), colour=True)
    plain = re.sub(r"\x1b\[[\d;]*m", "", shown)
    assert LINK.findall(plain) == [
        ("https://b.example/", "a"),
        ("https://house.example/rules", "[1]"),
        ("https://house.example/rules", "House rules"),
    ]


def test_what_is_no_web_address_is_no_link():
    bad = Source(id="rules", title="T", url="javascript:alert(1)")
    shown = printed(Answer(text="[a](file:///etc/passwd)", citations=(point(23),), sources=(bad,)), colour=True)
    assert not LINK.search(shown)


def test_hidden_and_offered():
    plan = Source(id="plan", title="Secret plan", access=("board",))
    shown = printed(Answer(text=TEXT, citations=(point(8, "plan"), nowhere("fares")), sources=(plan, FARES)))
    assert shown == snapshot("""\
No dogs.[1] Bikes cost €2.

Sources
[1] hidden source
-   Fares
""")


def test_nothing_to_show():
    assert printed(Answer()) == ""
    assert printed(marked("‸")).startswith("[1]\n")


@settings(max_examples=60)
@given(strange_answers())
def test_nothing_acts_on_the_terminal(answer: Answer):
    shown = printed(answer, colour=True)
    ours = re.sub(r"\x1b\[[\d;]*m", "", LINK.sub(r"\2", re.sub(r"\x1b\[[\d;]*m", "", shown)))
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]", ours)
    assert "Secret" not in ours
    for url, _ in LINK.findall(shown):
        assert re.match(r"https?://|mailto:", url, re.I)


def test_deep_nesting_is_quick_and_stays_in_sight():
    rows = printed(marked("> - " * 18 + "deep‸"), width=40).split("\n")
    assert any("deep[1]" in row for row in rows)


def test_without_rich_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch):
    load = builtins.__import__

    def without(name: str, *rest: Any, **more: Any) -> Any:
        if name.partition(".")[0] == "rich":
            raise ModuleNotFoundError("No module named 'rich'", name="rich")
        return load(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", without)
    for name in [one for one in sys.modules if one.partition(".")[0] == "rich"]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(MissingExtra, match=r"pip install \"citebridge\[cli\]\""):
        render.terminal(Answer())


def test_work_grows_with_the_citations():
    check_growth(lambda size: printed(long_answer(10 * int(str(size)))), lambda times: times, "citations")
