"""SourceSet: who is the same source and who is another one, and that arrival does not matter."""

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from citebridge.models import Source, Span
from citebridge.sources import SourceSet, digest, digest_of_base64, joined
from tests.strategies import IN_STEP, growth


def ids(sources: SourceSet) -> list[str]:
    return [entry.id for entry in sources.in_order()]


def found(sources: SourceSet, name: str) -> str | None:
    entry = sources.find(name)
    return entry.id if entry is not None else None


# -- identity

RECORDS: list[tuple[str, list[tuple[str, dict[str, Any]]], list[str]]] = [
    ("one name, nothing known", [("a", {}), ("a", {})], ["a"]),
    ("one name, the same content", [("a", {"text": "x"}), ("a", {"text": "x"})], ["a"]),
    ("one name, the same record", [("a", {"raw": {"n": 1}}), ("a", {"raw": {"n": 1}})], ["a"]),
    ("one name, content known of one only", [("a", {}), ("a", {"text": "x", "raw": {"n": 1}})], ["a"]),
    ("one name, other content", [("a", {"text": "x"}), ("a", {"text": "y"})], ["a", "a~2"]),
    ("one name, other records", [("a", {"raw": {"n": 1}}), ("a", {"raw": {"n": 2}})], ["a", "a~2"]),
    ("one name, a record of it alone", [("a", {"raw": {"id": "a", "d": 1}}), ("a", {"raw": {"id": "a"}})], ["a"]),
    ("a record of the name alone, first", [("a", {"raw": {"id": "a", "d": None}}), ("a", {"raw": {"d": 1}})], ["a"]),
    ("one name, a record of nought", [("a", {"raw": {"n": 0}}), ("a", {"raw": {"n": 1}})], ["a", "a~2"]),
    ("one name, a record that says less", [("a", {"raw": {"n": 1, "d": 2}}), ("a", {"raw": {"n": 1}})], ["a", "a~2"]),
    ("a third", [("a", {"text": "x"}), ("a", {"text": "y"}), ("a", {"text": "z"})], ["a", "a~2", "a~3"]),
    ("the second again", [("a", {"text": "x"}), ("a", {"text": "y"}), ("a", {"text": "y"})], ["a", "a~2"]),
    (
        "a name that looks like a second",
        [("a~2", {"text": "x"}), ("a", {"text": "x"}), ("a", {"text": "y"})],
        ["a~2", "a", "a~2~2"],
    ),
    ("the same title is not the same source", [("a", {"title": "T"}), ("b", {"title": "T"})], ["a", "b"]),
    ("the same address under two names", [("a", {"url": "u"}), ("b", {"url": "u"})], ["a", "b"]),
    ("an address is a name", [("u", {"url": "u"}), ("u", {"url": "u"})], ["u"]),
    ("empty text is content", [("a", {"text": ""}), ("a", {"text": "x"})], ["a", "a~2"]),
]


@pytest.mark.parametrize(("what", "records", "names"), RECORDS, ids=[row[0] for row in RECORDS])
def test_identity(what: str, records: Sequence[tuple[str, dict[str, Any]]], names: list[str]) -> None:
    sources = SourceSet()
    for number, (name, known) in enumerate(records):
        sources.add(name, (number,), **known)
    assert ids(sources) == names


A: dict[str, Any] = {"id": "a"}


@pytest.mark.parametrize(
    ("offered", "names"),
    [
        ([A | {"text": "x", "aliases": ["1"]}, A | {"text": "x", "aliases": ["2"]}], {"a": ("1", "2")}),
        ([A | {"title": "T"}, A | {"title": "U"}], {"a": ()}),
        ([A, A | {"text": "x", "digest": "d"}, A], {"a": ()}),
        ([A | {"text": "x"}, A | {"text": "y"}], {"a": (), "a~2": ("a",)}),
        ([A | {"digest": "d"}, A | {"digest": "e"}], {"a": (), "a~2": ("a",)}),
        ([A, A | {"text": "x"}, A | {"text": "y"}, A], {"a": (), "a~2": ("a",)}),
        ([A | {"text": text} for text in "xyzxyz"], {"a": (), "a~2": ("a",), "a~3": ("a",)}),
        ([A | {"url": "u"}, A | {"url": "v"}], {"a": (), "a~2": ("a",)}),
        ([A | {"text": "x", "access": ["staff"]}, A | {"text": "x"}], {"a": (), "a~2": ("a",)}),
        ([A | {"text": "xy", "blocks": [Span(0, 2)]}, A | {"text": "xy", "blocks": [Span(0, 1)]}], {"a": (), "a~2": ("a",)}),
        ([A, {"id": "b", "aliases": ["a"]}, {"id": "c", "url": "a"}], {"a": (), "b": ("a",), "c": ()}),
    ],
)  # fmt: skip
def test_an_id_that_is_offered_again_is_another_source_only_where_that_has_other_content(
    offered: list[dict[str, Any]], names: dict[str, tuple[str, ...]]
) -> None:
    sources = SourceSet()
    told = [sources.offer(Source.model_validate(one)) for one in offered]
    assert {one.id: one.fields.get("aliases") for one in sources.in_order()} == names
    assert [entry for entry, new in told if new] == sources.in_order()
    assert found(sources, "a") == "a"


def test_what_is_offered_again_is_learned_from() -> None:
    sources = SourceSet()
    entry, _ = sources.offer(Source(id="a"))
    sources.offer(Source(id="a", title="T", text="x", blocks=(Span(0, 1),), digest="d"))
    learned = Source.model_validate(entry.fields)
    assert learned == Source(id="a", title="T", text="x", blocks=(Span(0, 1),), digest="d")


def test_a_kind_is_counted_as_far_as_it_is_numbered() -> None:
    sources = SourceSet()
    for name, aliases in (("document:handbook", ()), ("a", ("document:0", "document:1")), ("document:2", ())):
        sources.offer(Source(id=name, aliases=aliases))
    assert (sources.count("document:"), sources.count("search_result:")) == (3, 0)


def test_the_record_that_says_most_is_kept() -> None:
    sources = SourceSet()
    least: dict[str, JsonValue] = {"id": "a"}
    most: dict[str, JsonValue] = {"id": "a", "document": {"text": "x"}}
    null: dict[str, JsonValue] = {"id": "a", "document": None}
    for n, raw in enumerate((least, most, null)):
        entry, _ = sources.add("a", (n,), raw=raw)
        assert entry.fields.get("raw") == (most if n else least)


def test_a_record_that_fits_an_offered_source_is_that_source() -> None:
    sources = SourceSet()
    sources.offer(Source(id="a", text="x", title="Mine"))
    entry, new = sources.add("a", (0,), title="Theirs", raw={"n": 1}, url="u")
    assert (entry.id, new) == ("a", False)
    assert (entry.fields.get("title"), entry.fields.get("url"), entry.fields.get("raw")) == ("Mine", "u", {"n": 1})


def test_a_minted_number_is_not_what_the_caller_calls_so() -> None:
    sources = SourceSet()
    sources.offer(Source(id="chunk:0"))
    entry, new = sources.add("chunk:0", (0,), minted=True, text="x")
    assert (entry.id, new) == ("chunk:0~2", True)
    again, new = sources.add("chunk:0", (0,), minted=True, text="x")
    assert (again.id, new) == ("chunk:0~2", False)


@pytest.mark.parametrize(
    ("name", "is_found"),
    [("a", "a"), ("u", "a"), ("document:0", "a"), ("A", None), ("T", None), ("", None), ("0", None)],
)
def test_a_name_leads_to_its_source_or_to_nobody(name: str, is_found: str | None) -> None:
    sources = SourceSet()
    sources.offer(Source(id="a", url="u", title="T", aliases=("document:0",)))
    assert found(sources, name) == is_found


@pytest.mark.parametrize("many", [2, 20])
def test_an_address_means_none_of_the_passages_offered_apart_but_by_what_it_says(many: int) -> None:
    sources, address = SourceSet(), "https://a.example/"
    for n in range(many):
        sources.offer(Source(id=f"passage {n}", url=address, text=f"text {n}", aliases=(address,)))
    assert sources.find(address) is None
    page, _ = sources.add(address, (0,), title="The page")
    assert (page.id, sources.find(address), sources.add(address, (1,))) == (address, page, (page, False))
    passage, _ = sources.add(address, (2,), text="text 1", raw={"n": 1})
    assert passage.id == "passage 1"
    sources.offer(Source(id=address))  # the page itself
    assert sources.find(address) is not page


def test_of_several_sources_with_a_name_the_first_is_found() -> None:
    sources = SourceSet()
    sources.add("a", (0,), text="x")
    sources.add("a", (1,), text="y")
    assert found(sources, "a") == "a"
    assert found(sources, "a~2") == "a~2"


def test_an_alias_is_told_once_and_never_the_id() -> None:
    sources = SourceSet()
    entry, _ = sources.add("a", (0,), aliases=("b", "b", "a"))
    sources.add("a", (1,), aliases=("b", "c"))
    assert entry.fields.get("aliases") == ("b", "c")
    assert found(sources, "c") == "a"


def test_the_title_of_the_first_place_holds() -> None:
    sources = SourceSet()
    entry, _ = sources.add("a", (5,), title="late")
    sources.add("a", (9,), title="later")
    assert entry.fields.get("title") == "late"
    sources.add("a", (1,), title="early")
    sources.add("a", (0,))
    assert entry.fields.get("title") == "early"


@pytest.mark.parametrize(
    "known", [{"text": "x"}, {"raw": {"n": 1}}, {"url": "u"}, {"text": "x", "blocks": (Span(0, 1),)}]
)
def test_what_a_later_record_knows_is_learned_however_little(known: dict[str, Any]) -> None:
    sources = SourceSet()
    entry, _ = sources.add("a", (0,))
    sources.add("a", (1,), **known)
    assert {**entry.fields, **known} == entry.fields


def test_blocks_are_only_learned_with_their_text() -> None:
    sources = SourceSet()
    entry, _ = sources.add("a", (0,), text="Hens.")
    sources.add("a", (1,), blocks=(Span(0, 3),))
    assert "blocks" not in entry.fields
    sources.add("a", (2,), text="Hens.", blocks=(Span(0, 5),))
    assert entry.fields.get("blocks") == (Span(0, 5),)


# -- order

records_of_names = st.lists(
    st.tuples(st.sampled_from("abcdef"), st.sampled_from([None, "T", "U"]), st.sampled_from([None, "u"])),
    min_size=1,
    max_size=10,
)


@given(records_of_names, st.randoms(use_true_random=False))
@settings(max_examples=150)
def test_the_order_of_arrival_does_not_matter(records: list[tuple[str, str | None, str | None]], random: Any) -> None:
    """Where nothing contradicts: each source keeps its place, its first title, and what is known of it."""

    def told(order: Sequence[int]) -> list[tuple[str, Any, Any]]:
        sources = SourceSet()
        sources.offer(Source(id="c", title="Mine"))
        for number in order:
            name, title, url = records[number]
            sources.add(name, (number,), title=title, url=url, raw={"name": name})
        return [(one.id, one.fields.get("title"), one.fields.get("url")) for one in sources.in_order()]

    order = list(range(len(records)))
    random.shuffle(order)
    assert told(order) == told(range(len(records)))


@given(st.lists(st.sampled_from(["x", "y", "z", None]), max_size=30), st.integers(0, 3))
@settings(max_examples=100)
def test_each_content_is_one_source_however_many_share_the_name(texts: list[str | None], others: int) -> None:
    sources = SourceSet()
    for number in range(others * 5):
        sources.add("a", (number,), text=f"other {number}")
    contents: dict[str, str] = {}
    for number, text in enumerate(texts):
        if text is not None:
            entry, new = sources.add("a", (100 + number,), text=text)
            assert new == (text not in contents)
            assert contents.setdefault(text, entry.id) == entry.id
    assert len(set(ids(sources))) == len(sources.entries) == others * 5 + len(contents)


def test_what_is_learned_later_is_looked_for_too() -> None:
    """Also of a source so far behind that it is only found by its content."""
    sources = SourceSet()
    for number in range(20):
        sources.add("a", (number,), text=f"text {number}")
    entry, _ = sources.add("a", (20,), raw={"n": 1}, text="last")
    again, new = sources.add("a", (21,), raw={"n": 1}, text="last")
    assert (again.id, new) == (entry.id, False)


# -- work


def test_many_offers_of_one_id_are_linear_work() -> None:
    def run(size: int) -> None:
        sources = SourceSet()
        for number in range(size):
            sources.offer(Source(id="a", text=f"text {number % (size // 2)}"))
        assert len(sources.entries) == size // 2

    assert growth(run, 2_000) < IN_STEP


@pytest.mark.parametrize("field", ["text", "raw", "url"])
def test_many_records_of_one_name_are_linear_work(field: str) -> None:
    def run(size: int) -> None:
        sources = SourceSet()
        for number in range(size):
            known: dict[str, Any] = {field: {"n": number} if field == "raw" else f"{field} {number}"}
            sources.add("a", (number,), **known)
            sources.add("a", (number,), **known)
        sources.in_order()

    assert growth(run, 5_000) < IN_STEP


def test_many_names_of_one_source_are_linear_work() -> None:
    def run(size: int) -> None:
        sources = SourceSet()
        entry, _ = sources.add("a", (0,))
        for number in range(size):
            sources.alias(entry, f"alias {number}")
        for number in range(size):
            assert sources.find(f"alias {number}") is entry

    assert growth(run, 2_000) < IN_STEP


def test_many_sources_at_one_address_are_linear_work() -> None:
    def run(size: int) -> None:
        sources = SourceSet()
        for number in range(size):
            sources.add(f"page {number}", (number,), url="https://one.example/", text=f"text {number}")
            sources.find("https://one.example/")

    assert growth(run, 5_000) < IN_STEP


# -- helpers


@pytest.mark.parametrize(
    ("data", "sound"), [("YWI=", True), ("YW I=", None), ("é", None), (None, None), ("Y", None), ("", True)]
)
def test_the_digest_of_base64_never_raises(data: str | None, sound: bool | None) -> None:
    made = digest_of_base64(data)
    assert sound is None or made == digest({"YWI=": b"ab", "": b""}[str(data)])


@given(st.lists(st.text(max_size=5), max_size=6))
def test_blocks_are_found_in_the_joined_text(blocks: list[str]) -> None:
    text, spans = joined(blocks)
    assert [text[span.start : span.end] for span in spans] == blocks


@pytest.mark.parametrize("urls", [("https://a.example", "https://b.example"), (None, None)])
def test_what_the_provider_calls_two_pages_is_neither(urls: tuple[str | None, str | None]) -> None:
    found = SourceSet()
    for number, url in enumerate(urls):
        found.add(url or f"page {number}", (number,), url=url, aliases=("[1]",))
    assert found.only("[1]") is None


def test_what_the_caller_calls_a_source_is_not_what_the_provider_calls_it() -> None:
    found = SourceSet()
    found.offer(Source(id="[1]", aliases=("[2]",)))
    assert (found.only("[1]"), found.only("[2]"), found.find("[1]") is not None) == (None, None, True)
