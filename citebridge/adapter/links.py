"""Annotated links: which mark in the text an annotation means.

OpenAI's range is the rendered link, not the claim (posit-dev/chatlas#388). It is taken when it is exact, when it is a
few characters off (ranges come one short), or when it fits in another unit; the url decides.
"""

from citebridge.adapter.draft import Link
from citebridge.adapter.mending import NEAR
from citebridge.adapter.rope import Rope
from citebridge.marks import Mark

_PROBES = sorted(range(-NEAR, NEAR + 1), key=abs)


class LinkTable:
    """Links that wait for their mark, found by where they start; all offsets are of the raw text."""

    def __init__(self, raw: Rope) -> None:
        self._raw = raw
        self._by_place: dict[tuple[int, str | None], dict[int, list[Link]]] = {}  # by start and url, then by end
        self._base = _Units(raw)

    def add(self, link: Link) -> None:
        """Let a link wait for its mark."""
        self._by_place.setdefault((link.start, link.url), {}).setdefault(link.end, []).append(link)

    def match(self, mark: Mark, base: int) -> tuple[list[Link], str | None]:
        """The links that mean this mark (several may), and the code of the notice when they are not exact."""
        if not self._by_place:
            return [], None
        url = url_of(mark.text)
        waiting = self._by_place.get((mark.start, url))
        if waiting is not None and len(waiting) == 1 and (mark.start, None) not in self._by_place:  # nearly always
            links = waiting.get(mark.end)
            if links is not None and len(links) == 1 and not links[0].placed:
                return links, None
        for probe in _PROBES:
            found = self._waiting(mark.start + probe, mark.end, url)
            if found:
                exact = all(link.start == mark.start and link.end == mark.end for link in found)
                return found, None if exact else "offset_mended"
        for start in self._base.of(mark.start, base):
            ends = self._by_place.get((start, url), {}) if url is not None else {}
            found = [link for links in ends.values() for link in links if not link.placed]
            if found:
                return found, "offset_unit"
        return [], None

    def _waiting(self, start: int, end: int, url: str | None) -> list[Link]:
        found: list[Link] = []
        for one in (None, url) if url is not None else (None,):
            ends = self._by_place.get((start, one))
            if ends is not None:
                near = [link for probe in _PROBES for link in ends.get(end + probe, ())]
                found += [link for link in near if not link.placed]
        return found


class _Units:
    """Where a mark would start if its slot were counted in UTF-16 or UTF-8: kept up while the marks come in order."""

    def __init__(self, raw: Rope) -> None:
        self._raw = raw
        self._base = self._at = 0
        self._utf16 = self._utf8 = 0

    def of(self, at: int, base: int) -> list[int]:
        if base != self._base or at < self._at:
            self._base = self._at = base
            self._utf16 = self._utf8 = 0
        between = self._raw.slice(self._at, at)
        if between.isascii():
            self._utf16 += len(between)
            self._utf8 += len(between)
        else:
            self._utf16 += len(between.encode("utf-16-le", "surrogatepass")) // 2
            self._utf8 += len(between.encode("utf-8", "surrogatepass"))
        self._at = at
        return [start for start in (base + self._utf16, base + self._utf8) if start != at]


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
