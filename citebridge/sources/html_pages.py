"""HTML as text: the main part of a page, its blocks apart by blank lines, its headings with their anchors.

What a reader of the page does not see must not reach a model, since instructions to it are hidden there. So what is out
of sight goes, as do menus, scripts and footers.
"""

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from citebridge.errors import MissingExtra
from citebridge.sources.html_styles import SEEN, Look, display_of, look_within
from citebridge.sources.html_text import PageText, laid_out
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
_ALL: Final = frozenset(("[document]", "html", "body"))  # a page that hides all of itself is shown by a script
_FEW: Final = 8
_SPAN: Final = re.compile(r"\s*+([1-9][0-9]{0,4})")
# What leads to the heading it stands beside, or back from a note; icons are of the private use area.
_SIGNS: Final = re.compile("[\\s#§¶🔗⚓∞↩↑^\u200b-\u200d\u2060\ufe0e\ufe0f\ufeff\ue000-\uf8ff]+")


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
        seen = [tag for tag in main if _look(tag, SEEN) == SEEN]
        if len(seen) == 1:
            return seen[0]
    return None


def _look_there(tag: "Tag") -> Look | None:
    """The look in an element, as all that it stands in hands it down."""
    look: Look | None = SEEN
    for one in (*reversed(list(tag.parents)), tag):
        look = look and _look(one, look)
    return look


def _look(tag: "Tag", outer: Look) -> Look | None:
    """The look in an element; `None` when nothing in it is seen, whatever it is."""
    if tag.name in _ALL:
        return outer
    if tag.name in _NEVER or tag.has_attr("hidden") or tag.get("aria-hidden") == "true":
        return None
    role, style = tag.get("role"), tag.get("style")
    if isinstance(role, str) and role in _ROLES:
        return None
    return look_within(style, outer) if isinstance(style, str) else outer


def _written(root: "Tag", *, within: bool) -> PageText:
    """The text of an element; `within` says that it is a part of the page and not all of it."""
    from bs4.element import NavigableString, Tag

    page = PageText()
    look = _look_there(root)
    page.enter(root.name, _anchor(root))
    opened = [(root.name, iter(root.contents), look, within)] if look else []
    while opened:
        name, children, look, within = opened[-1]
        child = next(children, None)
        if child is None:
            page.leave(name)
            opened.pop()
        elif type(child) is NavigableString:  # comments and the like are of classes below it
            if look == SEEN:
                page.words(child)
        elif isinstance(child, Tag) and (within or child.name not in _AROUND):
            inner = _look(child, look)
            if inner is not None:
                style = child.get("style")
                name = laid_out(child.name, display_of(style)) if isinstance(style, str) else child.name
                page.enter(name, _anchor(child), wide=_span(child, "colspan"), deep=_span(child, "rowspan"))
                contents = () if _is_sign(child) else child.contents
                opened.append((name, iter(contents), inner, within or child.name in _PARTS))
    return page


def _span(tag: "Tag", name: str) -> int:
    """Over how many columns or rows a cell goes; of more than any table has, the first figures tell as much."""
    said = tag.get(name)
    found = _SPAN.match(said) if isinstance(said, str) else None
    return int(found[1]) if found is not None else 1


def _anchor(tag: "Tag") -> str | None:
    anchor = tag.get("id") or (tag.get("name") if tag.name == "a" else None)
    return anchor if isinstance(anchor, str) else None


def _is_sign(tag: "Tag") -> bool:
    """Whether it is only the sign beside a heading that leads to it: `<a href="#dogs">¶</a>`."""
    address = tag.get("href")
    if tag.name != "a" or not isinstance(address, str) or not address.startswith("#"):
        return False
    inner = tag.contents
    if len(inner) == 1 and not isinstance(inner[0], str):  # `<a href="#dogs"><span>¶</span></a>`
        inner = getattr(inner[0], "contents", [])
    return all(isinstance(one, str) and _SIGNS.fullmatch(one) for one in inner)
