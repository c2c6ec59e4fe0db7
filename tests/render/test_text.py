"""`render.text`: the numbers, the source list, what is not shown, and that nothing in it is dangerous to print."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from inline_snapshot import snapshot

from citebridge import Answer, Citation, Notice, Source, render
from citebridge.models import Blocks, Boxes, Chars, Evidence, Lines, Locator, Pages, Section
from citebridge.render import safe
from citebridge.render.numbering import references
from citebridge.render.wording import where, where_found
from tests.render.answers import FARES, NO_MARKS, RULES, TEXT, answers, found, nowhere, point, span
from tests.strategies import IN_STEP, growth


@dataclass(frozen=True)
class Case:
    name: str
    citations: tuple[Citation, ...] = ()
    sources: tuple[Source, ...] = (RULES, FARES)
    text: str = TEXT
    more: dict[str, Any] = field(default_factory=dict)
    shown: str = ""


CASES = [
    Case("no citations", shown=snapshot("No dogs. Bikes cost €2.")),
    Case(
        "a span, with place and quote",
        (span(0, 7, cited_text="Dogs stay\noutside.", locators=(Pages(start_page=3, end_page=4),)),),
        shown=snapshot("""\
No dogs[1]. Bikes cost €2.

Sources
[1] House rules - https://house.example/rules - pages 3-4
    "Dogs stay outside."\
"""),
    ),
    Case(
        "a span over blanks",
        (span(0, 9),),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "a point",
        (point(8),),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "a point within a word stays there",
        (point(5),),
        shown=snapshot("""\
No do[1]gs. Bikes cost €2.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "numbers by reading order",
        (point(8, "fares"), point(23), point(23, "fares")),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.[2][1]

Sources
[1] Fares
[2] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "several at one place in source order",
        (point(8, "fares"), point(8)),
        shown=snapshot("""\
No dogs.[1][2] Bikes cost €2.

Sources
[1] House rules - https://house.example/rules
[2] Fares\
"""),
    ),
    Case(
        "the same source twice at one place",
        (point(8), span(0, 8)),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "an inner span ends first",
        (span(0, 23), span(3, 7, "fares")),
        shown=snapshot("""\
No dogs[1]. Bikes cost €2.[2]

Sources
[1] Fares
[2] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "one source, two places",
        (
            span(0, 7, locators=(Pages(start_page=1, end_page=1),), cited_text="Dogs."),
            span(9, 22, locators=(Blocks(start_block=2, end_block=3),), cited_text="Bikes."),
        ),
        shown=snapshot("""\
No dogs[1]. Bikes cost €2[1].

Sources
[1] House rules - https://house.example/rules
    page 1: "Dogs."
    block 2: "Bikes."\
"""),
    ),
    Case(
        "one source, the same place twice",
        (span(0, 7, cited_text="All."), span(9, 22, cited_text="All.")),
        shown=snapshot("""\
No dogs[1]. Bikes cost €2[1].

Sources
[1] House rules - https://house.example/rules
    "All."\
"""),
    ),
    Case(
        "unresolved",
        (point(8, None, ref="9", cited_text="Dogs."), nowhere(None, ref="file-7")),
        shown=snapshot("""\
No dogs.[?] Bikes cost €2.

Not resolved
[?] 9
    "Dogs."
- file-7\
"""),
    ),
    Case(
        "unresolved, with a provider's own handle",
        (point(8, None, ref="turn1file2"),),
        shown=snapshot("""\
No dogs.[?] Bikes cost €2.

Not resolved
[?] a source that was not named\
"""),
    ),
    Case(
        "unresolved, and nothing named",
        (point(8, None),),
        shown=snapshot("""\
No dogs.[?] Bikes cost €2.

Not resolved
[?] a source that was not named\
"""),
    ),
    Case(
        "an anchor that ends within the target of a link",
        (point(23), span(3, 26, "fares"), point(3, "fares"), point(8, "fares")),
        text="See [rules](box:/a_(b).md). [x](",
        shown=snapshot("""\
See[1] [rul[1]es](box:/a_(b).md)[2][1]. [x](

Sources
[1] Fares
[2] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "a source that is not there",
        (point(8, "gone"),),
        shown=snapshot("""\
No dogs.[?] Bikes cost €2.

Not resolved
[?] gone\
"""),
    ),
    Case(
        "no anchor",
        (point(8), nowhere(locators=(Lines(start_line=4, end_line=4),)), nowhere("fares")),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.

Sources
[1] House rules - https://house.example/rules - line 4
- Fares\
"""),
    ),
    Case(
        "hidden, and what is derived from it",
        (
            span(0, 7, "plan", cited_text="Falcon", ref="plan"),
            span(9, 22, "digest", cited_text="Heron"),
            nowhere("digest2"),
        ),
        (
            Source(id="plan", title="Secret", url="https://deals.example/", access=("board",)),
            Source(id="digest", title="Digest", derived_from=("plan",)),
            Source(id="digest2", title="Digest", derived_from=("digest",)),
        ),
        shown=snapshot("""\
No dogs[1]. Bikes cost €2[2].

Sources
[1] hidden source
[2] hidden source
- hidden source\
"""),
    ),
    Case(
        "hostile title, url, quote and ref",
        (
            point(8, "bad", cited_text="a\x1b[2Jb\r\nc", locators=(Section(path=("One\x07", "Two\nThree")),)),
            point(8, None, ref="x\x1b]0;y\x07"),
        ),
        (Source(id="bad", title="\x1b[31mRed\x1b[0m\n[9] Fake\u202egnp", url="https://bad.example/\x00\u2066x"),),
        shown=snapshot("""\
No dogs.[1][?] Bikes cost €2.

Sources
[1] �[31mRed�[0m [9] Fakegnp - https://bad.example/�x - section One� > Two Three
    "a�[2Jb c"

Not resolved
[?] x�]0;y�\
"""),
    ),
    Case(
        "hostile answer",
        (point(13),),
        text="Red \x1b[31m\u202enow\r\nnext\rline\x9b \ue200x\ue201.",
        shown=snapshot("""\
Red �[31mnow[1]
next
line� x.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "no title",
        (point(8, "u"), point(8, "i")),
        (Source(id="u", url="https://house.example/"), Source(id="i")),
        shown=snapshot("""\
No dogs.[1][2] Bikes cost €2.

Sources
[1] https://house.example/
[2] i\
"""),
    ),
    Case("empty answer", (), (), "", shown=snapshot("")),
    Case(
        "empty answer, cited all the same",
        (point(0), nowhere("fares")),
        text="",
        shown=snapshot("""\
[1]

Sources
[1] House rules - https://house.example/rules
- Fares\
"""),
    ),
    Case(
        "refusal",
        (),
        (),
        "",
        {"finish": "refusal", "refusal": "I can't\nhelp."},
        shown=snapshot("Refused: I can't help."),
    ),
    Case(
        "refusal after a text",
        (span(0, 7),),
        more={"finish": "refusal", "refusal": "I can't."},
        shown=snapshot("""\
No dogs[1]. Bikes cost €2.

Refused: I can't.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "refusal without words",
        (),
        (),
        "",
        {"finish": "refusal", "finish_detail": "refusal"},
        shown=snapshot("Refused."),
    ),
    Case(
        "cut off",
        (),
        text="No do",
        more={"finish": "length", "finish_detail": "max_tokens"},
        shown=snapshot("""\
No do

Cut off: the length limit was reached (max_tokens).\
"""),
    ),
    Case(
        "broken off",
        (point(5),),
        text="No do\n\n",
        more={"finish": "truncated"},
        shown=snapshot("""\
No do[1]

Cut off: the stream ended early.

Sources
[1] House rules - https://house.example/rules\
"""),
    ),
    Case(
        "recitation",
        (
            span(0, 7, None, type="recitation"),
            span(9, 22, None, type="recitation", ref="https://poem.example/"),
            span(9, 22, "fares", type="recitation"),
        ),
        shown=snapshot("""\
No dogs. Bikes cost €2.

Sources
- Fares - recited
- https://poem.example/ - recited\
"""),
    ),
    Case(
        "anchors out of range",
        (point(-3), point(999, "fares")),
        shown=snapshot("""\
[1]No dogs. Bikes cost €2.[2]

Sources
[1] House rules - https://house.example/rules
[2] Fares\
"""),
    ),
    Case(
        "evidence: what was found, and whether it holds",
        (
            point(8, cited_text="No fires.", evidence=found("No fires.", locators=(Lines(start_line=1, end_line=1),))),
            point(8, cited_text="Dogs stay in", evidence=found("Dogs stay outside", "altered", note="in for outside")),
            point(23, "fares", cited_text="Cats", evidence=Evidence(status="not_found", note="it is not there")),
            point(23, "fares", cited_text="€2", evidence=Evidence(status="unverifiable", note="there is no text")),
            point(23, "fares", evidence=Evidence(status="unverifiable", note="there is no quote")),
            point(23, "fares", cited_text="€3", evidence=Evidence(status="wrong_place", quote="€3", note="on page 9")),
        ),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.[2]

Sources
[1] House rules - https://house.example/rules
    line 1: "No fires." (verified)
    "Dogs stay in" (altered: in for outside; the source says "Dogs stay outside")
[2] Fares
    "Cats" (not found in the source)
    "€2" (not checked: there is no text)
    "€3" (found in another place: on page 9)\
"""),
    ),
    Case(
        "what the provider asks to be shown",
        more={"notices": (Notice("display_duty", "", {"a": ['<a href="https://search.example/?q=b">b</a>']}),)},
        shown=snapshot("""\
No dogs. Bikes cost €2.

Search suggestions
- b - https://search.example/?q=b\
"""),
    ),
    Case(
        "title, section and date; the place of a chunk",
        (point(8, "chunk"),),
        (
            Source(
                id="chunk",
                title="House rules",
                section="Dogs",
                updated="2026-05-01",
                locators=(Pages(start_page=2, end_page=2),),
            ),
        ),
        shown=snapshot("""\
No dogs.[1] Bikes cost €2.

Sources
[1] House rules - Dogs - 2026-05-01 - page 2\
"""),
    ),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_text(case: Case):
    answer = Answer(text=case.text, citations=case.citations, sources=case.sources, **case.more)
    assert render.text(answer) == case.shown


@pytest.mark.parametrize(
    "finish", ["length", "refusal", "filtered", "tool_call", "paused", "truncated", "error", "other"]
)
def test_every_end_but_a_complete_one_is_told_in_one_line(finish: Any):
    shown = render.text(Answer(text="No dogs.", finish=finish, finish_detail="its\nown word"))
    assert re.fullmatch(r"No dogs\.\n\n.+ \(its own word\)\.", shown)


def test_metadata_and_raw_are_never_shown():
    source = Source(id="s", title="T", metadata={"desk": "room-4471"}, raw={"blob": "raw-5"}, text="whole text")
    cited = point(8, "s", raw={"quoted": "raw-6"}, confidence=0.5)
    shown = render.text(Answer(text=TEXT, citations=(cited,), sources=(source,), raw={"body": "raw-7"}))
    assert not re.search(r"room|raw|whole|0\.5", shown)


@pytest.mark.parametrize(
    ("found_", "said", "words"),
    [
        ((), (), ""),
        ((Chars(start=1, end=2), Boxes(page=2, rects=())), (), "characters 1-2, page 2"),
        ((Chars(start=1, end=2), Blocks(start_block=1, end_block=2)), (), "block 1"),
        ((Lines(start_line=1, end_line=2), Section(path=("A",))), (), "section A"),
        (
            (Lines(start_line=1, end_line=2), Section(path=("A",))),
            (Lines(start_line=1, end_line=2),),
            "lines 1-2, section A",
        ),
        ((Lines(start_line=1, end_line=2),), (Pages(start_page=3, end_page=3),), "page 3"),
        ((Pages(start_page=4, end_page=4),), (Pages(start_page=3, end_page=3),), "page 4"),
    ],
)
def test_places_of_evidence_as_a_reader_looks_them_up(found_: Any, said: Any, words: str):
    assert where_found(found_, said) == words


@pytest.mark.parametrize(
    ("url", "linked"),
    [
        ("https://a.example/b?c=d#e", "https://a.example/b?c=d#e"),
        ("HTTP://a.example", "HTTP://a.example"),
        ("mailto:a@b.example", "mailto:a@b.example"),
        (" https://a.example/\n b", "https://a.example/%20b"),
        ("https://a.example/é\u200b", "https://a.example/é"),
        ('https://a.example/"<>`{}|^\\', "https://a.example/%22%3C%3E%60%7B%7D%7C%5E%5C"),
        *(
            (url, None)
            for url in ("", None, "a", "//a.example", "/a", "https:/a", "https://", "https:///a", "mailto:", "ftp://a")
        ),
        *(
            (url, None)
            for url in (
                "javascript:a",
                "\x01javascript:a",
                "java\tscript:a",
                "&#106;avascript:a",
                "data:a",
                "&#104;ttps://a",
            )
        ),
    ],
)
def test_what_may_become_a_link(url: str | None, linked: str | None):
    assert safe.address(url) == linked


@pytest.mark.parametrize(
    ("locator", "words"),
    [
        (Chars(start=10, end=40), "characters 10-40"),
        (Pages(start_page=3, end_page=3), "page 3"),
        (Pages(start_page=3, end_page=4), "pages 3-4"),
        (Blocks(start_block=2, end_block=3), "block 2"),
        (Blocks(start_block=2, end_block=5), "blocks 2-4"),
        (Lines(start_line=8, end_line=13), "lines 8-13"),
        (Section(path=("Rules", "Dogs")), "section Rules > Dogs"),
        (Boxes(page=2, rects=((0.0, 0.0, 1.0, 1.0),)), "page 2"),
    ],
)
def test_places_in_words(locator: Locator, words: str):
    assert where([locator]) == words


@pytest.mark.parametrize(
    ("text", "room", "shown"),
    [
        ("a b c", 5, "a b c"),
        ("No dogs in the house", 12, "No dogs in…"),
        ("No dogs in the house", 11, "No dogs in…"),
        ("Donaudampfschifffahrt", 6, "Donau…"),
        ("to Donaudampfschifffahrt", 9, "to Donau…"),
    ],
)
def test_cut_at_a_word_where_that_keeps_most(text: str, room: int, shown: str):
    assert safe.line(text, room) == shown
    assert len(shown) <= room


def test_numbers_are_for_every_renderer():
    shown = references(Answer(text=TEXT, citations=(point(23), point(8, "fares")), sources=(RULES, FARES)))
    assert [(mark.place, mark.label, mark.entry.source) for mark in shown.marks] == [(8, "1", FARES), (23, "2", RULES)]
    assert [(entry.label, entry.source) for entry in shown.entries] == [("1", FARES), ("2", RULES)]


@pytest.mark.parametrize(
    "text",
    [
        "See https://a.ex|ample/path.",
        "See https://a.example/path|.",
        "See <https://a.ex|ample/>.",
        "See [a](https://a.ex|ample/b_(c)) and d",
        "Use `ls| -l` now.",
        "Use `cat https://a.ex|ample/` now.",
        "It is:\n```\nx |= 1\n```\nSo.",
        "Cats &a|mp; dogs",
        "参照https://a.ex|ample/path。犬は吠える。",
        "参照https://a.example/path。犬は`x`|。猫は鳴く。",
    ],
)
def test_no_mark_is_within_an_address_an_entity_or_code(text: str):
    place, plain = text.index("|"), text.replace("|", "")
    mark = references(Answer(text=plain, citations=(point(place),), sources=(RULES,))).marks[0]
    assert plain[: mark.place].endswith(("path", "/>", "(c))", "`", "&amp;"))


@pytest.mark.parametrize(
    "unit", ["](", "](a", "](a(b)", "(a)", "](a](x)", "https://", "http://a.", "`a``", "&a", "<http://"]
)
def test_links_are_found_in_linear_time(unit: str):
    def run(size: int) -> object:
        text = f"]({unit * size}"
        return references(Answer(text=text, citations=(point(len(text)),), sources=(RULES,)))

    assert growth(run, 50_000) < IN_STEP


@given(answers())
def test_never_raises_and_is_safe_to_print(answer: Answer):
    shown = render.text(answer)
    assert not re.search(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff]", shown)
    assert "Secret" not in shown


@given(answers(NO_MARKS))
def test_the_text_without_the_marks_is_the_answer(answer: Answer):
    shown = re.sub(r"\[(?:\d+|\?)\]", "", render.text(answer))
    assert shown.startswith(safe.lines(answer.text).rstrip("\n"))


def test_json_that_is_shown_has_no_bare_controls_and_the_same_value():
    value = ["\x7f\x85\x9b", "\u061c\u200e\u200f", "\u2028\u2029\u202a\u202e", "\u2066\u2069", "é🐕\u200d"]
    shown = safe.json_text(json.dumps(value, ensure_ascii=False))
    assert json.loads(shown) == value
    assert not any(sign in shown for one in value[:4] for sign in one)
    assert "é🐕\u200d" in shown


@pytest.mark.parametrize("sign", ["\u061c", "\u200e", "\u200f", "\u202e", "\u2066"])
def test_what_turns_the_text_is_not_shown(sign: str):
    assert safe.lines(f"a{sign}b") == "ab"
