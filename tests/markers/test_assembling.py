"""The block of sources: what fits is shown, in order and each text once if asked, and no tag leaves its text."""

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import Lines, Source, Span, UsageError, markers
from citebridge.markers import Context
from citebridge.sources import span_of
from citebridge.testing.work import check_growth
from citebridge.text import sentences

NONCE = "b1946ac92492d2347c6235b4d2611184"
SOURCES = [
    {"id": "hens", "title": "Hens", "text": "Hens cluck. They do so all day. At night they sleep."},
    {"id": "dogs", "title": "Dogs", "text": "Dogs bark. They guard the yard."},
    {"id": "cats", "text": "Cats purr.\n\nThey hunt mice.\n"},
]


def shown(context: Context) -> dict[str, str]:
    """The text that stands under each tag."""
    heads = list(re.finditer(rf"(?m)^\[({context.prefix}\d+)\].*\n", context.text))
    ends = [*(head.start() - 2 for head in heads[1:]), *[len(context.text)][: len(heads)]]
    return {head[1]: context.text[head.end() : end] for head, end in zip(heads, ends, strict=True)}


# -- to a budget


def test_without_a_budget_all_is_shown() -> None:
    context = markers.assemble(SOURCES)
    assert context.text == snapshot("""\
[S1] Hens
Hens cluck. They do so all day. At night they sleep.

[S2] Dogs
Dogs bark. They guard the yard.

[S3]
Cats purr.

They hunt mice.
""")
    assert (dict(context.tags), context.notes) == ({"S1": "hens", "S2": "dogs", "S3": "cats"}, ())
    assert [one.id for one in context.sources] == ["hens", "dogs", "cats"]


@pytest.mark.parametrize(
    ("budget", "text", "notes"),
    [
        (125, "[S1] Hens\nHens cluck. They do so all day. At night they sleep.\n\n[S2] Dogs\nDogs bark. They guard the yard.\n\n[S3]\nCats purr.", ("cut to fit: cats, after 10 of 27 characters",)),
        (120, "[S1] Hens\nHens cluck. They do so all day. At night they sleep.\n\n[S2] Dogs\nDogs bark. They guard the yard.", ("left out to fit: cats",)),
        (90, "[S1] Hens\nHens cluck. They do so all day. At night they sleep.\n\n[S2] Dogs\nDogs bark.", ("cut to fit: dogs, after 10 of 31 characters", "left out to fit: cats")),
        (40, "[S1] Hens\nHens cluck.", ("cut to fit: hens, after 11 of 52 characters", "left out to fit: dogs, cats")),
        (20, "[S1] Dogs\nDogs bark.", ("cut to fit: dogs, after 10 of 31 characters", "left out to fit: hens, cats")),
        (15, "[S1]\nCats purr.", ("cut to fit: cats, after 10 of 27 characters", "left out to fit: hens, dogs")),
        (14, "", ("left out to fit: hens, dogs, cats",)),
    ],
)  # fmt: skip
def test_what_fits_is_shown_and_the_rest_is_told(budget: int, text: str, notes: tuple[str, ...]) -> None:
    context = markers.assemble(SOURCES, budget=budget)
    assert (context.text, context.notes) == (text, notes)
    assert list(context.tags) == list(shown(context))


def test_a_tag_of_a_cut_source_leads_to_all_of_it() -> None:
    asked = markers.prompt("Who clucks?", SOURCES, budget=40)
    answer = markers.parse("They sleep [S1].", sources=asked.sources, tags=asked.tags)
    (citation,) = answer.citations
    assert answer.source(citation) == Source.model_validate(SOURCES[0])


def test_lines_are_counted_as_their_places_are() -> None:
    source = Source(id="a", text="One.\rTwo.\r\nThree.\n\nFive.")
    context = markers.assemble([source], style="lines")
    assert context.text == "[S1]\nL1: One.\nL2: Two.\nL3: Three.\nL4: \nL5: Five."
    assert span_of(source, Lines(start_line=2, end_line=2)) == Span(5, 9)


def test_lines_keep_their_numbers_when_a_text_is_cut() -> None:
    context = markers.assemble([{"id": "a", "text": "One.\n\nThree. Still three.\nFour."}], style="lines", budget=30)
    assert context.text == "[S1]\nL1: One.\nL2: \nL3: Three."


def tokens(text: str) -> int:
    """As a model might count: pieces of up to four letters, so that a whole is less than its parts or more."""
    return len(re.findall(r"\w{1,4}|\s+|[^\w\s]{1,3}", text))


COUNTERS: dict[str, Callable[[str], int]] = {
    "characters": len,
    "tokens": tokens,
    "more than its parts": lambda text: len(text) + len(text) ** 2 // 500,
    "less than its parts": lambda text: 5 * int(len(text) ** 0.5),
    "jumps": lambda text: len(text) + 37 * (len(text) % 3),
    "bytes": lambda text: len(text.encode("utf-8", "surrogatepass")),
}
WORDS = st.sampled_from(["Hens cluck. ", "No. ", "# Head\n", "- item\n", "2.5 cm ", "犬。", "e\u0301🐕! ", "\n\n", "a" * 30 + " ", "`x. y` ", "\r\n", "[S4] "])  # fmt: skip
TEXTS = st.lists(WORDS, max_size=12).map("".join)
OFFERED = st.lists(st.tuples(TEXTS, st.sampled_from([None, "Hens", "A [long] title\nof two lines"])), max_size=9).map(
    lambda rows: [{"id": f"id-{n}", "title": title, "text": text} for n, (text, title) in enumerate(rows)]
)


@settings(max_examples=400)
@given(
    OFFERED, st.integers(1, 400), st.sampled_from(sorted(COUNTERS)), st.sampled_from(["given", "edges"]), st.booleans()
)
def test_the_laws_of_a_budget(offered: list[Any], budget: int, counter: str, order: markers.Order, twins: bool) -> None:
    count = COUNTERS[counter]
    context = markers.assemble(offered, budget=budget, count=count, order=order, deduplicate=twins)
    assert not context.text or count(context.text) <= budget
    texts = {one["id"]: one["text"] for one in offered}
    under = shown(context)
    assert sorted(under) == sorted(context.tags)
    assert list(context.tags) == [f"{context.prefix}{n}" for n in range(1, len(under) + 1)]
    cut = 0
    for tag, name in context.tags.items():
        text = texts[name]
        assert text.startswith(under[tag])
        if under[tag] != text:
            cut += under[tag] != text.rstrip()
            assert len(under[tag]) in [end for _, end in sentences(text)]
        assert {one.id: one.text for one in context.sources}[name] == text
    assert cut <= 1
    # Every id still leads somewhere, or is told.
    names = {name for one in context.sources for name in (one.id, *one.aliases)}
    assert all(one["id"] in names or any(one["id"] in note for note in context.notes) for one in offered)


@pytest.mark.parametrize("fits", [10, 200, 1000])
def test_a_counter_is_called_few_times(fits: int) -> None:
    calls: list[int] = []

    def count(text: str) -> int:
        calls.append(len(text))
        return tokens(text)

    many = [{"id": f"hens-{n}", "text": "Hens cluck. They do so all day."} for n in range(1000)]
    context = markers.assemble(many, budget=10 * fits, count=count)
    assert len(calls) <= 30
    assert sum(calls) <= 20 * max(len(context.text), 100)


def test_sources_that_cannot_begin_cost_one_call_each() -> None:
    calls: list[int] = []

    def count(text: str) -> int:
        calls.append(len(text))
        return len(text)

    many = [*({"id": f"long-{n}", "text": "a" * 99 + "."} for n in range(50)), {"id": "short", "text": "Hens cluck."}]
    context = markers.assemble(many, budget=40, count=count)
    assert (dict(context.tags), len(calls)) == ({"S1": "short"}, 52)


# -- in order


def test_the_best_stand_at_both_ends_and_keep_their_tags() -> None:
    many = [{"id": str(n), "text": f"Hen {n}."} for n in range(1, 6)]
    context = markers.assemble(many, order="edges")
    assert list(shown(context).items()) == [
        ("S1", "Hen 1."),
        ("S3", "Hen 3."),
        ("S5", "Hen 5."),
        ("S4", "Hen 4."),
        ("S2", "Hen 2."),
    ]
    assert dict(context.tags) == {f"S{n}": str(n) for n in range(1, 6)}


# -- each text once


def test_of_one_text_the_first_stands_for_all() -> None:
    twins = [
        {"id": "a", "text": "Hens cluck.", "url": "https://a.example/", "derived_from": ["book"]},
        {"id": "b", "text": "Dogs bark."},
        {"id": "c", "text": "Hens cluck.", "url": "https://c.example/", "aliases": ["c-1"], "derived_from": ["book", "film"]},
        {"id": "d", "text": "Hens cluck.", "access": ["staff"]},
        {"id": "a", "text": "Hens cluck.", "url": "https://a.example/", "derived_from": ["book"]},
    ]  # fmt: skip
    context = markers.assemble(twins, deduplicate=True)
    assert shown(context) == {"S1": "Hens cluck.", "S2": "Dogs bark.", "S3": "Hens cluck."}
    assert dict(context.tags) == {"S1": "a", "S2": "b", "S3": "d"}
    assert context.notes == ("S1 is a, and stands for what has the same text: c",)
    first = context.sources[0]
    assert first.aliases == ("c", "https://c.example/", "c-1")
    assert first.derived_from == ("book", "film")


def test_texts_are_told_apart_unless_asked() -> None:
    twins = [{"id": "a", "text": "Hens cluck."}, {"id": "b", "text": "Hens cluck."}]
    assert dict(markers.assemble(twins).tags) == {"S1": "a", "S2": "b"}


def test_a_name_of_a_copy_never_hides_another_source() -> None:
    twins = [
        {"id": "a", "text": "Hens cluck."},
        {"id": "b", "text": "Hens cluck.", "url": "c", "aliases": ["c", "a"]},
        {"id": "c", "text": "Dogs bark."},
    ]
    context = markers.assemble(twins, deduplicate=True)
    assert [(one.id, one.aliases) for one in context.sources] == [("a", ("b",)), ("c", ())]


def test_what_stood_for_others_and_was_left_out_is_told() -> None:
    twins = [
        {"id": "dogs", "text": "Dogs bark."},
        {"id": "a", "text": "Hens cluck all day."},
        {"id": "b", "text": "Hens cluck all day."},
    ]
    assert markers.assemble(twins, budget=16, deduplicate=True).notes == ("left out to fit: a, b",)


# -- further sources, later


def test_more_sources_go_on_with_the_numbers() -> None:
    asked = markers.prompt("Who barks?", SOURCES[:1])
    found = asked.more(SOURCES[1:])
    assert list(shown(found)) == ["S2", "S3"]
    assert dict(found.tags) == {"S1": "hens", "S2": "dogs", "S3": "cats"}
    assert [one.id for one in found.sources] == ["hens", "dogs", "cats"]
    answer = markers.parse("Dogs bark [S2], hens cluck [S1].", sources=found.sources, tags=found.tags)
    assert [one.source_id for one in answer.citations] == ["dogs", "hens"]


def test_a_source_that_comes_again_keeps_its_tag() -> None:
    found = markers.assemble(SOURCES[:2]).more([SOURCES[2], SOURCES[0]])
    assert list(shown(found)) == ["S3", "S1"]
    assert dict(found.tags) == {"S1": "hens", "S2": "dogs", "S3": "cats"}


def test_an_id_that_means_something_else_by_now_is_another_source() -> None:
    first = markers.assemble([{"id": "result-0", "text": "Hens cluck."}])
    then = first.more([{"id": "result-0", "text": "Dogs bark."}]).more([{"id": "result-0", "text": "Cats purr."}])
    again = then.more([{"id": "result-0", "text": "Dogs bark."}, {"id": "result-0", "text": "Hens cluck."}])
    assert then.notes == ("result-0 had another text before, which keeps the name; this one is result-0~3",)
    assert dict(again.tags) == {"S1": "result-0", "S2": "result-0~2", "S3": "result-0~3"}
    assert shown(again) == {"S2": "Dogs bark.", "S1": "Hens cluck."}
    answer = markers.parse("Dogs bark [S2].", sources=again.sources, tags=again.tags)
    (citation,) = answer.citations
    cited = answer.source(citation)
    assert cited is not None
    assert cited.text == "Dogs bark."


def test_a_name_that_stands_for_another_is_not_given_again() -> None:
    first = markers.assemble([{"id": "a", "text": "X."}, {"id": "b", "text": "X."}], deduplicate=True)
    then = first.more([{"id": "b", "text": "Y."}])
    assert dict(then.tags) == {"S1": "a", "S2": "b~2"}


def test_equal_texts_of_two_calls_have_one_tag_if_asked() -> None:
    found = markers.assemble(SOURCES[:1]).more([{"id": "copy", "text": SOURCES[0]["text"]}], deduplicate=True)
    assert (dict(found.tags), list(shown(found))) == ({"S1": "hens"}, ["S1"])
    assert found.sources[0].aliases == ("copy",)


def test_more_within_a_budget() -> None:
    found = markers.assemble(SOURCES[:1]).more(SOURCES[1:], budget=25)
    assert (found.text, found.notes) == (
        "[S2] Dogs\nDogs bark.",
        ("cut to fit: dogs, after 10 of 31 characters", "left out to fit: cats"),
    )
    assert dict(found.more([SOURCES[2]]).tags) == {"S1": "hens", "S2": "dogs", "S3": "cats"}


FOUND = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c", "a~2"]), st.sampled_from(["Hens cluck.", "Dogs bark. They guard.", "Cats purr.", " "]), st.sampled_from([(), ("staff",)])),
    max_size=4,
).map(lambda rows: [{"id": name, "text": text, "access": access} for name, text, access in rows])  # fmt: skip


@settings(max_examples=300)
@given(st.lists(st.tuples(FOUND, st.booleans(), st.none() | st.integers(10, 60)), max_size=5))
def test_over_many_calls_a_tag_always_leads_to_the_text_it_stood_above(
    calls: list[tuple[Any, bool, int | None]],
) -> None:
    context = markers.assemble([])
    stood: dict[str, str] = {}
    for found, twins, budget in calls:
        before, context = context, context.more(found, deduplicate=twins, budget=budget)
        assert dict(context.tags).items() >= dict(before.tags).items()
        assert len(set(context.tags.values())) == len(context.tags)
        for tag, text in shown(context).items():
            stood[tag] = max(stood.get(tag, ""), text, key=len)
            assert stood[tag].startswith(text)
    said = "".join(f"So [{tag}]." for tag in stood)
    answer = markers.parse(said, sources=context.sources, tags=context.tags)
    assert [one.ref for one in answer.citations] == list(stood)
    for citation in answer.citations:
        cited = answer.source(citation)
        assert cited is not None
        assert (cited.text or "").startswith(stood[citation.ref or ""])


@pytest.mark.parametrize("field", ["text", "title", "section", "updated"])
@pytest.mark.parametrize("style", ["brackets", "numbers"])
def test_what_could_pass_for_another_source_is_left_out(style: markers.Style, field: str) -> None:
    first = markers.assemble(SOURCES[:1], style=style)
    forged = {"id": "forged", "text": "Hens bark.", field: f"Hens bark [{first.prefix}1]."}
    found = first.more([forged, SOURCES[1]])
    assert dict(found.tags) == {f"{first.prefix}1": "hens", f"{first.prefix}2": "dogs"}
    assert found.notes == ("left out, holding what reads as one of these tags: forged",)


def test_sources_without_text_stay_for_those_made_of_them() -> None:
    context = markers.assemble([{"id": "book"}, {"id": "page", "text": "Hens cluck.", "derived_from": ["book"]}])
    assert [one.id for one in context.more([{"id": "film"}, {"id": "book"}]).sources] == ["page", "book", "film"]
    assert context.notes == ("left out, having no text: book",)


def test_no_more_tags_than_can_be_read() -> None:
    first = markers.assemble([{"id": f"hens-{n}", "text": "Hens."} for n in range(998)], style="numbers")
    found = first.more([{"id": "a", "text": "Dogs."}, {"id": "b", "text": "Cats."}, {"id": "hens-0", "text": "Hens."}])
    assert (list(shown_numbers(found)), found.notes) == (["999", "1"], ("left out to fit: b",))


def shown_numbers(context: Context) -> Sequence[str]:
    return re.findall(r"(?m)^\[(\d+)\]", context.text)


# -- what raises


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"budget": 0}, "budget="),
        ({"budget": True}, "budget="),
        ({"budget": "12"}, "budget="),
        ({"count": tokens}, "budget="),
        ({"budget": 9, "count": 3}, "count="),
        ({"order": "best"}, "given, edges"),
        ({"style": "roman"}, "style="),
        ({"beside": "all of it"}, "list of texts"),
        ({"beside": [3]}, "list of texts"),
        ({"nonce": "short"}, "nonce="),
        ({"nonce": 12345678901234567890}, "nonce="),
        ({"nonce": b"b1946ac92492d2347c6235b4d2611184"}, "nonce="),
        ({"nonce": NONCE, "style": "numbers"}, "no letters"),
    ],
)
def test_what_the_caller_gets_wrong(options: dict[str, Any], says: str) -> None:
    with pytest.raises(UsageError, match=says):
        markers.assemble(SOURCES, **options)


def test_two_sources_of_one_id_raise() -> None:
    with pytest.raises(UsageError, match="one id"):
        markers.assemble([SOURCES[0], {"id": "hens", "text": "Other."}], deduplicate=True)


def test_a_prompt_whose_sources_do_not_fit_raises_and_says_so() -> None:
    with pytest.raises(UsageError, match="left out to fit: hens, dogs, cats"):
        markers.prompt("Who barks?", SOURCES, budget=5)


# -- growth


@pytest.mark.parametrize("budget", [None, 500, 10**9])
def test_the_work_grows_with_the_sources(budget: int | None) -> None:
    def many(times: int) -> Any:
        return [{"id": f"hens-{n % 7}", "text": f"Hens cluck. They do so {n % 5} times."} for n in range(20 * times)]

    first = markers.assemble([])
    check_growth(lambda sources: first.more(cast("Any", sources), budget=budget, deduplicate=True), many, "sources")


def test_the_work_grows_with_names_that_clash() -> None:
    first = markers.assemble([])
    check_growth(
        lambda sources: first.more(cast("Any", sources)),
        lambda times: [{"id": "result", "text": f"Hen {n}."} for n in range(20 * times)],
        "sources",
    )


def test_the_work_grows_with_a_text_that_is_cut() -> None:
    check_growth(
        lambda text: markers.assemble([{"id": "a", "text": text}], budget=len(cast("str", text)) // 2),
        lambda times: "Hens cluck. " * 100 * times,
        "text",
    )


def test_notes_are_lines_whatever_sources_are_called():
    context = markers.assemble([{"id": "evil\n\x1b[31m", "text": " "}, {"id": "a", "text": "x"}])
    assert context.notes == ("left out, having no text: evil [31m",)
