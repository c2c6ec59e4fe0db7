"""Pieces and marks in one row, as they are read."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from citebridge.render.markup.parts import Piece

T = TypeVar("T")


def woven(pieces: Sequence[Piece], placed: Sequence[tuple[int, T]]) -> Iterator[Piece | T]:
    """The pieces of a content with what is placed in it, in order; words are parted where something stands in them.

    >>> told = woven([Piece("text", 0, 8, "No dogs.")], [(7, "<1>"), (8, "<2>")])
    >>> [one.text if isinstance(one, Piece) else one for one in told]
    ['No dogs', '<1>', '.', '<2>']
    """
    number = 0
    for piece in pieces:
        at = piece.start
        while number < len(placed) and placed[number][0] < piece.end:
            place, one = placed[number]
            if place > at:
                if not piece.is_literal:
                    break
                yield Piece("text", at, place, piece.text[at - piece.start : place - piece.start])
                at = place
            yield one
            number += 1
        if at == piece.start:
            yield piece
        else:
            yield Piece("text", at, piece.end, piece.text[at - piece.start :])
    for _, one in placed[number:]:
        yield one
