"""Annotated links: which mark in the text an annotation means.

OpenAI's range is the rendered link, not the claim (posit-dev/chatlas#388). It is taken when it is exact, when it is a
few characters off (ranges come one short), or when it fits in another unit; the url decides. Only an exact range may
be that of a mark without its url: the link may hold more than the address that is told (`?utm_source=openai`), and
Azure's agents cite pages by `【3:0†source】`.
"""

import re
from collections.abc import Iterable

from citebridge.adapter.draft import Link, Stretch
from citebridge.adapter.mending import NEAR
from citebridge.adapter.rope import Rope
from citebridge.marks import MOST, NUMBERED_LINK, PARENTHESIZED_LINK, Mark

_PROBES = sorted(range(-NEAR, NEAR + 1), key=abs)


class LinkTable:
    """Links that wait for their mark, found by where they start; all offsets are of the raw text."""

    def __init__(self, raw: Rope) -> None:
        self._raw = raw
        self._by_place: dict[tuple[int, str | None], dict[int, list[Link]]] = {}  # by start and url, then by end
        self._by_range: dict[Stretch, list[Link]] = {}
        self._waiting = 0  # so many that have no place yet
        self._base = _Units(raw)

    def add(self, link: Link) -> None:
        """Let a link wait for its mark."""
        self._waiting += 1
        self._by_place.setdefault((link.start, link.url), {}).setdefault(link.end, []).append(link)
        self._by_range.setdefault((link.start, link.end), []).append(link)

    def place(self, link: Link) -> None:
        """The link has its place, and waits no more."""
        link.placed = True
        self._waiting -= 1

    def match(self, mark: Mark, base: int) -> tuple[list[Link], str | None]:
        """The links that mean this mark (several may), and the code of the notice when they are not exact."""
        if not self._waiting:  # in most streams, where annotations come behind their marks
            return [], None
        url = url_of(mark.text)
        waiting = self._by_place.get((mark.start, url))
        if waiting is not None and len(waiting) == 1 and (mark.start, None) not in self._by_place:  # nearly always
            links = waiting.get(mark.end)
            if links is not None and len(links) == 1 and not links[0].placed and links[0].says in (None, mark.text):
                return links, None
        exact = self._free(self._by_range.get((mark.start, mark.end), ()), mark)
        if url is None:  # near ones may mean a mark that is still to come (`[2][3]`)
            return exact, None
        found, code = self._of_url(mark, url, base)
        return (found, code) if found else (exact, "range_is_no_link" if exact else None)

    def _of_url(self, mark: Mark, url: str, base: int) -> tuple[list[Link], str | None]:
        """The links to the url of a mark which is a link itself."""
        for probe in _PROBES:
            found = self._near(mark.start + probe, mark, url)
            if found:
                exact = all(link.start == mark.start and link.end == mark.end for link in found)
                return found, None if exact else "offset_mended"
        for start, length in self._base.of(mark, base):
            found = self._open(start, url, start + length, mark)
            found = [link for link in found if not self._is_exact(link)]
            if found:
                return found, "offset_unit"
        return [], None

    def told_near(self, link: Link, told: dict[int, int]) -> Stretch | None:
        """The mark that a link means, of those that have been told: it may miss it by as little."""
        for probe in _PROBES:
            start = link.start + probe
            end = told.get(start)
            if end is not None and abs(end - link.end) <= NEAR:
                words = self._raw.slice(start, end)
                fits = url_of(words) == link.url or (start, end) == (link.start, link.end)
                return (start, end) if fits and link.says in (None, words) else None
        return None

    def _near(self, start: int, mark: Mark, url: str) -> list[Link]:
        found: list[Link] = []
        for one in (None, url):
            for probe in _PROBES if (start, one) in self._by_place else ():
                found += self._open(start, one, mark.end + probe, mark)
        return found

    def _open(self, start: int, url: str | None, end: int, mark: Mark) -> list[Link]:
        return self._free(self._by_place.get((start, url), {}).get(end, ()), mark)

    @staticmethod
    def _free(links: Iterable[Link], mark: Mark) -> list[Link]:
        """The links which were taken for no other mark."""
        return [
            link
            for link in links
            if not link.placed and link.mark in (None, mark.start) and link.says in (None, mark.text)
        ]

    def _is_exact(self, link: Link) -> bool:
        """Whether a link's range holds its very link: then no other unit is thought of."""
        words = self._raw.slice(link.start, link.end) if link.end <= len(self._raw) else ""
        return is_link(words, link.url) or is_mark(words, link.url)


class _Units:
    """Where a mark would start if its slot were counted in UTF-16 or UTF-8: kept up while the marks come in order."""

    def __init__(self, raw: Rope) -> None:
        self._raw = raw
        self._base = self._at = 0
        self._utf16 = self._utf8 = 0

    def of(self, mark: Mark, base: int) -> list[tuple[int, int]]:
        """Where the mark would start and how long it would be, in each other unit in which it starts elsewhere."""
        at = mark.start
        if base != self._base or at < self._at:
            self._base = self._at = base
            self._utf16 = self._utf8 = 0
        utf16, utf8 = _lengths(self._raw.slice(self._at, at))
        self._utf16 += utf16
        self._utf8 += utf8
        self._at = at
        starts = zip((base + self._utf16, base + self._utf8), _lengths(mark.text), strict=True)
        return [(start, length) for start, length in starts if start != at]


def _lengths(text: str) -> tuple[int, int]:
    """In UTF-16 and in UTF-8."""
    if text.isascii():
        return len(text), len(text)
    return len(text.encode("utf-16-le", "surrogatepass")) // 2, len(text.encode("utf-8", "surrogatepass"))


def url_of(mark: str) -> str | None:
    """The url of a link, `None` when it is none.

    >>> url_of("([site](https://site.example/a))"), url_of("[[1]](https://x.example/)"), url_of("[1]")
    ('https://site.example/a', 'https://x.example/', None)
    """
    begin = mark.find("](")
    if begin < 0 or not mark.endswith(")"):
        return None
    return mark[begin + 2 : -2 if mark.startswith("([") else -1]


def is_link(text: str, url: str | None) -> bool:
    """Whether a text is exactly a bare Markdown link to `url`."""
    return url is not None and text.startswith("[") and text.endswith(f"]({url})")


def is_mark(text: str, url: str | None) -> bool:
    """Whether a text is exactly a link that is a mark: in parentheses, or numbered."""
    inner = text[1:-1] if text.startswith("(") and text.endswith(")") else text
    numbered = text.startswith("[[") and text[2 : text.find("]")].isdecimal()
    return is_link(inner, url) and (inner is not text or numbered)


def is_readable(text: str) -> bool:
    """Whether a link is a mark as marks are written, to whatever address.

    >>> is_readable("([site](https://site.example/))"), is_readable("([site](https://site.example/a)b))")
    (True, False)
    """
    patterns = PARENTHESIZED_LINK.full, NUMBERED_LINK.full
    return len(text) <= MOST and any(re.fullmatch(pattern, text) for pattern in patterns)


def opening_of(text: str) -> int:
    """Where the bracket is opened that is closed behind the text, -1 without one.

    >>> opening_of("See [the [best] hen"), opening_of("See [[1]")
    (4, 4)
    """
    open_yet = 1
    for at in range(len(text) - 1, -1, -1):
        open_yet += (text[at] == "]") - (text[at] == "[")
        if not open_yet:
            return at
    return text.rfind("[")
