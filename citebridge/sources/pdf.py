"""PDF as text, page by page, by PDFium.

PDFium tells the text as it is drawn: a line end for each line, and U+FFFE in place of a hyphen at a line end with that
line end, `re\\ufffefund`. Such a character means nothing to a model or a reader, and to drop it would be to say that
the word has no hyphen, which nobody knows (`well-known`). So it becomes what is printed: `re-`, a line end, `fund`.
Folding reads that both ways when a quote is looked for (`citebridge.text.fold`).

It has two ways to tell it. One gives all that is drawn, off the page too, where orders to a model may be hidden. The
other keeps to the page, and there ends lines only where the next one is lower: `Day`, `9` in the cells of a table are
`Day9`, and lines of a page that is turned have no end. So the text is of the first way, and the second tells whether
is all on the page.

Both tell the number of a note behind a number as a figure of that, `452` for 45 with a note 2, and end the line behind
it though the line goes on. `citebridge.sources.pdf_raised` mends that.
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import accumulate, groupby
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple, Protocol

from citebridge.errors import MissingExtra, NotReadable
from citebridge.models import Span
from citebridge.models.plain import well_formed
from citebridge.sources.pdf_raised import Boxes, with_raised

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument  # pyright: ignore[reportMissingTypeStubs]

__all__ = ["Print", "read_pdf"]

_LOCK: Final = Lock()  # PDFium is not safe to be used from two threads, not even for two documents
_BETWEEN: Final = "\n"  # a sentence may go on over the page
_HYPHEN: Final = "-\n"
_NO_TITLES: Final = frozenset(("", "untitled"))
_WRONG_PASSWORD: Final = 4  # FPDF_ERR_PASSWORD
_UNKNOWN_SECURITY: Final = 5  # FPDF_ERR_SECURITY


class _Page(Protocol):
    def get_bbox(self) -> tuple[float, float, float, float]: ...


class _Text(Boxes, Protocol):
    def count_chars(self) -> int: ...
    def get_text_bounded(self) -> str: ...
    def get_text_range(self, index: int = 0, count: int = -1) -> str: ...


class Print(NamedTuple):
    """What a PDF says: its text, the span of each page in it, and its title."""

    text: str
    pages: tuple[Span, ...]
    title: str | None


def read_pdf(data: bytes, name: str) -> Print:
    """The text of a PDF. Raises `NotReadable` when it is encrypted or broken, `MissingExtra` without pypdfium2."""
    try:
        from pypdfium2 import PdfDocument, PdfiumError  # pyright: ignore[reportMissingTypeStubs]
    except ModuleNotFoundError as error:
        if error.name != "pypdfium2":
            raise
        raise MissingExtra.of("reading PDF needs", "pypdfium2", "pdf") from None
    with _LOCK:
        try:
            with closing(PdfDocument(data)) as document:
                texts = list(_texts(document))
                title = _title(document)
        except PdfiumError as error:
            raise NotReadable(f"{name} {_why(getattr(error, 'err_code', None))}") from error
    starts = accumulate((len(text) + len(_BETWEEN) for text in texts), initial=0)
    pages = tuple(Span(start, start + len(text)) for start, text in zip(starts, texts, strict=False))
    return Print(_BETWEEN.join(texts), pages, title)


def _texts(document: "PdfDocument") -> Iterator[str]:
    for number in range(len(document)):
        with closing(document[number]) as page, closing(page.get_textpage()) as text:
            yield _text(page, text)


def _text(page: _Page, text: _Text) -> str:
    drawn, on_the_page = _printed(text.get_text_range()), _printed(text.get_text_bounded())
    if drawn == on_the_page or "".join(drawn.split()) == "".join(on_the_page.split()):
        return _told(text, 0, text.count_chars())
    return _on_the_page(page, text)


def _told(text: _Text, start: int, count: int) -> str:
    told = text.get_text_range(start, count)
    whole = len(told.encode("utf-16-le", "surrogatepass")) == 2 * count  # else nobody knows which box is whose
    return _printed(with_raised(told, text, start) if whole else told)


def _printed(told: str) -> str:
    return well_formed(told.replace("\r\n", "\n").replace("\x02", _HYPHEN).replace("\ufffe", _HYPHEN))


def _on_the_page(page: _Page, text: _Text) -> str:
    """The characters whose middle is on the page; a line end stands where the character before it does."""
    left, bottom, right, top = page.get_bbox()
    boxes = map(text.get_charbox, range(text.count_chars()))
    inside = [left <= (x0 + x1) / 2 <= right and bottom <= (y0 + y1) / 2 <= top for x0, y0, x1, y1 in boxes]
    runs = [list(run) for on, run in groupby(range(len(inside)), inside.__getitem__) if on]
    return "".join(_told(text, run[0], len(run)) for run in runs).strip("\n")


def _title(document: "PdfDocument") -> str | None:
    title: str = document.get_metadata_value("Title")  # pyright: ignore[reportUnknownMemberType]
    title = " ".join(well_formed(title).split())
    return None if title.lower() in _NO_TITLES else title


def _why(code: int | None) -> str:
    if code == _WRONG_PASSWORD:
        return "is encrypted: open it with its password, and save a copy without one"
    if code == _UNKNOWN_SECURITY:
        return "is encrypted in a way that PDFium does not know: save a copy without encryption"
    return "is no PDF, or a broken one: try to open it in a viewer and to save it anew"
