"""The laws over every provider's cassettes: one answer, however it comes in."""

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import Any, cast

import pytest

from citebridge import Answer, anormalize_stream, dump_event, load_event, normalize, normalize_stream, parser, providers
from citebridge.errors import NotReadable
from citebridge.models import AnswerDone, CitationAdded, Event
from tests.fuzz import WALKERS, Tape, as_bytes, check_answer, check_events, left, recorded_providers, tapes
from tests.wire import CASSETTES

ROOT = CASSETTES.parent
SAME = ("text", "raw_text", "lifted", "citations", "sources", "finish", "refusal")


def every(*, streamed: bool | None = None) -> list[Any]:
    """All cassettes, or the streams, or the whole bodies."""
    return [
        pytest.param(tape, id=f"{tape.provider}/{tape.name}")
        for provider in recorded_providers()
        for tape in tapes(provider)
        if streamed is None or streamed == (tape.framing != "json")
    ]


def random_cuts(tape: Tape, data: bytes, most: int) -> list[bytes]:
    """Pieces of the bytes, cut where the name of the cassette says."""
    rng = Random(f"{tape.provider}/{tape.name}/{most}")
    edges = [0, *sorted(rng.randrange(len(data) + 1) for _ in range(rng.randrange(most))), len(data)]
    return [data[begin:end] for begin, end in pairwise(edges)]


def whole(tape: Tape) -> Answer:
    return normalize(tape.value, provider=tape.provider, request=tape.request)


def streamed(tape: Tape, pieces: Sequence[Any]) -> tuple[Answer, list[Event]]:
    events = list(normalize_stream(pieces, provider=tape.provider, request=tape.request))
    assert isinstance(events[-1], AnswerDone)
    return events[-1].answer, events


def outcome(answer: Answer) -> dict[str, Any]:
    """What is the same however an answer came in."""
    return {name: getattr(answer, name) for name in SAME}


def payloads(tape: Tape) -> list[Any]:
    return list(WALKERS[tape.provider](tape.value, tape.framing == "json"))


# -- one answer


@pytest.mark.parametrize("tape", every())
@pytest.mark.parametrize("most", [6, 60])
def test_cut_anywhere_it_is_the_same(tape: Tape, most: int) -> None:
    expected = whole(tape)
    answer, events = streamed(tape, random_cuts(tape, tape.data, most))
    assert outcome(answer) == outcome(expected)
    assert answer.raw == expected.raw
    check_answer(answer)
    check_events(answer, events)


@pytest.mark.parametrize("tape", every())
def test_byte_by_byte_it_is_the_same(tape: Tape) -> None:
    answer, _ = streamed(tape, [tape.data[n : n + 1] for n in range(len(tape.data))])
    assert outcome(answer) == outcome(whole(tape))


@pytest.mark.parametrize("tape", every(streamed=True))
def test_each_event_comes_as_mapping_text_or_bytes(tape: Tape) -> None:
    mappings, events = streamed(tape, tape.value)
    check_answer(mappings)
    check_events(mappings, events)
    for pieces in ([as_bytes([event], tape.framing) for event in tape.value], [tape.data]):
        answer, _ = streamed(tape, pieces)
        assert outcome(answer) == outcome(mappings)
        assert answer.raw == mappings.raw


@pytest.mark.parametrize("tape", every(streamed=False))
def test_a_body_comes_as_mapping_text_or_bytes(tape: Tape) -> None:
    expected = whole(tape)
    for body in (
        tape.data,
        tape.data.decode(),
        bytearray(tape.data),
        memoryview(tape.data),
        b"\xef\xbb\xbf" + tape.data,
    ):
        assert normalize(body, provider=tape.provider, request=tape.request) == expected


@pytest.mark.parametrize("tape", every(streamed=True))
def test_the_stream_is_the_whole(tape: Tape) -> None:
    body = next(one for one in tapes(tape.provider) if one.name == f"{tape.name.partition('.')[0]}.json")
    assert outcome(whole(tape)) == outcome(whole(body))


@pytest.mark.parametrize("tape", every())
def test_no_provider_need_be_named_where_the_shape_tells(tape: Tape) -> None:
    first = tape.value if tape.framing == "json" else tape.value[0]
    specs = {name: providers.reader(name).spec for name in recorded_providers()}
    tell = [name for name, spec in specs.items() if spec.tells(first)]
    own = [name for name in tell if not specs[name].shared] or tell
    if (tape.provider, tape.framing) == ("mistral", "sse"):  # the first chunk is in the shape that many servers send
        assert own == ["openai.chat"]
    else:
        assert own == [tape.provider]
        assert normalize(tape.value, request=tape.request).provider == tape.provider


@pytest.mark.anyio
@pytest.mark.parametrize("tape", every())
async def test_async_is_sync(tape: Tape) -> None:
    chunks = random_cuts(tape, tape.data, 20)

    async def source() -> AsyncIterator[bytes]:
        for chunk in chunks:
            yield chunk

    _, expected = streamed(tape, chunks)
    for stream in (source(), chunks):
        found = [event async for event in anormalize_stream(stream, provider=tape.provider, request=tape.request)]
        assert found == expected


# -- nothing lost, nothing twice


@pytest.mark.parametrize("tape", every())
def test_every_payload_is_kept_once(tape: Tape) -> None:
    """In one citation, or in one for each source that it names; the record of a source in one source."""
    answer = whole(tape)
    cited, records = [one.raw for one in answer.citations], [one.raw for one in answer.sources if one.raw is not None]
    assert left(iter(payloads(tape)), [*cited, *records]) == []
    told = [raw for raw in cited if not (isinstance(raw, dict) and raw.keys() == {"marker"})]  # a mark may stand twice
    for kept in (told, records):
        assert len({json.dumps(raw, sort_keys=True) for raw in kept}) == len(kept)


@pytest.mark.parametrize("tape", every())
def test_what_is_kept_of_the_turn(tape: Tape) -> None:
    options: dict[str, Any] = {"provider": tape.provider, "request": tape.request}
    everything, turn, nothing = (normalize(tape.value, keep=keep, **options) for keep in ("all", "turn", "none"))
    assert nothing.raw is None
    assert isinstance(everything.raw, dict)
    assert isinstance(turn.raw, dict)
    assert all(everything.raw[key] == value for key, value in turn.raw.items())
    assert [one.raw for one in nothing.citations] == [one.raw for one in everything.citations]
    if tape.framing == "json":
        assert everything.raw == tape.value


# -- same in, same out


@pytest.mark.parametrize("tape", every())
def test_two_runs_give_the_same_json_and_share_nothing(tape: Tape) -> None:
    before = json.dumps(tape.value)
    first, second = whole(tape), whole(tape)
    assert first.model_dump_json() == second.model_dump_json()
    assert json.dumps(tape.value) == before
    assert Answer.model_validate_json(first.model_dump_json()) == first


def digests() -> dict[str, str]:
    """The digest of each cassette's answer and events, as JSON."""
    found: dict[str, str] = {}
    for provider in recorded_providers():
        for tape in tapes(provider):
            _, events = streamed(tape, random_cuts(tape, tape.data, 9))
            text = whole(tape).model_dump_json() + "".join(map(dump_event, events))
            found[f"{provider}/{tape.name}"] = hashlib.sha256(text.encode()).hexdigest()
    return found


def test_another_process_with_another_hash_seed_gives_the_same_json() -> None:
    script = "import json; from tests.test_properties import digests; print(json.dumps(digests()))"
    environment = {**os.environ, "PYTHONHASHSEED": "4711"}
    run = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        check=True,
        text=True,
    )
    assert json.loads(run.stdout) == digests()


@pytest.mark.parametrize("tape", every(streamed=True))
def test_every_event_survives_json(tape: Tape) -> None:
    _, events = streamed(tape, tape.value)
    assert [load_event(dump_event(event)) for event in events] == events


# -- streams that end early, or badly


@pytest.mark.parametrize("tape", every(streamed=True))
def test_a_stream_that_ends_early_keeps_what_came(tape: Tape) -> None:
    full = whole(tape)
    for size in range(0, len(tape.value), max(1, len(tape.value) // 12)):
        answer, events = streamed(tape, tape.value[:size])
        check_answer(answer)
        check_events(answer, events)
        assert full.raw_text.startswith(answer.raw_text)
        assert answer.finish in ("truncated", "other", full.finish)


@pytest.mark.parametrize("tape", every(streamed=True))
def test_a_stream_that_fails_tells_what_came_before_the_error_goes_on(tape: Tape) -> None:
    def failing() -> Iterator[Any]:
        yield from tape.value[: len(tape.value) // 2]
        raise ConnectionError("gone")

    got: list[Event] = []
    stream = normalize_stream(failing(), provider=tape.provider)
    with pytest.raises(ConnectionError, match="gone"):
        note(stream, got)
    assert isinstance(got[-1], AnswerDone)
    assert any(notice.code == "stream_failed" for notice in got[-1].answer.notices)
    check_events(got[-1].answer, got)


def note(stream: Iterator[Event], noted: list[Event]) -> None:
    """What a list would lose when the stream raises."""
    for event in stream:
        noted.append(event)


@pytest.mark.parametrize("tape", [one for one in every() if "ferry" in one.values[0].name])
def test_what_leads_a_text_does_not_matter_however_it_is_cut(tape: Tape) -> None:
    """A byte order mark, or blanks that keep a connection open."""
    expected = outcome(whole(tape))
    leads = {"json": [b"\xef\xbb\xbf", b"\n" * 100, b" " * 100], "sse": [b"\xef\xbb\xbf", b"\n" * 100, b"\r\n" * 40]}
    for data in (lead + tape.data for lead in leads.get(tape.framing, [])):
        assert outcome(normalize(data, provider=tape.provider, request=tape.request)) == expected
        answer, _ = streamed(tape, [data[n : n + 1] for n in range(len(data))])
        assert outcome(answer) == expected


def read_in_pieces(provider: str, data: bytes) -> Answer:
    reading = parser(provider)
    for n in range(0, len(data), 1000):
        reading.feed(data[n : n + 1000])
    return reading.close()


@pytest.mark.parametrize(
    "data",
    [
        b"<html>",
        b"\x1f\x8b\x08",
        b"hello",
        b"\xff\xfe{",
        b"{",
        b'{"a": ',
        b"nul",
        pytest.param(b"[" * 100_000, id="deep"),
    ],
)
def test_bytes_that_are_neither_json_nor_a_stream_raise(data: bytes) -> None:
    for provider in recorded_providers():
        with pytest.raises(NotReadable):
            normalize(data, provider=provider)
        with pytest.raises(NotReadable):
            read_in_pieces(provider, data)


ODD = ["hello", b"\xff\xfe", 3, None, [], pytest.param("[" * 100_000, id="deep"), pytest.param("data: {}", id="sse")]


@pytest.mark.parametrize("odd", ODD)
def test_something_odd_in_the_midst_of_events_is_told_and_the_answer_stands(odd: Any) -> None:
    for tape in (one for provider in recorded_providers() for one in tapes(provider) if one.framing != "json"):
        middle = len(tape.value) // 2
        answer, events = streamed(tape, [*tape.value[:middle], odd, *tape.value[middle:]])
        check_answer(answer)
        check_events(answer, events)
        assert answer.text == whole(tape).text
        assert answer.notices


@pytest.mark.parametrize("tape", [one for one in every(streamed=True) if one.values[0].framing == "sse"])
def test_an_event_nested_without_end_is_told_and_the_stream_goes_on(tape: Tape) -> None:
    first, blank, rest = tape.data.partition(b"\n\n")
    for odd in (b"data: " + b"[" * 100_000, b'data: {"type": ' + b"[" * 100_000 + b"]" * 100_000 + b"}"):
        answer, _ = streamed(tape, [first + blank + odd + blank + rest])
        assert answer.text == whole(tape).text
        assert answer.notices


BODIES: list[Any] = [{}, None, [], 3, "3", b"null", {"error": {"message": "no"}}, {"error": "no"}]


@pytest.mark.parametrize("body", BODIES)
def test_every_json_value_gives_an_answer(body: Any) -> None:
    for provider in recorded_providers():
        answer = normalize(body, provider=provider)
        check_answer(answer)
        assert (answer.text, answer.citations) == ("", ())
        assert answer.notices
        assert answer.finish == ("error" if isinstance(body, dict) and body else "other")


@pytest.mark.parametrize("provider", recorded_providers())
def test_a_body_in_which_nothing_is_known_is_told(provider: str) -> None:
    answer = normalize({"sang": "a song"}, provider=provider)
    assert (answer.text, answer.finish) == ("", "other")
    assert answer.notices


SEGMENT = {"segment": {"endIndex": "3"}}
ENTRY = {"renderedContent": "<b>hens</b>"}
TWO = [{"start": 0, "end": 1, "text": "H", "content_index": 0}, {"start": 1, "end": 2, "text": "e", "content_index": 0}]
TOLD: list[tuple[str, list[Any], str | None, Any, int]] = [
    # provider, events; what is told with which payload, and how many citations there are
    ("google", [{"candidates": [{"groundingMetadata": {"groundingSupports": [SEGMENT]}}]}], "odd_field", None, 1),
    ("google", [{"candidates": [{"groundingMetadata": {"searchEntryPoint": ENTRY}}]}], "display_duty", ENTRY, 0),
    ("bedrock", [{"probe": {"a": 1}}], "unknown_event", {"a": 1}, 0),
    ("bedrock", [{"messageStop": {"stopReason": "end_turn"}, "p": "abc"}], None, None, 0),
    ("mistral", [{"choices": [{"delta": {"content": [{"type": "reference", "reference_ids": []}]}}]}], None, None, 1),
    ("cohere", [{"type": "citation-start", "index": 0, "delta": {"message": {"citations": TWO}}}] * 2, None, None, 2),
]


@pytest.mark.parametrize(("provider", "events", "code", "raw", "count"), TOLD)
def test_nothing_is_lost_without_a_word(
    provider: str, events: list[Any], code: str | None, raw: Any, count: int
) -> None:
    done = list(normalize_stream(events, provider=provider))[-1]
    assert isinstance(done, AnswerDone)
    answer = done.answer
    told = [(one.code, one.raw) for one in answer.notices]
    assert (code, raw) in told if code else not [one for one, _ in told if one.startswith("unknown")]
    assert len(answer.citations) == count
    if provider == "cohere":
        assert cast("Any", answer.raw)["message"]["citations"] == TWO


def test_citations_of_all_cassettes_are_told_once() -> None:
    for provider in recorded_providers():
        for tape in tapes(provider):
            answer, events = streamed(tape, random_cuts(tape, tape.data, 30))
            told = [event.citation.id for event in events if isinstance(event, CitationAdded)]
            assert sorted(told) == sorted(one.id for one in answer.citations)


def test_the_cassettes_are_what_their_readme_lists() -> None:
    """So that no law is checked over fewer recordings than are meant."""
    readme = (CASSETTES / "README.md").read_text(encoding="utf-8")
    for provider in recorded_providers():
        for name in {tape.name.partition(".")[0] for tape in tapes(provider)} - {"ferry"}:
            assert f"`{provider}/{name}`" in readme
