"""What an `Answer` keeps in memory for each citation."""

import gc
import tracemalloc
from collections.abc import Iterator
from functools import partial

from citebridge import Answer, normalize
from tests.benchmarks.baselines import anthropic_parse
from tests.benchmarks.bodies import anthropic, anthropic_alone
from tests.benchmarks.figures import Figure, Plan, short
from tests.benchmarks.timing import Call

_COUNT = 2000


def weigh(plan: Plan) -> Iterator[Figure]:
    """Bytes a citation, without the provider's payloads and with them."""
    for name, make in (("with connecting blocks", anthropic), ("cited blocks alone", anthropic_alone)):
        body = make(_COUNT)
        read = partial(normalize, body, provider="anthropic", keep="none")
        message = f"the SDK's message: {short(_retained(anthropic_parse(body)))}"
        without = _retained(lambda read=read: _without_payloads(read()))
        yield Figure(f"memory, {name}", without, "B a citation", 2000, None, message)
        yield Figure(f"memory, {name}, with raw", _retained(read), "B a citation")
        whole = _retained(partial(normalize, body, provider="anthropic"))
        yield Figure(f"memory, {name}, all of it", whole, "B a citation", detail="the turn in Answer.raw too")


def _without_payloads(answer: Answer) -> Answer:
    """The payloads gone from where they are: a copy would weigh differently."""
    for citation in answer.citations:
        vars(citation)["raw"] = None
    return answer


def _retained(make: Call) -> float:
    make()  # what is made once belongs to no citation
    gc.collect()
    tracemalloc.start()
    try:
        kept = make()
        gc.collect()
        size, _ = tracemalloc.get_traced_memory()
        del kept
    finally:
        tracemalloc.stop()
    return size / _COUNT
