"""What holds for every test: no network, one event loop, the same random examples each time."""

import sys
from collections.abc import Generator
from contextlib import ExitStack

import pytest
from hypothesis import settings

from citebridge.pytest_plugin.network import blocked

settings.register_profile("citebridge", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("citebridge")

_session = ExitStack()
_loaded: dict[str, object] = {}


def pytest_configure() -> None:
    _session.enter_context(blocked())


def pytest_unconfigure() -> None:
    _session.close()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_teardown() -> Generator[None]:
    """No test may drop a module that others hold: imported again, each of its classes would be there twice."""
    for name, module in sys.modules.items():
        if name == "__main__":
            continue  # a block of the docs is run as one
        if "site-packages" in str(getattr(module, "__file__", "")) or name.partition(".")[0] in ("citebridge", "tests"):
            _loaded.setdefault(name, module)
    yield
    dropped = [name for name, module in _loaded.items() if sys.modules.get(name) is not module]
    for name in dropped:
        del _loaded[name]  # told once
    assert not dropped, f"modules dropped or replaced: {', '.join(sorted(dropped))}"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
