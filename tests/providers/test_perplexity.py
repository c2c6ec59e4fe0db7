"""Perplexity chat completions through the perplexityai SDK, and what its numbers lead to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from citebridge import Answer, Source, normalize, normalize_stream, providers
from citebridge.models import AnswerDone, CitationAdded, CitationUpdated, Event
from tests.wire import Wire


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("perplexity"), pytest.importorskip("httpx")
    with sdk.Perplexity(api_key="none", http_client=http.Client(transport=wire.transport(http))) as client:
        reply = client.chat.completions.create(**wire.request, stream=wire.streamed)
        return list(reply) if wire.streamed else reply


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("perplexity"), pytest.importorskip("httpx")
    http_client = http.AsyncClient(transport=wire.transport(http))
    async with sdk.AsyncPerplexity(api_key="none", http_client=http_client) as client:
        reply = await client.chat.completions.create(**wire.request, stream=wire.streamed)
        return [chunk async for chunk in reply] if wire.streamed else reply


# -- answers in few words


def page(name: str, **more: Any) -> dict[str, Any]:
    """A search result."""
    return {"title": name.upper(), "url": f"https://{name}.example/", "snippet": f"On {name}.", "source": "web", **more}


def urls(names: str) -> list[str]:
    return [f"https://{name}.example/" for name in names]


def body(content: Any, **more: Any) -> dict[str, Any]:
    """A whole response with these lists."""
    message = {"role": "assistant", "content": content}
    return {
        "model": "sonar",
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "delta": {"content": ""}, "finish_reason": "stop"}],
        **more,
    }


def chunk(delta: Any = "", message: Any = None, finish: str | None = None, **more: Any) -> dict[str, Any]:
    """A piece of a stream with these lists."""
    choice: dict[str, Any] = {"index": 0, "delta": {"content": delta}, "finish_reason": finish}
    if message is not None:
        choice["message"] = {"role": "assistant", "content": message}
    return {"model": "sonar", "object": "chat.completion.chunk", "choices": [choice], **more}


def read(data: Any, **given: Any) -> Answer:
    return normalize(data, provider="perplexity", **given)


def streamed(chunks: Iterable[Any]) -> tuple[list[Event], Answer]:
    """The events of a stream, and the answer at its end."""
    *events, done = normalize_stream(chunks, provider="perplexity")
    assert isinstance(done, AnswerDone)
    return events, done.answer


def cited(answer: Answer) -> list[tuple[str | None, str | None]]:
    """Each mark and the address it leads to; what has none goes by its id."""
    found = {source.id: source.url or source.id for source in answer.sources}
    return [(one.ref, found[one.source_id] if one.source_id is not None else None) for one in answer.citations]


def named(sources: Iterable[Source]) -> list[tuple[str, tuple[str, ...]]]:
    return [(source.id, source.aliases) for source in sources]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


A, B, C = page("a"), page("b"), page("c")
FILE: dict[str, Any] = {"title": "nests.docx", "url": "", "snippet": "Nests: 214.", "source": "attachment"}
TEXT = "Hens cluck[0], ducks[1][2] and geese[3] swim[4]."


# -- the two lists


@pytest.mark.parametrize(
    ("lists", "leads"),
    [
        pytest.param({}, "- - - -", id="no list"),
        pytest.param({"search_results": None, "citations": None}, "- - - -", id="null"),
        pytest.param({"search_results": [A, B, C]}, "a b c -", id="results alone"),
        pytest.param({"citations": urls("abc")}, "a b c -", id="urls alone"),
        pytest.param({"search_results": [A, B, C], "citations": urls("abc")}, "a b c -", id="both alike"),
        pytest.param({"search_results": [A, B], "citations": urls("abc")}, "a b c -", id="more urls"),
        pytest.param({"search_results": [A, B, C], "citations": urls("ab")}, "a b c -", id="more results"),
        pytest.param({"search_results": [A, B, C], "citations": urls("acb")}, "a - - -", id="another order"),
        pytest.param({"search_results": [A, C], "citations": urls("abc")}, "a - c -", id="one left out"),
        pytest.param({"search_results": [A, FILE], "citations": urls("abc")}, "a - c -", id="a file is no url"),
        pytest.param({"search_results": [A, FILE], "citations": urls("a")}, "a f - -", id="a file comes last"),
        pytest.param(
            {"search_results": [A, FILE], "citations": [A["url"], "", C["url"]]}, "a f c -", id="an empty url"
        ),
        pytest.param(
            {"search_results": [A, {"title": "N"}], "citations": [A["url"], ""]}, "a f - -", id="no url at all"
        ),
        pytest.param({"search_results": [None, A, 7, B]}, "- a - b", id="what is none counts too"),
        pytest.param({"citations": [None, A["url"], 7, B["url"]]}, "- a - b", id="urls that are none count too"),
        pytest.param({"search_results": [A, A, B]}, "a a b -", id="a record twice"),
        pytest.param({"citations": urls("aab")}, "a a b -", id="an url twice"),
        pytest.param({"search_results": [A, {**A, "snippet": "More."}, B]}, "a a b -", id="a page twice"),
    ],
)
def test_a_number_leads_to_the_page_that_both_lists_agree_on(lists: dict[str, Any], leads: str) -> None:
    known = {"-": None, "f": "search_result:1", **{name: f"https://{name}.example/" for name in "abc"}}
    expected = [("0", None), *((str(n), known[word]) for n, word in enumerate(leads.split(), 1))]
    assert cited(read(body(TEXT, **lists))) == expected
    late = [*(chunk(text) for text in TEXT), chunk(finish="stop", **lists)]
    early = [chunk(**lists), *(chunk(text) for text in TEXT), chunk(finish="stop")]
    repeated = [*(chunk(text, **lists) for text in TEXT), chunk(finish="stop", **lists)]
    for chunks in (late, early, repeated):
        _, answer = streamed(chunks)
        assert cited(answer) == expected
        assert answer.sources == read(body(TEXT, **lists)).sources


def test_numbers_that_lead_nowhere_are_told_and_those_that_do_are_not() -> None:
    answer = read(body("It rose[1][2][3].", search_results=[A, B], citations=urls("ac")))
    assert [(one.code, one.message) for one in answer.notices] == [
        ("unresolved_reference", "the text cites '[2]', which nobody has"),
        ("unresolved_reference", "the text cites '[3]', which nobody has"),
    ]


@pytest.mark.parametrize(
    ("lists", "told"),
    [
        ({"search_results": "none", "citations": 5}, ["odd_field", "odd_field"]),
        ({"search_results": [7, None, "none"], "citations": []}, ["odd_payload", "odd_payload"]),
        ({"search_results": [], "citations": [5, None, {"url": "https://a.example/"}]}, ["odd_payload", "odd_payload"]),
    ],
)
def test_what_is_no_list_or_no_member_of_one_is_told(lists: dict[str, Any], told: list[str]) -> None:
    answer = read(body("It rose[1].", **lists))
    assert codes(answer) == [*told, "unresolved_reference"]
    assert (answer.text, answer.sources) == ("It rose.", ())


def test_results_stand_before_urls_that_are_none() -> None:
    answer = read(body("It rose.", search_results=[A, B, C], citations=urls("ad")))
    assert [source.id for source in answer.sources] == [A["url"], B["url"], C["url"], "https://d.example/"]


def test_a_result_without_url_is_not_what_the_caller_calls_so() -> None:
    answer = read(body("It rose[1].", search_results=[FILE]), sources=[{"id": "search_result:0", "title": "Mine"}])
    assert cited(answer) == [("1", "search_result:0~2")]
    assert [(one.origin, one.title) for one in answer.sources] == [("caller", "Mine"), ("provider", "nests.docx")]


def test_a_result_is_kept_as_it_came_and_an_url_of_its_own_says_no_more() -> None:
    result = page("a", date=None, last_updated="2026-08-09", place_metadata=None)
    answer = read(body("It rose[1].", search_results=[result, FILE], citations=urls("ac")))
    assert answer.sources == (
        Source(
            id="https://a.example/",
            kind="web",
            title="A",
            url="https://a.example/",
            text="On a.",
            aliases=("[1]",),
            origin="provider",
            raw=result,
        ),
        Source(id="search_result:1", kind="file", title="nests.docx", text="Nests: 214.", origin="provider", raw=FILE),
        Source(
            id="https://c.example/",
            kind="web",
            url="https://c.example/",
            origin="provider",
            raw="https://c.example/",
        ),
    )


def test_the_same_page_with_other_words_is_another_source() -> None:
    more = {**A, "snippet": "More on a."}
    answer = read(body("It rose[2][1].", search_results=[A, more], citations=urls("aa")))
    assert [one.source_id for one in answer.citations] == ["https://a.example/~2", "https://a.example/"]
    assert [source.text for source in answer.sources] == ["On a.", "More on a."]
    assert codes(answer) == ["source_id_clash"]


def test_null_and_odd_fields_of_a_result_are_read_as_far_as_they_go() -> None:
    odd: list[dict[str, Any]] = [{"title": None, "url": "https://a.example/", "snippet": 7}, {"url": None}, {}]
    answer = read(body("It rose[1][2][3].", search_results=odd))
    assert [(one.id, one.title, one.text, one.raw) for one in answer.sources] == [
        ("https://a.example/", None, None, odd[0]),
        ("search_result:1", None, None, odd[1]),
        ("search_result:2", None, None, odd[2]),
    ]
    assert [one.source_id for one in answer.citations] == ["https://a.example/", "search_result:1", "search_result:2"]
    assert codes(answer) == ["odd_field"]


# -- lists that come with the chunks


def test_a_list_that_comes_last_gives_its_sources_to_what_was_told_before() -> None:
    events, answer = streamed(
        [chunk("It rose[1"), chunk("][2]"), chunk(" and fell[3]."), chunk(finish="stop", search_results=[A, FILE])]
    )
    told = [
        (type(event), event.citation.id, event.citation.source_id)
        for event in events
        if isinstance(event, CitationAdded | CitationUpdated)
    ]
    assert told == [
        (CitationAdded, "mark.0.0", None),
        (CitationAdded, "mark.1.0", None),
        (CitationAdded, "mark.2.0", None),
        (CitationUpdated, "mark.0.0", "https://a.example/"),
        (CitationUpdated, "mark.1.0", "search_result:1"),
    ]
    assert answer.citations == read(body("It rose[1][2] and fell[3].", search_results=[A, FILE])).citations


def test_a_list_that_grows_is_one_list() -> None:
    text = ["It rose[1]", " and fell[2]", " and rose[3] ag", "ain."]
    lists = [
        {"citations": urls("ab")},
        {"search_results": [A], "citations": urls("ab")},
        {"search_results": [A, B], "citations": urls("ab")},
        {"search_results": [A, B, C], "citations": urls("abc")},
    ]
    chunks = [
        chunk(words, "".join(text[: n + 1]), **found) for n, (words, found) in enumerate(zip(text, lists, strict=True))
    ]
    events, answer = streamed([*chunks, chunk(message="".join(text), finish="stop", search_results=[], citations=None)])
    assert answer.sources == read(body("", **lists[-1])).sources
    assert cited(answer) == [("1", A["url"]), ("2", B["url"]), ("3", C["url"])]
    assert sum(isinstance(event, CitationUpdated) for event in events) == 1  # `[3]` was read before there were three


def test_a_number_that_meant_one_page_and_now_means_another_leads_nowhere() -> None:
    chunks = [
        chunk("It ", citations=urls("a")),
        chunk("rose", search_results=[B]),
        chunk("[1]. "),
        chunk(finish="stop"),
    ]
    assert cited(read(chunks)) == [("1", None)]
    assert cited(read(body("It rose[1].", search_results=[B], citations=urls("a")))) == [("1", None)]


def test_what_was_told_of_such_a_number_is_taken_back() -> None:
    events, answer = streamed(
        [chunk("It rose[1]. ", citations=urls("a")), chunk("It fell[1].", "", "stop", search_results=[B])]
    )
    updated = [event.citation for event in events if isinstance(event, CitationUpdated)]
    assert [(one.id, one.source_id) for one in updated] == [("mark.0.0", None)]
    assert cited(answer) == [("1", None), ("1", None)]
    assert answer.notices[-1].message == "the text cites '[1]', which several have"


def test_what_a_chunk_says_in_two_ways_is_read_once() -> None:
    chunks = [chunk("It ro", "It ro"), chunk("se[", "It rose["), chunk("1", "It rose[1"), chunk("].", "It rose[1].")]
    assert read([*chunks, chunk("", "It rose[1].", "stop", citations=urls("a"))]).raw_text == "It rose[1]."
    assert read([chunk(None, "It ro"), chunk(None, "It rose[1]."), chunk("", "", "stop")]).raw_text == "It rose[1]."


def test_a_chunk_whose_message_is_another_text_is_told() -> None:
    answer = read([chunk("It rose[1].", "It rose[1]."), chunk("", "It fell a long way.", "stop", citations=urls("a"))])
    assert (answer.raw_text, codes(answer)) == ("It rose[1].", ["text_differs"])


# -- marks


@pytest.mark.parametrize(
    ("raw", "text", "marks"),
    [
        ("It rose[1][2] and fell [3].", "It rose and fell.", "[1] [2] [3]"),
        ("🪶 rose [1]", "🪶 rose", "[1]"),
        ("A year, [1994], and [100].", "A year, [1994], and.", "[100]"),
        ("Of `a[1]`, b[2] is left.", "Of `a[1]`, b is left.", "[2]"),
        ("```\na[1]\n```\nb[2]", "```\na[1]\n```\nb", "[2]"),
        ("See [the list [1] of](https://a.example/)[2].", "See [the list [1] of](https://a.example/).", "[2]"),
        ("See [1](https://a.example/) and ![2](https://b.example/).", None, ""),
        ("It rose[1].\n\n[1]: https://a.example/", "It rose.\n\n[1]: https://a.example/", "[1]"),
        (r"It is \[1] or [1, 2] or [x].", None, ""),
        ("It rose **[1]** ([2]).", "It rose.", "[1] [2]"),
    ],
)
def test_numbers_in_brackets_are_marks_unless_they_are_code_or_markup(raw: str, text: str | None, marks: str) -> None:
    pieces = [chunk(sign, citations=urls("abc")) for sign in raw]
    for answer in (read(body(raw, citations=urls("abc"))), streamed([*pieces, chunk(finish="stop")])[1]):
        assert (answer.raw_text, answer.text) == (raw, raw if text is None else text)
        spans = [one.raw_span for one in answer.citations]
        assert [raw[span.start : span.end] for span in spans if span is not None] == marks.split()
        assert [one.raw for one in answer.citations] == [{"marker": mark} for mark in marks.split()]


def test_a_mark_hangs_at_a_point_behind_what_it_supports() -> None:
    answer = read(body("🪶 rose [1]. Ducks swim[2][1], geese too[2].", citations=urls("ab")))
    assert answer.text == "🪶 rose. Ducks swim, geese too."
    points = [one.anchor.start for one in answer.citations if one.anchor is not None and one.anchor.kind == "point"]
    claims = [one.claim for one in answer.citations]
    assert points == [6, 18, 18, 29]
    assert [answer.text[one.start : one.end] for one in claims if one is not None and one.basis == "inferred"] == [
        "🪶 rose",
        "Ducks swim",
        "Ducks swim",
        "geese too",
    ]
    assert {one.channel for one in answer.citations} == {"native"}


# -- the pages that reasoning saw


def step(kind: str, **found: Any) -> dict[str, Any]:
    return {"thought": "Hm.", "type": kind, kind: found}


SEEN = {**A, "snippet": "On"}
STEPS = [
    step("web_search", search_keywords=["a", "b"], search_results=[SEEN, B, FILE, None]),
    step("fetch_url_content", contents=[page("d")]),
    step("execute_python", code="1", result="1"),
    {"thought": "Nothing.", "web_search": None, "fetch_url_content": []},
]


def test_pages_of_reasoning_are_sources_that_no_number_counts() -> None:
    whole = body("It rose[1][2][3].", search_results=[C, A])
    whole["choices"][0]["message"]["reasoning_steps"] = STEPS
    answer = read(whole)
    assert cited(answer) == [("1", C["url"]), ("2", A["url"]), ("3", None)]
    assert named(answer.sources) == [
        ("https://c.example/", ("[1]",)),
        ("https://a.example/", ("[2]",)),
        ("https://a.example/~2", ("https://a.example/",)),
        ("https://b.example/", ()),
        ("https://d.example/", ()),
    ]
    assert [source.raw for source in answer.sources] == [C, A, SEEN, B, page("d")]

    chunks = [chunk("It rose[1]"), chunk("[2][3]."), chunk(finish="stop", search_results=[C, A])]
    for n, told in enumerate(STEPS):
        chunks.insert(n, chunk(object="chat.reasoning"))
        chunks[n]["choices"][0]["delta"]["reasoning_steps"] = [told]
    chunks[-1]["choices"][0]["message"] = whole["choices"][0]["message"]
    again = read(chunks)
    assert (again.sources, again.citations) == (answer.sources, answer.citations)
    turn: Any = again.raw
    assert turn["choices"][0]["message"] == whole["choices"][0]["message"]


# -- how it ends, and whose it is


@pytest.mark.parametrize(
    ("chunks", "finish", "detail"),
    [
        ([chunk("It rose"), chunk(finish="stop")], "complete", "stop"),
        ([chunk("It rose", finish="length")], "length", "length"),
        ([chunk("It rose"), chunk(finish="wandered_off")], "other", "wandered_off"),
        ([chunk("It rose"), chunk(status="COMPLETED", type="end_of_stream")], "truncated", None),
        ([chunk("It rose"), {"error": {"message": "too many", "type": "rate_limit", "code": 429}}], "error", None),
    ],
)
def test_how_an_answer_ends(chunks: list[Any], finish: str, detail: str | None) -> None:
    answer = read(chunks)
    assert (answer.text, answer.finish) == ("It rose", finish)
    assert detail is None or answer.finish_detail == detail


def test_the_last_word_on_usage_counts() -> None:
    counted = {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}
    answer = read([chunk("It", usage={"prompt_tokens": 1}), chunk(finish="stop", usage=counted), chunk()])
    assert answer.usage == counted


def plain(**more: Any) -> dict[str, Any]:
    return {key: value for key, value in body("It rose.", **more).items() if value is not None}


@pytest.mark.parametrize(
    ("record", "provider"),
    [
        (body("It rose."), "perplexity"),
        (body("It rose.", model="sonar-deep-research"), "perplexity"),
        (plain(model=None, search_results=[]), "perplexity"),
        (plain(model=None, object="chat.reasoning"), "perplexity"),
        (plain(model=None, citations=urls("a")), "openai.chat"),
        (body("It rose.", model="perplexity/sonar", citations=urls("a")), "openai.chat"),
        (body("It rose.", search_results=[A], provider="Perplexity"), "openai.chat"),
        (body("It rose.", model="gpt-5.6"), "openai.chat"),
    ],
)
def test_whose_answer_it_is(record: dict[str, Any], provider: str) -> None:
    assert providers.reader_for(record).name == provider
    assert normalize(record).provider == normalize([record]).provider == provider


@pytest.mark.parametrize("name", ["ferry", "lists", "steps"])
def test_a_source_that_was_told_is_not_taken_back(name: str) -> None:
    events, answer = streamed(Wire("perplexity", name, streamed=True).data.splitlines(keepends=True))
    told: dict[str, list[str | None]] = {}
    for event in events:
        if isinstance(event, CitationAdded | CitationUpdated):
            told.setdefault(event.citation.id, []).append(event.citation.source_id)
    assert [told[one.id][-1] for one in answer.citations] == [one.source_id for one in answer.citations]
    assert all(known in ([None], [None, known[-1]], [known[-1]]) for known in told.values())
