"""What an answer states: hand-labelled answers, and the laws of the split."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citebridge.testing.work import check_growth
from citebridge.text import sentences
from citebridge.validator.statements import statements
from tests.strategies import marked
from tests.validator.claims_table import ANSWERS, Labelled

LINES = (
    *(
        "# A\n",
        "- b\n",
        "  - c d.\n",
        "| e | f |\n",
        "|---|---|\n",
        "g h.\n\n",
        "i? ",
        "**J**\n",
        "k:\n",
        "```\nl.\n```\n",
        "`m` ",
    ),
    *(
        "\n",
        "===\n",
        "Sources:\n",
        "[n](https://o.example)\n",
        "{",
        "}",
        "1. p\n",
        "> q ",
        "\ud800",
        "\u0301",
        "🐕 ",
        "。",
        "\r\n",
    ),
)


@pytest.mark.parametrize("name", ANSWERS)
def test_hand_labelled(name: str):
    pieces: Labelled = ANSWERS[name]
    text = "".join(piece for _, piece in pieces)
    found = [(one.kind, text[one.start : one.end]) for one in statements(text)]
    assert found == [(kind, piece.strip()) for kind, piece in pieces]


@given(st.lists(st.sampled_from(LINES), max_size=20).map("".join) | marked | st.text(max_size=40))
def test_every_sentence_is_in_one_statement(text: str):
    found = statements(text)
    edges = [edge for one in found for edge in (one.start, one.end)]
    assert edges == sorted(edges)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert "".join("".join(text[one.start : one.end].split()) for one in found) == "".join(text.split())
    assert {one.start for one in found} <= {start for start, _ in sentences(text)}
    assert statements(text) == found


@given(st.lists(st.sampled_from(("Dogs ride free.", "Hens pay €4.50.", "It rained in May.")), min_size=1, max_size=6))
def test_plain_prose_is_claims(said: list[str]):
    text = " ".join(said)
    assert [(text[one.start : one.end], one.kind) for one in statements(text)] == [(one, "claim") for one in said]


@pytest.mark.parametrize(
    "part",
    [
        *(
            "Dogs ride free. ",
            "- Dogs ride free.\n",
            "| a | b. c. d |\n",
            "`a` ",
            "x" * 90 + " ",
            "[",
            "Sources:\n- a\n",
        ),
        *(
            "**a** ",
            "I hope this helps! ",
            "(((",
            "- a\n  - b\n",
            "```\na\n```\n",
            "~~~\n",
            "[a](",
            "\n",
            "#",
            "| a. ",
            "«»",
        ),
    ],
)
def test_work_grows_with_the_text(part: str):
    check_growth(lambda size: statements(part * int(str(size))), lambda times: 40 * times, repr(part))
