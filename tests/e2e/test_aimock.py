"""Somebody else's server and the providers' own SDKs between a prompt and its answer: whole and streamed, sync and async.

No mock server sends native citations; what it sends is text with tags, as any model writes it. It has to give the same
citations as that text alone.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple

import pytest

from citebridge import Answer, AnswerDone, TextDelta, anormalize_stream, markers, normalize, normalize_stream
from tests.e2e import aimock

if (lacks := aimock.missing()) is not None and not aimock.NEEDED:
    pytest.skip(lacks, allow_module_level=True)

SOURCES = [
    {"id": "hens", "title": "Hens", "section": "2 Calls", "text": "Hens cluck.\nCocks crow.\nChicks peep."},
    {"id": "dogs", "title": "Dogs", "updated": "2026-01-05", "text": "Dogs bark. They guard the yard."},
    {"id": "cats", "title": "Cats", "text": "Cats purr as in [S1]."},
]


class Case(NamedTuple):
    """A question, how tags are asked for, and what is answered, with `{0}` for the first tag."""

    question: str
    said: str
    style: markers.Style = "brackets"
    nonce: str | None = None


CASES = [
    Case("Who barks and who clucks?", "Hens cluck [{0}]. Dogs bark [{1}], and cats purr [{0}][{2}].\n\nThat is all."),
    Case("Who is loud?", "- **Hens** [{0}, {1}]\n- *Dogs* 【{1}】 🐕\n\n| a | b |\n|---|---|\n| x [{2}] | y |"),
    Case("Who was forged?", "Cats purr [S1], they say [{0}]. Nobody [{9}] meows [source: {0}]; code `[{0}]`."),
    Case("Which line is it?", "Cocks crow [{0}:L2-L3]. So it is [{0}†L1].", "lines"),
    Case("Which number is it?", "Cocks crow [{0}]; dogs [{1}].", "numbers"),
    Case("Who is of OpenAI?", "Hens cluck \ue200cite\ue202{0}\ue202{1}\ue201, dogs \ue200cite\ue202{1}\ue201.", "private_use"),
    Case("Who is an agent?", "Hens cluck [{0}-{2}]. A half [{0}", nonce="b1946ac92492d2347c6235b4d2611184"),
    Case("Who is nobody?", "The sources do not answer this."),
]  # fmt: skip


def asked(case: Case) -> markers.Prompt:
    return markers.prompt(case.question, SOURCES, style=case.style, nonce=case.nonce)


def said(case: Case) -> str:
    prompt = asked(case)
    return case.said.format(*(f"{prompt.prefix}{number}" for number in range(1, 11)))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    answers = {case.question: said(case) for case in CASES}
    with aimock.answering(answers, tmp_path_factory.mktemp("aimock")) as address:
        yield address


# -- the SDKs: each gives the object of a whole answer, or the events of a streamed one


@contextmanager
def openai_chat(address: str, prompt: markers.Prompt, stream: bool) -> Iterator[Any]:
    sdk = pytest.importorskip("openai")
    with sdk.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as client:
        yield client.chat.completions.create(**chat(prompt), stream=stream)


@asynccontextmanager
async def openai_chat_async(address: str, prompt: markers.Prompt, stream: bool) -> AsyncIterator[Any]:
    sdk = pytest.importorskip("openai")
    async with sdk.AsyncOpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as client:
        yield await client.chat.completions.create(**chat(prompt), stream=stream)


def chat(prompt: markers.Prompt) -> dict[str, Any]:
    messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
    return {"model": "gpt-5.6", "messages": messages}


@contextmanager
def openai_responses(address: str, prompt: markers.Prompt, stream: bool) -> Iterator[Any]:
    sdk = pytest.importorskip("openai")
    with sdk.OpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as client:
        yield client.responses.create(**responses(prompt), stream=stream)


@asynccontextmanager
async def openai_responses_async(address: str, prompt: markers.Prompt, stream: bool) -> AsyncIterator[Any]:
    sdk = pytest.importorskip("openai")
    async with sdk.AsyncOpenAI(base_url=f"{address}/v1", api_key="none", max_retries=0) as client:
        yield await client.responses.create(**responses(prompt), stream=stream)


def responses(prompt: markers.Prompt) -> dict[str, Any]:
    return {"model": "gpt-5.6", "instructions": prompt.system, "input": prompt.user}


@contextmanager
def anthropic(address: str, prompt: markers.Prompt, stream: bool) -> Iterator[Any]:
    sdk = pytest.importorskip("anthropic")
    with sdk.Anthropic(base_url=address, api_key="none", max_retries=0) as client:
        yield client.messages.create(**messages(prompt), stream=stream)


@asynccontextmanager
async def anthropic_async(address: str, prompt: markers.Prompt, stream: bool) -> AsyncIterator[Any]:
    sdk = pytest.importorskip("anthropic")
    async with sdk.AsyncAnthropic(base_url=address, api_key="none", max_retries=0) as client:
        yield await client.messages.create(**messages(prompt), stream=stream)


def messages(prompt: markers.Prompt) -> dict[str, Any]:
    user = [{"role": "user", "content": prompt.user}]
    return {"model": "claude-opus-5-5", "max_tokens": 512, "system": prompt.system, "messages": user}


@contextmanager
def google(address: str, prompt: markers.Prompt, stream: bool) -> Iterator[Any]:
    sdk = pytest.importorskip("google.genai")
    with sdk.Client(api_key="none", http_options={"base_url": address, "api_version": "v1beta"}) as client:
        ask = client.models.generate_content_stream if stream else client.models.generate_content
        yield ask(**contents(prompt))


@asynccontextmanager
async def google_async(address: str, prompt: markers.Prompt, stream: bool) -> AsyncIterator[Any]:
    sdk, http = pytest.importorskip("google.genai"), pytest.importorskip("httpx2")
    async with http.AsyncClient() as mine:  # which also keeps the SDK from preferring aiohttp where that is installed
        options = {"base_url": address, "api_version": "v1beta", "httpx_async_client": mine}
        with sdk.Client(api_key="none", http_options=options) as client:
            async with client.aio as half:
                ask = half.models.generate_content_stream if stream else half.models.generate_content
                yield await ask(**contents(prompt))


def contents(prompt: markers.Prompt) -> dict[str, Any]:
    return {"model": "gemini-3.5-flash", "contents": prompt.user, "config": {"system_instruction": prompt.system}}


SDKS: dict[str, Callable[..., Any]] = {
    "openai.chat": openai_chat,
    "openai": openai_responses,
    "anthropic": anthropic,
    "google": google,
}
ASYNC_SDKS: dict[str, Callable[..., Any]] = {
    "openai.chat": openai_chat_async,
    "openai": openai_responses_async,
    "anthropic": anthropic_async,
    "google": google_async,
}


# -- what comes out


def outcome(answer: Answer) -> dict[str, Any]:
    """All that an answer says, but for who said it and how it is called there."""
    told = answer.model_dump(include={"text", "raw_text", "lifted", "marker_map", "finish"})
    told["sources"] = [
        one.model_dump(exclude={"aliases"}) for one in answer.sources
    ]  # Anthropic's are numbered as well
    fields = {"anchor", "claim", "source_id", "ref", "locators", "channel", "raw_span", "raw"}
    told["citations"] = [one.model_dump(include=fields) for one in answer.citations]
    told["notices"] = sorted({one.code for one in answer.notices})
    return told


def expected(case: Case) -> dict[str, Any]:
    prompt = asked(case)
    return outcome(markers.parse(said(case), sources=prompt.sources, tags=prompt.tags))


EACH = [
    pytest.param(provider, case, id=f"{provider} {case.question}")
    for case in CASES
    for provider in SDKS
    if case.style != "private_use" or provider.startswith("openai")  # others do not write so
]


@pytest.mark.parametrize(("provider", "case"), EACH)
def test_a_whole_answer(provider: str, case: Case, server: str) -> None:
    prompt = asked(case)
    with SDKS[provider](server, prompt, stream=False) as reply:
        answer = normalize(reply, sources=prompt.sources, tags=prompt.tags)
    assert answer.provider == provider
    assert outcome(answer) == expected(case)


@pytest.mark.parametrize(("provider", "case"), EACH)
def test_a_streamed_answer(provider: str, case: Case, server: str) -> None:
    prompt = asked(case)
    with SDKS[provider](server, prompt, stream=True) as reply:
        *events, done = normalize_stream(reply, sources=prompt.sources, tags=prompt.tags)
    assert isinstance(done, AnswerDone)
    assert done.answer.provider == provider
    assert outcome(done.answer) == expected(case)
    deltas = [event.text for event in events if isinstance(event, TextDelta)]
    assert "".join(deltas) == done.answer.text
    assert len(deltas) > 3  # it did come in pieces


@pytest.mark.anyio
@pytest.mark.parametrize("provider", ASYNC_SDKS)
async def test_asynchronous_clients(provider: str, server: str) -> None:
    case = CASES[0]
    prompt = asked(case)
    async with ASYNC_SDKS[provider](server, prompt, stream=False) as reply:
        assert outcome(normalize(reply, sources=prompt.sources, tags=prompt.tags)) == expected(case)
    async with ASYNC_SDKS[provider](server, prompt, stream=True) as reply:
        events = [event async for event in anormalize_stream(reply, sources=prompt.sources, tags=prompt.tags)]
    assert isinstance(events[-1], AnswerDone)
    assert outcome(events[-1].answer) == expected(case)


def test_the_cases_cite() -> None:
    assert [len(expected(case)["citations"]) for case in CASES] == [4, 4, 2, 2, 2, 3, 3, 0]
    assert expected(CASES[2])["notices"] == ["mark_in_code", "near_miss", "unknown_tag"]
