"""Citations of marks in the text that no annotation tells of: tags, the provider's own numbers, stray ones."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from citebridge.adapter.draft import Draft, Place
from citebridge.adapter.teller import Teller
from citebridge.marks import MOST_IN_RANGE, TAGS, Mark, Tags, near_misses, private_use_names, tags_in
from citebridge.models import Lines
from citebridge.sources import SourceSet

if TYPE_CHECKING:
    from citebridge.adapter.builder import AnswerBuilder


class MarkedCitations:
    """Makes citations of marks, and gives them their sources, which may come later."""

    def __init__(self, builder: "AnswerBuilder", sources: SourceSet, teller: Teller, tags: Tags | None) -> None:
        self._to, self._sources, self._teller = builder, sources, teller
        self._minted = tags
        self._tags: Mapping[str, str] = tags.ids if tags is not None else {}
        self._counting: dict[str, list[Draft]] = {}  # citations by the provider's own marks, by what they read
        self._leads: dict[str, str | None] = {}  # the source that each of these leads to
        self._stirred: dict[str, None] = {}  # those that a source has come for since

    def cite(self, number: int, mark: Mark) -> Sequence[Draft]:
        """Citations for mark `number` that no annotation tells of, one for each name in it."""
        if mark.grammar.native:
            return [self._counted((number, 0), mark.text)]
        if mark.grammar.name == TAGS:
            tags, cut = tags_in(mark.text)
            if cut:
                self._to.notice(
                    "long_range", f"a mark names more than {MOST_IN_RANGE} tags in a row: {mark.text[:80]!r}"
                )
            return [self._tagged((number, index), mark.text, *one) for index, one in enumerate(tags)]
        payload: Literal["marker"] = "marker"
        names = _names(mark)
        if self._tags and names and all(name in self._tags for name, _ in names):  # a style of tags as well
            return [self._tagged((number, index), mark.text, *one) for index, one in enumerate(names)]
        self._to.notice(
            "stray_mark", f"no annotation tells of {mark.text[:80]!r}", None if names else {payload: mark.text}
        )
        drafts: list[Draft] = []
        for index, (name, lines) in enumerate(names):
            # Where all citing is by tags, they are a closed set.
            source = self._sources.find(name) if self._to.channel != "markers" else None
            draft = self._to.citation(
                (number, index),
                source,
                name="mark",
                ref=name,
                channel="markers",
                locators=(Lines(start_line=lines[0], end_line=lines[1]),) if lines else (),
                raw={payload: mark.text},
            )
            drafts.append(draft)
        return drafts

    def _tagged(self, place: Place, mark: str, tag: str, lines: tuple[int, int] | None) -> Draft:
        """A citation by a tag. The minted ones are a closed set: no other one leads anywhere."""
        known = self._tags.get(tag)
        source = self._sources.find(known) if known is not None else None
        if known is None:
            self._to.notice("unknown_tag", f"{tag!r} was not minted for this request")
        elif source is None:
            self._to.notice("unresolved_reference", f"{tag!r} stands for {known[:80]!r}, which nobody has")
        draft = self._to.citation(place, source, name="mark", channel="markers", raw={"marker": mark})
        draft.fields["ref"] = tag
        if lines is not None:
            draft.fields["locators"] = (Lines(start_line=lines[0], end_line=lines[1]),)
        return draft

    def _counted(self, place: Place, mark: str) -> Draft:
        """A citation by a mark of the provider's own, `[2]`, which is an alias of its source; that may come later."""
        source = self._sources.only(mark)
        draft = self._to.citation(place, source, name="mark", raw={"marker": mark})
        draft.fields["ref"] = mark[1:-1]
        self._counting.setdefault(mark, []).append(draft)
        self._leads.setdefault(mark, draft.fields.get("source_id"))
        return draft

    def arrived(self, names: Sequence[str]) -> None:
        """Sources have come, which marks in the text may have named before."""
        self._stirred |= {name: None for name in names if name in self._counting}

    def lead(self) -> None:
        """Let marks lead to what has come for them, or to nobody where two pages go by what they read."""
        for mark in self._stirred:
            found = self._sources.only(mark)
            known = found.id if found is not None else None
            if known == self._leads[mark]:
                continue
            self._leads[mark] = known
            for draft in self._counting[mark]:
                if draft.fields.get("source_id") != known:
                    draft.fields["source_id"] = known
                    self._teller.resolved(draft)
        self._stirred = {}

    def end(self, raw_text: str) -> None:
        """All has come: tell what leads nowhere, and what looks like a tag and is none."""
        self.lead()
        for mark in (mark for mark, known in self._leads.items() if known is None):
            who = "several have" if self._sources.find(mark) is not None else "nobody has"
            self._to.notice("unresolved_reference", f"the text cites {mark[:80]!r}, which {who}")
        for at, words in near_misses(raw_text, self._minted) if self._minted is not None else ():
            self._to.notice("near_miss", f"left in the text at {at}: {words[:80]!r}")


def _names(mark: Mark) -> list[tuple[str, tuple[int, int] | None]]:
    if mark.grammar.name.startswith("private_use"):
        return private_use_names(mark.text)
    return [(mark.text[1:-1].partition("†")[0], None)]
