"""`normalize`, `parser`, `normalize_stream`: any provider's answer in, one `Answer` out.

Everything that comes in, an SDK's object, JSON, bytes cut anywhere, events one by one, goes through one parser. A whole
response is a stream that has already ended.
"""

from collections.abc import AsyncIterable, AsyncIterator, Iterable, Iterator, Mapping
from typing import cast

from citebridge.models import Answer, Event
from citebridge.normalizer.given import is_stream, pieces_of
from citebridge.normalizer.session import AnswerParser, Keep
from citebridge.sources import Sources

__all__ = ["AnswerParser", "anormalize_stream", "normalize", "normalize_stream", "parser"]


def normalize(
    body: object,
    *,
    provider: str | None = None,
    request: object = None,
    sources: Sources | None = None,
    tags: Mapping[str, str] | None = None,
    keep: Keep = "all",
) -> Answer:
    """One provider answer as an `Answer`.

    `body` is an SDK's response object, a mapping, JSON text or bytes, a recorded stream (server-sent events, AWS
    event-stream frames, a list or an iterable of events). `provider` may be left out where the shape or the SDK's
    object tells it. `request` is what was sent, as a mapping, an object, JSON text or bytes: its documents, search
    results and tool results become sources. `sources` are the caller's own records. `tags` are those that a prompt
    minted, each with the id of its source: they are read beside the provider's own citations. `keep` says how much of
    the provider's turn stays in `Answer.raw`: all of it, the `turn` that a replay needs, or `none`.

    Raises `UsageError` for a wrong argument, `UnknownProvider` and `BrokenAdapter` for a provider that cannot be used,
    `UnknownShape` and `NotReadable`; whatever else is odd in the data becomes a notice.

    >>> answer = normalize(
    ...     {
    ...         "type": "message",
    ...         "role": "assistant",
    ...         "content": [
    ...             {
    ...                 "type": "text",
    ...                 "text": "Hens cluck.",
    ...                 "citations": [
    ...                     {
    ...                         "type": "char_location",
    ...                         "cited_text": "Hens cluck.",
    ...                         "document_index": 0,
    ...                         "start_char_index": 0,
    ...                         "end_char_index": 11,
    ...                     }
    ...                 ],
    ...             }
    ...         ],
    ...         "stop_reason": "end_turn",
    ...     }
    ... )
    >>> [(citation.ref, answer.text[: citation.anchor.end]) for citation in answer.citations]
    [('0', 'Hens cluck.')]
    """
    reading = AnswerParser(provider, request=request, sources=sources, tags=tags, keep=keep, telling=False)
    if isinstance(body, bytes | bytearray | memoryview | str):
        reading.feed(cast("bytes | str", body))
    elif is_stream(body, "normalize"):
        for event in cast("Iterable[object]", body):
            reading.feed(event)
    else:
        reading.whole_object(body)
    return reading.close()


def parser(
    provider: str | None,
    *,
    request: object = None,
    sources: Sources | None = None,
    tags: Mapping[str, str] | None = None,
    keep: Keep = "all",
) -> AnswerParser:
    """A push parser: `.feed(bytes | event)` gives the events that became known, `.close()` the `Answer`.

    >>> reading = parser("anthropic")
    >>> reading.feed({"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hens"}})
    [TextDelta(text='Hens', type='text_delta')]
    >>> reading.close().finish
    'truncated'
    """
    return AnswerParser(provider, request=request, sources=sources, tags=tags, keep=keep)


def normalize_stream(
    chunks: Iterable[object],
    *,
    provider: str | None = None,
    request: object = None,
    sources: Sources | None = None,
    tags: Mapping[str, str] | None = None,
    keep: Keep = "all",
) -> Iterator[Event]:
    """The events of a streamed answer, as they become known; the last is `AnswerDone`.

    `chunks` are pieces of bytes cut anywhere, or an SDK's stream of events. A stream that ends early gives an answer
    with `finish="truncated"`. When reading `chunks` raises, what had come is told, with `AnswerDone`, before the
    exception goes on.

    >>> events = [{"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": "Hens"}}]
    >>> [event.type for event in normalize_stream(events, provider="anthropic")]
    ['text_delta', 'notice_raised', 'answer_done']
    """
    reading = AnswerParser(provider, request=request, sources=sources, tags=tags, keep=keep)
    try:
        for chunk in pieces_of(chunks, "normalize_stream"):
            yield from reading.feed(chunk)
    except Exception as error:
        yield from reading.fail(error)
        raise
    yield from reading.finish()


async def anormalize_stream(
    chunks: AsyncIterable[object] | Iterable[object],
    *,
    provider: str | None = None,
    request: object = None,
    sources: Sources | None = None,
    tags: Mapping[str, str] | None = None,
    keep: Keep = "all",
) -> AsyncIterator[Event]:
    """`normalize_stream` for an asynchronous stream."""
    reading = AnswerParser(provider, request=request, sources=sources, tags=tags, keep=keep)
    try:
        async for chunk in _asynchronous(chunks):
            for event in reading.feed(chunk):
                yield event
    except Exception as error:
        for event in reading.fail(error):
            yield event
        raise
    for event in reading.finish():
        yield event


async def _asynchronous(chunks: AsyncIterable[object] | Iterable[object]) -> AsyncIterator[object]:
    if isinstance(chunks, AsyncIterable):
        async for chunk in chunks:
            yield chunk
    else:
        for chunk in pieces_of(chunks, "anormalize_stream"):
            yield chunk
