"""What the values of an answer take by themselves: `json.loads` of the same bytes, then the finished `Answer` made again
from fields that are at hand. Nothing is read, scanned or looked up, so that no reader can be faster than this.
"""

import json
from collections.abc import Callable, Iterator
from typing import Any

from citebridge import normalize
from citebridge.models import BUILT, Anchor, Answer, Citation, Claim, Lift, Span, TextDelta
from tests.benchmarks.baselines import anthropic_parse, gemini_call, openai_parse
from tests.benchmarks.bodies import anthropic, anthropic_alone, google, openai
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.timing import Call, compare, each

Fields = dict[str, Any]

_TOKENS = 250_000
_SHAPES: tuple[tuple[str, str, Callable[[int], bytes], Callable[[bytes], Call]], ...] = (
    ("anthropic, with connecting blocks", "anthropic", anthropic, anthropic_parse),
    ("anthropic, cited blocks alone", "anthropic", anthropic_alone, anthropic_parse),
    ("gemini", "google", google, gemini_call),
    ("openai, marks, a source each", "openai", openai, openai_parse),
)


def time_floors(plan: Plan) -> Iterator[Figure]:
    """Against the same baselines as the whole way, for information."""
    for name, provider, make, baseline in _SHAPES:
        for count in plan.citations:
            body = make(count)
            again = _again(body, normalize(body, provider=provider))
            timed = compare(baseline(body), again, min(plan.rounds, 7))
            detail = f"{short(each(timed.ours, count))} us a citation against {short(each(timed.base, count))}"
            yield Figure(f"floor, {name}, {count:,}", timed.ratio, "x its SDK", detail=detail)
    tokens = ["abcd"] * _TOKENS
    timed = compare(lambda: [token for token in tokens], lambda: [TextDelta(token) for token in tokens], 3)
    yield Figure("floor, an event of each token", each(timed.ours, _TOKENS), "us a token")


def _again(body: bytes, answer: Answer) -> Call:
    """Makes the same answer again; only what an adapter hands over to the models is ready."""
    whole = _told(answer, "citations", "sources", "lifted")
    sources = [_told(source) for source in answer.sources]
    lifted = [(lift.raw.start, lift.raw.end, lift.at) for lift in answer.lifted]
    cited = [(_told(citation, "anchor", "claim", "raw_span"), citation) for citation in answer.citations]

    def make() -> Answer:
        json.loads(body)
        return Answer.model_validate(
            {
                **whole,
                "citations": [_citation(fields, citation) for fields, citation in cited],
                "sources": [dict(fields) for fields in sources],
                "lifted": [Lift(Span(start, end), at) for start, end, at in lifted],
            },
            context=BUILT,
        )

    assert make() == answer
    return make


def _citation(fields: Fields, like: Citation) -> Fields:
    made, anchor, claim, mark = {**fields}, like.anchor, like.claim, like.raw_span
    if anchor is not None:
        made["anchor"] = Anchor(anchor.kind, anchor.start, anchor.end)
    if claim is not None:
        made["claim"] = Claim(claim.start, claim.end, claim.basis)
    if mark is not None:
        made["raw_span"] = Span(mark.start, mark.end)
    return made


def _told(model: Any, *apart: str) -> Fields:
    return {name: getattr(model, name) for name in model.model_fields_set if name not in apart}
