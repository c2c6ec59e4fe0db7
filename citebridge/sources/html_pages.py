"""HTML as text: the main part of a page, its blocks apart by blank lines, its headings with their anchors.

What a reader of the page does not see must not reach a model, since instructions to it are hidden there. So what is out
of sight goes, as do menus, scripts and footers.
"""

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from citebridge.errors import MissingExtra
from citebridge.sources.html_text import PageText
from citebridge.sources.html_tokens import tamed
from citebridge.sources.sections import Part

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

__all__ = ["Page", "read_html"]

_LEFT_OUT: Final = (
    "head title script style noscript template nav aside iframe object embed svg canvas audio video map select "
    "datalist button input textarea dialog rt rp"
)
_NEVER: Final = frozenset(_LEFT_OUT.split())
_AROUND: Final = frozenset(("header", "footer"))  # of the page; within an article they are a part of it
_PARTS: Final = frozenset(("main", "article", "section"))
_BESIDE: Final = "navigation banner contentinfo complementary search menu menubar dialog alertdialog"
_ROLES: Final = frozenset(_BESIDE.split())
_FEW: Final = 8
_UNSEEN: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|opacity)\s*:\s*0(?:\.0+)?(?![\d.])", re.I
)


class Page(NamedTuple):
    """What a page says."""

    text: str
    title: str | None
    sections: tuple[Part, ...]


def read_html(markup: str) -> Page:
    """The text, the title and the sections of a page. Raises `MissingExtra` without beautifulsoup4.

    >>> read_html("<title>Rules</title><nav>Home</nav><h1 id='dogs'>Dogs</h1><p>No <b>dogs</b>.")
    Page(text='Dogs\\n\\nNo dogs.', title='Rules', sections=(Part(start=0, end=4, path=('Dogs',), anchor='dogs'),))
    """
    soup = _parsed(markup)
    main = _main(soup)
    page = _written(main, within=True) if main is not None else PageText()
    if not page.size:
        page = _written(soup, within=False)
    return Page(page.text(), _title(soup), tuple(page.sections))


def _parsed(markup: str) -> "BeautifulSoup":
    try:
        from bs4 import BeautifulSoup
    except ModuleNotFoundError as error:
        if error.name != "bs4":
            raise
        raise MissingExtra.of("reading HTML needs", "beautifulsoup4", "html") from None
    return BeautifulSoup(tamed(markup) + "\n", "html.parser")  # without a line end it may warn of a file name


def _title(soup: "BeautifulSoup") -> str | None:
    for title in soup.find_all("title", limit=_FEW):
        if title.find_parent("svg") is None:  # pictures have titles too
            return " ".join(title.get_text().split()) or None
    return None


def _main(soup: "BeautifulSoup") -> "Tag | None":
    """The part of the page that it is about, if the page says which."""
    for main in (soup.find_all("main"), soup.find_all(role="main"), soup.find_all("article", limit=2)):
        seen = [tag for tag in main if _is_seen(tag)]
        if len(seen) == 1:
            return seen[0]
    return None


def _is_seen(tag: "Tag") -> bool:
    if tag.name in _NEVER or tag.has_attr("hidden") or tag.get("aria-hidden") == "true":
        return False
    role, style = tag.get("role"), tag.get("style")
    return not (isinstance(role, str) and role in _ROLES) and not (isinstance(style, str) and _UNSEEN.search(style))


def _written(root: "Tag", *, within: bool) -> PageText:
    """The text of an element; `within` says that it is a part of the page and not all of it."""
    from bs4.element import NavigableString, Tag

    page = PageText()
    page.enter(root.name, _anchor(root))
    opened = [(root, iter(root.contents), within)]
    while opened:
        tag, children, within = opened[-1]
        child = next(children, None)
        if child is None:
            page.leave(tag.name)
            opened.pop()
        elif type(child) is NavigableString:  # comments and the like are of classes below it
            page.words(child)
        elif isinstance(child, Tag) and _is_shown(child, within):
            page.enter(child.name, _anchor(child))
            opened.append((child, iter(child.contents), within or child.name in _PARTS))
    return page


def _anchor(tag: "Tag") -> str | None:
    anchor = tag.get("id") or (tag.get("name") if tag.name == "a" else None)
    return anchor if isinstance(anchor, str) else None


def _is_shown(tag: "Tag", within: bool) -> bool:
    return (within or tag.name not in _AROUND) and _is_seen(tag) and not _is_sign(tag)


def _is_sign(tag: "Tag") -> bool:
    """Whether it is only the sign beside a heading that leads to it: `<a href="#dogs">¶</a>`."""
    address = tag.get("href")
    if tag.name != "a" or not isinstance(address, str) or not address.startswith("#"):
        return False
    inner = tag.contents
    if len(inner) == 1 and not isinstance(inner[0], str):  # `<a href="#dogs"><span>¶</span></a>`
        inner = getattr(inner[0], "contents", [])
    return all(isinstance(one, str) and not any(map(str.isalnum, one)) for one in inner)
