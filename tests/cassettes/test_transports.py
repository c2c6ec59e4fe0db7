"""Transports: both libraries, sync and async; recording what really comes, and replaying it as it came."""

from __future__ import annotations

import gzip
import ssl
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
import httpx
import httpx2
import pytest

from citebridge import normalize
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.deck import Deck, Record
from citebridge.cassettes.errors import NoMatch
from citebridge.cassettes.faults import fault
from citebridge.cassettes.interaction import Interaction
from citebridge.cassettes.routes import handler
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.server import CassetteServer
from citebridge.cassettes.transports import RecordingTransport, ReplayTransport
from citebridge.errors import UsageError
from tests.cassettes.making import EVENTS, URL, compact, made
from tests.cassettes.provider import provider
from tests.wire import Wire

LIBRARIES = [httpx, httpx2]
PIECES = [b"data: n\xc3", b"\xa9\n", b"\ndata: \xf0\x9f", b"\x90\x95[S", b"1]\n\n"]
NO_ENVIRONMENT = Guard(environ={})
SSL = ssl.create_default_context()  # made once: it is slow


def recording(path: Path, record: Record = "once", **more: Any) -> Deck:
    return Deck(path, record=record, guard=NO_ENVIRONMENT, **more)


def pieces_of(http: Any, transport: Any, url: str = URL, body: Any = None) -> list[bytes]:
    with http.Client(transport=transport) as client, client.stream("POST", url, json=body or {"q": 1}) as response:
        return list(response.iter_raw())


async def apieces_of(http: Any, transport: Any, url: str = URL, body: Any = None) -> list[bytes]:
    async with (
        http.AsyncClient(transport=transport) as client,
        client.stream("POST", url, json=body or {"q": 1}) as response,
    ):
        return [piece async for piece in response.aiter_raw()]


def either(http: Any, asynchronous: bool, make: Callable[[], Any], url: str = URL) -> list[bytes]:
    """The same from the sync or the async client."""
    if asynchronous:
        return anyio.run(lambda: apieces_of(http, make(), url))
    return pieces_of(http, make(), url)


def arrivals(one: Interaction) -> list[int]:
    """When each piece came, counted from the request: on a busy machine it is the only thing that is never less."""
    return [one.response.ms + piece.ms for piece in one.response.pieces]


BOTH = pytest.mark.parametrize("asynchronous", [False, True], ids=["sync", "async"])
EACH = pytest.mark.parametrize("http", LIBRARIES, ids=lambda http: http.__name__)


@EACH
@BOTH
def test_a_stream_is_replayed_in_the_pieces_it_came_in(http: Any, asynchronous: bool):
    cassette = Cassette.of([made({"q": 1}, *PIECES, headers=EVENTS)])
    assert either(http, asynchronous, lambda: ReplayTransport(cassette)) == PIECES


@EACH
@BOTH
def test_what_is_recorded_is_what_came(http: Any, asynchronous: bool, tmp_path: Path):
    """Record, replay: the same bytes in the same pieces, and the times they took."""
    path = tmp_path / "q.cassette.jsonl"
    with provider(pieces=PIECES, headers={**EVENTS, "set-cookie": "a=b"}, pause=0.02) as there:
        with recording(path) as deck:
            came = either(http, asynchronous, lambda: RecordingTransport(deck), f"{there.url}/v1/messages")
        (one,) = Cassette.load(path)
        assert [piece.data for piece in one.response.pieces] == came == PIECES
        times = arrivals(one)
        assert times == sorted(times)
        assert times[-1] >= 5 * 20 - 2  # counted from before the request was sent
        assert one.response.headers == EVENTS
        assert not one.response.cut
        url = f"{there.url}/v1/messages"
    assert either(http, asynchronous, lambda: ReplayTransport(path), url) == PIECES
    # Played in time and recorded anew, no piece comes earlier than it did.
    again = tmp_path / "again.cassette.jsonl"
    with CassetteServer(Deck(path, anywhere=True)) as server, recording(again) as deck:
        either(http, asynchronous, lambda: RecordingTransport(deck), f"{server.url}/v1/messages")
    (other,) = Cassette.load(again)
    assert other.response.content == one.response.content
    assert all(mine >= its - 5 for mine, its in zip(arrivals(other), arrivals(one), strict=True))


@EACH
@BOTH
def test_what_is_left_before_its_end_is_recorded_as_cut(http: Any, asynchronous: bool, tmp_path: Path):
    """An SDK whose events one leaves with `break` closes nothing."""
    path = tmp_path / "q.cassette.jsonl"

    async def begin(url: str, transport: Any) -> bytes:
        client = http.AsyncClient(transport=transport)
        response = await client.send(client.build_request("POST", url, json={"q": 1}), stream=True)
        pieces = response.aiter_raw()
        return await anext(pieces)

    with provider(pieces=PIECES, headers=EVENTS) as there, recording(path) as deck:
        transport = RecordingTransport(deck)
        if asynchronous:
            assert anyio.run(begin, there.url, transport) == PIECES[0]
        else:
            client = http.Client(transport=transport)
            response = client.send(client.build_request("POST", there.url, json={"q": 1}), stream=True)
            assert next(response.iter_raw()) == PIECES[0]
            del response
            transport.close()
    (one,) = Cassette.load(path)
    assert one.response.cut
    assert one.response.content.startswith(PIECES[0])


@EACH
@BOTH
def test_a_header_of_any_letters_is_replayed(http: Any, asynchronous: bool):
    cassette = Cassette.of([made({"q": 1}, status=302, headers={"location": "/né→"})])

    async def ask() -> str:
        async with http.AsyncClient(transport=ReplayTransport(cassette)) as client:
            return (await client.post(URL, json={"q": 1})).headers["location"]

    if asynchronous:
        assert anyio.run(ask) == "/né→"
    else:
        with http.Client(transport=ReplayTransport(cassette)) as client:
            assert client.post(URL, json={"q": 1}).headers["location"] == "/né→"


def test_the_answer_is_the_same_recorded_and_replayed(tmp_path: Path):
    path, sent = tmp_path / "q.cassette.jsonl", Wire("anthropic", streamed=True).data
    cut = [sent[at : at + 11] for at in range(0, len(sent), 11)]
    with provider(pieces=cut, headers=EVENTS) as there, recording(path) as deck:
        live = normalize(pieces_of(httpx2, RecordingTransport(deck), there.url))
        url = there.url
    assert normalize(pieces_of(httpx2, ReplayTransport(path), url)) == live == normalize(sent)


@EACH
def test_timing_waits_as_long(http: Any, monkeypatch: pytest.MonkeyPatch):
    waited: list[float] = []
    monkeypatch.setattr("time.sleep", waited.append)
    cassette = Cassette.of([made({"q": 1}, "a", "b", "c", every=40)])
    assert pieces_of(http, ReplayTransport(cassette, timing=True)) == [b"a", b"b", b"c"]
    assert waited == [0.012, 0.0, 0.04, 0.04]
    pieces_of(http, ReplayTransport(cassette))
    assert len(waited) == 4


def test_async_timing_lets_others_run():
    async def main() -> list[str]:
        said: list[str] = []
        cassette = Cassette.of([made({"q": 1}, "a", "b", every=60)])

        async def other() -> None:
            await anyio.sleep(0.02)
            said.append("other")

        async with anyio.create_task_group() as group:
            group.start_soon(other)
            await apieces_of(httpx2, ReplayTransport(cassette, timing=True))
            said.append("done")
        return said

    assert anyio.run(main) == ["other", "done"]


@EACH
def test_a_whole_body_is_a_response_like_any_other(http: Any):
    cassette = Cassette.of([made({"q": 1}, compact({"n": "é"}), status=201)])
    with http.Client(transport=ReplayTransport(cassette)) as client:
        response = client.post(URL, json={"q": 1})
    assert (response.status_code, response.json(), response.headers["content-type"]) == (
        201,
        {"n": "é"},
        "application/json",
    )


@EACH
@BOTH
def test_what_was_compressed_is_recorded_as_it_reads(http: Any, asynchronous: bool, tmp_path: Path):
    path, text = tmp_path / "q.cassette.jsonl", b"data: a plain text\n\n" * 20
    packed = gzip.compress(text)
    pieces = [packed[:20], packed[20:]]
    with (
        provider(pieces=pieces, headers={**EVENTS, "content-encoding": "gzip"}) as there,
        recording(path) as deck,
    ):
        came = either(http, asynchronous, lambda: RecordingTransport(deck), there.url)
        url = there.url
    assert b"".join(came) == text
    assert Cassette.load(path)[0].response.content == text
    assert b"".join(either(http, asynchronous, lambda: ReplayTransport(path), url)) == text


# -- what is not read to the end


@EACH
@BOTH
def test_who_stops_reading_has_recorded_what_came(http: Any, asynchronous: bool, tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"

    def first(transport: Any, url: str) -> bytes:
        with http.Client(transport=transport) as client, client.stream("POST", url, json={"q": 1}) as response:
            return next(response.iter_raw())

    async def afirst(transport: Any, url: str) -> bytes:
        async with (
            http.AsyncClient(transport=transport) as client,
            client.stream("POST", url, json={"q": 1}) as response,
        ):
            return await anext(response.aiter_raw())

    def some(transport: Callable[[], Any], url: str) -> bytes:
        return anyio.run(lambda: afirst(transport(), url)) if asynchronous else first(transport(), url)

    with provider(pieces=PIECES, headers=EVENTS, pause=0.02) as there, recording(path) as deck:
        assert some(lambda: RecordingTransport(deck), there.url) == PIECES[0]
        url = there.url
    (one,) = Cassette.load(path)
    assert one.response.cut
    assert [piece.data for piece in one.response.pieces] == PIECES[:1]
    assert some(lambda: ReplayTransport(path), url) == PIECES[0]
    with pytest.raises(http.ReadError):  # nobody knows what came next
        either(http, asynchronous, lambda: ReplayTransport(path), url)


@EACH
@BOTH
def test_a_connection_that_breaks_is_recorded_as_one(http: Any, asynchronous: bool, tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with provider(pieces=PIECES[:2], headers=EVENTS, breaks=True) as there, recording(path) as deck:
        with pytest.raises(http.RemoteProtocolError):
            either(http, asynchronous, lambda: RecordingTransport(deck), there.url)
        url = there.url
    assert Cassette.load(path)[0].response.cut
    with pytest.raises(http.ReadError):
        either(http, asynchronous, lambda: ReplayTransport(path), url)


@EACH
@BOTH
def test_what_cannot_be_reached_is_not_recorded(http: Any, asynchronous: bool, tmp_path: Path):
    with recording(tmp_path / "q.cassette.jsonl") as deck, pytest.raises(http.ConnectError):
        either(http, asynchronous, lambda: RecordingTransport(deck), "http://127.0.0.1:9/")
    assert list(tmp_path.iterdir()) == []


# -- modes, and faults


def test_a_recording_transport_plays_what_is_there(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with provider(pieces=[b"live"]) as there:
        Cassette.of([made({"q": 1}, "old", url=there.url)]).save(path)
        with recording(path, "new_episodes") as deck:
            transport = RecordingTransport(deck, httpx2.HTTPTransport(verify=SSL))
            client = httpx2.Client(transport=transport)
            said = [client.post(there.url, json={"q": n}).text for n in (1, 2, 1)]
            client.close()
        assert len(there.asked) == 2
    assert said == ["old", "live", "live"]
    assert [one.response.content for one in Cassette.load(path)] == [b"old", b"live", b"live"]


@EACH
def test_one_transport_records_for_clients_of_both_kinds(http: Any, tmp_path: Path):
    with provider(pieces=[b"live"]) as there, recording(tmp_path / "q.cassette.jsonl") as deck:
        transport = RecordingTransport(deck)
        assert pieces_of(http, transport, there.url, {"q": 1}) == [b"live"]
        assert anyio.run(lambda: apieces_of(http, transport, there.url, {"q": 2})) == [b"live"]


@EACH
@BOTH
def test_no_match_is_raised_as_it_is(http: Any, asynchronous: bool):
    cassette = Cassette.of([made({"q": 2}, "x")])
    with pytest.raises(NoMatch, match=r"body.q: recorded 2, asked 1"):
        either(http, asynchronous, lambda: ReplayTransport(cassette))


@EACH
@BOTH
@pytest.mark.parametrize(
    ("what", "error", "came"),
    [("reset", "ReadError", []), ("timeout", "ReadTimeout", []), ("cut:6", "ReadError", [b"data: "])],
)
def test_faults_are_the_librarys_own_errors(http: Any, asynchronous: bool, what: str, error: str, came: list[bytes]):
    deck = Deck(Cassette.of([made({"q": 1}, *PIECES)]), changes=[fault(what)])
    got: list[bytes] = []

    def read() -> None:
        with (
            http.Client(transport=ReplayTransport(deck)) as client,
            client.stream("POST", URL, json={"q": 1}) as response,
        ):
            got.extend(response.iter_raw())

    async def aread() -> None:
        async with (
            http.AsyncClient(transport=ReplayTransport(deck)) as client,
            client.stream("POST", URL, json={"q": 1}) as response,
        ):
            async for piece in response.aiter_raw():
                got.append(piece)

    with pytest.raises(getattr(http, error)):
        anyio.run(aread) if asynchronous else read()
    assert got == came


def test_an_sdk_tries_again_after_a_refusal():
    anthropic = pytest.importorskip("anthropic")
    body = {"max_tokens": 9, "messages": [{"role": "user", "content": "x"}], "model": "m"}
    sent = Wire("anthropic").data
    deck = Deck(Cassette.of([made(body, sent)]), changes=[fault("429"), fault("529")])
    http_client = httpx2.Client(transport=ReplayTransport(deck))
    with anthropic.Anthropic(api_key="none", http_client=http_client, max_retries=2) as client:
        assert len(normalize(client.messages.create(**body)).citations) == 3
    assert deck.unused == []


def test_an_sdk_shows_the_difference():
    """It makes an error of its own of it; why is told above."""
    anthropic = pytest.importorskip("anthropic")
    deck = Deck(Cassette.of([made({"q": 2}, "x")]))
    http_client = httpx2.Client(transport=ReplayTransport(deck))
    with (
        anthropic.Anthropic(api_key="none", http_client=http_client, max_retries=0) as client,
        pytest.raises(anthropic.APIConnectionError) as caught,
    ):
        client.messages.create(max_tokens=9, messages=[{"role": "user", "content": "x"}], model="m")
    assert isinstance(caught.value.__cause__, NoMatch)
    assert len(deck.unmatched) == 1


@BOTH
@pytest.mark.parametrize("left", [False, True], ids=["read through", "left"])
def test_a_stream_of_an_sdk_is_recorded_read_through_or_left(asynchronous: bool, left: bool, tmp_path: Path):
    """OpenAI's SDK closes the connection at `[DONE]`, and holds the stream in a cycle when one leaves it before."""
    openai = pytest.importorskip("openai")
    path, sent, chat = tmp_path / "q.cassette.jsonl", Wire("openai.chat", streamed=True).data, {"model": "m"}

    def ask(transport: RecordingTransport, base_url: str) -> None:
        client = openai.OpenAI(api_key="none", base_url=base_url, http_client=httpx2.Client(transport=transport))
        for _ in client.chat.completions.create(messages=[], stream=True, **chat):
            if left:
                break

    async def aask(transport: RecordingTransport, base_url: str) -> None:
        http_client = httpx2.AsyncClient(transport=transport)
        client = openai.AsyncOpenAI(api_key="none", base_url=base_url, http_client=http_client)
        async for _ in await client.chat.completions.create(messages=[], stream=True, **chat):
            if left:
                break

    with provider(pieces=[sent[:5000], sent[5000:]], headers=EVENTS) as there, recording(path) as deck:
        transport = RecordingTransport(deck)
        if asynchronous:
            anyio.run(aask, transport, there.url)
        else:
            ask(transport, there.url)
            transport.close()
    (one,) = Cassette.load(path)
    assert one.response.cut == left
    assert one.response.content == (sent[:5000] if left else sent)


@EACH
def test_a_file_is_uploaded_to_gemini_and_again_to_its_cassette(http: Any, tmp_path: Path):
    """The SDK is told in headers where the file goes, and whether more of it is wanted."""
    genai = pytest.importorskip("google.genai")
    path, file = tmp_path / "q.cassette.jsonl", tmp_path / "table.txt"
    file.write_text("Ferries sail at 7.")
    there = "https://generativelanguage.googleapis.com/upload/v1beta/files?upload_id=AAbb&upload_protocol=resumable"

    def network(request: Any) -> Any:
        if "upload_id" not in request.url.params:
            return http.Response(200, headers={"x-goog-upload-status": "active", "x-goog-upload-url": there}, json={})
        return http.Response(200, headers={"x-goog-upload-status": "final"}, json={"file": {"name": "files/abc"}})

    def upload(transport: Any) -> str:
        client = genai.Client(api_key="none", http_options={"httpx_client": http.Client(transport=transport)})
        return client.files.upload(file=str(file)).name

    with recording(path) as deck:
        assert upload(RecordingTransport(deck, http.MockTransport(network))) == "files/abc"
    assert upload(ReplayTransport(path)) == "files/abc"


def test_a_handler_is_what_mock_transports_take():
    cassette = Cassette.of([made({"q": 1}, "a", "b")] * 2)
    answer = handler(Deck(cassette))
    assert pieces_of(httpx2, httpx2.MockTransport(answer)) == [b"a", b"b"]
    assert anyio.run(lambda: apieces_of(httpx2, httpx2.MockTransport(answer))) == [b"a", b"b"]


def test_the_path_of_a_cassette_is_enough(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    Cassette.of([made({"q": 1}, "x")]).save(path)
    assert pieces_of(httpx2, ReplayTransport(str(path))) == [b"x"]
    with pytest.raises(UsageError, match="there is no cassette"):
        ReplayTransport(tmp_path / "other.cassette.jsonl")
