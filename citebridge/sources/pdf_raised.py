"""What stands raised in a line of a PDF. PDFium tells `45²` as `452`, and `10³` as `103`.

The boxes of the characters tell it: a figure that is smaller than the number before it, and higher. It becomes what is
printed, as in HTML. Behind words it stays as it is told, `rain3`: there it is of no number, and Anthropic quotes PDF in
the words of PDFium. PDFium may also end the line beside something small that is raised or lowered, though the line goes
on: such an end goes, so that lines are counted as they are printed.

To ask for all boxes would take longer than all else. So it is done at line ends and in numbers. In words that run up or
down the page nothing is found.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple, Protocol

__all__ = ["Boxes", "with_raised"]

_NUMBERS: Final = re.compile(r"[0-9][0-9+\-−–,.]++")
_RAISED: Final = str.maketrans("0123456789+-−", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
# In heights of the larger one:
_TINY: Final = 0.4  # what is smaller stands beside a first letter that goes over several lines
_SMALL: Final = 0.8  # the mark of a note in a note is of 6 points by 8
_HIGHER: Final = 0.25
_TOUCHING: Final = 0.1
_NEAR: Final = 0.6  # cells of a table are wider apart


class Boxes(Protocol):
    """Text whose characters have boxes: left, bottom, right, top."""

    def get_charbox(self, index: int, loose: bool = False) -> tuple[float, float, float, float]:
        """The box of the letter, or of the room that it has: loose ones of one font and size are equally high."""
        ...


class _Box(NamedTuple):
    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        return self.top - self.bottom

    def is_beside(self, other: "_Box") -> bool:
        """Whether it is small, and stands in the height of the other one."""
        return self.height <= _SMALL * other.height and other.bottom <= (self.bottom + self.top) / 2 <= other.top


def with_raised(told: str, text: Boxes, start: int) -> str:
    """The characters from `start` as PDFium told them, with raised figures as such, and the line ends beside them gone.

    Each is told as one sign, or as the two halves of a pair.
    """
    signs = [half for sign in told for half in ((sign, "") if sign > "\uffff" else sign)]
    for at in [number for number, sign in enumerate(signs[:-2]) if number and sign == "\r"]:
        between = _between(_box(text, start + at - 1), _box(text, start + at + 2), signs[at + 2])
        if between is not None:
            signs[at : at + 2] = between, ""
    where = [number for number, sign in enumerate(signs) if sign]
    for found in _NUMBERS.finditer("".join(signs)):
        for number in _raised(text, start, where[found.start() : found.end()]):
            signs[number] = signs[number].translate(_RAISED)
    return "".join(signs)


def _box(text: Boxes, index: int) -> _Box:
    return _Box(*text.get_charbox(index, loose=True))


def _between(left: _Box, right: _Box, sign: str) -> str | None:
    """What is printed between two characters, `sign` the right one: nothing, or a blank; `None` for a line end."""
    gap, height = right.left - left.right, max(left.height, right.height)
    if abs(gap) > _NEAR * height or not (left.is_beside(right) or right.is_beside(left)):
        return None
    is_raised = left.is_beside(right) and left.bottom > right.bottom
    ends_word = is_raised and sign.isalnum()  # there may be no room behind the mark of a note
    return " " if gap > _TOUCHING * height or ends_word else ""


def _raised(text: Boxes, start: int, numbers: list[int]) -> Iterator[int]:
    """Which characters of a row are raised above what is before them; not the first."""
    base = _box(text, start + numbers[0])
    for number in numbers[1:]:
        box = _box(text, start + number)
        if (
            box.is_beside(base)
            and box.height >= _TINY * base.height
            and box.bottom - base.bottom >= _HIGHER * base.height
        ):
            yield number
        else:
            base = box
