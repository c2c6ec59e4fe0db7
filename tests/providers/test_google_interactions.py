"""Gemini Interactions through google-genai, and what its steps and annotations are read as."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import Answer, Source, normalize, parser, providers, replay
from citebridge.models import Pages, TextDelta
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    options = {"httpx_client": http.Client(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:
        reply = client.interactions.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    options = {"httpx_async_client": http.AsyncClient(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:  # it must outlive its async half
        async with client.aio as half:
            reply = await half.interactions.create(**wire.request, stream=wire.streamed)
            return [event async for event in reply] if wire.streamed else reply


# -- answers in few words


def text(words: str, *annotations: Any) -> dict[str, Any]:
    return {"type": "text", "text": words, **({"annotations": list(annotations)} if annotations else {})}


def output(*contents: Any) -> dict[str, Any]:
    return {"type": "model_output", "content": list(contents)}


def body(*steps: Any, status: Any = "completed") -> dict[str, Any]:
    """A whole interaction."""
    return {"id": "v1_a", "object": "interaction", "model": "gemini-a", "status": status, "steps": list(steps)}


def delta(kind: str, index: int = 0, **said: Any) -> dict[str, Any]:
    return {"event_type": "step.delta", "index": index, "delta": {"type": kind, **said}}


def start(step: Any, index: int = 0) -> dict[str, Any]:
    return {"event_type": "step.start", "index": index, "step": step}


def stream(*events: Any, **end: Any) -> list[dict[str, Any]]:
    """The events of an interaction, with its frame around them."""
    frame = {"id": "v1_a", "object": "interaction", "model": "gemini-a"}
    return [
        {"event_type": "interaction.created", "interaction": {**frame, "status": "in_progress"}},
        {"event_type": "interaction.status_update", "interaction_id": "v1_a", "status": "in_progress"},
        *events,
        {"event_type": "interaction.completed", "interaction": {**frame, "status": "completed", **end}},
    ]


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="google.interactions", **given)


def cited(answer: Answer) -> list[tuple[str, str | None, str | None]]:
    """The id of each citation, the words it hangs on, and its source."""
    spans = [(one, one.anchor) for one in answer.citations]
    return [(one.id, answer.text[at.start : at.end] if at else None, one.source_id) for one, at in spans]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def page(name: str, start_index: Any = None, end_index: Any = None) -> dict[str, Any]:
    places = {"start_index": start_index, "end_index": end_index}
    said = {key: value for key, value in places.items() if value is not None}
    return {"type": "url_citation", "url": f"https://{name}.example/", "title": name.upper(), **said}


# -- annotations


@pytest.mark.parametrize(
    ("places", "words", "told"),
    [
        ({"end_index": 21}, "Ærø ligger i havet.", []),
        ({"start_index": 0, "end_index": 5}, "Ærø", []),
        ({"start_index": 22, "end_index": 33}, "🐕 sover.", []),
        ({"start_index": 1, "end_index": 4}, "Ærø", ["offset_mended"]),
        ({"start_index": 22, "end_index": 34}, None, ["offset_unusable"]),
        ({"start_index": 27, "end_index": 22}, None, ["offset_unusable"]),
        ({"start_index": -1, "end_index": 5}, None, ["offset_unusable"]),
        ({"start_index": 0, "end_index": 0}, None, []),
        ({"start_index": None, "end_index": None}, None, []),
        ({"start_index": "22", "end_index": "33"}, None, ["odd_field", "odd_field"]),
        ({"start_index": "0", "end_index": 5}, None, ["odd_field"]),
        ({}, None, []),
    ],
)
def test_an_annotation_counts_bytes_of_its_text(places: dict[str, Any], words: str | None, told: list[str]) -> None:
    said = {"type": "url_citation", "url": "https://a.example/", **places}
    sentences = "Ærø ligger i havet. 🐕 sover."
    answer = read(body(output(text(sentences, said))))
    assert cited(answer) == [("0.0.0", words, "https://a.example/")]
    assert [one.raw for one in answer.citations] == [said]
    assert codes(answer) == told
    pieces = [delta("text", text=sign) for sign in sentences]
    streamed = read(stream(*pieces, delta("text_annotation_delta", annotations=[said])))
    assert (streamed.citations, streamed.sources, codes(streamed)) == (answer.citations, answer.sources, told)


FIRST, SECOND = "Ærø er en ø. ", "Rán har et net."
IMAGE = {"type": "image", "mime_type": "image/png", "data": "iVBO"}
A, B = page("a", 0, 14), page("b", 0, 4)
PARTS = [text(FIRST, A), IMAGE, text(SECOND, B)]
FIRSTS = [delta("text", text=FIRST[:3]), delta("text", text=FIRST[3:])]
SECONDS = [delta("text", text=SECOND), delta("text_annotation_delta", annotations=[B])]
PICTURE, OF_FIRST = delta("image", mime_type="image/png", data="iVBO"), delta("text_annotation_delta", annotations=[A])


@pytest.mark.parametrize(
    "events",
    [
        stream(start(output()), *FIRSTS, OF_FIRST, PICTURE, *SECONDS),
        stream(start({"type": "model_output"}), *FIRSTS, PICTURE, OF_FIRST, *SECONDS),
        stream(*FIRSTS, OF_FIRST, PICTURE, *SECONDS),
        stream(start(output(PARTS[0])), PICTURE, *SECONDS),
        stream(start(output(text(FIRST[:3]))), FIRSTS[1], OF_FIRST, start(output(*PARTS))),
        stream(*FIRSTS, OF_FIRST, PICTURE, *SECONDS, steps=[output(*PARTS)]),
        stream(FIRSTS[0], steps=[output(*PARTS)]),
        stream(steps=[output(*PARTS)]),
        [body(output(*PARTS))],
    ],
    ids=["as it comes", "late", "no start", "at the start", "grown", "again", "at the end", "end alone", "a body"],
)
def test_a_stream_says_nowhere_which_content_is_meant(events: list[dict[str, Any]]) -> None:
    whole = read(body(output(*PARTS)))
    assert cited(whole) == [
        ("0.0.0", "Ærø er en ø", "https://a.example/"),
        ("0.2.0", "Rán", "https://b.example/"),
    ]
    answer = read(events)
    assert (answer.text, answer.citations, answer.sources) == (whole.text, whole.citations, whole.sources)
    assert (answer.finish, answer.notices) == ("complete", ())
    raw: Any = answer.raw
    assert [step["content"] for step in raw["steps"]] == [PARTS]


@pytest.mark.parametrize(
    ("said", "source", "told"),
    [
        (
            {"type": "url_citation", "url": "https://a.example/", "title": ""},
            Source(id="https://a.example/", kind="web", url="https://a.example/", origin="provider"),
            [],
        ),
        (
            {"type": "file_citation", "document_uri": "stores/s/documents/d", "file_name": "d.md", "media_id": "m"},
            Source(id="stores/s/documents/d", kind="file", title="d.md", url="stores/s/documents/d", origin="provider"),
            [],
        ),
        (
            {"type": "file_citation", "media_id": "stores/s/media/m"},
            Source(id="stores/s/media/m", kind="file", origin="provider"),
            [],
        ),
        ({"type": "file_citation", "file_name": "d.md", "source": "Hens."}, None, []),
        (
            {"type": "place_citation", "place_id": "places/p", "name": "P", "url": "https://p.example/"},
            Source(id="places/p", kind="place", title="P", url="https://p.example/", origin="provider"),
            [],
        ),
        (
            {"type": "place_citation", "name": 7, "url": "https://p.example/"},
            Source(id="https://p.example/", kind="place", url="https://p.example/", origin="provider"),
            ["odd_field"],
        ),
        (
            {"type": "song_citation", "url": "https://s.example/", "title": "S", "verse": 3},
            Source(id="https://s.example/", kind="web", title="S", url="https://s.example/", origin="provider"),
            ["unknown_citation_type"],
        ),
        ({"type": "song_citation", "verse": 3}, None, ["unknown_citation_type"]),
        ({}, None, ["unknown_citation_type"]),
    ],
)
def test_what_an_annotation_names(said: dict[str, Any], source: Source | None, told: list[str]) -> None:
    answer = read(body(output(text("Hens cluck.", {**said, "end_index": 4}))))
    assert answer.sources == ((source,) if source is not None else ())
    assert [(one.source_id, one.ref, one.type) for one in answer.citations] == [
        (source and source.id, source and source.id, said.get("type"))
    ]
    assert codes(answer) == told


@pytest.mark.parametrize(
    ("page_number", "locators", "told"),
    [
        (3, (Pages(start_page=3, end_page=3),), []),
        (None, (), []),
        (0, (), ["locator_refused"]),
        (-2, (), ["locator_refused"]),
        ("3", (), ["odd_field"]),
    ],
)
def test_a_page_is_counted_from_one(page_number: Any, locators: tuple[Pages, ...], told: list[str]) -> None:
    said = {"type": "file_citation", "document_uri": "d", "source": "Hens.", "page_number": page_number, "end_index": 4}
    answer = read(body(output(text("Hens cluck.", said))))
    assert [(one.cited_text, one.locators) for one in answer.citations] == [("Hens.", locators)]
    assert codes(answer) == told


def test_what_is_said_of_speech_is_no_citation_and_counts_on() -> None:
    word = {"type": "word_info", "text": "Hens", "end_index": 4, "speaker": "1"}
    voice = {"type": "speech_metadata", "speaker": "1", "style": "calm", "end_index": 11}
    said = [word, page("a", None, 4), voice, page("b", 5, 10)]
    answer = read(body(output(text("Hens cluck.", *said))))
    assert cited(answer) == [("0.0.1", "Hens", "https://a.example/"), ("0.0.3", "cluck", "https://b.example/")]
    assert answer.notices == ()
    events = stream(
        delta("text", text="Hens cluck."),
        delta("text_annotation_delta", annotations=said[:3]),
        delta("text_annotation_delta", annotations=said[3:]),
    )
    assert read(events).citations == answer.citations


# -- steps


def test_what_tools_brought_is_a_source_and_a_citation_of_it_names_the_same() -> None:
    fetched = [{"url": "https://a.example/", "status": "success"}, {"url": "https://b.example/", "status": "error"}]
    places = [{"place_id": "places/p", "name": "P", "url": "https://p.example/"}, {"name": "no id, no url"}]
    steps = [
        {"type": "url_context_result", "call_id": "1", "result": fetched},
        {"type": "google_maps_result", "call_id": "2", "result": [{"places": places, "widget_context_token": "w"}]},
        {"type": "function_result", "call_id": "3", "result": [{"url": "https://mine.example/"}]},
        output(text("Hens.", page("a", 0, 4), {"type": "place_citation", "place_id": "places/p", "end_index": 4})),
    ]
    answer = read(body(*steps))
    assert [(one.id, one.kind, one.title, one.raw) for one in answer.sources] == [
        ("https://a.example/", "web", "A", fetched[0]),
        ("https://b.example/", "web", None, fetched[1]),
        ("places/p", "place", "P", places[0]),
    ]
    assert [one.source_id for one in answer.citations] == ["https://a.example/", "places/p"]
    late = stream(
        *(start({key: step[key] for key in step if key != "result"}, n) for n, step in enumerate(steps)),
        *(delta(step["type"], n, result=step["result"]) for n, step in enumerate(steps[:3])),
        steps=steps,
    )
    streamed = read(late)
    assert (streamed.citations, streamed.sources) == (answer.citations, answer.sources)


def test_text_waits_for_the_steps_before_it() -> None:
    reading = parser("google.interactions")
    events = [
        start({"type": "thought"}, 0),
        delta("text", 2, text="Ducks "),
        start(output(text("Hens")), 1),
        delta("text", 1, text=" and "),
        {"event_type": "step.stop", "index": 1},
        delta("text", 2, text="quack."),
    ]
    told = [[one.text for one in reading.feed(each) if isinstance(one, TextDelta)] for each in events]
    assert told == [[], [], ["Hens"], [" and "], ["Ducks "], ["quack."]]
    assert reading.close().text == "Hens and Ducks quack."


def test_suggestions_of_a_search_go_with_the_answer() -> None:
    found = [{"search_suggestions": "<div>hens</div>"}, {"search_suggestions": ""}]
    answer = read(body({"type": "google_search_result", "call_id": "1", "result": found}, output(text("Hens."))))
    assert [(one.code, one.raw) for one in answer.notices] == [("display_duty", found)]
    assert answer.sources == ()
    assert read(body({"type": "google_search_result", "result": [{"search_suggestions": ""}]})).notices == ()


def test_thoughts_and_what_the_user_said_are_no_text() -> None:
    steps = [
        {"type": "user_input", "content": [text("What do hens do?", page("a", 0, 4))]},
        {"type": "thought", "signature": "c2ln", "summary": [text("Hens…")]},
        output(text("They cluck.")),
    ]
    answer = read(body(*steps))
    assert (answer.text, answer.citations) == ("They cluck.", ())
    events = stream(
        start(steps[0], 0),
        start({"type": "thought"}, 1),
        delta("text", 1, text="Hens"),
        delta("text", 2, text="They cluck."),
    )
    assert (read(events).text, read(events).citations) == ("They cluck.", ())


def test_a_stream_leaves_the_interaction_put_together() -> None:
    events = stream(
        start({"type": "thought"}, 0),
        delta("thought_summary", 0, content=text("Ask")),
        delta("thought_summary", 0, content=text("the bridge.")),
        delta("thought_signature", 0, signature="c2ln"),
        start({"type": "function_call", "id": "f", "name": "ask", "arguments": {}}, 1),
        delta("arguments_delta", 1, arguments='{"ferry": "Hal'),
        delta("arguments_delta", 1, arguments='den"}'),
        start({"type": "google_search_call", "id": "g"}, 2),
        delta("google_search_call", 2, arguments={"queries": ["hens"]}),
        {"event_type": "interaction.status_update", "status": "requires_action", "event_id": "9"},
        {"event_type": "interaction.status_update", "status": "requires_action", "usage": {"total_tokens": 9}},
        {"event_type": "interaction.status_update", "status": "requires_action", "usage": None},
        status="requires_action",
    )
    answer = read(events)
    assert answer.raw == {
        "id": "v1_a",
        "object": "interaction",
        "model": "gemini-a",
        "status": "requires_action",
        "usage": {"total_tokens": 9},
        "steps": [
            {"type": "thought", "summary": [text("Ask"), text("the bridge.")], "signature": "c2ln"},
            {"type": "function_call", "id": "f", "name": "ask", "arguments": {"ferry": "Halden"}},
            {"type": "google_search_call", "id": "g", "arguments": {"queries": ["hens"]}},
        ],
    }
    assert (answer.response_id, answer.model, answer.usage) == ("v1_a", "gemini-a", {"total_tokens": 9})


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (output({"type": "hologram", "data": "aGk="}, text("Hens.")), [("unknown_block", "a content of type 'hologram'")]),
        ({"type": "song", "content": [text("La.")]}, [("unknown_block", "a step of type 'song'")]),
        ({"type": "juggling_result", "result": [{"balls": 3}]}, []),
        (output(None, text("Hens.")), [("unknown_block", "a content of type ''")]),
        (7, [("odd_field", "step is of another type than documented: 7")]),
    ],
)  # fmt: skip
def test_what_is_unknown_is_told_and_the_rest_is_read(step: Any, told: list[tuple[str, str]]) -> None:
    answer = read(body(step, output(text("They cluck.", page("a", 0, 4)))))
    assert [(notice.code, notice.message) for notice in answer.notices] == told
    assert cited(answer) == [("1.0.0", "They", "https://a.example/")]


@pytest.mark.parametrize("content", ["Hens.", ["Hens."]])
def test_a_text_in_place_of_contents_is_text(content: Any) -> None:
    answer = read(body({"type": "model_output", "content": content}))
    assert answer.text == "Hens."
    assert [notice.code for notice in answer.notices] == (["odd_field"] if isinstance(content, str) else [])
    (step,) = replay(answer, "google.interactions")
    assert step["content"] == [{"type": "text", "text": "Hens."}]


def test_an_annotation_in_a_step_of_unknown_type_is_kept() -> None:
    song = start({"type": "song"})
    answer = read(stream(song, delta("text", text="La."), delta("text_annotation_delta", annotations=[A, B])))
    assert (answer.text, codes(answer)) == ("", ["unknown_block", *["offset_unusable"] * 2])
    assert [(one.anchor, one.raw) for one in answer.citations] == [(None, A), (None, B)]
    assert answer.notices[0].raw == song["step"]


def test_answers_of_the_preview_had_outputs() -> None:
    contents = [text("Hens cluck. "), text("Ducks quack.", page("a", 0, 5))]
    answer = read({"id": "1", "status": "completed", "outputs": contents})
    assert (answer.text, cited(answer)) == ("Hens cluck. Ducks quack.", [("1.0.0", "Ducks", "https://a.example/")])


def test_streams_of_the_preview_had_contents() -> None:
    outputs = [
        {"type": "thought", "signature": "c2ln"},
        {"type": "google_search_result", "result": [{"search_suggestions": "<a>"}]},
        text("Hens cluck.", said := page("a", 0, 4)),
    ]
    events: list[dict[str, Any]] = [
        {"event_type": "interaction.start", "interaction": {"id": "1", "status": "in_progress"}},
        {"event_type": "content.start", "index": 0, "content": {"type": "thought"}},
        {"event_type": "content.delta", "index": 0, "delta": {"type": "thought_signature", "signature": "c2ln"}},
        {"event_type": "content.stop", "index": 0},
        {"event_type": "content.start", "index": 1, "content": outputs[1]},
        {"event_type": "content.start", "index": 2, "content": {"type": "text"}},
        {"event_type": "content.delta", "index": 2, "delta": {"type": "text", "text": "Hens "}},
        {"event_type": "content.delta", "index": 2, "delta": {"type": "text", "text": "cluck."}},
        {"event_type": "content.delta", "index": 2, "delta": {"type": "text_annotation", "annotations": [said]}},
        {"event_type": "content.stop", "index": 2},
    ]
    whole = read({"id": "1", "status": "completed", "outputs": outputs})
    for last in ({}, {"outputs": outputs}):
        done = {"event_type": "interaction.complete", "interaction": {"id": "1", "status": "completed", **last}}
        answer = read([*events, done])
        assert (answer.text, answer.finish, answer.citations) == (whole.text, whole.finish, whole.citations)
        assert {*codes(answer)} == {*codes(whole)} == {"display_duty"}
        assert cited(answer) == [("2.0.0", "Hens", "https://a.example/")]
        assert replay(answer, "google.interactions") == replay(whole, "google.interactions")


def test_what_the_user_said_is_not_counted_where_it_was_not_told() -> None:
    steps = [{"type": "user_input", "content": [text("Hens?")]}, output(text("Hens cluck.", page("a", 0, 4)))]
    for data in (body(*steps), stream(start(output()), delta("text", text="Hens cluck."), steps=steps)):
        answer = read(data)
        assert (answer.text, cited(answer)) == ("Hens cluck.", [("0.0.0", "Hens", "https://a.example/")])
    told = stream(start(steps[0]), start(output(), 1), delta("text", 1, text="Hens cluck."), steps=steps)
    assert cited(read(told)) == [("1.0.0", "Hens", "https://a.example/")]


def test_a_list_that_is_sent_as_it_grows_gives_each_annotation_once() -> None:
    grown = [delta("text_annotation_delta", annotations=said) for said in ([A], [A, B], [A, B])]
    apart = [delta("text_annotation_delta", annotations=said) for said in ([A], [B])]
    answers = [read(stream(delta("text", text="Hens cluck. Ducks quack."), *said)) for said in (grown, apart)]
    assert answers[0] == answers[1]
    assert [one.raw for one in answers[0].citations] == [A, B]


# -- how it ends, and whose it is


@pytest.mark.parametrize(
    ("status", "finish", "detail"),
    [
        ("completed", "complete", "completed"),
        ("requires_action", "tool_call", "requires_action"),
        ("requires_continuation", "paused", "requires_continuation"),
        ("budget_exceeded", "length", "budget_exceeded"),
        ("failed", "error", "failed"),
        ("cancelled", "other", "cancelled"),
        ("sang_a_song", "other", "sang_a_song"),
        ("in_progress", "other", None),
        ("queued", "other", None),
        (None, "other", None),
    ],
)
def test_the_status_says_how_it_ended(status: Any, finish: str, detail: str | None) -> None:
    answer = read(body(output(text("Hens.")), status=status))
    assert (answer.finish, answer.finish_detail) == (finish, detail)
    streamed = read(stream(delta("text", text="Hens."), status=status))
    assert streamed.finish == ("truncated" if detail is None else finish)


def test_an_error_in_the_stream_keeps_what_came() -> None:
    error = {"event_type": "error", "error": {"code": "gateway_timeout", "message": "too late"}}
    answer = read([*stream(delta("text", text="Hens"))[:-1], error])
    assert (answer.text, answer.finish, answer.finish_detail) == ("Hens", "error", "gateway_timeout too late")
    assert codes(answer) == ["error_body"]


@pytest.mark.parametrize(
    ("record", "tells"),
    [
        ({"object": "interaction"}, True),
        ({"event_type": "interaction.created"}, True),
        ({"event_type": "step.delta", "index": 3}, True),
        ({"event_type": "stream-start"}, False),
        ({"event_type": ["step.delta"]}, False),
        ({"object": "response", "steps": []}, False),
    ],
)
def test_it_is_known_by_its_shape(record: dict[str, Any], tells: bool) -> None:
    assert providers.reader("google.interactions").spec.tells(record) is tells
    if tells:
        assert providers.reader_for(record).name == "google.interactions"
        assert normalize([record]).provider == "google.interactions"
