"""PDFs made for the tests, the same bytes each time."""

import io
from collections.abc import Sequence
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
