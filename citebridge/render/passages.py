"""What is shown of one citation: the words of the source, where they stand, and whether they do.

With evidence (`resolve`) it is what was found in the source; without, what the provider said.
"""

from dataclasses import dataclass

from citebridge.models import RECITATION, Citation, Evidence, Source, Status
from citebridge.render.safe import address, line
from citebridge.render.wording import DOUBTED, STATUSES, where, where_found

_CONTEXT = 180
"""So much of the text before and behind a quote is shown, where there is room."""
_NOTE_ROOM = _PLACE_ROOM = 200


@dataclass(frozen=True, slots=True)
class Passage:
    """Words of a source as they may be shown: each field one safe line, `""` or `None` for what is not known.

    `quote` are the words of the source, as far as they are known, else the provider's; `said` are the provider's where
    those of the source are others. `before` and `after` are the text around them in the source, with the blanks next to
    them. `place` is in words, `link` leads there, `status` is that of the evidence, and `note` says more of it.
    """

    quote: str = ""
    place: str = ""
    link: str | None = None
    status: Status | None = None
    note: str = ""
    said: str = ""
    before: str = ""
    after: str = ""
    recited: bool = False

    @property
    def is_doubted(self) -> bool:
        """Whether the quote does not stand where it should: altered, elsewhere, or nowhere."""
        return self.status in DOUBTED

    @property
    def about(self) -> str:
        """Where it is, and whether the provider says that it only repeats it."""
        return ", ".join(part for part in ("recited" if self.recited else "", self.place) if part)

    @property
    def checked(self) -> str:
        """In words, what checking the quote gave; `""` when it was not checked, or there was nothing to check."""
        if self.status is None or (self.status == "unverifiable" and not self.quote):
            return ""
        words = STATUSES[self.status]
        return f"{words}: {self.note}" if self.note and self.status != "not_found" else words

    def told(self, room: int) -> str:
        """The quote, cut to so many characters, and what checking it gave.

        >>> Passage(quote="Dogs stay outside.", status="verified").told(80)
        '"Dogs stay outside." (verified)'
        """
        quote = line(self.said or self.quote, room)
        source = f'; the source says "{line(self.quote, room)}"' if self.said and self.quote else ""
        remark = f"({self.checked}{source})" if self.checked else ""
        return " ".join(part for part in (f'"{quote}"' if quote else "", remark) if part)


def passage(citation: Citation, source: Source | None) -> Passage:
    """What is to be shown of a citation.

    >>> passage(Citation(id="0", cited_text="Dogs stay\\noutside."), None).quote
    'Dogs stay outside.'
    """
    said, evidence = line(citation.cited_text or ""), citation.evidence
    recited = citation.type == RECITATION
    place = line(where(citation.locators) or (where(source.locators) if source is not None else ""), _PLACE_ROOM)
    if evidence is None:
        return Passage(said, place, recited=recited)
    quote = line(evidence.quote or "")
    before, after = _around(evidence, source)
    return Passage(
        quote=quote or said,
        place=line(where_found(evidence.locators, citation.locators), _PLACE_ROOM) or place,
        link=address(evidence.link),
        status=evidence.status,
        note=line(evidence.note or "", _NOTE_ROOM),
        said=said if quote and said != quote and evidence.status in DOUBTED else "",
        before=before,
        after=after,
        recited=recited,
    )


def _around(evidence: Evidence, source: Source | None) -> tuple[str, str]:
    """The text on both sides of the quote, where it is the source's; evidence may be older than its text."""
    span, text = evidence.span, (source.text if source is not None else None) or ""
    if span is None or not evidence.quote or text[span.start : span.end] != evidence.quote:
        return "", ""
    start = max(span.start - 2 * _CONTEXT, 0)
    before = line(text[start : span.start])
    if start or len(before) > _CONTEXT:
        before = "…" + before[-_CONTEXT:].partition(" ")[2]
    after = line(text[span.end : span.end + 2 * _CONTEXT], _CONTEXT)
    return (
        f"{before} " if before and text[span.start - 1].isspace() else before,
        f" {after}" if after and text[span.end].isspace() else after,
    )
