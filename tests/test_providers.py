"""Each surface has all that belongs to one, and what it says of itself is so.

Everything here is made from the folder of the providers. Where something is missing, the name of the surface says whose.
"""

import re
import tomllib
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest
from pydantic import JsonValue

from citebridge import Answer, normalize, parser, providers
from citebridge.adapter import AnswerBuilder, Capabilities, ReaderSpec, Record
from citebridge.models.plain import Door
from citebridge.normalizer.intake import intake_for
from tests.wire import Wire, stories, wires

ROOT = Path(__file__).resolve().parent.parent
STEMS = sorted(path.stem for path in Path(providers.__file__).parent.glob("[!_]*.py"))
MODULES = {stem.replace("_", ".", 1): stem for stem in STEMS if not stem.endswith("_ask")}
MOST_LINES = 150  # with `replay`

each_surface = pytest.mark.parametrize("name", MODULES)


def reads(name: str) -> ModuleType:
    return import_module(f"citebridge.providers.{MODULES[name]}")


def asks(name: str) -> ModuleType:
    return import_module(f"citebridge.providers.{MODULES[name]}_ask")


# -- what belongs to a surface


@each_surface
def test_what_it_can_do_is_told(name: str):
    assert find_spec(f"citebridge.providers.{MODULES[name]}_ask"), f"{name} has no {MODULES[name]}_ask.py"
    can = asks(name).capabilities
    assert isinstance(can, Capabilities)
    assert can.ask
    assert can.lost
    assert providers.capabilities(name) is can


@each_surface
def test_its_sdk_is_in_an_extra(name: str):
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    offered = [one for extra in project["project"]["optional-dependencies"].values() for one in extra]
    assert asks(name).requires in offered, f"pyproject.toml has no extra with what {name} requires"


@each_surface
def test_it_has_a_cassette(name: str):
    assert "ferry" in stories(name), f"{name} has no cassette of ferry"
    if asks(name).capabilities.stream_order is not None:
        assert Wire(name, streamed=True) in wires([name]), f"{name} streams, and has no stream of ferry"


@each_surface
def test_it_is_tested_through_its_sdk(name: str):
    module = f"tests.providers.test_{MODULES[name]}"
    assert find_spec(module), f"{name} has no {module.replace('.', '/')}.py"
    assert hasattr(import_module(module), "ask")


@each_surface
def test_it_is_in_the_tables_of_the_docs(name: str):
    page = (ROOT / "docs" / "reference" / "providers.md").read_text(encoding="utf-8")
    parts = re.findall(r"<!-- (\w+) -->\n\| `?provider=?`? \|(.*?)<!-- /\1 -->", page, re.S)
    assert parts
    lacking = [part for part, rows in parts if f"\n| `{name}` |" not in rows]
    assert lacking == [], f"docs/reference/providers.md does not have {name} in these tables"


def test_nothing_is_asked_that_cannot_be_read():
    assert {stem.removesuffix("_ask") for stem in STEMS} == set(MODULES.values())


# -- readers


@each_surface
def test_a_reader_is_short(name: str):
    source = (Path(providers.__file__).parent / f"{MODULES[name]}.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MOST_LINES


@each_surface
def test_a_reader_is_what_the_contract_says(name: str):
    reader = reads(name)
    assert providers.reader(name) is reader
    assert reader.name == name
    assert isinstance(reader.spec, ReaderSpec)
    assert reader.spec.api
    assert reader.sources_in({}) == []
    reading = reader.parser(AnswerBuilder(name, api=reader.spec.api))
    for event in reader.explode({}):
        reading.feed(event)
    reading.close()


# -- whose shape it is


def bodies(name: str) -> list[Wire]:
    return [wire for wire in wires([name]) if not wire.streamed]


def events_in(stream: Wire) -> list[JsonValue]:
    """The events of a stream, without its framing."""
    intake = intake_for(stream.data, Door(lambda repair: None), lambda notice: None, final=True)
    assert intake
    return [*intake.feed(stream.data), *intake.close()]


def claiming(record: Record) -> list[str]:
    """Who takes a record for theirs: those whose own shape it is, else those whose shape others send too."""
    claims = {name: reads(name).spec.shared for name in MODULES if reads(name).spec.tells(record)}
    return [name for name, shared in claims.items() if not shared] or list(claims)


@each_surface
def test_a_body_tells_whose_it_is(name: str):
    for body in bodies(name):
        answer = normalize(body.data, provider=name)
        claims = claiming(body.recorded)
        assert len(claims) == 1, f"{claims} all take {body} for theirs"
        if answer.citations:
            assert claims == [name], f"{claims} takes {body} for its own"
        assert normalize(body.data).provider == claims[0]


@each_surface
def test_a_stream_tells_by_its_first_event_whose_it_is_or_that_it_is_shared(name: str):
    for stream in [wire for wire in wires([name]) if wire.streamed]:
        first = events_in(stream)[0]
        assert isinstance(first, dict)
        claims = claiming(first)
        assert len(claims) == 1, f"{claims} all take {stream} for theirs"
        assert claims == [name] or reads(claims[0]).spec.shared, f"{claims} takes {stream} for its own"
        assert normalize(stream.data).provider == claims[0]


# -- what it says that it can do is what the cassettes show


@cache
def answers(name: str) -> tuple[Answer, ...]:
    """What all cassettes of a surface give, whole and streamed."""
    return tuple(normalize(wire.data, provider=name, request=wire.request) for wire in wires([name]))


def anchors(answer: Answer) -> Iterator[str]:
    for one in answer.citations:
        if one.channel == "native":  # a mark that leaked is no way of citing
            yield one.anchor.kind if one.anchor is not None else "none"


def locators(answer: Answer) -> Iterator[str]:
    return (place.kind for one in answer.citations for place in one.locators)


def quotes(answer: Answer) -> Iterator[bool]:
    return (True for one in answer.citations if one.cited_text)


def web(answer: Answer) -> Iterator[bool]:
    return (True for one in answer.sources if one.kind == "web")


@each_surface
@pytest.mark.parametrize("shown", [anchors, locators, quotes, web])
def test_what_it_can_do_is_seen(name: str, shown: Callable[[Answer], Iterator[object]]):
    claimed = getattr(asks(name).capabilities, shown.__name__)
    expected = set(claimed) if isinstance(claimed, tuple) else {claimed} - {False}
    seen = {what for answer in answers(name) for what in shown(answer)}
    assert seen == expected, (
        f"{name} says {shown.__name__}={claimed!r}, and its cassettes show {sorted(map(str, seen))}"
    )


@each_surface
def test_documents_and_files_that_it_cites_are_seen(name: str):
    can = asks(name).capabilities
    offered = [source for body in bodies(name) for source in reads(name).sources_in(body.request)]
    told = [one for answer in answers(name) for one in answer.sources if one.origin == "provider"]
    files = any(one.kind in ("file", "chunk") for one in told)
    attached = files and not can.retrieval  # files that do not lie with the provider came with the request
    said = f"{name} says documents={can.documents!r}, retrieval={can.retrieval}"
    assert bool(can.documents) == bool(offered or attached), (
        f"{said}; its cassettes offer {[one.id for one in offered]}"
    )
    assert not can.retrieval or files, f"{said}; no cassette has a stored file"
    if offered:
        assert any(one.media_type == "application/pdf" for one in offered) == ("pdf" in can.documents)


@each_surface
def test_a_stream_tells_of_citations_when_it_says(name: str):
    stream = Wire(name, streamed=True)
    seen = order_in(events_in(stream), name, stream.request) if stream in wires([name]) else None
    assert seen == asks(name).capabilities.stream_order


def order_in(events: list[JsonValue], name: str, request: JsonValue) -> str:
    """When the citations with a place are told, found out by cutting the stream behind each of its events."""

    def cut(count: int) -> Answer:
        reading = parser(name, request=request)
        for event in events[:count]:
            reading.feed(event)
        return reading.close()

    whole = cut(len(events))
    ends = {one.id: one.anchor.end for one in whole.citations if one.anchor is not None}
    told: dict[str, int] = {}  # how much text had come with the event that told of a citation
    for answer in map(cut, range(len(events) + 1)):
        told = {one.id: len(answer.text) for one in answer.citations} | told
    if all(told[known] < end for known, end in ends.items()):
        return "before"
    return "at_end" if all(told[known] == len(whole.text) for known in ends) else "after"
