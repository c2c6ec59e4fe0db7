"""OpenAI Responses through the openai SDK; and what servers in between make of them."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import normalize, replay
from tests.wire import Wire

Record = dict[str, Any]


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with sdk.OpenAI(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.responses.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncOpenAI(api_key="none", http_client=http_client) as client:
        reply = await client.responses.create(**wire.request, stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


def accumulated(wire: Wire) -> tuple[list[Any], Any]:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with (
        sdk.OpenAI(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client,
        client.responses.stream(**wire.request) as stream,
    ):
        return list(stream), stream.get_final_response()


URL = "https://w.example/"
LINK = f"([w]({URL}))"
TEXT = f"Rails rise {LINK}. End."
CITED: Record = {"type": "url_citation", "start_index": 11, "end_index": 36, "url": URL, "title": "W"}
THOUGHT: Record = {"type": "reasoning", "id": "rs_1", "summary": []}


def message(name: str | None, *parts: Record) -> Record:
    return {"type": "message", "id": name, "role": "assistant", "status": "completed", "content": list(parts)}


def part(text: str, *annotations: Record) -> Record:
    return {"type": "output_text", "text": text, "annotations": list(annotations)}


def completed(*output: Record) -> Record:
    return {
        "type": "response.completed",
        "response": {"object": "response", "status": "completed", "output": [*output]},
    }


def told(item: Record, index: int | None, name: str | None = "msg_1") -> list[Record]:
    """The events of a message of one part, before the last one of the stream."""
    [whole] = item["content"]
    place = {"item_id": name, "content_index": 0} | ({"output_index": index} if index is not None else {})
    at = {"output_index": index} if index is not None else {}
    return [
        {"type": "response.output_item.added", **at, "item": {**item, "content": []}},
        *(
            {"type": "response.output_text.delta", **place, "delta": one}
            for one in (whole["text"][:20], whole["text"][20:])
        ),
        *(
            {"type": "response.output_text.annotation.added", **place, "annotation_index": n, "annotation": one}
            for n, one in enumerate(whole["annotations"])
        ),
        {"type": "response.output_item.done", **at, "item": item},
    ]


SAID = message("msg_1", part(TEXT, CITED))
SO = message("msg_2", part("So."))
THOUGHTS: Record = {**THOUGHT, "content": [part("")]}
CALL: Record = {"type": "function_call", "id": "fc_1", "name": "f", "arguments": "{}"}


@pytest.mark.parametrize(
    ("events", "text", "ids"),
    [
        pytest.param([*told(SAID, 0), completed(THOUGHT, SAID)], "Rails rise. End.", ["0.0.0"], id="counts at the end"),
        pytest.param([*told(SAID, None), completed(THOUGHT, SAID)], "Rails rise. End.", ["0.0.0"], id="no index"),
        pytest.param(
            [*told(SAID, 0), *told(message("msg_2", part("So.")), 0, "msg_2")],
            "Rails rise. End.So.",
            ["0.0.0"],
            id="one index",
        ),
        pytest.param(
            [
                *told(SAID, 0),
                {"type": "response.output_item.added", "output_index": 0, "item": CALL},
                completed(SAID, CALL),
            ],
            "Rails rise. End.",
            ["0.0.0"],
            id="a call with the index of a message",
        ),
        pytest.param(
            [*told({**SAID, "id": "a"}, 0, "b"), completed({**SAID, "id": "c"})],
            "Rails rise. End.",
            ["0.0.0"],
            id="renamed",
        ),
        pytest.param(
            [*told(SAID, 0), *told(SAID, 1), completed(SAID, SAID)],
            "Rails rise. End.Rails rise. End.",
            ["0.0.0", "1.0.0"],
            id="one id for two",
        ),
        pytest.param(
            [*told(SAID, 0), *told(SAID, 0), completed(SAID, SAID)],
            "Rails rise. End.Rails rise. End.",
            ["0.0.0", "1.0.0"],
            id="one id and one index for two",
        ),
        pytest.param(
            [*told(SAID, None), *told({**SO, "id": "msg_1"}, None), completed(SAID, {**SO, "id": "msg_1"})],
            "Rails rise. End.So.",
            ["0.0.0"],
            id="one id for two, and no index",
        ),
        pytest.param(
            [told(SAID, 0)[-1], told(SO, 0, "msg_2")[-1], completed(SAID, SO)],
            "Rails rise. End.So.",
            ["0.0.0"],
            id="one index, and nothing but their ends",
        ),
        pytest.param(
            [*told(SAID, 0), completed(SO, message("msg_3", part("Hm.")), SAID)],
            "Rails rise. End.So.Hm.",
            ["0.0.0"],
            id="more at the end",
        ),
        pytest.param(
            [*told(SAID, 0)[1:], *told(SAID, 1)[1:], completed(SAID, SAID)],
            "Rails rise. End.Rails rise. End.",
            ["0.0.0", "1.0.0"],
            id="one id for two, which are not announced",
        ),
        pytest.param(
            [*told(THOUGHTS, 0)[::3], *told(SAID, 0)[1:], completed(THOUGHT, SAID)],
            "Rails rise. End.",
            ["1.0.0"],
            id="not announced, with the index of what has ended",
        ),
        pytest.param([completed(SAID, SAID)], "Rails rise. End.Rails rise. End.", ["0.0.0", "1.0.0"], id="whole"),
    ],
)
def test_an_item_that_has_an_id_keeps_the_number_it_was_first_told_with(
    events: list[Record], text: str, ids: list[str]
) -> None:
    answer = normalize(events, provider="openai")
    assert (answer.text, [one.id for one in answer.citations]) == (text, ids)
    assert not {"text_differs", "unknown_block"} & {notice.code for notice in answer.notices}


@pytest.mark.parametrize("output", [{"output": []}, {"output": None}, {}])
def test_a_last_event_without_output_leaves_what_came(output: Record) -> None:
    last = completed()
    last["response"] = {"object": "response", "status": "completed", **output}
    answer = normalize([*told(SAID, 0), last], provider="openai")
    assert replay(answer, "openai") == replay(normalize(completed(SAID)["response"]), "openai")
    assert answer.finish == "complete"


@pytest.mark.parametrize("content", ["Hens.", ["Hens", "."], [{"type": "text", "text": "Hens."}]])
def test_a_text_that_is_no_part_is_text_all_the_same(content: Any) -> None:
    item = {**SAID, "content": content}
    for data in (completed(item)["response"], [told(SAID, 0)[0], told(SAID, 0)[-1] | {"item": item}, completed(item)]):
        answer = normalize(data, provider="openai")
        told_so = ["odd_field"] if content == "Hens." else []
        assert (answer.text, [notice.code for notice in answer.notices]) == ("Hens.", told_so)
        [back] = replay(answer, "openai")
        assert back["content"] == [part(one) for one in (content if len(content) == 2 else ["Hens."])]


def test_a_refusal_that_breaks_off_is_part_of_the_turn() -> None:
    delta = {"type": "response.refusal.delta", "output_index": 0, "content_index": 0, "delta": "No"}
    answer = normalize([delta, {**delta, "delta": "."}], provider="openai")
    assert answer.refusal == "No."
    assert isinstance(answer.raw, dict)
    assert answer.raw["output"] == [
        {"type": "message", "role": "assistant", "content": [{"type": "refusal", "refusal": "No."}]}
    ]


RUN = "\ue200cite\ue202turn0search0\ue201"
BARE = f"[a]({URL}) and [b]({URL})"
BEST = f"[the [best] hen]({URL})"
LONG = f"([w]({URL}{'a' * 256}))"


def linked(text: str, words: str, url: str = URL, *, by: int = 0, short: int = 0) -> Record:
    """The annotation of some words, its range off by so many."""
    start = text.index(words)
    return {**CITED, "start_index": start + by, "end_index": start + len(words) + by - short, "url": url}


@pytest.mark.parametrize("early", [False, True])
@pytest.mark.parametrize(
    ("text", "given", "visible", "words", "codes"),
    [
        ("A 【3:0†source】.", [linked("A 【3:0†source】.", "【3:0†source】")], "A.", [""], []),
        (f"A {RUN}.", [linked(f"A {RUN}.", RUN)], "A.", [""], []),
        (f"A {RUN}.", [linked(f"A {RUN}.", RUN), linked(f"A {RUN}.", RUN, "https://x.example/")], "A.", ["", ""], []),
        (f"A {LINK}.", [linked(f"A {LINK}.", LINK, "https://w.example")], "A.", [""], ["range_is_no_link"]),
        (f"A {LINK}{LINK}.", [linked(f"A {LINK}.", LINK, by=len(LINK))], f"A {LINK}.", [""], []),
        (
            f"A [w]({URL}?u=1).",
            [linked(f"A [w]({URL}?u=1).", f"[w]({URL}?u=1)")],
            None,
            [f"[w]({URL}?u=1)"],
            ["range_is_no_link"],
        ),
        (
            BARE,
            [linked(BARE, f"[a]({URL})", short=1), linked(BARE, f"[b]({URL})", short=1)],
            None,
            [f"[a]({URL})", f"[b]({URL})"],
            ["offset_mended"] * 2,
        ),
        (
            f"🚀🚀 {BARE}",
            [linked(f"🚀🚀 {BARE}", f"[{x}]({URL})", by=2) for x in "ab"],
            None,
            [f"[a]({URL})", f"[b]({URL})"],
            ["offset_unit"] * 2,
        ),
        (f"A {BARE}", [linked(f"A {BARE}", BARE, short=50)], None, [None], ["offset_unusable"]),
        (f"Hens are far off. {BEST}", [linked(f"Hens are far off. {BEST}", "Hens")], None, [BEST], ["offset_mended"]),
        (f"A {LONG}.", [linked(f"A {LONG}.", LONG, f"{URL}{'a' * 256}")], None, [LONG], ["broken_mark"]),
        (
            f"A ([a]b]({URL})).",
            [linked(f"A ([a]b]({URL})).", f"([a]b]({URL}))")],
            None,
            [f"([a]b]({URL}))"],
            ["broken_mark"],
        ),
        (
            "`A 【3:0†source】`",
            [linked("`A 【3:0†source】`", "【3:0†source】")],
            None,
            ["【3:0†source】"],
            ["mark_in_code"],
        ),
    ],
)
def test_where_an_annotation_hangs(
    text: str, given: list[Record], visible: str | None, words: list[str | None], codes: list[str], early: bool
) -> None:
    item = message("msg_1", part(text, *given))
    events = told(item, 0)
    if early:
        events[1:-1] = [*events[3:-1], *events[1:3]]
    whole = normalize(completed(item)["response"])
    streamed = normalize([*events, completed(item)], provider="openai")
    assert (whole.text, [notice.code for notice in whole.notices]) == (visible or text, codes)
    assert (whole.text, whole.citations, whole.lifted) == (streamed.text, streamed.citations, streamed.lifted)
    assert sorted(notice.code for notice in streamed.notices) == sorted(codes)
    assert [one.anchor and whole.text[one.anchor.start : one.anchor.end] for one in whole.citations] == words
    assert all((one.raw_span is not None) == (word == "") for one, word in zip(whole.citations, words, strict=True))


UNTITLED = {**CITED, "title": None}


@pytest.mark.parametrize(
    ("given", "last", "ids"),
    [
        pytest.param([UNTITLED], [CITED], ["0.0.0"], id="fuller at the end"),
        pytest.param([UNTITLED, UNTITLED], [CITED, CITED], ["0.0.0", "0.0.1"], id="two of one link"),
        pytest.param([UNTITLED], [UNTITLED, CITED], ["0.0.0", "0.0.1"], id="one more of a link"),
        pytest.param([CITED], [CITED], ["0.0.0"], id="the same"),
    ],
)
def test_an_annotation_that_says_more_when_it_comes_again_is_one(
    given: list[Record], last: list[Record], ids: list[str]
) -> None:
    done = completed(message("msg_1", part(TEXT, *last)))
    whole = normalize(done["response"])
    answer = normalize([*told(message("msg_1", part(TEXT, *given)), 0), done], provider="openai")
    assert [one.id for one in answer.citations] == ids
    assert (answer.citations, answer.sources) == (whole.citations, whole.sources)
    assert [one.raw for one in answer.citations] == last
    assert [(one.code, one.raw) for one in answer.notices] == [
        ("told_again", one) for one, other in zip(given, last, strict=False) if one != other
    ]


def test_an_annotation_that_says_less_when_it_comes_again_takes_nothing_back() -> None:
    answer = normalize([*told(SAID, 0), completed(message("msg_1", part(TEXT, UNTITLED)))], provider="openai")
    assert [(one.id, one.raw) for one in answer.citations] == [("0.0.0", CITED)]
    assert [one.title for one in answer.sources] == ["W"]
    assert [(one.code, one.raw) for one in answer.notices] == [("told_again", UNTITLED)]


def test_what_came_twice_in_two_forms_is_told_once() -> None:
    less = message("msg_1", part(TEXT, UNTITLED))
    closed = {"type": "response.content_part.done", "output_index": 0, "content_index": 0, "part": part(TEXT, UNTITLED)}
    answer = normalize([*told(SAID, 0)[:-1], closed, told(less, 0)[-1], completed(less)], provider="openai")
    assert [one.raw for one in answer.citations] == [CITED]
    assert [(one.code, one.raw) for one in answer.notices] == [("told_again", UNTITLED)]


def test_each_annotation_of_a_list_is_another_one() -> None:
    first = {**CITED, "title": "V"}
    listed = completed(message("msg_1", part(TEXT, first, first, CITED)))
    answer = normalize([*told(SAID, 0), listed], provider="openai")
    assert [one.raw for one in answer.citations] == [CITED, first, first]


def test_an_annotation_that_says_something_else_when_it_comes_again_is_another_one() -> None:
    other = {**CITED, "title": "V"}
    answer = normalize([*told(SAID, 0), completed(message("msg_1", part(TEXT, other)))], provider="openai")
    assert [(one.id, one.raw) for one in answer.citations] == [("0.0.0", CITED), ("0.0.1", other)]


def test_annotations_whose_events_count_from_another_number_are_the_listed_ones() -> None:
    events = [{**one, "annotation_index": 1} if "annotation_index" in one else one for one in told(SAID, 0)]
    answer = normalize([*events, completed(SAID)], provider="openai")
    assert [(one.id, one.raw) for one in answer.citations] == [("0.0.1", CITED)]


FILE = "sandbox:/mnt/data/q.csv"


@pytest.mark.parametrize(
    ("text", "start", "end", "words", "codes"),
    [
        (f"A [q]({FILE}).", 6, 29, FILE, []),
        (f"A [q]({FILE}).", 7, 30, FILE, ["offset_mended"]),
        (f"🚀🚀 [q]({FILE}).", 9, 32, FILE, ["offset_unit"]),
        (f"A [q]({FILE}).", 2, 30, f"[q]({FILE})", []),  # not the address, and not said to be
        (f"A [q]({FILE}).", 0, 0, None, []),
    ],
)
def test_the_range_of_a_file_of_a_container_is_its_address(
    text: str, start: int, end: int, words: str | None, codes: list[str]
) -> None:
    given = {"type": "container_file_citation", "container_id": "c", "file_id": "f", "filename": "q.csv"}
    answer = normalize(
        completed(message("m", part(text, {**given, "start_index": start, "end_index": end})))["response"]
    )
    [citation] = answer.citations
    assert citation.anchor is None if words is None else citation.anchor is not None
    assert words == (citation.anchor and text[citation.anchor.start : citation.anchor.end])
    assert [notice.code for notice in answer.notices] == codes


@pytest.mark.parametrize("kind", [{}, {"type": None}, {"type": "page_citation"}])
@pytest.mark.parametrize("nested", [False, True])
def test_an_annotation_with_an_address_is_that_of_a_link_whatever_its_type(kind: Record, nested: bool) -> None:
    said = {key: value for key, value in CITED.items() if key != "type"}
    given = {**kind, **({kind.get("type") or "url_citation": said} if nested else said)}
    answer = normalize(completed(message("m", part(TEXT, given)))["response"])
    assert (answer.text, [one.code for one in answer.notices]) == ("Rails rise. End.", ["unknown_citation_type"])
    assert [(one.type, one.source_id, one.raw) for one in answer.citations] == [(kind.get("type"), URL, given)]


def test_what_a_search_returned_is_a_source_and_what_is_no_record_is_told() -> None:
    page = {"type": "text_result", "url": "https://found.example/", "title": "Found", "snippet": "Rails."}
    seen = {"type": "url", "url": "https://seen.example/"}
    search = {"type": "web_search_call", "action": {"sources": [seen, None, "odd"]}, "results": [page, 7]}
    passage = {"file_id": "f1", "filename": "a.md", "text": "Hens."}
    files = {"type": "file_search_call", "results": [passage, None, "odd"]}
    answer = normalize(completed(search, files, message("m", part("Hi.")))["response"])
    assert [(one.id, one.title, one.text, one.raw) for one in answer.sources] == [
        ("https://found.example/", "Found", "Rails.", page),
        ("https://seen.example/", None, None, seen),
        ("f1", "a.md", None, None),
        ("f1#0", "a.md", "Hens.", passage),
    ]
    assert [notice.code for notice in answer.notices] == ["odd_payload"] * 3


def test_the_address_of_a_page_that_was_consulted_and_found_means_the_one_with_a_text() -> None:
    page = {"type": "text_result", "url": URL, "title": "Found", "snippet": "Rails."}
    seen = {"type": "url", "url": URL}
    search = {"type": "web_search_call", "action": {"sources": [seen]}, "results": [page]}
    answer = normalize(completed(search, SAID)["response"])
    assert [(one.id, one.text, one.raw) for one in answer.sources] == [(URL, "Rails.", page), (f"{URL}~2", None, seen)]
    assert [one.source_id for one in answer.citations] == [URL]
