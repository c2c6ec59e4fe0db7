"""Where sentences begin and end, by rules alone: the same text gives the same sentences everywhere.

A wrong cut gives a wrong claim (BerriAI/litellm#7970). Each possible cut is decided from a bounded stretch
around it, so that work grows in step with the text and `sentence_start` can begin at the back.
"""

from collections.abc import Iterator

from citebridge.errors import UsageError

from .boundaries import CANDIDATES, STOPS, after_blanks, before_blanks, cut_at, run_start
from .code_spans import code_spans

__all__ = ["sentence_start", "sentences"]

_CHUNK = 256


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of `text` as `(start, end)` in code points, in order, without the blanks around them.

    Every character that is no blank is in exactly one of them. Headings, list items, table rows and fenced
    code are sentences of their own, with their signs (`# `, `- `, `1. `); code is never cut. A citation
    mark right after a stop belongs to the sentence before it.

    >>> text = "Dr. Roe paid $4.50. [1] Then it rained"
    >>> [text[start:end] for start, end in sentences(text)]
    ['Dr. Roe paid $4.50. [1]', 'Then it rained']
    """
    found: list[tuple[int, int]] = []
    end = before_blanks(text, 0, len(text))
    start = after_blanks(text, 0, end)
    for cut in _cuts(text, end):
        last = before_blanks(text, start, cut) if cut > start else cut
        if start < last:
            found.append((start, last))
            start = after_blanks(text, cut, end)
    if start < end:
        found.append((start, end))
    return found


def sentence_start(text: str, end: int, start: int = 0) -> int:
    """Where the sentence begins that `text[start:end]` ends in, decided from that stretch alone.

    Equals the start of the last of `sentences(text[start:end])`; a stretch that ends right after a
    sentence, blanks between or not, ends in that sentence. A stretch of blanks gives its end. Reads from
    the back and stops at the first cut, unless there may be code in the stretch.

    Raises `UsageError` when not `0 <= start <= end <= len(text)`.

    >>> sentence_start("It rained. The sun shone. ", 26)
    11
    """
    if not 0 <= start <= end <= len(text):
        raise UsageError(f"need 0 <= start <= end <= {len(text)}, got start={start}, end={end}")
    if text.find("`", start, end) >= 0 or text.find("~~~", start, end) >= 0:
        # What is code is only known from the front.
        spans = sentences(text[start:end])
        return start + spans[-1][0] if spans else end
    last = before_blanks(text, start, end)
    if last == start:
        return end
    cut = _last_cut(text, start, last) if text.isascii() else _last_cut_wide(text, start, last)
    return after_blanks(text, cut, last)


def _cuts(text: str, end: int) -> Iterator[int]:
    """All cuts in `text[:end]` in order, those in code left out."""
    code = code_spans(text, end)
    code.append((end, end))
    place = 0
    since, until = code[0]
    for found in CANDIDATES.finditer(text, 0, end):
        at = found.start()
        while until <= at:
            place += 1
            since, until = code[place]
        if at < since:
            cut = cut_at(text, at, 0, end)
            if cut is not None:
                yield cut


def _last_cut(text: str, low: int, high: int) -> int:
    """The last cut before `high` in ASCII text, `low` when there is none."""
    dot = text.rfind(".", low, high)
    bang = text.rfind("!", low, high)
    query = text.rfind("?", low, high)
    line = text.rfind("\n", low, high)
    while True:
        at = max(dot, bang, query, line)
        if at < 0:
            return low
        place = run_start(text, at, low) if at > low and text[at - 1] in STOPS else at
        cut = cut_at(text, place, low, high)
        if cut is not None and cut < high:
            return cut
        # Each sign is looked for again only when it was used up, so that all looking together is one pass.
        dot = dot if dot < place else text.rfind(".", low, place)
        bang = bang if bang < place else text.rfind("!", low, place)
        query = query if query < place else text.rfind("?", low, place)
        line = line if line < place else text.rfind("\n", low, place)


def _last_cut_wide(text: str, low: int, high: int) -> int:
    """The same for any text, in growing chunks from the back."""
    size, upto = _CHUNK, high
    while upto > low:
        since = max(low, upto - size)
        for found in reversed(list(CANDIDATES.finditer(text, since, upto))):
            place = run_start(text, found.start(), low)
            cut = cut_at(text, place, low, high)
            if cut is not None and cut < high:
                return cut
            since = min(since, place)
        upto, size = since, size * 2
    return low
