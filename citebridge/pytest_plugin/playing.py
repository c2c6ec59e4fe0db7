"""The life of a `Player`: as long as its test runs."""

from collections.abc import Generator, Mapping
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from citebridge.errors import UsageError
from citebridge.pytest_plugin.finding import check_alone, place_of, record_of
from citebridge.pytest_plugin.network import blocked
from citebridge.pytest_plugin.player import DeckOptions, Player

OPTIONS = frozenset(("record", "split", "timing", "inner", "changes", *DeckOptions.__annotations__))


@contextmanager
def playing(request: pytest.FixtureRequest, folder: Path, config: Mapping[str, Any]) -> Generator[Player]:
    """The cassette of a test. Unless something is recorded to it there is no network meanwhile."""
    marker = request.node.get_closest_marker("citebridge")
    wanted: dict[str, Any] = {**config, **(marker.kwargs if marker is not None else {})}
    if how := request.config.getoption("--citebridge-split"):
        wanted["split"] = how
    if unknown := sorted(wanted.keys() - OPTIONS):
        taken = ", ".join(sorted(OPTIONS))
        raise UsageError(f"citebridge_config and the marker take {taken}; not {', '.join(unknown)}")
    place = place_of(request.node, folder)
    record = record_of(request.config, place, wanted.pop("record", "none"))
    if record != "none":
        check_alone(request.config, place, request.node.nodeid)
    player = Player(place, record, **wanted)
    with blocked() if record == "none" else nullcontext():
        yield player
        player.finish()
