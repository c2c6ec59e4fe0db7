"""A cassette over real HTTP, piece by piece, for any client; and a way to record without changing one."""

from __future__ import annotations

import gzip
import http.client
import json
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from citebridge import normalize
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.deck import Deck
from citebridge.cassettes.faults import fault
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.server import CassetteServer
from citebridge.errors import UsageError
from tests.cassettes.making import EVENTS, JSON, compact, made
from tests.cassettes.provider import provider
from tests.providers import test_bedrock
from tests.wire import Wire

PIECES = [b"data: n\xc3", b"\xa9\n", b"\ndata: [S", b"1]\n\n"]
NO_ENVIRONMENT = Guard(environ={})


def served(*some: Any, **more: Any) -> CassetteServer:
    changes = more.pop("changes", ())
    return CassetteServer(Deck(Cassette.of(some), repeat=True, anywhere=True, changes=changes), timing=False, **more)


def talk(url: str, request: bytes) -> bytes:
    """All that a server sends for these bytes, and nothing in between that would tidy it up."""
    host, _, port = url.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        connection.sendall(request)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def post(body: bytes = b'{"q":1}', path: str = "/v1/messages", extra: str = "connection: close\r\n") -> bytes:
    head = f"POST {path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n{extra}"
    return f"{head}content-length: {len(body)}\r\n\r\n".encode() + body


def chunks(data: bytes) -> Iterator[bytes]:
    """The HTTP chunks of a body."""
    while size := int(data.partition(b"\r\n")[0], 16):
        data = data.partition(b"\r\n")[2]
        yield data[:size]
        data = data[size + 2 :]


def test_a_stream_is_sent_in_chunks_as_it_was_cut():
    with served(made({"q": 1}, *PIECES, headers=EVENTS)) as server:
        head, _, body = talk(server.url, post()).partition(b"\r\n\r\n")
    assert head.splitlines()[0] == b"HTTP/1.1 200 OK"
    assert b"transfer-encoding: chunked" in head
    assert b"content-type: text/event-stream; charset=utf-8" in head
    assert list(chunks(body)) == PIECES


def test_a_body_is_sent_whole():
    with served(made({"q": 1}, compact({"n": "é"}), status=429, headers={**JSON, "retry-after": "1"})) as server:
        head, _, body = talk(server.url, post()).partition(b"\r\n\r\n")
    assert head.splitlines()[0].startswith(b"HTTP/1.1 429 ")
    assert b"retry-after: 1" in head
    assert b"content-length: 10" in head
    assert body == compact({"n": "é"})


def test_any_way_to_send_a_request_will_do():
    in_chunks = b'POST /v1/messages HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n3;a=b\r\n{"q\r\n4\r\n":1}\r\n0\r\nx: y\r\n\r\n'
    with served(made({"q": 1}, "x"), made(None, "got", url="https://a.example/v1/models", method="GET")) as server:
        assert talk(server.url, in_chunks).endswith(b"x")
        assert talk(server.url, post(b'{ "q": 1.0 }')).endswith(b"x")
        get = b"GET /v1/models?key=abc HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n"
        assert talk(server.url, get).endswith(b"got")
        two = post(extra="") + post()
        assert talk(server.url, two).count(b"HTTP/1.1 200 OK") == 2  # on one connection


def test_a_head_and_what_has_no_body():
    head = made(None, "never sent", url="https://a.example/h", method="HEAD")
    none = made(None, url="https://a.example/n", method="DELETE", status=204)
    with served(head, none) as server:
        assert talk(server.url, b"HEAD /h HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").endswith(b"\r\n\r\n")
        assert talk(server.url, b"DELETE /n HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").endswith(b"\r\n\r\n")


def test_a_header_of_any_letters_is_sent():
    one = made({"q": 1}, "x", headers={"content-type": "text/plain", "location": "/né→"})
    with served(one, made({"q": 2}, "y", headers={"location": "/né"})) as server:
        assert "location: /né→\r\n".encode() in talk(server.url, post())
        assert "location: /né\r\n".encode("latin-1") in talk(server.url, post(b'{"q":2}'))


def test_what_is_not_recorded_is_refused_with_what_differs():
    with served(made({"q": 2}, "x")) as server:
        head, _, body = talk(server.url, post()).partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 404 ")
    assert b"x-should-retry: false" in head
    error = json.loads(body)["error"]
    assert error["type"] == "citebridge_no_match"
    assert "body.q: recorded 2, asked 1" in error["message"]


@pytest.mark.parametrize("sdk", ["anthropic", "openai"])
def test_an_sdk_shows_what_differs_at_once(sdk: str):
    module = pytest.importorskip(sdk)
    with served(made({"q": 2}, "x")) as server:
        client = (module.Anthropic if sdk == "anthropic" else module.OpenAI)(api_key="none", base_url=server.url)
        create = client.messages.create if sdk == "anthropic" else client.responses.create
        body = (
            {"max_tokens": 9, "messages": [{"role": "user", "content": "x"}]} if sdk == "anthropic" else {"input": "x"}
        )
        with client, pytest.raises(module.NotFoundError, match="nothing is recorded for POST"):
            create(model="m", **body)


def test_an_sdk_is_given_the_base_url():
    anthropic = pytest.importorskip("anthropic")
    wire = Wire("anthropic", "ferry", streamed=True)
    sent = [wire.data[at : at + 40] for at in range(0, len(wire.data), 40)]
    one = made({**wire.request, "stream": True}, *sent, headers=EVENTS)
    with served(one) as server, anthropic.Anthropic(api_key="none", base_url=server.url) as client:
        events = list(client.messages.create(**wire.request, stream=True))
    assert len(normalize(events).citations) == 3


@pytest.mark.parametrize("streamed", [False, True])
def test_bedrock_through_boto3(streamed: bool):
    """Frames and all; boto3 is told by `endpoint_url`."""
    boto3 = pytest.importorskip("boto3")
    wire = Wire("bedrock", "ferry", streamed)
    data, kind = wire.data, wire.media_type
    url = f"https://bedrock.example/model/{test_bedrock.CLAUDE}/converse{'-stream' * streamed}"
    pieces = [data[at : at + 33] for at in range(0, len(data), 33)] if streamed else [data]
    one = made(wire.request, *pieces, headers={"content-type": kind}, url=url)
    account = {"region_name": "eu-north-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
    with served(one) as server:
        client = boto3.client("bedrock-runtime", endpoint_url=server.url, **account)
        call = {"modelId": test_bedrock.CLAUDE, **test_bedrock._with_bytes(wire.request)}
        reply = list(client.converse_stream(**call)["stream"]) if streamed else client.converse(**call)
        client.close()
    answer = normalize(reply, provider="bedrock", request=wire.request)
    assert len(answer.citations) == 3
    assert answer.text == normalize(data, provider="bedrock", request=wire.request).text


def test_timing_is_that_of_the_provider():
    one = made({"q": 1}, "a", "b", "c", headers=EVENTS, every=30)
    with CassetteServer(Deck(Cassette.of([one]), anywhere=True)) as server:
        begun = time.monotonic()
        assert list(chunks(talk(server.url, post()).partition(b"\r\n\r\n")[2])) == [b"a", b"b", b"c"]
        assert time.monotonic() - begun >= 0.07  # 12 for the head, and twice 30


def test_a_server_that_stops_leaves_who_waits():
    one = made({"q": 1}, "a", "b", headers=EVENTS, every=600_000)
    with CassetteServer(Deck(Cassette.of([one]), anywhere=True)) as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=10)
        connection.request("POST", "/v1/messages", b'{"q":1}')
        assert connection.getresponse().read1() == b"a"
    connection.close()


@pytest.mark.parametrize(
    ("what", "came", "error"),
    [
        ("reset", None, ConnectionResetError),
        ("cut:4", b"data", ConnectionResetError),
        ("timeout", None, TimeoutError),
        ("timeout:4", b"data", TimeoutError),
    ],
)
def test_faults_happen_on_the_wire(what: str, came: bytes | None, error: type[Exception]):
    with served(made({"q": 1}, *PIECES, headers=EVENTS), changes=[fault(what)]) as server:
        connection = http.client.HTTPConnection(server.url.removeprefix("http://"), timeout=0.3)
        connection.request("POST", "/v1/messages", b'{"q":1}')
        if came is None:
            with pytest.raises(error):
                connection.getresponse()
        else:
            response = connection.getresponse()
            assert response.read1(4) == came
            with pytest.raises((error, http.client.IncompleteRead)):
                response.read()
        connection.close()


def test_a_client_that_goes_away_harms_nobody(capfd: pytest.CaptureFixture[str]):
    one = made({"q": 1}, *[b"x" * 60_000] * 200, headers=EVENTS)
    with served(one, made({"q": 2}, "fine")) as server:
        host, _, port = server.url.removeprefix("http://").partition(":")
        for _ in range(3):
            with socket.create_connection((host, int(port)), timeout=10) as connection:
                connection.sendall(post())
                connection.recv(10)
        assert talk(server.url, post(b'{"q":2}')).endswith(b"fine")
        talk(server.url, b"nonsense\r\n\r\n")
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("name", ["location", "x-goog-upload-url"])
def test_where_an_answer_leads_to_is_here(name: str):
    """A file would be sent to the provider, while a cassette is played."""
    there = "https://g.example/upload/v1beta/files?upload_id=AAbb"
    first, second = made({"q": 1}, headers={name: there}), made({"q": 2}, "y", url=there)
    with served(first, second) as server:
        assert f"{name}: {server.url}/upload/v1beta/files?upload_id=AAbb\r\n".encode() in talk(server.url, post())
        assert talk(server.url, post(b'{"q":2}', path="/upload/v1beta/files?upload_id=AAbb")).endswith(b"y")


# -- recording


def test_it_records_what_it_sends_on(tmp_path: Path):
    path, url = tmp_path / "q.cassette.jsonl", "/acme/v1/messages?x=1&key=abcdef"
    with provider(pieces=PIECES, headers={**EVENTS, "set-cookie": "a=b"}, pause=0.01) as there:
        deck = Deck(path, record="once", guard=NO_ENVIRONMENT)
        with deck, CassetteServer(deck, upstreams={"acme": f"{there.url}/base/"}) as server:
            assert server.absolute("/acme/v1") == f"{there.url}/base/v1"
            reply = talk(server.url, post(path=url, extra="connection: close\r\nx-api-key: k\r\n"))
        assert list(chunks(reply.partition(b"\r\n\r\n")[2])) == PIECES
        assert b"set-cookie: a=b" in reply  # the client gets all
        (command, asked, headers, body) = there.asked[0]
        assert (command, asked, body) == ("POST", "/base/v1/messages?x=1&key=abcdef", b'{"q":1}')
        assert headers["x-api-key"] == "k"
        assert headers["accept-encoding"] == "identity"
        assert headers["host"] == there.url.removeprefix("http://")
        upstreams = {"acme": f"{there.url}/base"}
    (one,) = Cassette.load(path)
    assert one.request.url == f"{there.url}/base/v1/messages?x=1&key=***"
    assert [piece.data for piece in one.response.pieces] == PIECES
    assert one.response.headers == EVENTS
    with CassetteServer(Deck(path), upstreams=upstreams, timing=False) as server:
        again = talk(server.url, post(path="/acme/v1/messages?x=1"))
    assert list(chunks(again.partition(b"\r\n\r\n")[2])) == PIECES


def test_where_a_provider_leads_to_is_recorded_too(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with provider(headers={**JSON}) as there:
        there.headers["x-goog-upload-url"] = f"{there.url}/upload?upload_id=AAbb"
        there.headers["location"] = "https://elsewhere.example/"
        deck = Deck(path, record="once", guard=NO_ENVIRONMENT)
        with deck, CassetteServer(deck, upstreams={"a": f"{there.url}/"}) as server:
            reply = talk(server.url, post(path="/a/v1"))
            assert f"x-goog-upload-url: {server.url}/a/upload?upload_id=AAbb\r\n".encode() in reply
            assert b"location: https://elsewhere.example/\r\n" in reply
    assert Cassette.load(path)[0].response.headers == dict(sorted(there.headers.items()))


def test_what_came_compressed_all_the_same_is_unpacked(tmp_path: Path):
    path, text = tmp_path / "q.cassette.jsonl", b"a plain text " * 50
    for coding, pieces in (("gzip", [gzip.compress(text)[:15], gzip.compress(text)[15:]]), ("identity", [text])):
        with (
            provider(pieces=pieces, headers={**JSON, "content-encoding": coding}, whole=True) as there,
            Deck(path, record="rewrite", guard=NO_ENVIRONMENT) as deck,
            CassetteServer(deck, upstreams={"a": there.url}) as server,
        ):
            assert b"".join(chunks(talk(server.url, post(path="/a/v1")).partition(b"\r\n\r\n")[2])) == text
        assert Cassette.load(path)[0].response.content == text


def test_what_cannot_be_sent_on_is_told(tmp_path: Path):
    deck = Deck(tmp_path / "q.cassette.jsonl", record="once", guard=NO_ENVIRONMENT)
    with (
        provider(pieces=[b"x"], headers={"content-encoding": "br"}) as there,
        CassetteServer(deck, upstreams={"odd": there.url, "gone": "http://127.0.0.1:9"}) as server,
    ):
        said = {
            path: json.loads(talk(server.url, post(path=path)).partition(b"\r\n\r\n")[2])["error"]["message"]
            for path in ("/odd/v1", "/gone/v1", "/other/v1")
        }
    assert said["/odd/v1"] == "the provider sent br, which it was not asked for and which cannot be read"
    assert said["/gone/v1"].startswith("http://127.0.0.1:9 cannot be reached: ")
    assert said["/other/v1"] == "the path /other/v1 begins with none of gone, odd"
    deck.save()
    assert list(tmp_path.iterdir()) == []


def test_a_provider_that_breaks_off_is_recorded_as_such(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with (
        provider(pieces=PIECES[:2], headers=EVENTS, breaks=True) as there,
        Deck(path, record="once", guard=NO_ENVIRONMENT) as deck,
        CassetteServer(deck, upstreams={"a": there.url}) as server,
    ):
        reply = talk(server.url, post(path="/a/v1"))
    assert b"\r\n0\r\n\r\n" not in reply  # the client is told as well
    (one,) = Cassette.load(path)
    assert one.response.cut
    assert one.response.content == b"".join(PIECES[:2])


def test_a_deck_that_records_needs_to_know_where_to(tmp_path: Path):
    with pytest.raises(UsageError, match="needs upstreams="):
        CassetteServer(Deck(tmp_path / "q", record="once"))
