"""The cassettes of this repository are what the SDKs ask and get, keep the laws, and are known by their addresses."""

from __future__ import annotations

from pathlib import Path

import pytest

from citebridge import normalize
from citebridge.cassettes import Cassette, Deck, Guard, Interaction, attach_boto3
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.snapshots import snapshot_file
from citebridge.cassettes.surfaces import surface_of
from citebridge.cli.cassette_check import check_file
from tests.cassettes.repository import packed, unpack
from tests.providers.test_bedrock import CLAUDE, _with_bytes
from tests.wire import CASSETTES, Wire, cassette, wires

STORIES = [(wire.provider, wire.name) for wire in wires() if not wire.streamed]

each_story = pytest.mark.parametrize(("provider", "name"), STORIES, ids="/".join)


def test_nothing_else_is_there():
    """But the answers that were accepted with something in them that nobody knows."""
    kept = {cassette(*one) for one in STORIES}
    found = {path for path in CASSETTES.rglob("*") if path.is_file()} - {CASSETTES / "README.md"}
    assert kept <= found <= kept | {*map(snapshot_file, kept)}


@each_story
def test_it_is_what_the_sdk_asks_and_gets(tmp_path: Path, provider: str, name: str):
    """Taken apart and put together again, it is the same line by line, but for the release that wrote it."""
    unpack(tmp_path, provider, name)
    made, kept = (
        [_of_any_release(one) for one in some] for some in (packed(tmp_path, provider, name), _kept(provider, name))
    )
    assert made == kept


@each_story
def test_each_answer_is_known_and_has_no_secret(provider: str, name: str):
    for one in _kept(provider, name):
        assert Guard(environ={}).find(one) == []
        if not one.request.url.endswith((".example/whole", ".example/stream")):
            asked = Asked("POST", one.request.url)
            assert surface_of(asked, one.response.content) == (one.provider, one.surface)
    assert len(_kept(provider, name).by_key) == len(_kept(provider, name))  # no request is answered by two


@each_story
def test_nothing_alarms(provider: str, name: str):
    lines, alarmed = check_file(cassette(provider, name), accept=False)
    assert not alarmed, "\n".join(lines)


@pytest.mark.parametrize("streamed", [False, True])
def test_bedrock_is_played_to_boto3(streamed: bool):
    boto3 = pytest.importorskip("boto3")
    wire = Wire("bedrock", streamed=streamed)
    account = {"region_name": "eu-north-1", "aws_access_key_id": "none", "aws_secret_access_key": "none"}
    client = boto3.client("bedrock-runtime", **account)
    attach_boto3(client, Deck(cassette("bedrock")))
    call = {"modelId": CLAUDE, **_with_bytes(wire.request)}
    reply = list(client.converse_stream(**call)["stream"]) if streamed else client.converse(**call)
    client.close()
    assert len(normalize(reply, provider="bedrock").citations) == 3


def _kept(provider: str, name: str) -> Cassette:
    return Cassette.load(cassette(provider, name))


def _of_any_release(one: Interaction) -> bytes:
    return one.model_copy(update={"citebridge": None}).line()
