"""`resolve`: the quote and its place are two questions, and every answer to them is honest."""

import doctest
from collections import Counter
from importlib import import_module
from pkgutil import iter_modules

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import (
    Answer,
    Blocks,
    Boxes,
    Chars,
    Citation,
    Evidence,
    Lines,
    Locator,
    Pages,
    Section,
    Source,
    Span,
    UsageError,
    normalize,
    resolve,
    resolver,
)
from citebridge.models import Selector
from citebridge.resolver.wording import named
from tests.strategies import IN_STEP, growth, sizes
from tests.wire import wires


@pytest.mark.parametrize("name", ["", *(f".{module.name}" for module in iter_modules(resolver.__path__))])
def test_examples(name: str):
    result = doctest.testmod(import_module(f"citebridge.resolver{name}"))
    assert not result.failed


def evidence_of(
    quote: str | None, *sources: Source, locators: tuple[Locator, ...] = (), source_id: str | None = "log"
) -> Evidence:
    cited = Citation(id="0", source_id=source_id, cited_text=quote, locators=locators)
    evidence = resolve(Answer(citations=(cited,), sources=sources)).citations[0].evidence
    assert evidence is not None
    return evidence


DAYS = "Day one: rain all day. Day two: the mill stood still. Day three: wind."
LOG = Source(id="log", text=DAYS)
STILL = DAYS.index("the mill")
PAGES = tuple(f"Page {n} tells of lock {n} and no other.\n" for n in range(1, 8))


def parted(parts: tuple[str, ...]) -> tuple[Span, ...]:
    starts = [sum(map(len, parts[:n])) for n in range(len(parts))]
    return tuple(Span(start, start + len(part)) for start, part in zip(starts, parts, strict=True))


BOOK = Source(id="log", text="".join(PAGES), pages=parted(PAGES), blocks=parted(PAGES))
LONG = Source(
    id="log", text="It begins. " + "Rain fell. " * 200 + "It ends.\nThe mill stood still.\n" + "Sun shone. " * 200
)
MILL = (LONG.text or "").index("The mill")


def chars(start: int, end: int) -> tuple[Locator, ...]:
    return (Chars(start=start, end=end),)


def pages(first: int, last: int) -> tuple[Locator, ...]:
    return (Pages(start_page=first, end_page=last),)


def blocks(first: int, last: int) -> tuple[Locator, ...]:
    return (Blocks(start_block=first, end_block=last),)


def lines(first: int, last: int) -> tuple[Locator, ...]:
    return (Lines(start_line=first, end_line=last),)


@pytest.mark.parametrize(
    ("source", "quote", "locators", "status", "note"),
    [
        # where it was said
        (LOG, "the mill stood still", chars(STILL, STILL + 20), "verified", None),
        (LOG, "the  mill stood still ", chars(STILL - 1, STILL + 21), "verified", None),
        (LOG, "the mill stood still", (), "verified", None),
        (BOOK, "tells of lock 3", pages(3, 3), "verified", None),
        (BOOK, "tells of lock 3", pages(2, 4), "verified", None),
        (BOOK, "tells of lock 3", blocks(2, 3), "verified", None),
        (BOOK, "tells of lock 3", lines(3, 3), "verified", None),
        (BOOK, "tells of lock 3 and no other.\nPage 4", pages(3, 3), "verified", None),
        (BOOK, "tells of lock 3", (*pages(6, 6), *pages(3, 3)), "verified", None),
        (BOOK, "tells of lock 3", (*pages(6, 6), *chars(75, 110)), "verified", None),
        # where nobody can look it up: anywhere will do
        (LOG, "the mill stood still", pages(3, 3), "verified", "the place that was said cannot be looked up in this source"),
        (LOG, "the mill stood still", blocks(3, 4), "verified", "the place that was said cannot be looked up in this source"),
        (LOG, "the mill stood still", (Section(path=("Days",)),), "verified", "the place that was said cannot be looked up in this source"),
        (LOG, "the mill stood still", chars(9, 3), "verified", "the place that was said cannot be looked up in this source"),
        # nearby
        (LOG, "the mill stood still", chars(STILL - 5, STILL + 15), "repaired", "said to stand at characters 27-47, it stands at characters 32-52"),
        (LOG, "the mill stood still", chars(STILL, STILL + 19), "repaired", "said to stand at characters 32-51, it stands at characters 32-52"),
        (LOG, "the mill stood still", chars(300, 320), "repaired", "said to stand at characters 300-320, it stands at characters 32-52"),
        (BOOK, "tells of lock 3", pages(2, 2), "repaired", "said to stand on page 2, it stands on page 3"),
        (BOOK, "tells of lock 3", pages(4, 6), "repaired", "said to stand on pages 4-6, it stands on page 3"),
        (BOOK, "tells of lock 3", blocks(3, 4), "repaired", "said to stand in block 3, it stands in block 2"),
        (BOOK, "tells of lock 3", lines(6, 7), "repaired", "said to stand in lines 6-7, it stands in line 3"),
        (BOOK, "tells of lock 7", lines(9, 9), "repaired", "said to stand in line 9, it stands in line 7"),
        # far
        (BOOK, "tells of lock 3", pages(5, 5), "wrong_place", "said to stand on page 5, it stands on page 3"),
        (BOOK, "tells of lock 3", pages(1, 1), "wrong_place", "said to stand on page 1, it stands on page 3"),
        (BOOK, "tells of lock 3", pages(70, 70), "wrong_place", "said to stand on page 70, it stands on page 3"),
        (BOOK, "tells of lock 3", blocks(0, 1), "wrong_place", "said to stand in block 0, it stands in block 2"),
        (LONG, "The mill stood still.", chars(0, 10), "wrong_place", f"said to stand at characters 0-10, it stands at characters {MILL}-{MILL + 21}"),
        (LONG, "The mill stood still.", lines(3, 3), "repaired", "said to stand in line 3, it stands in line 2"),
        (LONG, "The mill stood still.", lines(40, 41), "wrong_place", "said to stand in lines 40-41, it stands in line 2"),
    ],
)  # fmt: skip
def test_places(source: Source, quote: str, locators: tuple[Locator, ...], status: str, note: str | None):
    found = evidence_of(quote, source, locators=locators)
    assert (found.status, found.note) == (status, note)
    assert found.span is not None
    assert found.quote == (source.text or "")[found.span.start : found.span.end]


@pytest.mark.parametrize(
    ("texts", "first", "last", "quote", "status"),
    [
        # a block is quoted as it was sent, whatever the next one begins with
        (("Plan: Basic", "Price: 10 EUR", "12 seats"), 0, 1, "Plan: Basic", "verified"),
        (("Plan: Basic", "Price: 10 EUR", "12 seats"), 1, 2, "Price: 10 EUR", "verified"),
        (("Plan: Basic", "Price: 10 EUR", "12 seats"), 2, 3, "12 seats", "verified"),
        (("No", "Dogs may enter."), 1, 2, "Dogs may enter.", "verified"),
        (("No ", "dogs may enter."), 1, 2, "dogs may enter.", "verified"),
        (("No", " dogs may enter."), 1, 2, " dogs may enter.", "verified"),
        (("3.", "14 is pi."), 1, 2, "14 is pi.", "verified"),
        (("価格は10", "5円"), 1, 2, "5円", "verified"),
        (("| **5**", "kg |"), 0, 1, "| 5", "verified"),
        # several of them with nothing between them, or each for itself
        (("Room 1", "2 beds"), 0, 2, "Room 12 beds", "verified"),
        (("No dogs", "No fires"), 0, 2, "No dogs\nNo fires", "verified"),
        (("Total 12", "14 percent"), 0, 2, "Total 12 14 percent", "verified"),
        # within one, what was cut is cut
        (("Plan: Basic.", "Price: 10 EUR"), 1, 2, "Price: 10", "altered"),
        (("No dogs may enter.", "5 EUR"), 0, 1, "dogs may enter.", "altered"),
        (("Total 12", "14 percent"), 0, 2, "Total 121 4 percent", "altered"),
    ],
)  # fmt: skip
def test_the_borders_of_blocks_cut_nothing(texts: tuple[str, ...], first: int, last: int, quote: str, status: str):
    source = Source(id="log", text="".join(texts), blocks=parted(texts))
    assert evidence_of(quote, source, locators=blocks(first, last)).status == status


def test_a_far_place_on_the_said_page_is_nearby():
    text = "It begins. " + "Rain fell. " * 200 + "The mill stood still."
    one_page = Source(id="log", text=text, pages=(Span(0, len(text)),))
    two_pages = Source(id="log", text=text, pages=(Span(0, 1000), Span(1000, len(text))))
    assert evidence_of("The mill stood still", one_page, locators=chars(0, 10)).status == "repaired"
    assert evidence_of("The mill stood still", two_pages, locators=chars(0, 10)).status == "wrong_place"


def test_a_section_is_a_place():
    text = "# Mill\n\nIt stood still.\n\n" + "Rain fell. " * 60 + "\n\n# Pier\n\nIt sank.\n"
    guide = Source(id="log", text=text, media_type="text/markdown")
    assert evidence_of("It stood still", guide, locators=(Section(path=("Mill",)),)).status == "verified"
    far = evidence_of("It stood still", guide, locators=(Section(path=("Pier",)),))
    assert (far.status, far.note) == ("wrong_place", 'said to stand in section "Pier", it stands in section "Mill"')


@pytest.mark.parametrize(("unit", "width"), [("UTF-8 bytes", 4), ("UTF-16 units", 2)])
def test_a_place_in_another_unit_is_mended(unit: str, width: int):
    text = "🐕" * 900 + " The mill stood still."
    start = 900 * width + 1
    found = evidence_of("The mill stood still", Source(id="log", text=text), locators=chars(start, start + 20))
    assert (found.status, found.span) == ("repaired", Span(901, 921))
    assert found.note == f"the place that was said is counted in {unit}"


def test_of_many_copies_the_said_one_is_taken():
    source = Source(id="log", text="No dogs. " * 400)
    first = evidence_of("No dogs.", source)
    said = evidence_of("No dogs.", source, locators=chars(9 * 300, 9 * 300 + 8))
    near = evidence_of("No dogs.", source, locators=chars(9 * 300 + 2, 9 * 300 + 5))
    assert (first.status, first.span, len(first.alternatives)) == ("verified", Span(0, 8), 100)
    assert (said.status, said.span, len(said.alternatives)) == ("verified", Span(2700, 2708), 100)
    assert (near.status, near.span) == ("repaired", Span(2700, 2708))


def test_a_copy_that_overlaps_another_is_found_where_it_was_said():
    source = Source(id="log", text="so and so and so")
    assert evidence_of("so and so", source, locators=chars(7, 16)).span == Span(7, 16)
    assert evidence_of("so and so", source, locators=chars(7, 16)).status == "verified"


def test_an_exact_copy_comes_before_a_folded_one_of_the_same_distance():
    source = Source(id="log", text='“It sank.” "It sank."')
    assert evidence_of('"It sank."', source).span == Span(11, 21)
    assert evidence_of('"It sank."', source, locators=lines(1, 1)).span == Span(11, 21)


BELL = Source(id="bell", text="The bell was cast in Ghent by two brothers.")


def test_in_another_source():
    found = evidence_of("The bell was cast in Ghent", LOG, BELL, locators=chars(9, 21))
    assert found == snapshot(
        Evidence(
            status="wrong_place",
            quote="The bell was cast in Ghent",
            method="exact",
            score=1.0,
            note='it stands in another source: "bell"',
        )
    )
    assert evidence_of("The bell was cast in Ghent", LOG, source_id="log").status == "not_found"


def test_the_other_sources_are_told_in_order_up_to_three():
    others = [Source(id=f"copy-{n}", text=f"Copy {n}. {BELL.text}") for n in range(5)]
    found = evidence_of("the bell was cast in Ghent", LOG, *others)
    assert found.note == 'it stands in another source: "copy-0", "copy-1", "copy-2"'


def test_words_over_two_sources_stand_in_none():
    one, other = Source(id="a", text="The mill stood"), Source(id="b", text="still all day.")
    assert evidence_of("The mill stood still all day", one, other, source_id="a").status == "not_found"


def test_the_very_words_elsewhere_count_more_than_something_alike_here():
    here = Source(id="log", text="The bell was cast in Bruges by two brothers.")
    assert evidence_of("The bell was cast in Ghent", here, BELL).status == "wrong_place"
    assert evidence_of("The bell was cast in Ghent", here).status == "altered"


def test_altered_is_looked_for_where_it_was_said_first():
    rows = [f"In {year} the tax was {year % 89} marks.\n" for year in range(1900, 1960)]
    source = Source(id="log", text="".join(rows))
    at = (source.text or "").index("In 1955")
    found = evidence_of("In 1955 the tax was 99 marks.", source, locators=chars(at, at + 28))
    assert (found.status, found.quote) == ("altered", "In 1955 the tax was 86 marks.")
    assert found.note == 'a number differs: "99" in the quote, "86" in the source'
    assert Lines(start_line=56, end_line=56) in found.locators


def test_a_quote_with_hyphens_of_both_kinds_is_placed_as_any_other():
    text = "In May the well-\nknown ma-\nchine stood still."
    found = evidence_of("the well-known machine stood", Source(id="log", text=text), locators=chars(0, 3))
    assert (found.status, found.method, found.span) == ("repaired", "folded", Span(7, 38))


# -- without a quote, a text or a source


@pytest.mark.parametrize("quote", [None, "", " \n", "…"])
def test_without_a_quote_the_words_of_the_place_are_shown_and_not_verified(quote: str | None):
    found = evidence_of(quote, BOOK, locators=lines(2, 3))
    assert found == snapshot(
        Evidence(
            status="unverifiable",
            span=Span(start=37, end=110),
            quote="Page 2 tells of lock 2 and no other.\nPage 3 tells of lock 3 and no other.",
            locators=(
                Chars(start=37, end=110),
                Lines(start_line=2, end_line=3),
                Pages(start_page=2, end_page=3),
                Blocks(start_block=1, end_block=3),
            ),
            selector=Selector(
                exact="Page 2 tells of lock 2 and no other.\nPage 3 tells of lock 3 and no other.",
                prefix="1 tells of lock 1 and no other.\n",
                suffix="""\

Page 4 tells of lock 4 and no o\
""",
                sha256="226e7aaea6a89bf2fea1ab31b8c1dfe47fbce64a2203482d48241a31e5a1f020",
            ),
            note="there is no quote; these are the words at the place that was said",
        )
    )


def test_of_a_long_place_the_words_are_not_repeated():
    source = Source(id="log", text="Rain fell. " * 400)
    found = evidence_of(None, source, locators=chars(0, 4000))
    assert (found.status, found.span, found.quote, found.selector) == ("unverifiable", Span(0, 4000), None, None)


@pytest.mark.parametrize("locators", [(), chars(5, 5), chars(60, 6000), pages(1, 1)])
def test_without_a_quote_and_a_place(locators: tuple[Locator, ...]):
    found = evidence_of(None, LOG, locators=locators)
    assert found == Evidence(status="unverifiable", note="there is no quote to look for")


@pytest.mark.parametrize("text", [None, "", " \n"])
def test_without_a_text(text: str | None):
    found = evidence_of("the mill", Source(id="log", text=text))
    assert found == Evidence(status="unverifiable", note="there is no source text to look in")


def test_without_a_source():
    found = evidence_of("the mill stood still", LOG, source_id=None)
    assert found == Evidence(status="unverifiable", note="the citation leads to no source")


def test_a_file_is_vouched_for_by_its_passages():
    passage = Source(id="log#0", kind="chunk", text=DAYS, derived_from=("log",), locators=chars(1000, 1070))
    found = evidence_of("the mill stood still", Source(id="log", kind="file"), passage)
    assert found == snapshot(
        Evidence(
            status="verified",
            quote="the mill stood still",
            locators=(Chars(start=1032, end=1052),),
            method="exact",
            score=1.0,
            note='it stands in the passage "log#0"',
        )
    )
    assert evidence_of("the mill sank", Source(id="log", kind="file"), passage).status == "unverifiable"


def on_page(number: int) -> tuple[Pages, ...]:
    return (Pages(start_page=number, end_page=number),)


@pytest.mark.parametrize(
    ("said", "status", "page", "note"),
    [
        ((), "verified", 3, ""),
        (on_page(3), "verified", 3, ""),
        (on_page(7), "verified", 7, ""),
        (on_page(4), "repaired", 3, "; said to stand on page 4, it stands on page 3"),
        (on_page(8), "repaired", 7, "; said to stand on page 8, it stands on page 7"),
        (on_page(5), "wrong_place", 3, "; said to stand on page 5, it stands on page 3"),
        (chars(0, 9), "verified", 3, "; the place that was said cannot be looked up in this source"),
    ],
)
def test_of_the_passages_of_a_file_that_on_the_said_page_counts(
    said: tuple[Locator, ...], status: str, page: int, note: str
):
    passages = [Source(id=f"on {n}", text=DAYS, derived_from=("log",), locators=on_page(n)) for n in (3, 7)]
    found = evidence_of("the mill stood still", Source(id="log", kind="file"), *passages, locators=said)
    assert (found.status, found.note) == (status, f'it stands in the passage "on {page}"{note}')
    assert found.locators == on_page(page)


@pytest.mark.parametrize(
    ("said", "status", "note"),
    [
        ((), "verified", None),
        (on_page(3), "verified", None),
        ((Pages(start_page=1, end_page=9),), "verified", None),
        (on_page(4), "repaired", "said to stand on page 4, it stands on page 3"),
        (on_page(7), "wrong_place", "said to stand on page 7, it stands on page 3"),
        (chars(STILL, STILL + 20), "verified", None),
        (chars(0, 3), "repaired", f"said to stand at characters 0-3, it stands at characters {STILL}-{STILL + 20}"),
    ],
)
def test_a_chunk_says_on_which_page_it_stands(said: tuple[Locator, ...], status: str, note: str | None):
    url = "https://log.example/log.pdf"
    chunk = Source(id="log", text=DAYS, url=url, derived_from=("book",), locators=on_page(3))
    found = evidence_of("the mill stood still", chunk, locators=said)
    assert (found.status, found.note) == (status, note)
    assert (found.locators, found.link) == (on_page(3), f"{url}#page=3")


def test_a_chunk_says_where_it_stands_in_its_document():
    chunk = Source(
        id="log",
        text=DAYS,
        derived_from=("book",),
        locators=(Chars(start=1000, end=1070), Lines(start_line=40, end_line=40)),
    )
    found = evidence_of("the mill stood still", chunk)
    assert found.span == Span(STILL, STILL + 20)
    assert found.locators == (Chars(start=1000 + STILL, end=1020 + STILL), Lines(start_line=40, end_line=40))


# -- which source


def test_sources_fill_in_what_is_not_known():
    page = Source(id="https://a.example/", url="https://a.example/", title="A", origin="provider", kind="web")
    given = {"id": "a", "url": "https://a.example/", "title": "B", "text": DAYS, "access": ["staff"]}
    cited = Citation(id="0", source_id="https://a.example/", cited_text="the mill stood still")
    answer = resolve(Answer(citations=(cited,), sources=(page,)), sources=[given])
    assert answer.sources == (page.model_copy(update={"text": DAYS, "aliases": ("a",), "access": ("staff",)}),)
    assert answer.citations[0].evidence is not None
    assert answer.citations[0].evidence.status == "verified"


def test_what_is_known_is_not_replaced():
    given = Source(id="log", text="Quite another text.", pages=(Span(0, 5),), title="Log")
    answer = resolve(Answer(sources=(LOG,)), sources=[given])
    assert answer.sources == (LOG.model_copy(update={"title": "Log"}),)


def test_what_was_learned_of_another_text_is_not_taken():
    kept = {"citebridge": {"sections": [{"start": 0, "end": 4, "path": ["Dogs"], "anchor": "dogs"}]}, "lang": "en"}
    places = (Pages(start_page=9, end_page=9),)
    given = Source(id="log", text="Dogs\n\nNone.", digest="0" * 64, locators=places, metadata=kept)
    answer = resolve(Answer(sources=(LOG,)), sources=[given])
    assert answer.sources == (LOG.model_copy(update={"metadata": {"lang": "en"}}),)
    bare = given.model_copy(update={"text": None})
    assert resolve(Answer(sources=(LOG,)), sources=[bare]).sources == (bare.model_copy(update={"text": DAYS}),)


def test_pages_of_the_same_text_are_taken():
    answer = resolve(Answer(sources=(LOG,)), sources=[LOG.model_copy(update={"pages": (Span(0, 70),)})])
    assert answer.sources[0].pages == (Span(0, 70),)


def test_new_sources_stand_with_those_of_the_caller():
    old, page = Source(id="old"), Source(id="page", origin="provider")
    answer = resolve(Answer(sources=(old, page)), sources=[Source(id="new"), Source(id="new", text="x"), BELL])
    assert [source.id for source in answer.sources] == ["old", "new", "bell", "page"]
    assert answer.sources[1].text == "x"


DOGS, CATS = Source(id="d", text="Dogs stay out."), Source(id="d", text="Cats may enter.")
OTHER = CATS.model_copy(update={"id": "d~2", "aliases": ("d",)})


@pytest.mark.parametrize(
    ("known", "given", "sources", "clashes"),
    [
        ((), (DOGS, CATS), (DOGS, OTHER), ["d~2"]),
        ((), (DOGS, DOGS, CATS, CATS, DOGS), (DOGS, OTHER), ["d~2"]),
        ((), (Source(id="d"), DOGS, CATS), (DOGS, OTHER), ["d~2"]),
        ((), (DOGS, CATS, Source(id="d~2")), (DOGS, OTHER.model_copy(update={"id": "d~3"}), Source(id="d~2")), ["d~3"]),
        ((Source(id="d"),), (DOGS, CATS), (DOGS, OTHER), ["d~2"]),
        ((DOGS,), (CATS, DOGS), (DOGS, OTHER), ["d~2"]),
        ((DOGS,), (CATS,), (DOGS,), []),  # what is known is not replaced
        ((DOGS, CATS), (), (DOGS, OTHER), ["d~2"]),
        ((DOGS, OTHER), (DOGS, CATS), (DOGS, OTHER), []),
        ((DOGS, OTHER), (CATS,), (DOGS, OTHER), []),
    ],
)
def test_two_sources_of_one_id_that_say_something_else_are_two(
    known: tuple[Source, ...], given: tuple[Source, ...], sources: tuple[Source, ...], clashes: list[str]
):
    answer = resolve(Answer(sources=known), sources=given)
    assert answer.sources == sources
    assert [(one.code, one.message) for one in answer.notices] == [
        ("source_id_clash", f"two sources go by the id 'd'; one became {name!r}") for name in clashes
    ]
    assert resolve(answer, sources=given) == answer


def test_a_quote_of_the_other_source_of_an_id_is_found_there():
    cited = Citation(id="0", source_id="d", cited_text="Cats may enter.")
    evidence = resolve(Answer(citations=(cited,)), sources=[DOGS, CATS]).citations[0].evidence
    assert evidence is not None
    assert (evidence.status, evidence.note) == ("wrong_place", 'it stands in another source: "d~2"')


def test_two_sources_handed_in_with_one_address_are_neither_of_them_the_page():
    page, url = Source(id="page", url="https://a.example/", origin="provider"), "https://a.example/"
    passages = [Source(id="1", url=url, text="No dogs."), Source(id="2", url=url, text="No fires.", access=("staff",))]
    for handed_in in (passages, passages[::-1]):
        assert resolve(Answer(sources=(page,)), sources=handed_in).sources == (*handed_in, page)


def test_an_address_of_two_sources_names_neither():
    one, other = (Source(id=name, url="https://a.example/", origin="provider") for name in ("one", "other"))
    answer = resolve(Answer(sources=(one, other)), sources=[Source(id="a", url="https://a.example/", text="x")])
    assert [(source.id, source.text) for source in answer.sources] == [("a", "x"), ("one", None), ("other", None)]


@pytest.mark.parametrize(
    ("known", "given", "is_one"),
    [
        ({"id": "file-7"}, [{"id": "mine", "aliases": ("file-7",)}], True),
        ({"id": "book", "aliases": ("file-7",)}, [{"id": "file-7"}], True),
        ({"id": "book", "aliases": ("document:0",)}, [{"id": "document:0"}], True),
        ({"id": "book", "url": "https://a.example/"}, [{"id": "mine", "aliases": ("https://a.example/",)}], True),
        ({"id": "https://a.example/"}, [{"id": "mine", "url": "https://a.example/"}], True),
        # a place in a list may be one of another turn
        ({"id": "book", "aliases": ("document:0",)}, [{"id": "mine", "aliases": ("document:0",)}], False),
        ({"id": "document:0"}, [{"id": "mine", "aliases": ("document:0",)}], False),
        ({"id": "turn0search3"}, [{"id": "mine", "aliases": ("turn0search3",)}], False),
        ({"id": "3"}, [{"id": "mine", "aliases": ("3",)}], False),
        ({"id": "file-7"}, [{"id": "mine", "aliases": ("file-7",)}, {"id": "other", "aliases": ("file-7",)}], False),
        ({"id": "a", "url": "b:"}, [{"id": "mine", "aliases": ("a",)}, {"id": "other", "aliases": ("b:",)}], False),
        ({"id": "file-7"}, [{"id": "mine", "aliases": ("file-8",)}], False),
    ],
)
def test_a_source_handed_in_is_that_of_its_name_in_the_answer(
    known: dict[str, str], given: list[dict[str, str]], is_one: bool
):
    source = Source(origin="provider", **known)  # type: ignore[arg-type]
    cited = Citation(id="0", source_id=source.id, cited_text="the mill stood still")
    handed_in = [{"text": DAYS, **one} for one in given]
    answer = resolve(Answer(citations=(cited,), sources=(source,)), sources=handed_in)
    assert [one.id for one in answer.sources] == [*(one["id"] for one in given if not is_one), source.id]
    assert answer.citations[0].evidence is not None
    assert (answer.citations[0].evidence.status == "verified") is is_one
    assert resolve(answer, sources=handed_in) == answer


def test_an_alias_of_two_sources_names_neither():
    known = (Source(id="one", aliases=("shared",)), Source(id="two", aliases=("shared",)))
    answer = resolve(Answer(sources=known), sources=[Source(id="shared", text="x")])
    assert [(one.id, one.text) for one in answer.sources] == [("one", None), ("two", None), ("shared", "x")]


FILE = Source(id="handbook", url="https://a.example/h", aliases=("file-7", "S1"), text=DAYS)


@pytest.mark.parametrize(
    ("citation", "source_id"),
    [
        ({"ref": "handbook"}, "handbook"),
        ({"ref": "file-7"}, "handbook"),
        ({"ref": "https://a.example/h"}, "handbook"),
        ({"source_id": "file-7"}, "handbook"),
        ({"ref": "nobody"}, None),
        ({"ref": None}, None),
        ({"ref": "shared"}, None),  # two go by that name
        ({"ref": "0"}, None),  # a place in a list, not a name
        ({"ref": "-1"}, None),
        ({"source_id": "nobody"}, "nobody"),
        ({"ref": "T1", "channel": "markers"}, "handbook"),
        ({"ref": "S1", "channel": "markers"}, None),  # a tag that was not minted
        ({"ref": "handbook", "channel": "markers"}, None),
        ({"ref": "T9", "channel": "markers"}, None),
        ({"ref": None, "channel": "markers"}, None),
    ],
)
def test_a_citation_gets_the_source_that_it_names_or_none(citation: dict[str, str], source_id: str | None):
    others = (Source(id="0"), Source(id="-1"), Source(id="a", aliases=("shared",)), Source(id="b", aliases=("shared",)))
    answer = Answer(
        citations=(Citation(id="0", cited_text="the mill", **citation),),  # type: ignore[arg-type]
        sources=(FILE, *others),
        marker_map={"T1": "handbook", "T9": "gone"},
    )
    resolved = resolve(answer).citations[0]
    assert resolved.source_id == source_id
    assert resolved.evidence is not None
    assert resolved.evidence.status == ("verified" if source_id == "handbook" else "unverifiable")


def test_of_two_records_of_one_id_the_first_is_the_source():
    assert evidence_of("the mill stood still", LOG, Source(id="log", text="Nothing.")).status == "verified"


# -- as a whole


def test_nothing_else_is_changed():
    citations = tuple(Citation(id=str(n), source_id="log", cited_text="rain all day", raw={"n": n}) for n in range(3))
    answer = Answer(text="It rained.", citations=citations, sources=(LOG, BELL), marker_map={"S1": "log"}, raw={"a": 1})
    resolved = resolve(answer)
    bare = tuple(one.model_copy(update={"evidence": None}) for one in resolved.citations)
    assert resolved.model_copy(update={"citations": bare}) == answer
    assert resolve(resolved) == resolved
    assert Answer.model_validate_json(resolved.model_dump_json()) == resolved


def test_a_viewer_gets_it_redacted():
    secret = LOG.model_copy(update={"access": ("staff",)})
    answer = Answer(citations=(Citation(id="0", source_id="log", cited_text="rain all day"),), sources=(secret,))
    assert resolve(answer).citations[0].evidence is not None
    assert resolve(answer, viewer=["staff"]).citations[0].evidence is not None
    assert resolve(answer, viewer=[]).citations[0].evidence is None


def test_repairs_of_given_sources_are_told():
    answer = resolve(Answer(), sources=[{"id": "a", "text": "x", "metadata": {"n": float("nan")}}])
    assert [notice.code for notice in answer.notices] == ["not_a_number"]


@pytest.mark.parametrize(
    ("answer", "options", "message"),
    [
        ({}, {}, "resolve takes an Answer, not dict; normalize gives one"),
        (Answer(), {"sources": 5}, "sources= takes Source objects"),
        (Answer(), {"sources": [{"text": "x"}]}, "sources= takes Source objects"),
        (Answer(), {"viewer": "staff"}, "viewer= takes the tags"),
    ],
)
def test_mistakes_of_the_caller(answer: object, options: dict[str, object], message: str):
    with pytest.raises(UsageError, match=message):
        resolve(answer, **options)  # type: ignore[arg-type]


def test_every_kind_of_place_has_words():
    assert named(Boxes(page=2, rects=())) == "on page 2"
    assert named(Section(path=("Guide", "Set up"))) == 'in section "Guide > Set up"'


pieces = st.sampled_from(
    ("Rain fell. ", "It rose 5%. ", "Zoe\u0308 “left”.\n", "12 mg ", "13 mg ", "汉字。", "🐕 ", "a-\nb ", "# Up\n")
)
texts = st.lists(pieces, max_size=12).map("".join)
numbers = st.integers(-3, 90)
locators = st.lists(
    st.builds(lambda a, b: Chars(start=a, end=b), numbers, numbers)
    | st.builds(lambda a, b: Lines(start_line=a, end_line=b), numbers, numbers)
    | st.builds(lambda a, b: Pages(start_page=a, end_page=b), numbers, numbers)
    | st.builds(lambda a, b: Blocks(start_block=a, end_block=b), numbers, numbers)
    | st.just(Section(path=("Up",))),
    max_size=3,
).map(tuple)


@settings(max_examples=250)
@given(
    st.lists(st.tuples(texts | st.none(), locators), min_size=1, max_size=4), st.lists(texts, min_size=1, max_size=3)
)
def test_any_answer_gets_evidence_that_can_be_trusted(
    cited: list[tuple[str | None, tuple[Locator, ...]]], given_texts: list[str]
):
    sources = tuple(
        Source(
            id=str(n), text=text, media_type="text/markdown", url=f"https://a.example/{n}",
            pages=(Span(0, len(text) // 2), Span(len(text) // 2, len(text))),
        )
        for n, text in enumerate(given_texts)
    )  # fmt: skip
    citations = tuple(
        Citation(id=str(n), source_id="0", cited_text=quote, locators=places) for n, (quote, places) in enumerate(cited)
    )
    answer = resolve(Answer(citations=citations, sources=sources))
    assert resolve(answer) == answer
    for one in answer.citations:
        assert one.evidence is not None
        if one.evidence.span is not None:
            assert (sources[0].text or "")[one.evidence.span.start : one.evidence.span.end] == one.evidence.quote
            assert one.evidence.link is None or one.evidence.link.startswith("https://a.example/0#")


def test_work_grows_in_step_with_citations_and_sources():
    def work(n: int):
        texts = [f"Log {i}: the ferry {i * 7} left pier {i % 13}.\n" for i in range(n)]
        whole = Source(id="whole", text="".join(texts))
        parts = tuple(Source(id=str(i), text=text) for i, text in enumerate(texts))
        cited = [Citation(id=f"a{i}", source_id="whole", cited_text=texts[i].strip()) for i in range(n)]
        cited += [Citation(id=f"b{i}", source_id=str(i), cited_text=texts[i - 1].strip()) for i in range(n)]
        cited += [
            Citation(id=f"c{i}", source_id=str(i), cited_text="nothing of the kind stands here") for i in range(n)
        ]
        return Answer(citations=tuple(cited), sources=(whole, *parts))

    answers = {n: work(n) for n in sizes(600)}
    assert growth(lambda n: resolve(answers[n]), 600) < IN_STEP


def test_what_the_cassettes_quote_stands_where_they_say():
    """Their stories are told with the request at hand: whatever has a quote and a text is verified."""
    judged: Counter[str] = Counter()
    for wire in wires():
        answer = resolve(normalize(wire.data, provider=wire.provider, request=wire.request))
        for one in answer.citations:
            source = answer.source(one)
            assert one.evidence is not None
            if one.cited_text and source is not None and source.text:
                assert one.evidence.status == "verified", (wire, one)
            judged[one.evidence.status] += 1
    assert judged["verified"] > 10
