"""xAI's gRPC API through xai-sdk, which a real server on loopback answers; and what is its own in that shape."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, cast

import pytest

from citebridge import normalize, normalize_stream, parser, providers
from citebridge.models import Answer, AnswerDone, TextDelta
from tests.wire import Wire, wires

NO_PROXY = [("grpc.enable_http_proxy", 0)]


def message(kind: str, value: dict[str, Any]) -> Any:
    """A message of xAI's from its dictionary."""
    from google.protobuf.json_format import ParseDict
    from xai_sdk.proto import chat_pb2

    return ParseDict(value, getattr(chat_pb2, kind)())


def as_dict(message: Any) -> dict[str, Any]:
    from google.protobuf.json_format import MessageToDict

    return MessageToDict(message, preserving_proto_field_name=True)


@contextmanager
def served(wire: Wire) -> Iterator[dict[str, Any]]:
    """The cassette behind a server; what a client needs to ask it."""
    grpc = pytest.importorskip("grpc")
    from xai_sdk.proto import chat_pb2_grpc

    def reply(request: Any) -> list[dict[str, Any]]:
        _, body = wire.reply(json.dumps(as_dict(request)).encode())
        return [json.loads(one) for one in (body.splitlines() if wire.streamed else [body])]

    class Chat(chat_pb2_grpc.ChatServicer):
        def GetCompletion(self, request: Any, context: Any) -> Any:
            return message("GetChatCompletionResponse", reply(request)[0])

        def GetCompletionChunk(self, request: Any, context: Any) -> Iterator[Any]:
            yield from (message("GetChatCompletionChunk", one) for one in reply(request))

    server = grpc.server(ThreadPoolExecutor(1))
    chat_pb2_grpc.add_ChatServicer_to_server(Chat(), server)
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    try:
        yield {
            "api_key": "none",
            "api_host": f"127.0.0.1:{port}",
            "use_insecure_channel": True,
            "channel_options": NO_PROXY,
        }
    finally:
        server.stop(None).wait()


def _call(wire: Wire) -> dict[str, Any]:
    """The arguments that make the SDK send this request; it counts the answers itself."""
    request = message("GetCompletionsRequest", wire.request)
    return {field.name: value for field, value in request.ListFields() if field.name != "n"}


def ask(wire: Wire) -> Any:
    sdk = pytest.importorskip("xai_sdk")
    with served(wire) as address, sdk.Client(**address) as client:
        chat = client.chat.create(**_call(wire))
        return [chunk for _, chunk in chat.stream()] if wire.streamed else chat.sample()


async def aask(wire: Wire) -> Any:
    sdk = pytest.importorskip("xai_sdk")
    with served(wire) as address:
        async with sdk.AsyncClient(**address) as client:
            chat = client.chat.create(**_call(wire))
            return [chunk async for _, chunk in chat.stream()] if wire.streamed else await chat.sample()


def accumulated(wire: Wire) -> tuple[list[Any], Any]:
    sdk = pytest.importorskip("xai_sdk")
    with served(wire) as address, sdk.Client(**address) as client:
        told = list(client.chat.create(**_call(wire)).stream())
        return [chunk for _, chunk in told], told[-1][0]


# -- the cassettes are messages


def dictionaries() -> list[Any]:
    """Every dictionary of the cassettes, with the kind of message it is."""
    found: list[Any] = []
    for wire in wires(["xai.grpc"]):
        kind = "GetChatCompletionChunk" if wire.streamed else "GetChatCompletionResponse"
        values = [json.loads(one) for one in (wire.data.splitlines() if wire.streamed else [wire.data])]
        told = [("GetCompletionsRequest", wire.request), *((kind, value) for value in values)]
        found += [pytest.param(*one, id=f"{wire}:{number}") for number, one in enumerate(told)]
    return found


@pytest.mark.parametrize(("kind", "value"), dictionaries())
def test_a_cassette_is_what_the_message_gives(kind: str, value: dict[str, Any]) -> None:
    pytest.importorskip("xai_sdk")
    assert as_dict(message(kind, value)) == value


@pytest.mark.parametrize("name", ["ferry", "collections"])
def test_bare_messages_are_read_too(name: str) -> None:
    """What the stubs give, without the SDK's classes around it."""
    pytest.importorskip("xai_sdk")
    wire = Wire("xai.grpc", name, streamed=True)
    lines = wire.data.splitlines()
    whole = normalize(message("GetChatCompletionResponse", wire.recorded))
    stream = normalize([message("GetChatCompletionChunk", json.loads(line)) for line in lines])
    assert whole == normalize(wire.recorded)
    assert (stream.provider, stream.text, stream.citations) == ("xai.grpc", whole.text, whole.citations)


def test_the_sdk_tells_whose_a_chunk_is_that_says_nothing() -> None:
    sdk = pytest.importorskip("xai_sdk.chat")
    bare = message("GetChatCompletionChunk", {"id": "a1", "usage": {"prompt_tokens": 3}})
    assert [normalize([one]).provider for one in (bare, sdk.Chunk(bare, None))] == ["xai.grpc", "xai.grpc"]


# -- places

SITE = "https://hens.example/"
MARK = f"[[1]]({SITE})"  # 28 characters
WEB = {"web_citation": {"url": SITE}}
FILE = "[[1]](collections://col/files/file)"  # 35 characters
CHUNK = {"file_id": "file", "chunk_id": "7", "chunk_content": "Hens cluck.", "score": 0.5, "collection_ids": ["col"]}


def output(content: str = "", *citations: Any, role: str = "ASSISTANT", ends: str | None = "STOP", **said: Any) -> Any:
    message = {"content": content, "role": f"ROLE_{role}", "citations": list(citations), **said}
    return {"message": message} | ({"finish_reason": f"REASON_{ends}"} if ends else {})


def body(*outputs: Any, **fields: Any) -> dict[str, Any]:
    numbered = [{**one, "index": n} if n else one for n, one in enumerate(outputs)]
    return {"id": "a1", "outputs": numbered, "model": "grok-4.6", **fields}


def call(kind: str) -> dict[str, Any]:
    return {"id": "call_1", "type": f"TOOL_CALL_TYPE_{kind}_TOOL", "function": {"name": "look", "arguments": "{}"}}


def ties(answer: Answer) -> list[tuple[Any, ...]]:
    """Of each citation its id, its place in the answer, what was lifted there, and its source."""
    found: list[tuple[Any, ...]] = []
    for one in answer.citations:
        place = one.anchor and (one.anchor.start if one.anchor.kind == "point" else (one.anchor.start, one.anchor.end))
        mark = one.raw_span and answer.raw_text[one.raw_span.start : one.raw_span.end]
        found.append((one.id, place, mark, one.source_id))
    return found


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


@pytest.mark.parametrize(
    ("text", "citation", "visible", "place", "codes_told"),
    [
        (f"Hens{MARK} cluck.", {"id": "1", "start_index": 4, "end_index": 32, **WEB}, "Hens cluck.", 4, []),
        (f"Hens {MARK}.", {"start_index": 5, "end_index": 33, "x_citation": {"url": SITE}}, "Hens.", 4, []),
        (f"{MARK}: hens cluck.", {"end_index": 28, **WEB}, ": hens cluck.", 0, []),  # a start of 0 is left out
        (f"🐕🐕🐕🐕🐕{MARK}.", {"start_index": 5, "end_index": 33, **WEB}, "🐕🐕🐕🐕🐕.", 5, []),
        (f"Hens{MARK} cluck.", {"start_index": 4, "end_index": 31, **WEB}, "Hens cluck.", 4, ["offset_mended"]),
        (
            f"Hens{FILE} cluck.",
            {"start_index": 4, "end_index": 39, "collections_citation": CHUNK},
            "Hens cluck.",
            4,
            [],
        ),
        (f"See [hens]({SITE}).", {"start_index": 4, "end_index": 33, **WEB}, f"See [hens]({SITE}).", (4, 33), []),
        (f"Hens{MARK} cluck.", {"start_index": 4, **WEB}, f"Hens{MARK} cluck.", None, []),  # older servers give no end
        ("Hens cluck.", {"start_index": 40, "end_index": 68, **WEB}, "Hens cluck.", None, ["offset_unusable"]),
        ("Hens cluck.", {"start_index": None, "end_index": "9", **WEB}, "Hens cluck.", None, ["odd_field"]),
        ("Hens cluck.", {"start_index": 4, "end_index": 0, **WEB}, "Hens cluck.", None, []),
        ("Hens cluck.", WEB, "Hens cluck.", None, []),
    ],
)
def test_an_inline_citation_has_the_place_of_its_link(
    text: str, citation: dict[str, Any], visible: str, place: Any, codes_told: list[str]
) -> None:
    answer = normalize(body(output(text, citation)))
    assert (answer.text, answer.raw_text, codes(answer)) == (visible, text, codes_told)
    assert [(one.id, one.raw) for one in answer.citations] == [("0.0", citation)]
    [(_, told, mark, _)] = ties(answer)
    assert (told, mark) == (place, (FILE if FILE in text else MARK) if isinstance(place, int) else None)


@pytest.mark.parametrize(
    ("said", "source", "ref", "quote", "codes_told"),
    [
        (
            {"collections_citation": CHUNK},
            ("file#7", "chunk", None, "Hens cluck.", ("file",)),
            "file",
            "Hens cluck.",
            [],
        ),
        ({"collections_citation": {"file_id": "file"}}, ("file", "file", None, None, ()), "file", None, []),
        ({"collections_citation": {"chunk_id": "7", "chunk_content": "Hens."}}, None, None, "Hens.", []),
        ({"x_citation": {"url": SITE}}, (SITE, "web", SITE, None, ()), SITE, None, []),
        ({"atlas_citation": {"url": SITE}}, (SITE, "web", SITE, None, ()), SITE, None, ["unknown_citation_type"]),
        ({"web_citation": None}, None, None, None, []),
        ({}, None, None, None, ["unknown_citation_type"]),
    ],
)
def test_what_a_citation_cites(
    said: Any, source: Any, ref: str | None, quote: str | None, codes_told: list[str]
) -> None:
    answer = normalize(body(output("Hens.", said)))
    [citation] = answer.citations
    assert (citation.ref, citation.cited_text, citation.type) == (ref, quote, next(iter(said), None))
    assert citation.source_id == (source and source[0])
    assert [(one.id, one.kind, one.url, one.text, one.derived_from) for one in answer.sources] == [source][
        : bool(source)
    ]
    assert codes(answer) == codes_told


def test_passages_of_one_file_are_told_apart() -> None:
    again, other = CHUNK, {**CHUNK, "chunk_content": "Cocks crow."}
    cited = ({"collections_citation": one} for one in (CHUNK, again, other, {**CHUNK, "chunk_id": "8"}))
    answer = normalize(body(output("Hens.", *cited)))
    assert [one.source_id for one in answer.citations] == ["file#7", "file#7", "file#7~2", "file#8"]
    assert codes(answer) == ["source_id_clash"]


# -- what was seen


def test_addresses_that_were_seen() -> None:
    seen = ["collections://col/files/file", "https://x.com/i/status/9000000000000000104", SITE, SITE, "", None, 5]
    answer = normalize(body(output("Hens.", {"collections_citation": CHUNK}), citations=seen))
    assert [(one.id, one.kind, one.url, one.raw) for one in answer.sources] == [
        ("file#7", "chunk", None, None),
        ("file", "file", seen[0], seen[0]),  # what the chunk derives from
        (seen[1], "web", seen[1], seen[1]),
        (SITE, "web", SITE, SITE),
    ]
    assert [one.source_id for one in answer.citations] == ["file#7"]  # seen is not cited


@pytest.mark.parametrize("cited_first", [True, False])
def test_an_address_is_the_page_or_the_file_that_is_cited(cited_first: bool) -> None:
    file, address = {"collections_citation": {"file_id": "file"}}, "collections://col/files/file"
    chunks = [body({"delta": output("Hens.", WEB, file)["message"]}), body(citations=[SITE, address])]
    answer = normalize(chunks if cited_first else chunks[::-1], provider="xai.grpc")
    assert [(one.id, one.kind, one.url, one.raw) for one in answer.sources] == [
        (SITE, "web", SITE, SITE),
        ("file", "file", address, address),
    ]


# -- outputs


def test_collections() -> None:
    wire = Wire("xai.grpc", "collections")
    answer = normalize(wire.recorded, request=wire.request)
    timetable, fares, rules = ids = [address.rpartition("/")[2] for address in wire.recorded["citations"][:3]]
    chunks = [
        f"{one}#{two}" for one, two in zip(ids, ("517b19618be2_0", "41172dfb2974_0", "8d76b174597e_1"), strict=True)
    ]
    gulls = "https://gulls.isoya.example/terrace/?table=4"
    assert answer.text == (
        "The winter timetable holds until 31 March. Boats to Isøya leave at 07:40 and 16:15. "
        "Riders praise the crossing – “the skipper’s dog 🐕 waves”. "
        f"Dogs of your own stay on the open deck, coffee is near [[5]]({gulls})."
    )
    assert [(one.id, one.type, one.anchor and one.anchor.start, one.source_id) for one in answer.citations] == [
        ("5.0", "collections_citation", 41, chunks[0]),
        ("5.1", "collections_citation", 82, chunks[0]),
        ("5.2", "x_citation", 140, "https://x.com/i/status/9000000000000000102"),
        ("5.3", "web_citation", 140, "https://pier.halden.example/winter"),
        ("5.4", "collections_citation", 180, rules),
        ("1.0", "collections_citation", None, chunks[0]),  # what tools found, which is nowhere in the text
        ("1.1", "collections_citation", None, chunks[1]),
        ("1.2", "collections_citation", None, chunks[2]),
        ("3.0", "web_citation", None, "https://pier.halden.example/winter"),
        ("3.1", "web_citation", None, gulls),
        ("3.2", "web_citation", None, "https://weather.halden.example/archive"),
        ("5.5", "web_citation", None, gulls),
    ]
    assert [one.id for one in answer.sources if one.kind == "file"] == [rules, timetable, fares]
    assert (answer.finish, answer.finish_detail, codes(answer)) == ("complete", "REASON_STOP", [])


LOOKS = output("Let me look. ", tool_calls=[call("WEB_SEARCH")], ends="TOOL_CALLS")
FOUND = output(f"Hens{MARK}", {"start_index": 4, "end_index": 32, **WEB}, role="TOOL", ends=None)
SAYS = output(f"Hens{MARK} cluck.", {"start_index": 4, "end_index": 32, **WEB})
ASKS = output("Which hens?", tool_calls=[call("CLIENT_SIDE")], ends="TOOL_CALLS")
ASKED = output("Which?", tool_calls=[{"id": "call_1"}], ends="TOOL_CALLS")  # as long as there were no other tools


@pytest.mark.parametrize(
    ("outputs", "text", "citations", "finish", "codes_told"),
    [
        ([LOOKS, FOUND, SAYS], "Let me look. Hens cluck.", [("2.0", 17), ("1.0", None)], "complete", []),
        ([LOOKS, SAYS], "Let me look. Hens cluck.", [("1.0", 17)], "complete", []),  # without what the tool found
        ([output("I know. "), FOUND, SAYS], "I know. Hens cluck.", [("2.0", 12), ("1.0", None)], "complete", []),
        ([output(reasoning_content="Hm."), SAYS], "Hens cluck.", [("1.0", 4)], "complete", []),
        ([ASKS], "Which hens?", [], "tool_call", []),
        ([ASKED], "Which?", [], "tool_call", []),
        ([ASKED, ASKED], "Which?", [], "tool_call", ["extra_candidates"]),
        ([LOOKS, FOUND, ASKS], "Let me look. Which hens?", [("1.0", None)], "tool_call", []),
        ([SAYS, SAYS], "Hens cluck.", [("0.0", 4)], "complete", ["extra_candidates"]),
        ([output("A."), output("B."), output("C.", ends="MAX_LEN")], "A.", [], "complete", ["extra_candidates"]),
        ([ASKS, SAYS], "Which hens?", [], "tool_call", ["extra_candidates"]),
    ],
)
def test_outputs_are_parts_of_an_answer_or_candidates(
    outputs: list[Any], text: str, citations: list[Any], finish: str, codes_told: list[str]
) -> None:
    whole = body(*outputs)
    chunks = [{**whole, "outputs": [{**one, "delta": one["message"]}]} for one in whole["outputs"]]
    for answer in (normalize(whole), normalize(chunks)):
        assert (answer.text, answer.finish, codes(answer)) == (text, finish, codes_told)
        assert [(one.id, one.anchor and one.anchor.start) for one in answer.citations] == citations
        assert isinstance(answer.raw, dict)
        assert isinstance(answer.raw["outputs"], list)
        assert len(answer.raw["outputs"]) == len(outputs)


def test_candidates_that_come_by_turns() -> None:
    turns = [("Hens", "Cocks"), (" cluck.", " crow.")]
    answer = normalize([body(*({"delta": {"content": text}} for text in texts)) for texts in turns])
    assert (answer.text, codes(answer)) == ("Hens cluck.", ["extra_candidates", "stream_truncated"])
    assert isinstance(answer.raw, dict)
    assert answer.raw["outputs"] == [
        {"message": {"content": "Hens cluck."}},
        {"index": 1, "message": {"content": "Cocks crow."}},
    ]


@pytest.mark.parametrize(
    ("reason", "finish"),
    [
        ("REASON_STOP", "complete"),
        ("REASON_MAX_LEN", "length"),
        ("REASON_MAX_CONTEXT", "length"),
        ("REASON_TOOL_CALLS", "tool_call"),
        ("REASON_SANG_A_SONG", "other"),
        (None, "other"),
    ],
)
def test_how_it_ended(reason: str | None, finish: str) -> None:
    answer = normalize(body({**output("Hens."), "finish_reason": reason}))
    assert (answer.finish, answer.finish_detail) == (finish, reason)


@pytest.mark.parametrize(
    ("outputs", "text", "codes_told"),
    [
        (["odd", None, output("Hens.")], "Hens.", ["odd_payload"]),
        ([{"message": "odd"}, output("Hens.")], "Hens.", ["odd_field"]),
        ([output(cast("str", 5))], "", ["odd_field"]),
        ([{**output("Hens."), "index": "0"}], "Hens.", ["odd_field"]),
        ([{"message": {"content": "Hens.", "citations": [5, None]}}], "Hens.", ["odd_payload"]),
        ([{"message": {"content": "Hens.", "tool_calls": "odd", "hum": {"a": 1}}}], "Hens.", ["odd_field"]),
        ([{"index": 7, **output("Hens.")}], "Hens.", []),
    ],
)
def test_what_is_odd_is_told_and_kept(outputs: list[Any], text: str, codes_told: list[str]) -> None:
    whole = {"model": "grok-4.6", "outputs": outputs}
    answer = normalize(whole, provider="xai.grpc")
    assert (answer.text, codes(answer), answer.raw) == (text, codes_told, whole)


# -- streams


def chunks(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in Wire("xai.grpc", name, streamed=True).data.splitlines()]


@pytest.mark.parametrize("name", ["ferry", "collections"])
def test_a_streamed_answer_replays_like_a_whole_one(name: str) -> None:
    whole = Wire("xai.grpc", name).recorded
    del whole["settings"]  # which no chunk brings
    answer = normalize(chunks(name))
    assert answer.raw == whole
    assert (answer.model, answer.response_id, answer.usage) == (whole["model"], whole["id"], whole["usage"])
    assert normalize(chunks(name), keep="turn").raw == {"outputs": whole["outputs"]}


def test_what_grows_is_put_together() -> None:
    deltas = [
        {"reasoning_content": "H", "encrypted_content": "aG"},
        {"reasoning_content": "m.", "encrypted_content": "0="},
    ]
    answer = normalize([{"id": "a1", "outputs": [{"delta": one}]} for one in deltas])
    assert answer.text == ""
    assert answer.raw == {
        "id": "a1",
        "outputs": [{"message": {"reasoning_content": "Hm.", "encrypted_content": "aG0="}}],
    }


def test_no_output_waits_for_the_end() -> None:
    reader, texts = parser("xai.grpc"), [""]
    for chunk in chunks("collections"):
        new = [event.text for event in reader.feed(chunk) if isinstance(event, TextDelta)]
        texts.append("".join((texts[-1], *new)))
    last = next(n for n, text in enumerate(texts) if text.endswith("coffee is near"))
    assert len(texts) - last > 10  # the link that nobody tells of is held
    assert texts[last] == reader.close().text[: len(texts[last])]


@pytest.mark.parametrize(
    ("outputs", "finish"),
    [
        ([LOOKS], "truncated"),
        ([LOOKS, {**FOUND, "finish_reason": "REASON_STOP"}], "truncated"),
        ([LOOKS, FOUND, SAYS], "complete"),
        ([ASKS], "tool_call"),
    ],
)
def test_a_call_of_a_tool_of_its_own_is_no_end(outputs: list[Any], finish: str) -> None:
    told = [{**one, "delta": one["message"]} for one in body(*outputs)["outputs"]]
    assert normalize([{"id": "a1", "outputs": [one]} for one in told]).finish == finish


@pytest.mark.parametrize("order", [(0, 1, 2), (1, 0, 2), (0, 2, 1)])
def test_a_citation_may_come_ahead_of_its_link_or_late(order: tuple[int, ...]) -> None:
    cited = {"start_index": 4, "end_index": 32, **WEB}
    deltas = [{"content": f"Hens{MARK}"}, {"citations": [cited]}, {"content": " cluck."}]
    *events, last = normalize_stream([{"id": "a1", "outputs": [{"delta": deltas[n]}]} for n in order])
    assert isinstance(last, AnswerDone)
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "Hens cluck."
    assert ties(last.answer) == [("0.0", 4, MARK, SITE)]
    assert (last.answer.finish, codes(last.answer)) == ("truncated", ["stream_truncated"])


# -- whose it is


def test_the_shape_tells_whose_it_is() -> None:
    wire = Wire("xai.grpc", "ferry")
    assert {providers.reader_for(one).name for one in (wire.recorded, *chunks("ferry"))} == {"xai.grpc"}
    assert {normalize(one.response.content).provider for one in wire.interactions} == {"xai.grpc"}
