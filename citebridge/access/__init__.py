"""`redact`: an answer as one viewer may see it.

A source may carry tags (`Source.access`); a viewer may see it when it holds all of them.
"""

from collections.abc import Container, Iterable, Iterator
from itertools import count

from pydantic import JsonValue

from citebridge.access.hiding import hidden_sources, names_of, tags_of, whole_of
from citebridge.access.leaks import Leaks, strings
from citebridge.access.marks import RawText
from citebridge.errors import UsageError
from citebridge.models import CODES, Answer, Citation, Evidence, Locator, Notice, Section, Source

__all__ = ["hidden_sources", "is_redacted", "redact"]

_PREFIX = "hidden:"
_WITHHELD = "(withheld: it repeats a source that is not shown)"
_UNKNOWN_NOTICE = "Something odd about a source that is not shown."


def redact(answer: Answer, viewer: Iterable[str] | None = None) -> Answer:
    """An answer with everything taken out that the viewer, who holds these tags, may not see.

    A source with a tag that the viewer lacks, and every source derived from it, keeps its kind alone, under a new id
    (`hidden:1`). Citations of it keep where they hang in the answer, and lose `cited_text`, `ref`, `raw`, `evidence`
    and `locators`. Whatever else tells of it goes too: its old id, and in notices, other citations and payloads each
    stretch of 12 characters that no visible source has. `Answer.raw` becomes `None`, and a lifted mark that names it
    goes from `raw_text`.

    `Answer.text`, and `raw_text` but for such marks, stay as they are: what the model said with the help of a hidden
    source is still said.

    What is let through has no tags any more, so the result can be shown as it is. An answer without tags is given back
    itself. Raises `UsageError` when `viewer` is no collection of tags.

    >>> plan = Source(id="plan", title="Merger outline", access=("board",))
    >>> cited = Citation(id="0", source_id="plan", cited_text="Falcon buys Heron.")
    >>> seen = redact(Answer(text="They merge.", citations=(cited,), sources=(plan,)), viewer=["staff"])
    >>> seen.sources[0].id, seen.sources[0].title, seen.citations[0].cited_text
    ('hidden:1', None, None)
    """
    if not isinstance(answer, Answer):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"redact and the renderers take an Answer, not {type(answer).__name__}; normalize gives one")
    held = tags_of(viewer)
    if not any(source.access for source in answer.sources):
        return answer
    hidden = hidden_sources(answer.sources, held)
    if hidden:
        return _Redaction(answer, hidden).answer()
    return answer.model_copy(update={"sources": tuple(_untagged(source) for source in answer.sources)})


def is_redacted(source: Source) -> bool:
    """Whether a source is what `redact` left of a hidden one: an id that it gave, a kind, and nothing else.

    >>> is_redacted(Source(id="hidden:1", kind="web")), is_redacted(Source(id="rules"))
    (True, False)
    """
    number = source.id.removeprefix(_PREFIX)
    return number != source.id and number.isdecimal() and source == Source(id=source.id, kind=source.kind)


class _Redaction:
    """One answer, and the ids of what is hidden in it."""

    def __init__(self, answer: Answer, hidden: set[str]) -> None:
        self._answer = answer
        sources = [source for source in answer.sources if source.id in hidden]
        self._visible = {source.id for source in answer.sources} - hidden
        self._hidden = list(zip(sources, _fresh(_PREFIX, _names_in(answer)), strict=False))
        self._by_id: dict[str | None, str] = {source.id: new for source, new in reversed(self._hidden)}
        self._names = {name: new for source, new in reversed(self._hidden) for name in names_of(source)}
        visible = [source for source in answer.sources if source.id in self._visible]
        citations = [one for one in answer.citations if not self._cites_hidden(one)]
        self._leaks = Leaks(sources, visible, _asked(answer, citations, visible))
        self._raw = RawText(answer, self._leaks.within)

    def answer(self) -> Answer:
        """What may be seen."""
        given, leaks = self._answer, self._leaks
        new_ids = iter([new for _, new in self._hidden])
        refused = given.refusal is not None and leaks.within(given.refusal)
        return given.model_copy(
            update={
                "raw_text": self._raw.text,
                "lifted": self._raw.lifted,
                "citations": tuple(self._citations()),
                "sources": tuple(
                    self._shown(one) if one.id in self._visible else Source(id=next(new_ids), kind=one.kind)
                    for one in given.sources
                ),
                "marker_map": dict(self._tags()),
                "notices": tuple(self._notice(one) for one in given.notices),
                "refusal": _WITHHELD if refused else given.refusal,
                "finish_detail": self._text(given.finish_detail),
                "model": self._text(given.model),
                "response_id": self._text(given.response_id),
                "usage": self._payload(given.usage),
                "raw": None,
            }
        )

    def _tags(self) -> Iterator[tuple[str, str]]:
        """The tags, each with the id that its source has now; what gives a hidden source away is left out."""
        for tag, name in self._answer.marker_map.items():
            new = self._by_id.get(name)
            if new is None and name not in self._visible:
                new = self._names.get(name) or self._names.get(whole_of(name))
            if not self._leaks.within(tag, None if new is not None or name in self._visible else name):
                yield tag, new or name

    def _citations(self) -> Iterator[Citation]:
        ids = _fresh("citation:", {citation.id for citation in self._answer.citations})
        for one in self._answer.citations:
            changed = self._blank(one) if self._cites_hidden(one) else self._clean(one)
            known = next(ids) if self._leaks.within(one.id) else one.id
            place = self._raw.span(one.raw_span)
            yield one.model_copy(update={**changed, "id": known, "type": self._text(one.type), "raw_span": place})

    def _cites_hidden(self, citation: Citation) -> bool:
        """Whether it leads to a hidden source, or to nobody, and names a hidden one."""
        if citation.source_id in self._visible:
            return False
        named = [name for name in (citation.source_id, citation.ref) if name is not None]
        return any(name in self._names or whole_of(name) in self._names for name in named)

    def _blank(self, citation: Citation) -> dict[str, object]:
        return {**_BLANK, "source_id": self._by_id.get(citation.source_id)}

    def _clean(self, citation: Citation) -> dict[str, object]:
        """A citation of what may be seen, without what it tells of others: it may quote the wrong source."""
        leaks = self._leaks
        seen = citation.source_id in self._visible
        return {
            "source_id": citation.source_id if seen else self._text(citation.source_id),
            "ref": self._text(citation.ref),
            "cited_text": self._text(citation.cited_text),
            "locators": () if leaks.within(*_of_places(citation.locators)) else citation.locators,
            "evidence": self._evidence(citation.evidence),
            "raw": self._payload(citation.raw),
        }

    def _evidence(self, evidence: Evidence | None) -> Evidence | None:
        """As it is, or none: the note names sources by their ids, so that there, as in notices, a short one counts."""
        if evidence is None or self._leaks.within(*_of_evidence(evidence)):
            return None
        return None if self._leaks.within(evidence.note, least=1) else evidence

    def _shown(self, source: Source) -> Source:
        leaks = self._leaks
        return source.model_copy(
            update={
                "access": (),
                "aliases": tuple(name for name in source.aliases if name not in self._names),
                "metadata": {} if leaks.within(*strings(source.metadata)) else source.metadata,
                "raw": self._payload(source.raw),
            }
        )

    def _notice(self, notice: Notice) -> Notice:
        if not self._leaks.within(notice.message, *strings(notice.raw), least=1):
            return notice
        known = CODES.get(notice.code)
        return Notice(notice.code, known.meaning if known else _UNKNOWN_NOTICE)

    def _text(self, text: str | None) -> str | None:
        return None if self._leaks.within(text) else text

    def _payload(self, payload: JsonValue) -> JsonValue:
        return None if self._leaks.within(*strings(payload)) else payload


_BLANK: dict[str, object] = {"ref": None, "cited_text": None, "locators": (), "evidence": None, "raw": None}


def _asked(answer: Answer, citations: Iterable[Citation], visible: Iterable[Source]) -> Iterator[str]:
    """All texts of an answer that may tell of a hidden source, but for what was said and for the sources' own words."""
    for one in citations:
        yield from _of_places(one.locators)
        yield from strings(one.raw)
        yield from (text for text in (one.source_id, one.ref, one.cited_text) if text)
        if one.evidence is not None:
            yield from _of_evidence(one.evidence)
    for one in answer.citations:
        yield from (text for text in (one.id, one.type) if text)
    for lift in answer.lifted:
        yield answer.raw_text[max(lift.raw.start, 0) : max(lift.raw.end, 0)]
    for source in visible:
        yield from strings(source.metadata)
        yield from strings(source.raw)
    for notice in answer.notices:
        yield notice.message
        yield from strings(notice.raw)
    yield from (*answer.marker_map, *answer.marker_map.values())
    yield from strings(answer.usage)
    yield from (text for text in (answer.refusal, answer.finish_detail, answer.model, answer.response_id) if text)


def _of_places(locators: Iterable[Locator]) -> Iterator[str]:
    return (step for place in locators if isinstance(place, Section) for step in place.path)


def _of_evidence(evidence: Evidence) -> Iterator[str]:
    yield from _of_places(evidence.locators)
    selector = evidence.selector
    said = [evidence.quote, evidence.link, evidence.note]
    said += [selector.exact, selector.prefix, selector.suffix, selector.sha256] if selector is not None else []
    yield from (text for text in said if text)


def _untagged(source: Source) -> Source:
    return source.model_copy(update={"access": ()}) if source.access else source


def _names_in(answer: Answer) -> set[str | None]:
    """Every name that anything in an answer goes by, or asks for."""
    named = (name for one in answer.sources for name in (*names_of(one), *one.derived_from))
    asked = (name for one in answer.citations for name in (one.source_id, one.ref))
    return {*named, *asked, *answer.marker_map.values()}


def _fresh(prefix: str, taken: Container[str | None]) -> Iterator[str]:
    """New ids, numbered in order: nothing of the old ones is in them."""
    return (known for number in count(1) if (known := f"{prefix}{number}") not in taken)
