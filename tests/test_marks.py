"""Marks: what is lifted out of a text and what stays, and that it does not depend on how the text came."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from citebridge.adapter import AnswerBuilder
from citebridge.marks import (
    ASSISTANTS,
    DOCUMENTS,
    LATE,
    MOST,
    NUMBERED_LINK,
    NUMBERS,
    OPENAI_SHAPED,
    PARENTHESIZED_LINK,
    PRIVATE_USE,
    PRIVATE_USE_ESCAPED,
    Grammar,
    Mark,
    Scanner,
    private_use_names,
    tag_grammar,
)
from citebridge.marks.code import CodeTracker
from citebridge.marks.plain import PlainMarks, Skimmer
from citebridge.models import Answer, Citation
from tests.strategies import GRAMMARS, IN_STEP, cut, growth, marked


class Told:
    """What a scanner told; links are annotated when their address says `yes`, and `[doc1]` is expected."""

    def __init__(self) -> None:
        self.pieces: list[str] = []
        self.lifts: list[tuple[int, int, list[str]]] = []
        self.notices: set[tuple[str, int]] = set()

    @property
    def text(self) -> str:
        return "".join(self.pieces)

    def prose(self, text: str) -> None:
        assert text, "prose is never empty"
        self.pieces.append(text)

    def lift(self, start: int, end: int, marks: Sequence[Mark]) -> None:
        self.lifts.append((start, end, [mark.text for mark in marks]))

    def is_annotated(self, mark: Mark) -> bool:
        return "https://yes." in mark.text or mark.grammar is DOCUMENTS

    def passed_over(self, code: str, text: str, at: int) -> None:
        self.notices.add((code, at))


def scanned(pieces: Sequence[str], grammars: Sequence[Grammar] = GRAMMARS) -> Told:
    told = Told()
    scanner = Scanner(grammars, told)
    for piece in pieces:
        scanner.feed(piece)
    scanner.finish()
    return told


# -- any cut


@given(cut(marked))
@settings(max_examples=400)
@example(list("It rose **[1]** ([2])."))
@example(["a (", "  ", "(", "[1]", ")", "b"])
@example(["*", "*", "*", "[1]", "*", "*", "*"])
def test_any_cut_gives_the_same_text_and_marks(pieces: list[str]) -> None:
    whole, parts = scanned(["".join(pieces)]), scanned(pieces)
    assert (parts.text, parts.lifts) == (whole.text, whole.lifts)


@given(cut(marked))
@settings(max_examples=250)
@example(["\ue200a\n", "\ue201"])
@example(["【4:0†" + "x" * 300, "】"])
def test_any_cut_gives_the_same_notices(pieces: list[str]) -> None:
    assert scanned(pieces).notices == scanned(["".join(pieces)]).notices


@given(marked)
@settings(max_examples=250)
def test_lifts_are_cut_out_of_the_raw_text_exactly(text: str) -> None:
    told = scanned([text])
    rest, at = "", 0
    for start, end, marks in told.lifts:
        assert at <= start < end <= len(text)
        assert all(mark in text[start:end] for mark in marks)
        rest, at = rest + text[at:start], end
    assert rest + text[at:] == told.text


@given(cut(marked))
@settings(max_examples=250)
def test_code_is_decided_from_the_text_before_it_however_it_came(pieces: list[str]) -> None:
    text, at, parts = "".join(pieces), 0, CodeTracker()
    for piece in pieces:
        parts.feed(piece)
        at += len(piece)
        whole = CodeTracker()
        whole.feed(text[:at])
        assert parts.in_code == whole.in_code


# -- what is lifted

LINK = "([s](https://yes.example/a_(b)))"
RUN = "\ue200cite\ue202turn0search0\ue201"
ESCAPED = "\\ue200cite\\ue202turn0search0\\ue201"

LIFTED: dict[str, list[tuple[str, str]]] = {
    "blanks before a run": [
        ("It rose [1][2].", "It rose."),
        ("It rose [1] [2].", "It rose."),
        ("Rain fell. [1] Then sun.", "Rain fell. Then sun."),
        ("It rose[1] and fell.", "It rose and fell."),
        ("It rose [1] and fell [2], twice.", "It rose and fell, twice."),
        ("a [1]b", "a b"),
        ("a [1](b)", "a [1](b)"),
        (f"a{' ' * 8}[1].", "a."),
        (f"a{' ' * 9}[1].", "a ."),
        (f"a{' ' * 20}[1].", f"a{' ' * 12}."),
        ("a\t[1].", "a."),
        ("a\xa0[1]\u202f[2].", "a."),
        ("雨\u3000[1]\u3000[2]。", "雨。"),
        ("a [1]", "a"),
        ("a [1]\nb", "a\nb"),
        ("a\n[1] b", "a\n b"),
        ("[1] Then", " Then"),
        ("[1][2]", ""),
        ("“It rose [1]” they said", "“It rose” they said"),
        ("It rose [1]。", "It rose。"),
        ("a [1]«b»", "a «b»"),
    ],
    "shells": [
        ("It rose ([1]).", "It rose."),
        ("It rose **[1]**.", "It rose."),
        ("It rose ([1][2]).", "It rose."),
        ("It rose **[1][2]** now.", "It rose now."),
        ("It rose (see [1]).", "It rose (see)."),
        ("It rose ([1] and more).", "It rose ( and more)."),
        ("**It rose [1]**.", "**It rose**."),
        ("**It rose** [1].", "**It rose**."),
        ("It rose *[1]*.", "It rose **."),
        ("It rose ([1]", "It rose ("),
        ("It rose **[1]*", "It rose ***"),
        ("It rose ([1] [2]).", "It rose."),
        ("It rose **[1] [2]**.", "It rose."),
        ("It rose ([1], [2];[3]).", "It rose."),
        ("It rose ([1])([2]).", "It rose."),
        ("It rose **[1]**[2].", "It rose."),
        ("It rose ([1]) ([2]).", "It rose."),
        ("It rose （[1]、[2]）。", "It rose。"),
        ("It rose (**[1]**).", "It rose."),
        ("It rose **([1])**, so.", "It rose, so."),
        ("It rose (([1]) [2]).", "It rose."),
        ("It rose ([1], [2] and more).", "It rose (, and more)."),
        ("It rose ([1], [2]", "It rose (,"),
        ("It rose ([1])(so).", "It rose (so)."),
        (f"It rose ({'[1] ' * 63}[2]).", "It rose."),
        (f"It rose ({'[1] ' * 65}[2]).", "It rose ()."),
    ],
    "code": [
        ("`a[1]` b[2].", "`a[1]` b."),
        ("`a[1] b[2].", "`a[1] b[2]."),
        ("`a[1]\n\nb[2].", "`a[1]\n\nb."),
        ("`a[1]\nb` c[2].", "`a[1]\nb` c."),
        ("``a`[1]`` b[2].", "``a`[1]`` b."),
        ("\\`a[1] b[2].", "\\`a b."),
        ("```\na[1]\n```\nb[2].", "```\na[1]\n```\nb."),
        ("```\na[1]\n````\nb[2].", "```\na[1]\n````\nb."),
        ("````\na[1]\n```\nb[2].", "````\na[1]\n```\nb[2]."),
        ("~~~ py\na[1]\n\nb[1]\n~~~\nc[2].", "~~~ py\na[1]\n\nb[1]\n~~~\nc."),
        ("~~~\na[1]\n```\nb[2].", "~~~\na[1]\n```\nb[2]."),
        ("- ```\n  a[1]\n  ```\n\nb[2].", "- ```\n  a[1]\n  ```\n\nb."),
        ("    a[1]", "    a"),
        ("`a[1]\r\n\r\nb[2].", "`a[1]\r\n\r\nb."),
        ("`a[1]\r\nb` c[2].", "`a[1]\r\nb` c."),
        ("~~~\n- ~~~\na[1]\n~~~\nb[2].", "~~~\n- ~~~\na[1]\n~~~\nb."),
        ("\\\\`a[1]` b[2].", "\\\\`a[1]` b."),
        ("\\\\\\`a[1] b[2].", "\\\\\\`a b."),
        ("\\``a[1]` b[2].", "\\``a[1]` b."),
        ("> ~~~\n> a[1]\n> ~~~\n> b[2].", "> ~~~\n> a[1]\n> ~~~\n> b."),
        ("> - ```\n>   a[1]\n\nb[2].", "> - ```\n>   a[1]\n\nb."),
        ("> ~~~\n> a[1]\n~~~\nb[2]\n> c[3]\n~~~\nd[4].", "> ~~~\n> a[1]\n~~~\nb[2]\n> c[3]\n~~~\nd."),
    ],
    "numbers": [
        ("a[1234].", "a[1234]."),
        ("a[12 34].", "a[12 34]."),
        ("The odds (95% CI [1.2-3.4]) rose.[3]", "The odds (95% CI [1.2-3.4]) rose."),
        ("Level is 5 [mg / dl].[1]", "Level is 5 [mg / dl]."),
        ("a[b[1].", "a[b."),
    ],
}
PRIVATE: list[tuple[str, str]] = [
    (f"It rose {RUN}.", "It rose."),
    (f"It rose {RUN}{RUN}.", "It rose."),
    (f"It rose {ESCAPED}.", "It rose."),
    ("It rose \\uE200cite\\uE202a\\uE201.", "It rose."),
    ("It rose 【4:0†source】【4:1†source】. End.", "It rose. End."),
    ("It rose 【4:0】.", "It rose 【4:0】."),
    (f"`{RUN}`", f"`{RUN}`"),
    (f'{{"a": "b {ESCAPED}"}}', '{"a": "b"}'),
    ("\ue200cite\ue202a", "\ue200cite\ue202a"),
    (f"\ue200{RUN}", "\ue200"),
    (f"\ue200{'x' * (MOST - 2)}\ue201.", "."),
    (f"\ue200{'x' * (MOST - 1)}\ue201.", f"\ue200{'x' * (MOST - 1)}\ue201."),
    ("\ue200ci\nte\ue201.", "\ue200ci\nte\ue201."),
    (f"【4:0†{'x' * 240}】.", "."),
    (f"【4:0†{'x' * 252}】.", f"【4:0†{'x' * 252}】."),
]
LINKS: list[tuple[str, str]] = [
    (f"It rose {LINK}.", "It rose."),
    (f"It rose {LINK}{LINK} now.", "It rose now."),
    ("It rose ([a [b] c](https://yes.example/)).", "It rose."),
    ("It rose [s](https://yes.example/).", "It rose [s](https://yes.example/)."),
    ("It rose ([s](https://no.example/)).", "It rose ([s](https://no.example/))."),
    ("It rose [[1]](https://yes.example/).", "It rose."),
    ("It rose [[1]](https://no.example/).", "It rose [[1]](https://no.example/)."),
    ("It rose ([s](https://yes.example/ a)).", "It rose ([s](https://yes.example/ a))."),
    ("It rose ([s\nt](https://yes.example/)).", "It rose ([s\nt](https://yes.example/))."),
    (f"It rose ([s](https://yes.example/{'x' * 300})).", f"It rose ([s](https://yes.example/{'x' * 300}))."),
    (f"`{LINK}`", "``"),
]
GRAMMARS_OF = {"private": (PRIVATE_USE, PRIVATE_USE_ESCAPED, ASSISTANTS), "links": (PARENTHESIZED_LINK, NUMBERED_LINK)}
TABLE = [
    *((what, (NUMBERS,), text, left) for what, rows in LIFTED.items() for text, left in rows),
    *(("private", GRAMMARS_OF["private"], text, left) for text, left in PRIVATE),
    *(("links", GRAMMARS_OF["links"], text, left) for text, left in LINKS),
    ("documents", (DOCUMENTS,), "It rose [doc1][doc2]. [doc] [doc1](x)", "It rose. [doc] [doc1](x)"),
]


@pytest.mark.parametrize(("what", "grammars", "text", "left"), TABLE)
def test_lifting_leaves(what: str, grammars: Sequence[Grammar], text: str, left: str) -> None:
    assert scanned([text], grammars).text == left
    assert scanned(list(text), grammars).text == left


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("`a[1]", "mark_in_code"),
        (f"\ue200{'x' * 300}\ue201", "broken_mark"),
        ("\ue200a\nb\ue201", "broken_mark"),
        (f"【4:0†{'x' * 300}】", "broken_mark"),
        (f"\\ue200{'x' * 300}\\ue201", "broken_mark"),
        ("\\uE200cite\\uE202a", "broken_mark"),
    ],
)
def test_what_only_looks_like_a_mark_is_told(text: str, code: str) -> None:
    assert [told for told, _ in scanned([text]).notices] == [code]


@pytest.mark.parametrize(
    ("chunk", "has"),
    [
        ("a[b", "a[b"),
        ("a[", "a"),
        ("a [1", "a"),
        ("a (", "a"),
        ("a ( b", "a ( b"),
        ("a **", "a"),
        ("a ** b", "a ** b"),
        ("a (**", "a"),
        ("a ([1], ", "a"),
        ("a ([1], b", "a (, b"),
        ("a 【4:0 b", "a 【4:0 b"),
        (f"a \ue200{'x' * 300}", f"a \ue200{'x' * 300}"),
        ("a \ue200b\nc", "a \ue200b\nc"),
        (f"a ([s](https://no.example/)) {'b' * (LATE + 1)}", f"a ([s](https://no.example/)) {'b' * (LATE + 1)}"),
    ],
)
def test_prose_is_held_only_while_it_may_become_a_mark(chunk: str, has: str) -> None:
    told = Told()
    Scanner(GRAMMARS, told).feed(chunk)
    assert told.text == has


@pytest.mark.parametrize(
    ("run", "names"),
    [
        (RUN, [("turn0search0", None)]),
        (ESCAPED, [("turn0search0", None)]),
        ("\ue200cite\ue202a\ue202b\ue201", [("a", None), ("b", None)]),
        ("\ue200cite\ue202a\ue202L3\ue202b\ue202L8-L13\ue201", [("a", (3, 3)), ("b", (8, 13))]),
        ("\ue200cite\ue201", []),
        ("\ue200cite\ue202L3\ue201", []),
    ],
)
def test_a_private_use_run_names(run: str, names: list[tuple[str, tuple[int, int] | None]]) -> None:
    assert private_use_names(run) == names


# -- annotated links, through the builder

SITE = "https://s.example/a"
BEFORE, LINKED, AFTER = "🚀 Trains run, café too, hourly", f"([s]({SITE}))", ". Buses don’t."
TEXT = f"{BEFORE} {LINKED}{AFTER}"
AT = len(BEFORE) + 1
NO_LINK = "[s](https://other.example/)"


def annotated(
    pieces: Sequence[str], start: int, end: int, *, before: int, telling: bool = True, url: str = SITE
) -> Answer:
    """The answer to pieces of text with an annotation that comes before piece number `before`."""
    builder = AnswerBuilder("acme", grammars=OPENAI_SHAPED, telling=telling)
    slot = builder.slot(0)
    for number in range(len(pieces) + 1):
        if number == before:
            builder.cite_link(slot, builder.citation((0,), None), start, end, url)
        if number < len(pieces):
            slot.add(pieces[number])
    return builder.answer()


def the_one(answer: Answer) -> Citation:
    (citation,) = answer.citations
    return citation


def codes(answer: Answer) -> set[str]:
    return {notice.code for notice in answer.notices}


def utf16(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def utf8(text: str) -> int:
    return len(text.encode())


@pytest.mark.parametrize("telling", [True, False])
@pytest.mark.parametrize(
    ("start", "end", "told"),
    [
        (AT, AT + len(LINKED), set[str]()),
        (AT, AT + len(LINKED) - 1, {"offset_mended"}),
        (AT + 1, AT + len(LINKED) + 1, {"offset_mended"}),
        (AT + 1, AT + len(LINKED) - 1, {"offset_mended"}),
        (utf16(BEFORE) + 1, utf16(BEFORE) + 1 + len(LINKED), {"offset_mended", "offset_unit"}),
        (utf8(BEFORE) + 1, utf8(BEFORE) + 1 + len(LINKED), {"offset_mended", "offset_unit"}),
    ],
)
@pytest.mark.parametrize("before", [0, 1, 2])
def test_an_annotated_link_is_lifted(telling: bool, start: int, end: int, told: set[str], before: int) -> None:
    """Before its text, with it, and after it; exact, one short, one off, or in another unit."""
    answer = annotated([TEXT[: AT + 3], TEXT[AT + 3 :]], start, end, before=before, telling=telling)
    citation = the_one(answer)
    assert answer.text == f"{BEFORE}{AFTER}"
    assert citation.anchor is not None
    assert (citation.anchor.kind, citation.anchor.start) == ("point", len(BEFORE))
    assert citation.claim is not None
    assert answer.text[citation.claim.start : citation.claim.end] == BEFORE
    assert citation.raw_span is not None
    assert answer.raw_text[citation.raw_span.start : citation.raw_span.end] == LINKED
    assert codes(answer) == told or (bool(told) and codes(answer) <= told and bool(codes(answer)))


@pytest.mark.parametrize(
    ("between", "lifted"), [(0, True), (48, True), (LATE - 1, True), (LATE, True), (LATE + 1, False), (600, False)]
)
def test_a_link_waits_256_characters_for_its_annotation(between: int, lifted: bool) -> None:
    pieces = [f"{BEFORE} ", LINKED, *(["x" * between] if between else []), "…"]
    answer = annotated(pieces, AT, AT + len(LINKED), before=len(pieces) - 1)
    assert (LINKED not in answer.text) == lifted
    citation = the_one(answer)
    assert citation.anchor is not None
    assert (citation.anchor.kind == "span") == (not lifted)
    assert ("late_annotation" in codes(answer)) == (not lifted)


@pytest.mark.parametrize("telling", [True, False])
def test_an_annotated_bare_link_is_prose_and_its_span_the_anchor(telling: bool) -> None:
    text = f"See [the site]({SITE}) now."
    answer = annotated([text], 4, 4 + len(f"[the site]({SITE})"), before=1, telling=telling)
    citation = the_one(answer)
    assert answer.text == text
    assert citation.anchor is not None
    assert answer.text[citation.anchor.start : citation.anchor.end] == f"[the site]({SITE})"


@pytest.mark.parametrize("telling", [True, False])
def test_two_annotations_of_one_link_are_two_citations_at_one_point(telling: bool) -> None:
    builder = AnswerBuilder("acme", grammars=OPENAI_SHAPED, telling=telling)
    slot = builder.slot(0)
    slot.add(TEXT)
    for number in range(2):
        builder.cite_link(slot, builder.citation((number,), None), AT, AT + len(LINKED), SITE)
    answer = builder.answer()
    assert [one.id for one in answer.citations] == ["0", "1"]
    assert len({one.anchor for one in answer.citations}) == 1


@pytest.mark.parametrize("first", [0, 1, 2])
@pytest.mark.parametrize("second", [0, 1, 2])
def test_a_second_annotation_finds_a_link_that_has_been_lifted(first: int, second: int) -> None:
    """It came after the first one, not too late: the link was never told."""
    builder = AnswerBuilder("acme", grammars=OPENAI_SHAPED, telling=True)
    slot = builder.slot(0)
    for number, piece in enumerate((TEXT[: AT + len(LINKED)], AFTER, "")):
        slot.add(piece)
        for which, when in enumerate((first, second)):
            if when == number:
                builder.cite_link(slot, builder.citation((which,), None), AT, AT + len(LINKED), SITE)
    answer = builder.answer()
    assert answer.text == f"{BEFORE}{AFTER}"
    assert len({(one.anchor, one.claim, one.raw_span) for one in answer.citations}) == 1
    assert codes(answer) == set()


@given(cut(st.just(TEXT)), st.integers(0, 12), st.booleans())
def test_a_link_is_lifted_whenever_its_annotation_comes(pieces: list[str], before: int, telling: bool) -> None:
    answer = annotated(pieces, AT, AT + len(LINKED), before=min(before, len(pieces)), telling=telling)
    assert answer.text == f"{BEFORE}{AFTER}"
    assert the_one(answer).raw_span is not None


# -- work


HOSTILE: list[tuple[str, int]] = [
    ("[", 30_000),
    ("[1", 25_000),
    ("[[", 10_000),
    ("([", 20_000),
    ("([a](", 15_000),
    ("([s](https://no.example/)) ", 8_000),
    ("[[1]](https://no.example/)", 3_000),
    ("【1:1†", 8_000),
    ("\ue200a", 25_000),
    ("\\ue200", 30_000),
    ("`[1]", 5_000),
    ("`[1]\n\n", 5_000),
    ("**a", 20_000),
    ("[1] ", 5_000),
    ("([1] ", 4_000),
    ("([1], [2]) ", 2_000),
    ("(**", 20_000),
    ("[x][y]", 15_000),
]


@pytest.mark.parametrize(("piece", "count"), HOSTILE, ids=[repr(piece) for piece, _ in HOSTILE])
def test_the_scanner_takes_a_hostile_text_at_once_in_linear_time(piece: str, count: int) -> None:
    assert growth(lambda size: scanned([piece * size]), count) < IN_STEP


@pytest.mark.parametrize(
    ("piece", "count"), [("[1]", 10_000), ("**[1]** ", 4_000), ("([1] ", 4_000), ("([", 6_000), ("\ue200", 12_000)]
)
def test_the_scanner_takes_a_hostile_text_piece_by_piece_in_linear_time(piece: str, count: int) -> None:
    assert growth(lambda size: scanned([piece] * size), count) < IN_STEP


class Looked(str):
    """A text that counts how much of it is looked through for a sign."""

    __slots__ = ("much",)

    def find(self, sign: str, start: int = 0, end: int | None = None) -> int:  # type: ignore[override]
        end = len(self) if end is None else end
        found = super().find(sign, start, end)
        self.much += (found if found >= 0 else end) - start
        return found


def test_a_text_of_openers_is_looked_through_but_once_for_each_sign() -> None:
    """Each sign that begins no mark sends the skimmer on, which must not look for brackets to the end each time."""
    grammar = tag_grammar(["S1"])
    plain = PlainMarks.of([grammar], grammar.openers, re.compile(grammar.lead))
    assert plain is not None
    text = Looked("【x" * 500)
    text.much = 0
    skimmer, at = Skimmer(plain, text, Told()), 0
    while at < len(text):
        at = skimmer.skim(0, at)[1] + 1
    assert text.much <= len(grammar.openers) * len(text)
