"""Cohere v1 chat through the cohere SDK, and what its lists of citations and documents are read as."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import Answer, Source, normalize, parser, providers
from citebridge.models import CitationAdded
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("cohere"), pytest.importorskip("httpx")
    with http.Client(transport=wire.transport(http)) as http_client:
        client = sdk.Client(api_key="none", httpx_client=http_client)
        return list(client.chat_stream(**wire.request)) if wire.streamed else client.chat(**wire.request)


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("cohere"), pytest.importorskip("httpx")
    async with http.AsyncClient(transport=wire.transport(http)) as http_client:
        client = sdk.AsyncClient(api_key="none", httpx_client=http_client)
        if wire.streamed:
            return [event async for event in client.chat_stream(**wire.request)]
        return await client.chat(**wire.request)


# -- answers in few words


def document(name: str | None, **more: Any) -> dict[str, Any]:
    given = {"snippet": f"On {name}.", "title": f"{name}", "url": f"https://{name}.example/"}
    return {**({"id": name} if name is not None else {}), **given, **more}


def citation(start: Any, end: Any, words: str, *names: Any, **more: Any) -> dict[str, Any]:
    return {"start": start, "end": end, "text": words, "document_ids": list(names), **more}


def body(words: Any, **lists: Any) -> dict[str, Any]:
    """A whole response."""
    return {"response_id": "r", "generation_id": "g", "text": words, "finish_reason": "COMPLETE", **lists}


def event(kind: str, **said: Any) -> dict[str, Any]:
    return {"is_finished": kind == "stream-end", "event_type": kind, **said}


def texts(words: str) -> list[dict[str, Any]]:
    return [event("text-generation", text=sign) for sign in words]


def stream(*events: Any, end: dict[str, Any]) -> list[dict[str, Any]]:
    last = event("stream-end", response=end, finish_reason=end.get("finish_reason"))
    return [event("stream-start", generation_id="g"), *events, last]


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="cohere.v1", **given)


def cited(answer: Answer) -> list[tuple[str, str | None, str | None, str | None]]:
    """The id of each citation, the words it hangs on, what it names, and its source."""
    spans = [(one, one.anchor) for one in answer.citations]
    return [(one.id, answer.text[at.start : at.end] if at else None, one.ref, one.source_id) for one, at in spans]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


A, B, C = document("a"), document("b"), document("c")
TEXT = "Hens cluck, ducks quack."
ONE, TWO = citation(0, 10, "Hens cluck", "b"), citation(12, 24, "ducks quack.", "a", "b")


# -- where a citation hangs


@pytest.mark.parametrize(
    ("text", "said", "words", "told"),
    [
        (TEXT, citation(0, 10, "Hens cluck", "a"), "Hens cluck", []),
        (TEXT, citation(12, 24, "ducks quack.", "a", type="TEXT_CONTENT"), "ducks quack.", []),
        (TEXT, citation(11, 23, "ducks quack.", "a"), "ducks quack.", ["offset_mended"]),
        ("🐕🐕🐕🐕🐕 bark", citation(11, 15, "bark", "a"), "bark", ["offset_unit"]),
        (TEXT, citation(0, 5, "Geese", "a"), None, ["offset_unusable"]),
        (TEXT, citation(90, 99, "", "a"), None, ["offset_unusable"]),
        (TEXT, citation(None, None, "Hens cluck", "a"), None, []),
        (TEXT, citation("0", "10", "Hens cluck", "a"), None, ["odd_field", "odd_field"]),
        (TEXT, citation(0, 10, "Hens cluck", "a", type="PLAN"), None, []),
        (TEXT, citation(0, 10, "Hens cluck", "a", type="THINKING_CONTENT"), None, []),
    ],
)
def test_offsets_are_of_the_answer_and_its_words_decide(
    text: str, said: dict[str, Any], words: str | None, told: list[str]
) -> None:
    answer = read(body(text, documents=[A], citations=[said]))
    assert cited(answer) == [("0.0", words, "a", "a")]
    assert codes(answer) == told
    kept = {key: value for key, value in said.items() if key != "document_ids"}
    assert [(one.type, one.raw) for one in answer.citations] == [(said.get("type"), {"citation": kept, "source": "a"})]


# -- what a citation names


@pytest.mark.parametrize(
    ("names", "expected", "told"),
    [
        (["a"], [("a", "a")], []),
        (["b", "a", "b"], [("b", "b"), ("a", "a"), ("b", "b")], []),
        (["a", "x"], [("a", "a"), ("x", None)], ["unresolved_reference"]),
        (["https://b.example/"], [("https://b.example/", "b")], []),
        ([], [(None, None)], []),
        (None, [(None, None)], []),
        ("a", [(None, None)], ["odd_field"]),
        ([7, None, ""], [(None, None)] * 3, []),
    ],
)
def test_an_id_that_no_document_has_leads_nowhere(
    names: Any, expected: list[tuple[str | None, str | None]], told: list[str]
) -> None:
    said = {**citation(0, 10, "Hens cluck"), "document_ids": names}
    answer = read(body(TEXT, documents=[A, B], citations=[said]))
    assert [(one.ref, one.source_id) for one in answer.citations] == expected
    assert [one.id for one in answer.citations] == [f"0.{k}" for k in range(len(expected))]
    assert codes(answer) == told
    assert {source.id for source in answer.sources} == {"a", "b"}


def test_documents_come_in_the_order_they_are_cited_in_and_are_kept_as_they_came() -> None:
    unnamed: dict[str, Any] = {"text": "On none.", "id": ""}
    answer = read(body(TEXT, documents=[A, unnamed, C, B], citations=[ONE, TWO]))
    assert answer.sources[0] == Source(
        id="b", kind="document", title="b", url="https://b.example/", text="On b.", origin="provider", raw=B
    )
    assert [(one.id, one.title, one.text, one.raw) for one in answer.sources] == [
        ("b", "b", "On b.", B),
        ("a", "a", "On a.", A),
        ("document:1", None, "On none.", unnamed),
        ("c", "c", "On c.", C),
    ]


def test_a_number_that_we_gave_is_not_what_the_caller_calls_so() -> None:
    mine = Source(id="document:0", text="Mine.")
    answer = read(body(TEXT, documents=[{"title": "Theirs"}]), sources=[mine])
    assert [(one.id, one.title) for one in answer.sources] == [("document:0", None), ("document:0~2", "Theirs")]


def test_documents_of_the_request_go_by_their_ids_or_their_numbers() -> None:
    request = {"message": "?", "documents": [{"text": "Hens."}, {"id": "d", "title": "D", "text": "Ducks."}, "Geese."]}
    returned = [{"id": "doc_0", "text": "Hens."}, {"id": "d", "title": "D", "text": "Ducks."}]
    said = [citation(0, 4, "Hens", "doc_0"), citation(12, 17, "ducks", "d", "doc_2", "doc_1")]
    answer = read(body(TEXT, documents=returned, citations=said), request=request)
    assert [(one.ref, one.source_id) for one in answer.citations] == [
        ("doc_0", "doc_0"),
        ("d", "d"),
        ("doc_2", "doc_2"),
        ("doc_1", None),
    ]
    assert [(one.id, one.text, one.origin, one.raw) for one in answer.sources] == [
        ("doc_0", "Hens.", "caller", returned[0]),
        ("d", "Ducks.", "caller", returned[1]),
        ("doc_2", "Geese.", "caller", None),
    ]


# -- streams

LISTS: dict[str, Any] = {"documents": [B, A, C], "citations": [ONE, TWO]}
FOUND, CITED = event("search-results", documents=[A, B, C]), event("citation-generation", citations=[ONE, TWO])


@pytest.mark.parametrize(
    "events",
    [
        stream(FOUND, *texts(TEXT), CITED, end=body(TEXT, **LISTS)),
        stream(CITED, FOUND, *texts(TEXT), end=body(TEXT, **LISTS)),
        stream(*texts(TEXT), CITED, FOUND, end=body(TEXT, **LISTS)),
        stream(*texts(TEXT), CITED, end=body(TEXT, **LISTS)),
        stream(*texts(TEXT), FOUND, end=body(TEXT, **LISTS)),
        stream(event("search-results", documents=[A]), CITED, *texts(TEXT[:3]), end=body(TEXT, **LISTS)),
        stream(
            FOUND,
            *texts(TEXT),
            *(event("citation-generation", citations=[one]) for one in (ONE, TWO)),
            end=body(TEXT, documents=[C, B, A], citations=[TWO, ONE]),
        ),
        stream(end=body(TEXT, **LISTS)),
        stream(end=body(TEXT, **LISTS))[1:],
        [body(TEXT, **LISTS)],
    ],
    ids=["usual", "early", "late", "end alone", "no event", "cut", "other order", "only the end", "one line", "a body"],
)
def test_what_a_stream_tells_early_late_or_again_is_one_answer(events: list[dict[str, Any]]) -> None:
    whole = read(body(TEXT, **LISTS))
    assert cited(whole) == [
        ("0.0", "Hens cluck", "b", "b"),
        ("1.0", "ducks quack.", "a", "a"),
        ("1.1", "ducks quack.", "b", "b"),
    ]
    answer = read(events)
    assert (answer.text, answer.citations) == (whole.text, whole.citations)
    assert [source.id for source in answer.sources] == ["b", "a", "c"]
    assert (answer.sources, answer.finish, answer.notices) == (whole.sources, "complete", ())


def test_a_citation_is_told_when_its_document_is_known_or_will_never_be() -> None:
    events = [*stream(FOUND, *texts(TEXT), end=body(TEXT))[:-1], event("citation-generation", citations=[ONE])]
    events.append(event("citation-generation", citations=[citation(0, 4, "Hens", "x")]))
    reading = parser("cohere.v1")
    told = [[one.citation.ref for one in reading.feed(each) if isinstance(one, CitationAdded)] for each in events]
    assert told[-2:] == [["b"], []]
    answer = reading.close()
    assert cited(answer) == [("0.0", "Hens cluck", "b", "b"), ("1.0", "Hens", "x", None)]
    assert (answer.finish, codes(answer)) == ("truncated", ["unresolved_reference", "stream_truncated"])


def test_a_citation_that_is_given_twice_stays_two() -> None:
    twice = [ONE, ONE, TWO]
    whole = read(body(TEXT, documents=[A, B], citations=twice))
    assert [one.id for one in whole.citations] == ["0.0", "1.0", "2.0", "2.1"]
    for told in (twice, twice[:1]):
        events = stream(FOUND, event("citation-generation", citations=told), end=body(TEXT, citations=twice))
        assert read(events).citations == whole.citations


def test_a_stream_that_breaks_off_leaves_what_came() -> None:
    answer = read(stream(FOUND, *texts("Hens"), event("citation-generation", citations=[ONE]), end={})[:-1])
    assert answer.raw == {"text": "Hens", "generation_id": "g", "citations": [ONE], "documents": [A, B, C]}
    assert (answer.text, answer.finish, answer.response_id) == ("Hens", "truncated", "g")


def test_a_stream_without_its_head_is_no_whole_response() -> None:
    answer = read(texts("Hens"))
    assert (answer.text, answer.finish) == ("Hens", "truncated")
    assert normalize(texts("Hens")).provider == "cohere.v1"


def test_the_text_at_the_end_adds_what_was_missing_and_changes_nothing() -> None:
    assert read(stream(*texts("Hens"), end=body(TEXT))).text == TEXT
    odd = read(stream(*texts("Ducks"), end=body(TEXT)))
    assert (odd.text, codes(odd)) == ("Ducks", ["text_differs"])


def test_what_is_odd_in_a_list_is_told() -> None:
    answer = read(body(TEXT, documents=[A, "odd", None], citations={"start": 0}))
    assert ([source.id for source in answer.sources], answer.citations) == (["a"], ())
    assert codes(answer) == ["odd_payload", "odd_field"]
    unknown = event("song-generation", verse=3)
    told = read(stream(*texts(TEXT), unknown, end=body(TEXT))).notices
    assert [(one.code, one.raw) for one in told] == [("unknown_event", unknown)]


# -- how it ends, and whose it is


@pytest.mark.parametrize(
    ("said", "finish", "detail"),
    [
        ({"finish_reason": "COMPLETE"}, "complete", "COMPLETE"),
        ({"finish_reason": "COMPLETE", "tool_calls": [{"name": "f", "parameters": {}}]}, "tool_call", "COMPLETE"),
        ({"finish_reason": "COMPLETE", "tool_calls": []}, "complete", "COMPLETE"),
        ({"finish_reason": "STOP_SEQUENCE"}, "complete", "STOP_SEQUENCE"),
        ({"finish_reason": "MAX_TOKENS"}, "length", "MAX_TOKENS"),
        ({"finish_reason": "ERROR_TOXIC"}, "filtered", "ERROR_TOXIC"),
        ({"finish_reason": "ERROR"}, "error", "ERROR"),
        ({"finish_reason": "SANG_A_SONG"}, "other", "SANG_A_SONG"),
        ({"finish_reason": None}, "complete", None),
        ({"finish_reason": None, "tool_calls": [{"name": "f"}]}, "tool_call", None),
        ({"finish_reason": None, "text": None}, "other", None),
        ({"finish_reason": None, "text": None, "tool_calls": [{"name": "f"}]}, "tool_call", None),
    ],
)
def test_how_it_ended(said: dict[str, Any], finish: str, detail: str | None) -> None:
    for data in (body(TEXT, **said), stream(*texts(TEXT), end=body(TEXT, **said))):
        answer = read(data)
        assert (answer.finish, answer.finish_detail) == (finish, detail)


@pytest.mark.parametrize(
    ("record", "tells"),
    [
        ({"text": "Hens.", "generation_id": "g"}, True),
        ({"event_type": "stream-start"}, True),
        ({"event_type": "citation-generation"}, True),
        ({"event_type": "step.delta"}, False),
        ({"text": "Hens."}, False),
        ({"type": "message-start"}, False),
    ],
)
def test_it_is_known_by_its_shape(record: dict[str, Any], tells: bool) -> None:
    assert providers.reader("cohere.v1").spec.tells(record) is tells
    if tells:
        assert providers.reader_for(record).name == "cohere.v1"
        assert normalize(record).provider == normalize([record]).provider == "cohere.v1"
