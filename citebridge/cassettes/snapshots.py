"""What citebridge once made of a cassette, in a file beside it: so that a later release can tell what has changed.

`q.answers.jsonl` stands by `q.cassette.jsonl` and has a line for each answer: what a reader sees of it, not `raw`.
"""

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import JsonValue, ValidationError

from citebridge.cassettes.cassette import SUFFIX
from citebridge.cassettes.difference import compared, shown
from citebridge.cassettes.errors import BadCassette
from citebridge.cassettes.files import write_whole
from citebridge.cassettes.interaction import Interaction, Model
from citebridge.models import Answer
from citebridge.version import __version__

_ANSWERS = ".answers.jsonl"
_ANSWER = ("text", "raw_text", "finish", "refusal")
_CITATION = ("id", "anchor", "claim", "source_id", "ref", "cited_text", "locators", "channel", "type", "confidence")
_SOURCE = ("id", "kind", "title", "url", "pages", "blocks", "derived_from")


class Which(NamedTuple):
    """Which answer: of which request, and of those the how many-th."""

    request: str
    turn: int


class Snapshot(Model):
    """An answer as a reader sees it, of which recording, and made by which release."""

    request: str
    turn: int
    response: str
    citebridge: str
    answer: dict[str, JsonValue]

    @classmethod
    def of(cls, which: Which, one: Interaction, answer: Answer) -> "Snapshot":
        """What this release makes of a recording."""
        digest = f"sha256:{hashlib.sha256(one.response.content).hexdigest()}"
        seen = _seen(answer)
        return cls(**which._asdict(), response=digest, citebridge=__version__, answer=seen)

    @property
    def which(self) -> Which:
        """Which answer it is."""
        return Which(self.request, self.turn)

    def changes(self, other: "Snapshot") -> Iterator[str]:
        """What has become of this one, a line for each place."""
        for place, before, after in compared("answer", self.answer, other.answer):
            was, is_now = shown(before, after)
            yield f"{place}: was {was}, is {is_now}"


def snapshot_file(cassette: Path) -> Path:
    """Where the answers of a cassette are kept."""
    return cassette.with_name(cassette.name.removesuffix(SUFFIX) + _ANSWERS)


def read_snapshots(path: Path) -> dict[Which, Snapshot]:
    """The answers that are kept, none when there is no file. Raises `OSError`, and `BadCassette` with the line."""
    if not path.exists():
        return {}
    found: dict[Which, Snapshot] = {}
    for number, line in enumerate(path.read_bytes().split(b"\n"), start=1):
        if line.strip():
            try:
                one = Snapshot.model_validate_json(line)
            except ValidationError:
                raise BadCassette(f"{path}, line {number}: it is no answer of a cassette") from None
            found[one.which] = one
    return found


def write_snapshots(path: Path, some: Iterable[Snapshot]) -> None:
    """Keep these answers, in the place of those that were kept; nothing is kept of none."""
    lines = [one.model_dump_json().encode() + b"\n" for one in some]
    if lines:
        write_whole(path, b"".join(lines))
    else:
        path.unlink(missing_ok=True)


def _seen(answer: Answer) -> dict[str, JsonValue]:
    said: dict[str, Any] = answer.model_dump(mode="json", exclude_none=True, exclude={"raw", "usage", "request"})
    notices = sorted({notice["code"] for notice in said.get("notices", ())})
    return {
        **_some(said, _ANSWER),
        "citations": [_some(one, _CITATION) for one in said["citations"]],
        "sources": [_some(one, _SOURCE) for one in said["sources"]],
        "notices": notices,
    }


def _some(said: dict[str, Any], names: Iterable[str]) -> dict[str, JsonValue]:
    """These fields, of those that say something: one that is new and empty is no change."""
    return {name: said[name] for name in names if said.get(name) not in (None, "", [], {})}
