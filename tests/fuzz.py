"""Feeds mutated cassettes to the readers and checks the laws on whatever comes out.

The laws are those of docs/explanation/design.md, "What can be relied on", by their numbers there.

    python -m tests.fuzz --count 200000 [--seed N] [--provider P] [--only I] [--processes 2]

Each case is made of its seed, provider and number alone, so a failure can be made again with `--only`. A failure is
shown once for each law and place, shrunk to little; the exit status is then 1.
"""

import argparse
import json
import math
import re
import struct
import sys
import time
import warnings
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from functools import cache
from itertools import pairwise
from multiprocessing import get_context
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any

from citebridge import Answer, normalize, parser, providers
from citebridge.errors import NotReadable
from citebridge.models.plain import Door
from citebridge.testing.laws import SAME, Broken, check_answer, check_events, check_same, holds
from citebridge.testing.paths import PathTo, item_at, paths_in, put, take_out
from citebridge.testing.recordings import Recording, recordings_in
from tests.walkers import WALKERS, keeps, left
from tests.wire import CASSETTES

MOST_FLOAT = 10**300  # a whole number may have been made larger than any float
SLOW = 5.0  # seconds of work that no case may take


# -- tapes: what is mutated


@dataclass(frozen=True)
class Tape(Recording):
    """A cassette, and every place in it."""

    value: Any
    request: Any
    provider: str
    paths: tuple[PathTo, ...]


@cache
def tapes(provider: str) -> tuple[Tape, ...]:
    """All cassettes of a provider."""
    return tuple(
        Tape(one.name, one.framing, one.value, one.data, one.request, provider, places(one.value))
        for one in recordings_in(CASSETTES / provider)
    )


def recorded_providers() -> list[str]:
    """The providers that have both a reader and cassettes."""
    return [name for name in providers.names() if (CASSETTES / name).is_dir()]


def places(value: Any) -> tuple[PathTo, ...]:
    """The path of every value inside a value."""
    return tuple(path for path, _ in paths_in(value))


# -- bytes


def as_frame(kind: str, payload: bytes, message_type: str = "event", **more: str) -> bytes:
    """An AWS event-stream frame; `more` are headers, `error_code` is `:error-code`."""
    pairs = [(":event-type", kind), (":content-type", "application/json"), (":message-type", message_type)]
    pairs += [(f":{name.replace('_', '-')}", word) for name, word in more.items()]
    headers = b"".join(
        bytes([len(name)]) + name.encode() + b"\x07" + struct.pack(">H", len(text)) + text
        for name, word in pairs
        for text in [word.encode("utf-8", "replace")]
    )
    prelude = struct.pack(">II", 16 + len(headers) + len(payload), len(headers))
    body = prelude + struct.pack(">I", zlib.crc32(prelude)) + headers + payload
    return body + struct.pack(">I", zlib.crc32(body))


def as_bytes(value: Any, framing: str) -> bytes:
    """A mutated body or event list as it would come over the wire."""
    if framing == "json":
        return as_json(value)
    events = value if isinstance(value, list) else [value]
    if framing == "sse":
        return b"".join(b"data: " + as_json(event) + b"\n\n" for event in events)
    if framing == "lines":
        return b"".join(as_json(event) + b"\n" for event in events)
    pairs = [pair for event in events for pair in (event.items() if isinstance(event, dict) else [("odd", event)])]
    return b"".join(as_frame(str(kind), as_json(inner)) for kind, inner in pairs)


def as_json(value: Any) -> bytes:
    """JSON text, with what Python would not write put in afterwards."""
    text = json.dumps(value)
    for token, written in VERBATIM.items():
        if token in text:
            text = text.replace(f'"{token}"', written)
    return text.encode()


VERBATIM = {
    "@deep100@": "[" * 100 + "]" * 100,
    "@deep100000@": '{"a":' * 50_000 + "[" * 50_000 + "]" * 50_000 + "}" * 50_000,
    "@digits@": "9" * 5_000,
    "@1e999@": "-1e999",
}


# -- odd values


class Colour(Enum):
    """An enum, as SDKs have them."""

    RED = "red"


class Thing:
    """An object of nobody's SDK."""

    def __init__(self) -> None:
        self.type = "text"
        self._hidden = object


def nested(depth: int) -> Any:
    """Lists in lists."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


def circle() -> Any:
    """A dict that holds itself."""
    value: dict[str, Any] = {"type": "text"}
    value["text"] = value
    return value


PLAIN_ODD: list[Any] = [
    *(None, True, False, 0, 1, -1, 2, 7, 99, 2**31, 2**63, -(2**70), 10**400, 0.5, -0.0, 1e308),
    *(math.nan, math.inf, -math.inf),
    *("", " ", "\n", "0", "text", "sang_a_song", "é", "🐕", "🐕\u200d🦺", "e\u0301", "\0", "\x85\u2028", "\ufffd"),
    *("\ud83d", "\udc15", "a\ud83d", "\udc15b", "a\ud800b", "\udc00\ud800"),
    *("x" * 300, "[1]", "`[1]", "【4:0†source】", "\ue200cite\ue202turn0search0\ue201", "\\ue200cite\\ue202a\\ue201"),
    *(" ([site](https://site.example/a))", "[[1]](https://site.example/a)", "【4:0†", "\ue200cite", "(["),
    *([], {}, [[]], [None], [1, "a", {}], {"": None}, {"type": None}, {"type": "text", "text": "Hens."}, {"text": 3}),
    *({"error": {"message": "no", "code": 500}}, {"url": "javascript:0", "id": "~2"}),
]
FOREIGN_ODD: list[Any] = [
    *(b"", b"\xff\xfe", bytearray(b"a"), (1, 2), {1: 2, None: 3}, {"a", "b"}, Colour.RED, date(2026, 11, 30), 10**5000),
    *(Thing(), object(), Colour, circle(), nested(70), 1j),
]
RARE_ODD: list[Any] = [nested(100_000)]


# -- mutations of a value; each gives a new one that shares what did not change


def odd_value(rng: Random, on_wire: bool) -> Any:
    """Something that nobody expects there."""
    lot = rng.random()
    if lot < 0.001:
        return "@deep100000@" if on_wire else rng.choice(RARE_ODD)
    if lot < 0.08:
        return rng.choice(("@deep100@", "@digits@", "@1e999@")) if on_wire else rng.choice(FOREIGN_ODD)
    return rng.choice(PLAIN_ODD)


def retyped(rng: Random, old: Any) -> Any:
    """The same in another type."""
    if isinstance(old, str):
        return rng.choice(([old], {"text": old}, len(old), None, {old[:20]: old}))
    if isinstance(old, int | float):
        return rng.choice(
            (
                str(old),
                float(max(-MOST_FLOAT, min(old, MOST_FLOAT))),
                [old],
                -old,
                old + 1,
                old - 1,
                old + 2,
                old * 1000,
                bool(old),
            )
        )
    if isinstance(old, list):
        return rng.choice(
            ({str(n): item for n, item in enumerate(old)}, old[0] if old else None, str(old)[:200], [old])
        )
    if isinstance(old, dict):
        return rng.choice(
            (list(old.values()), [old], str(old)[:200], next(iter(old.values()), None), list(old.items()))
        )
    return rng.choice(("None", [], {}, 0))


def shorter(rng: Random, old: Any) -> Any:
    """A part of it."""
    if isinstance(old, str | list) and old:
        begin, end = sorted(rng.randrange(len(old) + 1) for _ in range(2))
        return old[begin:end]
    return {key: old[key] for key in list(old)[: rng.randrange(len(old))]} if isinstance(old, dict) and old else old


def inserted(rng: Random, old: Any, on_wire: bool) -> Any:
    """It with something odd in the middle."""
    new = odd_value(rng, on_wire)
    if isinstance(old, str):
        where = rng.randrange(len(old) + 1)
        return f"{old[:where]}{new if isinstance(new, str) else ' '}{old[where:]}"
    if isinstance(old, list):
        where = rng.randrange(len(old) + 1)
        return [*old[:where], new, *old[where:]]
    return (
        {**old, rng.choice(("type", "error", "index", "citations", "text", "\ud800")): new}
        if isinstance(old, dict)
        else new
    )


def shuffled(rng: Random, old: Any) -> Any:
    """It in another order."""
    if isinstance(old, list):
        return rng.sample(old, len(old))
    if isinstance(old, dict):
        return {key: old[key] for key in rng.sample(list(old), len(old))}
    return old[::-1] if isinstance(old, str) else old


def doubled(old: Any) -> Any:
    """It twice over."""
    return old * 2 if isinstance(old, str | list) else [old, old]


def mutate_value(rng: Random, tape: Tape, value: Any, on_wire: bool) -> tuple[Any, str]:
    """One mutation at a random place, and what it was."""
    path = rng.choice(tape.paths)
    old = item_at(value, path)
    kind = rng.choice(
        ("drop", "odd", "odd", "odd", "retype", "short", "insert", "shuffle", "double", "foreign", "swap")
    )
    if kind == "drop":
        return take_out(value, path), f"drop {path}"
    if kind == "foreign":
        other = rng.choice(tapes(rng.choice(recorded_providers())))
        new = item_at(other.value, rng.choice(other.paths))
    elif kind == "swap":
        new = item_at(value, rng.choice(tape.paths))
    else:
        new = {
            "odd": lambda: odd_value(rng, on_wire),
            "retype": lambda: retyped(rng, old),
            "short": lambda: shorter(rng, old),
            "insert": lambda: inserted(rng, old, on_wire),
            "shuffle": lambda: shuffled(rng, old),
            "double": lambda: doubled(old),
        }[kind]()
    return put(value, path, new), f"{kind} {path}"


def mutate_events(rng: Random, events: list[Any]) -> tuple[list[Any], str]:
    """Events lost, repeated, moved, out of order, cut off or of another provider."""
    kind = rng.choice(("drop", "repeat", "move", "shuffle", "cut", "odd", "foreign"))
    number, other = (rng.randrange(len(events)) for _ in range(2))
    one = events[number]
    if kind == "cut":
        return events[:number] if rng.random() < 0.7 else events[number:], f"cut at {number}"
    if kind == "shuffle":
        begin, end = sorted((number, other + 1))
        return [*events[:begin], *rng.sample(events[begin:end], end - begin), *events[end:]], f"shuffle {begin}:{end}"
    rest = [*events[:number], *events[number + 1 :]]
    if kind == "drop":
        return rest, f"drop event {number}"
    new = {"odd": lambda: rng.choice(PLAIN_ODD), "foreign": lambda: any_event(rng)}.get(kind, lambda: one)()
    base = rest if kind == "move" else events
    return [*base[:other], new, *base[other:]], f"{kind} event {number} to {other}"


def any_event(rng: Random) -> Any:
    """An event or body of any provider."""
    other = rng.choice(tapes(rng.choice(recorded_providers())))
    return rng.choice(other.value) if isinstance(other.value, list) else other.value


def mutate_bytes(rng: Random, data: bytes) -> tuple[bytes, str]:
    """Bytes cut, flipped, doubled, joined with others, or with other line ends."""
    kind = rng.choice(("cut", "head", "flip", "flip", "insert", "drop", "double", "join", "lines", "lead"))
    begin, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    if kind == "cut":
        return data[:end], f"cut at {end}"
    if kind == "head":
        return data[begin:], f"without the first {begin}"
    if kind == "flip" and data:
        where, bit = rng.randrange(len(data)), rng.randrange(8)
        return data[:where] + bytes([data[where] ^ 1 << bit]) + data[where + 1 :], f"bit {bit} at {where}"
    if kind == "lines":
        new = rng.choice((b"\r\n", b"\r"))
        return data.replace(b"\n", new), f"line ends {new!r}"
    if kind == "lead":
        new = rng.choice((b"\xef\xbb\xbf", b": hello\n\n", b"\n", b"retry: 3\n", b" " * 100, b"\r\n" * 40))
        return new + data, f"led by {new!r}"
    pieces = (
        b"\0",
        b"\xff",
        b"\xc3",
        b"\n\n",
        b"\r",
        b"data: ",
        b"data: [DONE]\n\n",
        b'"',
        b"{",
        b"]",
        b"\\ud83d",
        b"NaN",
    )
    new = {
        "insert": lambda: rng.choice(pieces) * rng.randrange(1, 4),
        "drop": lambda: b"",
        "double": lambda: data[begin:end] * 2,
        "join": lambda: rng.choice(tapes(rng.choice(recorded_providers()))).data,
    }.get(kind, lambda: b"")()
    return data[:begin] + new + data[begin if kind == "insert" else end :], f"{kind} {begin}:{end}"


# -- cases


@dataclass(frozen=True)
class Case:
    """What is fed, and how: as `body`, `json`, `events`, `wire` (events as bytes) or `raw` bytes."""

    provider: str
    tape: str
    way: str
    framing: str
    value: Any
    cuts: tuple[float, ...] = ()
    request: Any = None
    keep: Any = "all"
    twice: bool = False
    log: tuple[str, ...] = field(default=(), compare=False)

    @property
    def data(self) -> bytes:
        """The bytes, where bytes are fed."""
        return self.value if self.way == "raw" else as_bytes(self.value, self.framing)

    def chunks(self) -> list[bytes]:
        """The bytes, cut."""
        data = self.data
        edges = [0, *sorted(int(cut * len(data)) for cut in self.cuts), len(data)]
        return [data[begin:end] for begin, end in pairwise(edges)]


def make_case(seed: int, provider: str, number: int) -> Case:
    """Case `number` of a provider, the same in every process."""
    rng = Random(f"{seed}/{provider}/{number}")
    tape = rng.choice(tapes(provider))
    streamed = tape.framing != "json"
    lot = rng.random()
    way = "raw" if lot < 0.15 else "wire" if streamed and lot < 0.4 else "json" if not streamed and lot < 0.4 else ""
    way = way or ("events" if streamed else "body")
    value, log = tape.value, []
    if streamed and len(value) > 12 and rng.random() < 0.9:  # long streams say the same over and over
        begin = rng.randrange(2, len(value) - 6)
        value = [*value[:2], *value[begin : begin + rng.randrange(2, 9)], *value[-3:]]
        tape = replace(tape, value=value, data=as_bytes(value, tape.framing), paths=places(value))
        log.append(f"window at {begin}")
    value = tape.data if way == "raw" else value
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5))):
        try:
            value, what = mutated(rng, tape, way, value)
            log.append(what)
        except (LookupError, TypeError, ValueError, RecursionError):  # gone, or too odd to be made odder
            continue
    request = tape.request if rng.random() < 0.3 else None
    if request is not None and rng.random() < 0.3:
        asked = replace(tape, paths=places(request))
        request, what = mutate_value(rng, asked, request, on_wire=False)
        log.append(f"request: {what}")
    cuts = tuple(rng.random() for _ in range(rng.choice((0, 1, 2, 5)))) if way in ("raw", "wire", "json") else ()
    keep = rng.choice(("turn", "none")) if rng.random() < 0.05 else "all"
    return Case(provider, tape.name, way, tape.framing, value, cuts, request, keep, rng.random() < 0.1, tuple(log))


def mutated(rng: Random, tape: Tape, way: str, value: Any) -> tuple[Any, str]:
    """One more mutation."""
    if way == "raw":
        return mutate_bytes(rng, value)
    if tape.framing != "json" and value and rng.random() < 0.3:
        return mutate_events(rng, value)
    return mutate_value(rng, tape, value, on_wire=way != "body" and way != "events")


# -- the laws


def check(case: Case) -> None:
    """Read a case and check everything; raises `Broken`, or whatever the code under test raised."""
    begun = time.process_time()
    try:
        answer, events = read(case)
    except NotReadable as error:
        holds("readable bytes are read", not is_readable(case), error)
        return
    check_answer(answer)
    if events is not None:
        check_events(answer, events)
    if case.way != "raw" and case.keep == "all" and not (case.way in ("json", "wire") and has_token(case.value)):
        check_kept(case, answer)
    if case.twice:
        check_again(case, answer)
    holds("no case takes long", time.process_time() - begun < SLOW)


def read(case: Case) -> tuple[Answer, list[Any] | None]:
    """The answer, and the events where it was streamed."""
    options: Any = {"provider": case.provider, "request": case.request, "keep": case.keep}
    if case.way == "body" or (case.way == "json" and not case.cuts):
        return normalize(case.value if case.way == "body" else case.data, **options), None
    reading = parser(options.pop("provider"), **options)
    events = [event for piece in pieces(case) for event in reading.feed(piece)]
    answer = reading.close()
    return answer, [*events, *reading.finish()]


def pieces(case: Case) -> Sequence[Any]:
    """What is fed one after another."""
    return case.chunks() if case.way in ("raw", "wire", "json") else case.value


def is_readable(case: Case) -> bool:
    """Whether bytes are JSON, frames or an event stream, so that refusing them is wrong."""
    if case.way in ("body", "events"):  # text in place of events is no event; in the midst of them it is an odd one
        return case.way == "body" or not isinstance(case.value[0], str | bytes | bytearray)
    data = case.data
    try:
        json.loads(data.decode("utf-8-sig"))
        return True
    except (ValueError, RecursionError):
        pass
    sound = len(data) >= 12 and zlib.crc32(data[:8]) == struct.unpack(">I", data[8:12])[0]
    return sound or re.match(rb"(?:\xef\xbb\xbf)?[\r\n]*(?:data|event|id|retry|):", data) is not None


def has_token(value: Any) -> bool:
    """Whether something stands in the text that is not in the value."""
    return any(token in json.dumps(value) for token in VERBATIM)


def check_again(case: Case, answer: Answer) -> None:
    """Laws 5 and 9: fed at once and without telling, it is the same."""
    options: Any = {"provider": case.provider, "request": case.request, "keep": case.keep}
    again = normalize(case.data if case.way in ("raw", "wire", "json") else case.value, **options)
    check_same("cut and whole have", answer, again, (*SAME, "raw"))


def check_kept(case: Case, answer: Answer) -> None:
    """Law 2: every payload is in a `raw`; where it is only in that of the answer, a notice tells that something is odd."""
    walker = WALKERS.get(case.provider)
    if walker is None or not isinstance(case.value, dict | list):
        return
    whole = case.way in ("body", "json")
    kept = [one.raw for one in (*answer.citations, *answer.sources, *answer.notices) if one.raw is not None]
    try:
        if not left(walker(case.value, whole), kept):
            return
    except RecursionError:
        pass
    door = Door(lambda notice: None)  # only now, since it takes time: what was odd is compared as it comes through
    value: Any = door.plain(case.value) if whole else [door.plain(event) for event in case.value]
    for payload in left(walker(value, whole), kept):
        holds("no payload is lost", keeps(answer.raw, payload), as_shown(payload))
        holds("a payload that became nothing is told", bool(answer.notices), as_shown(payload))


# -- running, and making failures small


@dataclass(frozen=True)
class Failure:
    """What went wrong with which case; `sign` is the same for the same fault."""

    provider: str
    number: int
    sign: str
    message: str


def failure_of(case: Case) -> tuple[str, str] | None:
    """The sign and the message of what goes wrong with a case, or nothing."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check(case)
    except Broken as broken:
        return broken.law, str(broken)
    except Exception as error:
        return (
            f"{type(error).__name__} at {place_of(error.__traceback__)}",
            f"{type(error).__name__}: {str(error)[:300]}",
        )
    return None


def place_of(traceback: TracebackType | None) -> str:
    """The innermost function of citebridge."""
    place = "?"
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if f"{Path('/')}citebridge{Path('/')}" in code.co_filename:
            place = f"{code.co_filename.rpartition('citebridge/')[2]}:{code.co_name}"
        traceback = traceback.tb_next
    return place


def run(seed: int, provider: str, numbers: range) -> list[Failure]:
    """The failures of some cases of a provider."""
    found: list[Failure] = []
    for number in numbers:
        failed = failure_of(make_case(seed, provider, number))
        if failed is not None:
            found.append(Failure(provider, number, *failed))
    return found


def _run(task: tuple[int, str, range]) -> tuple[int, float, list[Failure]]:
    begun = time.process_time()
    failures = run(*task)
    return len(task[2]), time.process_time() - begun, failures


def shrunk(case: Case, sign: str, seconds: float = 10.0) -> Case:
    """A case that fails in the same way and holds as little as was found in the time."""
    end = time.monotonic() + seconds

    def fails(other: Case) -> bool:
        failed = failure_of(other)
        return failed is not None and failed[0] == sign

    for simpler in (replace(case, request=None), replace(case, cuts=()), replace(case, cuts=case.cuts[:1])):
        case = simpler if simpler != case and fails(simpler) else case
    smaller = True
    while smaller and time.monotonic() < end:
        smaller = False
        for value in less(case.value):
            other = replace(case, value=value)
            if fails(other):
                case, smaller = other, True
                break
            if time.monotonic() > end:
                break
    return case


def less(value: Any) -> Iterator[Any]:
    """Values with something taken out, the largest pieces first."""
    if isinstance(value, dict):
        yield from ({other: inner for other, inner in value.items() if other != key} for key in value)
    elif isinstance(value, bytes | str | list):
        size = len(value)
        while size:
            yield from (without(value, begin, begin + size) for begin in range(0, len(value), size))
            size //= 2
    if isinstance(value, dict | list):
        for key, inner in list(value.items() if isinstance(value, dict) else enumerate(value)):
            for smaller in less(inner) if isinstance(inner, dict | list | str) else ():
                copy = value.copy()
                copy[key] = smaller
                yield copy


def without(value: Any, begin: int, end: int) -> Any:
    """A text, list or bytes without a stretch."""
    return value[:begin] + value[end:]


def as_shown(value: Any) -> str:
    """A value for people, not too long of it."""
    digits = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        text = json.dumps(value, ensure_ascii=True, default=repr)
    except (ValueError, TypeError, RecursionError):
        text = f"(a {type(value).__name__} that is no JSON)"
    finally:
        sys.set_int_max_str_digits(digits)
    return text if len(text) <= 1500 else f"{text[:1500]}… ({len(text)} characters)"


def report(seed: int, failures: list[Failure]) -> None:
    """Each kind of failure once, with the smallest case that was found."""
    by_sign: dict[tuple[str, str], list[Failure]] = {}
    for failure in failures:
        by_sign.setdefault((failure.provider, failure.sign), []).append(failure)
    for (provider, sign), found in sorted(by_sign.items(), key=lambda one: -len(one[1])):
        first = min(found, key=lambda one: one.number)
        case = make_case(seed, provider, first.number)
        small = shrunk(case, sign)
        print(f"\n{provider}: {sign} ({len(found)} times)\n  {first.message}")
        print(f"  again: --seed {seed} --provider {provider} --only {first.number}")
        print(f"  {case.tape} as {case.way}: {'; '.join(case.log)}")
        shown = repr(small.value[:600]) if isinstance(small.value, bytes) else as_shown(small.value)
        print(f"  cuts {small.cuts}, request {as_shown(small.request)[:300]}\n  {shown}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run, report, and give the exit status."""
    options = argparse.ArgumentParser(prog="tests.fuzz", description=(__doc__ or "").partition("\n")[0])
    options.add_argument("--count", type=int, default=20_000, help="how many mutations in all")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--provider", choices=recorded_providers())
    options.add_argument("--only", type=int, help="make one case again (needs --provider)")
    options.add_argument("--processes", type=int, default=2)
    given = options.parse_args(arguments)
    names = [given.provider] if given.provider else recorded_providers()
    if given.only is not None:
        failures = run(given.seed, names[0], range(given.only, given.only + 1))
        report(given.seed, failures)
        return 1 if failures else 0
    each, step = -(-given.count // len(names)), 250
    spans = [range(begin, min(begin + step, each)) for begin in range(0, each, step)]
    tasks = [(given.seed, name, span) for span in spans for name in names]
    begun, count, work, failures = time.monotonic(), 0, 0.0, []
    with get_context("spawn").Pool(given.processes) as pool:
        for done, spent, found in pool.imap_unordered(_run, tasks):
            count, work = count + done, work + spent
            failures += found
    seconds = time.monotonic() - begun
    report(given.seed, failures)
    unseen = [name for name in names if name not in WALKERS]
    print(f"\n{count} mutations of {', '.join(names)} in {seconds:.1f} s: {count / seconds:.0f} a second,")
    print(f"{1000 * work / count:.2f} ms of work each")
    print(
        f"{len(failures)} failures" + (f"; no walker looks for lost payloads of {', '.join(unseen)}" if unseen else "")
    )
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
