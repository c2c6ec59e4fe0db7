"""What goes into `normalize`, `parser` and the streams beside the recorded answers, and what is said of it."""

import json
import math
from datetime import date
from typing import Any

import pytest

from citebridge import normalize, parser
from citebridge.errors import UsageError
from citebridge.models import Answer, Source

HENS: dict[str, Any] = {
    "type": "message",
    "role": "assistant",
    "content": [{"type": "text", "text": "Hens cluck."}],
    "stop_reason": "end_turn",
}


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def asked(*documents: dict[str, Any]) -> dict[str, Any]:
    """A request to Anthropic with these documents."""
    return {"messages": [{"role": "user", "content": [{"type": "document", **one} for one in documents]}]}


def document(text: str) -> dict[str, Any]:
    return {"source": {"type": "text", "media_type": "text/plain", "data": text}}


# -- what the caller gives beside the answer


@pytest.mark.parametrize(
    ("odd", "code"),
    [
        ({"text": "q\ud800"}, "lone_surrogate"),
        ({"metadata": {"by": "q\ud800"}}, "lone_surrogate"),
        ({"metadata": {"score": math.nan}}, "not_a_number"),
        ({"metadata": {"data": b"1"}}, "bytes_as_base64"),
        ({"metadata": {"on": date(2026, 1, 2)}}, None),
        ({"raw": {1, 2}}, None),
    ],
)
@pytest.mark.parametrize("made", [Source.model_construct, dict])
def test_sources_go_through_the_door(odd: dict[str, Any], code: str | None, made: Any) -> None:
    answer = normalize(HENS, sources=[made(id="a", **odd)])
    assert Answer.model_validate_json(answer.model_dump_json()) == answer
    assert codes(answer) == ([code] if code else [])


def test_sources_are_not_shared_with_the_caller() -> None:
    metadata: dict[str, Any] = {"tags": ["a"]}
    answer = normalize(HENS, sources=[Source(id="a", metadata=metadata), {"id": "b", "metadata": metadata}])
    metadata["tags"].append("b")
    assert [source.metadata for source in answer.sources] == [{"tags": ["a"]}] * 2


@pytest.mark.parametrize("sources", [5, "a", [5], [{"title": "no id"}], {"id": "a"}, Source(id="a")])
def test_sources_of_another_kind_are_the_callers_mistake(sources: Any) -> None:
    with pytest.raises(UsageError, match="sources= takes Source objects or mappings"):
        parser("anthropic", sources=sources)


@pytest.mark.parametrize(
    ("sources", "texts", "aliases"),
    [
        ("A=x B=x", "x x", {"A": ["document:0"], "B": ["document:1"]}),
        ("A=x B=x", "x x x x", {"A": ["document:0", "document:2"], "B": ["document:1", "document:3"]}),
        ("A=x", "x x", {"A": ["document:0", "document:1"]}),
        ("A=x B=y", "y x", {"A": ["document:1"], "B": ["document:0"]}),
        ("A=x document:1=x", "x x", {"A": ["document:0"], "document:1": []}),
        ("document:0=x B=x", "x x", {"document:0": [], "B": ["document:1"]}),
        ("A=B B=x", "x", {"A": [], "B": ["document:0"]}),  # a text is no name
        ("A=x", "y", {"A": [], "document:0": []}),
    ],
)
def test_documents_of_the_request_are_the_callers_sources(
    sources: str, texts: str, aliases: dict[str, list[str]]
) -> None:
    given = [{"id": one.split("=")[0], "text": one.split("=")[1]} for one in sources.split()]
    answer = normalize(HENS, sources=given, request=asked(*map(document, texts.split())))
    assert {source.id: list(source.aliases) for source in answer.sources} == aliases


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_the_request_comes_as_bytes(kind: Any) -> None:
    answer = normalize(HENS, request=kind(json.dumps(asked(document("x"))).encode()))
    assert [source.text for source in answer.sources] == ["x"]


def test_repairs_of_the_request_are_told() -> None:
    answer = normalize(HENS, request=asked(document("q\ud800")))
    assert [notice.message for notice in answer.notices] == [
        "in the request, half a surrogate pair stood alone and became U+FFFD"
    ]
    assert not normalize(HENS, request={"file": b"%PDF"}).notices  # bytes are what an SDK takes


def test_a_wrong_request_is_told_before_anything_is_read() -> None:
    with pytest.raises(UsageError, match="request="):
        parser("anthropic", request="[1]")
