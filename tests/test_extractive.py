"""Answers without a model: what is quoted, that it is quoted exactly, and how often it is the right thing."""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from inline_snapshot import snapshot

from citebridge import Answer, Chars, Lines, MissingExtra, Pages, Section, Source, Span, UsageError, render
from citebridge.extractive import extract
from citebridge.extractive.bm25 import scores_of, stop_words
from citebridge.extractive.choosing import MOST
from citebridge.extractive.passages import LONGEST, passages_of
from citebridge.extractive.questions import MOST as MOST_TERMS
from citebridge.extractive.questions import asked
from citebridge.extractive.words import akin, folded, pairs, words
from citebridge.markers.prompting import REFUSAL
from citebridge.sources import from_bytes
from citebridge.testing.work import check_growth
from tests.questions import DOCUMENTS, HELD_OUT, QUESTIONS, TUNING

ROOT = Path(__file__).resolve().parent.parent
FIRST, SECOND = (
    "1 Dogs\nDogs are kept\non a lead. They sleep in the hall.\n",
    "2 Noise\nFrom ten o'clock on it is quiet.",
)
RULES = Source(
    id="rules",
    title="House rules",
    text=FIRST + SECOND,
    pages=(Span(0, len(FIRST)), Span(len(FIRST), len(FIRST + SECOND))),
)


def quotes(question: str, *texts: str) -> list[str]:
    sources = [Source(id=f"{number}", text=text) for number, text in enumerate(texts)]
    return [one.cited_text or "" for one in extract(question, sources).citations]


def on_one_line(text: str | None) -> str:
    return " ".join((text or "").split())


# -- what comes back


def test_the_whole_answer():
    answer = extract("Where do dogs sleep, and are they kept on a lead?", [RULES])
    assert answer.model_dump(exclude={"sources"}, exclude_defaults=True) == snapshot(
        {
            "text": "Dogs are kept on a lead. They sleep in the hall.",
            "raw_text": "Dogs are kept on a lead. They sleep in the hall.",
            "citations": (
                {
                    "id": "0",
                    "anchor": {"kind": "span", "start": 0, "end": 24},
                    "claim": {"start": 0, "end": 24, "basis": "provider"},
                    "source_id": "rules",
                    "ref": "rules",
                    "cited_text": """\
Dogs are kept
on a lead.\
""",
                    "locators": (
                        {"start": 7, "end": 31},
                        {"start_line": 2, "end_line": 3},
                        {"start_page": 1, "end_page": 1},
                    ),
                    "channel": "extractive",
                    "raw": {"source": "rules", "start": 7, "end": 31, "score": 1.658},
                },
                {
                    "id": "1",
                    "anchor": {"kind": "span", "start": 25, "end": 48},
                    "claim": {"start": 25, "end": 48, "basis": "provider"},
                    "source_id": "rules",
                    "ref": "rules",
                    "cited_text": "They sleep in the hall.",
                    "locators": (
                        {"start": 32, "end": 55},
                        {"start_line": 3, "end_line": 3},
                        {"start_page": 1, "end_page": 1},
                    ),
                    "channel": "extractive",
                    "raw": {"source": "rules", "start": 32, "end": 55, "score": 0.6734},
                },
            ),
            "provider": "extractive",
            "channel": "extractive",
        }
    )
    assert answer.sources == (RULES,)
    assert answer.notices == ()


def test_what_a_reader_sees():
    assert render.text(extract("Are dogs kept on a lead?", [RULES])) == snapshot("""\
Dogs are kept on a lead.[1]

Sources
[1] House rules - characters 7-31, lines 2-3, page 1
    "Dogs are kept on a lead."\
""")


def test_a_refusal_has_no_text_but_its_own():
    answer = extract("Who owns the house?", [Source(id="a", text="Dogs bark. Cats purr.")])
    assert (answer.text, answer.citations, answer.refusal, answer.finish) == ("", (), REFUSAL, "refusal")
    assert answer.sources[0].text == "Dogs bark. Cats purr."
    assert render.text(answer).strip() == f"Refused: {REFUSAL}"


def test_places_in_a_file_of_markdown():
    answer = extract("How long do refunds take?", DOCUMENTS)
    first = answer.citations[0]
    assert first.source_id == "policy"
    assert first.cited_text == "Money is returned within 14 days to the card that was used."
    assert first.locators == (
        Chars(start=334, end=393),
        Lines(start_line=13, end_line=13),
        Section(path=("Lindholm Lake Cruises: booking policy", "Refunds")),
    )


def test_places_in_pages():
    first = extract("What is the notice period?", DOCUMENTS).citations[0]
    assert first.cited_text == "The notice period is three months to the end of a year of the\nagreement."
    assert [one for one in first.locators if isinstance(one, Pages)] == [Pages(start_page=2, end_page=2)]


# -- how often it is right


def right(answer: Answer, wanted: str | None) -> bool:
    if wanted is None:
        return answer.finish == "refusal"
    return any(wanted in on_one_line(one.cited_text) for one in answer.citations)


@pytest.mark.parametrize(
    ("questions", "found", "refused"), [(TUNING, 29, 7), (HELD_OUT, 29, 7)], ids=["tuning", "held-out"]
)
def test_questions_about_six_documents(questions: Sequence[tuple[str, str | None]], found: int, refused: int):
    told = [(wanted, right(extract(question, DOCUMENTS), wanted)) for question, wanted in questions]
    assert sum(good for wanted, good in told if wanted is not None) >= found
    assert sum(good for wanted, good in told if wanted is None) >= refused


def test_the_order_of_sources_chooses_nothing():
    for question, _ in QUESTIONS[::5]:
        there = {one.cited_text for one in extract(question, DOCUMENTS).citations}
        back = {one.cited_text for one in extract(question, DOCUMENTS[::-1]).citations}
        assert there == back, question


# -- which sentences


@pytest.mark.parametrize(
    ("question", "texts", "wanted"),
    [
        ("Do dogs bark?", ["Cats purr. Dogs bark. Hens cluck."], ["Dogs bark."]),
        ("May dogs come in?", ["# Dogs\n\nThey stay outside.\n\n# Cats\n\nThey purr."], ["They stay outside."]),
        ("May dogs come in?", ["Dogs\n====\n\nThey stay outside."], ["They stay outside."]),
        ("May dogs come in?", ["Dogs\nThey all have to stay outside."], ["They all have to stay outside."]),
        ("May dogs come in?", ["May dogs come in?\nNo, never."], ["No, never."]),
        ("May dogs come in?", ["## May dogs come in?\n\nNo, never."], ["No, never."]),
        ("May dogs come in?", ["- Dogs stay outside\n- Cats purr\n"], ["Dogs stay outside"]),
        ("May dogs come in?", ["> Dogs stay outside.\n"], ["Dogs stay outside."]),
        ("How old is the dog?", ["| Who | Years |\n|---|---|\n| Dog | 4 |\n| Cat | 5 |\n"], ["Dog | 4"]),
        ("Which years?", ["| Who | Years |\n|---|---|\n| Dog | 4 |\n"], ["Dog | 4"]),
        ("When do dogs bark?", ["Dogs bark.", "Dogs bark at 7:30.", "Dogs bark a lot."], ["Dogs bark at 7:30."]),
        ("Dogs?", ["# Dogs"], ["Dogs"]),
        ("Dogs?", ["Dogs?"], ["Dogs?"]),
        ("Cancellation?", ["You cancel by mail."], ["You cancel by mail."]),
        ("refundable?", ["This is re-\nfundable. That is not."], ["This is re-\nfundable."]),
        ("CAFÉS", ["The cafe\u0301 is open."], ["The cafe\u0301 is open."]),
        ("Hat der Hund Zähne?", ["Katzen schnurren. Der Hund hat Zähne."], ["Der Hund hat Zähne."]),
        ("水泳帽は必要ですか", ["水泳帽を着用してください。飲食はできません。"], ["水泳帽を着用してください。"]),
        ("退款需要多久？", ["退款将在十四天内完成。办公室周一开门。"], ["退款将在十四天内完成。"]),
        ("환불은 언제 되나요?", ["환불은 14일 안에 됩니다. 개는 밖에 있습니다."], ["환불은 14일 안에 됩니다."]),
        ("Когда открыт музей?", ["Музей открыт с 9:00. Собаки лают."], ["Музей открыт с 9:00."]),
        ("متى يفتح المتحف؟", ["يفتح المتحف في التاسعة. الكلاب تنبح."], ["يفتح المتحف في التاسعة."]),
        ("कुत्ते कब भौंकते हैं?", ["कुत्ते रात में भौंकते हैं। बिल्ली सोती है।"], ["कुत्ते रात में भौंकते हैं।"]),
    ],
)
def test_what_is_quoted(question: str, texts: list[str], wanted: list[str]):
    assert quotes(question, *texts)[: len(wanted)] == wanted


@pytest.mark.parametrize(
    ("media_type", "text", "quoted"),
    [
        ("text/html", "Bag\n< 30 kg\t10 euros\n> 30 kg\t15 euros", ["< 30 kg\t10 euros", "> 30 kg\t15 euros"]),
        ("text/plain", "-  5 kg of a bag.\n- Bag\n", ["-  5 kg of a bag.", "Bag"]),
        ("text/plain", "+ €5 for a bag.", ["+ €5 for a bag."]),
        (None, "-      5 kg of a bag.", ["-      5 kg of a bag."]),
        ("text/markdown", "> 30 kg of a bag.\n\n- 5 bags\n", ["30 kg of a bag.", "5 bags"]),
        ("text/markdown", "It is cold. - 5 bags came.", ["It is cold.", "- 5 bags came."]),
        ("text/markdown", "| Bag | Fee |\n|---|---|\n| > 30 kg | 15 |\n", ["> 30 kg | 15"]),
    ],
)
def test_a_sign_before_a_number_is_of_it_but_for_lists_and_quotes_of_markdown(
    media_type: str | None, text: str, quoted: list[str]
):
    found = passages_of([Source(id="a", text=text, media_type=media_type)])
    assert [text[one.start : one.end] for one in found][-len(quoted) :] == quoted


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        ("---\ntitle: Dogs\n---\n\nThey bark.\n", ["They bark."]),
        ("They bark.\n<!-- TODO: dogs\n\nask Ann -->\nCats purr.", ["They bark.", "Cats purr."]),
        ("They bark. <!-- loud? --> Cats purr.", ["They bark.", "Cats purr."]),
        ("They bark.\n\n<!-- Cats purr.", ["They bark."]),
        ("They bark <!-- and so on.", ["They bark <!-- and so on."]),
        ("Write `<!-- x -->` there.", ["Write `<!-- x -->` there."]),
        ("They bark.\n\n[dog]: https://dogs.example 'Dogs'\n[cat]:\n <c.md>\n", ["They bark."]),
        ("They bark.\r\n\r\n[^1]: Loudly.\r\n[dog]: d.md\r\n", ["They bark.", "[^1]: Loudly."]),
        ("# Dogs\n[dog]: d.md\nThey bark.", ["Dogs", "They bark."]),
        ("They bark.\n***\n[dog]: d.md\n\nDogs\n---\n[dog]: d.md", ["They bark.", "***", "Dogs", "---"]),
        ("They bark\n``` a ``` so\n[dog]: d.md", ["They bark", "``` a ``` so", "[dog]: d.md"]),
        ("They bark.\n<!--\n```\n-->\nCats <!-- ` -->purr. <!-- ` -->", ["They bark.", "Cats", "purr."]),
        ("[Dogs]: they all bark.", ["[Dogs]: they all bark."]),
    ],
)
def test_what_no_reader_of_markdown_sees_is_not_quoted(text: str, quoted: list[str]):
    found = passages_of([Source(id="a", text=text, media_type="text/markdown")])
    assert [text[one.start : one.end] for one in found] == quoted


def test_the_signs_of_a_quotation_are_not_in_the_answer():
    answer = extract("Do dogs bark?", [{"id": "a", "text": "> Dogs bark at\n> night and all-\n> day. Cats purr."}])
    assert answer.text == "Dogs bark at night and all-day."
    assert answer.citations[0].cited_text == "Dogs bark at\n> night and all-\n> day."
    assert extract("How many dogs?", [{"id": "a", "text": "> 5 dogs\n> 6 cats"}]).text == "> 5 dogs > 6 cats"


@pytest.mark.parametrize("question", ["What is it?", "Wer ist das?", "???", "何ですか", "Elephants?", "How long?"])
def test_what_is_refused(question: str):
    assert quotes(question, "Dogs bark. Cats purr.") == []


def test_one_sentence_in_two_sources_is_quoted_once():
    assert quotes("Do dogs bark?", "Dogs bark.", "Cats purr. Dogs\nbark.") == ["Dogs bark."]


def test_sentences_that_differ_in_a_number_are_both_quoted():
    texts = "Refunds take 14 days.", "Refunds take 30 days."
    assert quotes("How long do refunds take?", *texts) == list(texts)


def test_no_more_than_so_many_are_quoted():
    texts = ["Dogs bark.", "Cats purr.", "Hens cluck.", "Cows moo."]
    assert quotes("Do dogs bark, cats purr, hens cluck and cows moo?", *texts) == texts[:MOST]


def test_each_part_of_a_question_is_answered_in_the_order_of_the_sources_quoted():
    answer = extract(
        "What do dogs eat, and where do cats sleep?",
        [Source(id="a", text="Cats sleep in baskets. Hens cluck. Dogs eat bones."), Source(id="b", text="Hens cluck.")],
    )
    assert answer.text == "Cats sleep in baskets.\n\nDogs eat bones."


def test_neighbours_stand_in_one_line():
    answer = extract("Do dogs bark and cats purr?", [Source(id="a", text="Dogs bark. Cats\npurr.")])
    assert answer.text == "Dogs bark. Cats purr."


def test_a_hyphen_at_a_line_end_stays_without_a_blank():
    assert extract("refundable?", [Source(id="a", text="This is re-\nfundable.")]).text == "This is re-fundable."


def test_what_has_no_end_is_quoted_in_pieces():
    text = "dogs and cats " * 1000
    [first, *_] = quotes("dogs", text)
    assert 0 < len(first) <= LONGEST
    assert len(quotes("dogsdogs", "dogs" * 1000)) <= MOST


def test_two_sources_of_one_id():
    answer = extract("Do dogs bark?", [Source(id="a", text="Dogs bark."), Source(id="a", text="Dogs bark a lot.")])
    assert [(one.source_id, one.ref) for one in answer.citations] == [("a", "a"), ("a~2", "a")]
    assert [notice.code for notice in answer.notices] == ["source_id_clash"]


# -- parts


def outline(text: str, **more: object) -> list[tuple[str, tuple[str, ...], bool]]:
    source = Source.model_validate({"id": "a", "text": text, **more})
    return [(text[one.start : one.end], one.above, one.answers) for one in passages_of([source])]


@pytest.mark.parametrize(
    ("text", "heading"),
    [
        ("Fees\n\nThey are low.", True),
        ("Fees\r\n\r\nThey are low.", True),
        ("Fees\nThey are low in winter.", True),
        ("料金\n大人は500円です。", True),
        ("Fees.\n\nThey are low.", False),
        ("Fees are\nlow in winter.", False),  # goes on in a small letter
        ("The fees of the\nMinistry are low.", False),  # the next word would not have fitted in
        ("- Fees\n\nThey are low.", False),
        ("They are low. The end\nFees\nThey rise in summer.", False),  # no sentence ended before it
        ("They are low.", False),
    ],
)
def test_headings_that_only_their_place_tells(text: str, heading: bool):
    assert ("They" in text or "大人" in text) or not heading
    first = outline(text)[0] if "The end" not in text else outline(text)[1]
    assert (not first[2]) is heading


def test_a_page_begins_anew():
    text = "The dog is in the garden with\nFees\nThey are low in winter."
    assert "Fees" not in [said for said, _, _ in outline(text)]
    found = outline(text, pages=[{"start": 0, "end": 29}, {"start": 30, "end": len(text)}])
    assert found[1:] == [("Fees", ("Fees",), False), ("They are low in winter.", ("Fees",), True)]


def test_what_stands_above():
    text = "# Zoo\n\nOpen.\n\n## Dogs\n\nDo they bark?\n\nYes. A. B. C.\n\n## Cats\n\nThey purr."
    assert outline(text, title="guide.md") == snapshot(
        [
            ("Zoo", ("guide.md", "Zoo"), False),
            ("Open.", ("guide.md", "Zoo"), True),
            ("Dogs", ("guide.md", "Zoo", "Dogs"), False),
            ("Do they bark?", ("guide.md", "Zoo", "Dogs"), False),
            ("Yes.", ("guide.md", "Zoo", "Dogs", "Do they bark?"), True),
            ("A. B. C.", ("guide.md", "Zoo", "Dogs", "Do they bark?"), True),
            ("Cats", ("guide.md", "Zoo", "Cats"), False),
            ("They purr.", ("guide.md", "Zoo", "Cats"), True),
        ]
    )


def test_sections_that_the_source_tells_of():
    assert outline("They bark.", section="Dogs", title="Zoo") == [("They bark.", ("Zoo", "Dogs"), True)]


def test_kin():
    assert words("It's 1,50 € – Café_Brygga") == ["It", "s", "1,50", "Café", "Brygga"]
    assert [folded(one) for one in ("Boxes", "glass", "1.000", "Straße", "が")] == snapshot(
        ["box", "glass", "1000", "strasse", "が"]
    )
    assert (pairs("駅"), pairs("ｶﾞｽ")) == (["駅"], ["ガス"])
    assert akin("kundigen", "kundigungsfrist")
    assert not akin("dog", "dogma")


@pytest.mark.parametrize(
    ("question", "kinds"),
    [
        ("How long does it take?", ["duration"]),
        ("How much is it?", ["money", "number"]),
        ("Wann fährt die Fähre?", ["time"]),
        ("Combien de temps ?", ["duration", "number"]),
        ("¿Cuánto cuesta?", ["money"]),
        ("いくらですか", ["money"]),
        ("Why?", []),
    ],
)
def test_kinds_of_answers(question: str, kinds: list[str]):
    assert [kind.name for kind in asked(question).kinds] == kinds


def test_a_pasted_book_is_no_longer_a_question_than_others():
    found = asked(" ".join(f"word{number}" for number in range(1000)))
    assert [term.text for term in found.terms] == [f"word{number}" for number in range(MOST_TERMS)]


# -- what can go wrong


@pytest.mark.parametrize("question", ["", " \n", None])
def test_no_question(question: str):
    with pytest.raises(UsageError, match="there is no question"):
        extract(question, [RULES])


@pytest.mark.parametrize("sources", [[], [{"id": "a"}], [{"id": "a", "text": " \n"}]])
def test_no_text(sources: list[dict[str, str]]):
    with pytest.raises(UsageError, match="no source has text"):
        extract("Dogs?", sources)


@pytest.mark.parametrize("missing", ["bm25s", "numpy"])
def test_without_the_library_it_says_what_to_install(missing: str):
    code = (
        f"import sys; sys.modules[{missing!r}] = None\n"
        "from citebridge.extractive import extract\n"
        "extract('Do dogs bark?', [{'id': 'a', 'text': 'Dogs bark.'}])"
    )
    told = process(code).stderr.strip().splitlines()[-1]
    assert told.startswith(f"citebridge.errors.MissingExtra: answers without a model need {missing}")
    assert told.endswith('pip install "citebridge[extractive]"')


def test_another_broken_import_is_not_hidden(monkeypatch: pytest.MonkeyPatch):
    stop_words.cache_clear()
    monkeypatch.delitem(sys.modules, "bm25s", raising=False)
    monkeypatch.setitem(sys.modules, "bm25s.scoring", None)
    with pytest.raises(ModuleNotFoundError, match="scoring") as raised:
        scores_of([[1]], 1)
    assert not isinstance(raised.value, MissingExtra)


def test_nothing_is_imported_before_it_is_needed():
    code = (
        "import sys, citebridge.extractive, citebridge.cli.app; "
        "print([name for name in ('bm25s', 'numpy', 'tqdm') if name in sys.modules])"
    )
    assert process(code).stdout == "[]\n"


def test_same_in_same_out_in_every_process():
    code = (
        "from tests.questions import DOCUMENTS\nfrom citebridge.extractive import extract\n"
        "print(extract('How long do refunds take, and when is the office open?', DOCUMENTS).model_dump_json())"
    )
    first, second = (process(code, PYTHONHASHSEED=seed).stdout for seed in ("1", "2"))
    assert first == second
    assert json.loads(first)["finish"] == "complete"


def process(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT), **environment}, capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip


# -- laws

WORDS = st.sampled_from(
    ["dogs", "Dogs", "bark", "the", "of", "7:30", "€4.50", "two days", "é", "e\u0301", "🐕", "水泳帽", "は", "\ud800",
     "\udc00", "\u200b", "\u202e", "שלום", "re-", "# ", "## ", "- ", "|", "| a | b |", "|---|", "===", "---", "```", "?", ".",
     "。", "!", ":", "\r\n", "\n", "\n\n", "\x00", "\x02", "\u2028", " ", "  ", "1.", "A", "x" * 700, "[1]", "【1†s】"]
)  # fmt: skip
TEXTS = st.lists(WORDS | st.text(max_size=5), max_size=40).map(" ".join) | st.lists(WORDS, max_size=40).map("".join)


def exact(answer: Answer) -> None:
    """What holds for every answer."""
    assert Answer.model_validate_json(answer.model_dump_json()) == answer
    assert (answer.provider, answer.channel, answer.raw_text, answer.lifted) == (
        "extractive",
        "extractive",
        answer.text,
        (),
    )
    assert (answer.finish == "complete") is bool(answer.citations) is bool(answer.text)
    assert answer.refusal == (None if answer.citations else REFUSAL)
    end = 0
    for one in answer.citations:
        source = answer.source(one)
        assert source is not None
        assert source.text is not None
        assert one.anchor is not None
        assert one.anchor.kind == "span"
        assert one.anchor.start >= end
        end = one.anchor.end
        chars = next(place for place in one.locators if isinstance(place, Chars))
        assert source.text[chars.start : chars.end] == one.cited_text
        said = answer.text[one.anchor.start : one.anchor.end]
        assert "".join(said.split()) == "".join((one.cited_text or "").split())
        assert "\n" not in said
        assert 0 < len(one.cited_text or "") <= LONGEST or "\n" in (one.cited_text or "")
    assert end == len(answer.text)
    assert len(answer.citations) <= MOST


@settings(max_examples=300, deadline=None)
@given(question=TEXTS, texts=st.lists(TEXTS, max_size=4), data=st.data())
def test_any_question_of_any_sources(question: str, texts: list[str], data: st.DataObject):
    titles = st.none() | TEXTS
    sources = [
        {"id": f"{number % 3}", "text": text, "title": data.draw(titles), "section": data.draw(titles)}
        for number, text in enumerate(texts)
    ]
    if not question.strip() or not any(text.strip() for text in texts):
        with pytest.raises(UsageError):
            extract(question, sources)
    else:
        exact(extract(question, sources))


@settings(max_examples=100, deadline=None)
@given(text=TEXTS)
def test_every_letter_is_in_one_passage(text: str):
    source = Source.model_validate({"id": "a", "text": text.encode("utf-8", "replace").decode()})
    found = passages_of([source])
    at = 0
    for one in found:
        assert at <= one.start < one.end
        at = one.end
    covered = {place for one in found for place in range(one.start, one.end)}
    rest = "".join(sign for place, sign in enumerate(source.text or "") if place not in covered)
    assert not any(map(str.isalnum, rest))


@pytest.mark.parametrize("question", [question for question, _ in QUESTIONS])
def test_the_questions_are_answered_exactly(question: str):
    exact(extract(question, DOCUMENTS))


@pytest.mark.parametrize(
    "unit",
    [
        "Dogs bark at 7:30. Cats purr.\n",
        "# Dogs\n\nThey bark.\n\n",
        "Dogs\nThey all bark at night.\n",
        "| Dog | 4 |\n",
        "dogs" * 10,
        "犬は吠える",
        "dogs \n",
        "- ",
        "re-\ndogs ",
        "Dogs? ",
        "\n \n\t",
        "`dogs` ```\n",
        "<!-- ",
        "<!-- dogs -->\n[dogs]: d.md\n",
        "# dogs\n[dogs]: d.md\n",
        "\n\n[dogs",
    ],
)
@pytest.mark.parametrize("media_type", ["text/plain", "text/markdown"])
def test_work_grows_in_step(unit: str, media_type: str):
    def texts(times: int) -> list[dict[str, str]]:
        return [{"id": "a", "text": f"Dogs bark. {unit * (60 * times)}", "media_type": media_type}]

    check_growth(lambda sources: extract("When do dogs bark?", sources), texts, f"of {unit!r}")  # type: ignore[arg-type]


def test_work_grows_in_step_with_sources_and_questions():
    many = [{"id": f"{number}", "text": "Dogs bark."} for number in range(50)]
    check_growth(lambda times: extract("dogs bark", many * times), lambda times: times, "sources")  # type: ignore[arg-type]
    check_growth(lambda asks: extract(asks, many), lambda times: "dogs bark or purr " * 50 * times, "of a question")  # type: ignore[arg-type]


def test_a_row_of_a_table_is_quoted_alone() -> None:
    """HTML has no stop at the end of a row, and the price of one row is not that of another."""
    page = from_bytes(
        b"<h1>Ferry</h1><p>It runs daily.</p><table><tr><th>Ticket<th>Price<tr><td>Child<td>3 euros"
        b"<tr><td>Adult<td>7 euros</table><p>Dogs travel\nfor free.</p>",
        name="ferry.html",
    )
    answer = extract("How much does a child pay?", [page])
    assert [one.cited_text for one in answer.citations] == ["Child\t3 euros"]
    assert answer.text == "Child 3 euros"
