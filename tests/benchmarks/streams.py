"""Streams of so many server-sent events, a citation for every tenth, and the pieces they come in."""

import json
from collections.abc import Callable, Iterable, Iterator

from tests.benchmarks.bodies import (
    Json,
    anthropic_message,
    char_location,
    encoded,
    gemini_chunk,
    grounding,
    openai_response,
)
from tests.benchmarks.words import Words

_PIECE = 4096


def by_event(events: Iterable[bytes]) -> list[bytes]:
    """One event a piece."""
    return list(events)


def by_size(events: Iterable[bytes]) -> list[bytes]:
    """Pieces of 4 kB, cut anywhere."""
    data = b"".join(events)
    return [data[at : at + _PIECE] for at in range(0, len(data), _PIECE)]


def anthropic_blocks(count: int) -> Iterator[bytes]:
    """Ten events each: a cited block, its citation before its text, and the block that leads to the next."""
    words = Words()
    for number in range(0, (count - 3) // 10 * 2, 2):
        yield from (_start(number), _cited(number, words), *(_text(number, words.token()) for _ in range(3)))
        yield from (_stop(number), _start(number + 1), _text(number + 1, ". "), _text(number + 1, "Then "))
        yield _stop(number + 1)


def anthropic_block(count: int) -> Iterator[bytes]:
    """One block that holds all text and all citations."""
    words = Words()
    yield _start(0)
    for _ in range((count - 5) // 10):
        yield from (_cited(0, words), *(_text(0, words.token()) for _ in range(9)))
    yield _stop(0)


def anthropic_stream(inner: Callable[[int], Iterator[bytes]], count: int) -> Iterator[bytes]:
    """The events of a message."""
    yield _named({"type": "message_start", "message": {**anthropic_message([]), "stop_reason": None}})
    yield from inner(count)
    yield _named({"type": "message_delta", "delta": {"stop_reason": "end_turn"}, "usage": {"output_tokens": 311}})
    yield _named({"type": "message_stop"})


def _start(number: int) -> bytes:
    block = {"type": "text", "text": "", "citations": []}
    return _named({"type": "content_block_start", "index": number, "content_block": block})


def _cited(number: int, words: Words) -> bytes:
    return _delta(number, {"type": "citations_delta", "citation": char_location(words)})


def _text(number: int, text: str) -> bytes:
    return _delta(number, {"type": "text_delta", "text": text})


def _delta(number: int, delta: Json) -> bytes:
    return _named({"type": "content_block_delta", "index": number, "delta": delta})


def _stop(number: int) -> bytes:
    return _named({"type": "content_block_stop", "index": number})


def openai_stream(count: int) -> Iterator[bytes]:
    """Ten events each: six words, a mark in three pieces, its annotation; at the end everything again, as it comes."""
    at: Json = {"item_id": "msg_bench", "output_index": 0, "content_index": 0}
    part: Json = {"type": "output_text", "text": "", "annotations": [], "logprobs": []}
    created = openai_response([], "in_progress")
    yield _named({"type": "response.created", "response": {**created, "usage": None}, "sequence_number": 0})
    item = {"id": "msg_bench", "type": "message", "status": "in_progress", "role": "assistant", "content": []}
    yield _named({"type": "response.output_item.added", "item": item, "output_index": 0, "sequence_number": 1})
    yield _named({"type": "response.content_part.added", **at, "part": dict(part), "sequence_number": 2})
    words, text, annotations, number = Words(), list[str](), list[Json](), 3
    length = 0
    for turn in range((count - 7) // 10):
        url = f"https://ferry.example/log/{turn}"
        for piece in (*(words.token() for _ in range(6)), " ([ferry", ".example](", f"{url}))"):
            text.append(piece)
            length += len(piece)
            yield _named(
                {"type": "response.output_text.delta", **at, "delta": piece, "logprobs": [], "sequence_number": number}
            )
            number += 1
        begin = length - len(f"([ferry.example]({url}))")
        place = {"start_index": begin, "end_index": length}
        annotations.append({"type": "url_citation", **place, "url": url, "title": f"Log of day {turn}"})
        told = {"annotation_index": turn, "annotation": annotations[-1], "sequence_number": number}
        yield _named({"type": "response.output_text.annotation.added", **at, **told})
        number += 1
    part = {**part, "text": "".join(text), "annotations": annotations}
    whole = openai_response([part])
    yield _named(
        {"type": "response.output_text.done", **at, "text": part["text"], "logprobs": [], "sequence_number": number}
    )
    yield _named({"type": "response.content_part.done", **at, "part": part, "sequence_number": number + 1})
    last = {"output_index": 0, "item": whole["output"][0], "sequence_number": number + 2}
    yield _named({"type": "response.output_item.done", **last})
    yield _named({"type": "response.completed", "response": whole, "sequence_number": number + 3})


def gemini_stream(count: int) -> Iterator[bytes]:
    """A sentence in ten chunks each; the last chunk brings the grounding of all of them."""
    words, sentences = Words(wide=True), list[str]()
    for _ in range((count - 1) // 10):
        pieces = ["Then", *(words.token() for _ in range(8)), "."]
        sentences.append("".join(pieces))
        yield from (_unnamed(gemini_chunk(piece)) for piece in (*pieces[:-1], ". "))
    yield _unnamed(gemini_chunk("", groundingMetadata=grounding(sentences), finishReason="STOP"))


def _named(event: Json) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (event["type"].encode(), encoded(event))


def _unnamed(event: Json) -> bytes:
    return b"data: %s\n\n" % encoded(event)


def read_plainly(pieces: Iterable[bytes]) -> int:
    """The least that reading a stream takes: its events, split and as JSON values; how many there were."""
    blocks = b"".join(pieces).decode().split("\n\n")[:-1]
    return sum(1 for block in blocks if json.loads(block[block.index("data: ") + 6 :]))


STREAMS: dict[str, tuple[str, Callable[[int], Iterator[bytes]]]] = {
    "anthropic, many blocks": ("anthropic", lambda count: anthropic_stream(anthropic_blocks, count)),
    "anthropic, one block": ("anthropic", lambda count: anthropic_stream(anthropic_block, count)),
    "openai, deltas with marks": ("openai", openai_stream),
    "google, chunks": ("google", gemini_stream),
}
"""By what they are: the provider, and what makes so many events."""
