"""A seeded part of `python -m tests.fuzz`: 4,000 mutated cassettes, and the fuzzer itself."""

from typing import Any

import pytest

from tests import fuzz

COUNT = 4_000
PROVIDERS = fuzz.recorded_providers()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_no_mutated_answer_breaks_a_law(provider: str) -> None:
    failures = fuzz.run(4, provider, range(-(-COUNT // len(PROVIDERS))))
    shown = {
        failure.sign: f"--seed 4 --provider {provider} --only {failure.number}: {failure.message}"
        for failure in failures
    }
    assert not shown, "\n".join(shown.values())


def stream(*events: Any) -> list[Any]:
    return list(events)


def openai_part(text: str, *annotations: dict[str, Any]) -> dict[str, Any]:
    part = {"type": "output_text", "text": text, "annotations": list(annotations)}
    return {"type": "response.content_part.done", "output_index": 5, "part": part}


LINK = {"type": "url_citation", "start_index": 171, "end_index": 251}
FILE = {"type": "file_search_call", "results": [{"file_id": "\ud83d"}]}
GROUNDING = {"groundingSupports": [{"segment": {"endIndex": 1}, "groundingChunkIndices": [0]}]}
FOUND: list[tuple[str, str, Any]] = [
    ("anthropic", "events", stream({"type": []})),
    ("anthropic", "events", stream({"type": "message_start"}, "hello")),
    ("anthropic", "events", stream({"error": "\ud800"})),
    ("anthropic", "body", {"content": [{"type": "text", "text": "a", "citations": [{"document_index": 10**5000}]}]}),
    (
        "anthropic",
        "wire",
        stream(
            *[
                {
                    "type": "content_block_delta",
                    "delta": {
                        "type": "citations_delta",
                        "citation": {"type": "char_location", "document_index": 0, "document_title": title},
                    },
                }
                for title in (None, "Ru\ud83d")
            ]
        ),
    ),
    ("bedrock", "body", {"metrics": 10**5000}),
    (
        "cohere",
        "events",
        stream(
            *[{"type": "citation-start", "index": 1, "delta": {"message": {"citations": {"a": n}}}} for n in (1, 2)]
        ),
    ),
    ("cohere", "wire", stream({"type": "citation-start", "delta": {"message": {"citations": {"end": "\ud83d"}}}})),
    ("google", "body", {"candidates": [{"groundingMetadata": {"groundingChunks": [{"maps": {}}]}}]}),
    ("google", "body", {"candidates": [{"groundingMetadata": {"groundingSupports": ["\udc15"]}}]}),
    (
        "google",
        "events",
        stream({"candidates": [{"groundingMetadata": GROUNDING}]}, {"candidates": [{"groundingMetadata": ""}]}),
    ),
    (
        "google",
        "body",
        {"candidates": [{"groundingMetadata": {"groundingSupports": [{"confidenceScores": [10**400]}]}}]},
    ),
    ("mistral", "body", {"choices": [{"message": {"content": [{"type": "reference", "reference_ids": "odd"}]}}]}),
    (
        "mistral",
        "wire",
        stream({"choices": [{"delta": {"content": [{"type": "reference", "reference_ids": ["\udc15"]}]}}]}),
    ),
    ("mistral", "json", {"choices": [{"message": {"content": ["@digits@", {"reference_ids": ["@deep100000@"]}]}}]}),
    (
        "openai",
        "events",
        stream(
            {"type": "response.output_item.added"}, openai_part("ab" * 60, LINK, {"start_index": 71, "end_index": 102})
        ),
    ),
    ("openai", "wire", stream({"type": "response.completed", "response": {"output": [FILE]}})),
]
"""What the fuzzer found, made small."""


@pytest.mark.parametrize(("provider", "way", "value"), FOUND)
def test_what_was_found_stays_found(provider: str, way: str, value: Any) -> None:
    framing = "json" if way in ("body", "json") else "frames" if provider == "bedrock" else "sse"
    fuzz.check(fuzz.Case(provider, "found", way, framing, value, cuts=(0.5,) if way == "wire" else (), twice=True))


def test_a_case_is_made_of_its_seed_and_number_alone() -> None:
    for provider in PROVIDERS:
        first, again = (fuzz.make_case(1, provider, 7) for _ in range(2))
        assert (first.log, first.cuts, first.way) == (again.log, again.cuts, again.way)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_the_walkers_find_payloads_in_every_form(provider: str) -> None:
    """A walker that finds nothing would let everything be lost."""
    for whole in (True, False):
        tapes = [tape for tape in fuzz.tapes(provider) if (tape.framing == "json") == whole]
        assert any(list(fuzz.WALKERS[provider](tape.value, whole)) for tape in tapes)


def test_a_lost_payload_is_noticed() -> None:
    kept = [{"citation": {"a": 1}, "source": 2}, {"a": [{"b": 3}]}]
    assert fuzz.left(iter([{"a": 1}, {"b": 3}, {}]), kept) == []
    assert fuzz.left(iter([{"a": 2}]), kept) == [{"a": 2}]


def test_a_failure_is_made_small() -> None:
    case = fuzz.make_case(1, PROVIDERS[0], 1)
    big = fuzz.replace(case, way="body", framing="json", value={"a": [1, 2, {"b": "x"}], "c": 5}, request=None)

    def smallest(value: object) -> object:
        found = [one for one in fuzz.less(value) if "b" in str(one)]
        return smallest(found[0]) if found else value

    assert smallest(big.value) == {"a": [{"b": ""}]}
