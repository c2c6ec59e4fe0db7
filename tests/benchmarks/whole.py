"""Whole answers, from bytes to an `Answer`: against each SDK's own parse, and how the time grows."""

import json
from collections.abc import Callable, Iterator
from functools import partial

from citebridge import normalize
from tests.benchmarks.baselines import anthropic_parse, gemini_call, openai_parse
from tests.benchmarks.bodies import BODIES, anthropic, anthropic_alone, google, openai
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.timing import Call, Timed, compare, each, exponent

LAW = 0.14
"""Work grows with the input (law 10 of docs/explanation/design.md): twice the input takes at most 2.2 times the time,
beyond what `json.loads` grows; log2(2.2 / 2)."""


def time_anthropic(plan: Plan) -> Iterator[Figure]:
    """Anthropic against `construct_type` of its SDK."""
    for shape, make in (("with connecting blocks", anthropic), ("cited blocks alone", anthropic_alone)):
        yield from _against(plan, f"anthropic, {shape}", "anthropic", make, anthropic_parse, 0.50, 0.40)


def time_gemini(plan: Plan) -> Iterator[Figure]:
    """Gemini against a call of its SDK's client over a transport in memory."""
    yield from _against(plan, "gemini", "google", google, gemini_call, 0.30, 0.25)


def time_openai(plan: Plan) -> Iterator[Figure]:
    """OpenAI against `construct_type` of its SDK."""
    yield from _against(plan, "openai, marks, a source each", "openai", openai, openai_parse, 1.8, 1.4)


def time_growth(plan: Plan) -> Iterator[Figure]:
    """How the time grows beyond what `json.loads` of the same bytes grows."""
    for provider, make in BODIES.items():
        found: dict[int, Timed] = {}
        for count in plan.growing:
            body = make(count)
            ours = partial(normalize, body, provider=provider)
            found[count] = compare(partial(json.loads, body), ours, min(plan.rounds, 7))
        grown = exponent({count: timed.ours for count, timed in found.items()})
        least = exponent({count: timed.base for count, timed in found.items()})
        told = ", ".join(f"{count:,}: {each(timed.ours, count):.1f}" for count, timed in found.items())
        detail = f"{grown:.2f} against {least:.2f} of json.loads; us a citation: {told}"
        yield Figure(f"{provider}, growth", grown - least, "exponent more", LAW, 0.05, detail)


def _against(
    plan: Plan,
    name: str,
    provider: str,
    make: Callable[[int], bytes],
    baseline: Callable[[bytes], Call],
    target: float,
    reach: float,
) -> Iterator[Figure]:
    for count in plan.citations:
        body = make(count)
        answer = normalize(body, provider=provider)
        assert (len(answer.citations), answer.notices) == (count, ()), name
        timed = compare(baseline(body), partial(normalize, body, provider=provider), plan.rounds)
        detail = f"{short(each(timed.ours, count))} us a citation against {short(each(timed.base, count))}"
        yield Figure(f"{name}, {count:,}", timed.ratio, "x its SDK", target, reach, detail)
