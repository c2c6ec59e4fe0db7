"""What gives a hidden source away where something else is told: its names, and stretches of what it holds.

A stretch of fewer than 12 characters says nothing: words are made of such. What visible sources hold themselves may
be seen, also where a hidden source holds the same.

Texts are compared without regard to typography, and stretches without regard to case: who shows them writes a line end
as a blank, and capitals keep no secret.
"""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from pydantic import JsonValue

from citebridge.access.hiding import names_of
from citebridge.models import Source
from citebridge.text import fold

RUN = 12
SHORT = 4
"""A name of fewer characters (`0`, `S1`) tells nothing, wherever more than the name stands."""

_HEAD = SHORT
_EDGE = re.compile(r"(?<!\w)|(?!\w)")  # where no word goes on
_SCHEMA = re.compile(r"[a-z_]+")  # `web_search_result`: of every record of a provider


class Leaks:
    """Told once which sources are hidden, which are seen, and all texts that may be asked about."""

    def __init__(self, hidden: Iterable[Source], visible: Iterable[Source], asked: Iterable[str]) -> None:
        hidden, visible = list(hidden), list(visible)
        self._shown = {_read(text) for source in visible for text in _core(source)}
        self._names = {_read(name) for source in hidden for name in _called(source)} - self._shown
        self._lengths = _lengths_by_head(self._names)
        self._runs = set(_runs(form for text in {*asked} for form in _forms(text) if form not in self._shown))
        if self._runs:
            self._runs.intersection_update(_runs({_read(text) for text in _secrets(hidden)} - self._shown))
        if self._runs:
            self._runs.difference_update(_runs(map(_read, _open(hidden, visible))))

    def within(self, *texts: str | None, least: int = SHORT) -> bool:
        """Whether any of the texts gives something away; names below `least` count only as the whole of a text."""
        return any(text is not None and self._in_text(text, least) for text in texts)

    def _in_text(self, text: str, least: int) -> bool:
        forms = _forms(text)
        if forms[0] in self._shown:
            return False
        if not self._names.isdisjoint(forms) or not self._runs.isdisjoint(_runs(forms)):
            return True
        return any(self._mentioned(form, least) for form in forms)

    def _mentioned(self, text: str, least: int) -> bool:
        """Whether a name of at least so many characters stands in a text, as a word of its own."""
        edges = [edge.start() for edge in _EDGE.finditer(text)] if self._lengths else []
        return any(
            least <= length and text[at : at + length] in self._names and _EDGE.match(text, at + length)
            for at in edges
            for size in range(1, _HEAD + 1)
            for length in self._lengths.get(text[at : at + size], ())
        )


def strings(value: JsonValue) -> Iterator[str]:
    """All that can be read in a JSON value: texts, keys and whole numbers.

    >>> list(strings({"ids": ["rules", 2, None]}))
    ['ids', 'rules', '2']
    """
    waiting: list[JsonValue] = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            yield from one
            waiting += reversed(list(one.values()))
        elif isinstance(one, list | tuple):
            waiting += reversed(one)
        elif isinstance(one, int) and not isinstance(one, bool):
            yield str(one)


def _called(source: Source) -> list[str]:
    return [*names_of(source), *(name for name in (source.title, source.digest) if name)]


def _core(source: Source) -> list[str]:
    return [text for text in (*_called(source), *source.derived_from, source.text, source.section) if text]


def _secrets(hidden: Iterable[Source]) -> Iterator[str]:
    """All that hidden sources hold; the words of a provider's schema are no secret."""
    for source in hidden:
        yield from _core(source)
        yield from strings(source.metadata)
        yield from (text for text in strings(source.raw) if not _SCHEMA.fullmatch(text))


def _open(hidden: Iterable[Source], visible: Iterable[Source]) -> Iterator[str]:
    """What may be seen: what visible sources hold, and what their records share with those of hidden ones."""
    core = {text for source in hidden for text in _core(source)}
    records = {text for source in hidden for part in (source.metadata, source.raw) for text in strings(part)} - core
    for source in visible:
        yield from _core(source)
        yield from (text for part in (source.metadata, source.raw) for text in strings(part) if text in records)


def _runs(texts: Iterable[str]) -> Iterator[str]:
    """All stretches of a length, without regard to case; a name is a name only as it is written."""
    return (text[at : at + RUN] for text in map(str.casefold, texts) for at in range(len(text) - RUN + 1))


def _forms(text: str) -> tuple[str, ...]:
    """A text as it is read, and what it says where it is part of an address."""
    return (_read(text), _read(unquote(text))) if "%" in text else (_read(text),)


def _read(text: str) -> str:
    return fold(text).text


def _lengths_by_head(names: Iterable[str]) -> dict[str, list[int]]:
    found: dict[str, set[int]] = {}
    for name in names:
        found.setdefault(name[:_HEAD], set()).add(len(name))
    return {head: sorted(lengths) for head, lengths in found.items()}
