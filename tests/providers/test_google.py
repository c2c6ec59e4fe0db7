"""Gemini generateContent through google-genai."""

from __future__ import annotations

from typing import Any

import pytest

from citebridge import Answer, normalize
from tests.wire import Wire

GEMINI = "gemini-3.5-flash"  # named in the url, not in the body


def _gemini_call(request: dict[str, Any]) -> dict[str, Any]:
    """The arguments that make the SDK send this body: it takes tools and generation config as one."""
    tools = {key: request[key] for key in ("tools", "toolConfig") if key in request}
    return {"model": GEMINI, "contents": request["contents"], "config": request["generationConfig"] | tools}


def ask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    options = {"httpx_client": http.Client(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:
        if wire.streamed:
            return list(client.models.generate_content_stream(**_gemini_call(wire.request)))
        return client.models.generate_content(**_gemini_call(wire.request))


async def aask(wire: Wire) -> Any:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    # A client of our own also keeps the SDK from preferring aiohttp where that is installed.
    options = {"httpx_async_client": http.AsyncClient(transport=wire.transport(http))}
    with sdk.Client(api_key="none", http_options=options) as client:  # it must outlive its async half
        async with client.aio as half:
            if wire.streamed:
                events = await half.models.generate_content_stream(**_gemini_call(wire.request))
                return [event async for event in events]
            return await half.models.generate_content(**_gemini_call(wire.request))


PAGES = [{"web": {"uri": "https://a.example/", "title": "a"}}, {"web": {"uri": "https://b.example/", "title": "b"}}]


def support(start: Any, end: Any, says: Any = None, *indices: Any, part: Any = None) -> dict[str, Any]:
    segment = {"startIndex": start, "endIndex": end, "text": says, "partIndex": part}
    return {"segment": segment, "groundingChunkIndices": list(indices or (0,))}


def chunk(*parts: Any, supports: Any = (), chunks: Any = PAGES, finish: Any = "STOP", **more: Any) -> dict[str, Any]:
    given = [{"text": part} if isinstance(part, str) else part for part in parts]
    grounding = {"groundingChunks": chunks, "groundingSupports": list(supports)} if supports else {}
    candidate = {"content": {"parts": given}, "finishReason": finish, "groundingMetadata": grounding, **more}
    return {"candidates": [candidate]}


def read(body: Any, **given: Any) -> Answer:
    return normalize(body, provider="google", **given)


def cited(answer: Answer) -> list[tuple[int, str] | None]:
    """Where each citation begins, and the words it hangs on."""
    anchors = [one.anchor for one in answer.citations]
    return [None if anchor is None else (anchor.start, answer.text[anchor.start : anchor.end]) for anchor in anchors]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


THOUGHT = {"text": "Hm.", "thought": True}
CODE = {"executableCode": {"code": "1"}}
TWICE = ("Hens cluck. Dogs bark. ", CODE, "Now dogs. Dogs bark.")


@pytest.mark.parametrize(
    ("parts", "place", "found", "told"),
    [
        (("Hens cluck.",), (None, 11), (0, "Hens cluck."), []),
        (("Hens cluck.",), ("5", 11), None, ["odd_field"]),
        (("Hens cluck.",), (5.0, 11), None, ["odd_field"]),
        (("Hens cluck.",), (-1, 3, "Hens"), (0, "Hens"), ["offset_mended"]),
        # Close is four bytes: three letters are nine of them.
        (("雨。日本雪花風土雨。日本",), (9, 15, "雨。"), None, ["offset_unusable"]),
        (("日雨。本雪花風土雨。日本",), (6, 12, "雨。"), (1, "雨。"), ["offset_mended"]),
        # Where a part is named, and where none is.
        (TWICE, (10, 20, "Dogs bark.", 0, 2), (33, "Dogs bark."), []),
        (TWICE, (10, 20, "Dogs bark."), (12, "Dogs bark."), ["offset_mended"]),
        (TWICE, (5, 15, "Dogs bark."), None, ["offset_unusable"]),
        (("One. ", *TWICE), (0, 9, "Now dogs."), (28, "Now dogs."), ["offset_mended"]),
        (
            ("Ants. Dogs bark. ", "Cats. And now: Dogs bark."),
            (15, 25, "Dogs bark."),
            (32, "Dogs bark."),
            ["offset_mended"],
        ),
        ((THOUGHT, "Hens. ", "Hens."), (0, 5, "Hens.", 0, 2), (6, "Hens."), []),
        ((THOUGHT, "Hens. ", "Dogs."), (0, 5, "Dogs.", 0, 1), (6, "Dogs."), []),
        (("Hens. ", "Dogs bark."), (0, 4, None, 0, 1), (6, "Dogs"), []),
        (("Hens. ", "Dogs bark."), (0, 11, None, 0, 1), None, ["offset_unusable"]),
        (("Hens. ", "Dogs. ", "Cats purr."), (0, 9, None, 0, 1), None, ["offset_unusable"]),
        (("Hens cluck.",), (0, 4, None, 0, 5), None, ["offset_unusable"]),
        (("Hens cluck.",), (0, 4, None, 0, -1), None, ["offset_unusable"]),
        (("Hens cluck.",), (0, 4, None, 0, "0"), None, ["odd_field", "offset_unusable"]),
    ],
)
def test_where_a_support_hangs(parts: Any, place: Any, found: tuple[int, str] | None, told: list[str]) -> None:
    start, end, *more = place
    says, index, part = [*more, None, None, None][:3]
    answer = read(chunk(*parts, supports=[support(start, end, says, index or 0, part=part)]))
    assert (cited(answer), codes(answer)) == ([found], told)


def test_deltas_of_one_kind_are_one_part() -> None:
    last = {"supports": [support(0, 10, "Dogs bark.", part=2)]}
    whole = read(chunk("Dogs bark. ", CODE, "Dogs bark. Hens.", **last))
    deltas = [
        chunk(THOUGHT | {"text": ""}, finish=None),
        *(chunk(text, finish=None) for text in ("Dogs", " bark", ". ")),
        chunk(CODE, "Dogs bark", finish=None),
    ]
    streamed = read([*deltas[1:], chunk(". Hens.", **last)])
    assert (cited(whole), whole.text) == (cited(streamed), streamed.text) == ([(11, "Dogs bark.")], whole.text)
    assert cited(read([*deltas, chunk(". Hens.", supports=[support(0, 10, "Dogs bark.", part=3)])])) == cited(whole)


@pytest.mark.parametrize(
    ("said", "source", "quote", "told"),
    [
        ({"web": {"uri": "https://a.example/"}}, "page", None, []),
        ({"meta": {"v": 1}, "web": {"uri": "https://a.example/"}}, "page", None, []),
        ({"web": {}, "retrievedContext": {"uri": "d", "text": "Hens."}}, "d#0", "Hens.", []),
        ({"meta": {"v": 1}}, "chunk:0", None, ["unknown_chunk"]),
        ({"maps": {"placeId": "page", "text": "Good."}}, "page~2", "Good.", ["source_id_clash"]),
        ({"web": {"uri": 7, "title": ["t"]}}, "chunk:0", None, ["odd_field", "odd_field"]),
        ({"retrievedContext": {"uri": "d", "pageNumber": "3"}}, "d#0", None, ["odd_field"]),
    ],
)
def test_what_a_chunk_names_and_says_itself(said: Any, source: str, quote: str | None, told: list[str]) -> None:
    page = {"id": "page", "url": "https://a.example/", "text": "A page of the caller's, which says other things."}
    answer = read(chunk("Hens.", supports=[support(0, 5, "Hens.")], chunks=[said]), sources=[page])
    (citation,) = answer.citations
    assert (citation.source_id, citation.cited_text, codes(answer)) == (source, quote, told)


@pytest.mark.parametrize(
    ("later", "urls"),
    [
        ({"groundingChunks": PAGES[1:]}, [None]),
        ({"groundingChunks": PAGES[1:], "groundingSupports": [support(0, 5, "Hens.")]}, ["https://b.example/"]),
        ({"groundingChunks": [*PAGES, PAGES[0]]}, ["https://a.example/"]),
        ({"groundingChunks": []}, ["https://a.example/"]),
        ({"groundingSupports": [support(0, 5, "Hens.", 1)]}, ["https://b.example/"]),
    ],
)
def test_supports_number_the_chunks_that_they_came_with(later: Any, urls: list[str]) -> None:
    first = chunk("Hens.", supports=[support(0, 5, "Hens.")], finish=None)
    answer = read([first, chunk(groundingMetadata=later)])
    assert [one.source_id for one in answer.citations] == urls


@pytest.mark.parametrize("named", [{}, {"groundingChunkIndices": None}, {"groundingChunkIndices": [None]}])
def test_a_support_that_names_no_chunk_is_told(named: Any) -> None:
    one = {key: value for key, value in support(0, 4).items() if key != "groundingChunkIndices"} | named
    answer = read(chunk("Hens", supports=[one]))
    assert [(one.source_id, one.ref) for one in answer.citations] == [(None, None)]
    assert codes(answer) == ["unresolved_reference"]


def test_a_chunk_that_is_named_twice_is_one_citation() -> None:
    answer = read(chunk("Hens.", supports=[support(0, 5, "Hens.", 0, 1, 0, True)]))
    assert [(one.id, one.ref) for one in answer.citations] == [("0.0", "0"), ("0.1", "1"), ("0.3", "True")]


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"content": {"parts": [{"hologram": {"x": 1}}]}}, "unknown_block"),
        ({"groundingMetadata": "x"}, "odd_field"),
        ({"groundingMetadata": [PAGES]}, "odd_field"),
        ({"citationMetadata": [{"uri": "u"}]}, "odd_field"),
        ({"citationMetadata": {"citations": {"uri": "u"}}}, "odd_field"),
        ({"citationMetadata": {"citations": ["u"]}}, "odd_payload"),
        ({"finishReason": 7}, "odd_field"),
    ],
)
def test_what_is_of_another_kind_is_told(more: Any, code: str) -> None:
    for body in (chunk("Hens.", **more), [chunk("Hens.", **more)]):
        assert code in codes(read(body))


@pytest.mark.parametrize(("start", "found"), [(None, (0, "Hens")), (0, (0, "Hens")), ("0", None)])
def test_where_recited_text_begins(start: Any, found: tuple[int, str] | None) -> None:
    entry = {"startIndex": start, "endIndex": 4, "uri": "https://a.example/"}
    answer = read(chunk("Hens cluck.", citationMetadata={"citations": [entry, entry]}))
    assert (cited(answer), [one.raw for one in answer.citations]) == ([found], [entry])


def test_what_was_fetched_is_kept_with_its_page() -> None:
    fetched = {"retrievedUrl": "https://a.example/", "urlRetrievalStatus": "URL_RETRIEVAL_STATUS_SUCCESS"}
    entry = {"endIndex": 4, "uri": "https://a.example/"}
    more = {"citationMetadata": {"citations": [entry]}, "urlContextMetadata": {"urlMetadata": [fetched]}}
    assert [one.raw for one in read(chunk("Hens.", **more)).sources] == [fetched]


@pytest.mark.parametrize(
    ("body", "finish"),
    [
        ({"prompt_feedback": {"block_reason": "SAFETY"}}, "filtered"),
        ({"candidates": [{"content": {"parts": [{"function_call": {}}]}, "finish_reason": "STOP"}]}, "tool_call"),
        ({"candidates": [{"citation_metadata": {"citations": []}, "content": {"parts": []}}]}, "other"),
    ],
)
def test_the_names_of_python_alone_tell(body: Any, finish: str) -> None:
    answer = normalize(body)
    assert (answer.provider, answer.finish) == ("google", finish)


@pytest.mark.parametrize(
    ("part", "finish", "told"),
    [
        ({"text": "Hens.", "functionCall": None, "inlineData": None, "thought": None}, "complete", []),
        ({"text": None, "functionCall": {"name": "f"}}, "tool_call", []),
        ({"text": None, "hologram": {}, "inlineData": None}, "complete", ["unknown_block"]),
    ],
)
def test_what_is_null_in_a_part_is_not_there(part: Any, finish: str, told: list[str]) -> None:
    for body in (chunk(part), [chunk(part, finish=None), chunk()]):
        assert (read(body).finish, codes(read(body))) == (finish, told)
    more = chunk(part, "Dogs bark.", supports=[support(0, 4, "Dogs", part=1)])
    assert [found and found[1] for found in cited(read(more))] == ["Dogs"]


def test_without_the_first_candidate_the_next_is_the_answer() -> None:
    more = {"index": 1, "supports": [support(0, 5, "Hens.")]}
    for chunks in ([chunk("Hens.", **more)], [chunk("He", index=1, finish=None), chunk("ns.", **more)]):
        answer = read([*chunks, chunk("Dogs.", index=2)])
        assert (answer.text, answer.finish, cited(answer)) == ("Hens.", "complete", [(0, "Hens.")])
        assert set(codes(answer)) == {"extra_candidates"}
