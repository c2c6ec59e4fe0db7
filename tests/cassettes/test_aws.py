"""boto3, which has no transport to swap: its events ask the deck."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from citebridge import normalize
from citebridge.cassettes.aws import attach_boto3
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.deck import Deck
from citebridge.cassettes.errors import NoMatch
from citebridge.cassettes.faults import fault
from citebridge.cassettes.secrets.guard import Guard
from citebridge.errors import MissingExtra
from tests.cassettes.provider import provider
from tests.providers.test_bedrock import CLAUDE, _with_bytes
from tests.wire import Wire

boto3 = pytest.importorskip("boto3")


@contextmanager
def client(deck: Deck, url: str | None = None) -> Iterator[Any]:
    account = {"region_name": "eu-north-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
    made = boto3.client("bedrock-runtime", endpoint_url=url, **account)
    attach_boto3(made, deck)
    try:
        yield made
    finally:
        made.close()


def asked(bedrock: Any, streamed: bool) -> Any:
    wire = Wire("bedrock", "ferry", streamed)
    call = {"modelId": CLAUDE, **_with_bytes(wire.request)}
    return list(bedrock.converse_stream(**call)["stream"]) if streamed else bedrock.converse(**call)


def sent(streamed: bool) -> tuple[list[bytes], dict[str, str]]:
    wire = Wire("bedrock", "ferry", streamed)
    data, headers = wire.data, {"content-type": wire.media_type}
    return [data[at : at + 50] for at in range(0, len(data), 50)] if streamed else [data], headers


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "q.cassette.jsonl"


def recorded(path: Path, streamed: bool) -> tuple[Any, str]:
    """What boto3 made of an answer that was recorded on the way, and where it asked."""
    pieces, headers = sent(streamed)
    with (
        provider(pieces=pieces, headers=headers, whole=not streamed) as there,
        Deck(path, record="once", guard=Guard(environ={})) as deck,
        client(deck, there.url) as bedrock,
    ):
        return asked(bedrock, streamed), there.url


@pytest.mark.parametrize("streamed", [False, True])
def test_it_is_recorded_and_replayed(streamed: bool, path: Path):
    live, url = recorded(path, streamed)
    (one,) = Cassette.load(path)
    assert (one.provider, one.surface) == ("bedrock", "converse")
    assert [piece.data for piece in one.response.pieces] == sent(streamed)[0]
    assert "Boto3" in (one.sdk or "")
    assert set(one.request.headers) == {"content-type"}  # no signature, no credentials
    with client(Deck(path), url) as bedrock:
        again = asked(bedrock, streamed)
    request = Wire("bedrock", "ferry").request
    first, second = (normalize(reply, provider="bedrock", request=request) for reply in (live, again))
    assert len(second.citations) == 3
    assert second.model_dump(exclude={"raw"}) == first.model_dump(exclude={"raw"})


def test_no_match_is_raised_as_it_is(path: Path):
    _, url = recorded(path, streamed=False)
    with client(Deck(path), url) as bedrock, pytest.raises(NoMatch, match="converse-stream"):
        asked(bedrock, streamed=True)


@pytest.mark.parametrize("what", ["reset", "timeout", "cut:700", "timeout:700"])
def test_faults_are_botocores_own_errors(what: str, path: Path):
    exceptions = pytest.importorskip("botocore.exceptions")
    _, url = recorded(path, streamed=True)
    deck = Deck(path, changes=[fault(what)], repeat=True)
    with (
        client(deck, url) as bedrock,
        pytest.raises((exceptions.ConnectionClosedError, exceptions.ReadTimeoutError)),
    ):
        asked(bedrock, streamed=True)


def test_who_stops_reading_has_recorded_what_came(path: Path):
    pieces, headers = sent(streamed=True)
    wire = Wire("bedrock", "ferry", True)
    with (
        provider(pieces=pieces, headers=headers) as there,
        Deck(path, record="once", guard=Guard(environ={})) as deck,
        client(deck, there.url) as bedrock,
    ):
        stream = bedrock.converse_stream(modelId=CLAUDE, **_with_bytes(wire.request))["stream"]
        next(iter(stream))
        stream.close()
    (one,) = Cassette.load(path)
    assert one.response.cut
    assert 0 < len(one.response.content) < len(b"".join(pieces))


def test_a_body_can_be_read_as_a_file(path: Path):
    """As that of `invoke_model` is."""
    with (
        provider(pieces=[b'{"content": []}'], headers={"content-type": "application/json"}, whole=True) as there,
        Deck(path, record="once", guard=Guard(environ={})) as deck,
        client(deck, there.url) as bedrock,
    ):
        live = bedrock.invoke_model(modelId=CLAUDE, body=b'{"messages": []}')["body"].read()
        url = there.url
    with client(Deck(path), url) as bedrock:
        reply = bedrock.invoke_model(modelId=CLAUDE, body=b'{"messages": []}')
        assert reply["body"].read() == live == b'{"content": []}'


def test_without_boto3_its_install_line_is_told(monkeypatch: pytest.MonkeyPatch, path: Path):
    Cassette().save(path)
    monkeypatch.setitem(__import__("sys").modules, "botocore.awsrequest", None)
    with pytest.raises(MissingExtra, match=r'pip install "citebridge\[bedrock\]"'):
        attach_boto3(object(), Deck(path))
