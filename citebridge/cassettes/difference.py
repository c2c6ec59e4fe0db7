"""Where two requests part, for people: what was recorded, and what was asked."""

from collections.abc import Iterable, Iterator
from itertools import islice
from urllib.parse import urlsplit

from pydantic import JsonValue

from citebridge.cassettes.bodies import said
from citebridge.cassettes.interaction import Request
from citebridge.cassettes.secrets.names import is_secret_field, matched_url

MOST = 8
_ROOM = 70
_MISSING = object()


def nearest(asked: Request, recorded: Iterable[Request]) -> tuple[int, Request] | None:
    """The number and the request that was recorded and has most in common with the one that was asked."""
    scored = [(_alike(asked, one), -number, one) for number, one in enumerate(recorded, start=1)]
    if not scored:
        return None
    _, number, found = max(scored, key=lambda one: one[:2])
    return -number, found


def differences(recorded: Request, asked: Request) -> list[str]:
    """What differs, a line for each; of many the first."""
    found = list(islice(_differences(recorded, asked), MOST + 1))
    return [*found[:MOST], "and more"] if len(found) > MOST else found


def _differences(recorded: Request, asked: Request) -> Iterator[str]:
    if recorded.method != asked.method:
        yield _line("method", recorded.method, asked.method)
    if (one := matched_url(recorded.url)) != (other := matched_url(asked.url)):
        yield _line("url", one, other)
    mine, its = recorded.content, asked.content
    one, other = said(mine), said(its)
    if one is not None and other is not None:
        yield from _within(one, other)
    elif mine != its:
        at = next((n for n, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b), min(len(mine), len(its)))
        start = max(0, at - 20)
        ends = (data[start : start + _ROOM].decode("utf-8", "replace") for data in (mine, its))
        yield f"body from byte {at}: " + _line("", *ends).removeprefix(": ")


def _within(one: JsonValue, other: JsonValue) -> Iterator[str]:
    mine, its = dict(_leaves("body", one)), dict(_leaves("body", other))
    for path in dict.fromkeys([*mine, *its]):
        recorded, asked = mine.get(path, _MISSING), its.get(path, _MISSING)
        if recorded != asked or isinstance(recorded, bool) != isinstance(asked, bool):
            yield _line(path, recorded, asked)


def _leaves(path: str, value: JsonValue) -> Iterator[tuple[str, JsonValue]]:
    """Every value that has no others in it, but secrets, with the path to it."""
    if isinstance(value, dict) and value:
        for name, item in value.items():
            if not is_secret_field(name):
                yield from _leaves(f"{path}.{name}", item)
    elif isinstance(value, list) and value:
        for at, item in enumerate(value):
            yield from _leaves(f"{path}[{at}]", item)
    else:
        yield path, value


def _line(path: str, recorded: object, asked: object) -> str:
    if isinstance(recorded, str) and isinstance(asked, str):
        recorded, asked = _around(recorded, asked)
    return f"{path}: recorded {_shown(recorded)}, asked {_shown(asked)}"


def _around(one: str, other: str) -> tuple[str, str]:
    """Two texts from a little before where they part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 20)
    cut = "…" if start else ""
    return cut + one[start:], cut + other[start:]


def _shown(value: object) -> str:
    if value is _MISSING:
        return "nothing"
    text = repr(value)
    return text if len(text) <= _ROOM else f"{text[:_ROOM]}…"


def _alike(one: Request, other: Request) -> int:
    """How much two requests have in common: who is asked, for what, and the fields of the body."""
    mine, its = urlsplit(matched_url(one.url)), urlsplit(matched_url(other.url))
    score = 8 * (one.method == other.method) + 16 * (mine.path == its.path) + 8 * (mine.netloc == its.netloc)
    return score + _same_fields(said(one.content), said(other.content))


def _same_fields(one: JsonValue, other: JsonValue) -> int:
    if not isinstance(one, dict) or not isinstance(other, dict):
        return 0
    return sum(name in other and other[name] == value for name, value in one.items())
