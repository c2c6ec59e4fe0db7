"""Citations of marks in the text that no annotation tells of: tags, the provider's own numbers, stray ones."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, cast, get_args
from weakref import proxy

from pydantic import JsonValue

from citebridge.adapter.draft import MARKS, CitationFields, Draft, id_of
from citebridge.adapter.teller import Teller
from citebridge.marks import MOST_IN_RANGE, TAGS, Mark, Tags, private_use_names, tag_as_minted, tags_in
from citebridge.models import Channel
from citebridge.sources import Entry, SourceSet

if TYPE_CHECKING:
    from citebridge.adapter.builder import AnswerBuilder

Lines = tuple[int, int]

_Named = tuple[str, Lines | None]


_How = Literal["named", "counted", "returned"]
_HOWS: tuple[_How, ...] = get_args(_How)


class _Wanted(NamedTuple):
    """What leads to a source: a name, what the provider counts it as, or a name among what the provider has sent."""

    name: str
    how: _How


class _Reading(NamedTuple):
    """One name in a mark: what it is called, the source that it leads to so far, and those that follow it there."""

    ref: str
    channel: Channel
    lines: Lines | None
    source: Entry | None
    drafts: list[Draft] | None  # `None` where it never leads anywhere


class MarkedCitations:
    """Makes citations of marks, and gives them their sources, which may come later."""

    def __init__(self, builder: "AnswerBuilder", sources: SourceSet, teller: Teller, tags: Tags | None) -> None:
        self._to = cast("AnswerBuilder", proxy(builder))  # it holds this: neither would be freed without a collector
        self._sources, self._teller, self._minted = sources, teller, tags
        self._readings: dict[tuple[str, str], list[_Reading]] = {}  # of marks, until a source comes
        self._drafts: dict[_Wanted, list[Draft]] = {}  # by what leads to their source
        self._leads: dict[_Wanted, str | None] = {}  # the source that each of these leads to
        self.stirred: dict[_Wanted, None] = {}  # those that a source has come for since

    def cite(self, number: int, mark: Mark) -> list[Draft]:
        """Citations for mark `number` that no annotation tells of, one for each name in it."""
        text = mark.text
        known = mark.grammar.name, text  # an answer writes few marks, often
        readings = self._readings.get(known)
        if readings is None:
            readings = self._read(mark)
            if readings:
                self._readings[known] = readings
        if len(readings) == 1:  # nearly always
            return [self._draft(number, 0, text, readings[0])]
        return [self._draft(number, index, text, reading) for index, reading in enumerate(readings)]

    def _read(self, mark: Mark) -> list[_Reading]:
        if mark.grammar.native:  # the provider's own, `[2]`: its sources go by that
            return [self._reading(mark.text[1:-1], _Wanted(mark.text, "counted"), "native")]
        if mark.grammar.name == TAGS:
            tags, cut = tags_in(mark.text)
            if cut:
                words = mark.text[:80]
                self._to.notice("long_range", f"a mark names more than {MOST_IN_RANGE} tags in a row: {words!r}")
        else:
            names = _names(mark)
            ids: Mapping[str, str] = self._minted.ids if self._minted is not None else {}
            tags = [(tag if (tag := tag_as_minted(name)) in ids else name, lines) for name, lines in names]
            # Tags are a closed set, and a run of OpenAI's that names one of them is one of tags.
            if not any(tag in ids for tag, _ in tags):
                return self._stray(mark, names)
        return [self._tagged(tag, lines) for tag, lines in tags]

    def _stray(self, mark: Mark, names: Sequence[_Named]) -> list[_Reading]:
        """Of a mark that is neither asked for nor told of, but may name a source."""
        raw: JsonValue = {"marker": mark.text}
        self._to.notice("stray_mark", f"no annotation tells of {mark.text[:80]!r}", None if names else raw)
        closed = self._to.channel == "markers"
        how: _How = "returned" if self._minted is not None else "named"  # what the caller offers is cited by tags then
        return [self._reading(name, None if closed else _Wanted(name, how), lines=lines) for name, lines in names]

    def _tagged(self, tag: str, lines: Lines | None) -> _Reading:
        """A tag. The minted ones are a closed set: no other one leads anywhere."""
        known = self._minted.ids.get(tag) if self._minted is not None else None
        if known is None:
            self._to.notice("unknown_tag", f"{tag!r} was not minted for this request")
        return self._reading(tag, _Wanted(known, "named") if known is not None else None, lines=lines)

    def _reading(
        self, ref: str, wanted: _Wanted | None, channel: Channel = "markers", lines: Lines | None = None
    ) -> _Reading:
        if wanted is None:
            return _Reading(ref, channel, lines, None, None)
        source = self._found(wanted)
        self._leads.setdefault(wanted, source.id if source is not None else None)
        return _Reading(ref, channel, lines, source, self._drafts.setdefault(wanted, []))

    def _draft(self, number: int, index: int, mark: str, reading: _Reading) -> Draft:
        """As the builder's, but for what marks need not: their numbers and words are ours. What leads nowhere is told
        at the end, since its source may still come.
        """
        ref, channel, lines, source, drafts = reading
        fields: CitationFields = {
            "id": id_of((number, index), "mark"),
            "source_id": source.id if source is not None else None,
            "ref": ref,
            "channel": channel,
            "raw": {"marker": mark},
        }
        draft = Draft(fields, (MARKS, number, index))
        if lines is not None:
            fields["locators"] = self._to.locators("lines", *lines)
        if drafts is not None:
            drafts.append(draft)
        return draft

    def _found(self, wanted: _Wanted) -> Entry | None:
        if wanted.how == "named":
            return self._sources.find(wanted.name)
        return self._sources.only(wanted.name) if wanted.how == "counted" else self._sources.returned(wanted.name)

    @property
    def awaits(self) -> bool:
        """Whether a mark in the text may name a source that comes now."""
        return bool(self._drafts)

    def arrived(self, names: Iterable[str]) -> None:
        """Sources have come, which marks in the text may have named before."""
        self._readings.clear()
        for name in names:
            for how in _HOWS:
                if (wanted := _Wanted(name, how)) in self._drafts:
                    self.stirred[wanted] = None

    def lead(self) -> None:
        """Let marks lead to what has come for them, or to nobody where two pages go by what they read."""
        for wanted in self.stirred:
            found = self._found(wanted)
            known = found.id if found is not None else None
            if known == self._leads[wanted]:
                continue
            self._leads[wanted] = known
            for draft in self._drafts[wanted]:
                if draft.fields.get("source_id") != known:
                    draft.fields["source_id"] = known
                    self._teller.resolved(draft)
        self.stirred = {}

    def end(self, visible: str, to_raw: Callable[[int], int]) -> None:
        """All has come: tell what leads nowhere, and what looks like a tag and is none."""
        self.lead()
        for wanted in (wanted for wanted, known in self._leads.items() if known is None):
            who = "several have" if wanted.how == "counted" and self._sources.called(wanted.name) else "nobody has"
            self._to.notice("unresolved_reference", f"the text cites {wanted.name[:80]!r}, which {who}")
        if self._minted is not None:
            from citebridge.marks.near import near_misses  # whose patterns take time to compile

            for at, code, words in near_misses(visible, self._minted):
                self._to.notice(code, f"left in the text at {to_raw(at)}: {words[:80]!r}")


def _names(mark: Mark) -> list[_Named]:
    if mark.grammar.name.startswith("private_use"):
        return private_use_names(mark.text)
    return [(mark.text[1:-1].partition("†")[0], None)]
