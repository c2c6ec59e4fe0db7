"""PDF as text, page by page, by PDFium.

PDFium tells the text as it is drawn: a line end for each line, and U+0002 in place of a hyphen at a line end with that
line end, `re\\x02fund`. A control character means nothing to a model or a reader, and to drop it would be to say that
the word has no hyphen, which nobody knows (`well-known`). So it becomes what is printed: `re-`, a line end, `fund`.
Folding reads that both ways when a quote is looked for (`citebridge.text.fold`).
"""

from collections.abc import Iterator
from contextlib import closing
from itertools import accumulate
from threading import Lock
from typing import TYPE_CHECKING, Final, NamedTuple

from citebridge.errors import MissingExtra, NotReadable
from citebridge.models import Span
from citebridge.models.plain import well_formed

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument  # pyright: ignore[reportMissingTypeStubs]

__all__ = ["Print", "read_pdf"]

_LOCK: Final = Lock()  # PDFium is not safe to be used from two threads, not even for two documents
_BETWEEN: Final = "\n"  # a sentence may go on over the page
_HYPHENS: Final = str.maketrans({"\x02": "-\n", "\ufffe": "-\n"})
_NO_TITLES: Final = frozenset(("", "untitled"))
_WRONG_PASSWORD: Final = 4  # FPDF_ERR_PASSWORD
_UNKNOWN_SECURITY: Final = 5  # FPDF_ERR_SECURITY


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
            found: str = text.get_text_bounded()  # pyright: ignore[reportUnknownMemberType]
        yield well_formed(found.replace("\r\n", "\n").translate(_HYPHENS))


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
