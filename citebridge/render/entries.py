"""The lines of the source list: what is cited, each once, and what could not be resolved."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Literal

from citebridge.access import is_redacted
from citebridge.models import RECITATION, Citation, Source
from citebridge.render.passages import Passage, passage
from citebridge.render.safe import address, line
from citebridge.render.wording import about

UNRESOLVED = "?"
_HANDLE = re.compile(r"turn\d+[a-z_]+\d+", re.I)  # OpenAI's own name for a search result: nothing for readers
_NAME_ROOM = 240

EntryKind = Literal["source", "hidden", "unresolved", "recited"]


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the source list.

    `label` is its number, `?` when it is unresolved, `""` when nothing in the text marks it. `title` is what the source
    is called, `section` and `date` are told when it has them, `url` is its address as text (`""` when it is the title),
    `link` the address when it may be a link. All texts are one safe line each.
    """

    label: str
    kind: EntryKind
    title: str
    section: str
    date: str
    url: str
    link: str | None
    passages: tuple[Passage, ...]
    source: Source | None
    citations: tuple[Citation, ...]

    @property
    def about(self) -> str:
        """Title, section and date in one."""
        return " - ".join(part for part in (self.title, self.section, self.date) if part)


@dataclass(slots=True, eq=False)
class Draft:
    """An entry to which citations are still added."""

    label: str
    kind: EntryKind
    source: Source | None
    citations: list[Citation] = field(default_factory=list[Citation])
    passages: list[Passage] = field(default_factory=list[Passage])
    _made: Entry | None = None

    @property
    def entry(self) -> Entry:
        """The entry; to be asked for when all citations are in."""
        if self._made is None:
            self._made = self._entry()
        return self._made

    def _entry(self) -> Entry:
        source, citations = self.source, tuple(self.citations)
        told = dict.fromkeys(self.passages)
        passages = tuple(one for one in told if one != Passage()) or tuple(told)
        if source is not None and self.kind == "source":
            title, section, date = about(source)
            url, link = line(source.url or ""), address(source.url)
        else:
            title = "hidden source" if self.kind == "hidden" else _asked_for(citations[0])
            section = date = url = ""
            link = address(citations[0].ref) if self.kind == "recited" else None
        url = url if url != title else ""
        return Entry(self.label, self.kind, title, section, date, url, link, passages, source, citations)


class Listing:
    """Entries as they are first used."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.drafts: dict[tuple[str, str], Draft] = {}
        self.unresolved: list[Draft] = []
        self._sources = {source.id: source for source in reversed(sources)}
        self._numbers = count(1)

    def enter(self, citation: Citation, *, marked: bool) -> Draft:
        """The entry of a citation; marked ones come first, so a number is there before an unmarked use."""
        source = self._sources.get(citation.source_id) if citation.source_id is not None else None
        if source is not None:
            draft = self.drafts.get(("source", source.id)) or self._new(source, marked)
        elif citation.type == RECITATION:
            draft = self.drafts.setdefault((RECITATION, citation.ref or ""), Draft("", "recited", None))
        else:
            draft = Draft(UNRESOLVED if marked else "", "unresolved", None)
            self.unresolved.append(draft)
        draft.citations.append(citation)
        draft.passages.append(passage(citation, draft.source))
        return draft

    def _new(self, source: Source, marked: bool) -> Draft:
        label = str(next(self._numbers)) if marked else ""
        draft = self.drafts["source", source.id] = Draft(label, "hidden" if is_redacted(source) else "source", source)
        return draft


def _asked_for(citation: Citation) -> str:
    """What an unresolved citation named."""
    named = line(citation.ref or citation.source_id or "", _NAME_ROOM)
    return "a source that was not named" if not named or _HANDLE.fullmatch(named) else named
