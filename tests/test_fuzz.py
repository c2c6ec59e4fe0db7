"""A seeded part of `python -m tests.fuzz`: 4,000 mutated cassettes, and the fuzzer itself."""

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
