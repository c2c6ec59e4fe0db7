"""The drift alarm: what this release makes of a cassette, whether it keeps the laws, and what has changed."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Literal

from pydantic import JsonValue

from citebridge.cassettes.cassette import Cassette, Entry
from citebridge.cassettes.digests import digest_of
from citebridge.cassettes.interaction import Interaction
from citebridge.cassettes.secrets.guard import Guard
from citebridge.cassettes.snapshots import Snapshot, Which
from citebridge.errors import InputError
from citebridge.models import Answer, Notice

DRIFT = ("unknown_event", "unknown_block", "unknown_chunk", "unknown_citation_type", "odd_field", "odd_payload")
_CHANGES = 5
_ACCEPTABLE = ("changed", "unknown")

Laws = Callable[[str, Sequence[bytes], JsonValue], Iterable[str]]
"""The laws that an answer breaks: of a provider, the pieces it came in, and its request."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What is to be said of an interaction: whether it is an alarm, and of what kind."""

    number: int
    kind: Literal["law", "unknown", "changed", "secret", "digest", "unread", "new", "gone"]
    message: str
    alarm: bool = True


@dataclass(frozen=True, slots=True)
class Checked:
    """All remarks, and the answers as they are now."""

    remarks: tuple[Remark, ...]
    snapshots: tuple[Snapshot, ...]

    def alarmed(self, *, accept: bool = False) -> bool:
        """Whether something has to be looked at; a changed answer may be accepted, a broken law may not."""
        return any(one.alarm and not (accept and one.kind in _ACCEPTABLE) for one in self.remarks)


def check(cassette: Cassette, kept: Mapping[Which, Snapshot], laws: Laws, guard: Guard) -> Checked:
    """Normalize every answer of a cassette again, and compare it with what was `kept`."""
    remarks: list[Remark] = []
    snapshots: list[Snapshot] = []
    turns: Counter[str] = Counter()
    for entry in cassette.entries:
        one = entry.interaction
        remarks += _recording(entry, one, guard)
        answer = _answer(one)
        if answer is None:
            remarks.append(_unread(entry, one))
            continue
        request = " ".join(entry.key)
        turns[request] += 1
        new = Snapshot.of(Which(request, turns[request]), one, answer)
        snapshots.append(new)
        old = kept.get(new.which)
        remarks += _read(entry.number, one, answer, laws, old)
        remarks += _compared(entry.number, old, new)
    gone = kept.keys() - {one.which for one in snapshots}
    remarks += [Remark(0, "gone", f"no longer recorded: {which.request}", alarm=False) for which in sorted(gone)]
    return Checked(tuple(remarks), tuple(snapshots))


def _recording(entry: Entry, one: Interaction, guard: Guard) -> Iterator[Remark]:
    """What is wrong with the line itself."""
    for found in guard.find(one):
        yield Remark(entry.number, "secret", str(found))
    if one.request.digest != digest_of(one.request.content, one.request.headers.get("content-type", "")):
        yield Remark(entry.number, "digest", "the digest is not that of the body, so no request will match")


def _answer(one: Interaction) -> Answer | None:
    try:
        return one.answer()
    except InputError:
        return None


def _unread(entry: Entry, one: Interaction) -> Remark:
    """It may be no answer at all: a list of models, a file that was sent."""
    if one.provider is not None and one.response.status < 400:
        return Remark(entry.number, "unread", f"what {one.provider} sent is neither JSON nor an event stream")
    return Remark(entry.number, "unread", "it is no answer of a known provider", alarm=False)


def _read(number: int, one: Interaction, answer: Answer, laws: Laws, old: Snapshot | None) -> Iterator[Remark]:
    pieces = [piece.data for piece in one.response.pieces]
    for broken in laws(answer.provider or "", pieces, one.request.record):
        yield Remark(number, "law", broken)
    accepted: object = old.answer.get("notices") if old is not None else None
    known: list[JsonValue] = accepted if isinstance(accepted, list) else []
    for notice in _drift(answer.notices):
        yield Remark(number, "unknown", f"{notice.code}: {notice.message}", alarm=notice.code not in known)


def _drift(notices: Iterable[Notice]) -> list[Notice]:
    """One notice of each code that tells of something citebridge does not know."""
    first: dict[str, Notice] = {}
    for notice in notices:
        if notice.code in DRIFT:
            first.setdefault(notice.code, notice)
    return list(first.values())


def _compared(number: int, old: Snapshot | None, new: Snapshot) -> Iterator[Remark]:
    if old is None:
        yield Remark(number, "new", "its answer is not kept yet", alarm=False)
        return
    changes = list(islice(old.changes(new), _CHANGES + 1))
    since = f"since citebridge {old.citebridge}" if old.response == new.response else "since it was recorded anew"
    for change in changes[:_CHANGES]:
        yield Remark(number, "changed", f"{since}, {change}")
    if len(changes) > _CHANGES:
        yield Remark(number, "changed", "and more")
