"""PDFs made for the tests, the same bytes each time."""

import io
from collections.abc import Callable, Sequence
from typing import Any

from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfgen.canvas import Canvas

FONT = "Ligatures"
pdfmetrics.registerFont(pdfmetrics.Font(FONT, "Helvetica", "MacRomanEncoding"))  # it has ﬁ and ﬂ


def pdf(pages: Sequence[Sequence[str]], *, title: str | None = None, **options: Any) -> bytes:
    """Pages of lines."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, **options)
    if title is not None:
        canvas.setTitle(title)
    for lines in pages:
        canvas.setFont(FONT, 12)
        for number, line in enumerate(lines):
            canvas.drawString(72, 750 - 14 * number, line)
        canvas.showPage()
    canvas.save()
    return file.getvalue()


def drawn(draw: Callable[[Canvas], object]) -> bytes:
    """A page that is drawn by hand."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    draw(canvas)
    canvas.showPage()
    canvas.save()
    return file.getvalue()


def rockets() -> bytes:
    """A page whose letters A stand for U+1F680. It has no table of its objects, which readers of PDF can do without."""
    words, letters = b"BT /F 12 Tf 72 700 Td (AAB) Tj ET", b"1 beginbfchar <41> <D83DDE80> endbfchar"
    return (
        b"%%PDF-1.4\n"
        + b"".join(
            b"%d 0 obj %b endobj\n" % (number, one)
            for number, one in enumerate(
                (
                    b"<</Type/Catalog/Pages 2 0 R>>",
                    b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
                    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
                    b"<</Length %d>>stream\n%b\nendstream" % (len(words), words),
                    b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>",
                    b"<</Length %d>>stream\n%b\nendstream" % (len(letters), letters),
                ),
                1,
            )
        )
        + b"trailer<</Root 1 0 R>>"
    )


def encrypted(password: str) -> bytes:
    return pdf([["A secret."]], encrypt=StandardEncryption(password, "owner"))


def scanned() -> bytes:
    """A page that is only a picture: 8 x 8 pixels of grey."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    picture = io.BytesIO(b"P5 8 8 255\n" + bytes(range(64)))
    canvas.drawImage(ImageReader(picture), 72, 600, 200, 200)
    canvas.showPage()
    canvas.save()
    return file.getvalue()
