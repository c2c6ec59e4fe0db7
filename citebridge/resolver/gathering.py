"""The sources that `resolve` works with: those of the answer and those handed in, each once.

A source handed in under the id, or the only one with the url, of a source of the answer is that source: it fills in
what the answer does not know of it. Nothing that is known is replaced, so that evidence speaks of what was cited.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from citebridge.models import Citation, Source
from citebridge.sources.sections import callers_metadata

_FILLED = ("title", "url", "media_type", "section", "updated", "derived_from", "metadata")
_OF_TEXT = ("pages", "blocks")
_OF_CONTENT = ("digest", "locators")


def gathered(known: Sequence[Source], given: Iterable[Source]) -> tuple[Source, ...]:
    """The sources of an answer with those handed in: new ones behind what the caller had offered before.

    >>> first = Source(id="https://a.example/", url="https://a.example/", origin="provider")
    >>> second = Source(id="page", url="https://a.example/", text="No dogs.")
    >>> [(one.id, one.text, one.aliases) for one in gathered([first], [second])]
    [('https://a.example/', 'No dogs.', ('page',))]
    """
    sources = {source.id: source for source in reversed(known)}
    order = {source.id: number for number, source in reversed(list(enumerate(known)))}
    urls = Counter(source.url for source in sources.values() if source.url)
    by_url = {source.url: source.id for source in sources.values() if source.url and urls[source.url] == 1}
    fresh: dict[str, Source] = {}
    for source in given:
        name = source.id if source.id in sources else by_url.get(source.url or "", source.id)
        if name in sources:
            sources[name] = _filled(sources[name], source)
        elif name in fresh:
            fresh[name] = _filled(fresh[name], source)
        else:
            fresh[name] = source
    kept = [sources[name] for name in sorted(sources, key=order.__getitem__)]
    offered = next((n for n, source in enumerate(kept) if source.origin == "provider"), len(kept))
    return (*kept[:offered], *fresh.values(), *kept[offered:])


def _filled(known: Source, given: Source) -> Source:
    """What is known of a source, and what another record says that it does not."""
    update: dict[str, object] = {name: getattr(given, name) for name in _FILLED if not getattr(known, name)}
    same_text = known.text is None or known.text == given.text
    update |= {name: getattr(given, name) for name in _OF_TEXT if same_text and not getattr(known, name)}
    if same_text or given.text is None:
        update |= {name: getattr(given, name) for name in _OF_CONTENT if not getattr(known, name)}
    elif "metadata" in update:  # where sections begin in another text says nothing of this one
        update["metadata"] = callers_metadata(given)
    update["text"] = given.text if known.text is None else known.text
    names = (*known.aliases, *(name for name in (given.id, *given.aliases) if name != known.id))
    update["aliases"] = tuple(dict.fromkeys(names))
    update["access"] = tuple(dict.fromkeys((*known.access, *given.access)))  # who may see it needs the tags of both
    return known.model_copy(update=update)


class Names:
    """Which source a citation names."""

    def __init__(self, sources: Iterable[Source], tags: dict[str, str]) -> None:
        self._ids: dict[str, Source] = {}
        self._named: dict[str, list[str]] = {}
        self._tags = tags
        for source in sources:
            self._ids.setdefault(source.id, source)
            for name in {*source.aliases, *([source.url] if source.url else [])} - {source.id}:
                self._named.setdefault(name, []).append(source.id)

    def source(self, name: str | None) -> Source | None:
        """The source of that id, else the only one that goes by that name."""
        if name is None or name in self._ids:
            return self._ids.get(name or "")
        named = self._named.get(name, ())
        return self._ids[named[0]] if len(named) == 1 else None

    def of(self, citation: Citation) -> Source | None:
        """The source of a citation: the one it has, else the one that its `ref` names, and no other.

        A number is a place in a list that is not known here, and a mark means what it was minted for.
        """
        if citation.source_id is not None:
            return self.source(citation.source_id)
        ref = citation.ref
        if ref is None or citation.channel == "markers":
            return self.source(self._tags.get(ref)) if ref is not None and ref in self._tags else None
        return None if ref.strip().lstrip("-").isdecimal() else self.source(ref)
