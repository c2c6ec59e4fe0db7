"""`render.json`: the public view, its shape, its offsets, and what is not in it.

`CITEBRIDGE_WRITE=1 python -m pytest tests/render/test_json.py` writes the JSON schema in the documentation anew.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from inline_snapshot import snapshot
from pydantic import TypeAdapter

from citebridge import Answer, Citation, Notice, Source, render
from citebridge.models import Anchor, Claim, Lines, Pages, Section
from citebridge.render import view
from citebridge.testing.work import check_growth
from tests.render.answers import FARES, RULES, TEXT, found, nowhere, point, span, strange_answers
from tests.render.test_markdown import long_answer

SCHEMA = Path(__file__).resolve().parents[2] / "docs" / "reference" / "view.schema.json"


def shown(answer: Answer) -> Any:
    return json.loads(render.json(answer))


def test_the_whole_view():
    quote = "Dogs stay outside at all times"
    evidence = found(
        quote,
        locators=(Lines(start_line=1, end_line=1),),
        method="exact",
        score=1.0,
        link="https://house.example/#dogs",
    )
    answer = Answer(
        text="🐕 No dogs.",
        citations=(
            Citation(
                id="0",
                anchor=Anchor("span", 2, 9),
                claim=Claim(2, 9, "provider"),
                source_id="rules",
                cited_text=quote,
                locators=(Pages(start_page=3, end_page=3),),
                confidence=0.5,
                type="page_location",
                raw={"payload": 1},
                evidence=evidence,
            ),
            Citation(id="1", anchor=Anchor("point", 10, 10), ref="9"),
        ),
        sources=(
            RULES.model_copy(
                update={"section": "Animals", "updated": "2026", "metadata": {"desk": "room"}, "raw": {"x": 1}}
            ),
        ),
        notices=(Notice("display_duty", "", '<a href="https://search.example/?q=a">a</a>'),),
        provider="anthropic",
        model="opus",
        finish="length",
    )
    assert shown(answer) == snapshot(
        {
            "view_version": 1,
            "text": "🐕 No dogs.",
            "marks": [
                {"at": 9, "utf16_at": 10, "label": "1", "citation_ids": ["0"]},
                {"at": 10, "utf16_at": 11, "label": "?", "citation_ids": ["1"]},
            ],
            "citations": [
                {
                    "id": "0",
                    "number": 1,
                    "source_id": "rules",
                    "ref": None,
                    "anchor_kind": "span",
                    "anchor": {"start": 2, "end": 9, "utf16_start": 3, "utf16_end": 10},
                    "claim": {"start": 2, "end": 9, "utf16_start": 3, "utf16_end": 10},
                    "claim_basis": "provider",
                    "cited_text": "Dogs stay outside at all times",
                    "place": "page 3",
                    "locators": [{"kind": "pages", "start_page": 3, "end_page": 3}],
                    "channel": "native",
                    "type": "page_location",
                    "confidence": 0.5,
                    "evidence": {
                        "status": "verified",
                        "quote": "Dogs stay outside at all times",
                        "place": "line 1",
                        "locators": [{"kind": "lines", "start_line": 1, "end_line": 1}],
                        "link": "https://house.example/#dogs",
                        "method": "exact",
                        "score": 1.0,
                        "note": None,
                    },
                },
                {
                    "id": "1",
                    "number": None,
                    "source_id": None,
                    "ref": "9",
                    "anchor_kind": "point",
                    "anchor": {"start": 10, "end": 10, "utf16_start": 11, "utf16_end": 11},
                    "claim": None,
                    "claim_basis": None,
                    "cited_text": None,
                    "place": "",
                    "locators": [],
                    "channel": "native",
                    "type": None,
                    "confidence": None,
                    "evidence": None,
                },
            ],
            "sources": [
                {
                    "id": "rules",
                    "number": 1,
                    "kind": "document",
                    "hidden": False,
                    "title": "House rules",
                    "section": "Animals",
                    "updated": "2026",
                    "url": "https://house.example/rules",
                    "link": "https://house.example/rules",
                }
            ],
            "suggestions": [{"title": "a", "link": "https://search.example/?q=a"}],
            "provider": "anthropic",
            "model": "opus",
            "finish": "length",
            "ending": "Cut off: the length limit was reached.",
            "refusal": None,
        }
    )


def test_a_hidden_source_and_a_refusal():
    plan = Source(id="plan", title="Secret plan", access=("board",))
    answer = Answer(
        text=TEXT,
        citations=(point(8, "plan", cited_text="Falcon"), nowhere("fares")),
        sources=(plan, FARES),
        refusal="No.",
        finish="refusal",
    )
    view_ = shown(answer)
    assert view_["sources"] == snapshot(
        [
            {
                "id": "hidden:1",
                "number": 1,
                "kind": "document",
                "hidden": True,
                "title": "hidden source",
                "section": None,
                "updated": None,
                "url": None,
                "link": None,
            },
            {
                "id": "fares",
                "number": None,
                "kind": "document",
                "hidden": False,
                "title": "Fares",
                "section": None,
                "updated": None,
                "url": None,
                "link": None,
            },
        ]
    )
    assert (view_["finish"], view_["ending"], view_["refusal"]) == ("refusal", "Refused: No.", "No.")
    assert "Falcon" not in render.json(answer)


def test_offsets_are_of_the_text_that_is_shown_in_both_units():
    answer = Answer(text="a\r\n\u202e🐕\ue200b🐕c", citations=(span(4, 8), point(-3), point(99)), sources=(RULES,))
    view_ = shown(answer)
    text = view_["text"]
    assert text == "a\n🐕b🐕c"
    anchor = view_["citations"][0]["anchor"]
    assert text[anchor["start"] : anchor["end"]] == "🐕b🐕"
    units = text.encode("utf-16-le")[2 * anchor["utf16_start"] : 2 * anchor["utf16_end"]]
    assert units.decode("utf-16-le") == "🐕b🐕"
    assert [(mark["at"], mark["utf16_at"]) for mark in view_["marks"]] == [(0, 0), (5, 7), (6, 8)]


def test_it_can_stand_in_a_page():
    written = render.json(Answer(text="</script><script>alert(1)</script>\x9b\u2028"))
    assert "<" not in written
    assert json.loads(written)["text"] == "</script><script>alert(1)</script>\ufffd\n"


def test_numbers_that_json_has_not_are_left_out():
    answer = Answer(text=TEXT, citations=(point(8, confidence=float("nan")),), sources=(RULES,))
    assert shown(answer)["citations"][0]["confidence"] is None


def test_sections_are_safe_too():
    answer = Answer(text=TEXT, citations=(point(8, locators=(Section(path=("A\x1b", "B\nC")),)),), sources=(RULES,))
    assert shown(answer)["citations"][0]["locators"] == [{"kind": "section", "path": ["A\ufffd", "B C"]}]


KEYS = re.compile(r'"(raw|metadata|access|digest|aliases)"')


@settings(max_examples=80)
@given(strange_answers())
def test_nothing_else_is_in_it(answer: Answer):
    written = render.json(answer)
    assert not re.search(r"[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ue000-\uf8ff<]", written)
    assert "Secret" not in written
    view_ = json.loads(written)
    assert not KEYS.search(json.dumps(view_))
    assert json.loads(render.json(answer)) == view_
    TypeAdapter(view.View).validate_python(view_)


@given(strange_answers())
def test_the_same_numbers_as_in_the_text(answer: Answer):
    view_ = shown(answer)
    at, pieces = 0, []
    for mark in view_["marks"]:
        pieces += [view_["text"][at : mark["at"]], f"[{mark['label']}]"]
        at = mark["at"]
    body = "".join([*pieces, view_["text"][at:]])
    assert render.text(answer).startswith(body.rstrip("\n")) or render.text(answer) == body


def test_the_schema_in_the_documentation_is_not_stale():
    schema = json.dumps(TypeAdapter(view.View).json_schema(mode="serialization"), indent=2, ensure_ascii=False) + "\n"
    if os.environ.get("CITEBRIDGE_WRITE"):
        SCHEMA.write_text(schema, encoding="utf-8")
    assert SCHEMA.read_text(encoding="utf-8") == schema


def test_work_grows_with_the_citations():
    check_growth(lambda size: render.json(long_answer(20 * int(str(size)))), lambda times: times, "citations")
