"""Whether the style that stands on an element lets a reader see its words.

Some of a style holds for all that is in the element. Size, visibility and color are handed down, and an element within
may set its own: compilers of mail write tables of `font-size: 0` with letters of 13 pixels in their cells.
"""

import re
from functools import lru_cache
from typing import Final

__all__ = ["SEEN", "Look", "display_of", "look_within"]

_Style = dict[str, str]

Look = tuple[bool, ...]
"""Whether the visibility, the size and the color that an element hands down each let words be seen."""

SEEN: Final[Look] = (True, True, True)

_COMMENT: Final = re.compile(r"/\*(?:[^*]|\*(?!/))*+(?:\*/|\Z)")
_ZERO: Final = re.compile(r"[+-]?(?:0++(?:\.0*+)?|\.0++)(?:[a-z]++|%)?")
_LENGTH: Final = re.compile(r"0|[\d.]++(?:[a-z]++|%)")  # of letters, in `font: 400 13px/1 serif`
_OF_THE_OUTER: Final = re.compile(r"inherit|unset|currentcolor|larger|smaller|[\d.]++(?:em|ex|ch|%)")
_NUMBER: Final = re.compile(r"[\d.]++")
# Nobody sees what is so far out; rows of pictures are moved by less, to show the next one.
_FAR_OUT: Final = re.compile(r"-(?:9{3,}+|[1-9]\d{4,}+)(?:\.\d*+)?(?:[a-z]++|%)?")
_OUT: Final = ("left", "right", "top", "bottom", "text-indent", "margin-left", "margin-right", "margin-top")
_CUT_AWAY: Final = re.compile(r"rect\(\s*([01])(?:px)?(?:[\s,]+\1(?:px)?){3}\s*\)|inset\((?:50|100)%\)")


@lru_cache(maxsize=256)  # pages have few styles, each again and again
def look_within(style: str, outer: Look) -> Look | None:
    """The look within an element of this style that stands in one of the look `outer`.

    It is `None` when nothing in the element is seen, whatever the style of what is in it.

    >>> look_within("display: none", SEEN), look_within("left: -9999px", SEEN), look_within("left: -9px", SEEN)
    (None, None, (True, True, True))
    >>> small = look_within("font-size: 0", SEEN)
    >>> small, look_within("font-size: 2em", small), look_within("font-size: 13px", small)
    ((True, False, True), (True, False, True), (True, True, True))
    """
    said = _declared(style)
    return None if _is_hidden(said) else _handed_down(said, outer)


@lru_cache(maxsize=256)
def display_of(style: str) -> str:
    """As what an element of this style is laid out, `block` or `table-cell`; nothing where it does not say.

    >>> display_of("color: red; display: BLOCK !important")
    'block'
    """
    return _declared(style).get("display", "")


def _declared(style: str) -> _Style:
    """What a style says; of two of one name, the important one or else the last."""
    said = [one.partition(":") for one in _COMMENT.sub("", style.lower()).split(";")]
    said.sort(key=lambda one: "!" in one[2])
    found = {name.strip(): value.partition("!")[0].strip() for name, _, value in said if value}
    size = next(filter(_LENGTH.fullmatch, re.split(r"[\s/]+", found.get("font", ""))), None)
    return found if size is None else {"font-size": size, **found}


def _is_hidden(style: _Style) -> bool:
    return (
        style.get("display") == "none"
        or _is_zero(style.get("opacity"))
        or any(_FAR_OUT.fullmatch(style.get(name, "")) for name in _OUT)
        or any(_CUT_AWAY.fullmatch(style.get(name, "")) for name in ("clip", "clip-path"))
        or _is_folded_up(style)
    )


def _handed_down(style: _Style, outer: Look) -> Look:
    visibility, color = style.get("visibility"), style.get("-webkit-text-fill-color") or style.get("color")
    told = (
        (visibility, visibility in ("hidden", "collapse")),
        (style.get("font-size"), _is_zero(style.get("font-size"))),
        (color, _is_clear(color) and not _is_painted(style)),
    )
    return tuple(
        not hides if hides or (value and not _OF_THE_OUTER.fullmatch(value)) else before
        for (value, hides), before in zip(told, outer, strict=True)
    )


def _is_folded_up(style: _Style) -> bool:
    """Whether no room is left; what has a least size or a padding is given its room by that."""
    cut = any(style.get(name) in ("hidden", "clip") for name in ("overflow", "overflow-x", "overflow-y"))
    none = cut and any(_is_zero(style.get(name)) for name in ("height", "max-height", "width"))
    return none and not any(name.startswith(("min-", "padding")) for name in style)


def _is_painted(style: _Style) -> bool:
    """Whether letters are seen that have no color of their own."""
    clips = (style.get("background-clip"), style.get("-webkit-background-clip"))
    return "text" in clips or style.get("text-shadow", "none") != "none"


def _is_zero(value: str | None) -> bool:
    return value is not None and _ZERO.fullmatch(value) is not None


def _is_clear(color: str | None) -> bool:
    if color is None or not color.startswith(("rgb", "hsl")):
        return color == "transparent"
    return _is_zero("".join(_NUMBER.findall(color)[3:]))
