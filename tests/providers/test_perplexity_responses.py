"""Perplexity's Responses through the perplexityai SDK, and what its numbers and annotations lead to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from citebridge import Answer, Source, normalize, normalize_stream, providers
from citebridge.models import AnswerDone, CitationAdded, CitationUpdated, Event, Span
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("perplexity"), pytest.importorskip("httpx")
    with sdk.Perplexity(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.responses.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("perplexity"), pytest.importorskip("httpx")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncPerplexity(api_key="none", http_client=http_client) as client:
        reply = await client.responses.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


# -- answers in few words


def page(number: Any, name: str, **more: Any) -> dict[str, Any]:
    """A search result; without a number it is a page that was fetched."""
    found = {"title": name.upper(), "url": f"https://{name}.example/", "snippet": f"On {name}.", **more}
    return found if number is None else {"id": number, **found}


def search(*results: Any, kind: str = "search_results") -> dict[str, Any]:
    return {"type": kind, "queries": ["hens"], "results": list(results)}


def fetch(*contents: Any) -> dict[str, Any]:
    return {"type": "fetch_url_results", "contents": list(contents)}


def message(text: Any, *annotations: Any) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"type": "message", "id": "m", "role": "assistant", "status": "completed", "content": [part]}


def body(*output: Any, **more: Any) -> dict[str, Any]:
    """A whole response with these items."""
    said = {"id": "resp_1", "object": "response", "model": "perplexity/sonar", "status": "completed", **more}
    return {**said, "output": list(output)}


def ahead(item: dict[str, Any]) -> dict[str, Any]:
    """The event that tells of an item before the text."""
    return item | {"type": f"response.reasoning.{'fetch_url' if 'contents' in item else 'search'}_results"}


def event(kind: str, **fields: Any) -> dict[str, Any]:
    return {"type": f"response.{kind}", **fields}


def spoken(text: str, output: int, *, whole: bool = False) -> list[dict[str, Any]]:
    """The deltas of a message, letter by letter unless `whole`."""
    where = {"item_id": "m", "output_index": output, "content_index": 0}
    return [event("output_text.delta", delta=piece, **where) for piece in ([text] if whole else text)]


def stream(*events: dict[str, Any], done: dict[str, Any] | None = None) -> list[dict[str, Any]]:
    """A stream that begins, brings these events, and ends with the whole response."""
    begun = event("created", response=body(status="in_progress"))
    return [begun, *events, *([event("completed", response=done)] if done is not None else [])]


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="perplexity.responses", **given)


def streamed(events: Iterable[Any]) -> tuple[list[Event], Answer]:
    """The events of a stream, and the answer at its end."""
    *told, done = normalize_stream(events, provider="perplexity.responses")
    assert isinstance(done, AnswerDone)
    return told, done.answer


def cited(answer: Answer) -> list[tuple[str | None, str | None, str | None]]:
    """What each citation hangs on (a span, or the text up to a point), what it names, and its source."""
    found: list[tuple[str | None, str | None, str | None]] = []
    for one in answer.citations:
        at, words = one.anchor, None
        if at is not None:
            words = answer.text[at.start : at.end] if at.kind == "span" else f"{answer.text[: at.start]}‸"
        found.append((words, one.ref, one.source_id))
    return found


def leads(answer: Answer) -> list[tuple[str | None, str | None]]:
    return [(one.ref, one.source_id) for one in answer.citations]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


A, B, C = page(1, "a"), page(2, "b"), page(3, "c")
URL_A, URL_B, URL_C = (one["url"] for one in (A, B, C))


# -- numbers are ids of results


@pytest.mark.parametrize(
    ("output", "one", "two"),
    [
        pytest.param([], None, None, id="no results"),
        pytest.param([search(A, B)], URL_A, URL_B, id="in order"),
        pytest.param([search(page(2, "a"), page(1, "b"))], URL_B, URL_A, id="ids and no positions"),
        pytest.param([search(page(7, "a"), page(2, "b"))], None, URL_B, id="no such id"),
        pytest.param([search(A), search(B)], URL_A, URL_B, id="ids go on in the next search"),
        pytest.param([search(A, B), search(page(1, "c"))], None, URL_B, id="ids that begin anew"),
        pytest.param([search(A), search(page(1, "a", snippet="More."))], URL_A, None, id="the same page anew"),
        pytest.param([search(A, kind="people_search_results"), search(B)], URL_A, URL_B, id="people"),
        pytest.param([fetch(page(None, "a"), page(None, "b"))], None, None, id="pages have none"),
        pytest.param([search(page("1", "a"), page(2, "b"))], URL_A, URL_B, id="as text"),
        pytest.param([search(page(True, "a"), page(2.0, "b"))], None, None, id="no whole numbers"),
        pytest.param([search(page(None, "a"), None, page(2, "b"))], None, URL_B, id="one without"),
        pytest.param([search({"id": 1}, {"id": 2, "url": ""})], "search_result:1", "search_result:2", id="no urls"),
        pytest.param([{"type": "search_results", "results": None}], None, None, id="null"),
    ],
)
def test_a_number_leads_to_the_result_of_that_id(output: list[Any], one: str | None, two: str | None) -> None:
    text = "Hens cluck[1], ducks swim[2]."
    whole = read(body(*output, message(text)))
    assert leads(whole) == [("1", one), ("2", two)]
    assert (whole.text, [one.raw for one in whole.citations]) == (
        "Hens cluck, ducks swim.",
        [{"marker": "[1]"}, {"marker": "[2]"}],
    )
    done, last = body(*output, message(text)), len(output)
    items = [event("output_item.done", item=item, output_index=n) for n, item in enumerate(output)]
    for events in ([ahead(item) for item in output], items, []):
        _, answer = streamed(stream(*events, *spoken(text, last), done=done))
        assert (answer.citations, answer.sources) == (whole.citations, whole.sources)


def test_a_mark_is_told_when_no_annotation_can_tell_of_it_any_more() -> None:
    text = "Hens cluck[1], ducks swim[2]."
    done = body(search(A), message(text))
    said = event("output_item.done", item=message(text), output_index=1)
    events, answer = streamed(stream(*spoken(text, 1), said, done=done))
    told = [
        (type(event), event.citation.ref, event.citation.source_id)
        for event in events
        if isinstance(event, CitationAdded | CitationUpdated)
    ]
    assert told == [(CitationAdded, "1", URL_A), (CitationAdded, "2", None)]
    assert answer.citations == read(done).citations


def test_ids_that_begin_anew_lead_nowhere_when_they_come_last_as_well() -> None:
    done = body(search(A), search(page(1, "b")), message("Hens cluck[1]."))
    events = [*spoken("Hens cluck[1].", 2), event("output_item.done", item=message("Hens cluck[1]."), output_index=2)]
    assert streamed(stream(*events, done=done))[1].citations == read(done).citations
    assert leads(read(done)) == [("1", None)]


def test_sources_stand_as_in_the_output_in_whatever_order_events_told_of_them() -> None:
    output = [search(A, B), fetch(page(None, "d")), search(C)]
    done = body(*output, message("Hens cluck[3]."))
    whole = read(done)
    assert [source.id for source in whole.sources] == [URL_A, URL_B, "https://d.example/", URL_C]
    events = [ahead(output[2]), ahead(output[1]), ahead(output[0]), *spoken("Hens cluck[3].", 3)]
    assert streamed(stream(*events, done=done))[1].sources == whole.sources


def test_a_page_that_was_read_is_another_source_than_the_result_of_its_address() -> None:
    read_page = page(None, "a", snippet="All of a.")
    done = body(search(A), fetch(read_page), message("Hens cluck[1]."))
    whole = read(done)
    assert whole.sources == (
        Source(id=URL_A, kind="web", title="A", url=URL_A, text="On a.", aliases=("[1]",), origin="provider", raw=A),
        Source(
            id=f"{URL_A}~2",
            kind="web",
            title="A",
            url=URL_A,
            text="All of a.",
            aliases=(URL_A,),
            origin="provider",
            raw=read_page,
        ),
    )
    assert (leads(whole), codes(whole)) == ([("1", URL_A)], ["source_id_clash"])
    events = [ahead(search(A)), ahead(fetch(read_page)), *spoken("Hens cluck[1].", 2)]
    assert streamed(stream(*events, done=done))[1].sources == whole.sources


def test_a_result_without_url_is_not_what_the_caller_calls_so() -> None:
    data = body(search({"id": 1, "title": "Theirs"}), message("Hens cluck[1]."))
    answer = read(data, sources=[{"id": "search_result:1", "title": "Mine"}])
    assert leads(answer) == [("1", "search_result:1~2")]
    assert [(one.origin, one.title) for one in answer.sources] == [("caller", "Mine"), ("provider", "Theirs")]


# -- annotations


TEXT = "Hens cluck[1], ducks swim[2]."
BOTH = [("Hens cluck‸", "1", URL_A), ("Hens cluck, ducks swim‸", "2", URL_B)]


def cites(start: Any, end: Any, url: Any = URL_B, **more: Any) -> dict[str, Any]:
    return {"type": "url_citation", "title": "B", "url": url, "start_index": start, "end_index": end, **more}


@pytest.mark.parametrize(
    ("annotations", "citations", "told"),
    [
        pytest.param(None, BOTH, [], id="null"),
        pytest.param([], BOTH, [], id="none"),
        pytest.param([None], BOTH, [], id="a null one"),
        pytest.param(["none"], BOTH, ["odd_payload"], id="no object"),
        pytest.param([cites(25, 28)], [BOTH[0], (BOTH[1][0], URL_B, URL_B)], [], id="of the second"),
        pytest.param([cites(10, 13, URL_A)], [(BOTH[0][0], URL_A, URL_A), BOTH[1]], [], id="of the first"),
        pytest.param([cites(24, 27)], [BOTH[0], (BOTH[1][0], URL_B, URL_B)], ["offset_mended"], id="one off"),
        pytest.param([cites(25, 28, URL_C)], [BOTH[0], (BOTH[1][0], URL_C, URL_C)], [], id="another page"),
        pytest.param([cites(0, 4)], [("Hens", URL_B, URL_B), *BOTH], ["range_is_no_link"], id="of words"),
        pytest.param([cites(0, 0)], [*BOTH, (None, URL_B, URL_B)], [], id="at 0 to 0"),
        pytest.param([cites(None, None)], [*BOTH, (None, URL_B, URL_B)], [], id="nowhere"),
        pytest.param([{"type": "url_citation"}], [*BOTH, (None, None, None)], [], id="of nothing"),
        pytest.param([cites(900, 903)], [*BOTH, (None, URL_B, URL_B)], ["offset_unusable"], id="past the end"),
        pytest.param([cites("25", 28)], [*BOTH, (None, URL_B, URL_B)], ["odd_field"], id="as text"),
        pytest.param([cites(25, 28, 5)], [BOTH[0], (BOTH[1][0], None, None)], ["odd_field"], id="no address"),
    ],
)
def test_an_annotation_tells_more_of_a_mark(annotations: Any, citations: list[Any], told: list[str]) -> None:
    said = message(TEXT)
    said["content"][0]["annotations"] = annotations
    done = body(search(A, B, C), said)
    whole = read(done)
    assert (whole.text, cited(whole), codes(whole)) == ("Hens cluck, ducks swim.", citations, told)
    payloads = [one.raw for one in whole.citations if one.type == "url_citation"]
    assert payloads == [one for one in annotations or () if isinstance(one, dict)]

    closed = event("output_item.done", item=said, output_index=1)
    for events in ([*spoken(TEXT, 1), closed], [closed], spoken(TEXT, 1)):
        answer = streamed(stream(ahead(search(A, B, C)), *events, done=done))[1]
        assert (answer.citations, answer.sources) == (whole.citations, whole.sources)


@pytest.mark.parametrize("early", [False, True])
def test_an_annotation_that_is_exact_is_not_that_of_a_neighbour(early: bool) -> None:
    said = message("Hens cluck[1][2].", cites(13, 16))
    done = body(search(A, B), said)
    whole = read(done)
    assert cited(whole) == [("Hens cluck‸", URL_B, URL_B), ("Hens cluck‸", "1", URL_A)]
    assert (whole.citations[0].raw_span, codes(whole)) == (Span(13, 16), [])
    closed = event("output_item.done", item=said, output_index=1)
    events = [closed] if early else [*spoken("Hens cluck[1][2].", 1), closed]
    assert streamed(stream(ahead(search(A, B)), *events, done=done))[1].citations == whole.citations


def test_a_mark_in_code_stays_and_its_annotation_hangs_on_it() -> None:
    answer = read(body(search(A, B), message("Of `a[1]` two[2].", cites(5, 8, URL_A))))
    assert (answer.text, cited(answer)) == ("Of `a[1]` two.", [("[1]", URL_A, URL_A), ("Of `a[1]` two‸", "2", URL_B)])
    assert codes(answer) == ["mark_in_code"]


def test_an_annotation_of_an_unknown_type_is_kept_and_told() -> None:
    annotation = {"type": "map_citation", "start_index": 0, "end_index": 4, "place": "coop"}
    answer = read(body(search(A, B), message(TEXT, annotation)))
    assert cited(answer) == [("Hens", None, None), *BOTH]
    assert (answer.citations[0].type, answer.citations[0].raw) == ("map_citation", annotation)
    assert codes(answer) == ["unknown_citation_type"]


def test_marks_in_code_and_links_are_prose() -> None:
    text = "Of `a[1]` and [b [1]](https://b.example/), [2](https://a.example/) is left[2]."
    answer = read(body(search(A, B), message(text)))
    assert answer.text == text.removesuffix("[2].") + "."
    assert (leads(answer), codes(answer)) == ([("2", URL_B)], ["mark_in_code"])


# -- items and events


@pytest.mark.parametrize(
    ("item", "told"),
    [
        ({"type": "function_call", "name": "search_web", "arguments": "{}", "status": "completed"}, []),
        ({"type": "mcp_list_tools", "server_label": "s", "tools": []}, []),
        ({"type": "mcp_call", "name": "f", "output": "found"}, []),
        ({"type": "skill_loaded", "name": "office"}, []),
        ({"type": "advisor_result", "advice": "Look again."}, []),
        ({"type": "sandbox_results", "results": [{"stdout": "1"}]}, []),
        ({"type": "share_file", "file_id": "f", "filename": "a.csv"}, []),
        ({"type": "unknown", "item_name": "map", "payload": {}}, ["unknown_block"]),
        ({"type": "finance_results", "results": [{"content": "1", "sources": [URL_A]}]}, ["unknown_block"]),
        ({}, ["unknown_block"]),
    ],
)
def test_other_items_say_nothing_and_unknown_ones_are_told(item: dict[str, Any], told: list[str]) -> None:
    answer = read(body(item, search(A), message("It rose[1].")))
    assert (answer.text, leads(answer), codes(answer)) == ("It rose.", [("1", URL_A)], told)
    assert [source.id for source in answer.sources] == [URL_A]


def test_events_that_say_nothing_are_silent_and_unknown_ones_are_kept() -> None:
    silent = [
        event("reasoning.started", thought=None),
        event("reasoning.search_queries", queries=["hens"]),
        event("reasoning.fetch_url_queries", urls=[URL_A]),
        event("reasoning.fetch_url_results", contents=None, call_id="c"),
        event("reasoning.stopped"),
        event("skill.loaded", name="office"),
        event("keepalive", response=None, item=None, delta=None, error=None),
    ]
    unknown = event("model.requested", model="openai/gpt-5.6")
    answer = read(stream(*silent, unknown, *spoken("It rose.", 0), done=body(message("It rose."))))
    assert [(one.code, one.raw) for one in answer.notices] == [("unknown_event", unknown)]
    assert (answer.text, answer.finish) == ("It rose.", "complete")


def test_null_and_missing_fields_of_events_are_read_as_empty() -> None:
    events = [
        event("output_item.added", output_index=None, item={"type": "message", "content": None}),
        event("output_text.delta", delta="It rose.", output_index=0, content_index=None),
        event("output_text.delta", delta=None),
        event("output_text.done", text=None, output_index=0, content_index=None),
        event("output_item.done", item=None),
    ]
    answer = read(stream(*events, done=body(message("It rose."))))
    assert (answer.text, codes(answer)) == ("It rose.", ["unknown_block"])


# -- how it ends, and whose it is


SEARCHING = event(
    "output_item.added", output_index=0, item={"type": "function_call", "name": "search_web", "status": "completed"}
)


@pytest.mark.parametrize(
    ("last", "finish", "detail"),
    [
        (event("completed", response=body(search(A), message("It rose"))), "complete", "completed"),
        (event("completed", response=body(message("It rose"), status="failed")), "error", "failed"),
        (event("completed", response=body(message("It rose"), status="cancelled")), "other", "cancelled"),
        (event("completed", response=body(message("It rose"), status="requires_action")), "tool_call", None),
        (
            event("completed", response=body(message("It rose"), {"type": "function_call", "name": "f"})),
            "tool_call",
            "completed",
        ),
        (
            event(
                "completed",
                response=body(
                    message("It rose"), status="incomplete", incomplete_details={"reason": "max_output_tokens"}
                ),
            ),
            "length",
            "max_output_tokens",
        ),
        (event("failed", error={"message": "no results", "code": "upstream"}), "error", "upstream no results"),
        (event("reasoning.stopped"), "truncated", None),
    ],
)
def test_how_an_answer_ends(last: dict[str, Any], finish: str, detail: str | None) -> None:
    output = 1 if finish == "complete" else 0
    answer = read([*stream(SEARCHING, *spoken("It rose", output, whole=True)), last])
    assert (answer.text, answer.finish) == ("It rose", finish)
    assert detail is None or answer.finish_detail == detail


@pytest.mark.parametrize(
    ("record", "provider"),
    [
        (body(message("It rose.")), "perplexity.responses"),
        (body(message("It rose."), model="sonar-pro"), "perplexity.responses"),
        (body(search(A), message("It rose[1]."), model="openai/gpt-5.6"), "perplexity.responses"),
        (body(search(A, kind="people_search_results"), model=None), "perplexity.responses"),
        (body(fetch(page(None, "a")), model="anthropic/claude-opus-5-5"), "perplexity.responses"),
        (event("created", response=body(model="pro-search", status="in_progress")), "perplexity.responses"),
        (ahead(search(A)), "perplexity.responses"),
        (body(message("It rose."), model="openai/gpt-5.6"), "openai"),
        (body(message("It rose."), model="o3-deep-research"), "openai"),
        (event("created", response=body(model="gpt-5.6")), "openai"),
        (event("reasoning_text.delta", delta="Hm."), "openai"),
    ],
)
def test_whose_answer_it_is(record: dict[str, Any], provider: str) -> None:
    assert providers.reader_for(record).name == provider
    assert normalize([record]).provider == provider


def test_the_sdk_tells_whose_stream_it_is_where_the_model_is_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = Wire("perplexity.responses", "pages", streamed=True)
    reply = wire.reply(b"{}")[1].replace(b'"pro-search"', b'"openai/gpt-5.6"')
    monkeypatch.setattr(Wire, "reply", lambda self, asked: ("text/event-stream", reply))
    assert normalize(ask(wire)).provider == "perplexity.responses"


def test_pages_that_were_told_stay_when_the_stream_breaks_off() -> None:
    answer = read(stream(ahead(fetch(page(None, "d"))), ahead(search(A, B)), *spoken("Hens cluck[2]. Du", 2)))
    assert (answer.text, answer.finish, leads(answer)) == ("Hens cluck. Du", "truncated", [("2", URL_B)])
    assert [source.id for source in answer.sources] == ["https://d.example/", URL_A, URL_B]
