"""HTML that is safe by construction: nothing is written but through here.

Words are escaped, attributes are escaped and quoted, and an element or an attribute that is not named below is a
mistake of ours and raises. Where a link leads is checked once more.
"""

from collections.abc import Mapping
from html import escape

from citebridge.render.safe import address

_ELEMENTS = frozenset({
    "a", "article", "bdi", "blockquote", "br", "button", "cite", "code", "del", "details", "div", "em", "figcaption",
    "figure", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "li", "main", "mark", "ol", "p", "pre", "q", "section", "span",
    "strong", "summary", "table", "tbody", "td", "th", "thead", "tr", "ul",
})  # fmt: skip
_ATTRIBUTES = frozenset({
    "aria-hidden", "aria-label", "aria-labelledby", "class", "dir", "href", "id", "popover", "popovertarget", "rel",
    "role", "scope", "start", "tabindex", "target", "type",
})  # fmt: skip
_EMPTY = frozenset({"br", "hr"})


class Html(str):
    """Text that is HTML already; only this module makes it of words."""

    __slots__ = ()


def words(text: str) -> Html:
    """Words as HTML.

    >>> words("<b> & co")
    '&lt;b&gt; &amp; co'
    """
    return Html(escape(text))


def element(name: str, attributes: Mapping[str, str | None], *content: str) -> Html:
    """An element with its content; what is no `Html` is words. An attribute that is `None` is left out.

    >>> element("a", {"href": "https://house.example/?a=1&b=2", "class": None}, "House <rules>")
    '<a href="https://house.example/?a=1&amp;b=2">House &lt;rules&gt;</a>'
    """
    begun = opening(name, attributes)
    return begun if name in _EMPTY else Html(f"{begun}{joined(*content)}{closing(name)}")


def opening(name: str, attributes: Mapping[str, str | None]) -> Html:
    """The beginning of an element, for what is written as it comes."""
    if name not in _ELEMENTS:
        raise AssertionError(f"no such element is written: {name!r}")
    told = "".join(f' {key}="{escape(_checked(key, value))}"' for key, value in attributes.items() if value is not None)
    return Html(f"<{name}{told}>")


def closing(name: str) -> Html:
    """The end of an element."""
    return Html(f"</{name}>")


def joined(*content: str) -> Html:
    """One after the other."""
    return Html("".join(one if isinstance(one, Html) else escape(one) for one in content))


def rewritten(html: Html, letter: str, words_: str) -> Html:
    """The same with words in the place of a letter that nothing which was escaped has."""
    return Html(html.replace(letter, escape(words_)))


def in_rows(*content: str) -> Html:
    """One below the other, without what is empty."""
    return Html("\n".join(joined(one) for one in content if one))


def outward(url: str, kind: str | None = None) -> dict[str, str | None]:
    """The attributes of a link that opens in a new tab; `url` was checked."""
    return {"class": kind, "href": url, "target": "_blank", "rel": "noopener noreferrer"}


def link(url: str, *content: str, kind: str | None = None) -> Html:
    """A link that opens in a new tab."""
    return element("a", outward(url, kind), *content)


def _checked(key: str, value: str) -> str:
    if key not in _ATTRIBUTES or (key == "href" and address(value) is None):
        raise AssertionError(f"no such attribute is written: {key}={value!r}")
    return value
