"""What `validate` and `render` read: a provider's answer, or one of ours that was stored."""

import json
from typing import cast

from pydantic import ValidationError

from citebridge.cli.inputs import answer_of, check_read_once, is_recorded, read, read_answer
from citebridge.errors import NotReadable, UsageError
from citebridge.models import Answer
from citebridge.models.quoting import fault

_MARK = b'"schema_version"'


def read_any(name: str, provider: str | None = None, request: str | None = None) -> Answer:
    """The answer in a file, as the provider sent it or as `Answer.model_dump_json` wrote it, or in a cassette.

    Raises `OSError`, what `Cassette.load` and `normalize` raise, `SchemaError` for an answer of a later release, and
    `NotReadable` for what says that it is a stored answer and is none.
    """
    if is_recorded(name):
        return read_answer(name, provider, request)
    check_read_once(name, request)
    data = read(name)
    if provider is not None or not _is_stored(data):
        return answer_of(data, provider, request)
    if request is not None:
        raise UsageError("request= goes with what a provider sent; the file holds a stored answer, with its sources")
    try:
        return Answer.model_validate_json(data.decode("utf-8-sig"))
    except ValidationError as error:
        raise NotReadable(f"it has a schema_version and is no stored answer: {fault(error)}") from None


def _is_stored(data: bytes) -> bool:
    if _MARK not in data:
        return False
    try:
        value: object = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict) and "schema_version" in cast("dict[str, object]", value)
