"""Sources that a provider cites by number: Anthropic and Bedrock count documents and search results apart.

The number goes over all documents of the request, those in tool results and fetched pages too. An index past the
end of what was offered is nobody, rather than the nearest one; when nothing was offered, the number is all there is.
"""

from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Literal, NamedTuple, Required, TypedDict

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import Draft, Place
from citebridge.adapter.fields import Record, record, records, string
from citebridge.adapter.reading import PlaceKind
from citebridge.models import Source, Span
from citebridge.sources import Entry, digest, digest_of_base64, joined

SourceWord = Literal["document", "search_result", "web"]
_Named = tuple[SourceWord, int | None, str | None]  # what a citation says: its kind of source, number and name
_KINDS: tuple[SourceWord, SourceWord] = ("document", "search_result")
_PLAIN = ("text/plain", "text/markdown", "text/csv")  # of which the bytes are the text
_READ = 64  # of more fetched pages than these, none is read again for each citation: the number decides


class Offered(TypedDict, total=False):
    """A document or search result of the request; `data` is base64 of which only the digest is kept."""

    kind: Required[SourceWord]
    name: str | None
    title: str | None
    url: str | None
    text: str | None
    blocks: Sequence[str] | None
    data: str | None
    media_type: str | None
    fetched: bool


class Kind(NamedTuple):
    """A kind of citation: which kind of source it names, and the fields that say which one and where in it."""

    source: SourceWord
    number: str
    name: str  # what else it is called: an address, a file id
    title: str
    place: PlaceKind = "chars"
    start: str = ""
    end: str = ""


class NumberedSources:
    """Makes citations of numbered sources; pages fetched during the answer count as documents."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._fetched: dict[Entry, None] = {}
        self._count = 0  # of fetched pages, those fetched twice too
        self._known: dict[_Named, Entry] = {}
        self._offered = {kind: builder.sources.count(f"{kind}:") for kind in _KINDS}

    def fetched(self, place: Place, page: Record, document: Record) -> None:
        """A page that a tool fetched, and the document in it."""
        alias = f"document:{self._offered['document'] + self._count}"
        url, title, text = string(page.get("url")), string(document.get("title")), plain_text(document)
        known = self._to.source(
            url or alias, place, kind="web", url=url, title=title, text=text, aliases=(alias,), raw=page
        )
        self._fetched[known] = None
        self._count += 1
        self._known.clear()

    def pages(self, number: int, found: JsonValue) -> None:
        """The pages that search `number` of the answer found."""
        for n, page in enumerate(records(found)):
            url, title = string(page.get("url")), string(page.get("title"))
            self._to.source(url or f"result:{number}.{n}", (number, n), kind="web", url=url, title=title, raw=page)

    def citation(
        self, place: Place, kind: Kind, said: Record, where: Record, quote: str | None, word: str | None, raw: Record
    ) -> Draft:
        """A citation of a source of that kind: what it says of the source, and of the place in it."""
        source, numbered, name_field, title_field, within, first, last = kind
        string, whole = self._to.string, self._to.whole
        number, start, end = whole(where, numbered), whole(where, first), whole(where, last)
        name, title = string(said, name_field), string(said, title_field)
        locators = self._to.locators(within, start, end)
        # What names no source either was printed with its fields dropped, as notebooks do: no place is lost there.
        if first and number is not None and where.get(first) is None and where.get(last) is None:
            self._to.notice("locator_refused", f"a citation of type {word!r} says no place in its source")
        ref = str(number) if number is not None else name
        named = (source, number, name)
        entry = self._known.get(named)
        if entry is None:
            words = slice(start, end) if within == "chars" and locators else None
            entry = self._find(source, number, name, quote, words)
            if entry is not None:
                entry = self._called(place, entry, named, title)
            else:
                entry = self._named(place, source, number, name, title)
            if entry is not None and not self._fetched:  # which page is meant, the words decide
                self._known[named] = entry
        if entry is not None and (1, *place) < entry.settled:
            self._to.entitle(entry, place, title)
        return self._to.citation(place, entry, ref=ref, cited_text=quote, locators=locators, type=word, raw=raw)

    def _find(
        self, kind: SourceWord, number: int | None, name: str | None, quote: str | None, within: slice | None
    ) -> Entry | None:
        found = self._to.sources.find(f"{kind}:{number}") if number is not None else None
        if number is None and name is not None:
            found = self._to.sources.find(name)
        if found is None or found in self._fetched:
            # Whether fetched pages take a number is not settled: the words decide where they can.
            pages = self._fetched if len(self._fetched) <= _READ else ()
            reading = [page for page in pages if _reads(page, quote, within)]
            found = reading[0] if len(reading) == 1 else found
        return found

    def _called(self, place: Place, entry: Entry, named: _Named, title: str | None) -> Entry | None:
        """The source that was found, unless its name is that of another, or the provider itself calls it otherwise.

        The request says what a search result is called. What a document is, mostly the first citation of it says.
        """
        kind, number, name = named
        if name is None:
            return entry
        bearers = self._to.sources.bearers(name)
        learns = (kind == "document" and self._offered[kind]) or entry in self._fetched
        learns = learns or {entry.id, *entry.aliases} == {f"{kind}:{number}"}
        if entry in bearers or (learns and not bearers):
            self._to.call(entry, name)
            return entry
        self._to.notice("source_id_clash", f"{kind} {number} is {entry.id!r}, and a citation of it names {name!r}")
        if bearers:
            return bearers[0] if len(bearers) == 1 else None
        return self._to.source(name, place, title=title, url=address(name))

    def _named(
        self, place: Place, kind: SourceWord, number: int | None, name: str | None, title: str | None
    ) -> Entry | None:
        """A source that is only known from what a citation says of it; a title alone is no identity."""
        if kind == "web":
            return self._to.source(name, place, kind="web", url=name, title=title) if name is not None else None
        if number is None or number < 0 or self._offered[kind]:
            return None
        alias = f"{kind}:{number}"
        return self._to.source(
            name or alias, place, minted=name is None, title=title, url=address(name), aliases=(alias,)
        )


def numbered(offers: Callable[[Record], Iterable[Offered]]) -> Callable[[Record], list[Source]]:
    """Makes a `sources_in` of what one content block of a request offers.

    >>> sources_in = numbered(lambda block: [{"kind": "document", "text": str(block["text"])}])
    >>> sources_in({"messages": [{"content": [{"text": "No dogs."}]}]})[0].aliases
    ('document:0',)
    """

    def sources_in(request: Record) -> list[Source]:
        """Documents, search results and web pages of all messages, each kind numbered from 0."""
        counts = dict.fromkeys(_KINDS, 0)
        return [_source(offer, counts) for block in content_blocks(request) for offer in offers(block)]

    return sources_in


def _source(offer: Offered, counts: dict[SourceWord, int]) -> Source:
    kind, name, text = offer["kind"], offer.get("name"), offer.get("text")
    spans: tuple[Span, ...] = ()
    if text is None and offer.get("media_type") in _PLAIN:
        text = _decoded(offer.get("data"))
    if (blocks := offer.get("blocks")) is not None:
        text, spans = joined(blocks)
    aliases = (f"{kind}:{counts[kind]}",) if kind != "web" else ()
    counts[kind] = counts.get(kind, 0) + 1
    found = kind == "web" or offer.get("fetched", False)
    return Source(
        id=name or (aliases[0] if aliases else "web"),
        kind="web" if found else "document",
        title=offer.get("title"),
        url=offer.get("url") or address(name),
        text=text,
        blocks=spans,
        media_type=offer.get("media_type"),
        digest=digest(text) if text is not None else digest_of_base64(offer.get("data")),
        aliases=aliases,
        origin="provider" if found else "caller",
    )


def content_blocks(request: Record) -> Iterator[Record]:
    """The content blocks of all messages of a request in order, those inside tool results in their place."""
    for message in records(request.get("messages")):
        for block in records(message.get("content")):
            yield block
            if block.get("type") == "tool_result":  # Anthropic
                yield from records(block.get("content"))
            yield from records(record(block.get("toolResult")).get("content"))  # Bedrock


def texts(content: JsonValue) -> list[str]:
    """Citable blocks: those without text, such as images, count as well and hold nothing."""
    return [content] if isinstance(content, str) else [string(block.get("text")) or "" for block in records(content)]


def plain_text(document: Record) -> str | None:
    """The text of a document block, when it is plain text."""
    source = record(document.get("source"))
    return string(source.get("data")) or "" if source.get("type") == "text" else None


def _decoded(data: str | None) -> str | None:
    try:
        return b64decode(data, validate=True).decode() if data is not None else None
    except ValueError:  # binascii.Error and UnicodeDecodeError are ones
        return None


def address(name: str | None) -> str | None:
    """The name, when it is an address that a browser could open."""
    return name if name is not None and name.startswith(("http://", "https://")) else None


def _reads(page: Entry, quote: str | None, within: slice | None) -> bool:
    text = page.text
    if text is None or quote is None or within is None:
        return False
    return text[within].strip() == quote.strip()
