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
MISSING = object()


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
        yield from (_line(*parted) for parted in compared("body", one, other))
    elif mine != its:
        at = next((n for n, (a, b) in enumerate(zip(mine, its, strict=False)) if a != b), min(len(mine), len(its)))
        start = max(0, at - 20)
        ends = (data[start : start + _ROOM].decode("utf-8", "replace") for data in (mine, its))
        yield f"body from byte {at}: " + _line("", *ends).removeprefix(": ")


def compared(path: str, one: JsonValue, other: JsonValue) -> Iterator[tuple[str, object, object]]:
    """The places where two values differ, with what stands in the one and in the other; `MISSING` is nothing.

    >>> list(compared("", {"a": [1, 2]}, {"a": [1, 3]}))
    [('.a[1]', 2, 3)]
    """
    mine, its = dict(_leaves(path, one)), dict(_leaves(path, other))
    for place in dict.fromkeys([*mine, *its]):
        before, after = mine.get(place, MISSING), its.get(place, MISSING)
        if before != after or isinstance(before, bool) != isinstance(after, bool):
            yield place, before, after


def _leaves(path: str, value: JsonValue, within: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Every value that has no others in it, but secrets, with the path to it."""
    if isinstance(value, dict) and value:
        for name, item in value.items():
            if not is_secret_field(name, within):
                yield from _leaves(f"{path}.{name}", item, name)
    elif isinstance(value, list) and value:
        for at, item in enumerate(value):
            yield from _leaves(f"{path}[{at}]", item, within)
    else:
        yield path, value


def _line(path: str, recorded: object, asked: object) -> str:
    one, other = shown(recorded, asked)
    return f"{path}: recorded {one}, asked {other}"


def shown(one: object, other: object) -> tuple[str, str]:
    """Two values for people; of texts what is around the place where they part."""
    if isinstance(one, str) and isinstance(other, str):
        one, other = _around(one, other)
    return _shown(one), _shown(other)


def _around(one: str, other: str) -> tuple[str, str]:
    """Two texts from a little before where they part."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    start = max(0, at - 20)
    cut = "…" if start else ""
    return cut + one[start:], cut + other[start:]


def _shown(value: object) -> str:
    if value is MISSING:
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
