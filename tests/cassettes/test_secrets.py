"""No secret reaches a file, whatever it hides in; and masking one moves no offset."""

from __future__ import annotations

import base64
import gzip
import json
import re
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, unquote_plus, urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from pydantic import JsonValue

from citebridge.cassettes.interaction import Interaction
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.secrets.names import clean_url, is_secret_variable, matched_url
from citebridge.framing import FrameStream
from citebridge.testing.work import ENOUGH, calls_of
from tests.cassettes.making import EVENTS, URL, compact, made, message

KNOWN = "zXq7Lw2RkT9vBn4Ps8Hd"  # of no look at all: it has to be known
PHRASE = "pä$$wörd €ight 🐕"
GUARD = Guard([PHRASE], environ={"COHERE_API_KEY": KNOWN, "SHELL": "/bin/some-long-shell"})


def jwt(*parts: object) -> str:
    return ".".join(base64.urlsafe_b64encode(compact(part)).decode().rstrip("=") for part in parts)


# Invented, and in pieces, so that nobody's scanner takes this file for a leak.
SECRETS = {
    "anthropic": "sk-" + "ant-api03-" + "Qm9va3NBcmVOaWNl" * 5 + "-wAA",
    "openai": "sk-" + "proj-" + "aB3dE5gH7jK9" * 8,
    "openai-old": "sk-" + "T3BlbkFJ" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0",
    "openrouter": "sk-" + "or-v1-" + "0a1b2c3d4e5f6071" * 4,
    "google": "AI" + "za" + "SyD-9tSrke72PouQMnMX-a7eZSW0jkFMBW1",
    "google-oauth": "ya" + "29." + "a0AfH6SMBx3Jk2Lm9Qr5Tt7Vv8Ww1Xx2Yy3Zz4",
    "aws-id": "AK" + "IA" + "QWERTYUIOP234567",
    "aws-session": "IQoJ" + "b3JpZ2lu" + "X2VjEHYaCXVzLWVhc3QtMSJHMEUCIQDx" * 3,
    "bedrock": "AB" + "SK" + "QmVkcm9ja0FQSUtleS1hYmNk" * 4 + "12==",
    "azure": "4kQ2" * 13 + "JQ" + "QJ99" + "BAACHYHv6XJ3w3AAAAACOG",
    "github": "gh" + "p_" + "16C7e42F292c6912E7710c838347Ae178B4a",
    "gitlab": "gl" + "pat-" + "x7Kp2mQ9vL4nR8sT1wYz",
    "slack": "xo" + "xb-" + "123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx",
    "stripe": "sk" + "_live_" + "4eC39HqLyjWDarjtT1zdp7dc",
    "huggingface": "hf" + "_" + "AbCdEfGhIjKlMnOpQrStUvWxYz012345",
    "groq": "gs" + "k_" + "aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789aBcDeFgHiJkLmN",
    "xai": "xa" + "i-" + "aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6",
    "perplexity": "pp" + "lx-" + "0123456789abcdef0123456789abcdef0123456789abcdef",
    "jwt": jwt({"alg": "HS256"}, {"sub": "1234567890", "org": "acme"}, "signature-of-it"),
    "pem": "-----BEGIN "
    + "PRIVATE KEY-----\n"
    + "MIIEvQIBADANBgkqhkiG9w0BAQEF\n" * 3
    + "-----END "
    + "PRIVATE KEY-----",
    "langfuse": "sk-" + "lf-" + "1a2b3c4d-5e6f-7a8b-9c0d-1e2f3a4b5c6d",
    "tavily": "tv" + "ly-dev-" + "aBc123DeF456gHi789JkL0",
    "sendgrid": "SG" + "." + "aBcDeFgHiJkLmNoPqRsTuV" + "." + "wXyZ0123456789aBcDeFgHiJkLmNoPqRsTuVwXyZ01",
    "known": KNOWN,
    "phrase": PHRASE,
}
ASCII = {name: value for name, value in SECRETS.items() if value.isascii() and "\n" not in value}


# -- where they are planted


def answer(text: str) -> str:
    return compact(message(text)).decode()


def anthropic_stream(pieces: list[str]) -> list[bytes]:
    start = {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    deltas = [
        {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}} for piece in pieces
    ]
    return [
        f"event: {event['type']}\ndata: {compact(event).decode()}\n\n".encode()
        for event in ({"type": "message_start", "message": message("")}, start, *deltas, {"type": "message_stop"})
    ]


def cut(text: str, size: int) -> list[str]:
    return [text[at : at + size] for at in range(0, len(text), size)]


def bytes_cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def frame(payload: bytes, kind: str = "contentBlockDelta") -> bytes:
    head = b"".join(
        bytes([len(name)]) + name.encode() + b"\x07" + struct.pack(">H", len(value)) + value.encode()
        for name, value in ((":event-type", kind), (":content-type", "application/json"), (":message-type", "event"))
    )
    prelude = struct.pack(">II", 16 + len(head) + len(payload), len(head))
    data = prelude + struct.pack(">I", zlib.crc32(prelude)) + head + payload
    return data + struct.pack(">I", zlib.crc32(data))


def bedrock_stream(pieces: list[str]) -> list[bytes]:
    return [frame(compact({"contentBlockIndex": 0, "delta": {"text": piece}})) for piece in pieces]


def said(secret: str) -> str:
    return f"The key né – 🐕 is {secret} and no other."


def b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


PART = '\r\nContent-Disposition: form-data; name="q"; filename="q.txt"\r\nContent-Type: text/plain'
PLANTED: dict[str, Callable[[str], Interaction]] = {
    "the prompt": lambda s: made({"messages": [{"role": "user", "content": said(s)}]}, answer("No.")),
    "a prompt that is no JSON": lambda s: made(said(s).encode(), answer("No.")),
    "json written with escapes": lambda s: made(json.dumps({"q": f'"\n{s}\n"é'}).encode(), answer("No.")),
    "json within json": lambda s: made({"args": json.dumps({"note": f"x\n{s}"})}, answer("No.")),
    "base64 in the prompt": lambda s: made({"data": b64(said(s))}, answer("No.")),
    "base64 for addresses": lambda s: made({"d": base64.urlsafe_b64encode(said(s).encode()).decode()}, answer("No.")),
    "base64 behind a path": lambda s: made({"d": f"data:text/plain;base64,/abc/{b64(said(s))}"}, answer("No.")),
    "base64 of base64": lambda s: made({"d": b64("first " + b64(said(s)))}, answer("No.")),
    "base64 in lines": lambda s: made({"d": f"It is\n{base64.encodebytes(said(s).encode()).decode()}"}, answer("No.")),
    "base64 in lines, of mails": lambda s: made(
        base64.encodebytes(said(f"{s} or {s}").encode()).replace(b"\n", b"\r\n"), answer("No.")
    ),
    "quoted in an address": lambda s: made({"u": f"https://g.example/?q={quote(said(s), safe='')}"}, answer("No.")),
    "json within a form": lambda s: made(urlencode({"json": json.dumps({"note": s})}).encode(), answer("No.")),
    "a form": lambda s: made(urlencode({"q": said(s)}).encode(), answer("No.")),
    "base64 in a form": lambda s: made(urlencode({"a": "?", "q": b64(said(s) + "~~~???")}).encode(), answer("No.")),
    "a form in parts": lambda s: made(f"--b{PART}\r\n\r\n{said(s)}\r\n--b--\r\n".encode(), answer("No.")),
    "the answer": lambda s: made({"q": 1}, answer(said(s))),
    "the answer, cut into pieces": lambda s: made({"q": 1}, *bytes_cut(answer(said(s)).encode(), 7)),
    "a stream, one event": lambda s: made({"q": 1}, *anthropic_stream([said(s)]), headers=EVENTS),
    "a stream, spread over events": lambda s: made({"q": 1}, *anthropic_stream(cut(said(s), 3)), headers=EVENTS),
    "the same, cut into bytes": lambda s: made(
        {"q": 1}, *bytes_cut(b"".join(anthropic_stream(cut(said(s), 4))), 5), headers=EVENTS
    ),
    "base64 spread over events": lambda s: made({"q": 1}, *anthropic_stream(cut(b64(said(s)), 6)), headers=EVENTS),
    "frames": lambda s: made({"q": 1}, *bedrock_stream([said(s)])),
    "frames, spread over them": lambda s: made({"q": 1}, *bedrock_stream(cut(said(s), 3))),
    "frames, cut anywhere": lambda s: made({"q": 1}, *bytes_cut(b"".join(bedrock_stream(cut(said(s), 5))), 11)),
    "an error": lambda s: made({"q": 1}, compact({"error": {"message": f"Bad key: {s}"}}), status=401),
    "an error page": lambda s: made({"q": 1}, f"<html><pre>x-key: {s}</pre>", status=502),
}


def seen(value: JsonValue) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield key
            yield from seen(item)
    elif isinstance(value, list):
        for item in value:
            yield from seen(item)


def readings(one: Interaction) -> Iterator[str]:
    """What a reader of the file can make of it, found in another way than the guard does."""
    line = one.line().decode()
    yield line
    yield unquote(one.request.url)
    for content in (one.request.content, one.response.content):
        yield content.decode("utf-8", "replace")
        values = [frame.payload for frame in FrameStream().feed(content)] if one.response.content == content else []
        values += [re.sub(rb"^data: ?", b"", part) for part in content.splitlines()] + [content]
        texts = ["".join(seen(read)) for value in values if (read := load(value)) is not None]
        spread = [value for data in values if (read := load(data)) is not None for value in deltas(read)]
        yield from (*texts, "".join(spread))
        told = unquote_plus(content.decode("utf-8", "replace"))
        yield from (
            told,
            *map(unquote_plus, texts),
            *(text for value in [load(told.encode("utf-8", "replace"))] for text in seen(value)),
        )
        for text in (*texts, "".join(spread), line, told, *(re.sub(r"\r?\n", "", text) for text in (*texts, told))):
            yield from decoded(text, 2)


def load(data: bytes) -> Any:
    try:
        return json.loads(data)
    except ValueError:
        return None


def deltas(value: Any) -> Iterator[str]:
    delta = value.get("delta") if isinstance(value, dict) else None
    if isinstance(delta, dict) and isinstance(delta.get("text"), str):
        yield delta["text"]


def decoded(text: str, depth: int) -> Iterator[str]:
    for run in re.findall(r"[A-Za-z0-9+/_-]{12,}", text):
        for start in range(4):
            letters = run[start:].replace("-", "+").replace("_", "/")
            data = base64.b64decode(letters[: len(letters) // 4 * 4]).decode("utf-8", "replace")
            yield data
            if depth > 1:
                yield from decoded(data, depth - 1)


def looks(secret: str) -> list[str]:
    """What gives a secret away: all of it, and the half that nobody could guess."""
    return [secret[at : at + 10] for at in range(len(secret) // 3, len(secret) - 10, 3)][:4] or [secret]


@pytest.mark.parametrize("where", PLANTED)
@pytest.mark.parametrize("name", SECRETS)
def test_a_planted_secret_is_found_and_masked(where: str, name: str):
    secret = SECRETS[name]
    one = PLANTED[where](secret)
    found = GUARD.find(one)
    assert found
    assert all(part not in str(item) for item in found for part in looks(secret))

    clean = GUARD.masked(one)
    assert GUARD.find(clean) == []
    assert not [part for reading in readings(clean) for part in looks(secret) if part in reading]
    before, after = one.response, clean.response
    assert [(ms, len(data)) for ms, data in after.pieces] == [(ms, len(data)) for ms, data in before.pieces]
    same_measure(one.request.content, clean.request.content)
    same_measure(before.content, after.content)
    assert clean.request.digest == made(clean.request.content).request.digest
    assert all(frame.sound for frame in FrameStream().feed(after.content)) or "frames" not in where


def same_measure(one: bytes, other: bytes) -> None:
    assert len(one) == len(other)
    for mine, its in zip(payloads(one), payloads(other), strict=True):
        same_texts(mine, its)


def payloads(data: bytes) -> list[bytes]:
    """Those of frames, since nobody counts the letters of a checksum; else all there is."""
    frames = list(FrameStream().feed(data))
    return [frame.payload for frame in frames] if frames and frames[0].sound else [data]


def same_texts(one: bytes, other: bytes) -> None:
    text, masked = one.decode("utf-8", "replace"), other.decode("utf-8", "replace")
    assert len(text) == len(masked)
    assert len(text.encode("utf-16")) == len(masked.encode("utf-16"))
    # Also in the values: no offset into a text moves.
    pairs = zip(seen(load(one)), seen(load(other)), strict=True)
    assert all(
        (len(mine), len(mine.encode("utf-16", "surrogatepass")))
        == (len(its), len(its.encode("utf-16", "surrogatepass")))
        for mine, its in pairs
    )


@pytest.mark.parametrize("name", SECRETS)
def test_what_was_found_is_told_by_place(name: str):
    where = {where: [str(found) for found in GUARD.find(plant(SECRETS[name]))] for where, plant in PLANTED.items()}
    assert {place.rpartition(":")[0].partition(",")[0] for places in where.values() for place in places} == {
        "request body",
        "response body",
    }


def test_places_name_the_chunks():
    secret = SECRETS["anthropic"]
    one = PLANTED["a stream, spread over events"](secret)
    assert [str(found) for found in GUARD.find(one)] == snapshot(["response body, chunks 9 to 41: Anthropic key"])
    assert [str(found) for found in GUARD.find(PLANTED["a stream, one event"](KNOWN))] == snapshot(
        ["response body, chunk 3: value of COHERE_API_KEY"]
    )


# -- urls, headers, fields


@pytest.mark.parametrize(
    ("url", "clean"),
    [
        ("https://g.example/v1/m:run?key={s}&alt=sse", "https://g.example/v1/m:run?key=***&alt=sse"),
        ("https://g.example/v1/m?alt=sse&api-key={s}", "https://g.example/v1/m?alt=sse&api-key=***"),
        ("https://g.example/m?X-Amz-Signature={s}", "https://g.example/m?X-Amz-Signature=***"),
        ("https://me:{s}@g.example/m", "https://g.example/m"),
        ("https://g.example/m?access%5Ftoken={s}#{s}", "https://g.example/m?access%5Ftoken=***"),
        (
            "https://b.example/model/arn%3Aaws%3Abedrock%3Aeu-north-1%3A123456789012%3Ainference-profile%2Fx/converse",
            "https://b.example/model/arn%3Aaws%3Abedrock%3Aeu-north-1%3A000000000000%3Ainference-profile%2Fx/converse",
        ),
        (
            "https://v.example/v1/projects/my-own/locations/eu/models/m",
            "https://v.example/v1/projects/***/locations/eu/models/m",
        ),
        ("https://g.example/a%20b?x=1&y", "https://g.example/a%20b?x=1&y"),
        ("/v1/m?key={s}", "/v1/m?key=***"),
    ],
)
def test_an_address_has_no_secrets(url: str, clean: str):
    for secret in ASCII.values():
        address = url.format(s=secret)
        assert clean_url(address) == clean
        assert clean_url(clean) == clean
        one = made({"q": 1}, "{}", url=address)
        masked = GUARD.masked(one)
        assert masked.request.url == clean
        assert (GUARD.find(one) != []) is (clean != address)
        assert GUARD.find(masked) == []
        assert masked.request.key.url == one.request.key.url


@pytest.mark.parametrize("name", sorted(ASCII))
def test_a_secret_in_a_path_is_masked_or_refused(name: str):
    secret = ASCII[name]
    for written in (secret, quote(secret, safe="")):
        one = made({"q": 1}, "{}", url=f"https://g.example/hook/{written}/run")
        assert GUARD.find(one)
        masked = GUARD.masked(one)
        if GUARD.find(masked) == []:
            assert secret not in unquote(masked.request.url)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("https://a.example/v1?a=1&b=2", "HTTPS://A.example:443/v1?b=2&a=1", True),
        ("https://a.example/m%3A1", "https://a.example/m:1", True),
        ("https://a.example/m?key=1", "https://a.example/m", True),
        ("https://a.example/m?q=a%20b", "https://a.example/m?q=a+b", True),
        ("https://a.example/m", "https://b.example/m", False),
        ("https://a.example/m", "http://a.example/m", False),
        ("https://a.example:8443/m", "https://a.example/m", False),
        ("https://a.example/m?a=1&a=2", "https://a.example/m?a=1", False),
    ],
)
def test_addresses_are_compared_by_what_they_mean(one: str, other: str, same: bool):
    assert (matched_url(one) == matched_url(other)) is same


def test_only_headers_on_the_list_are_kept():
    headers = {
        "content-type": "application/json",
        "set-cookie": "session=1",
        "anthropic-organization-id": "5d2c",
        "request-id": "req_1",
        "x-brand-new": "1",
    }
    one = made({"q": 1}, "{}", headers=headers)
    assert [str(found) for found in GUARD.find(one)] == snapshot(
        [
            "response header set-cookie: a header that is not kept",
            "response header anthropic-organization-id: a header that is not kept",
            "response header request-id: a header that is not kept",
            "response header x-brand-new: a header that is not kept",
        ]
    )
    assert GUARD.masked(one).response.headers == {"content-type": "application/json"}


FIELDS = {
    "authorization_token": "Zm9vYmFyYmF6cXV4",
    "Authorization": "Bearer abc.def",
    "x-api-key": "0011-2233",
    "apiKey": "letmein1",
    "client_secret": "hunter2",
    "set-cookie": "sid=31d4d96e407aad42",
    "cookie": ["sid=31d4d96e407aad42", "more=1"],
    "organization_id": "acme-research",
    "account_id": "99-1234",
    "dbPassword": "correct horse",
    "tavily_api_key": "zzzz-qqqq",
    "encoded_api_key": "VuaCfGcBCdbkQm-e5aOx:ui2lp2axTNmsyakw9tvNnw",
}


@pytest.mark.parametrize("name", FIELDS)
def test_a_field_that_is_named_like_a_secret_holds_one(name: str):
    body = {"tools": [{"type": "mcp", "headers": {name: FIELDS[name]}}]}
    written = json.dumps(body)
    within = [
        made({"arguments": written}, "{}"),
        made({"d": b64(written)}, "{}"),
        made(f"payload={quote(written)}".encode(), "{}"),
        made({"q": 1}, *anthropic_stream(cut(written, 5)), headers=EVENTS),
    ]
    for one in within:
        assert f"value of the field {name}" in [found.kind for found in GUARD.find(one)]
        assert GUARD.find(GUARD.masked(one)) == []
    for one in (made(body, "{}"), made({"q": 1}, compact({"error": body}), status=400)):
        assert GUARD.find(one)
        masked = GUARD.masked(one)
        assert GUARD.find(masked) == []
        assert masked.request.digest == one.request.digest  # a request is the same whatever its secret fields hold
        text = masked.line().decode()
        assert not [value for value in FIELDS.values() if isinstance(value, str) and value in text]


def test_a_key_to_authenticate_with_is_one():
    """What Azure asks for, to look into an index of yours; elsewhere `key` is a word like any other."""
    parameters = {"index_name": "i", "authentication": {"type": "api_key", "key": "letmein1"}}
    one = made({"data_sources": [{"type": "azure_search", "parameters": parameters}], "key": "letters"}, "{}")
    assert [str(found) for found in GUARD.find(one)] == ["request body: value of the field key"]
    masked = GUARD.masked(one)
    assert masked.request.digest == one.request.digest
    assert masked.request.body == json.loads(one.request.content.replace(b"letmein1", b"********"))


FORMS = {
    "an address": lambda name, value: urlencode({"grant_type": "password", name: value, "q": "1"}),
    "parts": lambda name, value: f'--b\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n--b--\r\n',
}


@pytest.mark.parametrize("kind", FORMS)
@pytest.mark.parametrize("name", ["password", "client_secret", "api-key", "code", "refresh_token"])
def test_a_field_of_a_form_that_is_named_like_a_secret_holds_one(name: str, kind: str):
    one = made(FORMS[kind](name, "let me in").encode(), "{}")
    assert [str(found) for found in GUARD.find(one)] == [f"request body: value of the field {name}"]
    masked = GUARD.masked(one)
    assert GUARD.find(masked) == []
    assert len(masked.request.content) == len(one.request.content)
    assert not re.search(rb"let.me|me.in|le|et", masked.request.content.replace(name.encode(), b""))
    for value in ("", "***", "your-password"):
        assert GUARD.find(made(FORMS[kind](name, value).encode(), "{}")) == []


@pytest.mark.parametrize("name", ["location", "x-goog-upload-url"])
def test_where_an_answer_leads_to_is_kept_as_an_address(name: str):
    there = "https://g.example/next?token=abc&page=2#access_token=abc"
    one = made({"q": 1}, status=302, headers={name: there})
    assert [str(found) for found in GUARD.find(one)] == [
        f"response header {name}: a secret parameter, an account, a user or a fragment"
    ]
    masked = GUARD.masked(one)
    assert masked.response.headers == {name: "https://g.example/next?token=***&page=2"}
    assert GUARD.find(masked) == []


SAYINGS = [
    f"Authorization: Bearer {SECRETS['known']}",
    "Basic " + base64.b64encode(b"user:letmein").decode(),
    "Set-Cookie: sid=31d4d96e407aad42; Path=/",
    "cookie: __cf_bm=abcdef0123456789abcdef; other=1",
    "MISTRAL_API_KEY=q1w2e3r4t5y6u7i8o9p0",
    'api_key: "q1w2e3r4t5y6u7i8"',
    "password = 'q1w2e3r4t5y6u7i8'",
    "postgres://app:s3cr3tpw@db.example/app",
    "https://s.example/f?X-Amz-Credential=AKIDEXAMPLE%2F20261103&x=1",
    "https://s.example/f?sv=1&sig=abc123def456abc123def456abc123def456%3D",
    "arn:aws:bedrock:eu-north-1:123456789012:inference-profile/x",
    "organization: org-" + "a1B2c3D4e5F6g7H8",
    "consumer 'projects/123456789012' is disabled",
    "Incorrect API key provided: q1w2e3r4t5y6u7i8. You can find yours",
    "AccountKey=" + "Zm9vYmFy" * 10 + "==",
    "the index takes " + "4kQ2vZ9" * 6 + "Az" + "SeCq4L9x",
    "Basic " + base64.b64encode("jürgen:geheim".encode()).decode(),
]


@pytest.mark.parametrize("saying", SAYINGS)
def test_secrets_and_accounts_that_a_text_tells_of(saying: str):
    for one in (made({"q": saying}, "{}"), made({"q": 1}, compact({"error": {"message": f"see {saying} there"}}))):
        assert Guard(environ={}).find(one)
        assert Guard(environ={}).find(Guard(environ={}).masked(one)) == []


# -- what is none


INNOCENT = [
    "risk-management-in-the-modern-world-2024-edition and task-force-141-report-number-12345",
    "https://news.example/sk-telecom-announces-2024-results-and-more-things",
    "https://g.example/grounding-api-redirect/AUZIYQG8fT3kq0nLx2_sk-abc-ya29x" + "Qz9" * 40,
    "toolu_01A09q90qw90lq917835lq9 msg_01XFDUDYJgAACzvnptvVoYEL chatcmpl-9Zx8Yw7Vu6Ts5Rq4Po3Nm2Lk",
    "resp_68a1b2c3d4e5f60718293a4b5c6d7e8f file-Ab12Cd34Ef56Gh78 call_Ab12Cd34Ef56Gh78Ij90Kl12",
    "the api key is shown on the page; your secret: keep it",
    "set OPENAI_API_KEY=YOUR_API_KEY or api_key=os.environ['KEY'] or token: <your-token>",
    "next_page_token: CAEQAA, total_tokens: 12345678901234, token_count=98765432101234",
    "Basic understanding of bearer certificates and basic authentication",
    "Basic Optimization Techniques, basic Organization of the port, and " + "4kQ2vZ9" * 5 + "AzSeCq4L9x",
    "cookies=yes, a cookie: the kind one eats; cookie=short",
    "encrypted_content " + base64.b64encode(bytes(range(256)) * 8).decode(),
    "JVBERi0xLjQK" + base64.b64encode(zlib.compress(b"a page of text " * 200)).decode(),
    "arn:aws:bedrock:::model/x and 123456789012 and org-chart user-interface proj_plan",
    "2026-11-03T10:00:00Z http://localhost:8080/path@2x.png mailto:me@site.example",
    "sha256-" + "0123456789abcdef" * 4 + " 550e8400-e29b-41d4-a716-446655440000",
    "postgresql://user:password@localhost:5432/db, amqp://guest:guest@mq and mongodb://<name>:<password>@db.example",
    "Cookie: name=value; name2=value2 and Set-Cookie: theme=dark1; Expires=Wed, 09 Jun 2027 10:18:14; Max-Age=31536000",
    "AKIAIOSFODNN7" + "EXAMPLE and secret access key: wJalrXUtnFEMI/K7MDENG/bPxRfiCY" + "EXAMPLEKEY",
    "Authorization: Basic " + base64.b64encode(b"user:password").decode(),
    "sk-"
    + "ant-xxxxxxxxxxxxxxxx, sk-"
    + "ant-api03-YOUR-KEY-HERE, gh"
    + "p_"
    + "x" * 36
    + " and xo"
    + "xb-your-token-here",
    "https://crowd.example/projects/597507018/a-watch, https://t.example/a%20page%2Fwith%20risk-2024%26more",
    "ThisIsALongCamelCaseNameOfAClass\nanother_line_of_text_that_is_long\nand more",
    "eyJ is how the base64 of a brace begins; eyJhIjoxfQ== is one",
]


@pytest.mark.parametrize("text", INNOCENT)
def test_what_only_looks_a_little_like_one_is_none(text: str):
    body = {"messages": [{"role": "user", "content": text}], "max_tokens": 5, "token": text[:5]}
    assert GUARD.find(made(body, answer(text))) == []
    assert GUARD.find(made(body, *anthropic_stream(cut(text, 4)), headers=EVENTS)) == []


def test_short_values_and_words_are_not_looked_for():
    guard = Guard(["short", "********"], environ={"ACME_TOKEN": "none", "ACME_API_KEY": "your-api-key", "A_KEY": ""})
    assert guard.look_at("x", b"short ******** none your-api-key") == []


@pytest.mark.parametrize(
    ("name", "is_one"),
    [
        ("OPENAI_API_KEY", True),
        ("AWS_ACCESS_KEY_ID", True),
        ("AWS_SECRET_ACCESS_KEY", True),
        ("AWS_SESSION_TOKEN", True),
        ("api_key_2", True),
        ("DB_PASSWORD", True),
        ("SMTP_PASS", True),
        ("GITHUB_PAT", True),
        ("COMPASS", False),
        ("PWD", False),
        ("GOOGLE_APPLICATION_CREDENTIALS", True),
        ("TOKENIZERS_PARALLELISM", False),
        ("KEYBOARD", False),
        ("PATH", False),
    ],
)
def test_variables_of_the_environment(name: str, is_one: bool):
    assert is_secret_variable(name) is is_one


def test_what_is_compressed_is_refused():
    data = answer("x").encode()
    some = [made(packed(data), packed(data)) for packed in (gzip.compress, zlib.compress)]
    assert [[str(found) for found in GUARD.find(GUARD.masked(one))] for one in some] == snapshot(
        [
            [
                "request body: compressed with gzip, so it cannot be looked through",
                "response body: compressed with gzip, so it cannot be looked through",
            ],
            [
                "request body: compressed with zlib, so it cannot be looked through",
                "response body: compressed with zlib, so it cannot be looked through",
            ],
        ]
    )


def test_a_key_in_the_events_that_invoke_model_wraps_is_refused():
    def event(text: str) -> bytes:
        inner = {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": text}}
        return frame(compact({"bytes": b64(compact(inner).decode())}), "chunk")

    one = made({"q": 1}, *map(event, cut(said(SECRETS["github"]), 4)))
    assert [found.kind for found in GUARD.find(one)] == ["GitHub token"]
    assert GUARD.find(GUARD.masked(one))  # it stands in no place of its own, so the file is not written


@given(st.text(max_size=60), st.text(max_size=30), st.integers(1, 9), st.booleans())
def test_masking_keeps_the_measure_of_any_text(before: str, after: str, size: int, ascii_only: bool):
    text = (before + PHRASE + after).encode("utf-8", "replace").decode()
    data = json.dumps({"q": text}, ensure_ascii=ascii_only).encode()
    one = made(data, *bytes_cut(data, size))
    clean = GUARD.masked(one)
    assert PHRASE not in json.loads(clean.request.content)["q"]
    assert clean.request.content == clean.response.content
    same_measure(data, clean.request.content)
    assert len(clean.response.pieces) == len(one.response.pieces)


FRAGMENTS = st.sampled_from(
    [
        *(
            '"',
            "\\",
            "\\u00e9",
            "\\ud83d",
            "\\n",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "data: ",
            "\n\n",
            "\r",
            "é",
            "🐕",
            "\x00",
        ),
        *("sk-", "sk-ant-", "AKIA", "eyJ", "api_key=", "cookie: a=", "://u:", "@h", "Bearer ", "PRIVATE KEY-----"),
        *(
            "QWERTYUIOP234567",
            "a1B2c3D4e5F6g7H8i9J0",
            KNOWN,
            PHRASE,
            b64(KNOWN),
            b64(f"x {PHRASE}"),
            '"password":"hunter22"',
        ),
    ]
)


@given(st.lists(FRAGMENTS | st.text(max_size=3), max_size=20).map("".join), st.integers(1, 30))
def test_whatever_stands_there_is_masked_or_told(text: str, size: int):
    data = text.encode("utf-8", "replace")
    one = made(data, *bytes_cut(data, size))
    clean = GUARD.masked(one)
    assert [len(piece.data) for piece in clean.response.pieces] == [len(piece.data) for piece in one.response.pieces]
    same_texts_of(one.request.content, clean.request.content)
    if GUARD.find(clean) == []:
        assert KNOWN.encode() not in clean.response.content
        assert GUARD.masked(clean) == clean


def same_texts_of(one: bytes, other: bytes) -> None:
    text, masked = one.decode(), other.decode()
    assert len(text) == len(masked)
    assert len(text.encode("utf-16", "surrogatepass")) == len(masked.encode("utf-16", "surrogatepass"))


@given(st.binary(max_size=200))
def test_any_bytes_can_be_looked_through(data: bytes):
    one = made(data, data)
    assert len(GUARD.masked(one).response.content) == len(data)


def test_a_value_among_bytes_that_are_no_text():
    one = made({"q": 1}, b"\xff" + PHRASE.encode() + b"\xfe" + KNOWN.encode() + b" AKIA" + b"QWERTYUIOP234567 \xff")
    clean = GUARD.masked(one).response.content
    assert GUARD.find(GUARD.masked(one)) == []
    assert clean[:1] + clean[-1:] == b"\xff\xff"
    assert len(clean) == len(one.response.content)


HOSTILE: dict[str, Callable[[int], str]] = {
    "hints": lambda n: "sk-" * n,
    "hints apart": lambda n: "sk- AIza eyJ key= cookie: bearer " * n,
    "braces": lambda n: '{"a":[' * n,
    "web tokens": lambda n: "eyJaaaaaaaa.x." * n,
    "addresses": lambda n: "://a:" * n,
    "cookies": lambda n: "cookie=a" * n,
    "private keys": lambda n: "PRIVATE KEY-----" * n + "A" * n,
    "labels": lambda n: "api_key=" * n,
    "base64": lambda n: "QUFB" * n,
    "words": lambda n: "abcdefghijklmnopqrstuvwx " * n,
    "escapes": lambda n: json.dumps({"q": ['\n"sk-ant-' + "a1B2" * 8] * (n // 8)}),
    "quoted": lambda n: "%73%6b-ant+" * n,
    "parts of forms": lambda n: 'form-data; name="key"\r\n\r\n' * n,
    "a form": lambda n: "key=abcdefgh&" * n,
    "base64 in lines": lambda n: ("QUFB" * 15 + "\n") * (n // 15),
    "events": lambda n: "".join(f'data: {{"delta":{{"text":"{letter}"}}}}\n\n' for letter in "sk-a" * n),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_looking_grows_in_step(name: str):
    def look(value: JsonValue) -> None:
        assert isinstance(value, int)
        one = made({"q": 1}, HOSTILE[name](value))
        GUARD.find(one)
        GUARD.masked(one)

    look(1)
    few, some, many = (calls_of(look, size) for size in (200, 400, 800))
    assert many - some <= max(ENOUGH * (some - few), 400)


REAL = Path(__file__).parents[3] / "shared" / "real"


@pytest.mark.skipif(not REAL.is_dir(), reason="the recordings are not here")
def test_recordings_raise_no_alarm():
    alarms = [
        f"{path.name}: {found}"
        for path in sorted(REAL.rglob("*"))
        if path.suffix in (".json", ".jsonl", ".sse", ".eventstream")
        for found in GUARD.find(made({"q": 1}, path.read_bytes(), url=URL))
    ]
    assert alarms == []
