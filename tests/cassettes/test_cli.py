"""`citebridge cassette`: record, show, check, scrub, convert, serve, split."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from inline_snapshot import snapshot
from typer.testing import CliRunner

from citebridge.cassettes.cassette import Cassette
from citebridge.cli.app import app, run
from citebridge.cli.cassette_check import broken_laws
from tests.cassettes.making import EVENTS, URL, compact, made, message
from tests.cassettes.provider import provider
from tests.packages import installed, write_metadata
from tests.wire import Wire

ROOT = Path(__file__).parents[2]
RUNNER = CliRunner()
KEY = "sk-" + "ant-api03-" + "Zm9vYmFyYmF6" * 4
WIRE = Wire("anthropic", "ferry", streamed=True)
ASKED = WIRE.request
SENT = WIRE.data


def invoke(*arguments: object) -> Any:
    return RUNNER.invoke(app, ["cassette", *(str(one) for one in arguments)])


def told(*arguments: object, code: int = 0) -> list[str]:
    result = invoke(*arguments)
    assert result.exit_code == code, result.output
    return result.stdout.splitlines()


MODELS = made(None, compact({"data": []}), url="https://a.example/models", method="GET").model_copy(
    update={"provider": None, "surface": None}
)


def ferry(*pieces: bytes | str) -> Any:
    return made({**ASKED, "stream": True}, *(pieces or (SENT[:900], SENT[900:])), headers=EVENTS)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "q.cassette.jsonl"
    Cassette.of([ferry(), MODELS]).save(path)
    return path


@pytest.fixture(autouse=True)
def _no_secrets_of_this_machine(monkeypatch: pytest.MonkeyPatch):
    for name in os.environ:
        if name.endswith(("_KEY", "_TOKEN")):
            monkeypatch.delenv(name)


def test_without_a_command_it_shows_what_there_is():
    assert invoke().stdout == invoke("--help").stdout
    assert invoke().exit_code == 0


# -- show


def test_show(path: Path):
    lines = [line.rstrip() for line in told("show", path)]
    assert lines == snapshot(
        [
            "   request                         status  pieces  bytes  ms  of",
            "1  POST api.anthropic.com/v1/mes…     200       2   4988  17  anthropic messages",
            "2  GET a.example/models               200       1     11  12  –",
        ]
    )


def test_show_one(path: Path):
    one = made({"q": "é \x1b[31m"}, "data: \ue200cite\ue202 né\n\n", b"\xf0\x9f", status=529, headers=EVENTS)
    Cassette.of([one]).save(path)
    assert told("show", path, 1) == snapshot(
        [
            "POST https://api.anthropic.com/v1/messages",
            "recorded 2026-11-03T10:00:00Z, by Anthropic/Python 2.14.0, with citebridge 0.1.0",
            "content-type: application/json",
            "",
            "{",
            '  "q": "é \\u001b[31m"',
            "}",
            "",
            "529, after 12 ms",
            "content-type: text/event-stream; charset=utf-8",
            "",
            "     0 data: \\ue200cite\\ue202 né\\n\\n",
            "     5 \\xf0\\x9f",
            "",
            "Cut off: the stream ended early.",
        ]
    )


def test_show_one_that_is_no_answer(path: Path):
    one = made(b"name=x&size=1", "<html>", status=502).model_copy(update={"provider": None})
    Cassette.of([one]).save(path)
    lines = told("show", path, 1)
    assert ("name=x&size=1" in lines, lines[-1]) == (True, "     0 <html>")


def test_show_one_with_its_answer(path: Path):
    lines = told("show", path, 1)
    assert "Sources" in lines
    assert any(line.startswith("[1] Halden ferry timetable") for line in lines)


def test_show_one_that_is_not_there(path: Path, capsys: pytest.CaptureFixture[str]):
    assert run(["cassette", "show", str(path), "7"]) == 2
    assert "has interactions 1 to 2, and no 7" in capsys.readouterr().err


# -- check


def test_check_tells_what_is_new_and_then_that_nothing_changed(path: Path):
    assert told("check", path.parent) == [
        f"{path}:1: new: its answer is not kept yet",
        f"{path}:2: unread: it is no answer of a known provider",
        "1 cassette, none with an alarm",
    ]
    told("check", path.parent, "--accept")
    beside = path.with_name("q.answers.jsonl")
    (line,) = beside.read_bytes().splitlines()
    kept = json.loads(line)
    assert kept["turn"] == 1
    assert [one["id"] for one in kept["answer"]["citations"]] == snapshot(["0.0", "2.0", "4.0"])
    assert "raw" not in kept["answer"]
    assert told("check", path) == [
        f"{path}:2: unread: it is no answer of a known provider",
        "1 cassette, none with an alarm",
    ]


def test_check_tells_what_a_release_changed(path: Path):
    told("check", path, "--accept")
    beside = path.with_name("q.answers.jsonl")
    kept = json.loads(beside.read_bytes())
    kept["citebridge"] = "0.0.9"
    kept["answer"]["citations"][1]["anchor"]["end"] -= 1
    kept["answer"]["citations"][2]["type"] = "another"
    kept["answer"]["text"] = kept["answer"]["text"].replace("Café", "Cafe")
    beside.write_text(json.dumps(kept) + "\n", encoding="utf-8")
    lines = told("check", path, code=1)
    assert [line.removeprefix(f"{path}:") for line in lines] == snapshot(
        [
            "1: changed: since citebridge 0.0.9, answer.text: was '…ferry sails from Cafe Brygga at 07:40 and 16:15, Monday to Saturday …, is '…ferry sails from Café Brygga at 07:40 and 16:15, Monday to Saturday …",
            "1: changed: since citebridge 0.0.9, answer.citations[1].anchor.end: was 148, is 149",
            "1: changed: since citebridge 0.0.9, answer.citations[2].type: was 'another', is 'page_location'",
            "2: unread: it is no answer of a known provider",
            "1 cassette, 1 with an alarm",
        ]
    )


def test_check_tells_what_a_provider_changed(path: Path):
    told("check", path, "--accept")
    other = SENT.replace(b"\xf0\x9f\x90\x95", b"dog!").replace(b'"page_location"', b'"paper_location"')
    Cassette.of([ferry(other)]).save(path)
    lines = told("check", path, code=1)
    assert [re.sub(r"sha256:\w+", "sha256", line.removeprefix(f"{path}:")) for line in lines] == snapshot(
        [
            "1: unknown: unknown_citation_type: a citation of type 'paper_location'",
            "1: changed: since it was recorded anew, answer.text: was '…r-legged passengers 🐕. Dogs travel free of charge on the open deck, …, is '…r-legged passengers dog!. Dogs travel free of charge on the open dec…",
            "1: changed: since it was recorded anew, answer.raw_text: was '…r-legged passengers 🐕. Dogs travel free of charge on the open deck, …, is '…r-legged passengers dog!. Dogs travel free of charge on the open dec…",
            "1: changed: since it was recorded anew, answer.citations[2].anchor.start: was 204, is 207",
            "1: changed: since it was recorded anew, answer.citations[2].anchor.end: was 284, is 287",
            "1: changed: since it was recorded anew, answer.citations[2].claim.start: was 204, is 207",
            "1: changed: and more",
            "1 cassette, 1 with an alarm",
        ]
    )
    told("check", path, "--accept")
    assert told("check", path) == [
        f"{path}:1: unknown: unknown_citation_type: a citation of type 'paper_location'",
        "1 cassette, none with an alarm",
    ]


def test_check_tells_broken_lines_secrets_and_digests(path: Path):
    one = ferry()
    wrong = one.model_copy(update={"request": one.request.model_copy(update={"digest": "sha256:0"})})
    Cassette.of([wrong, made({"q": KEY}, compact(message("fine"))), made({"q": 1}, "<html>", status=200)]).save(path)
    lines = [line.removeprefix(f"{path}:") for line in told("check", path, code=1)]
    assert lines == snapshot(
        [
            "1: digest: the digest is not that of the body, so no request will match",
            "1: new: its answer is not kept yet",
            "2: secret: request body: Anthropic key",
            "2: new: its answer is not kept yet",
            "3: unread: what anthropic sent is neither JSON nor an event stream",
            "1 cassette, 1 with an alarm",
        ]
    )
    told("check", path, "--accept", code=1)  # what is broken is not accepted
    path.write_bytes(path.read_bytes() + b'{"format": 1')
    result = invoke("check", path)
    assert result.exit_code == 2
    assert "line 4: it is no JSON" in result.stderr


def test_check_of_damaged_answers_and_of_nothing(path: Path, tmp_path: Path):
    path.with_name("q.answers.jsonl").write_text("\n{}\n")
    result = invoke("check", path)
    assert (result.exit_code, "q.answers.jsonl, line 2: it is no answer of a cassette" in result.stderr) == (2, True)
    (tmp_path / "none").mkdir()
    result = invoke("check", tmp_path / "none")
    assert (result.exit_code, "there are no cassettes there" in result.stderr) == (2, True)


def test_check_runs_the_laws(tmp_path: Path):
    """A reader that is wrong is found: here one of another package, whose answers are never the same."""
    (tmp_path / "acme.py").write_text(
        "from itertools import count\n"
        "from citebridge.adapter import ReaderSpec\n"
        "name, times = 'acme', count()\n"
        "spec = ReaderSpec('acme', lambda body: 'acme' in body)\n"
        "def explode(body): yield body\n"
        "def sources_in(request): return []\n"
        "class parser:\n"
        "    def __init__(self, builder): self.to = builder\n"
        "    def feed(self, event): self.to.slot(0).add(f'the {next(times)}th')\n"
        "    def close(self): pass\n"
    )
    write_metadata(tmp_path, "acme", {"acme": "acme"})
    path = tmp_path / "q.cassette.jsonl"
    one = made({"q": 1}, '{"acme": ', "1}")
    Cassette.of([one.model_copy(update={"provider": "acme"})]).save(path)
    with installed(tmp_path):
        lines = told("check", path, code=1)
        nobody = list(broken_laws("no such provider", [b"{}"], None))
    assert [line.partition(": from character")[0].removeprefix(f"{path}:") for line in lines] == snapshot(
        [
            "1: law: as it came: it has the same text",
            "1: law: in one piece: it has the same text",
            "1: law: cut into sevens: it has the same text",
            "1: new: its answer is not kept yet",
            "1 cassette, 1 with an alarm",
        ]
    )
    assert all("it raised UnknownProvider" in one for one in nobody)


def test_an_answer_that_is_gone_is_told(path: Path):
    told("check", path, "--accept")
    Cassette.of([made({"q": 9}, compact(message("other")))]).save(path)
    lines = told("check", path)
    assert f"{path}:1: new: its answer is not kept yet" in lines
    assert any(line.startswith(f"{path}:0: gone: no longer recorded: POST {URL} sha256:") for line in lines)
    told("check", path, "--accept")
    Cassette.of([MODELS]).save(path)
    told("check", path, "--accept")
    assert not path.with_name("q.answers.jsonl").exists()


# -- scrub


def test_scrub_tells_and_masks(path: Path):
    fine = json.dumps({**json.loads(ferry().line()), "of_a_later_release": 1}).encode()  # and written in another way
    other = made({"q": f"key {KEY}"}, f"your {KEY[:20]}", f"{KEY[20:]}!")
    path.write_bytes(fine + b"\n\n" + other.line())
    found = [f"{path}:3: request body: Anthropic key", f"{path}:3: response body, chunks 1 to 2: Anthropic key"]
    assert told("scrub", path, code=1) == found
    assert told("scrub", path, "--write") == found
    assert told("scrub", path.parent) == []
    first, second = path.read_bytes().splitlines()
    assert first == fine
    assert KEY[12:] not in second.decode()
    assert [len(piece.data) for piece in Cassette.load(path)[1].response.pieces] == [25, len(KEY) - 19]


def test_scrub_tells_what_it_cannot_mask(path: Path):
    Cassette.of([made({"q": 1}, b"\x1f\x8bcompressed")]).save(path)
    lines = told("scrub", path, "--write", code=1)
    assert lines[1] == f"{lines[0]}, which cannot be masked: take it out by hand"


# -- convert, split


def test_convert_there_and_back(path: Path, tmp_path: Path):
    there, back = tmp_path / "q.yaml", tmp_path / "again.cassette.jsonl"
    assert told("convert", path, there, "--to", "vcr") == [f"{there}: pieces and their timing are left behind"]
    assert told("convert", there, back) == [f"{back}: pieces and their timing are lost: each body is one piece"]
    assert [one.response.content for one in Cassette.load(back)] == [
        one.response.content for one in Cassette.load(path)
    ]


def test_convert_a_folder_tells_what_cannot_be(path: Path, tmp_path: Path):
    old, new = tmp_path / "old", tmp_path / "new"
    (old / "test_a").mkdir(parents=True)
    told("convert", path, old / "test_a" / "test_one.yaml", "--to", "vcr")
    (old / "test_a" / "broken.yaml").write_text("a: [")
    secret = {
        "interactions": [{"request": {"method": "GET", "uri": URL, "body": KEY}, "response": {"status": {"code": 200}}}]
    }
    (old / "secret.json").write_text(json.dumps(secret))
    lines = told("convert", old, new, code=1)
    assert [line.replace(str(tmp_path), "") for line in lines] == snapshot(
        [
            "/new/secret.cassette.jsonl was not written, since it would hold secrets: interaction 1, request body: Anthropic key. mask=True covers them without moving an offset; where it cannot, take them out of what is sent",
            "/old/test_a/broken.yaml, line 2: did not find expected node content",
            "/new/test_a/test_one.cassette.jsonl: pieces and their timing are lost: each body is one piece",
        ]
    )
    assert sorted(one.relative_to(new).as_posix() for one in new.rglob("*") if one.is_file()) == [
        "test_a/test_one.cassette.jsonl"
    ]
    told("convert", old, new, "--mask", code=1)
    assert Cassette.load(new / "secret.cassette.jsonl")[0].request.body == "*" * len(KEY)
    assert told("convert", new, tmp_path / "vcr", "--to", "vcr")[0].startswith(str(tmp_path / "vcr" / "secret.yaml"))


def test_convert_writes_no_file_over_another_of_the_same_name(path: Path, tmp_path: Path):
    old, new = tmp_path / "old", tmp_path / "new"
    for name in ("q.yaml", "q.yml"):
        told("convert", path, old / name, "--to", "vcr")
    lines = told("convert", old, new, code=1)
    assert [line.replace(str(tmp_path), "") for line in lines] == snapshot(
        [
            "/new/q.cassette.jsonl: pieces and their timing are lost: each body is one piece",
            "/old/q.yml: /new/q.cassette.jsonl holds /old/q.yaml now; convert it by itself, to another name",
        ]
    )


def test_convert_nothing(tmp_path: Path):
    result = invoke("convert", tmp_path, tmp_path / "new")
    assert (result.exit_code, "holds no cassettes" in result.stderr) == (2, True)


def test_split(path: Path, tmp_path: Path):
    target = tmp_path / "cut.cassette.jsonl"
    told("split", path, "random:3", target)
    cut = Cassette.load(target)
    assert [one.response.content for one in cut] == [one.response.content for one in Cassette.load(path)]
    assert len(cut[0].response.pieces) > 100
    assert cut[0].request == Cassette.load(path)[0].request
    assert invoke("split", path, "words", target).exit_code == 2


# -- serve


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_serve(stop: signal.Signals, path: Path):
    serve = [sys.executable, "-m", "citebridge", "cassette", "serve", str(path), "--split", "bytes", "--fault", "529"]
    command = ["sh", "-c", "trap '' INT; exec \"$@\"", "sh", *serve]  # as a shell starts what runs in the background
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        url = process.stdout.readline().strip()
        connection = http.client.HTTPConnection(url.removeprefix("http://"), timeout=10)
        statuses = []
        for _ in range(2):
            connection.request("POST", "/v1/messages", compact({**ASKED, "stream": True}))
            response = connection.getresponse()
            statuses.append(response.status)
            body = response.read()
        connection.close()
        process.send_signal(stop)
        try:
            assert process.wait(timeout=20) == 0
        finally:
            process.kill()
        assert process.stderr.read() == ""
    assert (statuses, body) == ([529, 200], SENT)


def test_serve_what_is_not_there(tmp_path: Path):
    result = invoke("serve", tmp_path / "q.cassette.jsonl")
    assert (result.exit_code, "there is no cassette" in result.stderr) == (2, True)


# -- record

ASKS = """
import anthropic, sys
with anthropic.Anthropic(api_key="none") as client:
    reply = client.messages.create(max_tokens=5, messages=[{"role": "user", "content": "x"}], model="m")
    print(reply.content[0].text)
sys.exit(3)
"""


def test_record_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("anthropic")
    path = tmp_path / "q.cassette.jsonl"
    sent = [compact(message("The ferry sails."))]
    with provider(pieces=sent, headers={"content-type": "application/json"}, whole=True) as there:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", there.url)
        result = invoke("record", path, "--", sys.executable, "-c", ASKS)
        assert (result.exit_code, result.stderr) == (3, f"citebridge: 1 recorded in {path}\n")
        assert there.asked[0][2]["authorization"] == "Bearer none"
    (one,) = Cassette.load(path)
    assert one.request.url == f"{there.url}/v1/messages"
    assert (one.provider, one.response.content) == ("anthropic", sent[0])
    # The provider is gone; what is there is played.
    result = invoke("record", path, "--mode", "new_episodes", "--", sys.executable, "-c", ASKS)
    assert result.exit_code == 3
    result = invoke("record", path, "--", sys.executable, "-c", ASKS)
    assert (result.exit_code, "is there already" in result.stderr) == (2, True)


def test_record_by_a_variable_of_its_own(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    script = (
        "import os, urllib.request as u; u.urlopen(u.Request(os.environ['ACME_URL'] + '/ask', b'{}', method='POST'))"
    )
    with provider(pieces=[b"{}"]) as there:
        result = invoke("record", path, "--base-url", f"ACME_URL={there.url}/v9", "--", sys.executable, "-c", script)
    assert result.exit_code == 0, result.output
    assert Cassette.load(path)[0].request.url == f"{there.url}/v9/ask"


def test_record_a_secret_writes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "q.cassette.jsonl"
    script = "import os, urllib.request as u; u.urlopen(u.Request(os.environ['ACME_URL'], b'{}', method='POST'))"
    with provider(pieces=[KEY.encode()]) as there:
        call = ("--base-url", f"ACME_URL={there.url}", "--", sys.executable, "-c", script)
        result = invoke("record", path, *call)
        assert result.exit_code == 2
        assert "recording 1, response body, chunk 1: Anthropic key" in result.stderr
        assert KEY not in result.output
        assert not path.exists()
        assert invoke("record", path, "--mask", *call).exit_code == 0
    assert Cassette.load(path)[0].response.content == b"*" * len(KEY)


def test_record_what_asks_nothing_or_cannot_run(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    result = invoke("record", path, "--", sys.executable, "-c", "pass")
    assert (result.exit_code, "nothing was recorded or played" in result.stderr) == (1, True)
    result = invoke("record", path, "--", tmp_path / "no-such-program")
    assert (result.exit_code, "cannot run" in result.stderr) == (2, True)
    result = invoke("record", path, "--base-url", "nonsense", "--", "true")
    assert (result.exit_code, "takes VARIABLE=URL" in result.stderr) == (2, True)
    killed = "import os, signal; os.kill(os.getpid(), signal.SIGTERM)"
    assert invoke("record", path, "--", sys.executable, "-c", killed).exit_code == 128 + signal.SIGTERM
