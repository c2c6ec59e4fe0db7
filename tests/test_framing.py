"""Framing: the same events from the same bytes, however they are cut and whatever their line ends."""

import re
import struct
import zlib
from collections.abc import Sequence
from dataclasses import dataclass

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from citebridge import normalize_stream
from citebridge.framing import EventStream, Frame, FrameStream, LineEnds, ServerEvent, looks_like_frames
from tests.fuzz import as_frame
from tests.strategies import IN_STEP, cut, cuts, growth
from tests.wire import Wire, wires


def events_of(chunks: Sequence[bytes]) -> list[ServerEvent]:
    stream = EventStream()
    return [event for chunk in chunks for event in stream.feed(chunk)] + list(stream.close())


def frames_of(chunks: Sequence[bytes]) -> list[Frame]:
    stream = FrameStream()
    return [frame for chunk in chunks for frame in stream.feed(chunk)]


# -- server-sent events

lines = st.text(alphabet=st.sampled_from("ab: é汉🐕\x85\u2028\u000b\f\x1c{}"), max_size=8)
ends = st.sampled_from(("\n", "\r", "\r\n"))


@dataclass(frozen=True)
class Recording:
    """A stream as bytes, and the events in it."""

    data: bytes
    events: list[ServerEvent]


@st.composite
def recordings(draw: st.DrawFn) -> Recording:
    """Events with comments, unknown fields and several data lines; each line ends in its own way."""
    text, events = draw(st.sampled_from(("", "", "\ufeff"))), list[ServerEvent]()
    for _ in range(draw(st.integers(0, 4))):
        name, data = draw(st.sampled_from(("", "ping", "é"))), draw(st.lists(lines, min_size=1, max_size=3))
        fields = [f"event: {name}"] if name else []
        fields += [f"data:{draw(st.sampled_from(('', ' ')))}{'' if line[:1] != ' ' else ' '}{line}" for line in data]
        fields += draw(st.lists(st.sampled_from((": comment", ":", "id: 7", "retry: 10", "nonsense")), max_size=2))
        events.append((name, "\n".join(_value(line) for line in fields if line.startswith("data"))))
        for line in [*fields, "", *[""] * draw(st.integers(0, 2))]:
            end = draw(ends)
            text += f"{line}{end}" if line or not text.endswith("\r") else end.replace("\n", "\r")
    return Recording(text.encode(), events)


def _value(line: str) -> str:
    return line.removeprefix("data:").removeprefix(" ")


@given(recordings(), st.data())
@settings(max_examples=200)
def test_any_cut_of_a_stream_gives_its_events(recording: Recording, data: st.DataObject) -> None:
    chunks = data.draw(cut(st.just(recording.data)))
    whole = events_of([recording.data])
    assert events_of(chunks) == whole
    assert [event for event in whole if event[1]] == [event for event in recording.events if event[1]]


@given(
    cut(st.binary(max_size=40) | st.lists(st.sampled_from([b"\r", b"\n", b"data:1", b"\xef\xbb\xbf"])).map(b"".join))
)
@settings(max_examples=150)
@example([b"data: 1\r", b"\n", b"\n", b"data: 2\n\n"])
@example([b"\r", b"\n", b"\r", b"\n\n"])
@example([b"\xef", b"\xbb\xbfdata: 1\n\n"])
def test_any_cut_of_any_bytes_gives_the_same(chunks: list[bytes]) -> None:
    assert events_of(chunks) == events_of([b"".join(chunks)])


def events_by_line(data: bytes) -> list[ServerEvent]:
    """The events of a stream that has not ended, read as the specification has it: line by line."""
    events, name, values = list[ServerEvent](), "", list[str]()
    *ended, _ = re.split("\r\n|\r|\n", data.decode("utf-8-sig", "ignore"))  # a character may be cut
    for line in ended:
        if not line:
            events += [(name, "\n".join(values))] if values else []
            name, values = "", []
        elif line.startswith("data:"):
            values.append(_value(line))
        elif line.startswith("event:"):
            name = line.removeprefix("event:").removeprefix(" ")
    return events


WHOLE = (b"data: {}\n\n", b"event: a\ndata: 1\n\n", "event: é\ndata: 汉🐕\n\n".encode(), b"event: a\r\ndata: 1\r\n\r\n")
ODD = (
    *(
        b"data:1\n\n",
        b"event:a\ndata: 1\n\n",
        b"data: 1\ndata:2\n\n",
        b"data: 1\r\r",
        b"data: 1\nevent: a\n\n",
        b"event: a\n\n",
    ),
    *(
        b": ping\n\n",
        b":\r\n",
        b"id: 7\ndata: 1\n\n",
        b"event: data: a\ndata: event: b\n\n",
        b"\n",
        b"\r\n",
        b"\r",
        b"data: ",
    ),
)


def mixed_chunks() -> st.SearchStrategy[list[bytes]]:
    """Some chunks are a whole event, as most are; others hold a few, and are cut anywhere."""
    few = st.lists(st.sampled_from(WHOLE + ODD), max_size=4).map(b"".join)
    pieces = st.sampled_from(WHOLE).map(lambda event: [event]) | cut(few)
    return st.lists(pieces, max_size=6).map(lambda found: [chunk for chunks in found for chunk in chunks])


@given(
    st.sampled_from(([], [b"\xef\xbb\xbf"], [b"\xef", b"\xbb\xbf"])),
    mixed_chunks(),
    st.sampled_from(([], [b"data: 1"], [b"event: a\ndata:1\n"])),
)
@settings(max_examples=400)
def test_events_come_with_the_chunk_that_ends_them(mark: list[bytes], chunks: list[bytes], last: list[bytes]) -> None:
    stream, came, found = EventStream(), b"", list[ServerEvent]()
    for chunk in [*mark, *chunks, *last]:
        came += chunk
        found += stream.feed(chunk)
        assert found == events_by_line(came)
    assert found + stream.close() == events_by_line(came + b"\n\n")
    assert not stream.undecodable


@pytest.mark.parametrize(
    ("data", "events"),
    [
        (b"data: a\n\n", [("", "a")]),
        (b"data:a\r\rdata: b\r\r", [("", "a"), ("", "b")]),
        (b"data: a\r\n\ndata: b\n\r\n", [("", "a"), ("", "b")]),
        (b"data: a\r\n\r\ndata: b", [("", "a"), ("", "b")]),
        (b"\xef\xbb\xbfdata: a\n\n", [("", "a")]),
        (b"data: a\n\n\xef\xbb\xbfdata: b\n\n", [("", "a")]),
        (b": comment\ndata: a\n:\ndata: b\n\n", [("", "a\nb")]),
        (b"event: x\ndata: a\n\ndata: b\n\n", [("x", "a"), ("", "b")]),
        (b"event: x\n\ndata: b\n\n", [("", "b")]),
        (b"data:  a\n\n", [("", " a")]),
        (b"data\n\n", [("", "")]),
        (b"data: a\n\n\n\n\ndata: b\n\n", [("", "a"), ("", "b")]),
        ("data: a\x85b\u2028c\u2029d\x0be\x0cf\x1cg\n\n".encode(), [("", "a\x85b\u2028c\u2029d\x0be\x0cf\x1cg")]),
        (b"data: a\xff\n\n", [("", "a\ufffd")]),
        (b"id: 3\nretry: 1\nfoo: bar\ndata: a\n\n", [("", "a")]),
        # What stands in no field is text; a name that nobody knows is a field.
        (b"data: 1\n\n{\n}\n", [("", "1"), ("", "{\n}")]),
        (b'data: 1\n{"a":\n2,\nid\n}\n\ndata: 3\n\n', [("", "1"), ("", '{"a":\n2,\n}'), ("", "3")]),
        (b"{}\ndata: 1\n\n", [("", "1"), ("", "{}")]),
        (b"event: error\n<html>: 502\n\n", [("error", "<html>: 502")]),
        (b"502 Bad Gateway\n\nOops: 3\n\nOops\n\n  \n\n", [("", "502 Bad Gateway")]),
        (b"", []),
        (b"\n\n\n", []),
    ],
)
def test_a_stream_holds(data: bytes, events: list[tuple[str, str]]) -> None:
    assert events_of([data]) == events
    assert events_of([data[n : n + 1] for n in range(len(data))]) == events


@pytest.mark.parametrize(("data", "undecodable"), [(b"data: \xff\n\n", True), ("data: \ufffd é🐕\n\n".encode(), False)])
def test_only_bytes_that_are_no_utf8_are_undecodable(data: bytes, undecodable: bool) -> None:
    """U+FFFD itself is sound UTF-8."""
    stream = EventStream()
    for n in range(len(data)):
        list(stream.feed(data[n : n + 1]))
    list(stream.close())
    assert stream.undecodable == undecodable


def test_a_character_cut_off_at_the_end_is_undecodable() -> None:
    stream = EventStream()
    list(stream.feed(b"data: \xc3"))
    assert list(stream.close()) == [("", "\ufffd")]
    assert stream.undecodable


# -- AWS frames


@given(
    st.lists(st.tuples(st.sampled_from(("chunk", "messageStop", "é")), st.binary(max_size=30)), max_size=5), st.data()
)
@settings(max_examples=150)
def test_any_cut_of_frames_gives_them(frames: list[tuple[str, bytes]], data: st.DataObject) -> None:
    whole = b"".join(as_frame(*frame) for frame in frames)
    found = frames_of([whole[begin:end] for begin, end in data.draw(cuts(len(whole)))])
    assert [(frame.headers[":event-type"], frame.payload, frame.sound) for frame in found] == [
        (kind, payload, True) for kind, payload in frames
    ]


@given(st.integers(0, 10_000), st.integers(0, 7), st.data())
@settings(max_examples=200)
def test_a_damaged_frame_is_told_and_those_after_it_are_read(where: int, bit: int, data: st.DataObject) -> None:
    first, second = as_frame("chunk", b'{"a": 1}'), as_frame("chunk", b'{"b": 2}')
    at = 8 + where % (len(first) - 8)  # the lengths themselves are sound
    broken = first[:at] + bytes([first[at] ^ 1 << bit]) + first[at + 1 :]
    whole = broken + second
    found = frames_of([whole[begin:end] for begin, end in data.draw(cuts(len(whole)))])
    assert [frame.sound for frame in found] == [False, True]
    assert found[0].payload == broken
    assert found[1].payload == b'{"b": 2}'


@pytest.mark.parametrize("lengths", [(0, 0), (15, 0), (2**31, 0), (2**32 - 1, 4)])
def test_after_a_length_that_makes_no_sense_nothing_is_read(lengths: tuple[int, int]) -> None:
    head = struct.pack(">II", *lengths)
    whole = head + struct.pack(">I", zlib.crc32(head)) + b"x" * 40 + as_frame("chunk", b"{}")
    assert [frame.sound for frame in frames_of([whole])] == [False]
    assert [frame.sound for frame in frames_of([whole[n : n + 1] for n in range(len(whole))])] == [False]


def test_headers_of_other_types_are_stepped_over() -> None:
    values = [b"\0", b"\1", b"\2\7", b"\3\0\7", b"\4" + bytes(4), b"\5" + bytes(8), b"\6\0\2ab", b"\x08" + bytes(8)]
    block = b"".join(bytes([1]) + b"n" + value for value in [*values, b"\x09" + bytes(16)])
    block += bytes([11]) + b":event-type" + b"\x07\0\5chunk"
    prelude = struct.pack(">II", 16 + len(block) + 2, len(block))
    body = prelude + struct.pack(">I", zlib.crc32(prelude)) + block + b"{}"
    (frame,) = frames_of([body + struct.pack(">I", zlib.crc32(body))])
    assert frame == Frame({":event-type": "chunk"}, b"{}", True)


@given(st.binary(max_size=60), st.data())
@settings(max_examples=150)
def test_any_bytes_give_frames_or_none_for_every_cut(data: bytes, draw: st.DataObject) -> None:
    whole = draw.draw(st.sampled_from((data, as_frame("chunk", b"{}") + data)))
    found = frames_of([whole[begin:end] for begin, end in draw.draw(cuts(len(whole)))])
    assert [frame.sound for frame in found] == [frame.sound for frame in frames_of([whole])]


@pytest.mark.parametrize("ends", [0, 1, 12, -1])
def test_a_frame_that_is_cut_off_is_no_sound_one(ends: int) -> None:
    stream, whole = FrameStream(), as_frame("chunk", b"{}")
    assert [frame.sound for frame in stream.feed(whole + whole[:ends])] == [True]
    assert [(frame.sound, frame.payload) for frame in stream.close()] == ([(False, whole[:ends])] if ends else [])
    assert list(stream.close()) == []


@pytest.mark.parametrize(
    ("data", "so"), [(as_frame("chunk", b"{}"), True), (b"", False), (b"data: {}\n\n   ", False), (bytes(16), False)]
)
def test_frames_are_told_from_other_bytes(data: bytes, so: bool) -> None:
    assert looks_like_frames(data) == so


# -- work

FRAME = as_frame("contentBlockDelta", b'{"contentBlockIndex": 0, "delta": {"text": "Hens cluck."}}')


def test_many_frames_in_one_chunk_are_read_in_linear_time() -> None:
    assert growth(lambda size: frames_of([FRAME * size]), 4_000) < IN_STEP


def test_one_frame_in_many_chunks_is_read_in_linear_time() -> None:
    def run(size: int) -> None:
        whole = as_frame("chunk", b"x" * size)
        frames_of([whole[n : n + 16] for n in range(0, len(whole), 16)])

    assert growth(run, 800_000) < IN_STEP


@pytest.mark.parametrize("piece", [b"data: {}\n\n", b"\r", b"data:\n", b": \n", b"\xff", b"x"])
def test_events_are_read_in_linear_time(piece: bytes) -> None:
    def run(size: int) -> None:
        events_of([piece * size])
        events_of([piece] * size)

    assert growth(run, 8_000) < IN_STEP


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["event: a", "data: {}", "", "data: 1", ""], "event: a\ndata: {}\n\ndata: 1\n\n"),
        (['data: {"a": 1}', "", "", "data: [DONE]", ""], 'data: {"a": 1}\n\ndata: [DONE]\n\n'),
        (["data: {}"], "data: {}"),
        (["data: {}", "", "\n\nda", "ta: 1\n\n"], "data: {}\n\ndata: 1\n\n"),
        (["event: a", "\ndata: {}\n", "\n"], "event: a\ndata: {}\n\n"),
        (["event: mess", "age\n", "data: {}\n\n"], "event: message\ndata: {}\n\n"),
        (['data: {"a', 'data: "}', "\n\n"], 'data: {"adata: "}\n\n'),
        (["data: {}\n\n", "data: 1", "data: 2"], "data: {}\n\ndata: 1data: 2"),
        (["event:a", "data:{}", "", "event:b"], "event:a\ndata:{}\n\nevent:b\n"),
        (["id:1", "data: {}", ""], "id:1\ndata: {}\n\n"),
        (["retry: 3000", "", "data: {}", ""], "retry: 3000\n\ndata: {}\n\n"),
        (["event:", "a\ndata: {}\n\n"], "event:a\ndata: {}\n\n"),
        # Blank lines were left out, or were not, and then data goes over several lines.
        (["data: {}", "data: 1", "data: [DONE]"], "data: {}\n\ndata: 1\n\ndata: [DONE]\n"),
        (["event: a", "data: {}", "event: b", "data: 1"], "event: a\ndata: {}\n\nevent: b\ndata: 1\n"),
        (["event: a", 'data: {"a":', "data: 1}", "", "data: 1"], 'event: a\ndata: {"a":\ndata: 1}\n\ndata: 1\n'),
        (["data: {}", "", "data: 1", "data: 2"], "data: {}\n\ndata: 1\ndata: 2\n"),
        # The first line is not all of its event; a number in it is none by itself, and what is broken ends.
        (['data: {"a":', "data: 1", "data: }", "", "data: 1"], 'data: {"a":\ndata: 1\ndata: }\n\ndata: 1\n'),
        (["data: {", "data: }", "", "data: {", "data: 1"], "data: {\ndata: }\n\ndata: {\ndata: 1\n"),
        (['data: {"a"', "data: {}", "data: {}"], 'data: {"a"\n\ndata: {}\n\ndata: {}\n'),
        (['data: {"a"', ": 1}", "\n\n"], 'data: {"a": 1}\n\n'),
        (['data: {"a": ', "{}}", "\n\n"], 'data: {"a": {}}\n\n'),
        (['data: {"a\\', '\\": "}', "\n\n"], 'data: {"a\\\\": "}\n\n'),
        # An error stands in no field.
        (["data: {}", "", '{"error":', "{}}"], 'data: {}\n\n{"error":\n{}}\n'),
        (["data: {}", '{"error": {}}'], 'data: {}\n\n{"error": {}}\n'),
    ],
)
def test_lines_get_their_ends_back_and_pieces_stay(pieces: list[str], text: str) -> None:
    ends = LineEnds()
    assert (b"".join(ends.feed(piece.encode()) for piece in pieces) + ends.close()).decode() == text


@pytest.mark.parametrize("wire", [one for one in wires() if one.media_type == "text/event-stream"], ids=str)
def test_lines_of_a_client_give_the_answer_of_the_stream(wire: Wire) -> None:
    text, provider = wire.data.decode(), wire.provider
    *_, of_lines = normalize_stream(text.split("\n"), provider=provider)
    *_, of_text = normalize_stream([text], provider=provider)
    *_, without_blank_ones = normalize_stream(filter(None, text.split("\n")), provider=provider)
    assert of_lines == of_text == without_blank_ones
