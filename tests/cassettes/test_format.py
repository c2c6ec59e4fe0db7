"""A cassette is a file of JSON lines that keeps every byte, and says in one line what is wrong with it."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Thread

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from pydantic import JsonValue

from citebridge import normalize
from citebridge.cassettes.bodies import as_body, as_bytes
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.digests import digest_of
from citebridge.cassettes.errors import BadCassette, TooLarge
from citebridge.cassettes.files import locked, write_whole
from citebridge.cassettes.interaction import Interaction, Piece, Request, Response
from citebridge.errors import InputError, UnknownShape
from citebridge.testing.work import ENOUGH, calls_of
from tests.cassettes.making import compact, made, message

ODD = [
    b"",
    b"{}",
    b"[]",
    b'{"a":1}',
    b'{"a": 1}',
    b'{"a":1,"a":2}',
    b'{"n":1.0}',
    b'{"n":1e5}',
    b'{"n":NaN}',
    b'{"n":-0}',
    b'{"n":123456789012345678901234567890}',
    b'{"s":"\\u00e9"}',
    '{"s":"é🐕\u2028\u0085\ufeff"}'.encode(),
    b'{"s":"\\ud83d"}',
    b'{"$base64":"aGk="}',
    b'{"$base64":"aGk=","more":1}',
    b'"text"',
    b"null",
    b"1],[2",
    b"\xef\xbb\xbf{}",
    b"\xff\x00\xfe",
    "é".encode()[:1],
    b"\r\n\r\n",
    b"[" * 150 + b"]" * 150,
    b"[" * 190 + b"]" * 190,
    b"[" * 5000 + b"]" * 5000,
    b"\x00\x1b[31m",
]


@pytest.mark.parametrize("data", ODD, ids=lambda data: repr(data[:24]))
def test_no_byte_of_a_body_is_lost(data: bytes):
    one = Interaction(request=Request.of("POST", "https://a.example/", {}, data), response=Response.of(200, {}, []))
    assert Interaction.model_validate_json(one.line()).request.content == data
    assert b"\n" not in one.line()


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)


@given(JSON_VALUES, st.sampled_from([None, (",", ":"), (", ", ": ")]), st.booleans())
def test_json_is_kept_however_it_was_written(value: JsonValue, separators: tuple[str, str] | None, ascii_only: bool):
    data = json.dumps(value, separators=separators, ensure_ascii=ascii_only).encode("utf-8", "replace")
    line = json.dumps(as_body(data), ensure_ascii=False)
    assert as_bytes(json.loads(line)) == data


@given(st.lists(st.binary(max_size=40), max_size=8), st.binary(max_size=60))
def test_no_byte_and_no_boundary_of_a_response_is_lost(pieces: list[bytes], body: bytes):
    timed = [Piece(n * 7, data) for n, data in enumerate(pieces)]
    one = Interaction(
        request=Request.of("POST", "https://a.example/", {}, body),
        response=Response.of(200, {"content-type": "text/event-stream"}, timed, ms=3, cut=True),
    )
    again = Interaction.model_validate_json(one.line())
    assert again == one
    assert again.response.pieces == tuple(timed)
    assert again.line() == one.line()


def test_a_line_is_read_by_people():
    one = made({"model": "claude", "stream": True}, "data: né\n", b"data: n\n" + "é".encode()[:1], b"\xa9\n")
    assert one.line().decode() == snapshot(
        '{"format": 1, "provider": "anthropic", "surface": "messages", "sdk": "Anthropic/Python 2.14.0", "citebridge": "0.1.0", "recorded": "2026-11-03T10:00:00Z", "request": {"method": "POST", "url": "https://api.anthropic.com/v1/messages", "headers": {"content-type": "application/json"}, "body": {"model": "claude", "stream": true}, "digest": "sha256:a3a9eabb5296ff1fe62ecf9ff82b769377e8738564fe4dd7722f11b3b1c26572"}, "response": {"status": 200, "headers": {"content-type": "application/json"}, "ms": 12, "chunks": [[0, "data: né\\n"], [5, {"$base64": "ZGF0YTogbgrD"}], [10, {"$base64": "qQo="}]]}}'
    )


# -- digests


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (b'{"a":1,"b":[1,2]}', b'{ "b": [1.0, 2], "a": 1 }', True),
        (b'{"a":"\\u00e9"}', '{"a":"é"}'.encode(), True),
        (b'{"a":[1,2]}', b'{"a":[2,1]}', False),
        (b'{"a":1}', b'{"a":"1"}', False),
        (b'{"a":true}', b'{"a":1}', False),
        (b'{"tools":[{"authorization_token":"one"}]}', b'{"tools":[{"authorization_token":"two"}]}', True),
        (b'{"tools":[{"headers":{"X-Api-Key":"one"}}]}', b'{"tools":[{"headers":{"X-Api-Key":"two"}}]}', True),
        (b"plain", b"plain ", False),
        (b"", b"{}", False),
    ],
)
def test_a_digest_is_of_what_a_body_says(one: bytes, other: bytes, same: bool):
    assert (digest_of(one) == digest_of(other)) is same


def test_what_a_secret_field_of_a_form_holds_makes_no_difference():
    def form(text: str) -> str:
        return digest_of(text.encode(), "application/x-www-form-urlencoded; charset=utf-8")

    assert form("q=1&client_secret=one") == form("q=1&client_secret=two") == form("q=1")
    assert form("q=1&client_secret=one") != form("q=2&client_secret=one")


def test_the_boundary_of_a_form_is_another_one_each_time():
    def form(boundary: str, text: str) -> tuple[bytes, str]:
        body = f"--{boundary}\r\ncontent-disposition: form-data; name=a\r\n\r\n{text}\r\n--{boundary}--\r\n"
        return body.encode(), f"multipart/form-data; boundary={boundary}"

    assert digest_of(*form("1a2b", "x")) == digest_of(*form("ffee", "x"))
    assert digest_of(*form("1a2b", "x")) != digest_of(*form("ffee", "y"))


# -- files


def test_lines_that_were_read_are_written_as_they_were(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    odd = json.dumps({**json.loads(made({"q": 1}, "x").line()), "of_a_later_release": [1]}).encode()
    path.write_bytes(b"\xef\xbb\xbf" + odd + b"\r\n\n" + made({"q": 2}, "y").line())  # without a last line end
    cassette = Cassette.load(path)
    assert [one.request.body for one in cassette] == [{"q": 1}, {"q": 2}]
    cassette.save(path)
    assert path.read_bytes() == odd + b"\n" + made({"q": 2}, "y").line() + b"\n"


GOOD = made({"q": 1}, "x").line()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (GOOD[: len(GOOD) // 2], "it is no JSON, or was cut off"),
        (b"<<<<<<< HEAD", "it is no JSON"),
        (b"[1]", "it has to be a JSON object"),
        (b'{"format": 7, "lines": []}', "it has format 7, and this release reads up to 1"),
        (b'{"format": 1}', "request: Field required"),
        (GOOD.replace(b'"status": 200', b'"status": "fine"'), "response.status: Input should be a valid integer"),
        (GOOD.replace(b'[0, "x"]', b'[0, {"$base64": "#"}]'), "response.chunks"),
        (GOOD.replace(b'[0, "x"]', b'[-1, "x"]'), "response.chunks"),
        (GOOD.replace(b'"x"', b'"\xff"'), "it is no JSON"),
        (GOOD.replace(b"https://api.anthropic.com", b"https://[api"), "request.url: Value error, Invalid IPv6 URL"),
        (GOOD.replace(b'"x"', b'"\\ud83d"'), "it is no interaction"),
        (GOOD.replace(b"200", b"2" * 5000), "it is no JSON, or was cut off (it cannot be read)"),
        (b"[" * 100_000, "it is no JSON"),
    ],
    ids=range(13),
)
def test_a_line_that_is_wrong_is_named_by_its_number(tmp_path: Path, line: bytes, told: str):
    path = tmp_path / "q.cassette.jsonl"
    path.write_bytes(GOOD + b"\n\n" + line + b"\n" + GOOD + b"\n")
    with pytest.raises(BadCassette) as caught:
        Cassette.load(path)
    assert str(caught.value).startswith(f"{path}, line 3: ")
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_wrong_is_told_without_what_the_line_holds():
    line = GOOD.replace(b'"status": 200', b'"status": "sk-ant-very-secret"')
    with pytest.raises(BadCassette) as caught:
        Cassette.read(line)
    assert "secret" not in str(caught.value)


def test_a_cassette_that_is_too_large_names_what_is_large(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    cassette = Cassette.of([made({"q": 1}, "x"), made({"q": 2}, "y" * 5000), made({"q": 3}, "z")])
    with pytest.raises(TooLarge) as caught:
        cassette.save(path, most=4000)
    assert re.sub(r"[\d,]{4,}", "N", str(caught.value)) == snapshot(
        "q.cassette.jsonl would have N bytes, and N are allowed; most of it is interaction 2, POST https://api.anthropic.com/v1/messages, with N. Record a smaller document, make several cassettes of it, or allow more with most="
    )
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name == "nt", reason="needs a limit for the size of files")
def test_a_disk_that_is_full_leaves_the_old_file(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    Cassette.of([made({"q": 1}, "x")]).save(path)
    before = path.read_bytes()
    script = (
        "import resource, signal\n"
        "from citebridge.cassettes.cassette import Cassette\n"
        "from tests.cassettes.making import made\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, 40_000))\n"
        f"Cassette.of([made({{'q': n}}, 'y' * 1000) for n in range(1000)]).save({str(path)!r})\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "File too large" in run.stderr
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_whoever_is_killed_while_writing_leaves_a_whole_file(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    script = (
        "from citebridge.cassettes.cassette import Cassette\n"
        "from tests.cassettes.making import made\n"
        "sizes = [Cassette.of([made({'q': n}, 'y' * 1000) for n in range(size)]) for size in (5, 500)]\n"
        "print('ready', flush=True)\n"
        f"while True: [one.save({str(path)!r}) for one in sizes]\n"
    )
    for after in (0.0, 0.03, 0.06):
        with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            while not path.exists():
                time.sleep(0.001)
            time.sleep(after)
            process.send_signal(signal.SIGKILL)
        assert len(Cassette.load(path)) in (5, 500)
    Cassette.of([made({"q": 1}, "x")]).save(path)  # the lock of the dead is gone with them
    assert len(Cassette.load(path)) == 1


def test_who_holds_the_lock_is_alone(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    path.write_bytes(b"0")

    def count() -> None:
        for _ in range(30):
            with locked(path):
                number = int(path.read_bytes())
                time.sleep(0.0001)
                write_whole(path, str(number + 1).encode())

    threads = [Thread(target=count) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert path.read_bytes() == b"180"
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_what_cannot_be_replaced_leaves_nothing_beside_it(tmp_path: Path):
    (tmp_path / "q.cassette.jsonl").mkdir()
    with pytest.raises(OSError, match="directory"):
        Cassette.of([made({"q": 1}, "x")]).save(tmp_path / "q.cassette.jsonl")
    assert [one.name for one in tmp_path.iterdir()] == ["q.cassette.jsonl"]


def test_a_link_is_followed(tmp_path: Path):
    (tmp_path / "there").mkdir()
    path, link = tmp_path / "there" / "q.cassette.jsonl", tmp_path / "link.cassette.jsonl"
    link.symlink_to(path)
    Cassette.of([made({"q": 1}, "x")]).save(link)
    assert link.is_symlink()
    assert len(Cassette.load(path)) == 1


def test_reading_and_writing_grow_in_step(tmp_path: Path):
    lines = [made({"q": n}, *("x" * 200 for _ in range(50))).line() for n in range(400)]

    def through(value: JsonValue) -> None:
        assert isinstance(value, int)
        data = b"\n".join(lines[:value])
        cassette = Cassette.read(data)
        assert [cassette[n].request.body for n in range(value)] == [{"q": n} for n in range(value)]
        cassette.save(tmp_path / "q.cassette.jsonl")

    few, some, many = (calls_of(through, size) for size in (100, 200, 400))
    assert many - some < ENOUGH * (some - few)


def test_a_hundred_megabytes_are_read(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    text = compact(message("A ferry runs. " * 7200)).decode()
    pieces = [text[at : at + 1000] for at in range(0, len(text), 1000)]
    Cassette.of(made({"q": n}, *pieces) for n in range(1000)).save(path, most=200_000_000)
    assert path.stat().st_size > 100_000_000
    cassette = Cassette.load(path)
    assert len(cassette) == 1000
    assert all(len(one.response.pieces) == len(pieces) for one in cassette)
    assert cassette[999].response.content.decode() == text


@pytest.mark.parametrize(
    ("body", "record"),
    [
        (b'{"a":1}', {"a": 1}),
        (b'{"a": 1}', {"a": 1}),
        (b'{"$base64":"aGk="}', {"$base64": "aGk="}),
        (b'[{"a":1}]', None),
        (b'"text"', None),
        (b"a=1", None),
        (b"\xff\x00", None),
        (b"", None),
    ],
)
def test_a_request_is_a_record_where_it_is_one(body: bytes, record: JsonValue):
    one = made(body, compact(message("No dogs.")))
    assert one.request.record == record
    assert one.answer().text == "No dogs."


def test_an_interaction_gives_its_answer():
    """Of the provider that was recorded, with the request beside it, from all the pieces."""
    document = {
        "type": "document",
        "title": "Rules",
        "source": {"type": "text", "data": "No dogs.", "media_type": "text/plain"},
    }
    body = compact(message("No dogs."))
    one = made({"messages": [{"role": "user", "content": [document]}]}, body[:30], body[30:])
    expected = normalize(body, provider="anthropic", request=one.request.body)
    assert one.answer() == expected
    assert [source.title for source in expected.sources] == ["Rules"]
    with pytest.raises(InputError):
        made({}, b"Not found").answer()
    with pytest.raises(UnknownShape):
        made({}, b'{"a":1}').model_copy(update={"provider": None}).answer()
