"""Places in words, the same in notes, problems and renderings."""

from citebridge.models.places import Blocks, Boxes, Chars, Lines, Pages


def numbered(place: Chars | Pages | Blocks | Lines | Boxes) -> str:
    """A place that is told by numbers, as they are counted: characters and blocks from 0, pages and lines from 1.

    >>> numbered(Pages(start_page=2, end_page=3)), numbered(Blocks(start_block=0, end_block=1))
    ('pages 2-3', 'block 0')
    """
    match place:
        case Chars(start=start, end=end):
            return f"characters {start}-{end}"
        case Pages(start_page=first, end_page=last):
            return _range("page", first, last)
        case Blocks(start_block=first, end_block=end):
            return _range("block", first, end - 1)
        case Lines(start_line=first, end_line=last):
            return _range("line", first, last)
        case Boxes(page=page):
            return f"page {page}"


def _range(unit: str, first: int, last: int) -> str:
    return f"{unit} {first}" if first >= last else f"{unit}s {first}-{last}"
