"""The sample responses of this repository, as cassettes, hold the same bytes and are played to the same SDKs."""

from __future__ import annotations

import pytest

from citebridge import normalize, providers
from citebridge.cassettes import Guard
from citebridge.cassettes.reply import Asked
from citebridge.cassettes.surfaces import surface_of
from tests.cassettes.repository import converted, samples
from tests.wire import STREAMS, Wire


@pytest.mark.parametrize(("provider", "name"), [(one, name) for one in providers.names() for name in samples(one)])
def test_a_sample_is_the_same_as_a_cassette(provider: str, name: str):
    cassette = converted(provider, name)
    files = [Wire(provider, name).path(suffix) for suffix in (".json", *STREAMS)]
    assert [one.response.content for one in cassette] == [file.read_bytes() for file in files if file.exists()]
    for one in cassette:
        request = Wire(provider, name).request
        mine, its = (
            normalize(one.response.content, provider=provider, request=said) for said in (one.request.body, request)
        )
        assert mine.model_dump(exclude={"raw"}) == its.model_dump(exclude={"raw"})
        assert Guard(environ={}).find(one) == []
        if not one.request.url.endswith((".example/whole", ".example/stream")):  # known by its address and its shape
            asked = Asked("POST", one.request.url)
            assert surface_of(asked, one.response.content) == (one.provider, one.surface)
    assert len(cassette.by_key) == len(cassette)  # no request is answered by two
