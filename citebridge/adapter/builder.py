"""`AnswerBuilder`: owns text, offsets, lifting, ids and numbering, so that an adapter is only a reading of shapes.

An adapter adds text to named slots, registers sources, and cites: each citation is made of its payload's own place in
the data and is told once the text it covers has been told. Whole answers and streams go the same way.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Unpack, cast

from pydantic import JsonValue

from citebridge.adapter.draft import MARKS, CitationFields, Draft, Link, Place, Request, id_of
from citebridge.adapter.fields import Record, string
from citebridge.adapter.finishes import finish_of
from citebridge.adapter.marked import MarkedCitations
from citebridge.adapter.mending import START, Bases
from citebridge.adapter.placing import Placer
from citebridge.adapter.reading import FieldReader
from citebridge.adapter.slot import Part, Slot
from citebridge.adapter.teller import Teller
from citebridge.marks import Grammar, Tags, with_tags
from citebridge.models import BUILT, Answer, Channel, Event, Finish, Notice, Source
from citebridge.models.plain import Door
from citebridge.sources import Entry, Known, SourceSet
from citebridge.text import Unit


class AnswerBuilder(FieldReader):
    """Puts one answer together.

    >>> builder = AnswerBuilder("acme")
    >>> block = builder.slot(0)
    >>> block.add("Hens cluck.")
    >>> builder.cite_all(block, builder.citation((0, 0), None, raw={"page": 3}))
    >>> builder.end("complete")
    >>> [citation.anchor for citation in builder.answer().citations]
    [Anchor(kind='span', start=0, end=11)]
    """

    def __init__(
        self,
        provider: str,
        *,
        api: str | None = None,
        grammars: Sequence[Grammar] = (),
        telling: bool = False,
        whole: bool = False,
        door: Door | None = None,
        tags: Tags | None = None,
    ) -> None:
        self.is_whole = whole  # the body itself is the turn: it need not be put together again
        self.raw: JsonValue = None
        self.api = api
        self.model: str | None = None
        self.response_id: str | None = None
        self.usage: JsonValue = None
        self.channel: Channel = "native"  # by which citations were asked for
        self.sources = SourceSet()
        self.finish: Finish | None = None
        self._provider = provider
        self._door = door
        self._detail: str | None = None
        self._refusal = ""
        self._ids: set[str] = set()
        self._teller = Teller(telling)
        self._marked = MarkedCitations(self, self.sources, self._teller, tags)
        self._tags: Mapping[str, str] = tags.ids if tags is not None else {}
        self._placer = Placer(self._teller, with_tags(grammars, tags) if tags else grammars, self._marked.cite)

    # -- text

    def slot(self, *key: int) -> Slot:
        """The text slot of that key; slots stand in the order of their keys."""
        return self._placer.transcript.slot(key)

    def part(self, number: int, text: str) -> Slot | Part:
        """A text part of a whole body; parts come in order, and each is complete."""
        return self._placer.transcript.part((number,), text)

    def announce(self, number: int) -> None:
        """Part `number` of the answer is known to exist, with text or without.

        Where parts are announced, text of a part waits until those before it are known.
        """
        self._placer.transcript.announce(number)

    def add_rest(self, slot: Slot, text: str) -> str:
        """The whole text of a slot, of which a part may have come: what is missing at the end is added, and given."""
        if len(text) < slot.length:  # told before all had come
            return ""
        begun = self._placer.transcript.text_of(slot)
        if not text.startswith(begun):
            self.notice("text_differs", f"the whole text of part {slot.key} is not what came in pieces, which is kept")
            return ""
        slot.add(text[len(begun) :])
        return text[len(begun) :]

    @property
    def is_empty(self) -> bool:
        """Whether nothing has been read so far: no text and no citation."""
        return not self._placer.transcript.length and not self._ids

    def close(self, slot: Slot) -> None:
        """No more text comes for a slot."""
        slot.close()
        self._placer.transcript.advance()

    def refuse(self, text: str) -> None:
        """The model's refusal, as far as it is known: it is no part of the text. An empty one changes nothing."""
        self._refusal = text or self._refusal

    def about(
        self, body: Record, *, model: str | None = None, response_id: str | None = None, usage: str | None = None
    ) -> None:
        """Take over what a body says of itself, from the fields of these names."""
        if model is not None:
            self.model = string(body.get(model)) or self.model
        if response_id is not None:
            self.response_id = string(body.get(response_id)) or self.response_id
        if usage is not None and isinstance(said := body.get(usage), dict):
            self.usage = said

    def end_with(self, word: str | None, *, calls: bool = False) -> None:
        """The provider's word for how the answer ended; without one the end is `other`.

        `calls` says that a tool is to be called, which some call complete.
        """
        finish = finish_of(word)
        if word is not None or self.finish is None:
            self.end("tool_call" if calls and finish == "complete" else finish, word)

    def end(self, finish: Finish, detail: str | None = None) -> None:
        """The provider said how the answer ended, in its own word `detail`."""
        self.finish = finish
        self._detail = detail or self._detail

    # -- citations

    def citation(
        self, place: Place, source: Entry | None, *, name: str = "", **fields: Unpack[CitationFields]
    ) -> Draft:
        """A citation of a source, or of nobody when what `ref` names is not known.

        Its id is made of its place in the data; `name` tells kinds apart that count on their own.
        """
        if source is not None:
            fields["source_id"] = source.id
        if self._door is not None and self._door.halves:
            self._mend(fields, self._door)
        known = id_of(place, name)
        if known in self._ids:  # the data gives one number twice
            place = (*place, len(self._ids))
            known = f"{known}.{len(self._ids)}"
        self._ids.add(known)
        fields["id"] = known
        if source is None and (ref := fields.get("ref")) is not None:
            self.notice("unresolved_reference", f"citation {known} names {ref[:80]!r}, which nobody has")
        return Draft(fields, (MARKS, *place) if name else place)

    def say_again(self, draft: Draft, **fields: Unpack[CitationFields]) -> None:
        """A citation has come again and says more."""
        if self._door is not None and self._door.halves:
            self._mend(fields, self._door)
        self._teller.changed(draft, fields)

    def cite_all(self, slot: Slot | Part, draft: Draft) -> None:
        """It hangs on all the text of a slot."""
        self._placer.whole(slot, draft)

    def cite(
        self,
        slot: Slot,
        draft: Draft,
        start: int | None,
        end: int | None,
        *,
        unit: Unit = "codepoint",
        says: str | None = None,
        bases: Bases = START,
    ) -> None:
        """It hangs on the range `start` to `end` of a slot, where `says` should stand.

        `bases` are where the counting may begin in the slot.
        """
        if start is None or end is None:
            self.cite_nowhere(draft)
            return
        self._placer.offsets(slot, Request(start, end, unit, says, bases, draft=draft))

    def cite_point(self, slot: Slot, draft: Draft, at: int | None) -> None:
        """It hangs at a point of a slot."""
        if at is None:
            self.cite_nowhere(draft)
            return
        self._placer.offsets(slot, Request(at, at, draft=draft, kind="point"))

    def cite_link(
        self, slot: Slot, draft: Draft, start: int, end: int, url: str | None, *, says: str | None = None
    ) -> None:
        """Its range is that of a link to `url` (or of another mark, without one), which is lifted if it is a mark.

        A mark that reads `says` is meant, wherever the range points.
        """
        self._placer.link(slot, Link(draft, start, end, url, says))

    def cite_nowhere(self, draft: Draft) -> None:
        """It has no place in the answer."""
        self._teller.nowhere(draft)

    # -- sources

    def offer(self, sources: Iterable[Source], told: Iterable[Notice] = ()) -> None:
        """Sources of the caller and of the request, and what was told before there was a builder to tell it."""
        for notice in told:
            self.notice(notice.code, notice.message, notice.raw)
        taken = [(source.id, *self.sources.offer(source)) for source in sources]
        for name, entry, new in taken:
            if new:
                self._tell_new(name, entry)

    def source(self, name: str, order: Place, *, minted: bool = False, **known: Unpack[Known]) -> Entry:
        """The source that goes by a name (see `SourceSet.add`); `order` is the place of its record in the data."""
        if self._door is not None and self._door.halves:
            self._mend(known, self._door)
            name = str(self._door.mend(name))
        entry, new = self.sources.add(name, order, minted=minted, **known)
        if new:
            self._tell_new(name, entry)
        if self._marked.awaits:
            self._marked.arrived((name, entry.id, known.get("url") or "", *known.get("aliases", ())))
        return entry

    def _tell_new(self, name: str, entry: Entry) -> None:
        if entry.id != name:
            self.notice("source_id_clash", f"two sources go by the id {name!r}; one became {entry.id!r}")
        self._teller.source(entry)

    def expect_marks(self, grammar: Grammar) -> None:
        """The answer brings the list that marks of a grammar count: from now on they are marks."""
        self._placer.marks.expect(grammar)

    def call(self, entry: Entry, name: str) -> None:
        """Another name that a citation has for its source, unless it is one already."""
        if self._door is not None and self._door.halves:
            name = str(self._door.mend(name))
        if self.sources.find(name) is None:
            self.sources.alias(entry, name)

    def entitle(self, entry: Entry, order: Place, title: str | None) -> None:
        """A title that the citation at the place `order` gives its source."""
        if title is not None and self._door is not None and self._door.halves:
            title = str(self._door.mend(title))
        entry.learn({"title": title}, (1, *order))

    # -- telling what is odd

    def notice(self, code: str, message: str, raw: JsonValue = None) -> None:
        """Tell something odd; `raw` when it has no other home."""
        if self._door is not None and self._door.halves:
            message, raw = str(self._door.mend(message)), self._door.mend(raw)
        self._teller.notice(code, message, raw)

    def _mend(self, fields: CitationFields | Known, door: Door) -> None:
        """Halves of characters at the edge of a string are only joined in text that comes in pieces."""
        for key, value in fields.items():
            if isinstance(value, str | dict | list):
                fields[key] = door.mend(value)  # type: ignore[literal-required]
            elif key in ("aliases", "derived_from"):
                names = cast("tuple[str, ...]", value)
                fields[key] = tuple(str(door.mend(name)) for name in names)  # type: ignore[literal-required]

    # -- the outcome

    def take_events(self) -> list[Event]:
        """The events since the last call."""
        self._placer.settle()
        if self._marked.stirred:
            self._marked.lead()
        events, self._teller.events = self._teller.events, []
        return events

    def answer(self) -> Answer:
        """Close everything and give the answer."""
        self._placer.finish()
        transcript = self._placer.transcript
        raw_text = str(transcript.raw)
        text = str(self._teller.visible) if transcript.lifted else raw_text
        self._marked.end(text, transcript.to_raw)
        self._teller.end()
        mend = self._door.mend if self._door is not None and self._door.halves else None
        answer = Answer.model_validate(
            {
                "text": text,
                "raw_text": raw_text,
                "lifted": transcript.lifted,
                "citations": self._teller.citations(text),
                "sources": [entry.fields for entry in self.sources.in_order()],
                "provider": self._provider,
                "channel": self.channel,
                "api": self.api,
                "model": mend(self.model) if mend else self.model,
                "response_id": mend(self.response_id) if mend else self.response_id,
                "finish": self.finish or "other",
                "finish_detail": mend(self._detail) if mend else self._detail,
                "refusal": (mend(self._refusal) if mend else self._refusal) or None,
                "usage": mend(self.usage) if mend else self.usage,
                "marker_map": self._tags,
                "notices": self._teller.notices,
                "raw": mend(self.raw) if mend else self.raw,
            },
            context=BUILT,
        )
        transcript.release()
        return answer
