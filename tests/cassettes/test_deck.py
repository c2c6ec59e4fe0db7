"""Which request is answered by what, what is recorded when, and two who record at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from inline_snapshot import snapshot
from pydantic import JsonValue

from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.deck import Deck, Record
from citebridge.cassettes.errors import NoMatch, SecretFound, TooLarge
from citebridge.cassettes.interaction import Interaction
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.transports import ReplayTransport
from citebridge.errors import UsageError
from citebridge.testing.work import ENOUGH, calls_of
from tests.cassettes.making import JSON, URL, compact, made

NO_ENVIRONMENT = Guard(environ={})


def ask(body: object, url: str = URL, method: str = "POST") -> Asked:
    return Asked(method, url, (("Content-Type", "application/json"), ("X-Api-Key", "k")), compact(body))


def record(deck: Deck, body: object, text: str) -> None:
    take = deck.take(ask(body))
    take.head(200, JSON.items())
    take.piece(text.encode())
    take.end()


def play(deck: Deck, body: object) -> str | None:
    reply = deck.answer(ask(body))
    return None if reply is None else reply.content.decode()


def use(deck: Deck, *bodies: object) -> list[str]:
    """As a client does: what is not played is sent, and recorded."""
    found = []
    for body in bodies:
        said = play(deck, body)
        if said is None:
            said = f"new {body}"
            record(deck, body, said)
        found.append(said)
    return found


def texts(path: Path) -> list[tuple[object, str]]:
    return [(one.request.body, one.response.content.decode()) for one in Cassette.load(path)]


def old(path: Path) -> Path:
    Cassette.of([made({"q": 1}, "old 1"), made({"q": 2}, "old 2"), made({"q": 1}, "old 1 again")]).save(path)
    return path


# -- playing


def test_requests_are_answered_in_turn(tmp_path: Path):
    deck = Deck(old(tmp_path / "q.cassette.jsonl"))
    assert use(deck, {"q": 1}, {"q": 2}, {"q": 1}) == ["old 1", "old 2", "old 1 again"]
    with pytest.raises(NoMatch, match=r"is recorded 2 times in .* and was asked once more"):
        play(deck, {"q": 1})


def test_a_server_answers_as_often_as_it_is_asked():
    deck = Deck(Cassette.of([made({"q": 1}, "one"), made({"q": 1}, "two")]), repeat=True, anywhere=True)
    replies = [deck.answer(ask({"q": 1}, "http://127.0.0.1:80/v1/messages")) for _ in range(4)]
    assert [reply.content for reply in replies if reply is not None] == [b"one", b"two", b"two", b"two"]


def test_what_is_asked_is_compared_without_its_secrets():
    url = "https://g.example/v1/m:run"
    deck = Deck(Cassette.of([made({"q": 1, "tools": [{"authorization_token": "***"}]}, "x", url=f"{url}?key=***")]))
    asked = ask({"tools": [{"authorization_token": "secret-1"}], "q": 1.0}, f"{url}?key=secret-2")
    assert deck.answer(asked) is not None


def test_a_secret_may_be_there_or_not():
    bodies = [{"q": 1}, {"q": 1, "api_key": "secret-1"}]
    for recorded, asked in (bodies, bodies[::-1]):
        assert play(Deck(Cassette.of([made(recorded, "x")])), asked) == "x"


def test_what_was_not_asked_for_is_told(tmp_path: Path):
    deck = Deck(old(tmp_path / "q.cassette.jsonl"))
    use(deck, {"q": 1})
    assert [one.number for one in deck.unused] == [3, 2]


REQUEST = {
    "model": "claude-opus-5-5",
    "max_tokens": 100,
    "messages": [{"role": "user", "content": "When does the first ferry leave the island of Rona on Sundays?"}],
}
CASES = {
    "another question": REQUEST
    | {"messages": [{"role": "user", "content": "When does the last ferry leave the island of Rona on Sundays?"}]},
    "another model, and a field more": REQUEST | {"model": "claude-opus-6", "stream": True},
    "a message more": REQUEST | {"messages": [*REQUEST["messages"], {"role": "assistant", "content": "At 7."}]},
    "true is not 1": REQUEST | {"max_tokens": True},
}


def told(deck: Deck, asked: Asked) -> str:
    with pytest.raises(NoMatch) as caught:
        deck.answer(asked)
    assert deck.unmatched == [caught.value]
    return str(caught.value)


def test_a_request_that_is_not_there_is_told_with_what_differs():
    others = [made({"model": "gpt-6", "input": "x"}, url="https://api.openai.com/v1/responses"), made(REQUEST, "x")]
    said = {name: told(Deck(Cassette.of(others)), ask(body)) for name, body in CASES.items()}
    assert said == snapshot(
        {
            "another question": """\
nothing is recorded for POST https://api.anthropic.com/v1/messages in the cassette
the nearest is interaction 2, POST https://api.anthropic.com/v1/messages; what differs:
  body.messages[0].content: recorded 'When does the first ferry leave the island of Rona on Sundays?', asked 'When does the last ferry leave the island of Rona on Sundays?'\
""",
            "another model, and a field more": """\
nothing is recorded for POST https://api.anthropic.com/v1/messages in the cassette
the nearest is interaction 2, POST https://api.anthropic.com/v1/messages; what differs:
  body.model: recorded 'claude-opus-5-5', asked 'claude-opus-6'
  body.stream: recorded nothing, asked True\
""",
            "a message more": """\
nothing is recorded for POST https://api.anthropic.com/v1/messages in the cassette
the nearest is interaction 2, POST https://api.anthropic.com/v1/messages; what differs:
  body.messages[1].role: recorded nothing, asked 'assistant'
  body.messages[1].content: recorded nothing, asked 'At 7.'\
""",
            "true is not 1": """\
nothing is recorded for POST https://api.anthropic.com/v1/messages in the cassette
the nearest is interaction 2, POST https://api.anthropic.com/v1/messages; what differs:
  body.max_tokens: recorded 100, asked True\
""",
        }
    )


def test_a_request_for_somebody_else_is_told_so():
    deck = Deck(Cassette.of([made(REQUEST, "x")]))
    assert told(deck, ask(REQUEST, "https://gateway.example/v1/messages?key=sk-12345")) == snapshot("""\
nothing is recorded for POST https://gateway.example/v1/messages?key=*** in the cassette
the nearest is interaction 1, POST https://api.anthropic.com/v1/messages; what differs:
  url: recorded 'https://api.anthropic.com/v1/messages', asked 'https://gateway.example/v1/messages'\
""")


def test_a_body_that_is_no_json_is_told_from_where_it_differs():
    deck = Deck(Cassette.of([made(b"name=ferry&day=sunday&time=morning", "x")]))
    assert told(deck, Asked("POST", URL, (), b"name=ferry&day=monday&time=morning")) == snapshot("""\
nothing is recorded for POST https://api.anthropic.com/v1/messages in the cassette
the nearest is interaction 1, POST https://api.anthropic.com/v1/messages; what differs:
  body from byte 15: recorded 'name=ferry&day=sunday&time=morning', asked 'name=ferry&day=monday&time=morning'\
""")


def test_no_error_tells_a_secret():
    secret = "sk-" + "ant-api03-" + "a1B2c3D4" * 6
    deck = Deck(Cassette.of([made({"q": "a"}, "x")]), guard=NO_ENVIRONMENT)
    asked = ask({"q": f"b {secret}", "x": secret}, f"https://u:{secret}@api.anthropic.com/v1/{secret}?key={secret}")
    assert secret[12:24] not in told(deck, asked)


def test_who_tries_again_is_told_once():
    deck = Deck(Cassette.of([made({"q": 1}, "x")]))
    for body in ({"q": 2}, {"q": 2}, {"q": 3}):
        with pytest.raises(NoMatch):
            play(deck, body)
    assert len(deck.unmatched) == 2


def test_playing_grows_in_step():
    pieces = ["x" * 500] * 20

    def through(value: JsonValue) -> None:
        assert isinstance(value, int)
        deck = Deck(Cassette.of(made({"q": n}, *pieces) for n in range(value)), guard=NO_ENVIRONMENT)
        replies = [deck.answer(ask({"q": n})) for n in range(value)]
        assert all(reply is not None and len(reply.content) == 10_000 for reply in replies)
        with pytest.raises(NoMatch):
            play(deck, {"q": -1})

    few, some, many = (calls_of(through, size) for size in (50, 100, 200))
    assert many - some < ENOUGH * (some - few)


def test_many_differences_are_cut_off():
    deck = Deck(Cassette.of([made({"list": list(range(40))}, "x")]))
    lines = told(deck, ask({"list": list(range(1, 41))})).splitlines()
    assert len(lines) == 11
    assert lines[-1] == "  and more"


def test_an_empty_cassette_is_told_in_one_line():
    assert told(Deck(Cassette()), ask({"q": 1})) == snapshot(
        "nothing is recorded for POST https://api.anthropic.com/v1/messages in the cassette"
    )


# -- modes


@pytest.mark.parametrize(
    ("mode", "played", "written"),
    [
        ("once", NoMatch, ["old 1", "old 2", "old 1 again"]),
        ("none", NoMatch, ["old 1", "old 2", "old 1 again"]),
        ("new_episodes", ["old 1", "new {'q': 3}"], ["old 1", "old 2", "old 1 again", "new {'q': 3}"]),
        ("rewrite", ["new {'q': 1}", "new {'q': 3}"], ["new {'q': 1}", "new {'q': 3}"]),
        ("all", ["new {'q': 1}", "new {'q': 3}"], ["old 2", "old 1 again", "new {'q': 1}", "new {'q': 3}"]),
    ],
)
def test_modes_where_there_is_a_cassette(mode: Record, played: object, written: list[str], tmp_path: Path):
    path = old(tmp_path / "q.cassette.jsonl")
    with Deck(path, record=mode, guard=NO_ENVIRONMENT) as deck:
        if played is NoMatch:
            assert play(deck, {"q": 1}) == "old 1"
            assert not deck.records
            with pytest.raises(NoMatch):
                play(deck, {"q": 3})
        else:
            assert use(deck, {"q": 1}, {"q": 3}) == played
    assert [text for _, text in texts(path)] == written


@pytest.mark.parametrize("mode", ["once", "new_episodes", "rewrite", "all"])
def test_modes_where_there_is_none(mode: Record, tmp_path: Path):
    path = tmp_path / "new" / "q.cassette.jsonl"
    with Deck(path, record=mode, guard=NO_ENVIRONMENT) as deck:
        assert use(deck, {"q": 1}, {"q": 1}) == ["new {'q': 1}"] * 2
    assert [text for _, text in texts(path)] == ["new {'q': 1}"] * 2
    assert use(Deck(path), {"q": 1}, {"q": 1}) == ["new {'q': 1}"] * 2


@pytest.mark.parametrize("mode", ["once", "new_episodes", "rewrite", "all"])
def test_who_asks_nothing_writes_nothing(mode: Record, tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with Deck(path, record=mode):
        pass
    assert not path.exists()
    before = old(path).read_bytes()
    with Deck(path, record=mode):
        pass
    assert path.read_bytes() == before


def test_saving_twice_writes_once(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with Deck(path, record="new_episodes", guard=NO_ENVIRONMENT) as deck:
        use(deck, {"q": 1})
        deck.save()
        use(deck, {"q": 2})
    assert [body for body, _ in texts(path)] == [{"q": 1}, {"q": 2}]


def test_what_is_being_read_when_it_saves_is_kept_as_cut(tmp_path: Path):
    """SDKs hold a stream that one leaves with `break`, and close nothing. What has no head is no answer yet."""
    path = tmp_path / "q.cassette.jsonl"
    with Deck(path, record="once", guard=NO_ENVIRONMENT) as deck:
        held, late = (deck.take(ask({"q": n})) for n in (1, 2))
        held.head(200, JSON.items())
        held.piece(b"a")
        use(deck, {"q": 3})
    held.piece(b"b")
    held.end()
    late.head(200, JSON.items())
    late.end()
    deck.save()
    found = [(one.request.body, one.response.content, one.response.cut) for one in Cassette.load(path)]
    assert found == [({"q": 3}, b"new {'q': 3}", False), ({"q": 1}, b"a", True), ({"q": 2}, b"", False)]
    assert deck.answered == 3


def test_wrong_calls_are_told_at_once(tmp_path: Path):
    with pytest.raises(UsageError, match="record= takes one of none, once, new_episodes, rewrite, all, not 'always'"):
        Deck(tmp_path / "q", record="always")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match=r"there is no cassette .*q; record= says when one is made"):
        Deck(tmp_path / "q")
    with pytest.raises(UsageError, match="give the path of the file to record to"):
        Deck(Cassette(), record="once")
    with pytest.raises(UsageError, match="a deck with record='once' is for RecordingTransport"):
        ReplayTransport(Deck(tmp_path / "q", record="once"))
    with pytest.raises(UsageError, match="at least one reply"):
        play(Deck(Cassette.of([made({"q": 1}, "x")]), changes=[lambda reply: []]), {"q": 1})


# -- what is not written

KEY = "sk-" + "ant-api03-" + "Zm9vYmFyYmF6" * 4


def test_a_recording_with_a_secret_is_not_written(tmp_path: Path):
    path = old(tmp_path / "q.cassette.jsonl")
    before = path.read_bytes()
    deck = Deck(path, record="new_episodes", guard=NO_ENVIRONMENT)
    use(deck, {"q": 3})
    record(deck, {"q": f"my key is {KEY}"}, f"your key is {KEY}")
    with pytest.raises(SecretFound) as caught:
        deck.save()
    assert caught.value.places == (
        "recording 2, request body: Anthropic key",
        "recording 2, response body, chunk 1: Anthropic key",
    )
    assert str(caught.value) == snapshot(
        "q.cassette.jsonl was not written, since it would hold secrets: recording 2, request body: Anthropic key; recording 2, response body, chunk 1: Anthropic key. mask=True covers them without moving an offset; where it cannot, take them out of what is sent"
    )
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == [path.name]


def test_a_recording_with_a_secret_is_written_with_a_mask(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with Deck(path, record="once", guard=NO_ENVIRONMENT, mask=True) as deck:
        record(deck, {"q": f"my key is {KEY}"}, f"your key is {KEY}")
    assert texts(path) == [({"q": "my key is " + "*" * len(KEY)}, "your key is " + "*" * len(KEY))]


def test_what_was_recorded_with_a_mask_is_played_to_whoever_asks_the_same(tmp_path: Path):
    path, body = tmp_path / "q.cassette.jsonl", {"q": f"my key is {KEY}"}
    with Deck(path, record="once", guard=NO_ENVIRONMENT, mask=True) as deck:
        record(deck, body, "fine")
    assert play(Deck(path, guard=NO_ENVIRONMENT), body) == "fine"
    with Deck(path, record="new_episodes", guard=NO_ENVIRONMENT, mask=True) as deck:
        assert use(deck, body) == ["fine"]


def test_values_of_the_environment_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ACME_API_KEY", "quite-unlike-a-key")
    deck = Deck(tmp_path / "q.cassette.jsonl", record="once")
    record(deck, {"q": 1}, "it is quite-unlike-a-key")
    with pytest.raises(SecretFound, match="value of ACME_API_KEY"):
        deck.save()


def test_a_cassette_that_would_be_too_large_is_not_written(tmp_path: Path):
    deck = Deck(tmp_path / "q.cassette.jsonl", record="once", guard=NO_ENVIRONMENT, most=2000)
    record(deck, {"q": 1}, "x" * 3000)
    with pytest.raises(TooLarge):
        deck.save()
    assert list(tmp_path.iterdir()) == []


def test_the_provider_can_be_said(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    with Deck(path, record="once", guard=NO_ENVIRONMENT, provider="mistral") as deck:
        record(deck, {"q": 1}, "{}")
    one: Interaction = Cassette.load(path)[0]
    assert (one.provider, one.surface) == ("mistral", "chat")


# -- two at once

SCRIPT = """
import sys
from citebridge.cassettes.deck import Deck
from citebridge.cassettes.secrets.guard import Guard
from tests.cassettes.test_deck import record
path, name, times = sys.argv[1], sys.argv[2], int(sys.argv[3])
deck = Deck(path, record=sys.argv[4], guard=Guard(environ={}))
print("ready", flush=True)
sys.stdin.readline()
for n in range(times):
    record(deck, {"q": n, "by": name}, f"{name} {n}")
    record(deck, {"q": n, "by": "everybody"}, f"everybody {n}, told by {name}")
    if n % 3 == 0:
        deck.save()
deck.save()
"""


@pytest.mark.parametrize("mode", ["once", "new_episodes", "rewrite", "all"])
def test_processes_that_record_at_once_do_not_spoil_each_other(mode: Record, tmp_path: Path):
    path, names, times = tmp_path / "q.cassette.jsonl", ("ann", "ben", "cat"), 12
    if mode != "once":
        old(path)
    command = [sys.executable, "-c", SCRIPT, str(path)]
    processes = [
        subprocess.Popen([*command, name, str(times), mode], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for name in names
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:  # all have read the file as it was
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    for process in processes:
        process.communicate(timeout=60)
        assert process.returncode == 0
    found = texts(path)
    for name in names:
        assert [said for _, said in found if said.startswith(f"{name} ")] == [f"{name} {n}" for n in range(times)]
    everybody = [body for body, said in found if said.startswith("everybody")]
    assert sorted(everybody, key=str) == sorted(({"q": n, "by": "everybody"} for n in range(times)), key=str)
    kept = [said for _, said in found if said.startswith("old")]
    assert kept == {"once": [], "rewrite": []}.get(mode, ["old 1", "old 2", "old 1 again"])
    assert [one.name for one in tmp_path.iterdir()] == [path.name]
