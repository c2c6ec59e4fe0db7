"""The pytest plugin `citebridge`: tests are given the cassette of their name.

Pytest loads this module in every run where citebridge is installed, whoever runs it. So it holds what pytest has to
see and no more: all else is imported by the first test that uses it.
"""

from collections.abc import Generator, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from citebridge.pytest_plugin.answers import assert_citations_valid as assert_citations_valid
    from citebridge.pytest_plugin.answers import citation_values as citation_values
    from citebridge.pytest_plugin.network import NetworkBlocked as NetworkBlocked
    from citebridge.pytest_plugin.player import Player as Player

_HOME = {
    "NetworkBlocked": "network",
    "Player": "player",
    "assert_citations_valid": "answers",
    "citation_values": "answers",
}
_PLAYER: pytest.StashKey["Player"] = pytest.StashKey()

__all__ = sorted(_HOME)  # pyright: ignore[reportUnsupportedDunderAll]


def __getattr__(name: str) -> object:
    """Names are loaded when they are first used."""
    if name not in _HOME:
        raise AttributeError(f"module 'citebridge.pytest_plugin' has no attribute {name!r}; it has {', '.join(_HOME)}")
    found = globals()[name] = getattr(import_module(f"{__name__}.{_HOME[name]}"), name)
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    """Pytest asks for our options."""
    group = parser.getgroup("citebridge")
    group.addoption(
        "--citebridge-record",
        choices=("none", "once", "new_episodes", "rewrite", "all"),
        help="What is recorded to cassettes: none (the default; tests are offline), once (where there is no cassette "
        "yet), new_episodes (what is not in it), rewrite (all anew), all (all that is asked anew).",
    )
    group.addoption(
        "--citebridge-split",
        metavar="HOW",
        help="Replay every stream cut so: whole, bytes, random:SEED, recorded (the default).",
    )
    group.addoption(
        "--citebridge-block-network",
        action="store_true",
        help="No test leaves this machine, but those that record.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Pytest has read its options."""
    config.addinivalue_line(
        "markers",
        "citebridge(name=None, **config): play the cassette of that name, or of the test's, without the network; what "
        "else is given goes before the fixture citebridge_config.",
    )
    if config.getoption("--citebridge-block-network"):
        config.pluginmanager.register(import_module("citebridge.pytest_plugin.offline"))
    if how := config.getoption("--citebridge-split"):
        from citebridge.pytest_plugin.finding import check_split

        check_split(how)


@pytest.fixture(scope="module")
def citebridge_cassette_dir(request: pytest.FixtureRequest) -> Path:
    """The folder of a test file's cassettes: `cassettes/<its name>`, beside it. To be overridden."""
    return request.path.parent / "cassettes" / request.path.stem


@pytest.fixture
def citebridge_config() -> dict[str, Any]:
    """How cassettes are played and recorded, to be overridden.

    What `Deck` takes, as `mask` and `guard`; `record` and `split`, where no option says more; `timing`, to wait as long
    as the provider took; `inner`, the transport that sends what is recorded.
    """
    return {}


@pytest.fixture
def citebridge_cassette(
    request: pytest.FixtureRequest, citebridge_cassette_dir: Path, citebridge_config: dict[str, Any]
) -> Iterator["Player"]:
    """The cassette of this test: transports and clients for SDKs, and what shall go wrong with them."""
    from citebridge.pytest_plugin.playing import playing

    with playing(request, citebridge_cassette_dir, citebridge_config) as player:
        request.node.stash[_PLAYER] = player
        yield player


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """The marker brings the cassette to a test that does not name it, before all else."""
    names: list[str] | None = getattr(item, "fixturenames", None)
    if names is not None and "citebridge_cassette" not in names and item.get_closest_marker("citebridge") is not None:
        names.insert(0, "citebridge_cassette")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, Any, None]:
    """What became of a test with a cassette."""
    outcome = yield
    if (player := item.stash.get(_PLAYER, None)) is not None:
        player.hear(outcome.get_result())


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """What is recorded and was asked by none of the tests that share a cassette."""
    reports = [one for some in terminalreporter.stats.values() for one in some if hasattr(one, "citebridge_unused")]
    if reports:
        from citebridge.pytest_plugin.telling import summary

        for line in summary(reports):
            terminalreporter.write_line(line)
