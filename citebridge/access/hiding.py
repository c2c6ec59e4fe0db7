"""Which sources a viewer may not see: those with a tag that the viewer lacks, and all that is made of them."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import cast

from citebridge.errors import UsageError
from citebridge.models import Source

# What OpenAI adds to the address of every page that it found.
_ADDED = re.compile(r"\?utm_source=openai(?=#|$)|&utm_source=openai(?=[&#]|$)|(?<=\?)utm_source=openai&")


def tags_of(viewer: Iterable[str] | None) -> frozenset[str]:
    """The tags that a viewer holds; none without a viewer. Raises `UsageError` for what is no collection of tags."""
    if viewer is None:
        return frozenset()
    wrong = "viewer= takes the tags that the viewer holds, in a list or a set"
    if isinstance(viewer, str | bytes):
        raise UsageError(f"{wrong}: for one tag [{viewer!r}], not {viewer!r}")
    try:
        held = list(cast("Iterable[object]", viewer))
    except TypeError:
        raise UsageError(f"{wrong}, not {type(viewer).__name__}") from None
    tags = [tag for tag in held if isinstance(tag, str)]
    if len(tags) < len(held):
        raise UsageError(f"{wrong}; each tag is a text")
    return frozenset(tags)


def hidden_sources(sources: Iterable[Source], viewer: Iterable[str] | None = None) -> set[str]:
    """The ids of the sources that a viewer may not see: it lacks one of their tags, or of what they derive from.

    A provider knows no tags. What it returned under a name or address of a hidden source, or with the same words, is
    that source once more, and hidden with it; so are the passages `file-1#0`, `file-1#1` of a hidden `file-1`. Of an
    address `utm_source=openai` does not count, nor do the blanks and line ends of a text.

    >>> sorted(hidden_sources([Source(id="a", access=("hr",)), Source(id="b", derived_from=("a",)), Source(id="c")]))
    ['a', 'b']
    >>> hidden_sources([Source(id="a", access=("hr",))], viewer=["hr", "board"])
    set()
    """
    held = tags_of(viewer)
    listed = list(sources)
    waiting = [source for source in listed if not held.issuperset(source.access)]
    if not waiting:
        return set()
    made_from = _named(listed, _origins)
    returned = _named((source for source in listed if source.origin == "provider"), known_as)
    same_id = _named(listed, lambda source: [source.id])
    hidden: set[str] = set()
    seen: set[int] = set()
    while waiting:
        source = waiting.pop()
        if id(source) in seen:
            continue
        seen.add(id(source))
        hidden.add(source.id)
        waiting += same_id[source.id]
        for name in known_as(source):
            waiting += made_from.pop(name, ())
            waiting += returned.pop(name, ())
    return hidden


def names_of(source: Source) -> list[str]:
    """All that a source goes by: its id, its url, its aliases."""
    return [name for name in (source.id, source.url, *source.aliases) if name]


def known_as(source: Source) -> Iterator[object]:
    """By what a record is known to be of one and the same source."""
    for name in names_of(source):
        yield from dict.fromkeys((name, _ADDED.sub("", name)))
    yield from (("words", words) for words in wordings(source))
    if source.digest:
        yield "digest", source.digest.lower()


def wordings(source: Source) -> Iterator[str]:
    """What a source says, each run of blanks and line ends as one; also block by block, as blocks may be joined by any.

    >>> from citebridge.models import Span
    >>> list(wordings(Source(id="a", text=" No\\r\\ndogs.No hens. ", blocks=(Span(0, 10), Span(10, 19)))))
    ['No dogs.No hens.', 'No dogs. No hens.']
    """
    text = source.text or ""
    for said in (text, " ".join([text[block.start : block.end] for block in source.blocks])):
        if words := " ".join(said.split()):
            yield words


def whole_of(name: str) -> str:
    """What a passage is a passage of: `file-1` for `file-1#0`; the name itself for any other.

    >>> whole_of("file-1#0"), whole_of("https://house.example/#rules")
    ('file-1', 'https://house.example/#rules')
    """
    whole, sign, number = name.rpartition("#")
    return whole if sign and whole and number.isdecimal() else name


def _named(sources: Iterable[Source], names: Callable[[Source], Iterable[object]]) -> dict[object, list[Source]]:
    found: dict[object, list[Source]] = {}
    for source in sources:
        for name in names(source):
            found.setdefault(name, []).append(source)
    return found


def _origins(source: Source) -> Iterator[object]:
    """What a source says, or its id tells, that it was made from; `plan~2` is another record of `plan`."""
    yield from source.derived_from
    yield from (whole_of(name) for name in (source.id, *source.derived_from) if whole_of(name) != name)
    first = source.id.rpartition("~")[0]
    if first in source.aliases:
        yield first
