"""Which sources are one: of one id, or, where that is asked for, of one text; and under which id each can be found."""

from collections.abc import Iterable

from citebridge.models import Source

Content = tuple[str, tuple[str, ...]]


def has_text(source: Source) -> bool:
    """Whether there is anything in it to cite."""
    return bool(source.text and source.text.strip())


def content_of(source: Source) -> Content:
    """What makes two sources the same: their text, and who may see it."""
    return source.text or "", source.access


class Shelf:
    """Sources with text, each under an id of its own; those of earlier calls come first.

    An id that has another text by now is another source, `~2`. With `deduplicate` only the first source of a text is
    kept, and goes by the names of all.

    >>> shelf = Shelf([Source(id="a", text="Hens.")], deduplicate=True)
    >>> shelf.put([Source(id="a", text="Dogs."), Source(id="b", text="Hens.")])
    >>> shelf.offered, [(one.id, one.aliases) for one in shelf.sources()]
    (['a~2', 'a'], [('a', ('b',)), ('a~2', ('a',))])
    """

    def __init__(self, earlier: Iterable[Source], deduplicate: bool) -> None:
        self.twins: dict[str, list[Source]] = {}  # by the id of the source that stands for them
        self.renamed: dict[str, str] = {}  # by the id that they were given: as they were called
        self._deduplicate = deduplicate
        self._records = {one.id: one for one in earlier}
        self._offered: dict[str, None] = {}
        self._names = {name for one in self._records.values() for name in (one.id, *one.aliases)}  # that lead to one
        self._times: dict[str, int] = {}
        self._by_name = {
            (name, content_of(one)): one.id for one in self._records.values() for name in (one.id, *one.aliases)
        }
        self._by_content = {content_of(one): one.id for one in reversed(self._records.values())}

    @property
    def offered(self) -> list[str]:
        """The ids of what was put in, each once, in order."""
        return list(self._offered)

    def put(self, sources: Iterable[Source]) -> None:
        """Take in sources that have text."""
        for one in sources:
            self._offered[self._id_of(one)] = None

    def sources(self) -> list[Source]:
        """All of them; what stands for others goes by their names too."""
        return [self.source(name) for name in self._records]

    def source(self, name: str) -> Source:
        """The source of that id."""
        source, twins = self._records[name], self.twins.get(name, ())
        if not twins:
            return source
        names = (name for one in twins for name in (one.id, one.url, *one.aliases) if name not in self._records)
        aliases = dict.fromkeys(name for name in (*source.aliases, *names) if name and name != source.url)
        made_from = dict.fromkeys(name for one in (source, *twins) for name in one.derived_from)
        return source.model_copy(update={"aliases": tuple(aliases), "derived_from": tuple(made_from)})

    def _id_of(self, one: Source) -> str:
        content = content_of(one)
        found = self._by_name.get((one.id, content))
        if found is None and self._deduplicate:
            found = self._by_content.get(content)
            if found is not None:
                self.twins.setdefault(found, []).append(one)
                self._names.add(one.id)
        if found is None:
            found = self._free(one.id)
            self._names.add(found)
            self._records[found] = one if found == one.id else _renamed(one, found)
            if found != one.id:
                self.renamed[found] = one.id
            self._by_content.setdefault(content, found)
        self._by_name[one.id, content] = found
        return found

    def _free(self, name: str) -> str:
        free, number = name, self._times.get(name, 1)
        while free in self._names:
            number += 1
            free = f"{name}~{number}"
        self._times[name] = number
        return free


def _renamed(source: Source, name: str) -> Source:
    return source.model_copy(update={"id": name, "aliases": tuple(dict.fromkeys((source.id, *source.aliases)))})
