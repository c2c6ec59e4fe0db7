"""`Answer`, `Citation`, `Source`, `Evidence`: the JSON contract, schema version 1 (docs/reference/model.md).

`load(dump(x)) == x`. Payloads (`raw`, `metadata`, `usage`) are made plain once at the door and not validated again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Literal, cast

from pydantic import BaseModel, ConfigDict, Field, JsonValue, SkipValidation, ValidationInfo, model_validator

from citebridge.errors import SchemaError, UsageError
from citebridge.models.notices import Notice
from citebridge.models.places import Anchor, Claim, Lift, Locator, Span
from citebridge.models.unknown import unknown_fields

SCHEMA_VERSION = 1
BUILT: Mapping[str, bool] = {"built": True}
"""Validation context of answers that citebridge itself puts together: no stored fields to look after."""

_BY_ID = "_sources_by_id"

Payload = Annotated[SkipValidation[JsonValue], Field(repr=False)]
Channel = Literal["native", "markers", "structured", "attributed", "extractive"]
Finish = Literal[
    "complete", "length", "refusal", "filtered", "tool_call", "paused", "truncated", "error", "other"
]  # fmt: skip
SourceKind = Literal["document", "chunk", "web", "file", "place", "tool"]
Status = Literal[
    "verified", "repaired", "wrong_place", "altered", "not_found", "suggested", "unverifiable"
]  # fmt: skip


class Model(BaseModel):
    """Frozen; unknown fields are dropped (an `Answer` tells of it).

    Validators are built when a model is first used: who only reads whole answers needs that of `Answer` alone.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class Source(Model):
    """Something that can be cited: a document, a chunk of one, a web page, a file, a place, the output of a tool.

    Identity is `id`, then `url`, never the title. `aliases` are all other names that the provider has for it (a number
    among the documents, a file id, a url); `derived_from` are the ids of what it was made from.
    `digest` is the sha256 of the original bytes or text, in hex. `pages` and `blocks` are the spans of its pages and
    content blocks in `text`, in code points. `locators` say where in its document (the first of
    `derived_from`) a chunk stands. `access` are tags of the caller's: who is to see the source needs all of them.
    `metadata` is the caller's own JSON, `raw` the provider's record of the source, untouched.

    >>> Source(id="rules", title="House rules", text="No dogs.").kind
    'document'
    """

    id: str
    kind: SourceKind = "document"
    title: str | None = None
    url: str | None = None
    text: str | None = None
    media_type: str | None = None
    digest: str | None = None
    pages: tuple[Span, ...] = ()
    blocks: tuple[Span, ...] = ()
    section: str | None = None
    updated: str | None = None
    aliases: tuple[str, ...] = ()
    derived_from: tuple[str, ...] = ()
    locators: tuple[Locator, ...] = ()
    access: tuple[str, ...] = ()
    metadata: SkipValidation[dict[str, JsonValue]] = Field(default_factory=dict)
    origin: Literal["caller", "provider"] = "caller"
    raw: Payload = None


@dataclass(frozen=True, slots=True)
class Selector:
    """A quote that can be found again after the source was edited.

    The words themselves, the words right before and behind them, and the sha256 of the source text they were taken
    from, in hex: a source text of another digest was edited since.
    """

    exact: str
    prefix: str
    suffix: str
    sha256: str


class Evidence(Model):
    """Where in the source, as citebridge found it, and whether the quote stands there. Spans are of `Source.text`.

    `status` is one of: `verified` (the quote stands in the place that the provider said, or anywhere in the source
    when it said none), `repaired` (nearby in the same source; the place was mended), `wrong_place` (in a far page or
    block, or in another source), `altered` (found but for a number, unit, name or negation), `not_found`, `suggested`
    (there was no quote: the passage that fits best), `unverifiable` (the source has no text). Only the first two say
    that the source has these words. `method` says how they were compared, `score` from 0 to 1 how well they agree;
    `alternatives` are the other places where they stand.
    """

    status: Status
    span: Span | None = None
    quote: str | None = None
    locators: tuple[Locator, ...] = ()
    method: Literal["exact", "folded", "elided", "fuzzy"] | None = None
    score: float | None = None
    alternatives: tuple[Span, ...] = ()
    link: str | None = None
    selector: Selector | None = None
    note: str | None = None


_Kept = tuple[tuple[Source, ...], dict[str | None, Source]]


RECITATION = "recitation"
"""The `type` of what a model repeated and did not cite: it covers no claim."""


class Citation(Model):
    """One tie between one place in the answer and one place in one source.

    `anchor` is where it hangs in `Answer.text` (`None`: unknown), `claim` what it supports, `locators` where it points
    in the source, `cited_text` the source's words as the provider reports them. `source_id is None` means unresolved;
    `ref` still says what was asked for. `type` is the provider's own word. `confidence` is the provider's own number,
    mostly from 0 to 1; `None` when it gave none, which is not 0. `raw_span` is where a mark stood in
    `Answer.raw_text`, in code points. `raw` is the provider's payload, untouched.
    """

    id: str
    anchor: Anchor | None = None
    claim: Claim | None = None
    source_id: str | None = None
    ref: str | None = None
    cited_text: str | None = None
    locators: tuple[Locator, ...] = ()
    channel: Channel = "native"
    type: str | None = None
    confidence: float | None = None
    raw_span: Span | None = None
    evidence: Evidence | None = None
    raw: Payload = None


class Answer(Model):
    """What the model said, as the reader should see it, with its citations and sources.

    `text` is `raw_text` with the `lifted` stretches taken out. Citations stand in reading order. `marker_map` gives
    the source id for each tag of prompted marks, so that a stored answer can still be resolved.

    `finish` says why the answer ends: `complete`, `length` (a limit on tokens), `refusal`, `filtered` (by the
    provider), `tool_call` and `paused` (a turn is to follow), `truncated` (the stream broke off), `error` (the provider
    sent one), `other` (not known). `finish_detail` is the provider's own word for it.

    `raw` is the response, for a stream put together as it would have come whole. What it holds is up to `keep`:
    everything (`"all"`), what the same provider needs as the turn of a conversation (`"turn"`), or nothing (`"none"`).
    The `raw` of citations and sources stays in each case.

    >>> answer = Answer(text="No dogs.", sources=(Source(id="rules"),))
    >>> Answer.model_validate_json(answer.model_dump_json()) == answer
    True
    """

    schema_version: int = SCHEMA_VERSION
    text: str = ""
    raw_text: str = ""
    lifted: tuple[Lift, ...] = ()
    citations: tuple[Citation, ...] = ()
    sources: tuple[Source, ...] = ()
    marker_map: dict[str, str] = Field(default_factory=dict)
    provider: str | None = None
    api: str | None = None
    model: str | None = None
    response_id: str | None = None
    channel: Channel = "native"
    finish: Finish = "complete"
    finish_detail: str | None = None
    refusal: str | None = None
    usage: Payload = None
    notices: tuple[Notice, ...] = ()
    raw: Payload = None

    @model_validator(mode="before")
    @classmethod
    def _read_stored(cls, data: object, info: ValidationInfo) -> object:
        if info.context is BUILT or not isinstance(data, Mapping):
            return data
        return _stored(dict(cast("Mapping[str, object]", data)))

    def source(self, citation: Citation) -> Source | None:
        """The source of a citation, or `None` when it is unresolved. Raises `UsageError` for what is no citation."""
        _check_citation(citation, "source")
        kept = cast("_Kept | None", vars(self).get(_BY_ID))
        if kept is None or kept[0] is not self.sources:  # `model_copy` takes it along with other sources
            by_id: dict[str | None, Source] = {one.id: one for one in reversed(self.sources)}
            kept = self.sources, by_id
            vars(self)[_BY_ID] = kept  # no field and no private attribute: pydantic compares and dumps neither
        return kept[1].get(citation.source_id)

    def claim(self, citation: Citation) -> str | None:
        """The words of `text` that a citation supports; `None` when that is not known.

        Raises `UsageError` for what is no citation.
        """
        _check_citation(citation, "claim")
        return self.text[citation.claim.start : citation.claim.end] if citation.claim is not None else None

    def to_raw(self, span: Span) -> Span:
        """A stretch of `text` as a stretch of `raw_text`; marks at its edges stay outside, marks within are inside.

        >>> answer = Answer(text="No dogs.", raw_text="No dogs[1].", lifted=(Lift(Span(7, 10), 7),))
        >>> answer.to_raw(Span(3, 7)), answer.to_raw(Span(3, 8))
        (Span(start=3, end=7), Span(start=3, end=11))
        """
        start = end = 0
        gone = 0
        for lift in self.lifted:
            if lift.at <= span.start:
                start = gone + lift.raw.end - lift.raw.start
            if lift.at < span.end:
                end = gone + lift.raw.end - lift.raw.start
            gone += lift.raw.end - lift.raw.start
        return Span(span.start + start, max(span.end + end, span.start + start))


def _check_citation(given: object, method: str) -> None:
    if not isinstance(given, Citation):
        raise UsageError(f"Answer.{method} takes a Citation, one of Answer.citations, not {type(given).__name__}")


def _stored(data: dict[str, object]) -> dict[str, object]:
    """A stored answer, with what this release does not know taken off and told."""
    _check_version(data.get("schema_version", SCHEMA_VERSION))
    if "raw_text" not in data and isinstance(data.get("text"), str):
        data["raw_text"] = data["text"]  # built by hand: nothing was lifted
    unknown = sorted(unknown_fields(Answer, data))
    notices = data.get("notices", ())
    if unknown and isinstance(notices, list | tuple):
        told = Notice("unknown_field", f"dropped {', '.join(unknown)}: not known to schema version {SCHEMA_VERSION}")
        data["notices"] = (*cast("list[object]", notices), told)
    return data


def _check_version(version: object) -> None:
    if type(version) is not int or version < 1:  # `True` and 1.0 are equal to 1; no release writes them
        raise SchemaError(
            f"this answer has schema_version {version!r}, which no release of citebridge wrote; it is a whole number "
            f"up to {SCHEMA_VERSION}"
        )
    if version > SCHEMA_VERSION:
        raise SchemaError(
            f"this answer has schema_version {version}, which a later release of citebridge wrote; this one reads up "
            f"to {SCHEMA_VERSION}: pip install -U citebridge"
        )
