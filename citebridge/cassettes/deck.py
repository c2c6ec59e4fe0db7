"""A deck plays a cassette, and records: it knows which request is answered by which interaction, and does no I/O.

Transports, routes and servers ask it, and tell it what came; only `load` and `save` touch the file.
"""

from collections import Counter, deque
from collections.abc import Iterable, Sequence
from pathlib import Path
from threading import RLock
from typing import Literal, get_args

from citebridge.cassettes.cassette import MOST, Cassette, Entry
from citebridge.cassettes.difference import differences, nearest
from citebridge.cassettes.digests import Key
from citebridge.cassettes.errors import NoMatch
from citebridge.cassettes.files import locked
from citebridge.cassettes.interaction import Interaction, Request
from citebridge.cassettes.merging import merged
from citebridge.cassettes.reply import Asked, Change, Reply
from citebridge.cassettes.secrets.guard import Guard, told
from citebridge.cassettes.taking import Take
from citebridge.errors import UsageError

Record = Literal["none", "once", "new_episodes", "rewrite", "all"]


class Deck:
    """Plays the interactions of a cassette, and records what is not in it, as `record` says.

    `none`: nothing is recorded. `once`: everything, when there is no cassette yet; else nothing. `new_episodes`: what
    is not in the cassette. `rewrite`: everything anew, and what was there goes. `all`: everything anew, and what was
    not asked stays. Requests are the same when method, address and body are, but for their secrets; one that is sent
    several times is answered by its recordings in turn.

    Leaving a `with` block saves what was recorded. A secret in it raises `SecretFound`, or is masked with `mask=True`.
    `answered` counts the requests that were played or recorded, `unmatched` are the errors that were raised.

    `changes` are made of what is played. `repeat`: who asks once too often gets the last answer again; `anywhere`: the
    host makes no difference. Both are for servers.
    """

    def __init__(
        self,
        cassette: Cassette | str | Path,
        *,
        record: Record = "none",
        guard: Guard | None = None,
        mask: bool = False,
        provider: str | None = None,
        changes: Sequence[Change] = (),
        repeat: bool = False,
        anywhere: bool = False,
        most: int = MOST,
    ) -> None:
        if record not in get_args(Record):
            raise UsageError(f"record= takes one of {', '.join(get_args(Record))}, not {record!r}")
        self.path = None if isinstance(cassette, Cassette) else Path(cassette)
        there = self.path is None or self.path.exists()
        if not there and record == "none":
            raise UsageError(f"there is no cassette {self.path}; record= says when one is made, as record='once'")
        if self.path is None and record != "none":
            raise UsageError("a cassette without a file can only be played: give the path of the file to record to")
        self.cassette = cassette if isinstance(cassette, Cassette) else Cassette.load(cassette) if there else Cassette()
        self.record = record
        self.unmatched: list[NoMatch] = []
        self.answered = 0
        self._open: dict[Take, None] = {}  # takes that have not ended, in their order
        self._pending: list[Interaction] = []
        self._mine: list[Entry] = []
        self._plays = record not in ("rewrite", "all")
        self._records = record != "none" and not (record == "once" and there)
        self._guard = guard or Guard()
        self._mask, self._provider, self._most = mask, provider, most
        self._changes, self._repeat, self._anywhere = changes, repeat, anywhere
        self._turns: Counter[Key] = Counter()
        self._waiting: dict[Key, deque[Reply]] = {}
        self._by_key = self.cassette.by_key if not anywhere else _anywhere(self.cassette)
        self._lock = RLock()

    @property
    def records(self) -> bool:
        """Whether a request can lead to a recording."""
        return self._records

    @property
    def unused(self) -> list[Entry]:
        """The entries that no request asked for."""
        return [one for key, some in self._by_key.items() for one in some[self._turns[key] :]] if self._plays else []

    def answer(self, asked: Asked) -> Reply | None:
        """What is played for a request; `None` when it has to be sent and recorded. Raises `NoMatch`."""
        request = asked.as_request()
        with self._lock:
            key = self._key(request)
            if waiting := self._waiting.get(key):
                return waiting.popleft()
            found = self._next(key) if self._plays else None
            if found is not None:
                first, *others = self._changed(Reply.of(found.interaction))
                self._waiting[key] = deque(others)
                self.answered += 1
                return first
            if self._records:
                return None
            problem = NoMatch(self._why(request, len(self._by_key.get(key, []))))
            if str(problem) not in map(str, self.unmatched):  # SDKs try again
                self.unmatched.append(problem)
        raise problem

    def take(self, asked: Asked) -> Take:
        """Begin to record a request that was sent; what it is told is kept when it has ended."""
        take = Take(asked, self._provider, self._keep)
        self._open[take] = None
        return take

    def save(self) -> None:
        """Write what was recorded, next to what others recorded meanwhile. Raises `SecretFound` and `TooLarge`.

        An answer that is still being read is kept as cut: of a stream that one leaves with `break` an SDK may tell
        nobody, and hold it.
        """
        for take in list(self._open):
            take.end(cut=True)
        with self._lock:
            if self.path is None or not self._pending:
                return
            first = len(self._mine) + 1
            clean = [self._clean(number, one) for number, one in enumerate(self._pending, start=first)]
            mine = [*self._mine, *Cassette.of(clean).entries]
            before = self.cassette.entries
            with locked(self.path):
                now = Cassette.load(self.path).entries if self.path.exists() else ()
                Cassette(merged(now, before, self._gone(mine), mine)).write(self.path, most=self._most)
            self._mine, self._pending = mine, []

    def __enter__(self) -> "Deck":
        return self

    def __exit__(self, *raised: object) -> None:
        self.save()

    def _key(self, request: Request) -> Key:
        """The key under which a request is recorded: one with a secret in it was recorded with a mask over that."""
        key = self._plain_key(request)
        if key in self._by_key or not self._plays:
            return key
        masked = self._plain_key(self._guard.masked_request(request))
        return masked if masked in self._by_key else key

    def _plain_key(self, request: Request) -> Key:
        return request.key.anywhere() if self._anywhere else request.key

    def _next(self, key: Key) -> Entry | None:
        found, turn = self._by_key.get(key, []), self._turns[key]
        if turn < len(found):
            self._turns[key] += 1
            return found[turn]
        return found[-1] if found and self._repeat else None

    def _changed(self, reply: Reply) -> list[Reply]:
        """What each change makes of the last reply of the one before: errors are not made again of errors."""
        replies = [reply]
        for change in self._changes:
            made = list(change(replies.pop()))
            if not made:
                raise UsageError("a change has to give at least one reply")
            replies += made
        return replies

    def _keep(self, take: Take, one: Interaction) -> None:
        with self._lock:
            del self._open[take]
            self.answered += 1
            self._pending.append(one)

    def _gone(self, taken: Iterable[Entry]) -> list[Entry]:
        """The old entries that make room: all of them, or each that was recorded anew."""
        if self.record == "rewrite":
            return list(self.cassette.entries)
        if self.record != "all":
            return []
        times = Counter(one.key for one in taken)
        return [one for key, count in times.items() for one in self.cassette.by_key.get(key, [])[:count]]

    def _clean(self, number: int, one: Interaction) -> Interaction:
        name = self.path.name if self.path is not None else "the cassette"
        if self._mask:
            one = self._guard.masked(one)
        if found := self._guard.find(one):
            raise told(name, (f"recording {number}, {place}" for place in found))
        return one

    def _why(self, request: Request, times: int) -> str:
        name = self.path or "the cassette"
        lines = [f"nothing is recorded for {request.method} {request.url} in {name}"]
        if times:
            lines = [f"{request.method} {request.url} is recorded {times} times in {name}, and was asked once more"]
        else:
            near = nearest(request, (one.request for one in self.cassette))
            if near is not None:
                lines.append(f"the nearest is interaction {near[0]}, {near[1].method} {near[1].url}; what differs:")
                lines += [f"  {line}" for line in differences(near[1], request)]
        return self._guard.mask_text("\n".join(lines))


def _anywhere(cassette: Cassette) -> dict[Key, list[Entry]]:
    found: dict[Key, list[Entry]] = {}
    for one in cassette.entries:
        found.setdefault(one.key.anywhere(), []).append(one)
    return found
