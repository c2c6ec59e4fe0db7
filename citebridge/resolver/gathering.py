"""The sources that `resolve` works with: those of the answer and those handed in, each once.

A source handed in under the id of one of the answer is that source, as is the only one handed in with a url that only
one of the answer has, or with an id or a url that is an alias on the other side: it fills in what the answer does not
know of it. Nothing that is known is replaced, so that evidence speaks of what was cited. Two that come together under
one id and say something else are two sources: the other one gets `~2`, and a notice says so.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from citebridge.access.hiding import names_of
from citebridge.models import Citation, Notice, Source
from citebridge.models.plain import Tell
from citebridge.sources.sections import callers_metadata

_IN_A_LIST = re.compile(r"(?:(?:document|search_result|chunk):)?\d+|\[\d+\]|turn\d+[a-z]+\d+")
_FILLED = ("title", "url", "media_type", "section", "updated", "derived_from", "metadata")
_OF_TEXT = ("pages", "blocks")
_OF_CONTENT = ("digest", "locators")


def gathered(known: Sequence[Source], given: Iterable[Source], tell: Tell) -> tuple[Source, ...]:
    """The sources of an answer with those handed in: new ones behind what the caller had offered before.

    >>> first = Source(id="https://a.example/", url="https://a.example/", origin="provider")
    >>> second = Source(id="page", url="https://a.example/", text="No dogs.")
    >>> [(one.id, one.text, one.aliases) for one in gathered([first], [second], print)]
    [('https://a.example/', 'No dogs.', ('page',))]
    """
    sources: dict[str, Source] = {}
    _take_in(sources, [(one, one.id) for one in known], tell)
    before = list(sources)
    _take_in(sources, _named(sources, list(given)), tell)
    kept = [sources.pop(name) for name in before]
    offered = next((n for n, source in enumerate(kept) if source.origin == "provider"), len(kept))
    return (*kept[:offered], *sources.values(), *kept[offered:])


def _named(sources: Mapping[str, Source], given: Sequence[Source]) -> list[tuple[Source, str]]:
    """What is handed in, each with the id of the source of the answer that it is, else with its own.

    Of several that would be one source only that of its id is.
    """
    if not given:
        return []
    known, offered = Names(sources.values(), {}), Names(given, {})
    led: dict[str, str] = {}
    for one in given:
        same = next((source.id for name in names_of(one) if (source := _same(one, name, known, offered))), one.id)
        if led.get(one.id, one.id) == one.id:
            led[one.id] = same
    times = Counter(led.values())
    return [(one, led[one.id] if times[led[one.id]] == 1 else one.id) for one in given]


def _same(one: Source, name: str, known: "Names", offered: "Names") -> Source | None:
    """The source of the answer that one handed in is by a name; not by one that is an alias of both.

    Such a name may be a place in a list (`document:0`), which in an answer of another turn is another source's. So is
    one that is an alias here and the id there.
    """
    source, owner = known.source(name), offered.source(name)
    if source is None or owner is None or owner.id != one.id:
        return None
    if name in (one.id, one.url):
        return source
    return source if name in (source.id, source.url) and _IN_A_LIST.fullmatch(name) is None else None


def _take_in(sources: dict[str, Source], new: Sequence[tuple[Source, str]], tell: Tell) -> None:
    """Take in sources, each as the one that goes by the name beside it; of one id and other texts each is another."""
    others = _others(sources, new, tell)
    for source, name in new:
        name = others.get((source.id, source.text), name)
        if name in sources:
            sources[name] = _filled(sources[name], source)
        elif name == source.id:
            sources[name] = source
        else:
            aliases = tuple(dict.fromkeys((*source.aliases, source.id)))
            sources[name] = source.model_copy(update={"id": name, "aliases": aliases})


def _others(
    sources: Mapping[str, Source], new: Sequence[tuple[Source, str]], tell: Tell
) -> dict[tuple[str, str | None], str]:
    """By id and text the names of those that are not the source of their id.

    That is the one with the text that is known of it, else with the first. One text alone is always that of the source,
    which may have been edited.
    """
    texts: dict[str, dict[str, None]] = {}
    for source, _ in new:
        if source.text is not None:
            texts.setdefault(source.id, {})[source.text] = None
    found = {(alias, one.text): one.id for one in sources.values() for alias in one.aliases if _is_other(one, alias)}
    taken = {*sources, *(source.id for source, _ in new)}
    for name, several in texts.items():
        own = sources[name].text if name in sources else None
        number = 2
        for text in several if len(several) > 1 else ():
            if (name, text) in found or text == (own if own is not None else next(iter(several))):
                continue
            while (free := f"{name}~{number}") in taken:
                number += 1
            taken.add(free)
            found[name, text] = free
            tell(Notice("source_id_clash", f"two sources go by the id {name!r}; one became {free!r}"))
    return found


def _is_other(source: Source, name: str) -> bool:
    """Whether a source was told apart from another one of that name."""
    return source.id.startswith(f"{name}~")


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
        self._named: dict[str, dict[str, None]] = {}
        self._tags = tags
        for source in sources:
            self._ids.setdefault(source.id, source)
            for name in {*source.aliases, *([source.url] if source.url else [])} - {source.id}:
                self._named.setdefault(name, {})[source.id] = None

    def source(self, name: str | None) -> Source | None:
        """The source of that id, else the only one that goes by that name."""
        if name is None or name in self._ids:
            return self._ids.get(name or "")
        named = self._named.get(name, ())
        return self._ids[next(iter(named))] if len(named) == 1 else None

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
