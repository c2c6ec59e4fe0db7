"""Prompted markers: what the prompt mints, what the answer's tags become, and what forged ones do not."""

import json
from collections import deque
from collections.abc import Callable, Iterator
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citebridge import Answer, AnswerDone, CitationAdded, Event, Lines, TextDelta, UsageError, markers, normalize
from citebridge.testing.work import check_growth
from tests.strategies import cut

SOURCES = [
    {"id": "hens", "title": "Hens", "text": "Hens cluck."},
    {"id": "dogs", "title": "Dogs", "text": "Dogs bark."},
    {"id": "cats", "title": "Cats", "text": "Cats purr."},
]
TAGS = {"S1": "hens", "S2": "dogs", "S3": "cats"}


def parsed(text: str, tags: dict[str, str] = TAGS) -> Answer:
    return markers.parse(text, sources=SOURCES, tags=tags)


def ties(answer: Answer) -> list[tuple[str | None, str | None]]:
    return [(one.ref, one.source_id) for one in answer.citations]


def codes(answer: Answer) -> list[str]:
    return [notice.code for notice in answer.notices]


# -- forms


@pytest.mark.parametrize(
    ("written", "tags"),
    [
        ("[S1]", ["S1"]),
        ("[S1][S2]", ["S1", "S2"]),
        ("[S1] [S2]", ["S1", "S2"]),
        ("[S1, S2]", ["S1", "S2"]),
        ("[S1; S3]", ["S1", "S3"]),
        ("[S1-S3]", ["S1", "S2", "S3"]),
        ("[S1 – S2]", ["S1", "S2"]),
        ("[S3-S1]", ["S3", "S1"]),
        ("[S2-S2]", ["S2", "S2"]),
        ("[S1 S2]", ["S1", "S2"]),
        ("[[S1]]", ["S1"]),
        ("【S1】", ["S1"]),
        ("［Ｓ１］", ["S1"]),
        ("[s1]", ["S1"]),
        ("[^S1]", ["S1"]),
        ("[S1†L2-L4]", ["S1"]),
        (r"\\[S1\\]", ["S1"]),
        ("([S1])", ["S1"]),
        ("**[S1]**", ["S1"]),
        ("(S1)", ["S1"]),
    ],
)
def test_forms_that_models_write(written: str, tags: list[str]) -> None:
    answer = parsed(f"They call {written}.")
    assert answer.text == "They call."
    assert [one.ref for one in answer.citations] == tags
    assert all(one.source_id == TAGS[one.ref or ""] and one.channel == "markers" for one in answer.citations)
    assert {one.anchor.start for one in answer.citations if one.anchor} == {9}
    assert codes(answer) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("They call [source: S1].", "near_miss"),
        ("They call [S 1].", "near_miss"),
        ("They call [**S1**].", "near_miss"),
        ("They call [T1].", "near_miss"),
        (r"They call \[S1\].", "near_miss"),
        (r"They call \[S9\].", None),
        ("They call [Section 1].", None),
        ("They call [S].", None),
        ("They call [2023].", None),
        ("They call `[S1]`.", "mark_in_code"),
        ("Read [the notes [S1] of May](https://notes.example/).", "near_miss"),
        ("They call [S1](https://notes.example/).", "near_miss"),
        ("They call [S9](https://notes.example/).", None),
        ("They call\n[S1]: all day.", "near_miss"),
        ("They call\n\n- [S1]: https://hens.example/\n", "near_miss"),
        ("They call\n\n> 1. [S1]: https://hens.example/\n", "near_miss"),
        ("They call [v-1] and [Fig. 1].", None),
        ("They call [May 2020], [Fig 1] and [12, p 3].", None),
        ("They call [T 1].", "near_miss"),
        ("They call [S1 and S2].", "near_miss"),
        ("They call [S1 ].", "near_miss"),
        (f"They call [S1, {'as they say ' * 9}and so on].", "near_miss"),
        (f"They call [S1, {'as they say ' * 30}and so on].", "broken_mark"),
        ("They call [S1, S2", "broken_mark"),
        ("They call [S1", "broken_mark"),
        ("They call [S1. They say", "broken_mark"),
        ("They call [S1\nThey say", "broken_mark"),
        ("They call [S1-\n[they] say", "broken_mark"),
        ("They call [S1:", "broken_mark"),
        ("They call `[S1, S2`", None),
        ("They call ``` x ``` and `[S1].", "mark_in_code"),
    ],
)
def test_what_is_left_in_the_text(text: str, code: str | None) -> None:
    answer = parsed(text)
    assert answer.text == text
    assert answer.citations == ()
    assert codes(answer) == ([code] if code else [])


NUMBERED = {"1": "hens", "2": "dogs", "3": "cats"}


@pytest.mark.parametrize(
    "written",
    ["[source:2]", "[Source 1]", "[sources: 1, 2]", "[cite: 1]", "[**3]**", "[**1**]", "[ 1 ]", "[1\xa0]", "[#1]", "[1.]", '["1"]', "[^1^]", "[\u200b1]", "&#91;1&#93;", "[①]", "[𝟏]", "[١]", "〔1〕", "[1 and 2]", "[ 1, 2 ]", "[1 & 2]", "[source 1 and notes]", "【1†source】", "[1†source]", "[2†p. 3]", "[1†3]"],
)  # fmt: skip
def test_numbers_that_look_like_tags_are_told(written: str) -> None:
    answer = parsed(f"They call {written} so.", NUMBERED)
    assert (answer.citations, codes(answer)) == ((), ["near_miss"])


@pytest.mark.parametrize(
    "written",
    ["[2023]", "[1.2-3.4]", "[95%, 1.5]", "[ 4 ]", "[source: 7]", "[Section 2]", "[1/2]", "[-1]", "[.1]", "[1:]", "[1-]", "[10 mg]", "[ 1 ](u)", "![1](a.png)", "[1](u)", r"\[1\]", "`[ 1 ]`", "{1}", "<1>", "[May 2020]", "[12, p 3]", "[p 3]", "[sources: 3 papers]", "[cited 3 times]", "[ ]", "[x]", "[ 1, 200.5 ]", "[12, p. 3]", "[1 of 3]", "[1, 2, 3.5]", "[1, 10)", "[1, 2 mg]", "[7†source]", "[14:30]", "[3:16]", "[1:3]", "[1:4]", "[8:15-9]", "[7†3]", "[2:1, 3]"],
)  # fmt: skip
def test_numbers_in_prose_are_no_near_misses(written: str) -> None:
    answer = parsed(f"They call {written} so.", NUMBERED)
    assert answer.text == f"They call {written} so."
    assert not {"near_miss", "broken_mark"} & set(codes(answer))


def test_a_list_of_numbers_without_an_end_is_told() -> None:
    assert codes(parsed("They call [1, 2\nall day.", NUMBERED)) == ["broken_mark"]


def test_round_brackets_are_prose_where_a_source_has_them() -> None:
    sources = [{"id": "hens", "text": "Route (S1) is closed."}]
    assert markers.parse("It is closed (S1).", sources=sources, tags={"S1": "hens"}).text == "It is closed (S1)."


def test_round_brackets_are_prose_where_a_title_has_them() -> None:
    sources = [{"id": "hens", "title": "See (S1)", "text": "Closed."}]
    assert markers.parse("It is closed (S1).", sources=sources, tags={"S1": "hens"}).text == "It is closed (S1)."


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("It is closed (S1).", ["near_miss"]),
        ("It is closed (s1), [see S1] （Ｓ１）.", ["near_miss"] * 3),
        ("It is closed (B2), (S9) and `(S1)`.", []),
    ],
)
def test_a_minted_tag_in_round_brackets_that_are_prose_is_told(text: str, told: list[str]) -> None:
    answer = markers.parse(text, sources=[{"id": "hens", "text": "Gate (B2) is closed."}], tags={"S1": "hens"})
    assert (answer.text, codes(answer)) == (text, told)


@pytest.mark.parametrize(
    ("written", "tags", "first", "last"),
    [
        ("[S2:L8-L13]", TAGS, 8, 13),
        ("[S2:L8-13]", TAGS, 8, 13),
        ("[S2:8-13]", TAGS, 8, 13),
        ("[1†L2-L4]", NUMBERED, 2, 4),
        ("[1:L8]", NUMBERED, 8, 8),
    ],
)
def test_lines_become_locators(written: str, tags: dict[str, str], first: int, last: int) -> None:
    (citation,) = parsed(f"They call {written}.", tags).citations
    assert citation.locators == (Lines(start_line=first, end_line=last),)


@pytest.mark.parametrize(("last", "cut"), [(63, False), (64, False), (65, True), (9999, True)])
def test_a_long_range_is_cut_and_told(last: int, cut: bool) -> None:
    answer = parsed(f"They call [S1-S{last}].")
    assert len(answer.citations) == min(last, 64)
    assert ("long_range" in codes(answer)) is cut


def test_openais_private_use_style() -> None:
    answer = parsed("They call \ue200cite\ue202S1\ue202S2\ue201.")
    assert (answer.text, ties(answer), codes(answer)) == ("They call.", [("S1", "hens"), ("S2", "dogs")], [])


@pytest.mark.parametrize(
    ("names", "led", "told"),
    [
        (["S1", "S9"], [("S1", "hens"), ("S9", None)], ["unknown_tag"]),
        (["S9", "s2"], [("S9", None), ("S2", "dogs")], ["unknown_tag"]),
        (["Ｓ１"], [("S1", "hens")], []),
        (["S1", "hens"], [("S1", "hens"), ("hens", None)], ["unknown_tag"]),
        (["S\u200b1"], [("S\u200b1", None)], ["stray_mark"]),
        (["S9", "hens"], [("S9", None), ("hens", None)], ["stray_mark"]),
    ],
)
def test_a_run_that_names_a_tag_is_one_of_tags(names: list[str], led: list[object], told: list[str]) -> None:
    answer = parsed("They call " + "\ue202".join(["\ue200cite", *names]) + "\ue201.")
    assert (answer.text, ties(answer), codes(answer)) == ("They call.", led, told)


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Hens cluck [S1] and [S2].", ["Hens cluck", None]),
        ("Hens cluck [S1], or, [S2].", ["Hens cluck", None]),
        ("Hens cluck [S1] and dogs [S2].", ["Hens cluck", "dogs"]),
        ("Hens cluck [S1] and orange ones too [S2].", ["Hens cluck", "orange ones too"]),
        ("Hens cluck [S1]. And [S2].", ["Hens cluck", "And"]),
        ("退款需要十天[S1]，手续费三欧元[S2]；周日休息[S1]、。", ["退款需要十天", "手续费三欧元", "周日休息"]),
        ("أيام [S1]، وتحتسب رسوم [S2]؛ ثم [S1].", ["أيام", "وتحتسب رسوم", "ثم"]),
    ],
)
def test_what_joins_two_claims_is_none(text: str, claims: list[str | None]) -> None:
    answer = parsed(text)
    assert [one.claim and answer.text[one.claim.start : one.claim.end] for one in answer.citations] == claims


# -- the closed set


def test_a_tag_that_was_not_minted_leads_nowhere() -> None:
    answer = parsed("They call [S1][S7].")
    assert answer.text == "They call."
    assert ties(answer) == [("S1", "hens"), ("S7", None)]
    assert "unknown_tag" in codes(answer)


def test_a_tag_whose_source_is_not_given_is_told() -> None:
    answer = markers.parse("They call [S1].", sources=[], tags={"S1": "hens"})
    assert (ties(answer), codes(answer)) == ([("S1", None)], ["unresolved_reference"])


def test_a_tag_may_name_a_source_that_comes_later() -> None:
    chunks = [
        {"choices": [{"index": 0, "delta": {"content": "Hens cluck [S1]. Yes."}}]},
        {
            "search_results": [{"url": "https://hens.example/"}],
            "choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}],
        },
    ]
    for events in (chunks, chunks[::-1]):
        answer = normalize(events, provider="perplexity", tags={"S1": "https://hens.example/"})
        assert ties(answer) == [("S1", "https://hens.example/")]


def test_the_map_is_stored_with_the_answer() -> None:
    answer = Answer.model_validate_json(parsed("They call [S1].").model_dump_json())
    assert (answer.marker_map, answer.channel, answer.provider) == (TAGS, "markers", "markers")


# -- streams


WORDS = st.sampled_from(
    ["Hens cluck", " [S1]", "[S1", ", S2]", "[[S", "2]]", " [S9].", "`", "\n", " (", "**", "[x](u)", "[S3†L2-L4]", "(S1)", "\\[",
     "[see ", "](u)", "x" * 130, "\n- ", "1. ", "[1:3]", "[S1:3]"]
)  # fmt: skip


@settings(max_examples=300)
@given(cut(st.lists(WORDS, max_size=12).map("".join)))
def test_every_split_gives_the_same(pieces: list[str]) -> None:
    whole = parsed("".join(pieces))
    events = list(markers.parse_stream(pieces, sources=SOURCES, tags=TAGS))
    done = events[-1]
    assert isinstance(done, AnswerDone)
    assert done.answer.model_dump(exclude={"notices"}) == whole.model_dump(exclude={"notices"})
    assert {one.code for one in done.answer.notices} == {one.code for one in whole.notices}
    assert "".join(event.text for event in events if isinstance(event, TextDelta)) == whole.text
    told = [event.citation.id for event in events if isinstance(event, CitationAdded)]
    assert sorted(told) == sorted(one.id for one in whole.citations)


@pytest.mark.parametrize(
    ("text", "cited"),
    [
        # So far from the end of the link that the first is none of its words; the second is.
        ("[see [S1]" + "a" * 200 + "[S2] " + "b" * 100 + "](u).", ["S1"]),
        ("[see [S1] and [S2]](u).", []),
        ("[see [S1] and\n[S2]](u).", ["S1", "S2"]),
        ("[see] [S1] and [S2] there.", ["S1", "S2"]),
        # Of several brackets and other signs before it, the last bracket counts.
        ("[See above.] " + "Rain fell. " * 28 + "As [the report (Sunday) says [S1] so](u).", []),
        ("\ue200cite\ue202[x\ue201 see [S1] b](u).", ["[x"]),
    ],
)
def test_a_tag_in_the_text_of_a_link_is_prose(text: str, cited: list[str]) -> None:
    done = list(markers.parse_stream(list(text), sources=SOURCES, tags=TAGS))[-1]
    assert isinstance(done, AnswerDone)
    assert [one.ref for one in parsed(text).citations] == cited
    assert done.answer.citations == parsed(text).citations


def test_what_is_told_of_many_unknown_tags_does_not_depend_on_repeats() -> None:
    text = "".join(f"[S{number}]" for number in [*range(9, 215), 214, 214])
    *_, done = markers.parse_stream([text[:400], text[400:]], sources=SOURCES, tags=TAGS)
    assert isinstance(done, AnswerDone)
    assert done.answer.notices == parsed(text).notices
    assert parsed(text).notices[-1].message == "and 6 more of unknown_tag"


def test_no_delta_holds_a_part_of_a_tag() -> None:
    events = markers.parse_stream(list("Hens cluck [S1, S2], dogs [S3]."), sources=SOURCES, tags=TAGS)
    deltas = [event.text for event in events if isinstance(event, TextDelta)]
    assert "".join(deltas) == "Hens cluck, dogs."
    assert not any(sign in delta for delta in deltas for sign in "[]S123")


def test_a_link_is_not_held_where_nothing_could_tell_of_it() -> None:
    pieces = iter(["See ([site](https://hens.example/)) or [[1]](https://dogs.example/), ", "they say."])
    events = markers.parse_stream(pieces, sources=SOURCES, tags=TAGS)
    first = next(event for event in events if isinstance(event, TextDelta))
    assert first.text.startswith("See ([site](https://hens.example/)) or [[1]](https://dogs.example/),")
    assert next(pieces) == "they say."


# -- native answers with tags


def test_a_native_answer_carries_tags_as_well() -> None:
    body = {
        "type": "message",
        "role": "assistant",
        "content": [
            {
                "type": "text",
                "text": "Hens cluck.",
                "citations": [
                    {
                        "type": "char_location",
                        "document_index": 0,
                        "cited_text": "Hens cluck.",
                        "start_char_index": 0,
                        "end_char_index": 11,
                    }
                ],
            },
            {"type": "text", "text": " Dogs bark [S2]."},
        ],
        "stop_reason": "end_turn",
    }
    answer = normalize(body, sources=SOURCES, tags=TAGS)
    assert answer.text == "Hens cluck. Dogs bark."
    assert [(one.channel, one.source_id) for one in answer.citations] == [("native", "hens"), ("markers", "dogs")]


@pytest.mark.parametrize(
    "tags", [{"a tag": "hens"}, {"S1": 3}, ["S1"], {"": "hens"}, {"S01": "hens"}, {"S1": "hens", "s1": "dogs"}]
)
def test_what_can_be_no_tag_raises(tags: object) -> None:
    with pytest.raises(UsageError):
        markers.parse("Hens.", sources=SOURCES, tags=tags)  # type: ignore[arg-type]


@pytest.mark.parametrize("written", ["[S1:L5-L2]", "[S1:L0]"])
def test_lines_that_make_no_sense_are_refused(written: str) -> None:
    answer = parsed(f"They call {written}.")
    assert ([one.locators for one in answer.citations], codes(answer)) == ([()], ["locator_refused"])


@pytest.mark.parametrize("written", ["[S01]", "[S١]"])
def test_only_the_minted_tag_is_the_tag(written: str) -> None:
    assert [one for one in ties(parsed(f"They call {written}.")) if one[1]] == []


def test_a_stream_that_breaks_tells_what_had_come() -> None:
    def broken():
        yield "Hens cluck [S1]."
        raise OSError("gone")

    events = []
    stream = markers.parse_stream(broken(), sources=SOURCES, tags=TAGS)
    with pytest.raises(OSError, match="gone"):
        events.extend(stream)
    done = events[-1]
    assert isinstance(done, AnswerDone)
    assert (done.answer.text, done.answer.finish, ties(done.answer)) == ("Hens cluck.", "truncated", [("S1", "hens")])


def test_pieces_that_are_no_text_raise() -> None:
    with pytest.raises(UsageError, match="pieces of text"):
        list(markers.parse_stream([b"Hens"], sources=SOURCES, tags=TAGS))  # type: ignore[list-item]


def test_the_work_grows_with_near_misses_beside_code() -> None:
    check_growth(lambda text: parsed(cast("str", text)), lambda times: "`code` and [see S1]. " * 20 * times, "text")


def test_a_tag_leads_to_the_id_it_was_minted_for() -> None:
    """An url or another name of one source may be the id of another."""
    sources = [
        {"id": "first", "url": "https://hens.example/", "text": "Hens cluck."},
        {"id": "https://hens.example/", "text": "Hens lay."},
        {"id": "second", "aliases": ["third"], "text": "Hens run."},
        {"id": "third", "text": "Hens fly."},
    ]
    tags = {f"S{number}": str(one["id"]) for number, one in enumerate(sources, 1)}
    answer = markers.parse("So [S1] so [S2] so [S3] so [S4].", sources=sources, tags=tags)
    assert [one.source_id for one in answer.citations] == [one["id"] for one in sources]


CHAT = {"object": "chat.completion", "choices": [{"index": 0, "message": {"role": "assistant", "content": ""}}]}
GEMINI = {"candidates": [{"content": {"role": "model", "parts": [{"text": ""}]}, "finishReason": "STOP"}]}
CLAUDE = {"type": "message", "role": "assistant", "content": [{"type": "text", "text": ""}], "stop_reason": "end_turn"}


def said(body: dict, text: str) -> dict:
    return json.loads(json.dumps(body).replace('": ""', '": ' + json.dumps(text)))


def test_a_run_that_names_a_source_of_the_caller_leads_nowhere_where_tags_are_given() -> None:
    body = said(CHAT, "They call \ue200cite\ue202rules\ue201 [S1].")
    sources = [{"id": "hens", "text": "Hens cluck."}, {"id": "rules", "text": "No dogs."}]
    answer = normalize(body, sources=sources, tags={"S1": "hens"})
    assert [(one.ref, one.source_id) for one in answer.citations] == [("rules", None), ("S1", "hens")]


@pytest.mark.parametrize("body", [CHAT, GEMINI, CLAUDE], ids=["chat", "gemini", "claude"])
def test_tags_in_private_use_runs_are_read_in_any_native_answer(body: dict) -> None:
    answer = normalize(said(body, "They call \ue200cite\ue202S1\ue201."), sources=[{"id": "hens"}], tags={"S1": "hens"})
    assert answer.text == "They call."
    assert [(one.ref, one.source_id) for one in answer.citations] == [("S1", "hens")]


# -- halves of surrogate pairs


@pytest.mark.parametrize(
    ("said", "text", "odd"),
    [
        ("It\ud83d rose [S1].", "It\ufffd rose.", True),
        ("\ud83d\ud83d~ [S1]", "\ufffd\ufffd~", True),
        ("It rose [S1]\ud83d", "It rose \ufffd", True),
        ("It rose \ud83d\udc14 [S1].", "It rose \U0001f414.", False),
        ("It rose \ufffd [S9] \ude00 [S 1].", "It rose \ufffd \ufffd [S 1].", True),
    ],
)
def test_halves_of_surrogate_pairs_are_told_and_can_be_stored(said: str, text: str, odd: bool) -> None:
    answer = parsed(said)
    assert answer.text == text
    assert ("lone_surrogate" in codes(answer)) is odd
    assert Answer.model_validate_json(answer.model_dump_json()) == answer
    *events, done = markers.parse_stream(said, sources=SOURCES, tags=TAGS)
    assert isinstance(done, AnswerDone)
    assert done.answer == answer
    assert "".join(one.text for one in events if isinstance(one, TextDelta)) == text


def test_a_stream_that_breaks_within_a_pair_keeps_the_half() -> None:
    def pieces() -> Iterator[str]:
        yield "Hens\ud83d"
        raise OSError("cut \ud83d off")

    events: list[Event] = []
    stream = markers.parse_stream(pieces(), sources=SOURCES, tags=TAGS)
    with pytest.raises(OSError, match="off"):
        deque(map(events.append, stream), maxlen=0)
    (answer,) = (one.answer for one in events if isinstance(one, AnswerDone))
    assert answer.text == "Hens\ufffd"
    assert codes(answer) == ["stream_failed", "lone_surrogate"]
    assert Answer.model_validate_json(answer.model_dump_json()) == answer


def test_an_id_with_half_a_pair_is_the_one_that_the_source_has() -> None:
    (citation,) = markers.parse("[S1]", sources=[{"id": "a\ud83d", "text": "x"}], tags={"S1": "a\ud83d"}).citations
    assert citation.source_id == "a\ufffd"


# -- what the caller may get wrong


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (lambda: markers.parse("[S1]", sources=SOURCES, tags=None), "tags="),  # pyright: ignore[reportArgumentType]
        (lambda: markers.parse_stream(None, sources=SOURCES, tags=TAGS), "pieces of text"),  # pyright: ignore[reportArgumentType]
        (lambda: markers.parse_stream(["x"], sources=SOURCES, tags={"Section 1": "a"}), "is no tag"),
        (lambda: markers.prompt(None, SOURCES), "needs a question"),  # pyright: ignore[reportArgumentType]
        (lambda: markers.prompt(7, SOURCES), "needs a question"),  # pyright: ignore[reportArgumentType]
        (lambda: markers.prompt("Why?", SOURCES, system=None), "system="),  # pyright: ignore[reportArgumentType]
        (lambda: markers.prompt("Why?", SOURCES, history=None), "history="),  # pyright: ignore[reportArgumentType]
        (lambda: markers.prompt("Why?", SOURCES, history=[{"role": "user"}]), "history="),  # pyright: ignore[reportArgumentType]
        (lambda: markers.assemble(SOURCES, beside=7), "beside="),  # pyright: ignore[reportArgumentType]
        (lambda: markers.prompt("Why?", SOURCES, budget=50, count=str.split), "count="),  # pyright: ignore[reportArgumentType]
    ],
)
def test_what_is_given_wrong_is_told_at_once(wrong: Callable[[], object], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        wrong()


def test_a_prompt_can_be_sent() -> None:
    asked = markers.prompt("Do hens\ud83d cluck?", SOURCES, system="Be kind\ude00.")
    assert "hens\ufffd" in asked.user
    assert asked.system.startswith("Be kind\ufffd.")
