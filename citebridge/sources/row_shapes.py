"""The shapes that rows come in, as one: a dict. Classes of other libraries are known by what they have."""

from collections.abc import Mapping
from typing import cast

from pydantic import JsonValue

from citebridge.models.plain import Door

__all__ = ["record_of"]

_NODE: tuple[str, ...] = ("node_id", "metadata", "start_char_idx", "end_char_idx", "ref_doc_id")
_DOCUMENT: tuple[str, ...] = ("id", "page_content", "metadata")


def record_of(row: object, door: Door) -> dict[str, JsonValue] | None:
    """A row as a dict of plain JSON values; `None` when it is nothing of that kind.

    >>> record_of(("No dogs.", 0.5), Door(print))
    {'text': 'No dogs.', 'score': 0.5}
    """
    if isinstance(row, tuple | list):  # LangChain's `similarity_search_with_score`
        pair = cast("tuple[object, ...] | list[object]", row)
        if len(pair) != 2 or isinstance(pair[0], tuple | list):
            return None
        return _scored(record_of(pair[0], door), pair[1], door)
    if isinstance(row, str):
        return {"text": door.plain(row)}
    if isinstance(row, Mapping):
        return _plain(cast("object", row), door)
    node = getattr(row, "node", None)
    if callable(getattr(node, "get_content", None)):  # LlamaIndex's `NodeWithScore`
        return _scored(record_of(node, door), getattr(row, "score", None), door)
    return _object(row, door)


def _object(row: object, door: Door) -> dict[str, JsonValue] | None:
    content = getattr(row, "get_content", None)
    if callable(content):  # LlamaIndex's nodes; their dump would repeat the texts of related nodes
        return {**_attributes(row, _NODE, door), "text": door.plain(content())}
    if hasattr(row, "page_content"):  # LangChain's `Document`
        return _attributes(row, _DOCUMENT, door)
    return _plain(row, door)


def _attributes(row: object, names: tuple[str, ...], door: Door) -> dict[str, JsonValue]:
    found = {name: getattr(row, name, None) for name in names}
    return {name: door.plain(value) for name, value in found.items() if value is not None}


def _plain(row: object, door: Door) -> dict[str, JsonValue] | None:
    plain = door.plain(row)
    return plain if isinstance(plain, dict) else None


def _scored(record: dict[str, JsonValue] | None, score: object, door: Door) -> dict[str, JsonValue] | None:
    return record if record is None or score is None else {**record, "score": door.plain(score)}
