"""Deep links: the address of a source, opened at a place in it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

from citebridge.models import Lines, Locator, Pages
from citebridge.models.addresses import UNSEEN, is_redirect, percent_encoded
from citebridge.text.seen import unescaped

_PDF: Final = re.compile(r"application/(?:x-)?pdf(?![\w.+-])", re.I)
_UNTOLD: Final = (None, "application/octet-stream", "binary/octet-stream")

_WEB: Final = re.compile(r"https?://[^\s/?#]", re.I)
_UNSEEN: Final = re.compile(f"[{UNSEEN}]")

_COMMIT: Final = r"(?=[a-f]*\d)[0-9a-f]{7,64}"  # in full or shortened; no branch called `feedback`
# A file as of one commit, and how lines of it are written: GitLab; GitHub; Gitea and Forgejo; Bitbucket. A branch moves
# on, and its lines with it.
_PERMALINKS: Final = (
    (re.compile(rf"https?://[^?#]+/-/blob/{_COMMIT}/[^?#]+", re.I), "#L{0}", "#L{0}-{1}"),
    (re.compile(rf"https?://[^/?#]+/[^/?#]+/[^/?#]+/blob/{_COMMIT}/[^?#]+", re.I), "#L{0}", "#L{0}-L{1}"),
    (re.compile(rf"https?://[^?#]+/src/commit/{_COMMIT}/[^?#]+", re.I), "#L{0}", "#L{0}-L{1}"),
    (re.compile(rf"https?://[^?#]+/src/{_COMMIT}/[^?#]+", re.I), "#lines-{0}", "#lines-{0}:{1}"),
)
_SHOWN_RENDERED: Final = re.compile(r"\.(?:md|markdown|mdown|rst|adoc|org)\Z", re.I)
_READ_AS_TEXT: Final = re.compile(r"text/|application/xhtml\+xml\Z", re.I)


def web_address(url: str | None) -> str | None:
    """An address of the web that a link may be made of, else `None`.

    Its scheme is read as a browser does, entities resolved; an address with control or unseen characters is none, nor
    is a provider's redirect.

    >>> (
    ...     web_address("https://house.example/a b"),
    ...     web_address("java\\nscript:alert(1)"),
    ...     web_address("mailto:a@b.example"),
    ... )
    ('https://house.example/a%20b', None, None)
    """
    plain = (url or "").strip()
    if not _WEB.match(plain) or not _WEB.match(unescaped(plain)) or _UNSEEN.search(plain):
        return None
    return None if is_redirect(plain) else percent_encoded(plain)


@dataclass(frozen=True, slots=True)
class Page:
    """An address that can be opened at a place: what a link may be made of, read once for all links to it.

    `holds_words` says that a browser shows it as a text, `lines` how a code host writes lines of it.
    """

    base: str
    fragment: str
    is_pdf: bool
    holds_words: bool
    lines: tuple[str, str, str] | None

    @classmethod
    def of(cls, url: str | None, media_type: str | None = None, title: str | None = None) -> "Page | None":
        """The page of an address; `None` when no link may be made of it.

        Where no media type is known, the name of the file tells that it is a PDF.
        """
        address = web_address(url)
        if address is None:
            return None
        base, _, fragment = address.partition("#")
        path, _, query = base.partition("?")
        named = path.lower().endswith(".pdf") or (title or "").lower().endswith(".pdf")
        is_pdf = _PDF.match(media_type or "") is not None or (media_type in _UNTOLD and named)
        holds_words = not is_pdf and (media_type in _UNTOLD or _READ_AS_TEXT.match(media_type or "") is not None)
        return cls(base, fragment.partition(":~:")[0], is_pdf, holds_words, _lines_of(path, query))

    def at(self, locators: Sequence[Locator], *, anchor: str | None = None, words: str | None = None) -> str | None:
        """The link to a page of a PDF, to lines of a file at one commit, to a heading (`anchor`) or to words.

        `words` is a text directive, percent-encoded. `None` when the place has no link.

        >>> Page.of("https://locks.example/l.pdf").at([Pages(start_page=2, end_page=3)])
        'https://locks.example/l.pdf#page=2'
        >>> Page.of("https://weir.example/w").at([], anchor="use", words="Let%20go.")
        'https://weir.example/w#use:~:text=Let%20go.'
        """
        if self.is_pdf:
            page = next((one.start_page for one in locators if isinstance(one, Pages)), None)
            return f"{self.base}#page={page}" if page is not None else None
        if self.lines is not None:
            for one in locators:
                if isinstance(one, Lines):
                    path, single, several = self.lines
                    form = single if one.start_line == one.end_line else several
                    return path + form.format(one.start_line, one.end_line)
        directive = f":~:text={words}" if words and self.holds_words else ""
        if not anchor and not directive:
            return None
        return f"{self.base}#{quote(anchor, safe='') if anchor else self.fragment}{directive}"


def is_markdown(url: str | None) -> bool:
    """Whether an address ends as those of Markdown files do."""
    return (url or "").partition("#")[0].partition("?")[0].lower().endswith((".md", ".markdown"))


def _lines_of(path: str, query: str) -> tuple[str, str, str] | None:
    """The address of a file at one commit, and how its host writes a line and lines behind it."""
    for host, one, several in _PERMALINKS:
        if host.fullmatch(path):
            # What is shown rendered has no lines; this asks GitHub and GitLab for the source of it.
            asked = query or ("plain=1" if _SHOWN_RENDERED.search(path) else "")
            return f"{path}?{asked}" if asked else path, one, several
    return None
