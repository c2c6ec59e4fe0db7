"""The caller's sources as records of our own."""

from collections.abc import Iterable, Mapping
from typing import cast

from pydantic import ValidationError

from citebridge.errors import UsageError
from citebridge.models import Notice, Source
from citebridge.models.plain import Door, Tell
from citebridge.models.quoting import fault
from citebridge.models.unknown import unknown_fields

Sources = Iterable[Source | Mapping[str, object]]
"""Sources as the caller gives them: records, or mappings with at least an id."""


_WRONG = "sources= takes Source objects or mappings with at least an id"


def sources_from(sources: Sources | None, tell: Tell, wrong: str = _WRONG) -> list[Source]:
    """The caller's sources as records of our own: nothing of the caller's that can change is shared.

    Raises `UsageError`, which says what is `wrong` with others, and how.
    """
    door = Door(lambda notice: tell(Notice(notice.code, f"in the sources, {notice.message}", notice.raw)))
    given = () if sources is None else sources
    if isinstance(given, str | bytes | Mapping | Source) or not hasattr(given, "__iter__"):
        raise UsageError(f"{wrong}, in a list, not {type(cast('object', sources)).__name__}")
    return [_record(one, door, wrong, tell) for one in given]


def _record(given: object, door: Door, wrong: str, tell: Tell) -> Source:
    plain = door.plain(given)
    if not isinstance(plain, dict):
        raise UsageError(f"{wrong}, and one of these is {type(given).__name__}")
    if not isinstance(given, Source) and (unknown := sorted(unknown_fields(Source, plain))):
        tell(Notice("unknown_field", f"in the sources, dropped {', '.join(unknown)}: a Source has no such field"))
    try:
        return Source.model_validate(plain)
    except ValidationError as error:
        raise UsageError(f"{wrong}: {fault(error)}") from None


def texts_of(sources: Iterable[Source]) -> list[str]:
    """All that a model may have read of sources: their texts, titles and sections."""
    return [part for one in sources for part in (one.text, one.title, one.section) if part]
