"""Sources that are cited and have changed, cannot be opened, or are not for everybody."""

import codecs
import re
from collections.abc import Iterator
from typing import Final

from citebridge.models import Source
from citebridge.models.addresses import is_redirect
from citebridge.models.report import Problem
from citebridge.sources import digest
from citebridge.validator.addresses import is_unsafe
from citebridge.validator.case import Case

_PLAIN: Final = (None, "text/plain", "text/markdown")
_NO_TEXT: Final = re.compile(r"\.(?:pdf|docx?|pptx?|xlsx?|epub|html?)\Z", re.I)
_MARKS: Final = (
    *((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")),
    *((codecs.BOM_UTF32_LE, "utf-32-le"), (codecs.BOM_UTF32_BE, "utf-32-be")),
)
# The bytes that Windows-1252 has characters for where Latin 1 has controls, by these characters.
_WINDOWS: Final = {ord(char): byte for byte in range(0x80, 0xA0) if (char := bytes([byte]).decode("cp1252", "ignore"))}
_REPLACED: Final = "\ufffd"  # stands for what could not be read, and nobody knows for what


def sources(case: Case) -> Iterator[Problem]:
    """What is wrong with the sources: of those that are cited, and unsafe addresses of the others too."""
    cited = dict(case.cited_sources())
    yield from _addresses(case, cited)
    redirects = [n for n in cited if is_redirect(case.answer.sources[n].url)]
    if redirects:
        told = f"{len(redirects)} sources have" if len(redirects) > 1 else f"{case.name(redirects[0])} has"
        yield case.problem("redirect_url", f"{told} a redirect for an address")
    stale = dict(_stale(case, cited))
    for number, why in stale.items():
        yield case.problem("stale_source", f"{case.name(number)} {why}", source=number, fault="retrieval")
    for number, first in cited.items():
        if case.is_hidden(number):
            message = "the answer cites a source that not everybody may see"
            yield case.problem("answer_used_hidden_source", message, first, source=number)


def _addresses(case: Case, cited: dict[int, int]) -> Iterator[Problem]:
    for number, source in enumerate(case.answer.sources):
        evidence = case.answer.citations[cited[number]].evidence if number in cited else None
        if is_unsafe(source.url) or (evidence is not None and is_unsafe(evidence.link)):
            message = f"the address of {case.name(number)} is none to be opened"
            severity = None if number in cited else "warning"
            yield case.problem("unsafe_url", message, cited.get(number), source=number, severity=severity)


def _stale(case: Case, cited: dict[int, int]) -> Iterator[tuple[int, str]]:
    """By the digest of its text, by what was found in it once, by what the retriever has today."""
    known = {digest(source.text) for source in case.answer.sources if source.text is not None}
    found = _found_in(case)
    for number in cited:
        source = case.answer.sources[number]
        today = case.retrieved.by_id.get(source.id, ()) if case.retrieved is not None else ()
        if today and all(_differs(source, one) for one in today):
            yield number, "is not what the retriever returned: its text has changed"
        elif found.get(number, known) - known:
            yield number, "was edited since its quotes were looked for"
        elif _is_of_other_text(source):
            yield number, "has another digest than its text"


def _found_in(case: Case) -> dict[int, set[str]]:
    """The digests of the texts in which the evidence of each source was found: its own, or that of a passage."""
    found: dict[int, set[str]] = {}
    for number, citation in zip(case.source_numbers, case.answer.citations, strict=True):
        evidence = citation.evidence
        if number is not None and evidence is not None and evidence.selector is not None:
            found.setdefault(number, set()).add(evidence.selector.sha256.lower())
    return found


def _differs(source: Source, today: Source) -> bool:
    if source.digest and today.digest:
        return source.digest.lower() != today.digest.lower()
    return source.text is not None and today.text is not None and source.text != today.text


def _is_of_other_text(source: Source) -> bool:
    """Whether the digest is that of a text, and not of this one; of a PDF it is that of the file."""
    if not source.digest or source.text is None or source.derived_from or _REPLACED in source.text:
        return False
    named = (name for name in (source.title, source.url) if name)
    if source.media_type not in _PLAIN or any(_NO_TEXT.search(name) for name in named):
        return False
    return source.digest.lower() not in _digests(source.text)


def _digests(text: str) -> Iterator[str]:
    """Of the files that hold a text, which may be older than UTF-8."""
    yield digest(text)
    written = ((mark, text, encoding) for mark, encoding in _MARKS)
    for mark, words, encoding in (*written, (b"", text.translate(_WINDOWS), "latin-1")):
        try:
            yield digest(mark + words.encode(encoding))
        except UnicodeEncodeError:
            continue
