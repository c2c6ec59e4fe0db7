"""OpenAI's annotations, which many servers send in its shape: nested or flat, with their own honesty about offsets.

A url citation's range is the link; a file citation has a point; a container file's range is the address of a link, and
0 to 0 is no place (posit-dev/chatlas#388).
"""

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import Draft, Place
from citebridge.adapter.fields import Record, records, string
from citebridge.adapter.slot import Slot
from citebridge.models import SourceKind
from citebridge.sources import Entry

_KINDS = ("file_citation", "container_file_citation", "file_path", "document_citation", "function_citation")
_NAMES: tuple[tuple[str, SourceKind], ...] = (
    ("file_id", "file"),
    ("document_id", "document"),
    ("tool_call_id", "tool"),
)
_NAMING = ("url", *(field for field, _ in _NAMES))
_POINTING = (*_NAMING, "start_index", "end_index", "index", "text")
_FILES = "sandbox:/mnt/data/"  # where files of a container are linked to


class _Listed(NamedTuple):
    """What has been met in a list of annotations, in which each stands once."""

    numbers: set[int]
    alike: dict[str, Iterator[int]]  # those of one text that are yet to be looked at


class _Told:
    """The annotations of one part by their numbers; those without one, or with that of another, take the next."""

    def __init__(self) -> None:
        self.drafts: dict[int, Draft] = {}
        self.numbered: dict[int, Record] = {}
        self.others: dict[int, Record] = {}  # of those that came in two forms, the one that counts less
        self._next = 0
        self._texts: dict[str, list[int]] | None = None  # all of them as JSON, from when numbers do not tell them apart

    def number_of(self, number: int | None, annotation: Record, listed: _Listed | None) -> int | None:
        """The number of an annotation that has come before, and may say more or less now; `None` of one that is new."""
        known = self.numbered.get(number) if number is not None else None
        is_free = listed is None or number not in listed.numbers
        if known is not None and is_free and are_one(known, annotation):
            return number
        if number is not None and known is None and listed is None:
            return None
        if self._texts is None:
            self._texts = {}
            for at, one in self.numbered.items():
                self._texts.setdefault(_as_text(one), []).append(at)
        text = _as_text(annotation)
        alike = self._texts.get(text, ())
        if listed is None:
            return alike[0] if alike else None
        left = listed.alike.setdefault(text, iter(alike))
        return next((at for at in left if at not in listed.numbers), None)

    def take(self, number: int | None, annotation: Record) -> int:
        """The number of an annotation that is new."""
        if number is None or number in self.numbered:
            number = self._next
        self._next = max(self._next, number + 1)
        self.put(number, annotation)
        return number

    def put(self, number: int, annotation: Record) -> None:
        """What annotation `number` says, as far as it is known."""
        self.numbered[number] = annotation
        if self._texts is not None:
            self._texts.setdefault(_as_text(annotation), []).append(number)


def are_one(one: JsonValue, other: JsonValue) -> bool:
    """Whether two annotations are one: they name the same thing at the same place, and one says all that both say."""
    if one == other or not isinstance(one, dict) or not isinstance(other, dict):
        return one == other
    return _pointing(one) == _pointing(other) and (_says_all(one, other) or _says_all(other, one))


def _pointing(annotation: Record) -> list[JsonValue]:
    """What an annotation names and where; all of it, where it names nothing."""
    said = _said_in(annotation, string(annotation.get("type")))
    if not any(said.get(field) for field in _NAMING):
        return [annotation]
    return [annotation.get("type"), *(said.get(field, annotation.get(field)) for field in _POINTING)]


def _says_all(more: JsonValue, less: JsonValue) -> bool:
    """Whether one value has all that is in the other: where that has nothing, anything may stand."""
    if isinstance(more, dict) and isinstance(less, dict):
        return all(_says_all(more.get(name), value) for name, value in less.items())
    return less in (None, "") or more == less


def _as_text(annotation: Record) -> str:
    return json.dumps(annotation, sort_keys=True)


def _said_in(annotation: Record, kind: str | None) -> Record:
    """What an annotation says, which may be nested under its type."""
    for name in (kind,) if kind is not None else ("url_citation", *_KINDS):
        if isinstance(nested := annotation.get(name), dict):
            return nested
    return annotation


def _address_of(kind: str | None, said: Record, length: int) -> str | None:
    """What a file of a container is linked to, where the range has room for just that."""
    address = f"{_FILES}{string(said.get('filename'))}"
    return address if kind == "container_file_citation" and len(address) == length else None


class Annotations:
    """Cites what annotations tell; each annotation is told once, however often it is sent.

    `linked` says that the range of a url citation is that of a link; otherwise it may be any mark. `labelled` says that
    a title of digits alone is the number of the mark, or it repeats the url (docs.x.ai/developers/tools/citations).
    """

    def __init__(self, builder: AnswerBuilder, *, linked: bool = True, labelled: bool = False) -> None:
        self._to, self._linked, self._labelled = builder, linked, labelled
        self._told: dict[Place, _Told] = {}  # by the part they belong to

    def tell(self, slot: Slot, part: Place, number: int | None, annotation: JsonValue) -> None:
        """Annotation `number` of a part of the answer, whose text is in the slot."""
        self._tell(slot, part, number, annotation, None, 0)

    def tell_list(self, slot: Slot, part: Place, annotations: Sequence[JsonValue], base: int = 0) -> None:
        """All annotations of a part, of which some may have come; they count from `base` in the slot."""
        listed = _Listed(set(), {}) if part in self._told else None
        for number, annotation in enumerate(annotations):
            self._tell(slot, part, number, annotation, listed, base)

    def _tell(
        self, slot: Slot, part: Place, number: int | None, annotation: JsonValue, listed: _Listed | None, base: int
    ) -> None:
        if not isinstance(annotation, dict):
            if annotation is not None:
                self._to.notice("odd_payload", f"annotation {number} is no object: {str(annotation)[:60]}")
            return
        told = self._told.get(part)
        if told is None:
            told = self._told[part] = _Told()
        known = told.number_of(number, annotation, listed)
        if known is None:
            known = told.take(number, annotation)
            told.drafts[known] = self._cite(slot, (*part, known), annotation, base)
        elif annotation not in (told.numbered[known], told.others.get(known)):
            self._tell_again(told, (*part, known), annotation)
        if listed is not None:
            listed.numbers.add(known)

    def _tell_again(self, told: _Told, place: Place, annotation: Record) -> None:
        """An annotation has come in another form: the last event may know more than the one that told of it."""
        *_, number = place
        other = told.numbered[number]
        if _says_all(annotation, other):
            told.put(number, annotation)
            kind = string(annotation.get("type"))
            said = _said_in(annotation, kind)
            self.source(place, kind, said)
            self._to.say_again(told.drafts[number], cited_text=_quote(said), raw=annotation)
        else:
            other = annotation
        told.others[number] = other
        self._to.notice("told_again", f"annotation {number} came in two forms, of which the fuller counts", other)

    def _cite(self, slot: Slot, place: Place, annotation: Record, base: int) -> Draft:
        """Cite what one annotation tells."""
        kind = self._to.string(annotation, "type")
        said = _said_in(annotation, kind)
        source, ref = self.source(place, kind, said)
        draft = self._to.citation(place, source, ref=ref, cited_text=_quote(said), type=kind, raw=annotation)
        if kind == "file_citation" and "index" in said:
            at = self._to.whole(said, "index")
            self._to.cite_point(slot, draft, base + at if at is not None else None)
            return draft
        ranged = said if "start_index" in said or "end_index" in said else annotation
        start, end = self._to.whole(ranged, "start_index"), self._to.whole(ranged, "end_index")
        says = string(annotation.get("text"))  # of Assistants, which tells what its mark reads
        url = string(said.get("url")) if kind not in _KINDS else None
        if says is None and (start is None or end is None or start == end == 0):
            self._to.cite_nowhere(draft)
            return draft
        start, end = base + (start or 0), base + (end or 0)
        if kind == "url_citation" or url is not None:
            self._to.cite_link(slot, draft, start, end, url if self._linked else None)
        elif kind == "file_citation" or (says is not None and kind != "file_path"):
            self._to.cite_link(slot, draft, start, end, None, says=says)
        else:
            self._to.cite(slot, draft, start, end, says=says or _address_of(kind, said, end - start))
        return draft

    def source(self, place: Place, kind: str | None, said: Record) -> tuple[Entry | None, str | None]:
        """The source that an annotation names, and the name."""
        if kind == "file":
            return self._parsed(place, said)
        if kind != "url_citation":
            if kind not in _KINDS:
                self._to.notice("unknown_citation_type", f"an annotation of type {kind!r}")
            for field, word in _NAMES:
                if (name := self._to.string(said, field)) is not None:
                    title = self._to.string(said, "filename")
                    return self._to.source(name, place, kind=word, title=title), name
        url = self._to.string(said, "url")
        if url is None:
            return None, None
        title = self._to.string(said, "title")
        if self._labelled and title is not None and (title.isdecimal() or title == url):
            title = None
        kind = "file" if url.startswith("collections://") else "web"  # xAI's name for a file of a collection
        return self._to.source(url, place, kind=kind, url=url, title=title), url

    def _parsed(self, place: Place, file: Record) -> tuple[Entry | None, str | None]:
        """A file that OpenRouter has parsed for the model, with its text (BerriAI/litellm#15098)."""
        name = self._to.string(file, "hash")
        if name is None:
            return None, None
        texts = [text for part in records(file.get("content")) if (text := string(part.get("text")))]
        title, text = self._to.string(file, "name"), "\n".join(texts) or None
        return self._to.source(name, place, kind="file", title=title, text=text), name


def _quote(said: Record) -> str | None:
    return string(said.get("content")) or string(said.get("quote"))
