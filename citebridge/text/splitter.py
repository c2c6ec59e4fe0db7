"""Where sentences begin and end, by rules alone: the same text gives the same sentences everywhere.

A wrong cut gives a wrong claim (BerriAI/litellm#7970). Each possible cut is decided from a bounded stretch
around it, so that work grows in step with the text and `sentence_start` can begin at the back.
"""

from collections.abc import Iterator

from citebridge.errors import UsageError

from .boundaries import CANDIDATES, RARE, STOPS, after_blanks, before_blanks, cut_at, run_start
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
    text = text.rstrip()
    found: list[tuple[int, int]] = []
    start = after_blanks(text, 0)
    for cut in _cuts(text):
        last = before_blanks(text, start, cut) if cut > start else cut
        if start < last:
            found.append((start, last))
            start = after_blanks(text, cut)
    if start < len(text):
        found.append((start, len(text)))
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
    stretch = text[start:end].rstrip()  # cut out, so that nothing around it can decide
    return start + last_start(stretch) if stretch else end


def last_start(text: str) -> int:
    """Where the last of the sentences of a text begins; the text is not empty and ends in no blank."""
    if "`" in text or ("~" in text and "~~~" in text):
        return sentences(text)[-1][0]  # what is code is only known from the front
    start = _last_cut(text)
    while text[start].isspace():
        start += 1
    return start


def _cuts(text: str) -> Iterator[int]:
    """All cuts in order, those in code left out."""
    end = len(text)
    code = code_spans(text, end)
    code.append((end, end))
    place = 0
    since, until = code[0]
    for found in CANDIDATES.finditer(text):
        at = found.start()
        while until <= at:
            place += 1
            since, until = code[place]
        if at < since:
            cut = cut_at(text, at)
            if cut is not None:
                yield cut


def _last_cut(text: str) -> int:
    """The last cut before the end of the text, 0 when there is none; code is not looked for."""
    signs = text
    if "!" in text or "?" in text or "\n" in text:
        # All written alike, so that one search finds whichever comes next from the back.
        signs = text.replace("!", ".").replace("?", ".").replace("\n", ".")
    end = place = len(text)
    while (place := signs.rfind(".", 0, place)) >= 0:
        if place and text[place - 1] in STOPS:
            place = run_start(text, place)
        cut = cut_at(text, place)
        if cut is not None and cut < end:
            break
    else:
        cut = place = 0
    if text.isascii() or RARE.search(text, place) is None:
        return cut
    return _last_cut_of_any(text)


def _last_cut_of_any(text: str) -> int:
    """The same with stops of any script, in growing chunks from the back."""
    size, upto, end = _CHUNK, len(text), len(text)
    while upto > 0:
        since = max(0, upto - size)
        for found in reversed(list(CANDIDATES.finditer(text, since, upto))):
            place = run_start(text, found.start())
            cut = cut_at(text, place)
            if cut is not None and cut < end:
                return cut
            since = min(since, place)
        upto, size = since, size * 2
    return 0
