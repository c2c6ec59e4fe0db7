"""OpenAI Chat Completions through the openai SDK, and what the servers that send its shape add to it.

`accumulated` is missing: OpenAI's helper gives up on annotations that come in several chunks, and passes over chunks
that Azure calls by another name. What it can read is tested below.
"""

from __future__ import annotations

import inspect
import json
from collections import deque
from collections.abc import Callable
from typing import Any, cast

import pytest
from pydantic import JsonValue

from citebridge import Answer, normalize, normalize_stream, providers, validate
from citebridge.errors import UnknownShape
from citebridge.models import AnswerDone, CitationAdded, SourceAdded, TextDelta
from citebridge.testing.work import check_growth
from tests.wire import Wire


def call(create: Callable[..., Any], wire: Wire) -> dict[str, Any]:
    """The arguments that make the SDK send this body: fields of other servers go beside its own."""
    own = inspect.signature(create).parameters
    extra = {name: value for name, value in wire.request.items() if name not in own}
    return {name: value for name, value in wire.request.items() if name in own} | {"extra_body": extra}


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    with sdk.OpenAI(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        create = client.chat.completions.create
        reply = create(**call(create, wire), stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncOpenAI(api_key="none", http_client=http_client) as client:
        create = client.chat.completions.create
        reply = await create(**call(create, wire), stream=wire.streamed)
        return [event async for event in reply] if wire.streamed else reply


# -- answers in few words


def body(content: Any, **message: Any) -> dict[str, Any]:
    """A whole response."""
    return {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": {"content": content, **message}, "finish_reason": "stop"}],
    }


def chunks(*deltas: dict[str, Any], finish: str | None = "stop") -> list[dict[str, Any]]:
    """A stream of these deltas."""
    return [
        {"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": delta, "finish_reason": None}]}
        for delta in deltas
    ] + [{"object": "chat.completion.chunk", "choices": [{"index": 0, "delta": {}, "finish_reason": finish}]}]


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="openai.chat", **given)


def cited(answer: Answer) -> list[tuple[str | None, str | None, str | None]]:
    """What each citation hangs on (a span, or the text up to a point), the mark it was lifted from, and its source."""
    found: list[tuple[str | None, str | None, str | None]] = []
    for one in answer.citations:
        at, mark = one.anchor, one.raw_span
        words = None
        if at is not None:
            words = answer.text[at.start : at.end] if at.kind == "span" else f"{answer.text[: at.start]}‸"
        found.append((words, answer.raw_text[mark.start : mark.end] if mark else None, one.source_id))
    return found


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def url_citation(start: Any, end: Any, url: str = "https://pier.example/", **more: Any) -> dict[str, Any]:
    return {"type": "url_citation", "url_citation": {"start_index": start, "end_index": end, "url": url, **more}}


# -- Azure OpenAI on your data


def document(name: str | None, content: str, url: str | None = None) -> dict[str, Any]:
    return {"content": content, "title": "T", "url": url, "filepath": name, "chunk_id": "0"}


def test_azures_documents_are_passages_of_files_and_the_marks_count_them() -> None:
    found = [document("a.md", "Hens."), document(None, "Ducks.", "https://b.example/"), document("a.md", "Geese.")]
    found.append(document(None, "Swans."))
    text = "Hens lay [doc1][doc3]. Ducks swim [doc2], swans too [doc4]. Owls fly [doc9]."
    answer = read(body(text, context={"citations": found, "intent": "[]"}))
    assert answer.text == "Hens lay. Ducks swim, swans too. Owls fly."
    assert cited(answer) == [
        ("Hens lay‸", "[doc1]", "a.md#0"),
        ("Hens lay‸", "[doc3]", "a.md#1"),
        ("Hens lay. Ducks swim‸", "[doc2]", "https://b.example/#0"),
        ("Hens lay. Ducks swim, swans too‸", "[doc4]", "document:3"),
        ("Hens lay. Ducks swim, swans too. Owls fly‸", "[doc9]", None),
    ]
    assert [(one.ref, one.raw) for one in answer.citations[::4]] == [
        ("doc1", {"marker": "[doc1]"}),
        ("doc9", {"marker": "[doc9]"}),
    ]
    assert codes(answer) == ["unresolved_reference"]
    assert [source.raw for source in answer.sources] == found
    assert [(one.id, one.kind, one.text, one.aliases, one.derived_from) for one in answer.sources] == [
        ("a.md#0", "chunk", "Hens.", ("[doc1]",), ("a.md",)),
        ("https://b.example/#0", "chunk", "Ducks.", ("[doc2]",), ("https://b.example/",)),
        ("a.md#1", "chunk", "Geese.", ("[doc3]",), ("a.md",)),
        ("document:3", "chunk", "Swans.", ("[doc4]",), ()),
    ]


DOCUMENTS = {"citations": [document("a.md", "Hens."), document("b.md", "Ducks.")]}


@pytest.mark.parametrize("context", [None, {}, {"citations": []}, {"citations": None, "intent": "[]"}])
def test_without_the_list_that_it_counts_a_mark_of_azure_is_prose(context: Any) -> None:
    answer = read(body("It rose [doc1].", context=context))
    assert (answer.text, answer.citations, answer.notices) == ("It rose [doc1].", (), ())


@pytest.mark.parametrize("gap", [None, "odd", 3])
def test_what_is_no_document_counts_all_the_same(gap: Any) -> None:
    answer = read(body("Hens [doc1]. Ducks [doc2].", context={"citations": [gap, document("b.md", "Ducks.")]}))
    assert cited(answer) == [("Hens‸", "[doc1]", None), ("Hens. Ducks‸", "[doc2]", "b.md#0")]
    assert codes(answer) == ["odd_payload", "unresolved_reference"]


def test_a_document_told_again_in_other_words_is_another_source() -> None:
    other = {"citations": [document("a.md", "Hens!"), *DOCUMENTS["citations"][1:]]}
    answer = read(chunks({"context": DOCUMENTS}, {"context": other}, {"content": "Ducks [doc2]."}))
    assert [(one.id, one.text) for one in answer.sources] == [
        ("a.md#0", "Hens."),
        ("a.md#0~2", "Hens!"),
        ("b.md#0", "Ducks."),
    ]
    assert cited(answer) == [("Ducks‸", "[doc2]", "b.md#0")]
    assert codes(answer) == ["source_id_clash"]


def test_a_number_of_ours_is_no_name_of_the_callers() -> None:
    given = [{"id": "document:0", "title": "The caller's"}]
    answer = read(body("Hens [doc1].", context={"citations": [document(None, "Hens.")]}), sources=given)
    assert [(one.id, one.text) for one in answer.sources] == [
        ("document:0", None),
        ("document:0~2", "Hens."),
    ]
    assert [one.source_id for one in answer.citations] == ["document:0~2"]


@pytest.mark.parametrize(
    "text", ["See `[doc1]`.", "See [doc1](https://a.example/).", "See [doc1234].", r"See \[doc1]."]
)
def test_what_only_looks_like_a_mark_of_azure_is_prose(text: str) -> None:
    assert read(body(text, context=DOCUMENTS)).text == text


@pytest.mark.parametrize(
    "deltas",
    [
        [{"context": DOCUMENTS}, {"content": "Hens [d"}, {"content": "oc2"}, {"content": "]."}],
        [{"content": "Hens [doc2]."}, {"context": DOCUMENTS}],
        [{"context": DOCUMENTS}, {"content": "Hens [doc2]."}, {"context": DOCUMENTS}],
        [
            {"context": {"citations": DOCUMENTS["citations"][:1]}},
            {"content": "Hens [doc2]."},
            {"context": DOCUMENTS},
        ],
    ],
    ids=["first", "last", "repeated", "grown"],
)
def test_azures_list_may_come_with_any_chunk(deltas: list[dict[str, Any]]) -> None:
    events = list(normalize_stream(chunks(*deltas), provider="openai.chat"))
    answer = events[-1].answer if isinstance(events[-1], AnswerDone) else None
    whole = read(body("Hens [doc2].", context=DOCUMENTS))
    assert answer is not None
    assert cited(answer) == cited(whole) == [("Hens‸", "[doc2]", "b.md#0")]
    assert answer.sources == whole.sources
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "Hens."
    assert sum(isinstance(event, SourceAdded) for event in events) == 2


# -- annotations

LINK = "([pier](https://pier.example/))"
TEXT = f"It sails {LINK}."  # the link is 9 to 40


@pytest.mark.parametrize(
    ("text", "annotation", "expected", "told"),
    [
        (TEXT, url_citation(9, 40), ("It sails‸", LINK), []),
        (TEXT, {"type": "url_citation", "start_index": 9, "end_index": 40, "url": "https://pier.example/"}, ("It sails‸", LINK), []),
        (TEXT, url_citation(9, 39), ("It sails‸", LINK), ["offset_mended"]),
        ("🐕🐕🐕🐕🐕" + TEXT, url_citation(19, 50), ("🐕🐕🐕🐕🐕It sails‸", LINK), ["offset_unit"]),
        (TEXT, url_citation(0, 0), (None, None), []),
        (TEXT, url_citation(None, None), (None, None), []),
        (TEXT, url_citation("9", "40"), (None, None), ["odd_field", "odd_field"]),
        ("See [pier](https://pier.example/).", url_citation(4, 33), ("[pier](https://pier.example/)", None), []),
        ("It sails today.", url_citation(0, 8), ("It sails", None), ["range_is_no_link"]),
        ("It sails today.", url_citation(40, 70), (None, None), ["offset_unusable"]),
        ("", url_citation(0, 0), (None, None), []),
    ],
    ids=["nested", "flat", "short", "utf16", "zero", "null", "text", "bare", "claim", "outside", "empty"],
)  # fmt: skip
def test_where_an_annotation_hangs(
    text: str, annotation: dict[str, Any], expected: tuple[str | None, str | None], told: list[str]
) -> None:
    answer = read(body(text, annotations=[annotation]))
    assert cited(answer) == [(*expected, "https://pier.example/")]
    assert [one.raw for one in answer.citations] == [annotation]
    assert codes(answer) == told
    streamed = read(chunks(*[{"content": sign} for sign in text], {"annotations": [annotation]}))
    assert (streamed.text, streamed.citations) == (answer.text, answer.citations)


def test_the_words_of_a_page_are_quoted_and_an_empty_title_is_none() -> None:
    answer = read(body("Hi", annotations=[url_citation(0, 0, title="", content="It sails.")]))
    assert [(one.type, one.cited_text, one.ref) for one in answer.citations] == [
        ("url_citation", "It sails.", "https://pier.example/")
    ]
    assert [(one.id, one.kind, one.url, one.title) for one in answer.sources] == [
        ("https://pier.example/", "web", "https://pier.example/", None)
    ]


@pytest.mark.parametrize(
    ("annotation", "expected", "told"),
    [
        ({"type": "song_citation", "song": {"id": "x"}}, (None, "song_citation", None), ["unknown_citation_type"]),
        ({"type": "url_citation"}, (None, "url_citation", None), []),
        ({"type": None, "url_citation": 3}, (None, None, None), ["unknown_citation_type"]),
        ({"type": "file_citation", "file_id": "f1", "index": 2}, ("Hi‸", "file_citation", "f1"), []),
        (
            {"type": "document_citation", "document_citation": {"document_id": "d", "start_index": 0, "end_index": 2}},
            ("Hi", "document_citation", "d"),
            [],
        ),
        (
            {"type": "function_citation", "function_citation": {"tool_call_id": "c", "start_index": 0, "end_index": 2}},
            ("Hi", "function_citation", "c"),
            [],
        ),
    ],
    ids=["unknown", "empty", "odd", "file", "document", "function"],
)
def test_every_kind_of_annotation_is_kept(annotation: Any, expected: tuple[Any, ...], told: list[str]) -> None:
    answer = read(body("Hi there", annotations=[annotation, "odd", None]))
    assert [(*cited(answer)[0][:1], one.type, one.source_id) for one in answer.citations] == [expected]
    assert [one.raw for one in answer.citations] == [annotation]
    assert codes(answer) == [*told, "odd_payload"]


FIRST, SECOND = url_citation(9, 40, title="Pier"), url_citation(51, 82)
LONG = f"{TEXT} It rings {LINK}."


@pytest.mark.parametrize(
    "told",
    [
        [{"annotations": [FIRST]}, {"content": TEXT}, {"annotations": [SECOND]}, {"content": LONG[41:]}],
        [{"content": TEXT, "annotations": [FIRST]}, {"content": LONG[41:], "annotations": [FIRST, SECOND]}],
        [{"content": LONG}, {"annotations": [FIRST, SECOND]}, {"annotations": [FIRST, SECOND]}],
        [{"content": LONG}, {"annotations": []}, {"annotations": None}, {"annotations": [FIRST]}, {"annotations": [SECOND]}],
    ],
    ids=["before", "grown", "repeated", "apart"],
)  # fmt: skip
def test_annotations_may_come_early_late_and_again(told: list[dict[str, Any]]) -> None:
    assert (LONG[9:40], LONG[51:82]) == (LINK, LINK)
    answer = read(chunks(*told))
    assert answer.text == "It sails. It rings."
    assert [(one.id, *where) for one, where in zip(answer.citations, cited(answer), strict=True)] == [
        ("0.0", "It sails‸", LINK, "https://pier.example/"),
        ("0.1", "It sails. It rings‸", LINK, "https://pier.example/"),
    ]


def test_an_annotation_that_has_a_title_when_it_comes_again_is_one() -> None:
    first = url_citation(9, 40, title=None)
    answer = read(chunks({"content": LONG}, {"annotations": [first]}, {"annotations": [FIRST, SECOND]}))
    assert [(one.id, one.raw) for one in answer.citations] == [("0.0", FIRST), ("0.1", SECOND)]
    assert answer.sources[0].title == "Pier"
    turn: Any = answer.raw
    assert turn["choices"][0]["message"]["annotations"] == [FIRST, SECOND]


def test_an_annotation_too_late_for_its_link_hangs_on_the_link() -> None:
    deltas = [{"content": f"{TEXT} "}, *[{"content": "So it goes. "}] * 30, {"annotations": [FIRST]}]
    answer = read(chunks(*deltas))
    assert answer.text.startswith(TEXT)
    assert cited(answer) == [(LINK, None, "https://pier.example/")]
    assert codes(answer) == ["late_annotation"]


# -- lists beside the choices, and in the tools of Groq


def test_urls_beside_the_choices_are_sources_and_no_citations() -> None:
    urls = ["https://pier.example/", "https://b.example/", "", 3, None]
    first = {"annotations": [url_citation(0, 0, title="Pier")]}
    told = chunks(first, {"content": "It sails [2]."})
    answer = read([{**one, "citations": urls} for one in told])
    grown = read([{**one, "citations": urls[:n]} for n, one in enumerate(told, 1)])
    assert (grown.sources, grown.citations) == (answer.sources, answer.citations)
    assert answer.text == "It sails [2]."
    assert len(answer.citations) == 1
    assert [(one.id, one.kind, one.title, one.raw) for one in answer.sources] == [
        ("https://pier.example/", "web", "Pier", "https://pier.example/"),
        ("https://b.example/", "web", None, "https://b.example/"),
    ]


def test_a_file_that_openrouter_has_parsed_is_cited_without_a_place() -> None:
    content = [
        {"type": "text", "text": "Ash"},
        {"type": "image_url", "image_url": {}},
        {"type": "text", "text": "bends."},
    ]
    parsed = {"type": "file", "file": {"hash": "h1", "name": "ash.pdf", "content": content}}
    for data in (body("Ash.", annotations=[parsed]), chunks({"content": "Ash."}, {"annotations": [parsed]})):
        answer = read(data)
        assert [(one.id, one.kind, one.title, one.text) for one in answer.sources] == [
            ("h1", "file", "ash.pdf", "Ash\nbends.")
        ]
        assert [(one.source_id, one.anchor, one.raw) for one in answer.citations] == [("h1", None, parsed)]
        assert (answer.notices, validate(answer).ok) == ((), True)


@pytest.mark.parametrize(
    ("annotation", "named"),
    [
        ({"type": "page", "url": "https://a.example/", "hash": "h1"}, ("https://a.example/", "web", None, None)),
        ({"file": {"hash": "h1"}, "url": "https://a.example/"}, ("https://a.example/", "web", None, None)),
        (
            {"type": "file_citation", "file_id": "f1", "content": [{"type": "text", "text": "A passage."}], "index": 1},
            ("f1", "file", None, None),
        ),
    ],
)
def test_only_a_file_that_was_parsed_goes_by_its_hash_and_has_its_text(annotation: Any, named: tuple[Any, ...]) -> None:
    answer = read(body("Ash.", annotations=[annotation]))
    assert [(one.id, one.kind, one.title, one.text) for one in answer.sources] == [named]


def tool(index: Any, *pages: dict[str, Any], opened: Any = None) -> dict[str, Any]:
    return {"index": index, "type": "search", "search_results": {"results": [*pages]}, "browser_results": opened}


PAGES = [
    {"title": word, "url": f"https://{word}.example/", "content": f"{word}s", "score": 0.5} for word in ("hen", "owl")
]
UNNAMED = {"content": "Nobody knows."}


def test_what_groqs_tools_found_are_sources_however_often_it_is_told() -> None:
    tools = [
        tool(0, *PAGES),
        tool(1, UNNAMED, opened=[{"title": "Live", "url": "https://live.example/", "content": "Now"}]),
    ]
    whole = read(body("Hi", executed_tools=tools))
    assert [(one.id, one.kind, one.title, one.url, one.text) for one in whole.sources] == [
        ("https://hen.example/", "web", "hen", "https://hen.example/", "hens"),
        ("https://owl.example/", "web", "owl", "https://owl.example/", "owls"),
        ("search_result:1.0", "web", None, None, "Nobody knows."),
        ("https://live.example/", "web", "Live", "https://live.example/", "Now"),
    ]
    assert [one.raw for one in whole.sources] == [*PAGES, UNNAMED, *tools[1]["browser_results"]]
    begun = {"index": 0, "type": "search", "arguments": "{}", "search_results": None}
    told = [[begun], [tools[0]], [tools[1]], [tools[1], tools[0]]]
    streamed = read(chunks(*[{"executed_tools": one} for one in told], {"content": "Hi"}))
    assert streamed.sources == whole.sources
    assert (streamed.notices, whole.notices) == ((), ())


def test_what_groq_cites_is_in_the_request() -> None:
    request = {
        "documents": [
            {"id": "hens", "source": {"type": "text", "text": "Hens cluck."}},
            {"source": {"type": "json", "data": {"title": "Ducks", "text": "Ducks quack.", "url": "https://d.example/"}}},
            {"id": None, "source": None},
            "odd",
        ],
        "messages": [
            {"role": "user", "content": "What says the owl?"},
            {"role": "tool", "tool_call_id": "call_7", "content": "Owls hoot."},
            {"role": "tool", "tool_call_id": "call_8", "content": [{"type": "text", "text": "Owls "}, {"type": "text", "text": "fly."}]},
            {"role": "tool", "content": "Nobody can name this."},
        ],
    }  # fmt: skip
    annotation = {
        "type": "function_citation",
        "function_citation": {"tool_call_id": "call_7", "start_index": 0, "end_index": 4},
    }
    answer = read(body("Hoot", annotations=[annotation]), request=request)
    assert [(one.id, one.kind, one.title, one.url, one.text) for one in answer.sources] == [
        ("hens", "document", None, None, "Hens cluck."),
        ("document:1", "document", "Ducks", "https://d.example/", "Ducks quack."),
        ("document:2", "document", None, None, None),
        ("document:3", "document", None, None, None),
        ("call_7", "tool", None, None, "Owls hoot."),
        ("call_8", "tool", None, None, "Owls fly."),
    ]
    assert cited(answer) == [("Hoot", None, "call_7")]
    assert {one.origin for one in answer.sources} == {"caller"}


def test_groq_says_at_the_end_of_a_stream_what_it_took() -> None:
    begun, end = chunks({"content": "Hi"})
    usage = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    answer = read([{**begun, "x_groq": {"id": "req_1"}}, {**end, "x_groq": {"id": "req_1", "usage": usage}}])
    assert (answer.finish, answer.usage) == ("complete", usage)
    whole = {**body("Hi"), "usage": usage, "x_groq": {"id": "req_1", "usage": {"dram_cached_tokens": 7}}}
    assert read(whole).usage == usage


def test_groq_says_why_a_stream_broke_off() -> None:
    answer = read([chunks({"content": "Hi"})[0], {"choices": [], "x_groq": {"error": "over capacity"}}])
    assert (answer.text, answer.finish, answer.finish_detail) == ("Hi", "error", "over capacity")


# -- how an answer ends, and what else is in it


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("stop", "complete"),
        ("length", "length"),
        ("tool_calls", "tool_call"),
        ("function_call", "tool_call"),
        ("content_filter", "filtered"),
        ("error", "error"),
        ("eos", "complete"),  # Together's
        ("sensitive", "filtered"),  # Zhipu's (docs.bigmodel.cn)
        ("network_error", "error"),
        ("sang_a_song", "other"),
    ],
)
def test_the_word_for_the_end(word: str, finish: str) -> None:
    whole = body("Hi")
    whole["choices"][0]["finish_reason"] = word
    for data in (whole, chunks({"content": "Hi"}, finish=word)):
        answer = read(data)
        assert (answer.finish, answer.finish_detail) == (finish, word)


def test_without_a_word_for_the_end_a_stream_was_cut_off() -> None:
    answer = read(chunks({"content": f"Hi {LINK[:9]}"}, finish=None))
    assert (answer.text, answer.finish, codes(answer)) == ("Hi ([pier](h", "truncated", ["stream_truncated"])
    whole = body("Hi")
    whole["choices"][0]["finish_reason"] = None
    assert read(whole).finish == "other"


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (body(None, refusal="I will not."), ("", "I will not.")),
        (body([{"type": "refusal", "refusal": "No."}]), ("", "No.")),
        (chunks({"refusal": None}, {"refusal": "I will"}, {"refusal": " not."}), ("", "I will not.")),
        (chunks({"content": "Well. "}, {"refusal": "No."}), ("Well. ", "No.")),
        (body("Yes.", refusal=None), ("Yes.", None)),
        (body("Yes.", refusal=""), ("Yes.", None)),
    ],
    ids=["whole", "part", "pieces", "after text", "null", "empty"],
)
def test_a_refusal_is_no_text(data: Any, expected: tuple[str, str | None]) -> None:
    answer = read(data)
    assert (answer.text, answer.refusal) == expected


def test_a_mark_that_the_assistants_left_is_lifted_and_told() -> None:
    answer = read(chunks({"content": "It rose【4:"}, {"content": "0†a.md】."}))
    assert (answer.text, codes(answer)) == ("It rose.", ["stray_mark", "unresolved_reference"])
    assert cited(answer) == [("It rose‸", "【4:0†a.md】", None)]


def test_the_annotations_of_a_content_part_count_within_it() -> None:
    given = {**url_citation(9, 40)["url_citation"], "type": "url_citation"}
    content = [{"type": "text", "text": "Ships. "}, {"type": "text", "text": TEXT, "annotations": [given]}]
    for data in (body(content), chunks({"content": content})):
        answer = read(data)
        assert (answer.text, cited(answer)) == (
            "Ships. It sails.",
            [("Ships. It sails‸", LINK, "https://pier.example/")],
        )
        assert [(one.id, one.raw) for one in answer.citations] == [("0.1.0", given)]


def test_documents_that_were_found_and_not_cited_are_sources_too() -> None:
    cited_one = {"content": "Hens.", "title": "H", "filepath": "a.md", "chunk_id": "0"}
    found = [{**cited_one, "rerank_score": 3}, {"content": "Owls.", "filepath": "o.md"}]
    context = {"citations": [cited_one], "all_retrieved_documents": found}
    answer = read(body("Hens lay [doc1]. Owls [doc2].", context=context))
    assert [(one.id, one.aliases, one.raw) for one in answer.sources] == [
        ("a.md#0", ("[doc1]",), cited_one),
        ("a.md#1", (), found[0]),
        ("o.md#0", (), found[1]),
    ]
    assert [one.source_id for one in answer.citations] == ["a.md#0", None]


def test_the_first_choice_is_read_and_others_are_kept() -> None:
    whole = body("One", annotations=[url_citation(0, 0)])
    whole["choices"].append({"index": 1, "message": {"content": "Two", "annotations": [url_citation(0, 0)]}})
    answer = read(whole)
    assert (answer.text, len(answer.citations), codes(answer)) == ("One", 1, ["extra_candidates"])
    assert answer.raw == whole


@pytest.mark.parametrize(
    ("indexes", "text"),
    [([1, 0], "b"), ([0, 0], "a"), ([None, 1], "a"), ([1], "a"), ([2, 1], "b"), ([None, None], "a")],
)
def test_the_first_choice_is_known_by_its_index(indexes: list[int | None], text: str) -> None:
    said = [
        {"index": index, "message": {"content": word}, "finish_reason": "stop"}
        for index, word in zip(indexes, "ab", strict=False)
    ]
    deltas = [{"index": one["index"], "delta": one["message"], "finish_reason": "stop"} for one in said]
    whole, streamed = (
        {"object": "chat.completion", "choices": said},
        [{"object": "chat.completion.chunk", "choices": deltas}],
    )
    for answer in (read(whole), read(streamed)):
        assert (answer.text, answer.finish) == (text, "complete")
        assert ("extra_candidates" in codes(answer)) == (indexes != [0])
    turn: Any = read(streamed).raw
    assert {one["message"]["content"] for one in turn["choices"] if "message" in one} == {text}


@pytest.mark.parametrize(
    "content", ["Hens cluck.", ["Hens ", "cluck."], [{"type": "text", "text": "Hens cluck."}, {"type": "image_url"}]]
)
def test_content_is_a_text_or_parts(content: Any) -> None:
    assert read(body(content)).text == "Hens cluck."


def test_a_stream_leaves_the_message_that_its_chunks_tell() -> None:
    deltas = [
        {"role": "assistant", "content": "", "context": DOCUMENTS},
        {"content": "Hens"},
        {"content": " lay [doc1]."},
        {"annotations": [url_citation(0, 0)]},
    ]
    answer = read(chunks(*deltas))
    assert isinstance(answer.raw, dict)
    assert answer.raw["choices"] == [
        {
            "index": 0,
            "finish_reason": "stop",
            "message": {
                "role": "assistant",
                "content": "Hens lay [doc1].",
                "context": DOCUMENTS,
                "annotations": [url_citation(0, 0)],
            },
        }
    ]


# -- whose it is

# How Azure tells what its filter says of the prompt, before all else.
FILTERED: dict[str, Any] = {"id": "", "object": "", "created": 0, "model": "", "choices": []}


@pytest.mark.parametrize(
    "data",
    [
        body("Hi"),
        chunks({"content": "Hi"}),
        {"choices": [{"message": {"content": "Hi"}}]},
        [{"object": "extensions.chat.completion.chunk", "choices": [{"delta": {"content": "Hi"}}]}],
        [{**FILTERED, "prompt_filter_results": [{"prompt_index": 0}]}, *chunks({"content": "Hi"})],
        {**body("Hi"), "provider": "Perplexity", "model": "perplexity/sonar", "citations": ["https://a.example/"]},
    ],
    ids=["body", "chunks", "bare", "azure", "filtered", "openrouter"],
)
def test_the_shape_tells_whose_it_is(data: Any) -> None:
    answer = normalize(data)
    assert (answer.provider, answer.api, answer.text) == ("openai.chat", "chat.completions", "Hi")


def test_completions_without_messages_are_of_another_shape() -> None:
    completion = {**FILTERED, "object": "text_completion", "choices": [{"index": 0, "text": "Hi"}]}
    for data in ({**completion, "prompt_filter_results": []}, [{**FILTERED, "prompt_filter_results": []}, completion]):
        with pytest.raises(UnknownShape):
            normalize(data)


def test_whose_shape_is_his_own_goes_first() -> None:
    found: dict[str, Any] = {"search_results": [{"title": "Pier", "url": "https://pier.example/"}]}
    assert providers.reader_for({**body("Hi"), **found}).name == "perplexity"
    assert providers.reader_for({**body("Hi"), **found, "provider": "Perplexity"}).name == "openai.chat"


def test_what_openais_helper_for_streams_gives_is_read() -> None:
    sdk, http = pytest.importorskip("openai"), pytest.importorskip("httpx2")
    told = chunks({"role": "assistant", "content": "It sails "}, {"content": f"{LINK}."}, {"annotations": [FIRST]})
    told = [{"id": "c1", "created": 1, "model": "gpt", **one} for one in told]
    content = "".join(f"data: {json.dumps(one)}\n\n" for one in told) + "data: [DONE]\n\n"
    reply = http.Response(200, headers={"content-type": "text/event-stream"}, text=content)
    transport = http.MockTransport(lambda request: reply)
    with (
        sdk.OpenAI(api_key="none", http_client=http.Client(transport=transport)) as client,
        client.chat.completions.stream(model="gpt", messages=[]) as stream,
    ):
        events, final = list(stream), stream.get_final_completion()
    assert {event.type for event in events} >= {"chunk", "content.delta", "content.done"}
    assert providers.reader_for(events[0].model_dump()).name == "openai.chat"
    plain = normalize(told)
    assert normalize(events) == plain
    assert (normalize(final).citations, normalize(final).text) == (plain.citations, "It sails.")
    assert [event.type for event in normalize_stream(events) if isinstance(event, CitationAdded)] == ["citation_added"]


def documents(*names: str) -> dict[str, Any]:
    return {"citations": [{"filepath": name, "content": name} for name in names]}


def whole_one(content: str, **fields: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "message": {"content": content, **fields}, "finish_reason": "stop"}]}


def test_a_source_of_the_caller_is_not_what_a_number_means() -> None:
    mine = [{"id": "[doc1]", "text": "mine"}, {"id": "[doc3]", "text": "mine"}]
    body = whole_one("x [doc1] [doc3].", context=documents("f", "g"))
    answer = normalize(body, provider="openai.chat", sources=mine)
    assert [one.source_id for one in answer.citations] == ["f#0", None]


def test_a_number_of_two_documents_leads_nowhere() -> None:
    said = [{"context": documents("f"), "content": ""}, {"context": documents("g"), "content": "x [doc1]"}]
    answer = normalize([{"choices": [{"index": 0, "delta": delta}]} for delta in said], provider="openai.chat")
    assert [one.source_id for one in answer.citations] == [None]


@pytest.mark.parametrize("thought", [False, True])
def test_a_reference_of_mistral_is_told_as_a_loss(thought: bool) -> None:
    reference: dict[str, Any] = {"type": "reference", "reference_ids": [0]}
    parts: Any = [
        {"type": "thinking", "thinking": [reference]} if thought else reference,
        {"type": "text", "text": "Hi"},
    ]
    answer = normalize(whole_one(parts), provider="openai.chat")
    assert [(one.code, one.loss) for one in answer.notices] == [("unread_citation", True)]


def test_numbers_of_a_list_that_comes_too_late_are_cited_where_they_stand() -> None:
    text = "Hens `[doc1]` cluck [doc1]. " + "Yes. " * 80 + "Ducks swim [doc2]."
    deltas = [{"content": text}, {"content": " ", "context": documents("f", "g")}]
    *_, done = normalize_stream(
        [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas], provider="openai.chat"
    )
    assert isinstance(done, AnswerDone)
    cited = [(one.id, one.ref, one.source_id, one.anchor and one.anchor.kind) for one in done.answer.citations]
    assert cited == [("mark.0.0", "doc1", "f#0", "span"), ("mark.1.0", "doc2", "g#0", "point")]
    assert done.answer.text == text.removesuffix(" [doc2].") + ". "
    assert "late_annotation" in [one.code for one in done.answer.notices]


def test_the_work_grows_with_numbers_beside_code_that_a_late_list_explains() -> None:
    def read(events: JsonValue) -> None:
        deque(normalize_stream(cast("list[object]", events), provider="openai.chat"), maxlen=0)

    def late(times: int) -> JsonValue:
        deltas = [{"content": "`code` hens [doc1]. " * 40 * times}, {"content": " ", "context": documents("f")}]
        return [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]

    check_growth(read, late, "text")
