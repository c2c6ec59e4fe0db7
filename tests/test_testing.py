"""`citebridge.testing` itself: recordings, what was sent, and what is said to whoever uses it wrongly."""

import doctest
import json
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from citebridge import Anchor, Answer, Citation, Lift, Source, Span, UsageError
from citebridge.cassettes import Cassette, Interaction
from citebridge.cassettes.interaction import Piece, Request, Response
from citebridge.cassettes.snapshots import snapshot_file
from citebridge.testing import ReaderLaws, laws, paths
from citebridge.testing.disturbances import EVENTS, MOST, disturbed, disturbed_events
from citebridge.testing.laws import Broken
from citebridge.testing.payloads import Sent, check_kept, check_sent, check_text_sent, check_untouched, with_new_fields
from citebridge.testing.readings import EVERYWHERE, cuts
from citebridge.testing.recordings import recordings_in
from citebridge.testing.work import calls_of, check_growth
from tests.fuzz import as_frame

# -- who uses it


def test_without_pytest_it_says_what_to_install() -> None:
    script = "import sys; sys.modules['pytest'] = None; from citebridge import *; testing.ReaderLaws"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, encoding="utf-8", check=False)
    assert run.stderr.splitlines()[-1] == (
        "citebridge.errors.MissingExtra: citebridge.testing needs pytest, which is not installed: pip install pytest"
    )


def test_the_library_itself_needs_no_pytest() -> None:
    script = "import sys, citebridge; citebridge.normalize({}, provider='openai'); sys.exit('pytest' in sys.modules)"
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_class_that_lacks_something(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text("{}")
    wrong: list[tuple[dict[str, Any], str]] = [
        ({}, "TestIt has no provider"),
        ({"provider": "openai"}, "TestIt has no recordings"),
        ({"provider": "openai", "recordings": tmp_path / "none"}, "no recordings in"),
        ({"provider": "acme", "recordings": tmp_path}, "no provider 'acme'; .* Is its package installed"),
    ]
    for given, said in wrong:
        laws_of_it = type("TestIt", (ReaderLaws,), given)()
        with pytest.raises(UsageError, match=said):
            laws_of_it.pytest_generate_tests(cast("pytest.Metafunc", SimpleNamespace(fixturenames=["recording"])))


# -- recordings

EVENTS_OF_IT = [{"a": 1}, {"b": "ä\u2028\u0085"}]
RECORDED: dict[str, bytes] = {
    "it.sse": b'\xef\xbb\xbf: hello\n\ndata: {"a": 1}\r\n\r\nid: 1\ndata: {"b":\ndata: "\xc3\xa4\xe2\x80\xa8\xc2\x85"}\n\ndata: [DONE]\n\n',
    "it.jsonl": b'{"a": 1}\n\n{"b": "\xc3\xa4\xe2\x80\xa8\xc2\x85"}\n',
    "it.eventstream": as_frame("a", b"1") + as_frame("b", '"ä\u2028\u0085"'.encode()),
}


@pytest.mark.parametrize("name", RECORDED)
def test_streams_are_read_event_by_event(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(RECORDED[name])
    (tmp_path / "README.md").write_text("what is here")
    (recording,) = recordings_in(tmp_path)
    assert (recording.name, recording.stem, recording.is_stream, recording.request) == (name, "it", True, None)
    assert recording.events == EVENTS_OF_IT


def test_a_whole_answer_has_its_request_beside_it(tmp_path: Path) -> None:
    (tmp_path / "v1.it.json").write_text('{"a": 1}')
    (tmp_path / "v1.it.request.json").write_text('{"ask": 1}')
    (recording,) = recordings_in(tmp_path)
    assert (recording.stem, recording.is_stream, recording.request) == ("v1.it", False, {"ask": 1})
    assert recording.events == [{"a": 1}]


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("it.json", b"{"),
        ("it.sse", b"data: {\n\n"),
        ("it.jsonl", b"nothing"),
        ("it.eventstream", as_frame("a", b"1")[:-1]),
        ("it.eventstream", b"data: {}\n\n"),
        ("it.eventstream", b"short"),
    ],
)
def test_a_recording_that_is_none(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(UsageError, match=f"{name} cannot be read as it is named"):
        recordings_in(tmp_path)


KINDS = {
    "it.json": "Application/JSON; charset=utf-8",
    "it.sse": "text/event-stream; charset=utf-8",
    "it.jsonl": "application/x-ndjson",
    "it.eventstream": "application/vnd.amazon.eventstream",
}


def interaction(name: str, data: bytes, *, status: int = 200) -> Interaction:
    asked = Request.of("POST", "https://acme.example/", {}, b'{"ask": 1}')
    return Interaction(request=asked, response=Response.of(status, {"content-type": KINDS[name]}, [Piece(0, data)]))


@pytest.mark.parametrize("name", RECORDED)
def test_a_cassette_has_a_whole_answer_and_its_stream(tmp_path: Path, name: str) -> None:
    path = tmp_path / "it.cassette.jsonl"
    Cassette.of([interaction("it.json", b'{"a": 1}'), interaction(name, RECORDED[name])]).save(path)
    snapshot_file(path).write_text("what was made of it")
    whole, stream = sorted(recordings_in(tmp_path), key=lambda one: one.is_stream)
    assert (whole.name, whole.events, whole.request) == ("it.json", [{"a": 1}], {"ask": 1})
    assert (stream.name, stream.data, stream.request) == (name, RECORDED[name], {"ask": 1})
    assert (stream.stem, stream.is_stream, stream.events) == ("it", True, EVENTS_OF_IT)


def test_several_answers_of_a_cassette_stand_each_for_itself(tmp_path: Path) -> None:
    """They are no twins of each other; what was refused is no answer, and a cassette may hold nothing else."""
    whole, stream = interaction("it.json", b"{}"), interaction("it.sse", RECORDED["it.sse"])
    busy = interaction("it.json", b"Busy", status=529)
    Cassette.of([busy, whole, stream, whole]).save(tmp_path / "it.cassette.jsonl")
    Cassette.of([busy]).save(tmp_path / "busy.cassette.jsonl")
    (tmp_path / "own.answers.jsonl").write_text("{}")
    assert [one.name for one in recordings_in(tmp_path)] == ["it.2.json", "it.3.sse", "it.4.json", "own.answers.jsonl"]


def test_what_broke_off_and_what_is_no_answer_are_left_out_of_a_cassette(tmp_path: Path) -> None:
    """One that is left with `break` may end within an event; a list of models is no whole of the stream beside it."""
    answered, listed = interaction("it.sse", RECORDED["it.sse"]), interaction("it.json", b'{"data": []}')
    left = interaction("it.sse", b"data: {")
    left = left.model_copy(update={"response": left.response.model_copy(update={"cut": True})})
    answered, left = (one.model_copy(update={"provider": "acme"}) for one in (answered, left))
    Cassette.of([listed, answered, left]).save(tmp_path / "it.cassette.jsonl")
    assert [one.name for one in recordings_in(tmp_path)] == ["it.sse"]


def test_a_stream_is_an_answer_though_the_recorder_could_not_tell_whose(tmp_path: Path) -> None:
    """Else nothing would be compared with the whole beside it."""
    whole = interaction("it.json", b"{}").model_copy(update={"provider": "acme"})
    Cassette.of([whole, interaction("it.sse", RECORDED["it.sse"])]).save(tmp_path / "it.cassette.jsonl")
    assert [one.name for one in recordings_in(tmp_path)] == ["it.json", "it.sse"]


def test_an_answer_of_a_cassette_that_is_none(tmp_path: Path) -> None:
    Cassette.of([interaction("it.json", b"{}"), interaction("it.sse", b"data: {")]).save(tmp_path / "it.cassette.jsonl")
    with pytest.raises(UsageError, match=r"it\.cassette\.jsonl:2 cannot be read as its content-type says: "):
        recordings_in(tmp_path)


def test_bytes_are_cut_at_each_place_or_all_over() -> None:
    for size in (10, EVERYWHERE, EVERYWHERE + 1):
        data = bytes(n % 256 for n in range(size))
        found = dict(cuts(data, "it"))
        assert all(b"".join(pieces) == data and all(pieces) for pieces in found.values())
        assert ("cut at byte 7" in found) == (size <= EVERYWHERE)
        assert found == dict(cuts(data, "it"))


# -- disturbed copies


def test_copies_differ_from_the_recording_which_stays() -> None:
    value: Any = {"type": "a", "list": [{"n": 1}, {"n": 2.5}], "on": True, "none": None, "deep": {"text": "x"}}
    before = json.dumps(value)
    copies = disturbed(value)
    assert json.dumps(value) == before
    assert len(dict(copies)) == len(copies), "each is told apart"
    assert [copy for _, copy in copies if copy == value and "true" not in _] == []
    for what in (
        "type is gone",
        "list[0].n is null",
        "list[1].n is -1",
        "on is a text",
        "none is a list",
        "deep is larger",
    ):
        assert what in dict(copies)
    assert len(disturbed({str(n): n for n in range(1000)})) <= MOST
    assert disturbed(None) == []


def test_events_are_lost_repeated_late_and_unknown() -> None:
    events: Any = [{"n": n} for n in range(3)]
    copies = dict(disturbed_events(events))
    assert copies["without event 1"] == [{"n": 0}, {"n": 2}]
    assert copies["event 0 twice"] == [{"n": 0}, {"n": 0}, {"n": 1}, {"n": 2}]
    assert copies["event 0 at the end"] == [{"n": 1}, {"n": 2}, {"n": 0}]
    assert len(copies["an unknown event before event 2"]) == 4
    many: Any = [{"kind": n % 100, str(n % 100): 1} for n in range(500)]
    assert len([what for what in dict(disturbed_events(many)) if what.startswith("without")]) <= EVENTS


@pytest.mark.parametrize("path", [("b",), ("a", 5), ("a", "b"), ("a", 0, "b")])
def test_there_is_nothing_at_a_path(path: Any) -> None:
    for function in (paths.item_at, paths.take_out):
        with pytest.raises(LookupError):
            function({"a": [1]}, path)


def test_examples() -> None:
    result = doctest.testmod(paths)
    assert result.attempted
    assert not result.failed


# -- what was sent

SENT = Sent(
    {
        "quotes": [{"page": "a", "from": 0, "in": {"x": 1, "y": 2}}, {"page": "b", "ids": ["k", 7]}, {"page": "b"}],
        "seen": ["https://a.example/", "https://a.example/"],
    }
)
HOMES: list[tuple[Any, list[str]]] = [
    ({"page": "a", "from": 0, "in": {"x": 1, "y": 2}}, ["quotes[0]"]),
    ({"page": "a", "in": {"x": 1}}, ["quotes[0]"]),  # parts that are told apart are left out
    ({"page": "b"}, ["quotes[1]", "quotes[2]"]),
    ({"page": "b", "ids": ["k", 7], "id": "k"}, ["quotes[1]"]),  # a part is named beside it
    ({"quote": {"page": "b", "ids": ["k", 7]}, "id": "k"}, ["quotes[1]"]),
    ({"quote": {"page": "a"}, "index": 3}, ["quotes[0]"]),
    ({"page": "c"}, []),
    ({"page": "b", "ids": ["k", 7], "id": "q"}, []),
    ({"quote": {"page": "a"}, "id": "q"}, []),
    ({"page": "a", "k": 7}, []),  # made of what was sent, and not sent
    ({}, []),
]


@pytest.mark.parametrize(("raw", "expected"), HOMES)
def test_where_a_payload_comes_from(raw: Any, expected: list[str]) -> None:
    assert [paths.shown(SENT.records[n][0]) for n in SENT.homes(raw)] == expected


def cited(*raws: Any) -> Answer:
    return Answer(citations=tuple(Citation(id=str(n), raw=raw) for n, raw in enumerate(raws)))


def returned(*raws: Any) -> Answer:
    return Answer(sources=tuple(Source(id=f"s{n}", raw=raw) for n, raw in enumerate(raws)))


def marked(*marks: tuple[str, int]) -> Answer:
    places = [
        Citation(id=str(n), raw={"marker": mark}, raw_span=Span(at, at + 3)) for n, (mark, at) in enumerate(marks)
    ]
    return Answer(text="It rose.", raw_text="It rose[1].", lifted=(Lift(Span(7, 10), 7),), citations=tuple(places))


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        (cited({"page": "a"}, {"page": "b"}, {"page": "b"}), None),
        (cited({"page": "a"}, {"page": "a"}), "the raw of a citation is in no other"),
        (cited({"page": "c"}), "the raw of a citation was sent"),
        (cited(None), None),
        (returned("https://a.example/", "https://a.example/"), None),
        (returned("https://b.example/"), "the raw of a source was sent"),
        (returned(*["https://a.example/"] * 3), "the raw of a source is in no other"),
        (marked(("[1]", 7)), None),
        (marked(("[2]", 7)), "a mark stands in raw_text"),
        (marked(("[1]", 7), ("[1]", 7)), "a mark is one citation"),
    ],
)
def test_nothing_is_invented(answer: Answer, says: str | None) -> None:
    assert broken(check_sent, answer, SENT).startswith(says or "nothing")


PAGES: Any = {"pages": [{"id": "a", "n": 1}, {"id": "b", "n": 2}], "odd": [{"id": "c"}], "none": {}}
A, B = Source(id="a", raw={"id": "a", "n": 1}), Source(id="b", raw={"id": "b", "n": 2})


@pytest.mark.parametrize(
    ("answer", "lost"),
    [
        (Answer(sources=(A, B)), None),
        (Answer(sources=(A,)), "pages[1]"),
        (Answer(sources=(A, Source(id="b", raw={"other": "record"}))), None),
        (Answer(citations=(Citation(id="0", raw={"id": "a", "n": 1}),), sources=(Source(id="b"),)), "pages[1]"),
        (Answer(), None),
    ],
)
def test_nothing_is_lost(answer: Answer, lost: str | None) -> None:
    assert broken(check_kept, answer, Sent(PAGES)).startswith(f"no payload is lost: {lost}" if lost else "nothing")


def test_new_fields_are_put_into_what_was_read_alone() -> None:
    answer = cited({"id": "a", "n": 1})
    larger: Any = with_new_fields(answer, Sent(PAGES))
    assert {**PAGES, "pages": [{"id": "a", "n": 1, "x_new_field": [None, "more"]}, PAGES["pages"][1]]} == larger
    assert broken(check_untouched, answer, cited(larger["pages"][0])) == "nothing"
    assert "is untouched" in broken(check_untouched, answer, answer)
    assert "new fields lose no citation" in broken(check_untouched, answer, Answer())


@pytest.mark.parametrize(
    ("raw_text", "whole"),
    [
        ("", True),
        ("Hens", True),
        ("Hens cluck", True),
        ("HensHens", True),
        ("🐕", True),
        ("Hen", False),
        ("a Hens", False),
    ],
)
def test_the_text_is_made_of_texts(raw_text: str, whole: bool) -> None:
    sent = Sent(["Hens", " cluck", "\ud83d", "\udc15"])
    assert (broken(check_text_sent, Answer(raw_text=raw_text), sent) == "nothing") == whole


def broken(law: Any, *given: Any) -> str:
    """What a law says, or `nothing`."""
    try:
        law(*given)
    except Broken as found:
        return str(found)
    return "nothing"


# -- what is said


def test_where_two_readings_part() -> None:
    one, other = (cited({"n": n}, {"n": 0}) for n in (1, 2))
    assert broken(laws.check_same, "they have", one, other) == (
        "they have the same citations: raw of 0: {'n': 1} and {'n': 2}"
    )
    more = cited({"n": 1})
    assert "and None" in broken(laws.check_same, "they have", one, more)
    assert laws.difference("The hen clucks.", "The hen sings.") == (
        "from character 8 'The hen clucks.' and 'The hen sings.'"
    )
    assert laws.difference((1, 2), (1, 2)) == "nothing"
    assert laws.shortened("x" * 400).endswith("… (400 characters)")


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"lifted": (Lift(Span(3, 30), 3),)}, "lifts are in order"),
        ({"lifted": (Lift(Span(3, 5), 2),)}, "a lift stands where it says"),
        ({"raw_text": "It sank."}, "text is raw_text without lifted: from character 3"),
        ({"sources": (Source(id="a"), Source(id="a"))}, "ids of sources are unique"),
        ({"citations": (Citation(id="0"), Citation(id="0"))}, "ids of citations are unique"),
        ({"citations": (Citation(id="0", source_id="a"),)}, "source_id is in sources: citation 0: a"),
        ({"citations": (Citation(id="0", anchor=Anchor("point", 9, 9)),)}, "anchors are in range"),
        ({"citations": (Citation(id="0", anchor=Anchor("span", 1, 1)),)}, "a span is not empty, a point is"),
        ({"citations": (Citation(id="0", anchor=Anchor("span", 1, 2)),)}, "the claim of a span is the span"),
        ({"citations": (Citation(id="1"), Citation(id="0"))}, "citations stand in reading order"),
        ({"usage": float("inf")}, "round trip: usage"),
    ],
)
def test_an_answer_that_breaks_a_law(changes: dict[str, Any], says: str) -> None:
    answer = Answer.model_construct(**{"text": "It rose.", "raw_text": "It rose.", **changes})
    assert says in broken(laws.check_answer, answer)


def test_calls_are_counted() -> None:
    def read(value: Any) -> None:
        for _ in range(value):
            len("")

    assert calls_of(read, 40) - calls_of(read, 20) == 20
    check_growth(read, lambda times: times, "it")
    with pytest.raises(Broken, match=r"twice it makes 4\.0 times the calls"):
        check_growth(read, lambda times: times * times, "it")
