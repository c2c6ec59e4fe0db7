"""The caller's sources as records of our own."""

from collections.abc import Iterable, Mapping

from pydantic import ValidationError

from citebridge.errors import UsageError
from citebridge.models import Notice, Source
from citebridge.models.plain import Door, Tell
from citebridge.models.quoting import fault

Sources = Iterable[Source | Mapping[str, object]]
"""Sources as the caller gives them: records, or mappings with at least an id."""


def sources_from(sources: Sources | None, tell: Tell) -> list[Source]:
    """The caller's sources as records of our own: nothing of the caller's that can change is shared."""
    door = Door(lambda notice: tell(Notice(notice.code, f"in the sources, {notice.message}", notice.raw)))
    wrong = "sources= takes Source objects or mappings with at least an id"
    try:
        given = iter(() if sources is None else sources)
    except TypeError:
        raise UsageError(f"{wrong}, in a list, not {type(sources).__name__}") from None
    try:
        return [Source.model_validate(door.plain(one)) for one in given]
    except ValidationError as error:
        raise UsageError(f"{wrong}: {fault(error)}") from None


def texts_of(sources: Iterable[Source]) -> list[str]:
    """All that a model may have read of sources: their texts, titles and sections."""
    return [part for one in sources for part in (one.text, one.title, one.section) if part]
