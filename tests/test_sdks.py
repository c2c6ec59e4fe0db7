"""Each provider's own SDK reads our cassettes, and what it makes of them normalises like the recorded JSON.

`tests/providers/test_<provider>.py` says how a provider's SDK is asked: `ask` gives the response object, or the list of
event objects; `aask` the same from the asynchronous client; `accumulated` the events of the SDK's accumulating helper
and its final object. So these tests also hold the cassettes to account: they parse in the real client, and their
requests are what it really sends.
"""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

import pytest

from citebridge import normalize, providers
from tests.wire import Wire, wires, without_stream


def asked(name: str) -> ModuleType:
    """The tests of a provider; that there are some is tested in `test_providers.py`."""
    module = f"tests.providers.test_{name.replace('.', '_')}"
    return import_module(module) if find_spec(module) is not None else ModuleType(module)


def cases(way: str, *, whole: bool = True, streamed: bool = True) -> list[Any]:
    """Every cassette of the providers that can be asked in a way, as it answers a plain and a streamed request."""
    names = [name for name in providers.names() if hasattr(asked(name), way)]
    return [pytest.param(wire, id=str(wire)) for wire in wires(names) if (streamed if wire.streamed else whole)]


def outcome(answer: Any) -> dict[str, Any]:
    """What may not depend on the way an answer came in. The payloads have a test of their own."""
    return answer.model_dump(
        include={"text", "raw_text", "lifted", "citations", "sources", "finish", "refusal"},
        exclude={"citations": {"__all__": {"raw"}}, "sources": {"__all__": {"raw"}}},
    )


def payloads(answer: Any) -> list[Any]:
    return [item.raw for item in (*answer.citations, *answer.sources)]


@pytest.mark.parametrize("wire", cases("ask"))
def test_sdk_objects_normalise_like_the_recorded_json(wire: Wire) -> None:
    request = wire.request
    seen = normalize(asked(wire.provider).ask(wire), provider=wire.provider, request=request)
    assert outcome(seen) == outcome(normalize(wire.recorded, provider=wire.provider, request=request))


@pytest.mark.parametrize("wire", cases("ask"))
def test_no_sdk_stands_between_a_payload_and_raw(wire: Wire) -> None:
    request = wire.request
    seen = normalize(asked(wire.provider).ask(wire), provider=wire.provider, request=request)
    assert payloads(seen) == payloads(normalize(wire.recorded, provider=wire.provider, request=request))


@pytest.mark.anyio
@pytest.mark.parametrize("wire", cases("aask"))
async def test_async_clients_give_the_same(wire: Wire) -> None:
    request = wire.request
    seen = normalize(await asked(wire.provider).aask(wire), provider=wire.provider, request=request)
    assert outcome(seen) == outcome(normalize(wire.recorded, provider=wire.provider, request=request))


@pytest.mark.parametrize("wire", cases("accumulated", whole=False))
def test_accumulating_helpers_give_the_same(wire: Wire) -> None:
    request = wire.request
    events, final = asked(wire.provider).accumulated(wire)
    expected = outcome(normalize(wire.recorded, provider=wire.provider, request=request))
    assert outcome(normalize(events, provider=wire.provider, request=request)) == expected
    assert outcome(normalize(final, provider=wire.provider, request=request)) == expected


@pytest.mark.parametrize("wire", cases("ask"))
def test_an_sdk_object_says_whose_it_is(wire: Wire) -> None:
    assert normalize(asked(wire.provider).ask(wire)).provider == wire.provider


@pytest.mark.parametrize("wire", cases("ask"))
def test_the_recorded_request_is_what_the_sdk_sends(wire: Wire) -> None:
    asked(wire.provider).ask(wire)
    assert without_stream(wire.asked) == wire.request


@pytest.mark.parametrize("provider", providers.names())
def test_every_provider_tells_the_ferry_story(provider: str) -> None:
    wire, told = Wire(provider, "ferry"), Wire("anthropic", "ferry")
    answer = normalize(wire.recorded, provider=provider, request=wire.request)
    assert answer.text == normalize(told.recorded, provider="anthropic").text
    assert len(answer.citations) == 3
    assert all(citation.source_id and citation.anchor for citation in answer.citations)
