"""What the caller gives: the kind of thing to be read, the request that was sent, and sources of their own."""

import inspect
import os
from base64 import b64decode
from collections import deque
from collections.abc import AsyncIterable, Iterable, Iterator, Mapping
from typing import cast

from pydantic import JsonValue

from citebridge.access.hiding import known_as, names_of, wordings
from citebridge.adapter import Reader, Record, record
from citebridge.errors import UsageError
from citebridge.models import Notice, Source
from citebridge.models.plain import Door, Tell, well_formed

_WRAPPED = ("body", "params")  # of Bedrock's InvokeModel, and in a line of a batch
_ASKED = frozenset(("messages", "contents", "input", "inputs", "message", "prompt"))  # one of them every request has
_SAID = ("title", "url")  # of a source
_HELD = ("text", "blocks", "digest", "media_type")  # what is in it


def is_stream(body: object, function: str) -> bool:
    """A list or iterable of events; a model that can be iterated over its fields is none.

    Raises `UsageError` for what the caller has to await, or to read, first.
    """
    if isinstance(body, Iterable):
        return not isinstance(body, Mapping) and not hasattr(cast("object", body), "model_dump")
    if inspect.isawaitable(body):
        if inspect.iscoroutine(body):
            body.close()  # or Python would warn that nobody awaited it
        raise UsageError(f"{function} got what has to be awaited: give it the result of `await …`")
    if isinstance(body, AsyncIterable):
        raise UsageError(f"{function} got an asynchronous stream: use anormalize_stream")
    if isinstance(body, os.PathLike):
        raise UsageError(f"{function} got a path: give it what is in the file, as path.read_bytes() does")
    return False


def pieces_of(chunks: object, function: str) -> Iterable[object]:
    """What a stream is made of; bytes and text are one piece. Raises `UsageError` when it is no stream."""
    if isinstance(chunks, bytes | bytearray | memoryview | str):
        return [cast("object", chunks)]
    if not is_stream(chunks, function):
        raise UsageError(
            f"{function} takes an iterable of pieces, not {type(chunks).__name__}; a body is for normalize"
        )
    return cast("Iterable[object]", chunks)


def request_from(request: object, tell: Tell) -> Record | None:
    """What was sent, as a mapping, an SDK's arguments, or JSON as text or bytes; out of what that is wrapped in."""
    if request is None:
        return None

    def told(notice: Notice) -> None:
        if notice.code != "bytes_as_base64":  # SDKs take the bytes of a file as they are: nothing is odd in that
            tell(Notice(notice.code, f"in the request, {notice.message}", notice.raw))

    door = Door(told)
    try:
        if isinstance(request, bytes | bytearray | memoryview):
            request = bytes(cast("bytes", request)).decode()
        read = door.loads(well_formed(request)) if isinstance(request, str) else door.plain(request)
    except ValueError as error:
        raise UsageError(f"request= is no JSON ({error}); give the body that was sent, as a mapping or JSON") from None
    if not isinstance(read, dict):
        raise UsageError(f"request= takes the body that was sent, a mapping or its JSON, not {type(read).__name__}")
    return _sent(read, door)


def _sent(request: Record, door: Door) -> Record:
    """The body that was sent, out of the argument of an SDK or the line of a batch that it is in."""
    held = (_object(request.get(name), door) for name in _WRAPPED if _ASKED.isdisjoint(request))
    return next((inner for inner in held if not _ASKED.isdisjoint(inner)), request)


def _object(value: JsonValue, door: Door) -> Record:
    """An object, also as JSON in a text or in bytes."""
    try:
        if isinstance(data := record(value).get("$base64"), str):
            value = b64decode(data).decode()
        return record(door.loads(value) if isinstance(value, str) else value)
    except ValueError:
        return {}


def matched(offered: list[Source], reader: Reader, request: Record | None) -> list[Source]:
    """The caller's sources, each with what the request knows of it, and what else the request offers.

    A document of the request is the caller's source when it goes by its name or has its content, be it with other
    blanks and line ends. Without a request the caller's sources are taken to be its documents, in order, where the
    provider counts them.
    """
    if request is None:
        if not reader.spec.numbered or any(name.startswith("document:") for one in offered for name in one.aliases):
            return offered
        return [_aliased(one, [f"document:{number}"]) for number, one in enumerate(offered)]
    documents = reader.sources_in(request)
    sent: dict[int | None, list[Source]] = {}
    for document, number in zip(documents, _owners(documents, offered), strict=True):
        sent.setdefault(number, []).append(document)
    others = _tagged(sent.pop(None, []), offered)
    return [*(_known(one, sent[n]) if n in sent else one for n, one in enumerate(offered)), *others]


def _owners(documents: list[Source], offered: list[Source]) -> list[int | None]:
    """For each document of the request the number of the caller's source that it is.

    Names and addresses decide first; where several go by one, as the passages of a page do, their content. Sources of
    one content are then taken in turn, those that no name led to before the others; when each has been taken, the same
    documents were sent again. What only says the same, with other blanks, is the one source that does.
    """
    owners = _named(documents, offered)
    taken = set(owners)
    by_content: dict[tuple[str, str], deque[int]] = {}
    for number in sorted(range(len(offered)), key=lambda number: number in taken):
        for content in _contents(offered[number]):
            by_content.setdefault(content, deque()).append(number)
    for at, document in enumerate(documents):
        same = next((by_content[content] for content in _contents(document) if content in by_content), None)
        if owners[at] is None and same:
            owners[at] = same[0]
            same.rotate(-1)
    if None in owners:
        saying = _by_wording(offered)
        for at, document in enumerate(documents):
            if owners[at] is None:
                meant = {saying[words] for words in wordings(document) if words in saying}
                owners[at] = meant.pop() if len(meant) == 1 else None
    return owners


def _by_wording(offered: list[Source]) -> dict[str, int | None]:
    """For what sources say the number of the only one that says it."""
    only: dict[str, int | None] = {}
    for number, one in enumerate(offered):
        for words in dict.fromkeys(wordings(one)):
            only[words] = None if words in only else number
    return only


def _named(documents: list[Source], offered: list[Source]) -> list[int | None]:
    """For each document the number of the source of its name that has its content, else of the only one of its name."""
    only: dict[str, int | None] = {}
    holding: dict[tuple[str, tuple[str, str]], int] = {}
    for number, one in enumerate(offered):
        for name in dict.fromkeys(names_of(one)):
            only[name] = None if name in only else number
            for content in _contents(one):
                holding.setdefault((name, content), number)
    only |= {one.id: number for number, one in reversed(list(enumerate(offered)))}
    found: list[int | None] = []
    for one in documents:
        said = [(name, content) for name in names_of(one) for content in _contents(one)]
        known = [*(holding.get(both) for both in said), *(only.get(name) for name in names_of(one))]
        found.append(next((number for number in known if number is not None), None))
    return found


def _tagged(documents: list[Source], offered: list[Source]) -> list[Source]:
    """Documents that are none of the caller's sources, with the tags of those that they may be, by name or words."""
    tags: dict[object, dict[str, None]] = {}
    for one in offered:
        for name in known_as(one) if one.access else ():
            tags.setdefault(name, {}).update(dict.fromkeys(one.access))
    if not tags:
        return documents
    held = ((one, {tag: None for name in known_as(one) for tag in tags.get(name, ())}) for one in documents)
    return [one.model_copy(update={"access": tuple(access)}) if access else one for one, access in held]


def _contents(source: Source) -> Iterator[tuple[str, str]]:
    """What a source is known by without a name: its text, and the digest of a file that was sent as bytes."""
    if source.text:
        yield "text", source.text
    if source.digest:
        yield "digest", source.digest.lower()


def _known(source: Source, sent: list[Source]) -> Source:
    """The caller's source, with what the documents know that it was sent as, where it does not say so itself.

    What was sent under one name may be excerpts: only one that is all that was sent, and of no other text than the
    source's own, says what is in it.
    """
    held = [one for one in sent if one.text or one.digest]
    is_whole = len({(one.text, one.digest) for one in held}) == 1 and source.text in (None, held[0].text)
    update: dict[str, object] = {}
    for field, documents in (*((field, sent) for field in _SAID), *((field, held) for field in _HELD if is_whole)):
        if not getattr(source, field):
            update[field] = next((value for one in documents if (value := getattr(one, field))), getattr(source, field))
    return _aliased(source, (name for one in sent for name in (one.id, *one.aliases))).model_copy(update=update)


def _aliased(source: Source, names: Iterable[str]) -> Source:
    known = dict.fromkeys((*source.aliases, *(name for name in names if name != source.id)))
    return source.model_copy(update={"aliases": tuple(known)})
