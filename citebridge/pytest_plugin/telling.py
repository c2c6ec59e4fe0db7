"""What a test is told of its cassette, and who runs the tests of those that several share."""

from collections.abc import Iterable, Iterator
from typing import Any, cast

import pytest

from citebridge.cassettes.deck import Deck

_MOST = 8


def story(deck: Deck) -> str:
    """What was asked and is not recorded, and what is recorded and was not asked for; nothing when all fits."""
    lines = [str(one) for one in deck.unmatched]
    if unused := _unused(deck):
        lines.append(f"{len(unused)} of {len(deck.cassette)} interactions of {deck.path} were not asked for:")
        lines += _first(unused)
    if lines:
        lines.append("pytest --citebridge-record=rewrite records them anew, =new_episodes what is missing")
    return "\n".join(lines)


def note_unused(report: pytest.TestReport, deck: Deck) -> None:
    """Send with the report of a test, also from a worker of xdist, what it left over."""
    setattr(report, "citebridge_unused", (str(deck.path), _unused(deck)))  # noqa: B010 - reports take what they get


def summary(reports: Iterable[Any]) -> Iterator[str]:
    """Lines about what is left over after all tests that share a cassette."""
    left: dict[str, list[str]] = {}
    for report in reports:
        path, unused = cast("tuple[str, list[str]]", report.citebridge_unused)
        among = set(unused)
        left[path] = [one for one in left.get(path, unused) if one in among]
    for path, unused in sorted(left.items()):
        if unused:
            yield f"citebridge: none of these tests asked for {len(unused)} of the interactions of {path}:"
            yield from _first(unused)


def _unused(deck: Deck) -> list[str]:
    return [f"{one.number} {one.key.method} {one.key.url}" for one in deck.unused]


def _first(some: list[str]) -> Iterator[str]:
    for one in some[:_MOST]:
        yield f"  {one}"
    if len(some) > _MOST:
        yield f"  and {len(some) - _MOST} more"
