"""What the retriever returned, as `retrieved=` gives it: ids or records, in order."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from citebridge.access.hiding import names_of, whole_of
from citebridge.errors import UsageError
from citebridge.models import Notice, Source
from citebridge.sources import sources_from

Retrievals = Iterable[Source | Mapping[str, object] | str]
"""What `retrieved=` takes: sources, mappings with at least an id, or ids alone."""

_WRONG = "retrieved= takes what the retriever returned, in a list: sources, mappings with at least an id, or ids"


@dataclass(frozen=True, slots=True)
class Retrieved:
    """Records, also by their ids, of which one may be that of several, and the names of all that was returned."""

    records: Sequence[Source]
    by_id: Mapping[str, Sequence[Source]]
    names: frozenset[str]
    count: int

    def holds(self, source: Source) -> bool:
        """Whether a source was returned, or a passage of it, or the document that it is a passage of."""
        wholes = (whole_of(name) for name in names_of(source))
        return not self.names.isdisjoint((*names_of(source), *source.derived_from, *wholes))


def retrieved_from(given: Retrievals | None, sources: Sequence[Source]) -> Retrieved | None:
    """What was returned; of ids alone, the answer's own sources of that id tell more names.

    Raises `UsageError` for what is no list of sources or ids.
    """
    if given is None:
        return None
    if isinstance(given, str | bytes | Mapping):
        raise UsageError(f"{_WRONG}, not one of them alone")
    try:
        listed = list(given)
    except TypeError:
        raise UsageError(f"{_WRONG}, not {type(given).__name__}") from None
    repairs: list[Notice] = []
    records = sources_from([one for one in listed if not isinstance(one, str)], repairs.append, _WRONG)
    ids = [one for one in listed if isinstance(one, str)]
    known = {source.id: source for source in sources}
    meant = [*records, *(known[name] for name in ids if name in known)]
    names = {*ids, *(name for one in meant for name in (*names_of(one), *one.derived_from))}
    by_id: dict[str, list[Source]] = {}
    for one in records:
        by_id.setdefault(one.id, []).append(one)
    return Retrieved(records, by_id, frozenset(names | {whole_of(name) for name in names}), len(listed))
