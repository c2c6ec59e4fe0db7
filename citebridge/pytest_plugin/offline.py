"""What `--citebridge-block-network` adds: a fixture of every test."""

from collections.abc import Iterator

import pytest

from citebridge.pytest_plugin.network import blocked


@pytest.fixture(autouse=True)
def _citebridge_offline(request: pytest.FixtureRequest) -> Iterator[None]:  # pyright: ignore[reportUnusedFunction]
    """No network while a test runs; one with a cassette has it unless it records."""
    if "citebridge_cassette" in request.fixturenames:
        yield
    else:
        with blocked():
            yield
