"""`SourceSet`: everything offered and everything returned, each once, under one name each.

Identity is the id, then the url, never the title, which two pages may share. A name leads to the right record or to
none: the same name with the same content is one source, with other content it is another one (`~2`). What arrives in
another order gives the same set in the same order, since each source keeps the smallest place it was seen at.
"""

import json
from collections.abc import Sequence
from itertools import count
from typing import Literal, TypedDict, Unpack, cast

from pydantic import JsonValue

from citebridge.models import Locator, Source, SourceKind, Span

Order = tuple[int, ...]
"""The place in the provider's data: sources come out in this order, those offered before all others."""

RETURNED: Order = (1,)  # offered sources come before this place
UNTITLED: Order = (2,)  # a title of any place comes before this one
SEARCHED = 8  # so many sources of one name are looked through one by one; more are found by their content


class Known(TypedDict, total=False):
    """What is known of a source, all of it optional. The names are those of `Source`."""

    kind: SourceKind
    title: str | None
    url: str | None
    text: str | None
    media_type: str | None
    digest: str | None
    section: str | None
    updated: str | None
    blocks: tuple[Span, ...]
    aliases: tuple[str, ...]
    derived_from: tuple[str, ...]
    raw: JsonValue


class Fields(Known, total=False):
    """The fields of a `Source` to be."""

    id: str
    pages: tuple[Span, ...]
    locators: tuple[Locator, ...]
    access: tuple[str, ...]
    metadata: dict[str, JsonValue]
    origin: Literal["caller", "provider"]


_FILLED: tuple[Literal["url", "text", "media_type", "digest", "section", "updated"], ...] = (
    "url",
    "text",
    "media_type",
    "digest",
    "section",
    "updated",
)
_NAMES = ("id", "type")  # Cohere names a document with nothing else, once it has given it
_CALLERS = ("pages", "derived_from", "locators", "access", "metadata")


class Entry:
    """A source that is still being learned of."""

    __slots__ = ("_fields", "aliases", "id", "minted", "order", "settled", "title_order")

    def __init__(self, name: str, fields: Fields, order: Order, minted: bool) -> None:
        self.id = name
        self._fields = fields
        self.aliases: dict[str, None] = {}  # other names it goes by, in the order they became known
        self.order = order
        self.title_order = order if fields.get("title") else UNTITLED
        self.settled = max(order, self.title_order)  # nothing is learned of its title or order from later places
        self.minted = minted

    @property
    def text(self) -> str | None:
        """The text of the source, as far as it is known."""
        return self._fields.get("text")

    @property
    def url(self) -> str | None:
        """The address of the source, as far as it is known."""
        return self._fields.get("url")

    @property
    def fields(self) -> Fields:
        """The fields of the source as far as it is known."""
        self._fields["aliases"] = tuple(self.aliases)
        return self._fields

    def fits(self, known: Known) -> bool:
        """Whether nothing that is known of both differs in content; a bare name as the record says nothing."""
        raw, mine, url = known.get("raw"), self._fields.get("raw"), self._fields.get("url")
        differ = raw is not None and mine is not None and raw != mine
        if differ and not (_is_bare(raw, url) or _is_bare(mine, url)):
            return False
        text = known.get("text")
        return text is None or self._fields.get("text") in (None, text)

    def repeats(self, source: Source) -> bool:
        """Whether an offered source of this id is this one again: what only the caller can know is the same, too."""
        known = ((self._fields.get(name), getattr(source, name)) for name in (*_FILLED, "blocks"))
        return (
            self.fits({"raw": source.raw})
            and all(mine == theirs or None in (mine, theirs) or () in (mine, theirs) for mine, theirs in known)
            and all(self._fields.get(name) == getattr(source, name) for name in _CALLERS)
        )

    def learn(self, known: Known, order: Order) -> None:
        """Fill what was not known; of several titles that annotations give, that of the first place holds."""
        fields = self._fields
        if order < self.order:
            self.order = order
        title = known.get("title")
        if title and order < self.title_order and not (self.order < RETURNED and fields.get("title")):
            fields["title"] = title
            self.title_order = order
        self.settled = max(self.order, self.title_order)
        if len(known) > ("title" in known):  # a citation only knows the title
            self._fill(known)

    def _fill(self, known: Known) -> None:
        fields = self._fields
        for name in _FILLED:
            value = cast("str | None", known.get(name))
            if value is not None and fields.get(name) is None:
                fields[name] = value
        if "blocks" in known and not fields.get("blocks") and known.get("text") == fields.get("text"):
            fields["blocks"] = known["blocks"]  # places in this very text
        if _is_bare(fields.get("raw"), fields.get("url")):  # a name alone says less than any record
            fields["raw"] = known.get("raw") or fields.get("raw")
        if "derived_from" in known and not fields.get("derived_from"):
            fields["derived_from"] = known["derived_from"]


class SourceSet:
    """Sources by name: ids, urls and aliases."""

    def __init__(self) -> None:
        self.entries: list[Entry] = []
        self._by_name: dict[str, list[Entry]] = {}
        self._offered: dict[str, dict[str | None, Entry]] = {}  # by the id that was given, and what is in them
        self._passages: dict[tuple[str, str], Entry] = {}  # offered ones by other names than their id, and by text
        self._behind: dict[str, int] = {}  # where those of a name begin that is not of one offered source alone
        self._called: dict[str, list[Entry]] = {}  # by what the provider calls them
        self._crowded = False  # whether a name means more than one
        self._by_content: dict[tuple[str, str], Entry] = {}
        self._times: dict[str, int] = {}

    def offer(self, source: Source) -> tuple[Entry, bool]:
        """Take in a source of the caller or of the request, and say whether it is new: what is sent again is not."""
        fields: Fields = {name: getattr(source, name) for name in Source.model_fields}  # type: ignore[assignment]
        same, order = self._offered.setdefault(source.id, {}), (0, len(self.entries))
        content = source.text if source.text is not None else source.digest
        entry = same.get(content)
        if entry is None and len(same) == 1 and None in (content, *same):
            entry = next(iter(same.values()))
        if entry is not None and entry.repeats(source):
            entry.learn(fields, order)
            self.alias(entry, *source.aliases)
            same.setdefault(content, entry)
            return entry, False
        fields["id"] = self._free(source.id)
        entry = Entry(fields["id"], fields, order, minted=False)
        same.setdefault(content, entry)
        self._enter(entry, source.id, source.aliases)
        for name in filter(None, (source.url, *source.aliases)):
            if self._by_name[name][0] is not entry:
                self._behind[name] = len(self._by_name[name])
            if source.text is not None:
                self._passages.setdefault((name, source.text), entry)
        return entry, True

    def add(self, name: str, order: Order, *, minted: bool = False, **known: Unpack[Known]) -> tuple[Entry, bool]:
        """The source of that name, and whether it is new.

        `minted` says that `name` is a number we gave (`chunk:0`), so that it can't mean what the caller calls so.
        """
        order = (1, *order)
        found = self._fitting(name, known, minted)
        if found is not None:
            found.learn(known, order)
            if "aliases" in known:
                self._call(found, known["aliases"])
            return found, False
        aliases = known.get("aliases", ())
        fields = cast("Fields", known)
        fields["id"] = self._free(name)
        fields["origin"] = "provider"
        entry = Entry(fields["id"], fields, order, minted)
        self._enter(entry, name, ())
        self._call(entry, aliases)
        return entry, True

    def find(self, name: str) -> Entry | None:
        """The source that the caller calls so, else the first that goes by the name."""
        offered, at = self._offered.get(name), self._first(name)
        named = self._by_name.get(name, ())[at : at + 1]
        return next(iter(offered.values())) if offered else named[0] if named else None

    def bearers(self, name: str) -> list[Entry]:
        """All that go by a name."""
        return self._by_name.get(name, [])

    def returned(self, name: str) -> Entry | None:
        """The first source of the provider's own that goes by a name."""
        return next((entry for entry in self._by_name.get(name, ()) if entry.order >= RETURNED), None)

    def only(self, name: str) -> Entry | None:
        """The source that the provider calls so; `None` where it calls several pages so: who is meant is not known."""
        called = self.called(name)
        return called[0] if len({entry.url or entry.id for entry in called}) == 1 else None

    def called(self, name: str) -> list[Entry]:
        """The sources that the provider itself calls so, whatever names the caller has for others."""
        return self._called.get(name, [])

    def alias(self, entry: Entry, *names: str) -> None:
        """Let a source go by more names."""
        for name in names:
            if name != entry.id and name not in entry.aliases:
                entry.aliases[name] = None
                self._by_name.setdefault(name, []).append(entry)

    def _call(self, entry: Entry, names: Sequence[str]) -> None:
        if names:
            self.alias(entry, *names)
        for name in names:
            called = self._called.setdefault(name, [])
            if entry not in called:
                called.append(entry)

    def count(self, prefix: str) -> int:
        """How far names that begin so are numbered: the first number that no source goes by (`document:2`)."""
        return next(number for number in count() if f"{prefix}{number}" not in self._by_name)

    def in_order(self) -> list[Entry]:
        """All of them: offered first, then as returned."""
        return sorted(self.entries, key=lambda entry: entry.order)

    def _first(self, name: str) -> int:
        """Where those begin, of all of a name, that it can mean: behind the passages of a page that were offered apart.

        They all have its address, so nobody knows which of them it means.
        """
        return 0 if name in self._offered else self._behind.get(name, 0)

    def _fitting(self, name: str, known: Known, minted: bool) -> Entry | None:
        named = self._by_name.get(name)
        if named is None:
            return None
        at, text = self._first(name), known.get("text")
        passage = self._passages.get((name, text)) if at and text is not None else None
        for entry in (*([passage] if passage else ()), *named[at : at + SEARCHED]):
            if entry.minted == minted and entry.fits(known):
                return entry
        return self._by_content.get((name, _content(known))) if len(named) > SEARCHED else None

    def _enter(self, entry: Entry, name: str, aliases: Sequence[str]) -> None:
        self.entries.append(entry)
        self._by_name.setdefault(entry.id, []).append(entry)
        if entry.id != name:
            self._crowded = True
            self.alias(entry, name)
        url = entry.url
        if url is not None and url != name and url != entry.id:
            self._by_name.setdefault(url, []).append(entry)
        if aliases:
            self.alias(entry, *aliases)
        if self._crowded:
            self._enter_content(entry, name, url)

    def _enter_content(self, entry: Entry, name: str, url: str | None) -> None:
        for one in (name, url):
            if one is not None and len(self._by_name.get(one, ())) > SEARCHED:
                self._by_content.setdefault((one, _content(entry.fields)), entry)

    def _free(self, name: str) -> str:
        """The name itself, or with the first `~n` that is free."""
        while name in self._times:
            self._times[name] += 1
            name = f"{name}~{self._times[name]}"
        self._times[name] = 1
        return name


def _is_bare(raw: JsonValue, url: str | None) -> bool:
    """Whether a record says nothing but what the source is called: its address, or an id and a type."""
    if not isinstance(raw, dict):
        return raw is None or raw == url
    return all(value is None or name in _NAMES for name, value in raw.items())


def _content(known: Known) -> str:
    return json.dumps([known.get("raw"), known.get("text")], sort_keys=True)
