"""Marks that are no citations: near misses that were told, and what stands in the text as prose."""

import re
from collections.abc import Iterator
from typing import Final

from citebridge.models import Span
from citebridge.models.quoting import plain, quoted
from citebridge.models.report import Problem
from citebridge.text.code_spans import code_spans, is_code
from citebridge.validator.case import Case

# In brackets a number alone, `[^1]`, `[doc1]`, or a tag of the prefix that was given out; what stands before `(` or `:`
# is the text of a link or of its definition, and within a link nothing is a mark.
_MARK: Final = r"\[(?:\^?[0-9]{{1,3}}|doc[0-9]{{1,3}}{tags})\](?![(:\[])"
_FOREIGN: Final = "【[0-9]{1,9}:[0-9]{1,9}†[^】\n]{0,240}】|\ue200[^\ue200\ue201\n]{0,254}\ue201"
_LINK: Final = r"\]\([^()\s]{0,500}(?:\([^()\s]{0,80}\)[^()\s]{0,200})?\)"
_PREFIX: Final = re.compile(r"([A-Za-z]{1,8})[0-9]+\Z")


def marks_in_text(case: Case) -> Iterator[Problem]:
    """What a reader would take for a reference, and is none."""
    for notice in case.shown.notices:
        if notice.code == "near_miss":
            yield case.problem("near_miss", plain(notice.message, 160))
    yield from _forged(case)


def _forged(case: Case) -> Iterator[Problem]:
    text = case.answer.text
    if not any(sign in text for sign in "[【\ue200"):
        return
    code = code_spans(text, len(text))
    cited, points = _cited(case)
    for found in _pattern(case).finditer(text):
        start, end = found.span()
        if found["mark"] is None or is_code(code, start):
            continue
        if (start, end) in cited or not points.isdisjoint((start, end)):
            continue
        yield case.problem("forged_mark", f"{quoted(found[0])} is no citation of this answer", span=Span(start, end))


def _pattern(case: Case) -> re.Pattern[str]:
    prefixes = {found[1] for tag in case.answer.marker_map if (found := _PREFIX.match(tag))}
    tags = "".join(f"|{re.escape(prefix)}[0-9]{{1,4}}" for prefix in sorted(prefixes))
    return re.compile(f"{_LINK}|(?P<mark>{_MARK.format(tags=tags)}|{_FOREIGN})")


def _cited(case: Case) -> tuple[set[tuple[int, int]], set[int]]:
    """The stretches and the points that citations hang on: a mark that is one, or at one, was left in the text."""
    anchors = [one.anchor for one in case.answer.citations if one.anchor is not None]
    return {(one.start, one.end) for one in anchors}, {one.start for one in anchors if one.kind == "point"}
