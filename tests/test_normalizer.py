"""What goes into `normalize`, `parser` and the streams beside the recorded answers, and what is said of it."""

import json
import math
from base64 import b64encode
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from citebridge import anormalize_stream, markers, normalize, normalize_stream, parser
from citebridge.errors import UnknownProvider, UnknownShape, UsageError
from citebridge.models import Answer, AnswerDone, Source, Span, TextDelta
from citebridge.sources import digest
from tests.fuzz import as_frame
from tests.strategies import IN_STEP, growth
from tests.wire import Wire

HENS: dict[str, Any] = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "Hens cluck."}],
    "stop_reason": "end_turn",
}


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def asked(*documents: dict[str, Any]) -> dict[str, Any]:
    """A request to Anthropic with these documents."""
    return {"messages": [{"role": "user", "content": [{"type": "document", **one} for one in documents]}]}


def document(text: str) -> dict[str, Any]:
    return {"source": {"type": "text", "media_type": "text/plain", "data": text}}


# -- what the caller gives beside the answer


@pytest.mark.parametrize(
    ("odd", "code"),
    [
        ({"text": "q\ud800"}, "lone_surrogate"),
        ({"metadata": {"by": "q\ud800"}}, "lone_surrogate"),
        ({"metadata": {"score": math.nan}}, "not_a_number"),
        ({"metadata": {"data": b"1"}}, "bytes_as_base64"),
        ({"metadata": {"on": date(2026, 1, 2)}}, None),
        ({"raw": {1, 2}}, None),
    ],
)
@pytest.mark.parametrize("made", [Source.model_construct, dict])
def test_sources_go_through_the_door(odd: dict[str, Any], code: str | None, made: Any) -> None:
    answer = normalize(HENS, sources=[made(id="a", **odd)])
    assert Answer.model_validate_json(answer.model_dump_json()) == answer
    assert codes(answer) == ([code] if code else [])


def test_sources_are_not_shared_with_the_caller() -> None:
    metadata: dict[str, Any] = {"tags": ["a"]}
    answer = normalize(HENS, sources=[Source(id="a", metadata=metadata), {"id": "b", "metadata": metadata}])
    metadata["tags"].append("b")
    assert [source.metadata for source in answer.sources] == [{"tags": ["a"]}] * 2


def test_what_is_wrong_with_a_source_is_told_in_a_line_without_its_words() -> None:
    with pytest.raises(UsageError) as raised:
        parser("anthropic", sources=[{"id": "a", "pages": "\x1b[31m secret"}])
    assert str(raised.value).endswith("mappings with at least an id: pages: Input should be a valid tuple")


@pytest.mark.parametrize(
    ("provider", "body"),
    [
        ("anthropic", {"content": [{"type": "text", "text": "Hens."}], "stop_reason": [7]}),
        ("cohere", {"message": {"content": "Hens."}, "finish_reason": [7]}),
        ("openai", {"output": [{"type": "message", "content": [{"type": "text", "text": "Hens."}]}], "status": [7]}),
        ("openai.chat", {"choices": [{"message": {"content": "Hens."}, "finish_reason": [7]}]}),
        (
            "google.interactions",
            {"steps": [{"type": "model_output", "content": [{"type": "text", "text": "Hens."}]}], "status": [7]},
        ),
    ],
)
def test_an_end_of_another_type_than_a_word_is_told(provider: str, body: dict[str, object]) -> None:
    answer = normalize(body, provider=provider)
    assert (answer.text, answer.finish, [one.code for one in answer.notices]) == ("Hens.", "other", ["odd_field"])


def test_two_sources_of_one_id_are_told() -> None:
    answer = normalize(HENS, sources=[{"id": "a", "text": "x"}, {"id": "a", "text": "y"}])
    assert [source.id for source in answer.sources] == ["a", "a~2"]
    assert [notice.code for notice in answer.notices] == ["source_id_clash"]


@pytest.mark.parametrize("sources", [[5], [{"title": "no id"}]])
def test_sources_of_another_kind_are_the_callers_mistake(sources: Any) -> None:
    with pytest.raises(UsageError, match="sources= takes Source objects or mappings"):
        parser("anthropic", sources=sources)


@pytest.mark.parametrize(
    ("sources", "texts", "aliases"),
    [
        ("A=x B=x", "x x", {"A": ["document:0"], "B": ["document:1"]}),
        ("A=x B=x", "x x x x", {"A": ["document:0", "document:2"], "B": ["document:1", "document:3"]}),
        ("A=x", "x x", {"A": ["document:0", "document:1"]}),
        ("A=x B=y", "y x", {"A": ["document:1"], "B": ["document:0"]}),
        ("A=x document:1=x", "x x", {"A": ["document:0"], "document:1": []}),
        ("document:0=x B=x", "x x", {"document:0": [], "B": ["document:1"]}),
        ("A=B B=x", "x", {"A": [], "B": ["document:0"]}),  # a text is no name
        ("A=x", "y", {"A": [], "document:0": []}),
    ],
)
def test_documents_of_the_request_are_the_callers_sources(
    sources: str, texts: str, aliases: dict[str, list[str]]
) -> None:
    given = [{"id": one.split("=")[0], "text": one.split("=")[1]} for one in sources.split()]
    answer = normalize(HENS, sources=given, request=asked(*map(document, texts.split())))
    assert {source.id: list(source.aliases) for source in answer.sources} == aliases


PDF = b"%PDF-1.7 No dogs."
AS_BYTES = {"source": {"type": "base64", "media_type": "application/pdf", "data": b64encode(PDF).decode()}}


@pytest.mark.parametrize("seal", [digest(PDF), digest(PDF).upper(), None])
def test_a_file_that_was_sent_as_bytes_is_the_source_of_its_digest(seal: str | None) -> None:
    given = {"id": "rules.pdf", "text": "No dogs.", "digest": seal, "access": ["staff"]}
    answer = normalize(HENS, sources=[given], request=asked(AS_BYTES))
    assert [source.id for source in answer.sources] == (["rules.pdf"] if seal else ["rules.pdf", "document:0"])
    assert answer.sources[0].aliases == (("document:0",) if seal else ())


def result(*texts: str) -> dict[str, Any]:
    blocks = [{"type": "text", "text": text} for text in texts]
    return {"type": "search_result", "source": "https://kb/1", "title": "Rules", "content": blocks}


SENT = {
    "title": "Rules",
    "url": "https://kb/1",
    "text": "No dogs.No fires.",
    "blocks": (Span(0, 8), Span(8, 17)),
    "digest": digest("No dogs.No fires."),
}
NAMED = {"title": "Rules", "url": "https://kb/1"}


@pytest.mark.parametrize(
    ("given", "sent", "learned"),
    [
        ({}, [result("No dogs.", "No fires.")], SENT),
        ({}, [result("No dogs.", "No fires.")] * 2, SENT),
        ({"text": "No dogs.No fires."}, [result("No dogs.", "No fires.")], SENT),
        ({"title": "Mine", "digest": "d"}, [result("No dogs.", "No fires.")], SENT | {"title": "Mine", "digest": "d"}),
        ({"text": "Of all."}, [result("No dogs.", "No fires.")], NAMED | {"text": "Of all."}),  # an excerpt was sent
        ({}, [result("No dogs."), result("No fires.")], NAMED),  # whose text is which is not known
    ],
)
def test_a_source_learns_from_the_request_what_it_does_not_say(
    given: dict[str, Any], sent: list[dict[str, Any]], learned: dict[str, Any]
) -> None:
    source = {"id": "https://kb/1", "access": ["staff"], **given}
    answer = normalize(HENS, sources=[source], request={"messages": [{"role": "user", "content": sent}]})
    aliases = tuple(f"search_result:{number}" for number in range(len(sent)))
    assert answer.sources == (Source(id="https://kb/1", access=("staff",), aliases=aliases, **learned),)


@pytest.mark.parametrize(
    ("text", "sent", "known"),
    [
        ("No dogs.\r\nNo fires.\n", document("No dogs.\nNo fires."), True),
        (" No  dogs. No fires.", document("No dogs.\nNo fires."), True),
        ("No dogs.No fires.", document("No dogs.\nNo fires."), False),
        ("No dogs.\n\nNo fires.", result("No dogs.", "No fires."), True),
        ("No dogs.No fires. ", result("No dogs.", "No fires."), True),
    ],
)
def test_blanks_and_line_ends_tell_no_texts_apart(text: str, sent: dict[str, Any], known: bool) -> None:
    given = {"id": "mine", "text": text, "access": ["staff"]}
    answer = normalize(
        HENS, sources=[given], request={"messages": [{"role": "user", "content": [{"type": "document"} | sent]}]}
    )
    assert [source.id for source in answer.sources] == (["mine"] if known else ["mine", "document:0"])
    assert answer.sources[0].text == text


def test_a_text_that_two_sources_may_be_is_none_of_them_and_has_the_tags_of_both() -> None:
    given = [{"id": "a", "text": "No dogs.\n", "access": ["x"]}, {"id": "b", "text": " No dogs.", "access": ["y"]}]
    answer = normalize(HENS, sources=given, request=asked(document("No dogs."), document(" No dogs.")))
    assert {source.id: source.aliases for source in answer.sources} == {"a": (), "b": ("document:1",), "document:0": ()}
    assert answer.sources[-1].access == ("x", "y")


FIRES = {"id": "fires", "url": "https://kb/1", "text": "No fires."}
DOGS = {"id": "dogs", "url": "https://kb/1", "text": "No dogs.", "access": ["staff"]}


def test_passages_of_one_address_are_told_apart_by_what_they_say() -> None:
    sent = [result("No dogs."), result("No fires."), result("No hens.")]
    answer = normalize(HENS, sources=[FIRES, DOGS], request={"messages": [{"role": "user", "content": sent}]})
    numbers = {source.id: source.aliases[-1] for source in answer.sources}
    assert numbers == {"fires": "search_result:1", "dogs": "search_result:0", "https://kb/1": "search_result:2"}
    assert [source.access for source in answer.sources] == [(), ("staff",), ("staff",)]  # the last may be of the second


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_the_request_comes_as_bytes(kind: Any) -> None:
    answer = normalize(HENS, request=kind(json.dumps(asked(document("x"))).encode()))
    assert [source.text for source in answer.sources] == ["x"]


@pytest.mark.parametrize(
    "wrapped",
    [
        lambda body: {"modelId": "m", "body": json.dumps(body)},  # boto3's invoke_model
        lambda body: {"modelId": "m", "body": json.dumps(body).encode()},
        lambda body: {"custom_id": "1", "params": body},  # a line of a batch, of Anthropic, and of OpenAI
        lambda body: {"custom_id": "1", "method": "POST", "url": "/v1", "body": body},
    ],
)
def test_the_request_is_taken_out_of_what_holds_it(wrapped: Callable[[Any], Any]) -> None:
    body = asked(document("x"))
    assert normalize(HENS, request=wrapped(body)) == normalize(HENS, request=body)
    assert normalize(HENS, request=json.dumps(wrapped(body), default=bytes.decode)) == normalize(HENS, request=body)


@pytest.mark.parametrize("body", ["", "x", "{", "[1]", 5, None, {"$base64": "AA="}, b"\xff", {"messages": []}])
def test_a_request_that_holds_none_is_as_it_is(body: Any) -> None:
    request = asked(document("x")) | {"body": body, "params": body}
    assert [source.text for source in normalize(HENS, request=request).sources] == ["x"]
    assert normalize(HENS, request={"body": body}).sources == ()


def test_repairs_of_the_request_are_told() -> None:
    answer = normalize(HENS, request=asked(document("q\ud800")))
    assert [notice.message for notice in answer.notices] == [
        "in the request, half a surrogate pair stood alone and became U+FFFD"
    ]
    assert not normalize(HENS, request={"file": b"%PDF"}).notices  # bytes are what an SDK takes


def test_a_wrong_request_is_told_before_anything_is_read() -> None:
    with pytest.raises(UsageError, match="request="):
        parser("anthropic", request="[1]")


# -- bytes that end early, or begin with blanks

CHUNK = '{"candidates": [{"content": {"parts": [{"text": "Hens"}]}}]}'


def streamed(pieces: Any, provider: str | None = None) -> Answer:
    *_, last = normalize_stream(pieces, provider=provider)
    assert isinstance(last, AnswerDone)
    return last.answer


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        (f'{CHUNK}\n{{"cand', ['{"cand']),
        (f'{CHUNK}\r\n{{"cand\r\n{{"a": 1}}\r\n{{\r\n', ['{"cand', "{"]),
        (f'[{CHUNK},\n{{"cand', ['{"cand']),
        (f"[{CHUNK},\n", []),
    ],
)
def test_lines_and_arrays_that_are_cut_keep_what_came(text: str, lost: list[str]) -> None:
    for answer in (
        normalize(text, provider="google"),
        streamed([text.encode()], "google"),
        streamed(text.encode(), "google"),
    ):
        assert (answer.text, answer.finish) == ("Hens", "truncated")
        assert [one.raw for one in answer.notices if one.code == "unreadable_event"] == lost


@pytest.mark.parametrize(
    ("pieces", "lost"),
    [
        ([CHUNK, CHUNK], []),
        ([f"{CHUNK} {CHUNK}\n"], []),
        ([CHUNK, CHUNK, "[DONE]"], []),
        ([f"{CHUNK}\n", f"{CHUNK}\n", "[DONE]\n"], []),
        ([CHUNK, CHUNK, '{"cand'], ['{"cand']),
        ([CHUNK.replace(" ", "\n"), CHUNK.replace(" ", "\n")], []),
    ],
)
def test_values_in_a_row_are_events(pieces: list[str], lost: list[str]) -> None:
    for answer in (streamed(pieces, "google"), normalize("".join(pieces), provider="google")):
        assert (answer.text, answer.finish) == ("HensHens", "truncated")
        assert [one.raw for one in answer.notices if one.code == "unreadable_event"] == lost


@pytest.mark.parametrize(
    ("text", "finish", "told"),
    [
        (json.dumps({"error": {"code": 503}}, indent=2), "error", ["error_body"]),
        ('{"error": {"code": 503}}\r\n', "error", ["error_body"]),
        ("<html>\r\n502: Bad\r\n</html>", "truncated", ["unreadable_event", "stream_truncated"]),
        (": ping\r\n\r\nnobody: knows\r\n", "truncated", ["stream_truncated"]),
    ],
)
def test_what_comes_between_events_without_a_field_is_told(text: str, finish: str, told: list[str]) -> None:
    data = f"data: {CHUNK}\r\n\r\n{text}".encode()
    for pieces in ([data], [data[n : n + 1] for n in range(len(data))], data.decode().splitlines()):
        answer = streamed(pieces, "google")
        assert (answer.text, answer.finish, codes(answer)) == ("Hens", finish, told)


@pytest.mark.parametrize(
    "pieces", [[f"[{CHUNK}", f",\r\n{CHUNK}\n", "]"], [CHUNK, CHUNK], [f"{CHUNK}\n", f"{CHUNK}\n"]], ids=str
)
def test_what_an_event_says_is_told_before_the_one_after_the_next_comes(pieces: list[str]) -> None:
    reading = parser("google")
    told = [[one.text for one in reading.feed(piece) if isinstance(one, TextDelta)] for piece in pieces]
    assert told in ([["Hens"], ["Hens"], []], [[], ["Hens", "Hens"]])


@pytest.mark.parametrize(
    ("text", "said", "lost"),
    [
        ("[]", "", []),
        (f'[1, {CHUNK}, "]", 2] [DONE]', "Hens", ["]"]),
        (f"[{CHUNK}, {{'a': 1}}, {CHUNK}]", "HensHens", ["{'a': 1}"]),
        (f"{CHUNK}{{'a': 1}}{CHUNK}", "HensHens", ["{'a': 1}"]),
        (CHUNK.replace("Hens", '\\"[{') + CHUNK, '"[{Hens', []),
        (f'{CHUNK}\n{{"a": [\n{CHUNK}\n', "HensHens", ['{"a": [']),
    ],
)
def test_arrays_and_rows_are_read_however_they_are_cut(text: str, said: str, lost: list[str]) -> None:
    data = text.encode()
    whole = normalize(data, provider="google")
    assert (whole.text, [one.raw for one in whole.notices if isinstance(one.raw, str)]) == (said, lost)
    for cut in range(1, len(data)):
        assert streamed([data[:cut], data[cut:]], "google") == streamed([data], "google")
    assert streamed([data[n : n + 1] for n in range(len(data))], "google") == streamed([data], "google")


@pytest.mark.parametrize(
    ("provider", "data", "told"),
    [
        ("google", b'data: {"candidates": [{"ro', ["unreadable_event", "stream_truncated"]),
        ("anthropic", b"event: message_start\n", ["stream_truncated"]),
        ("openai", b": ping\n\n", ["stream_truncated"]),
        ("bedrock", Wire("bedrock", streamed=True).data[:20], ["bad_frame", "stream_truncated"]),
    ],
    ids=str,
)
def test_a_stream_that_ends_within_its_first_event_is_truncated(provider: str, data: bytes, told: list[str]) -> None:
    for pieces in ([data], [bytes([byte]) for byte in data]):
        answer = streamed(pieces, provider)
        assert (answer.finish, codes(answer)) == ("truncated", told)


def test_a_binary_stream_that_ends_within_a_frame_is_told() -> None:
    whole = Wire("bedrock", streamed=True).data
    assert "bad_frame" not in codes(normalize(whole, provider="bedrock"))
    assert "bad_frame" in codes(normalize(whole[:-5], provider="bedrock"))


def test_an_error_of_a_binary_stream_says_what_it_is_in_its_headers() -> None:
    failed = as_frame("", b"", "error", error_code="InternalFailure", error_message="Try later")
    answer = normalize(as_frame("messageStart", b"{}") + failed, provider="bedrock")
    assert (answer.finish, answer.finish_detail) == ("error", "InternalFailure Try later")


WRAPPED: dict[str, Callable[[bytes], Any]] = {
    "frames": lambda event: as_frame("chunk", json.dumps({"bytes": b64encode(event).decode()}).encode()),
    "boto3": lambda event: {"chunk": {"bytes": event}},
    "stored": lambda event: {"chunk": {"bytes": {"$base64": b64encode(event).decode()}}},
    "json": lambda event: {"chunk": {"bytes": b64encode(event).decode(), "p": "abc"}},
}


@pytest.mark.parametrize("form", WRAPPED)
@pytest.mark.parametrize("provider", ["anthropic", None])
def test_the_models_own_events_are_taken_out_of_what_bedrock_wraps_them_in(form: str, provider: str | None) -> None:
    events = [
        {"type": "message_start", "message": {"content": []}},
        {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hens cluck."}},
        {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
    ]
    sent = [WRAPPED[form](json.dumps(event).encode()) for event in events]
    answer = normalize(b"".join(sent) if form == "frames" else sent, provider=provider)
    assert (answer.text, answer.finish) == ("Hens cluck.", "complete")
    assert set(codes(answer)) <= {"bytes_as_base64"}


@pytest.mark.parametrize("form", WRAPPED)
def test_what_is_wrapped_and_no_event_is_told(form: str) -> None:
    sent = WRAPPED[form](b"{")
    answer = normalize(sent if form == "frames" else [sent], provider="anthropic")
    assert "unreadable_event" in codes(answer)


@pytest.mark.parametrize("blank", [b"   ", b"\r\n", "\ufeff".encode(), "\ufeff \n".encode(), "  \ufeff ".encode()])
def test_blanks_are_nothing(blank: bytes) -> None:
    for pieces in ([blank], [bytes([one]) for one in blank]):
        assert streamed(pieces, "anthropic") == streamed([b""], "anthropic")
        assert streamed([*pieces, json.dumps(HENS).encode()]) == streamed([json.dumps(HENS).encode()])


def test_blanks_fed_one_at_a_time_are_linear_work() -> None:
    def feed(size: int) -> None:
        reading = parser("anthropic")
        for _ in range(size):
            reading.feed(b"\n")

    assert growth(feed, 4000) < IN_STEP


@pytest.mark.parametrize(
    ("provider", "event"),
    [
        ("anthropic", lambda said: {"type": "message_delta", "delta": said}),
        ("anthropic", lambda said: {"type": "message_delta", "delta": {}, "usage": said}),
        ("bedrock", lambda said: {"metadata": said}),
        ("bedrock", lambda said: {"metadata": {"usage": said}}),
    ],
)
def test_what_many_last_events_say_is_put_together_in_step(provider: str, event: Callable[[Any], Any]) -> None:
    def put_together(size: int) -> None:
        answer = normalize([event({str(n): n}) for n in range(size)], provider=provider)
        assert f'"{size - 1}":' in json.dumps(answer.raw)

    assert growth(put_together, 6000) < IN_STEP


# -- errors, and bodies of another provider

FAILED = [
    ("openai", {"type": "error", "code": "server_error", "message": "Try later", "param": None}),
    ("anthropic", {"type": "error", "error": {"type": "server_error", "message": "Try later"}}),
    ("mistral", {"object": "error", "message": "Try later", "type": "server_error"}),
    ("cohere", {"id": "1", "message": "server_error Try later"}),
    ("bedrock", {"message": "Try later", "__type": "server_error"}),
    ("bedrock", {"Message": "server_error Try later"}),
    ("bedrock", {"Error": {"Code": "server_error", "Message": "Try later"}, "ResponseMetadata": {}}),
    ("google", {"error": {"code": "server_error", "message": "Try later"}}),
    ("mistral", {"detail": "server_error Try later"}),
    ("mistral", {"detail": [{"type": "server_error", "msg": "Try later"}]}),
    ("openai.chat", {"errors": [{"code": "server_error", "message": "Try later"}]}),
    ("openai.chat", {"error": True, "message": "server_error Try later"}),
    *(
        (provider, {turn: nothing, "error": {"code": "server_error", "message": "Try later"}})
        for provider, turn in (
            ("google", "candidates"),
            ("openai.chat", "choices"),
            ("mistral.conversations", "outputs"),
        )
        for nothing in (None, [])
    ),
    ("cohere.v1", {"text": None, "error": {"code": "server_error", "message": "Try later"}}),
]


@pytest.mark.parametrize(("provider", "body"), FAILED)
def test_an_error_is_an_error_however_it_comes(provider: str, body: dict[str, Any]) -> None:
    data = json.dumps(body)
    for given in (body, [body], data, f"data: {data}\n\n", f"event: error\ndata: {data}\n\n"):
        answer = normalize(given, provider=provider)
        assert (answer.finish, answer.finish_detail) == ("error", "server_error Try later")
        assert codes(answer) == ["error_body"]
        assert answer.notices[0].loss


ERROR = {"code": "server_error", "message": "Try later"}
RESPONSE = {"object": "response", "id": "r", "status": "failed", "error": ERROR, "output": []}
INTERACTION = {
    "object": "interaction",
    "id": "r",
    "status": "failed",
    "error": ERROR,
    "steps": [{"type": "model_output", "content": [{"type": "text", "text": "Hens"}]}],
}
WENT_WELL: list[Any] = [
    {"type": "message-start", "id": "r", "delta": {"message": {"role": "assistant"}}},
    {"type": "content-delta", "index": 0, "delta": {"message": {"content": {"text": "Hens"}}}},
]
CHOICES = {"id": "r", "error": ERROR, "choices": [{"delta": {"content": "Hens"}, "finish_reason": "error"}]}


@pytest.mark.parametrize(
    ("provider", "body", "text"),
    [
        ("openai", RESPONSE, ""),
        ("openai", [{"type": "response.failed", "response": RESPONSE}], ""),
        ("google.interactions", INTERACTION, "Hens"),
        (
            "google.interactions",
            [{"event_type": "interaction.completed", "interaction": INTERACTION}],
            "Hens",
        ),
        ("openai.chat", [CHOICES], "Hens"),
        ("cohere", [*WENT_WELL, {"type": "message-end", "delta": {"error": ERROR, "finish_reason": "ERROR"}}], "Hens"),
        ("cohere", [*WENT_WELL, {"type": "message-end", "delta": {"error": "server_error Try later"}}], "Hens"),
        ("cohere", {"id": "r", "error": ERROR, "finish_reason": "ERROR", "message": {"content": "Hens"}}, "Hens"),
    ],
)
def test_an_answer_that_failed_is_read_and_says_why(provider: str, body: Any, text: str) -> None:
    answer = normalize(body, provider=provider)
    assert (answer.finish, answer.finish_detail) == ("error", "server_error Try later")
    assert (answer.text, answer.response_id, codes(answer)) == (text, "r", ["error_body"])


@pytest.mark.parametrize("error", [None, {}, {"code": 0, "message": ""}, {"code": None, "message": None}])
def test_an_error_in_which_nothing_is_set_is_none(error: Any) -> None:
    said = [{"delta": {"content": "Hens"}}], [{"delta": {}, "finish_reason": "stop"}], []
    chunks = [{"object": "chat.completion.chunk", "choices": choices, "error": error} for choices in said]
    answer = normalize(chunks, provider="openai.chat")
    assert (answer.text, answer.finish, codes(answer)) == ("Hens", "complete", [])


def test_an_error_that_is_no_json() -> None:
    answer = normalize("event: error\ndata: Bad gateway\n\n", provider="openai")
    assert (answer.finish, answer.finish_detail) == ("error", "Bad gateway")


@pytest.mark.parametrize("provider", ["anthropic", "bedrock", "cohere", "google", "mistral", "openai"])
def test_a_message_alone_is_no_error(provider: str) -> None:
    assert normalize([{"type": "news", "message": "hello"}], provider=provider).finish == "truncated"


CHAT = {"object": "chat.completion", "choices": [{"message": {"content": "Hens"}, "finish_reason": "stop"}]}


@pytest.mark.parametrize(
    ("body", "provider", "said"),
    [
        (HENS, "google", "(fields: type, role, content, stop_reason); it looks like anthropic"),
        (
            CHAT,
            "openai",
            "no field that openai answers with is in the body (fields: object, choices); it looks like openai.chat",
        ),
        ({"a": 1}, "anthropic", "no field that anthropic answers with is in the body (fields: a)"),
        ({**HENS, "content": [], "stop_reason": None}, "anthropic", "there was nothing to read in the body"),
        ({}, "anthropic", "there was nothing to read in the body"),
        ([], "anthropic", "the input is empty: there was nothing to read"),
        (b" ", "anthropic", "the input is empty: there was nothing to read"),
        (3, "anthropic", "the body is no object but a number"),
    ],
)
def test_why_nothing_was_read(body: Any, provider: str, said: str) -> None:
    (notice,) = (one for one in normalize(body, provider=provider).notices if one.code == "empty_body")
    assert notice.message.endswith(said)
    assert notice.loss


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("", "the input is empty"),
        (" ", "the input is empty"),
        ([], "the input is empty"),
        ("3", "no object but a number"),
        ([3], "no object but a number"),
        (None, "no object but nothing; give what the provider answered"),
        ({"model": "m", "messages": []}, "a request: give the answer to it, and this as request="),
        ({"contents": []}, "a request: give the answer to it"),
        (Answer().model_dump(), "an Answer of citebridge"),
        ({"request": {}, "response": {}}, "a recording"),
        ({"custom_id": "1", "result": {"type": "succeeded", "message": HENS}}, r"a batch: .*result\.message"),
        ({"model": "m"}, "the shape does not tell the provider"),
    ],
)
def test_what_tells_no_provider_says_what_it_is(body: Any, said: str) -> None:
    with pytest.raises(UnknownShape, match=said):
        normalize(body)


HEARD = [
    {"type": "message_start", "message": {"content": []}},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hens cluck."}},
    {"type": "message_delta", "delta": {"stop_reason": "end_turn"}},
]


@pytest.mark.parametrize(
    "before",
    [
        [{"type": "ping"}],
        [{"type": "vertex_event"}, {"type": "ping"}],
        [{"type": "ping"}] * 40,
        [{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": ""}}],
    ],
)
def test_a_stream_may_begin_with_what_does_not_tell_whose_it_is(before: list[dict[str, Any]]) -> None:
    events = [*before, *HEARD]
    sent = "".join(f"data: {json.dumps(event)}\n\n" for event in events).encode()
    expected = normalize(events, provider="anthropic")
    assert (expected.text, expected.finish, codes(expected)) == ("Hens cluck.", "complete", [])
    assert normalize(events) == normalize(sent) == expected
    *_, done = normalize_stream(bytes([one]) for one in sent)
    assert done == AnswerDone(expected)


@pytest.mark.parametrize("provider", ["openai", "cohere"])
def test_what_came_before_the_event_that_tells_is_read_in_order(provider: str) -> None:
    told: dict[str, Any] = {"openai": {"type": "response.created"}, "cohere": {"type": "message-start"}}[provider]
    events = [{"type": "hello", "n": 1}, {"error": {"message": "Try later"}}, {"type": "hello", "n": 2}, told]
    assert normalize(events) == normalize(events, provider=provider)


def test_a_stream_that_never_tells_is_told_at_its_end_or_after_some_events() -> None:
    reading = parser(None)
    assert [reading.feed({"type": "ping", "n": n}) for n in range(40)] == [[]] * 40
    for finish in (reading.close, lambda: reading.feed({"type": "ping"})):
        with pytest.raises(UnknownShape, match=r"does not tell the provider \(fields: type, n\)"):
            finish()


@pytest.mark.parametrize(
    ("name", "meant"), [("gemini", "google"), ("Claude", "anthropic"), ("OpenAI", "openai"), ("mistrl", "mistral")]
)
def test_a_name_that_is_nearly_a_providers(name: str, meant: str) -> None:
    with pytest.raises(UnknownProvider, match=rf"no provider '{name}' \(did you mean '{meant}'\?\); there are "):
        normalize({}, provider=name)


def test_a_name_that_is_none() -> None:
    with pytest.raises(UnknownProvider, match=r"no provider 'zzz'; there are "):
        normalize({}, provider="zzz")


def test_a_prompt_is_no_mapping_of_tags() -> None:
    asked = markers.prompt("Do hens cluck?", [{"id": "hens", "text": "Hens cluck."}])
    with pytest.raises(UsageError, match=r"tags= takes a mapping .* \(prompt.tags\), not Prompt"):
        normalize({}, provider="openai", tags=asked)  # type: ignore[arg-type]


@pytest.mark.parametrize("provider", [3, b"openai", ("openai",), type])
def test_what_is_no_name(provider: Any) -> None:
    for call in (lambda: normalize({}, provider=provider), lambda: parser(provider)):
        with pytest.raises(UsageError, match="a provider is given by its name, not "):
            call()


@pytest.mark.parametrize(
    ("sources", "said"),
    [
        ({"id": "a"}, "in a list, not dict"),
        (Source(id="a"), "in a list, not Source"),
        ("a", "in a list, not str"),
        (5, "in a list, not int"),
        (["a"], "and one of these is str"),
    ],
)
def test_sources_that_are_none(sources: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        normalize({}, provider="openai", sources=sources)


def test_a_field_that_no_source_has_is_told() -> None:
    given: Any = [{"id": "a", "txt": "Hens cluck."}, Source(id="b", metadata={"txt": "kept"})]
    notices = normalize({}, provider="openai", sources=given).notices
    assert [one.message for one in notices if one.code == "unknown_field"] == [
        "in the sources, dropped txt: a Source has no such field"
    ]


def sdk_object(module: str, fields: dict[str, Any]) -> Any:
    """An object as that SDK makes them."""
    return type("Made", (), {"__module__": module, "__init__": lambda self: self.__dict__.update(fields)})()


def test_the_sdk_tells_only_bodies_that_it_could_be() -> None:
    with pytest.raises(UnknownShape, match="object, choices"):
        normalize(sdk_object("google.genai.types", CHAT))
    assert normalize(sdk_object("openai.types.chat", CHAT)).provider == "openai.chat"
    assert normalize(sdk_object("mistralai.models", CHAT)).provider == "mistral"
    assert parser(None).feed(sdk_object("anthropic.types", {"type": "ping"})) == []


def test_a_list_with_the_whole_body_in_it() -> None:
    bodies = [("anthropic", HENS), ("cohere", None), ("openai", None), ("bedrock", None), ("google", None)]
    for provider, body in bodies:
        given = body or Wire(provider).recorded
        whole, listed = normalize(given, provider=provider), normalize([given], provider=provider)
        assert (listed.text, listed.finish) == (whole.text, whole.finish)
        assert codes(listed) == codes(whole)


# -- the caller's mistakes


async def coroutine() -> None: ...


async def asynchronous() -> Any:
    yield b"{}"


@pytest.mark.parametrize("function", [normalize, normalize_stream])
@pytest.mark.parametrize(
    ("make", "said"), [(coroutine, "await"), (asynchronous, "anormalize_stream"), (lambda: Path("a"), "read_bytes")]
)
@pytest.mark.filterwarnings("error")
def test_what_must_be_awaited_or_read_first(function: Any, make: Any, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        list(function(make(), provider="anthropic"))


@pytest.mark.anyio
@pytest.mark.parametrize("given", [coroutine, lambda: 5, lambda: HENS, lambda: Path("a")])
async def test_what_is_no_stream(given: Any) -> None:
    with pytest.raises(UsageError, match="anormalize_stream"):
        _ = [event async for event in anormalize_stream(given(), provider="anthropic")]


@pytest.mark.parametrize("given", [5, None, HENS, Source(id="a")])
def test_what_is_no_stream_of_pieces(given: Any) -> None:
    with pytest.raises(UsageError, match="a body is for normalize"):
        list(normalize_stream(given, provider="anthropic"))
