"""Deep links: the address of a source, opened at a place in it."""

import html
import re
from collections.abc import Sequence
from typing import Final
from urllib.parse import quote

from citebridge.models import Lines, Locator, Pages

PDF: Final = "application/pdf"
MARKDOWN: Final = "text/markdown"

_WEB: Final = re.compile(r"https?://[^\s/?#]", re.I)
_UNSEEN: Final = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
_ENCODED: Final = {ord(sign): f"%{ord(sign):02X}" for sign in ' "<>\\^`{|}'}
# Nobody knows where it leads, and it ends after some weeks.
_REDIRECT: Final = re.compile(r"https?://[^/]*/(?:grounding-api-redirect/|url\?)", re.I)

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

    Its scheme is read as a browser does, entities resolved; an address with control or unseen characters is none.

    >>> (
    ...     web_address("https://house.example/a b"),
    ...     web_address("java\\nscript:alert(1)"),
    ...     web_address("mailto:a@b.example"),
    ... )
    ('https://house.example/a%20b', None, None)
    """
    plain = (url or "").strip()
    if not _WEB.match(plain) or not _WEB.match(html.unescape(plain)) or _UNSEEN.search(plain):
        return None
    return None if _REDIRECT.match(plain) else plain.translate(_ENCODED)


def deep_link(
    url: str | None,
    media_type: str | None,
    locators: Sequence[Locator],
    *,
    anchor: str | None = None,
    words: str | None = None,
) -> str | None:
    """The address of a source, opened at a page, at lines, at a heading (`anchor`) or at words; `None`: it can't be.

    `words` is a text directive, percent-encoded. Pages are for PDFs, lines for files of a code host at one commit.

    >>> deep_link("https://locks.example/l.pdf", None, [Pages(start_page=2, end_page=3)])
    'https://locks.example/l.pdf#page=2'
    >>> deep_link("https://weir.example/w", None, [], anchor="use", words="Let%20go.")
    'https://weir.example/w#use:~:text=Let%20go.'
    """
    address = web_address(url)
    if address is None:
        return None
    base, _, fragment = address.partition("#")
    path, _, query = base.partition("?")
    if is_pdf(base, media_type):
        page = next((one.start_page for one in locators if isinstance(one, Pages)), None)
        return f"{base}#page={page}" if page is not None else None
    lines = next((one for one in locators if isinstance(one, Lines)), None)
    permalink = _lines_of(path, query, lines) if lines is not None else None
    return permalink or _at_words(base, anchor, fragment.partition(":~:")[0], words, media_type)


def is_pdf(url: str | None, media_type: str | None) -> bool:
    """Whether an address leads to a PDF, as far as is known."""
    return media_type == PDF or _path(url).endswith(".pdf")


def is_markdown(url: str | None) -> bool:
    """Whether an address ends as those of Markdown files do."""
    return _path(url).endswith((".md", ".markdown"))


def _path(url: str | None) -> str:
    return (url or "").partition("#")[0].partition("?")[0].lower()


def _lines_of(path: str, query: str, lines: Lines) -> str | None:
    for host, one, several in _PERMALINKS:
        if host.fullmatch(path):
            form = one if lines.start_line == lines.end_line else several
            # What is shown rendered has no lines; this asks GitHub and GitLab for the source of it.
            asked = query or ("plain=1" if _SHOWN_RENDERED.search(path) else "")
            return f"{path}{asked and '?'}{asked}" + form.format(lines.start_line, lines.end_line)
    return None


def _at_words(base: str, anchor: str | None, fragment: str, words: str | None, media_type: str | None) -> str | None:
    directive = f":~:text={words}" if words and (media_type is None or _READ_AS_TEXT.match(media_type)) else ""
    if not anchor and not directive:
        return None
    return f"{base}#{quote(anchor, safe='') if anchor else fragment}{directive}"
