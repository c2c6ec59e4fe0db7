"""AnswerBuilder: slots, anchors, mending and numbering, in whatever order things come."""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from citebridge import adapter
from citebridge.adapter import AnswerBuilder, Draft, Record, Slot
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.mending import NEAR, Bases
from citebridge.adapter.numbered import Kind, NumberedSources
from citebridge.adapter.teller import MOST_NOTICES
from citebridge.marks import NUMBERS, OPENAI_SHAPED
from citebridge.models import Answer, AnswerDone, Citation, CitationAdded, CitationUpdated, Event, Span, TextDelta
from citebridge.text import Unit, from_code_points
from tests.strategies import IN_STEP, cuts, growth, words

UNITS: tuple[Unit, ...] = ("codepoint", "utf16", "utf8")


def draft(builder: AnswerBuilder, *place: int) -> Draft:
    return builder.citation(place, None, raw={"place": list(place)})


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


def slices(answer: Answer) -> dict[str, str | int | None]:
    """What each citation hangs on: the words of a span, the place of a point, or nothing."""
    found: dict[str, str | int | None] = {}
    for one in answer.citations:
        anchor = one.anchor
        found[one.id] = None
        if anchor is not None:
            found[one.id] = answer.text[anchor.start : anchor.end] if anchor.kind == "span" else anchor.start
    return found


def by_id(answer: Answer) -> dict[str, Citation]:
    return {one.id: one for one in answer.citations}


def place_of(one: Citation) -> int:
    """Where it stands in reading order, as far as the anchor says."""
    return one.anchor.start if one.anchor else 1 << 40


# -- any order


@dataclass(frozen=True)
class Cite:
    """A citation of a slot: all of it, a range of it, or a point in it."""

    slot: int
    number: int
    kind: str
    start: int = 0
    end: int = 0
    unit: Unit = "codepoint"
    off: int = 0
    says: bool = False


Act = tuple[str, int, Any]  # open, add, close a slot, or cite in it


@st.composite
def stories(draw: st.DrawFn) -> tuple[list[str], list[Cite]]:
    """The texts of slots, and citations of them."""
    texts = draw(st.lists(words, min_size=1, max_size=4))
    cites: list[Cite] = []
    for number in range(draw(st.integers(0, 6))):
        slot = draw(st.integers(0, len(texts) - 1))
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(texts[slot]))] * 2)))
        kind = draw(st.sampled_from(("all", "range", "point")))
        off = draw(st.sampled_from((0, 0, 0, 1, -1, 30))) if kind == "range" else 0
        says = bool(off) or draw(st.booleans())
        cites.append(Cite(slot, number, kind, start, end, draw(st.sampled_from(UNITS)), off, says))
    return texts, cites


def acts_of(texts: Sequence[str], cites: Sequence[Cite], draw: Callable[..., Any]) -> list[Act]:
    """Everything that has to be done, mixed: each slot opens first, its text comes in order, citations at any time."""
    lanes: list[list[Act]] = []
    for number, text in enumerate(texts):
        pieces: list[Act] = [("add", number, text[begin:end]) for begin, end in draw(cuts(len(text), most=3))]
        tail: list[Act] = [*pieces, ("close", number, None)]
        for one in cites:
            if one.slot == number:
                tail.insert(draw(st.integers(0, len(tail))), ("cite", number, one))
        lanes.append([("open", number, None), *tail])
    mixed: list[Act] = []
    while lanes:
        lane = draw(st.sampled_from(lanes))
        mixed.append(lane.pop(0))
        lanes = [one for one in lanes if one]
    return mixed


def told(texts: Sequence[str], acts: Sequence[Act], *, telling: bool) -> tuple[Answer, list[Event]]:
    builder = AnswerBuilder("acme", telling=telling)
    events: list[Event] = []
    for what, number, value in acts:
        if what == "open":
            builder.announce(number)
            builder.slot(number)
        elif what == "add":
            builder.slot(number).add(value)
        elif what == "close":
            builder.close(builder.slot(number))
        else:
            cite(builder, builder.slot(number), texts[number], value)
        events += builder.take_events()
    answer = builder.answer()
    return answer, [*events, *builder.take_events()]


def cite(builder: AnswerBuilder, slot: Slot, text: str, one: Cite) -> None:
    made = draft(builder, one.slot, one.number)
    if one.kind == "all":
        builder.cite_all(slot, made)
    elif one.kind == "point":
        builder.cite_point(slot, made, one.start)
    else:
        start, end = (from_code_points(text, at, one.unit) for at in (one.start, one.end))
        assert start is not None
        assert end is not None
        says = text[one.start : one.end] if one.says else None
        builder.cite(slot, made, start + one.off, end + one.off, unit=one.unit, says=says)


@given(st.data())
@settings(max_examples=250)
def test_any_order_of_text_and_citations_gives_the_same_answer(data: st.DataObject) -> None:
    texts, cites = data.draw(stories())
    plain = [act for number in range(len(texts)) for act in in_order(texts, cites, number)]
    whole, _ = told(texts, plain, telling=False)
    acts = acts_of(texts, cites, data.draw)
    for telling in (False, True):
        answer, events = told(texts, acts, telling=telling)
        assert answer.text == whole.text == "".join(texts)
        assert by_id(answer) == by_id(whole)
        assert sorted(answer.citations, key=place_of) == list(answer.citations)
        assert sorted(codes(answer)) == sorted(codes(whole))
        if telling:
            check_telling(answer, events)


def in_order(texts: Sequence[str], cites: Sequence[Cite], number: int) -> Iterator[Act]:
    yield ("open", number, None)
    yield ("add", number, texts[number])
    for one in cites:
        if one.slot == number:
            yield ("cite", number, one)
    yield ("close", number, None)


def check_telling(answer: Answer, events: Sequence[Event]) -> None:
    size, seen = 0, list[str]()
    for event in events:
        if isinstance(event, TextDelta):
            size += len(event.text)
        elif isinstance(event, CitationAdded):
            anchor = event.citation.anchor
            assert anchor is None or anchor.end <= size
            seen.append(event.citation.id)
        assert not isinstance(event, AnswerDone)
    assert size == len(answer.text)
    assert sorted(seen) == sorted(one.id for one in answer.citations)


@given(st.data())
@settings(max_examples=150)
def test_a_right_range_is_its_words_in_any_unit(data: st.DataObject) -> None:
    texts, cites = data.draw(stories())
    answer, _ = told(texts, acts_of(texts, cites, data.draw), telling=data.draw(st.booleans()))
    found = slices(answer)
    for one in cites:
        said = texts[one.slot][one.start : one.end]
        if one.kind == "range" and not one.off and said:
            assert found[f"{one.slot}.{one.number}"] == said
        if one.kind == "all":
            assert found[f"{one.slot}.{one.number}"] == (texts[one.slot] or None)
        if one.kind == "point":
            assert found[f"{one.slot}.{one.number}"] == sum(map(len, texts[: one.slot])) + one.start


# -- slots


def test_slots_stand_in_the_order_of_their_keys() -> None:
    builder = AnswerBuilder("acme", telling=True)
    for number in (2, 0, 1):
        builder.announce(number)
        slot = builder.slot(number)
        slot.add(str(number))
        builder.close(slot)
    assert builder.answer().text == "012"


def test_a_slot_that_comes_too_late_for_its_place_takes_the_next_one() -> None:
    builder = AnswerBuilder("acme", telling=True)
    for number in (1, 3, 2, 0):
        builder.slot(number).add(str(number))
    assert builder.answer().text == "1023"


def test_text_that_comes_after_its_slot_was_closed_is_kept() -> None:
    builder = AnswerBuilder("acme", telling=True)
    first, second = builder.slot(0), builder.slot(1)
    first.add("a")
    builder.close(first)
    second.add("b")
    first.add("c")
    answer = builder.answer()
    assert sorted(answer.text) == ["a", "b", "c"]
    assert answer.text == "".join(event.text for event in builder.take_events() if isinstance(event, TextDelta))


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["a\ud83d", "\udc15b"], "a🐕b"),
        (["\ud83d", "", "\udc15"], "🐕"),
        (["a\ud83d", "b"], "a\ufffdb"),
        (["a\ud83d"], "a\ufffd"),
        (["\udc15a"], "\ufffda"),
        (["\ud83d", "\ud83d", "\udc15"], "\ufffd🐕"),
        (["\ud83d\udc15"], "🐕"),
        (["🐕\ud83d", "\udc15"], "🐕🐕"),
    ],
)
@pytest.mark.parametrize("telling", [True, False])
def test_halves_of_a_character_split_over_deltas_are_joined(pieces: list[str], text: str, telling: bool) -> None:
    builder = AnswerBuilder("acme", telling=telling)
    slot = builder.slot(0)
    for piece in pieces:
        slot.add(piece)
    builder.cite_all(slot, draft(builder, 0))
    answer = builder.answer()
    assert answer.text == text
    assert codes(answer) == (["lone_surrogate"] if "\ufffd" in text else [])
    assert slices(answer) == {"0": text}
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def test_half_a_character_does_not_join_over_slots() -> None:
    builder = AnswerBuilder("acme")
    for number, text in enumerate(("a\ud83d", "\udc15b")):
        builder.slot(number).add(text)
    assert builder.answer().text == "a\ufffd\ufffdb"


# -- offsets that miss

TEXT = "Hens lay eggs. 🐕 Dogs bark at hens. Dogs sleep – often. The end."
DOGS, SLEEP, END = TEXT.index("Dogs bark"), TEXT.index("sleep"), TEXT.index("The end.")

MENDED: list[tuple[int, int, str | None, str | None, list[str]]] = [
    # start, end, says; what it hangs on, and what is told
    (DOGS, DOGS + 9, "Dogs bark", "Dogs bark", []),
    (DOGS, DOGS + 9, None, "Dogs bark", []),
    (DOGS + 2, DOGS + 11, "Dogs bark", "Dogs bark", ["offset_mended"]),
    (DOGS - NEAR, DOGS - NEAR + 9, "Dogs bark", "Dogs bark", ["offset_mended"]),
    (0, 9, "Dogs bark", "Dogs bark", ["offset_mended"]),
    (900, 909, "Dogs bark", "Dogs bark", ["offset_mended"]),
    (DOGS + 2, DOGS + 6, "Dogs", "Dogs", ["offset_mended"]),
    (5, 9, "Dogs", None, ["offset_unusable"]),
    (900, 904, "Dogs", None, ["offset_unusable"]),
    (DOGS, DOGS + 9, "Cats bark", None, ["offset_unusable"]),
    (0, 900, None, None, ["offset_unusable"]),
    (-2, 4, None, None, ["offset_unusable"]),
    (9, 4, None, None, ["offset_unusable"]),
    (4, 4, None, None, ["offset_unusable"]),
    (2**70, 2**71, None, None, ["offset_unusable"]),
    (-(2**70), 2**70, "The end.", "The end.", ["offset_mended"]),
    (END, len(TEXT), "The end.", "The end.", []),
    (0, len(TEXT), TEXT, TEXT, []),
    (len(TEXT[:SLEEP].encode()), len(TEXT[: SLEEP + 5].encode()), "sleep", "sleep", ["offset_unit"]),
    (SLEEP + 1, SLEEP + 6, "sleep", "sleep", ["offset_unit"]),
]


@pytest.mark.parametrize("when", ["before", "between", "after", "closed", "quiet"])
@pytest.mark.parametrize(("start", "end", "says", "found", "notices"), MENDED)
def test_offsets_are_mended_only_by_a_unique_match(
    start: int, end: int, says: str | None, found: str | None, notices: list[str], when: str
) -> None:
    builder = AnswerBuilder("acme", telling=when != "quiet")
    slot = builder.slot(0)
    for number, piece in enumerate((TEXT[:20], TEXT[20:])):
        if when == ("before", "between")[number]:
            builder.cite(slot, draft(builder, 0), start, end, says=says)
        slot.add(piece)
    if when == "closed":
        builder.close(slot)
    if when in ("after", "closed", "quiet"):
        builder.cite(slot, draft(builder, 0), start, end, says=says)
    answer = builder.answer()
    assert slices(answer) == {"0": found}
    assert codes(answer) == notices


def test_two_near_matches_are_ambiguous() -> None:
    builder = AnswerBuilder("acme")
    builder.slot(0).add("la la la la")
    builder.cite(builder.slot(0), draft(builder, 0), 1, 3, says="la")
    answer = builder.answer()
    assert slices(answer) == {"0": None}
    assert codes(answer) == ["offset_unusable"]


@pytest.mark.parametrize(
    ("text", "start", "says", "at", "notices"),
    [
        ("éé a a a a", 3, "a", None, ["offset_unusable"]),  # a fit by chance: the words stand close by as well
        ("éé a é b", 3, "a", 3, ["offset_unit"]),
        ("🐕🐕🐕🐕🐕🐕 a 🐕 a and a", 11, "a", 11, ["offset_unit"]),
        ("🐕🐕🐕🐕🐕🐕🐕🐕 a, a, 🐕 a, a", 12, "a", 12, ["offset_unit"]),
    ],
)
def test_a_fit_in_another_unit_is_taken_where_nothing_speaks_against_it(
    text: str, start: int, says: str, at: int | None, notices: list[str]
) -> None:
    builder = AnswerBuilder("acme")
    builder.slot(0).add(text)
    builder.cite(builder.slot(0), draft(builder, 0), start, start + len(says), unit="utf8", says=says)
    (one,) = builder.answer().citations
    assert (None if one.anchor is None else one.anchor.start) == at
    assert codes(builder.answer()) == notices


@pytest.mark.parametrize("bases", [Bases((20, 0)), Bases((0, 20))])
def test_the_words_decide_which_base_was_counted_from(bases: Bases) -> None:
    text = "🐕 " + "x" * 18 + "Hens lay eggs. Hens cluck."
    start = len(text[20:35].encode())
    builder = AnswerBuilder("acme")
    builder.slot(0).add(text)
    builder.cite(builder.slot(0), draft(builder, 0), start, start + 11, unit="utf8", says="Hens cluck.", bases=bases)
    answer = builder.answer()
    assert slices(answer) == {"0": "Hens cluck."}
    assert codes(answer) == []


@pytest.mark.parametrize(("start", "end"), [(1, 6), (0, 3), (2, 3), (3, 8)])
def test_an_offset_inside_a_character_is_rounded_outwards(start: int, end: int) -> None:
    builder = AnswerBuilder("acme")
    builder.slot(0).add("🐕🐕")
    builder.cite(builder.slot(0), draft(builder, 0), start, end, unit="utf8")
    (found,) = slices(builder.answer()).values()
    assert found == ("🐕" if end <= 4 else "🐕🐕")


@pytest.mark.parametrize("at", [None, -1, 99, 2**70])
def test_a_point_outside_the_text_is_no_place(at: int | None) -> None:
    builder = AnswerBuilder("acme", telling=True)
    builder.slot(0).add("Hens.")
    builder.cite_point(builder.slot(0), draft(builder, 0), at)
    assert slices(builder.answer()) == {"0": None}


# -- faults that were found, each in its smallest form


def test_two_citations_may_wait_for_the_same_end() -> None:
    """The queue of those that wait has to tell them apart after one has left it."""
    builder = AnswerBuilder("acme", telling=True)
    slot = builder.slot(0)
    builder.cite(slot, draft(builder, 0), 0, 2)
    builder.cite(slot, draft(builder, 1), 0, 5)
    slot.add("ab")
    builder.cite(slot, draft(builder, 2), 0, 5)
    slot.add("cde")
    assert slices(builder.answer()) == {"0": "ab", "1": "abcde", "2": "abcde"}


@pytest.mark.parametrize("telling", [True, False])
def test_links_and_ranges_may_wait_for_the_turn_of_their_slot(telling: bool) -> None:
    """Where links wait as well, ranges must not be looked for before the text flows."""
    builder = AnswerBuilder("acme", grammars=OPENAI_SHAPED, telling=telling)
    builder.announce(1)
    slot = builder.slot(1)
    slot.add("See [s](u) now.")
    builder.cite_link(slot, draft(builder, 0), 4, 10, "u")
    builder.cite(slot, draft(builder, 1), 11, 14)
    assert slices(builder.answer()) == {"0": "[s](u)", "1": "now"}


@pytest.mark.parametrize("telling", [True, False])
def test_citations_without_anchor_stand_in_the_order_of_their_ids(telling: bool) -> None:
    """However much text had come when they were told."""
    builder = AnswerBuilder("acme", telling=telling)
    slot = builder.slot(0)
    builder.cite_nowhere(draft(builder, 2))
    slot.add("Hens.")
    builder.cite_nowhere(draft(builder, 1))
    slot.add("Dogs.")
    builder.cite_nowhere(draft(builder, 10))
    assert [one.id for one in builder.answer().citations] == ["1", "2", "10"]


@pytest.mark.parametrize("telling", [True, False])
def test_a_span_that_was_lifted_away_is_a_point(telling: bool) -> None:
    builder = AnswerBuilder("acme", grammars=(NUMBERS,), telling=telling)
    builder.slot(0).add("It rose [1]. It fell.")
    builder.cite(builder.slot(0), draft(builder, 0), 8, 11)
    builder.cite(builder.slot(0), draft(builder, 1), 3, 12)
    answer = builder.answer()
    assert slices(answer) == {"0": 7, "1": "rose.", "mark.0.0": 7}
    assert answer.to_raw(Span(3, 8)) == Span(3, 12)


@pytest.mark.parametrize(("value", "number"), [(1, 1.0), (0.5, 0.5), (True, None), ("1", None), (None, None)])
def test_a_number_is_a_float_or_nothing(value: JsonValue, number: float | None) -> None:
    assert adapter.number(value) == number


def test_a_number_too_large_for_a_float_does_not_raise() -> None:
    assert adapter.number(10**400) in (None, math.inf)


# -- the claim of a point

CLAIMS: list[tuple[str, int, str | None]] = [
    ("Rain fell. Then sun.", 20, "Then sun."),
    ("Rain fell. Then sun.", 19, "Then sun"),
    ("Rain fell. Then sun.", 10, "Rain fell."),
    ("Rain fell. Then sun.", 11, "Rain fell."),
    ("Rain fell", 0, None),
    (" .", 2, None),
    ("It costs 4.50 in all", 13, "It costs 4.50"),
    ("Rain fell\n- Sun shone", 12, None),
    ("1. Rain fell", 3, None),
    ("Rain fell\r\n  12) Sun", 16, None),
    ("Rain fell\n> > * a) Sun", 19, None),
    ("Rain fell\n### Sun", 14, None),
    ("Rain fell\n- [x] Sun", 16, None),
    ("Rain fell\n(iv) Sun", 15, None),
    ("Rain fell\n- 12 - Sun", 17, "- 12 -"),
    ("Rain fell in\n1999. Sun", 18, "Rain fell in\n1999."),
    ("Rain fell on day 3. Sun", 19, "Rain fell on day 3."),
    ("Rain fell in C# - Sun", 17, "Rain fell in C# -"),
]


@pytest.mark.parametrize(("text", "at", "claim"), CLAIMS)
@pytest.mark.parametrize("telling", [True, False])
def test_the_claim_of_a_point_is_the_sentence_before_it(text: str, at: int, claim: str | None, telling: bool) -> None:
    builder = AnswerBuilder("acme", telling=telling)
    builder.slot(0).add(text)
    builder.cite_point(builder.slot(0), draft(builder, 0), at)
    answer = builder.answer()
    (one,) = answer.citations
    assert (None if one.claim is None else answer.text[one.claim.start : one.claim.end]) == claim


@given(words, st.lists(st.integers(0, 12), max_size=6), st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_points_have_the_same_claims_in_any_order(text: str, points: list[int], random: Any) -> None:
    def claims(order: Sequence[int], telling: bool) -> list[Any]:
        builder = AnswerBuilder("acme", telling=telling)
        builder.slot(0).add(text)
        for number in order:
            builder.cite_point(builder.slot(0), draft(builder, number), points[number])
            builder.take_events()
        return [(one.id, one.anchor, one.claim) for one in builder.answer().citations]

    order = list(range(len(points)))
    random.shuffle(order)
    assert claims(order, True) == claims(order, False) == claims(range(len(points)), True)


def test_a_claim_that_changes_after_it_was_told_is_told_again() -> None:
    builder = AnswerBuilder("acme", telling=True)
    builder.slot(0).add("Hens cluck and dogs bark.")
    events: list[Event] = []
    for number, at in enumerate((24, 10)):
        builder.cite_point(builder.slot(0), draft(builder, number), at)
        events += builder.take_events()
    answer = builder.answer()
    told = {event.citation.id: event.citation for event in events if isinstance(event, CitationAdded)}
    again = [event.citation for event in builder.take_events() if isinstance(event, CitationUpdated)]
    assert [one.id for one in again] == ["0"]
    assert again[0].claim != told["0"].claim
    assert {**told, "0": again[0]} == by_id(answer)


@pytest.mark.parametrize("telling", [True, False])
def test_of_many_notices_every_payload_is_kept_and_the_others_are_counted(telling: bool) -> None:
    builder = AnswerBuilder("acme", telling=telling)
    for number in range(MOST_NOTICES + 50):
        builder.notice("odd_field", f"field {number}")
        builder.notice("unknown_event", "an event", {"n": number})
    answer = builder.answer()
    assert [one.raw for one in answer.notices if one.code == "unknown_event"] == [{"n": n} for n in range(250)]
    assert codes(answer).count("odd_field") == MOST_NOTICES + 1
    assert answer.notices[-1].message == "and 50 more of odd_field"


@pytest.mark.parametrize(("place", "name", "said"), [((2, 1), "", "2.1"), ((0, 0), "mark", "mark.0.0")])
def test_a_notice_names_a_citation_by_its_id(place: tuple[int, ...], name: str, said: str) -> None:
    builder = AnswerBuilder("acme")
    builder.cite_nowhere(builder.citation(place, None, name=name, ref="7"))
    (notice,) = builder.answer().notices
    assert notice.message == f"citation {said} names '7', which nobody has"


def test_a_body_is_only_asked_for_the_fields_that_are_named() -> None:
    builder = AnswerBuilder("acme")
    builder.about({"": "odd", "id": "r"}, response_id="id")
    assert (builder.model, builder.response_id) == (None, "r")


# -- work


def many_blocks(size: int) -> Answer:
    builder = AnswerBuilder("acme", telling=True)
    for number in range(size):
        builder.announce(number)
        slot = builder.slot(number)
        slot.add("Hens cluck. ")
        builder.cite_all(slot, draft(builder, number, 0))
        builder.close(slot)
        builder.take_events()
    return builder.answer()


def many_in_one_block(size: int) -> Answer:
    builder = AnswerBuilder("acme", telling=True)
    slot = builder.slot(0)
    for number in range(size):
        slot.add("Hens cluck. ")
        builder.cite_all(slot, draft(builder, 0, number))
        builder.take_events()
    return builder.answer()


def mismatched(size: int) -> Answer:
    builder = AnswerBuilder("acme")
    slot = builder.slot(0)
    slot.add("".join(f"Hén {number} clucks. " for number in range(size)))
    for number in range(size):
        builder.cite(slot, draft(builder, number), number, number + 5, unit="utf8", says=f"Hén {number} clucks.")
    return builder.answer()


def exact_after_the_end(size: int) -> Answer:
    builder = AnswerBuilder("acme")
    slot = builder.slot(0)
    slot.add("Hens cluck. " * size)
    builder.close(slot)
    for number in range(size):
        builder.cite(slot, draft(builder, number), 12 * number, 12 * number + 11, says="Hens cluck.")
    return builder.answer()


def mismatched_after_the_end(size: int) -> Answer:
    builder = AnswerBuilder("acme", telling=True)
    slot = builder.slot(0)
    slot.add("".join(f"Hén {number} clucks. " for number in range(size)))
    builder.close(slot)
    for number in range(size):
        builder.cite(slot, draft(builder, number), number, number + 5, unit="utf8", says=f"Hén {number} clucks.")
    return builder.answer()


def absent(size: int) -> Answer:
    builder = AnswerBuilder("acme")
    slot = builder.slot(0)
    slot.add("Hens cluck. " * size)
    for number in range(size):
        builder.cite(slot, draft(builder, number), number, number + 5, says=f"Cat {number} purrs.")
    return builder.answer()


def points_backwards(size: int, text: str = "Hens cluck. ") -> Answer:
    builder = AnswerBuilder("acme", telling=True)
    slot = builder.slot(0)
    slot.add(text * size)
    for number in range(size):
        builder.cite_point(slot, draft(builder, number), len(text) * (size - number))
    return builder.answer()


def points_backwards_with_code(size: int) -> Answer:
    return points_backwards(size, "Hens `cluck`. ")


def annotations_without_number(size: int) -> Answer:
    builder = AnswerBuilder("acme", telling=True)
    annotations, slot = Annotations(builder), builder.slot(0)
    for number in range(2 * size):  # each is sent twice
        annotations.tell(slot, (0, 0), None, {"type": "file_citation", "file_id": "a", "index": number // 2})
    answer = builder.answer()
    assert len(answer.citations) == size
    return answer


def links_at_one_start(size: int) -> Answer:
    builder = AnswerBuilder("acme", grammars=OPENAI_SHAPED, telling=True)
    slot = builder.slot(0)
    slot.add("([Hens](https://a.example/))")  # held, since an annotation may make it a mark
    for number in range(size):
        builder.cite_link(slot, draft(builder, number), 0, 26, f"https://b.example/{number}")
        builder.cite_link(slot, draft(builder, size + number), 0, 100 + number, "https://a.example/")
    return builder.answer()


def fetched_pages(size: int) -> Answer:
    builder = AnswerBuilder("acme")
    sources, kind = NumberedSources(builder), Kind("document", "n", "", "", "chars", "start", "end")
    for number in range(size):
        page: Record = {"url": f"https://{number}.example/"}
        sources.fetched((number,), page, {"source": {"type": "text", "data": f"Hen {number} clucks."}})
    for number in range(size):
        where: Record = {"n": number, "start": 0, "end": 3}
        builder.cite_nowhere(sources.citation((number, 1), kind, where, where, "Hen", None, {}))
    return builder.answer()


@pytest.mark.parametrize(
    ("run", "n"),
    [
        (annotations_without_number, 1_000),
        (links_at_one_start, 1_000),
        (fetched_pages, 400),
        (many_blocks, 4_000),
        (many_in_one_block, 4_000),
        (mismatched, 2_500),
        (exact_after_the_end, 2_000),
        (mismatched_after_the_end, 400),
        (points_backwards, 2_000),
        (points_backwards_with_code, 500),
        (absent, 400),
    ],
)
def test_work_grows_with_the_citations(run: Callable[[int], object], n: int) -> None:
    assert growth(run, n) < IN_STEP
