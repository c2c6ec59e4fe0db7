"""What retrievers return, as sources.

A field is looked for in the row itself, then in what the row keeps beside it (`metadata`, `_source`, `payload`), where
it stays as well, since that is the caller's own. Names are those that retrievers use; a value that does not fit its
name is not understood, and goes to the metadata as it is.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from math import inf
from typing import Final, cast

from pydantic import JsonValue

from citebridge.errors import UsageError
from citebridge.models import Chars, Locator, Pages, Source
from citebridge.models.plain import Door
from citebridge.sources.content import digest
from citebridge.sources.naming import document_id, file_name
from citebridge.sources.row_fields import Row
from citebridge.sources.row_shapes import record_of

__all__ = ["from_rows"]

_ID: Final = ("id", "_id", "id_", "chunk_id", "node_id")
_TEXT: Final = ("text", "content", "page_content", "body", "chunk", "passage", "snippet")
_TITLE: Final = ("title", "name", "file_name", "filename")
_URL: Final = ("url", "source", "link", "href", "uri", "source_url")
_FILE: Final = ("source", "file_path", "path")
_SECTION: Final = ("section", "heading")
_UPDATED: Final = ("updated", "updated_at", "last_modified")
_TYPE: Final = ("media_type", "mime_type", "mimetype")
_DOCUMENT: Final = ("ref_doc_id", "doc_id", "document_id")
_START: Final = ("start_char_idx", "start_index")
_END: Final = ("end_char_idx",)
_DIGITS: Final = 10
_EXACT: Final = 2**53  # from here on such a number may have been another one
_ROOM: Final = 200  # characters of the names that a message lists
_ADDRESS: Final = re.compile(r"https?://\S+\Z", re.I)


def from_rows(rows: Iterable[object]) -> tuple[Source, ...]:
    """A retriever's results as sources, in their order.

    A row is a dict (`id`, `text` or `content`, `title`, `url`, `page`, `access`, `metadata` and the like), a `Document`
    of LangChain, a node of LlamaIndex with or without its score, a pair of any of these and a score, or just a text.
    What is not understood is kept in the metadata, as plain JSON. Where a row has no id it is made of its text, its
    address and the document it names: `doc_id` is that of all the passages of a document. A `source` that is no web
    address becomes no url; if there is no title, its last part is.

    Raises `UsageError` when `rows` is not a list of rows, for a row without text, and for access tags that are no
    strings: who is to see it is not to be guessed.

    >>> row = {"_id": 7, "content": "No dogs.", "source": "docs/rules.md", "score": 0.5}
    >>> (source,) = from_rows([row])
    >>> source.id, source.title, source.url, source.metadata
    ('7', 'rules.md', None, {'source': 'docs/rules.md', 'score': 0.5})
    """
    if isinstance(rows, str | bytes | Mapping) or not isinstance(cast("object", rows), Iterable):
        raise UsageError(f"rows= takes the rows in a list, not {type(cast('object', rows)).__name__}")
    door = Door(lambda notice: None)  # what is repaired in the caller's metadata is the caller's
    return tuple(row if isinstance(row, Source) else _source(record_of(row, door), at) for at, row in enumerate(rows))


def _source(record: dict[str, JsonValue] | None, at: int) -> Source:
    row = Row(record or {})
    text = row.move(_TEXT, _string)
    if text is None:
        has = f"it has {', '.join(map(repr, record)) or 'no fields'}"[:_ROOM] if record is not None else "it is no row"
        raise UsageError(f"rows[{at}] has no text under any of {', '.join(map(repr, _TEXT))}: {has}")
    url = row.take(_URL, _address)
    own = row.take(_ID, _name, own=True)
    document = row.take(_DOCUMENT, lambda value: name if (name := _name(value)) != own else None)
    locators = tuple(_locators(row, text, counts_from_zero="page_content" in (record or {})))
    return Source(
        id=own or document_id(digest("\n".join(filter(None, (document, url, text)))), document, text),
        kind="chunk" if document or any(isinstance(one, Chars) for one in locators) else "document",
        title=row.take(_TITLE, _name) or row.look(_FILE, _file),
        url=url,
        text=text,
        media_type=row.take(_TYPE, _name),
        digest=digest(text),
        section=row.take(_SECTION, _path),
        updated=row.take(_UPDATED, _name),
        derived_from=(document,) if document else (),
        locators=locators,
        access=_access(row, at),
        metadata=row.rest(),
    )


def _locators(row: Row, text: str, *, counts_from_zero: bool) -> Iterator[Locator]:
    start = row.take(_START, _count)
    if start is not None:
        end = row.take(_END, _count_in(start))
        yield Chars(start=start, end=start + len(text) if end is None else end)
    page = _page(row, counts_from_zero)
    if page is not None:
        yield Pages(start_page=page, end_page=page)


def _page(row: Row, counts_from_zero: bool) -> int | None:
    """The number of the page, from 1. What is printed on a page, `page_label`, is another one.

    LangChain's readers of PDF count from 0; they also say how many pages there are, or what is printed on this one.
    A reader of LlamaIndex that says how many there are has the number under `source`.
    """
    pages = row.look(("total_pages",), _count_in(1))
    from_zero = counts_from_zero and (pages or row.look(("page_label",), lambda value: value)) is not None
    page = row.take(("page_number",), _count_in(1)) or row.take(("page",), _from_zero if from_zero else _count_in(1))
    return page or (row.take(("source",), _count_in(1, pages)) if pages else None)


def _access(row: Row, at: int) -> tuple[str, ...]:
    """The tags of a row: all that stand in any place of it."""
    tags: dict[str, None] = {}
    for value in row.everywhere("access"):
        if not isinstance(value, list) or not all(isinstance(tag, str) for tag in value):
            raise UsageError(f"rows[{at}] has access={value!r:.80}: the tags stand in a list of strings, ['staff']")
        tags |= dict.fromkeys(cast("list[str]", value))
    return tuple(tags)


def _string(value: JsonValue) -> str | None:
    return value if isinstance(value, str) else None


def _name(value: JsonValue) -> str | None:
    """What is called by a text or a number; nothing is called by blanks."""
    if (number := _whole(value)) is not None:
        return str(number)
    return value if isinstance(value, str) and value.strip() else None


def _whole(value: JsonValue) -> int | None:
    """A whole number; stores that have but one kind of number give it as `3.0` (docs.pinecone.io, metadata)."""
    if isinstance(value, float) and abs(value) < _EXACT and not value % 1:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _address(value: JsonValue) -> str | None:
    return value if isinstance(value, str) and _ADDRESS.match(value) else None


def _file(value: JsonValue) -> str | None:
    return file_name(value) or None if isinstance(value, str) and not value.isdigit() else None


def _path(value: JsonValue) -> str | None:
    """A section, or the titles from the outermost in."""
    if isinstance(value, list) and value and all(isinstance(title, str) for title in value):
        return " > ".join(cast("list[str]", value))
    return value if isinstance(value, str) and value.strip() else None


def _count(value: JsonValue) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < _DIGITS:
        return int(value)
    number = _whole(value)
    return number if number is not None and number >= 0 else None


def _count_in(least: int, most: float = inf) -> Callable[[JsonValue], int | None]:
    def read(value: JsonValue) -> int | None:
        number = _count(value)
        return number if number is not None and least <= number <= most else None

    return read


def _from_zero(value: JsonValue) -> int | None:
    number = _count(value)
    return None if number is None else number + 1
