"""PDF as text: pages, hyphens at line ends, what cannot be read."""

import hashlib
import threading

import pytest
from inline_snapshot import snapshot
from reportlab.pdfgen.canvas import Canvas

from citebridge import NotReadable, Pages, Source, Span, UsageError, locate, sources
from citebridge.text import fold
from tests.sources.pdfs import drawn, encrypted, pdf, rockets, scanned
from tests.strategies import IN_STEP, growth, sizes

FEES = pdf(
    [
        ["The ﬁrst night is 80 euros. Each fee is re-", "funded when you cancel in time; a well-", "known rule."],
        [],
        ["Zwölf Gäste – “gut”."],
    ],
    title="Fees",
)


def test_pages_are_spans_of_the_text() -> None:
    source = sources.from_bytes(FEES, name="fees.pdf")
    assert source.id == f"fees-{hashlib.sha256(FEES).hexdigest()[:12]}"
    # The bytes, and so the digest, are up to the libraries that make the PDF.
    assert source.model_copy(update={"id": "fees", "digest": None}) == snapshot(
        Source(
            id="fees",
            title="Fees",
            text="""\
The first night is 80 euros. Each fee is re-
funded when you cancel in time; a well-
known rule.

Zwölf Gäste – “gut”.\
""",
            media_type="application/pdf",
            pages=(Span(start=0, end=96), Span(start=97, end=97), Span(start=98, end=118)),
        )
    )
    text = source.text or ""
    assert [text[page.start : page.end].count("\n") for page in source.pages] == [2, 0, 0]
    assert sources.span_of(source, Pages(start_page=3, end_page=3)) == source.pages[2]


def test_a_hyphen_at_a_line_end_is_as_printed_and_can_be_read_both_ways() -> None:
    text = sources.from_bytes(FEES, name="fees.pdf").text or ""
    assert "fee is refunded" in fold(text).text
    assert "a well-known rule" in fold(text, line_hyphen="keep").text
    assert not any(ord(character) < 32 and character != "\n" for character in text)


def table(canvas: Canvas) -> None:
    for y, row in ((700, ("", "Adult", "Child")), (680, ("Day", "9", "5"))):
        for x, cell in zip((72, 172, 272), row, strict=True):
            canvas.drawString(x, y, cell)


def turned(canvas: Canvas) -> None:
    canvas.setPageRotation(90)
    canvas.rotate(90)
    canvas.drawString(72, -60, "Dogs stay out.")
    canvas.drawString(72, -80, "Cats may enter.")


def off_the_page(canvas: Canvas) -> None:
    for x, y, words in ((72, 900, "Above."), (72, 700, "Dogs stay"), (72, 686, "out."), (2000, 600, "Beside.")):
        canvas.drawString(x, y, words)


def cropped(canvas: Canvas) -> None:
    canvas.setCropBox((0, 400, 595, 842))
    for y, words in ((700, "Dogs stay out."), (100, "Below.")):
        canvas.drawString(72, y, words)


DRAWN = [
    (drawn(table), "Adult Child\nDay\n9\n5"),
    (drawn(turned), "Dogs stay out.\nCats may enter."),
    (drawn(off_the_page), "Dogs stay\nout."),
    (drawn(cropped), "Dogs stay out."),
    (rockets(), "🚀🚀B"),
]


@pytest.mark.parametrize(("data", "text"), DRAWN)
def test_lines_have_ends_and_what_is_off_the_page_is_not_told(data: bytes, text: str) -> None:
    assert sources.from_bytes(data, name="a.pdf").text == text


def in_one_line(*parts: str | tuple[str, float, float], gap: float = 0) -> bytes:
    """Words of 11 points, and such that are smaller and higher by so much, so far apart, with a line below."""

    def draw(canvas: Canvas) -> None:
        x = 72.0
        for part in parts:
            words, size, rise = (part, 11, 0) if isinstance(part, str) else part
            canvas.setFont("Helvetica", size)
            canvas.drawString(x, 700 + rise, words)
            x += canvas.stringWidth(words) + gap
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 686, "Dogs stay out.")

    return drawn(draw)


SMALL = [
    (in_one_line("It rose to 45", ("2", 6.5, 3), " million."), "It rose to 45² million."),
    (in_one_line("It rose to 45", ("2", 7, 5), " million."), "It rose to 45² million."),
    (in_one_line("It was 45.", ("1", 6, 4), " Then 46,", ("2,3", 6, 4), " all."), "It was 45.¹ Then 46,²,³ all."),
    (in_one_line("It is 40 m", ("2", 6, 4), ", or 10", ("-12", 6, 4), " K"), "It is 40 m2, or 10⁻¹² K"),
    (in_one_line("For 19", ("99", 6, 4), ", C", ("6", 6, -4), "H", ("12", 6, -4), "O"), "For 19⁹⁹, C6H12O"),
    (in_one_line(("2", 40, 0), ("021 was wet.", 11, 22)), "2021 was wet."),
    (in_one_line("It was 45", ("1–3", 6, 4), " and rain", ("3", 6, 5), "fell."), "It was 45¹–³ and rain3 fell."),
    (in_one_line(("2", 6, 4), "At once it rose", ("2", 6, 4), "to 4.", gap=2), "2 At once it rose 2 to 4."),
    (in_one_line("The rule", ("*", 6, 4), " of CO", ("2", 7, -2), "."), "The rule* of CO2."),
    (in_one_line("(2) and (", ("2", 9, 0), ") and 1", ("st", 6, 4)), "(2) and (2) and 1st"),
]


@pytest.mark.parametrize(("data", "line"), SMALL)
def test_what_is_small_and_raised_is_no_figure_of_a_number_and_ends_no_line(data: bytes, line: str) -> None:
    assert sources.from_bytes(data, name="a.pdf").text == f"{line}\nDogs stay out."


def test_words_with_the_number_of_a_note_are_found_as_others_read_them() -> None:
    page = in_one_line("It has less tension", ("1", 7, 5), "than it had.", gap=2)
    text = sources.from_bytes(page, name="a.pdf").text or ""
    assert locate("It has less tension1\r\nthan it had.", text).status == "verified"


NO_TITLES = [None, "", "  ", "Untitled", "untitled"]


@pytest.mark.parametrize("title", NO_TITLES)
def test_a_title_that_says_nothing_is_the_name_of_the_file(title: str | None) -> None:
    assert sources.from_bytes(pdf([["x"]], title=title), name="a/fees.pdf").title == "fees.pdf"


def test_a_pdf_that_only_shows_pictures_is_a_source_without_text() -> None:
    source = sources.from_bytes(scanned(), name="scan.pdf")
    assert (source.text, source.pages, source.title) == (None, (), "scan.pdf")
    assert len(source.id) == 12
    with pytest.raises(UsageError, match="has no text to cut: of scanned pages"):
        sources.chunk(source)


def test_encrypted_without_a_password_for_reading() -> None:
    assert sources.from_bytes(encrypted(""), name="a.pdf").text == "A secret."


REFUSED = [
    (encrypted("user"), r"^secret\.pdf is encrypted: open it with its password, and save a copy without one$"),
    (b"%PDF-1.4 and then nothing", r"^secret\.pdf is no PDF, or a broken one: try to open it in a viewer"),
    (FEES[:600], "is no PDF, or a broken one"),
    (b"", "is no PDF, or a broken one"),
    (b"Dear Ann,", "is no PDF, or a broken one"),
]


@pytest.mark.parametrize(("data", "told"), REFUSED)
def test_what_cannot_be_read_is_told(data: bytes, told: str) -> None:
    with pytest.raises(NotReadable, match=told):
        sources.from_bytes(data, name="letters/secret.pdf")


def test_many_threads_may_read() -> None:
    found: list[str | None] = []
    threads = [
        threading.Thread(target=lambda: found.append(sources.from_bytes(FEES, name="a.pdf").text)) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [sources.from_bytes(FEES, name="a.pdf").text] * 8


def test_work_grows_with_pages_and_with_a_page() -> None:
    line = "The pool opens at seven and closes at nine."
    pages, page = {n: pdf([[line]] * n) for n in sizes(20)}, {n: pdf([[line] * n]) for n in sizes(500)}
    assert growth(lambda n: sources.from_bytes(pages[n], name="a.pdf"), 20) < IN_STEP
    assert growth(lambda n: sources.from_bytes(page[n], name="a.pdf"), 500) < IN_STEP
