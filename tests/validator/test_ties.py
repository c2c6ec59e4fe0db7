"""Which citation covers which claim."""

from typing import Any

import pytest

from citebridge.testing.work import check_growth
from citebridge.validator import validate
from citebridge.validator.ties import MOST
from tests.validator.answers import built, point, span

TEXT = "Dogs ride free. Hens pay. It rained."
SOURCES = ({"id": "a"}, {"id": "b"})
ITEM = "- **Dogs**: They ride free. On a lead only.\n- Hens pay."
LINKED = "- Dogs ride free.\n[The log](https://log.example/)\n- Hens pay."


def ties(text: str, *citations: dict[str, Any]) -> list[tuple[str, ...]]:
    return [claim.citation_ids for claim in validate(built(text, *citations, sources=SOURCES)).claims]


def at(start: int, end: int) -> dict[str, Any]:
    kind = "point" if start == end else "span"
    return {"anchor": {"kind": kind, "start": start, "end": end}, "source_id": "a"}


@pytest.mark.parametrize(
    ("citation", "covered"),
    [
        (at(14, 14), [0]),  # before the stop
        (at(15, 15), [0]),
        (at(16, 16), [0]),  # blanks between
        (at(17, 17), [1]),
        (at(0, 0), []),
        (at(36, 36), [2]),
        (at(0, 15), [0]),
        (at(0, 16), [0]),
        (at(0, 17), [0, 1]),
        (at(14, 25), [1]),  # of the first only its stop
        (at(5, 30), [0, 1, 2]),
        (at(20, 22), [1]),
        (at(15, 16), []),
        ({**at(15, 15), "claim": {"start": 16, "end": 25}}, [1]),
        ({**at(15, 15), "claim": {"start": 16, "end": 99}}, [0]),  # not in the text
        ({"source_id": "a"}, []),
        (at(99, 99), []),
    ],
)
def test_places(citation: dict[str, Any], covered: list[int]):
    assert [n for n, tied in enumerate(ties(TEXT, citation)) if tied] == covered


def test_a_lead_in_has_no_claim_to_cover():
    text = "Here are the rules:\n- Dogs ride free."
    assert ties(text, point(text, "rules:")) == [()]


def test_a_mark_behind_the_last_sentence_of_an_item_is_the_items():
    assert ties(ITEM, point(ITEM, "only.")) == [("0",), ("0",), ()]
    assert ties(ITEM, point(ITEM, "free."), point(ITEM, "only.")) == [("0",), ("1",), ()]
    assert ties(ITEM, span(ITEM, "On a lead only.")) == [(), ("0",), ()]
    prose = ITEM.removeprefix("- ")
    assert ties(prose, point(prose, "only.")) == [(), ("0",), ()]


def test_what_is_on_a_link_alone_covers_what_stands_before_it():
    assert ties(LINKED, span(LINKED, "[The log](https://log.example/)")) == [("0",), ()]
    assert ties(LINKED, point(LINKED, "log.example/)")) == [("0",), ()]


def test_a_list_of_sources_covers_nothing():
    text = "Dogs ride free.\n\nSources:\n- [The log](https://log.example/)"
    assert ties(text, point(text, "log.example/)")) == [()]


def test_several_of_one_claim_stand_in_reading_order():
    cited = (span(TEXT, TEXT), point(TEXT, "free."), point(TEXT, "free.", "b"))
    assert ties(TEXT, *cited) == [("0", "1", "2"), ("0",), ("0",)]


def test_a_claim_tells_so_many_citations_and_no_more():
    found = ties(TEXT, *(span(TEXT, TEXT) for _ in range(MOST + 20)))
    assert [len(one) for one in found] == [MOST] * 3


@pytest.mark.parametrize(
    "make",
    [
        lambda times: (TEXT * times, [point(TEXT, "free.")] * times),
        lambda times: (TEXT * times, [at(0, len(TEXT) * times)] * times),  # each over all of it
        lambda times: (ITEM * times, [at(len(ITEM) * n + 43, len(ITEM) * n + 43) for n in range(times)]),
    ],
    ids=["points at one place", "stretches over all", "items"],
)
def test_work_grows_with_citations_and_claims(make: Any):
    def run(size: Any) -> None:
        text, citations = make(size)
        validate(built(text, *citations, sources=SOURCES))

    check_growth(run, lambda times: 10 * times, "the citations and claims")
