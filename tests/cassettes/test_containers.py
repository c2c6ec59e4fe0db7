"""Cassettes of other recorders are read; those of vcrpy are written, and vcrpy reads them back."""

from __future__ import annotations

import base64
import gzip
import json
import sys
import zlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import normalize
from citebridge.cassettes.cassette import Cassette
from citebridge.cassettes.containers import export_vcr, foreign_files, import_cassette
from citebridge.cassettes.containers.documents import document
from citebridge.cassettes.errors import BadCassette, CassetteError
from citebridge.cassettes.interaction import Interaction
from citebridge.cassettes.secrets.guard import Guard
from citebridge.errors import MissingExtra
from tests.cassettes.making import EVENTS, URL, compact, made, message
from tests.wire import Wire

yaml = pytest.importorskip("yaml")

ASKED = {"model": "claude-opus-5-5", "messages": [{"role": "user", "content": "Was läuft – “né”?"}]}
ANSWER = compact(message("Nichts – 🐕 “né”."))
SENT_HEADERS = {
    "Content-Type": "application/json",
    "Authorization": "Bearer abc",
    "User-Agent": "Anthropic/Python 2.14.0",
}
CAME_HEADERS = {"Content-Type": "application/json", "Set-Cookie": "a=b; c", "Request-Id": "req_1"}


def listed(headers: dict[str, str]) -> dict[str, list[str]]:
    return {name: [value] for name, value in headers.items()}


def vcr(request: dict[str, Any], response: dict[str, Any]) -> dict[str, Any]:
    request = {"method": "POST", "uri": URL, "headers": listed(SENT_HEADERS), **request}
    return {"interactions": [{"request": request, "response": response}], "version": 1}


def response(**body: Any) -> dict[str, Any]:
    return {"status": {"code": 200, "message": "OK"}, "headers": listed(CAME_HEADERS), **body}


ASKED_TEXT = compact(ASKED).decode()
RUBY = {
    "http_interactions": [
        {
            "request": {
                "method": "post",
                "uri": URL,
                "body": {"encoding": "UTF-8", "string": ASKED_TEXT},
                "headers": listed(SENT_HEADERS),
            },
            "response": {
                "status": {"code": 200, "message": "OK"},
                "headers": listed(CAME_HEADERS),
                "body": {"encoding": "ASCII-8BIT", "base64_string": base64.encodebytes(ANSWER).decode()},
            },
            "recorded_at": "Tue, 03 Nov 2026 10:00:00 GMT",
        }
    ],
    "recorded_with": "VCR 6.3.1",
}
HAR = {
    "log": {
        "version": "1.2",
        "entries": [
            {
                "startedDateTime": "2026-11-03T10:00:00.000Z",
                "timings": {"wait": 41.6},
                "request": {
                    "method": "POST",
                    "url": URL,
                    "headers": [{"name": name, "value": value} for name, value in SENT_HEADERS.items()],
                    "postData": {"mimeType": "application/json", "text": ASKED_TEXT},
                },
                "response": {
                    "status": 200,
                    "headers": [{"name": name, "value": value} for name, value in CAME_HEADERS.items()],
                    "content": {"mimeType": "application/json", "text": base64.b64encode(ANSWER).decode(), "encoding": "base64"},
                },
            }
        ],
    }
}  # fmt: skip
TEXT = ANSWER.decode()
CONTAINERS: dict[str, tuple[str, Any]] = {
    "vcrpy": ("q.yaml", vcr({"body": ASKED_TEXT}, response(body={"string": TEXT}))),
    "vcrpy, binary": ("q.yml", vcr({"body": compact(ASKED)}, response(body={"string": ANSWER}))),
    "vcrpy, as JSON": ("q.json", vcr({"body": ASKED_TEXT}, response(body={"string": TEXT}))),
    "vcrpy, gzip": ("q.yaml", vcr({"body": ASKED_TEXT}, response(body={"string": gzip.compress(ANSWER)}))),
    "vcrpy, deflate": (
        "q.yaml",
        vcr(
            {"body": ASKED_TEXT},
            {**response(body={"string": zlib.compress(ANSWER)}), "headers": {**listed(CAME_HEADERS), "content-encoding": ["deflate"]}},
        ),
    ),
    "vcrpy, httpx of old": (
        "q.yaml",
        vcr({"body": ASKED_TEXT}, {"status_code": 200, "http_version": "HTTP/1.1", "headers": CAME_HEADERS, "content": TEXT}),
    ),
    "pydantic-ai": ("q.yaml", vcr({"parsed_body": ASKED}, response(parsed_body=json.loads(ANSWER)))),
    "cassetter": (
        "q.yaml",
        {
            "version": 1,
            "interactions": [
                {
                    "request": {"method": "POST", "uri": URL, "headers": listed(SENT_HEADERS), "body": {"type": "json", "content": ASKED}},
                    "response": {"status": 200, "headers": listed(CAME_HEADERS), "body": {"type": "text", "content": TEXT}},
                    "recorded_at": datetime(2026, 11, 3, 10, tzinfo=UTC),
                }
            ],
        },
    ),
    "langchain": (
        "q.yaml.gz",
        {
            "requests": [{"method": "POST", "uri": URL, "headers": listed(SENT_HEADERS), "body": ASKED_TEXT}],
            "responses": [response(body={"string": TEXT})],
        },
    ),
    "HAR": ("q.har", HAR),
    "Ruby VCR": ("q.yml", RUBY),
}  # fmt: skip


def write(path: Path, value: Any) -> Path:
    text = (
        json.dumps(value)
        if path.suffix in (".json", ".har")
        else yaml.safe_dump(value, allow_unicode=True, sort_keys=False)
    )
    data = text.encode()
    path.write_bytes(gzip.compress(data) if path.suffix == ".gz" else data)
    return path


@pytest.mark.parametrize("name", CONTAINERS)
def test_every_container_is_read(name: str, tmp_path: Path):
    file, value = CONTAINERS[name]
    found = import_cassette(write(tmp_path / file, value))
    (one,) = found.interactions
    assert found.container == {"pydantic-ai": "vcrpy"}.get(name, name.partition(",")[0])
    assert (one.request.method, one.request.url, one.request.body) == ("POST", URL, ASKED)
    assert one.response.status == 200
    assert one.response.content == ANSWER
    assert (one.provider, one.surface, one.sdk) == ("anthropic", "messages", "Anthropic/Python 2.14.0")
    assert one.request.headers == one.response.headers == {"content-type": "application/json"}
    assert Guard(environ={}).find(one) == []
    assert [note.partition(":")[0] for note in found.notes] == (
        ["pieces and their timing are lost"]
        + ["offsets cannot be trusted"] * (name == "pydantic-ai")
        + ["JSON was written anew"] * (name == "cassetter")
    )
    assert normalize(one.response.content).text == "Nichts – 🐕 “né”."


def test_what_a_container_knows_of_time_is_kept(tmp_path: Path):
    har, ruby = (
        import_cassette(write(tmp_path / file, value)).interactions[0]
        for file, value in (("q.har", HAR), ("q.yml", RUBY))
    )
    assert (har.recorded, har.response.ms) == ("2026-11-03T10:00:00.000Z", 42)
    assert ruby.recorded == "Tue, 03 Nov 2026 10:00:00 GMT"


def test_a_cassette_of_our_own_is_read_as_well(tmp_path: Path):
    path = tmp_path / "q.cassette.jsonl"
    Cassette.of([made({"q": 1}, "a", "b")]).save(path)
    found = import_cassette(path)
    assert (found.container, found.notes, len(found.interactions[0].response.pieces)) == ("citebridge", (), 2)


def test_a_folder_of_pytest_recordings(tmp_path: Path):
    for name in ("test_a/test_one.yaml", "test_a/test_two[x].yaml", "test_b/other.json.gz", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("x")
    assert [path.relative_to(tmp_path).as_posix() for path in foreign_files(tmp_path)] == [
        "test_a/test_one.yaml",
        "test_a/test_two[x].yaml",
        "test_b/other.json.gz",
    ]


def test_spellings_of_recorders_are_understood(tmp_path: Path):
    path = tmp_path / "q.yaml"
    body = base64.b64encode(ANSWER).decode()
    path.write_text(
        f"""
interactions:
- request:
    method: !!python/unicode POST
    uri: !!python/str {URL}
    headers: {{}}
    body: !!python/object/new:_io.BytesIO
      state: !!python/tuple
      - !!binary {base64.b64encode(compact(ASKED)).decode()}
      - 0
      - null
  response:
    status: {{code: 200, message: OK}}
    headers: {{}}
    body:
      string: !binary |-
        {body}
version: 1
"""
    )
    (one,) = import_cassette(path).interactions
    assert (one.request.body, one.response.content) == (ASKED, ANSWER)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"type": "binary", "content": "ff00fe"}, b"\xff\x00\xfe"),
        ({"type": "none"}, b""),
        ({"type": "text", "content": "data: né\n\n"}, "data: né\n\n".encode()),
        ({"type": "json", "content": {"b": 1.0, "a": "é"}}, '{"b":1.0,"a":"é"}'.encode()),
    ],
)
def test_bodies_of_cassetter(body: dict[str, Any], said: bytes, tmp_path: Path):
    value = {"interactions": [{"request": {"method": "GET", "uri": URL}, "response": {"status": 200, "body": body}}]}
    assert import_cassette(write(tmp_path / "q.yaml", value)).interactions[0].response.content == said


# -- what cannot be read


BOMB = "a: &a [x, x, x, x, x, x, x, x, x]\n" + "".join(
    f"{chr(98 + n)}: &{chr(98 + n)} [{', '.join([f'*{chr(97 + n)}'] * 9)}]\n" for n in range(8)
)
BAD: dict[str, tuple[str, Any, str]] = {
    "nothing": ("q.yaml", "", "it is no cassette of citebridge, HAR, Ruby VCR, cassetter, vcrpy, langchain"),
    "something else": ("q.json", {"model": "m"}, "it is no cassette of"),
    "a list, as vcrpy wrote before 1.0": ("q.json", [{"request": {}}], "it is no cassette of"),
    "no YAML": ("q.yaml", "a: [b", ": did not find expected"),
    "objects": ("q.yaml", "interactions: !!python/object/apply:os.system ['true']", "line 1: could not determine a constructor"),
    "objects of Ruby": ("q.yml", "http_interactions: !ruby/object:Gem {}", "could not determine a constructor"),
    "damaged compression": ("q.yaml.gz", b"\x1f\x8b\x08\x00nothing", "its compression is damaged"),
    "no uri": ("q.json", {"interactions": [{"request": {"method": "GET"}, "response": {}}]}, "interaction 1: it has no uri"),
    "no response": ("q.json", vcr({"body": "x"}, {}), "interaction 1: its response has no status"),
    "a status that is none": ("q.json", vcr({}, {"status": {"code": True}}), "its response has no status"),
    "a body that is none": ("q.json", vcr({"body": [1]}, response(body={"string": "x"})), "its body is neither text nor bytes"),
    "brotli": (
        "q.yaml",
        vcr({}, {**response(body={"string": b"\x0b\x02\x80\xff\x03"}), "headers": {"Content-Encoding": ["br"]}}),
        "interaction 1: its body is compressed with br",
    ),
    "half a character": ("q.json", vcr({}, response(body={"string": "\ud83d"})), "interaction 1: its body has half a character"),
    "half a character in an address": ("q.json", vcr({"uri": "https://a.example/\udc80"}, {}), "its uri has half a character"),
    "half a character in a header": ("q.json", vcr({"headers": {"accept": "\ud83d"}}, {}), "its header has half a character"),
    "an address that is none": ("q.json", vcr({"uri": "https://[a/"}, response(body={"string": "x"})), "interaction 1: its address cannot be read"),
    "a header that is none": ("q.json", vcr({"headers": {"accept": [{"a": 1}]}}, {}), "a header is no text, but dict"),
    "a bomb in a header": ("q.yaml", BOMB + f"interactions: [{{request: {{method: GET, uri: {URL}, headers: {{x: *i}}}}, response: {{}}}}]", "a header is no text, but list"),
    "a bomb as a kind": ("q.yaml", BOMB + f"interactions: [{{request: {{method: GET, uri: {URL}, body: {{type: *i}}}}, response: {{status: 200}}}}]", "a kind that is not known"),
    "bytes in a parsed body": ("q.yaml", f"interactions: [{{request: {{method: GET, uri: {URL}, parsed_body: [!!binary aGk=]}}, response: {{}}}}]", "cannot be written as JSON"),
    "damaged gzip": ("q.yaml", vcr({}, response(body={"string": b"\x1f\x8b\x08nothing"})), "its compressed body is damaged"),
    "damaged base64": (
        "q.json",
        {"log": {"entries": [{"request": {"method": "GET", "url": URL}, "response": {"status": 200, "content": {"text": "x", "encoding": "base64"}}}]}},
        "its base64 is damaged",
    ),
    "a bomb": ("q.yaml", BOMB + f"interactions: [{{request: {{method: GET, uri: {URL}, parsed_body: *i}}, response: {{}}}}]", "its body has more than"),
    "a circle": ("q.yaml", f"interactions: [{{request: {{method: GET, uri: {URL}, parsed_body: &a [*a]}}, response: {{}}}}]", "its body holds itself"),
    "without end": ("q.yaml", "[" * 100_000, "exceeded maximum nesting depth"),
    "no key of JSON": ("q.yaml", f"interactions: [{{request: {{method: GET, uri: {URL}, parsed_body: {{? [1] : 2}}}}, response: {{}}}}]", ""),
    "a body of another kind": ("q.json", {"interactions": [{"request": {"method": "GET", "uri": URL, "body": {"type": "grpc"}}, "response": {"status": 200}}]}, "not known: 'grpc'"),
    "no figures": ("q.json", {"interactions": [{"request": {"method": "GET", "uri": URL, "body": {"type": "binary", "content": "x"}}, "response": {"status": 200}}]}, "no hexadecimal figures"),
    "half a cassette": ("q.cassette.jsonl", b'{"format": 1', "line 1: it is no JSON"),
}  # fmt: skip


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_read_is_told_in_one_line(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    file, value, told = BAD[name]
    if name == "a bomb":
        monkeypatch.setattr("citebridge.cassettes.containers.readers._MOST", 100_000)
    path = tmp_path / file
    if isinstance(value, str | bytes):
        path.write_bytes(value.encode() if isinstance(value, str) else value)
    else:
        write(path, value)
    with pytest.raises(CassetteError) as caught:
        import_cassette(path)
    assert str(caught.value).startswith(str(path))
    assert told in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("packed", [gzip.compress, zlib.compress])
def test_a_body_that_is_too_large_is_not_unpacked(packed: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    for module in ("documents", "exchange"):
        monkeypatch.setattr(f"citebridge.cassettes.containers.{module}.MOST", 100_000)
    body = {**response(body={"string": packed(b" " * 1_000_000)}), "headers": {"content-encoding": "deflate"}}
    with pytest.raises(BadCassette, match="interaction 1: its body has more than 100,000 bytes"):
        import_cassette(write(tmp_path / "q.yaml", vcr({}, body)))


def test_a_body_that_stands_for_many_is_read_so_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """References of YAML: a row is told once, and meant many times."""
    path = write(tmp_path / "q.yaml", vcr({"body": "x" * 100}, response(body={"string": "y" * 400})))
    text = path.read_text().replace("- request:", "- &a\n  request:").replace("version:", "- *a\n" * 9 + "version:")
    path.write_text(text)
    assert len(import_cassette(path).interactions) == 10
    monkeypatch.setattr("citebridge.cassettes.containers.MOST", 4_000)
    with pytest.raises(BadCassette, match="interaction 9: with it there are more than 4,000 bytes"):
        import_cassette(path)


def test_names_of_headers_that_yaml_takes_for_something_else(tmp_path: Path):
    path = tmp_path / "q.yaml"
    path.write_text(
        f"interactions: [{{request: {{method: GET, uri: {URL}, headers: {{1: x, yes: [2, null], accept: 2026-11-03}}}}, "
        "response: {status: {code: 200}, headers: {no: 1.5}, body: {string: x}}}]"
    )
    assert import_cassette(path).interactions[0].request.headers == {"accept": "2026-11-03"}


def har(request: dict[str, Any], response: dict[str, Any], wait: object = 1) -> dict[str, Any]:
    request, response = {"method": "POST", "url": URL, **request}, {"status": 200, **response}
    return {"log": {"entries": [{"request": request, "response": response, "timings": {"wait": wait}}]}}


def test_what_a_browser_did_not_keep_is_left_out(tmp_path: Path):
    stopped, dropped = har({}, {"status": 0}), har({}, {"content": {"size": 7}})
    empty, kept = har({}, {"content": {"size": 0}}), har({}, {"content": {"size": 1, "text": "x"}})
    entries = [one["log"]["entries"][0] for one in (stopped, kept, dropped, empty)]
    found = import_cassette(write(tmp_path / "q.har", {"log": {"entries": entries}}))
    assert [one.response.content for one in found.interactions] == [b"x", b""]
    assert found.notes[1:] == ("2 without an answer in the file left out",)


def test_a_form_that_a_browser_tells_by_its_fields(tmp_path: Path):
    posted = {
        "mimeType": "application/x-www-form-urlencoded",
        "params": [{"name": "q", "value": "né a"}, {"name": "x"}],
    }
    found = import_cassette(write(tmp_path / "q.har", har({"postData": posted}, {})))
    assert found.interactions[0].request.content == b"q=n%C3%A9+a"


@pytest.mark.parametrize(
    ("wait", "ms"), [(float("nan"), 0), (float("inf"), 0), (1e300, 0), (-1, 0), (True, 0), (2.6, 3)]
)
def test_waits_of_no_length_are_none(wait: object, ms: int, tmp_path: Path):
    assert import_cassette(write(tmp_path / "q.har", har({}, {}, wait))).interactions[0].response.ms == ms


def test_a_file_that_is_too_large_is_not_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("citebridge.cassettes.containers.documents.MOST", 1000)
    path = tmp_path / "q.yaml.gz"
    path.write_bytes(gzip.compress(b" " * 1_000_000))
    with pytest.raises(BadCassette, match="more than 1,000 bytes"):
        document(path)


def test_json_needs_no_yaml_and_yaml_tells_what_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "yaml", None)
    assert import_cassette(write(tmp_path / "q.har", HAR)).container == "HAR"
    (tmp_path / "q.yaml").write_text("interactions: []")
    with pytest.raises(MissingExtra, match=r'pip install "citebridge\[cassettes\]"'):
        import_cassette(tmp_path / "q.yaml")


# -- export


def loaded(text: str, tmp_path: Path) -> list[tuple[Any, Any]]:
    """What vcrpy itself reads of it."""
    vcrpy = pytest.importorskip("vcr")
    (tmp_path / "q.yaml").write_text(text, encoding="utf-8")
    cassette = vcrpy.cassette.Cassette.load(path=str(tmp_path / "q.yaml"))
    return list(cassette.data)


def test_vcrpy_loads_what_is_exported(tmp_path: Path):
    stream = Wire("anthropic", streamed=True).data
    frames = Wire("bedrock", streamed=True).data
    some = [
        made({"q": "é\u2028\u0085\ufeff"}, stream[:100], stream[100:], headers=EVENTS),
        made(None, compact({"n": 1}), method="GET"),
        made(b"\xff\x00", frames[:33], frames[33:], status=529),
    ]
    found = loaded(export_vcr(some), tmp_path)
    assert [(request.method, request.uri, request.body or b"") for request, _ in found] == [
        (one.request.method, one.request.url, one.request.content) for one in some
    ]
    assert [(answer["status"]["code"], answer["body"]["string"]) for _, answer in found] == [
        (one.response.status, one.response.content) for one in some
    ]


@given(st.text() | st.binary(), st.text(st.sampled_from("a \r\n\x00\x85\u2028\u2029\ufeff'\":#-")) | st.binary())
def test_no_byte_is_lost_on_the_way_to_vcrpy_and_back(asked: str | bytes, came: str | bytes):
    bodies = [one.encode("utf-8", "replace") if isinstance(one, str) else one for one in (asked, came)]
    read = yaml.safe_load(export_vcr([made(*bodies)]))["interactions"][0]
    written = (read["request"]["body"] or b"", read["response"]["body"]["string"])
    assert [one.encode() if isinstance(one, str) else one for one in written] == bodies


def test_vcrpy_replays_what_is_exported(tmp_path: Path):
    vcrpy = pytest.importorskip("vcr")
    (tmp_path / "q.yaml").write_text(export_vcr([made({"q": 1}, "one ", "two")]), encoding="utf-8")
    player = vcrpy.VCR(record_mode="none", match_on=["method", "uri", "body"])
    with player.use_cassette(str(tmp_path / "q.yaml")), httpx2.Client() as client:
        assert client.post(URL, json={"q": 1}).text == "one two"


@given(st.lists(st.tuples(st.binary(max_size=40), st.text(max_size=40)), max_size=3))
def test_what_is_exported_is_imported_again(bodies: list[tuple[bytes, str]]):
    some = [made(body, text) for body, text in ((b, t.encode("utf-8", "replace")) for b, t in bodies)]
    read = yaml.safe_load(export_vcr(some))
    assert [(one["request"]["body"] or b"", one["response"]["body"]["string"]) for one in read["interactions"]] == [
        (_said(one.request.content), _said(one.response.content) or "") for one in some
    ]


def _said(data: bytes) -> Any:
    try:
        return data.decode() or b""
    except UnicodeDecodeError:
        return data


def test_there_and_back(tmp_path: Path):
    some = [made({"q": 1}, "one", "two"), made({"q": "é"}, ANSWER)]
    (tmp_path / "q.yaml").write_text(export_vcr(some), encoding="utf-8")
    again = import_cassette(tmp_path / "q.yaml").interactions
    assert [(one.request, one.response.content) for one in again] == [
        (one.request, one.response.content) for one in some
    ]
    assert [len(one.response.pieces) for one in again] == [1, 1]


def test_what_is_exported_is_read_by_people():
    one: Interaction = made({"q": 1}, "data: a\n\n", "data: b\n\n")
    assert export_vcr([one]) == snapshot("""\
interactions:
- request:
    body: '{"q":1}'
    headers:
      content-type:
      - application/json
    method: POST
    uri: https://api.anthropic.com/v1/messages
  response:
    body:
      string: 'data: a


        data: b


        '
    headers:
      content-type:
      - application/json
    status:
      code: 200
      message: OK
version: 1
""")
