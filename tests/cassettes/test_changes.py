"""The same bytes in other pieces, and what goes wrong on the way."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import normalize, normalize_stream
from citebridge.cassettes.faults import fault
from citebridge.cassettes.interaction import Piece
from citebridge.cassettes.reply import Reply
from citebridge.cassettes.splitting import cutter, split
from citebridge.errors import UsageError
from citebridge.framing import FrameStream
from citebridge.testing.work import ENOUGH, calls_of
from tests.wire import Wire

STREAM = Wire("anthropic", streamed=True).data
FRAMES = Wire("bedrock", streamed=True).data
PIECES = st.lists(st.tuples(st.integers(0, 50), st.binary(min_size=1, max_size=30)), max_size=8).map(
    lambda some: tuple(
        Piece(ms, data) for ms, data in zip(sorted(ms for ms, _ in some), (d for _, d in some), strict=True)
    )
)


def played(what: str, reply: Reply) -> list[Reply]:
    return list(fault(what)(reply))


def content(pieces: object) -> bytes:
    return b"".join(piece.data for piece in pieces)  # type: ignore[attr-defined]


# -- splitting


@given(PIECES, st.sampled_from(["whole", "bytes", "recorded", "random:1", "random:a seed"]))
def test_cut_anywhere_the_bytes_are_the_same_and_come_no_earlier(pieces: tuple[Piece, ...], how: str):
    cut = cutter(how)(pieces)
    assert content(cut) == content(pieces)
    assert all(piece.data for piece in cut)
    assert [piece.ms for piece in cut] == sorted(piece.ms for piece in cut)
    arrived = {end: piece.ms for end, piece in ends(pieces)}
    for end, piece in ends(cut):
        assert piece.ms == next(ms for at, ms in sorted(arrived.items()) if at >= end)


def ends(pieces: object) -> list[tuple[int, Piece]]:
    found, size = [], 0
    for piece in pieces:  # type: ignore[attr-defined]
        size += len(piece.data)
        found.append((size, piece))
    return found


def test_random_is_the_same_each_time_and_hurts():
    pieces = (Piece(0, STREAM),)
    cut = cutter("random:7")(pieces)
    assert cut == cutter("random:7")(pieces)
    assert cut != cutter("random:8")(pieces)
    within = [piece for piece in cut if piece.data[:1] and 0x80 <= piece.data[0] < 0xC0]
    assert len(within) > 2  # cut within characters
    assert all(not piece.data.endswith(b"\n\n") or len(piece.data) < 35 for piece in cut)


@pytest.mark.parametrize("how", ["whole", "bytes", "recorded", *(f"random:{seed}" for seed in range(20))])
def test_the_answer_is_the_same_however_its_stream_is_cut(how: str):
    (reply,) = split(how)(Reply(200, pieces=(Piece(0, STREAM[:1000]), Piece(9, STREAM[1000:]))))
    *_, done = normalize_stream([piece.data for piece in reply.pieces], provider="anthropic")
    assert done.answer == normalize(STREAM, provider="anthropic")  # type: ignore[union-attr]


@pytest.mark.parametrize("how", ["words", "random", "random:", "", "bytes:1"])
def test_another_way_to_cut_is_refused(how: str):
    with pytest.raises(UsageError, match="a body is cut whole"):
        cutter(how)


def test_cutting_grows_in_step():
    def cut(size: object) -> None:
        assert isinstance(size, int)
        cutter("random:1")([Piece(n, b"a\xc3\xa9b" * 3) for n in range(size)])

    few, some, many = (calls_of(cut, size) for size in (1000, 2000, 4000))
    assert many - some < ENOUGH * (some - few)


# -- faults

REPLY = Reply(200, {"content-type": "text/event-stream"}, (Piece(5, b"data: 1\n\n"), Piece(9, b"data: 2\n\n")), ms=3)


@pytest.mark.parametrize("what", ["429", "529", "500x3", "429×2"])
def test_errors_come_first_and_then_the_answer(what: str):
    *errors, last = played(what, REPLY)
    assert last == REPLY
    assert {error.status for error in errors} == {int(what[:3])}
    assert len(errors) == int(what[4:] or 1)
    assert json.loads(errors[0].content)["type"] == "error"
    assert errors[0].headers["retry-after"] == "0"


@pytest.mark.parametrize(
    ("what", "body", "end"),
    [
        ("cut:0", b"", "reset"),
        ("cut:4", b"data", "reset"),
        ("cut:9", b"data: 1\n\n", "reset"),
        ("reset:12", b"data: 1\n\ndat", "reset"),
        ("cut:999", b"data: 1\n\ndata: 2\n\n", "reset"),
        ("timeout:4", b"data", "timeout"),
    ],
)
def test_a_connection_breaks_where_it_is_said(what: str, body: bytes, end: str):
    (reply,) = played(what, REPLY)
    assert (reply.status, reply.content, reply.end) == (200, body, end)


@pytest.mark.parametrize(("what", "end"), [("reset", "reset"), ("timeout", "timeout")])
def test_no_answer_begins(what: str, end: str):
    (reply,) = played(what, REPLY)
    assert (reply.status, reply.content, reply.end) == (None, b"", end)


def test_slow_is_slow():
    (reply,) = played("slow:20", REPLY)
    assert (reply.ms, [piece.ms for piece in reply.pieces]) == (20, [20, 40])


def test_a_malformed_event_is_told_and_the_others_are_read():
    reply = Reply(200, pieces=tuple(Piece(0, STREAM[at : at + 50]) for at in range(0, len(STREAM), 50)))
    whole = normalize(STREAM, provider="anthropic")
    for event in (1, 4, 7):
        (bad,) = played(f"malformed:{event}", reply)
        assert [len(piece.data) for piece in bad.pieces] == [len(piece.data) for piece in reply.pieces]
        answer = normalize(bad.content, provider="anthropic")
        assert [notice.code for notice in answer.notices if notice.code == "unreadable_event"] == ["unreadable_event"]
        assert len(answer.text) <= len(whole.text)
    assert played("malformed:9999", reply) == [reply]


def test_a_malformed_frame_has_a_wrong_checksum():
    (bad,) = played("malformed:3", Reply(200, pieces=(Piece(0, FRAMES),)))
    assert [n for n, frame in enumerate(FrameStream().feed(bad.content), start=1) if not frame.sound] == [3]


def test_a_malformed_body_is_no_json():
    (bad,) = played("malformed", Reply(200, pieces=(Piece(0, b'{"a":'), Piece(0, b"1}"))))
    assert bad.content == b'#"a":1}'


@pytest.mark.parametrize(
    "what", ["", "cut", "slow", "cut:x", "42", "429x", "explode", "timeout:-1", "4290", "cut:٣", "cut:" + "9" * 5000]
)
def test_another_fault_is_refused(what: str):
    with pytest.raises(UsageError, match="there is no fault"):
        fault(what)


@pytest.mark.parametrize("what", ["malformed:0", "malformed:00"])
def test_the_first_event_is_1(what: str):
    with pytest.raises(UsageError, match="malformed:0 garbles nothing: the first event is 1"):
        fault(what)


def test_what_there_is_is_told():
    with pytest.raises(UsageError) as caught:
        fault("explode")
    assert str(caught.value) == snapshot(
        "there is no fault 'explode'; there are 429, 529 or any status, with ×TIMES; cut:BYTES, reset[:BYTES], timeout[:BYTES], malformed[:EVENT], slow:MS"
    )
