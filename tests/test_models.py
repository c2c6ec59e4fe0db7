"""The models by themselves: what a stored answer may hold, and what can be asked of an answer."""

import doctest
import json
import time
from types import ModuleType
from typing import Any, get_args

import pytest
from pydantic import ValidationError

import citebridge
from citebridge import (
    Anchor,
    Answer,
    Citation,
    Claim,
    Evidence,
    Lift,
    Notice,
    SchemaError,
    Selector,
    Source,
    Span,
    models,
)
from citebridge.models import CODES, Boxes, Chars, Lines, Section, TextDelta, answer, events, places

FULL = Answer(
    text="No dogs.",
    raw_text="No dogs[1].",
    lifted=(Lift(Span(7, 10), 7),),
    citations=(
        Citation(
            id="0",
            anchor=Anchor("point", 7, 7),
            claim=Claim(0, 7),
            source_id="rules",
            locators=(Chars(start=0, end=8), Section(path=("House", "Dogs"))),
            raw_span=Span(7, 10),
            evidence=Evidence(
                status="verified",
                span=Span(0, 8),
                locators=(Boxes(page=1, rects=((0.0, 0.0, 1.0, 1.0),)), Lines(start_line=1, end_line=1)),
                alternatives=(Span(20, 28),),
                selector=Selector("No dogs.", "", " No", "00"),
            ),
            raw={"marker": "[1]"},
        ),
    ),
    sources=(Source(id="rules", pages=(Span(0, 8),), blocks=(Span(0, 8),), metadata={"any": 1}, raw={"any": 1}),),
    notices=(Notice("stray_mark", "one", {"any": 1}),),
)


def stored() -> dict[str, Any]:
    return json.loads(FULL.model_dump_json())


# -- stored answers


def test_round_trip():
    assert Answer.model_validate_json(FULL.model_dump_json()) == FULL
    assert Answer.model_validate(FULL.model_dump()) == FULL
    assert Answer.model_validate(stored()) == FULL


@pytest.mark.parametrize("version", [2, 10**30, 0, -1, "1", "2", 1.0, 2.0, True, None, [1], {}])
def test_another_schema_version_is_refused(version: object):
    with pytest.raises(SchemaError, match="this answer has schema_version"):
        Answer.model_validate({"schema_version": version})
    with pytest.raises(SchemaError, match="this answer has schema_version"):
        Answer.model_validate_json(json.dumps({"schema_version": version}))


PLACES = (
    *("", "lifted.0", "lifted.0.raw", "notices.0", "sources.0", "sources.0.pages.0", "sources.0.blocks.0"),
    *("citations.0", "citations.0.anchor", "citations.0.claim", "citations.0.raw_span", "citations.0.evidence"),
    *("citations.0.locators.0", "citations.0.locators.1", "citations.0.evidence.span"),
    *("citations.0.evidence.locators.0", "citations.0.evidence.locators.1"),
    *("citations.0.evidence.alternatives.0", "citations.0.evidence.selector"),
)


@pytest.mark.parametrize("place", PLACES)
def test_unknown_field_is_dropped_and_told(place: str):
    data: Any = stored()
    steps = [step for step in place.split(".") if step]
    within = data
    for step in steps:
        within = within[int(step)] if step.isdecimal() else within[step]
    within["mood"] = "stern"

    read = Answer.model_validate(data)

    told = ".".join([step for step in steps if not step.isdecimal()] + ["mood"])
    assert read.notices[-1] == Notice("unknown_field", f"dropped {told}: not known to schema version 1")
    assert read.model_copy(update={"notices": FULL.notices}) == FULL


def test_every_object_of_the_schema_is_looked_through():
    """A stored answer with every field filled has no object, payloads aside, that the test above leaves out."""

    def objects(value: object, path: str) -> set[str]:
        if isinstance(value, list):
            return {found for n, item in enumerate(value) for found in objects(item, f"{path}.{n}" if path else str(n))}
        if not isinstance(value, dict):
            return set()
        named = {name: item for name, item in value.items() if name not in ("raw", "metadata", "marker_map", "usage")}
        if "at" in value:  # a lift's `raw` is a place
            named = value
        return {path, *(found for name, item in named.items() for found in objects(item, f"{path}.{name}".strip(".")))}

    assert objects(stored(), "") == set(PLACES)


@pytest.mark.parametrize("notices", [5, None, "odd", {"code": "x", "message": "y"}])
@pytest.mark.parametrize("more", [{}, {"mood": "stern"}])
def test_notices_of_another_type_are_told_by_pydantic(notices: object, more: dict[str, object]):
    with pytest.raises(ValidationError, match="notices"):
        Answer.model_validate({"notices": notices, **more})


@pytest.mark.parametrize(
    "odd", [{"citations": 5}, {"citations": [5]}, {"citations": [{"id": "0", "locators": [{"kind": ["x"], "a": 1}]}]}]
)
def test_odd_parts_are_told_by_pydantic(odd: dict[str, object]):
    with pytest.raises(ValidationError, match="citations"):
        Answer.model_validate(odd)


# -- what is asked of an answer


def test_source_of_a_citation():
    first = Source(id="a", title="first")
    answer = Answer(text="x", sources=(first, Source(id="b"), Source(id="a", title="second")))
    same = Answer.model_validate(answer.model_dump())
    to_a, to_nobody, to_none = (Citation(id="0", source_id=name) for name in ("a", "z", None))

    assert [answer.source(one) for one in (to_a, to_nobody, to_none)] == [first, None, None]
    # What was looked up is no part of the answer, and not that of a copy with other sources.
    assert answer == same
    assert (repr(answer), answer.model_dump(), dict(answer)) == (repr(same), same.model_dump(), dict(same))
    assert answer.model_copy(update={"sources": ()}).source(to_a) is None


@pytest.mark.parametrize("given", [None, "0.0", {"id": "0"}])
@pytest.mark.parametrize("asked", ["source", "claim"])
def test_what_is_asked_of_a_citation_takes_one(asked: str, given: Any):
    with pytest.raises(citebridge.UsageError, match=f"Answer.{asked} takes a Citation, .* not {type(given).__name__}"):
        getattr(Answer(text="x"), asked)(given)


def test_source_is_looked_up_and_not_searched_for():
    answer = Answer(sources=tuple(Source(id=str(number)) for number in range(20_000)))
    cited = [Citation(id="0", source_id=str(number)) for number in range(20_000)]
    begin = time.process_time()
    assert [answer.source(one) for one in cited] == list(answer.sources)
    assert time.process_time() - begin < 2  # a search takes 10 seconds and more


# -- examples and names


@pytest.mark.parametrize("module", [answer, events, places], ids=lambda module: module.__name__)
def test_examples(module: ModuleType):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_codes_cannot_be_changed():
    with pytest.raises(TypeError):
        CODES["odd"] = CODES["odd_field"]  # pyright: ignore[reportIndexIssue]


def test_names_at_the_door():
    assert "BUILT" not in models.__all__
    assert get_args(citebridge.Keep) == ("all", "turn", "none")
    assert {name: getattr(citebridge, name) for name in models.__all__ if name not in ("CODES", "SCHEMA_VERSION")} == {
        name: getattr(models, name) for name in models.__all__ if name not in ("CODES", "SCHEMA_VERSION")
    }


def test_json_form_of_events_is_at_the_door():
    event = TextDelta("Hens")
    assert citebridge.load_event(citebridge.dump_event(event)) == event
    assert (events.dump, events.load) == (citebridge.dump_event, citebridge.load_event)
