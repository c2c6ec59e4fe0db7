"""The desk, tested without a key and without the network."""

import os

import anthropic
import desk
import openai
import pytest
from inline_snapshot import snapshot

from citebridge import TextDelta
from citebridge.pytest_plugin import assert_citations_valid, citation_values

QUESTION = "When does the last ferry to Hólm sail, and what does my dog pay?"


@pytest.fixture
def claude(citebridge_cassette):
    key = os.environ.get("ANTHROPIC_API_KEY", "none")
    return anthropic.Anthropic(api_key=key, http_client=citebridge_cassette.client(), max_retries=1)


@pytest.fixture
def gpt(citebridge_cassette):
    return openai.OpenAI(api_key=os.environ.get("OPENAI_API_KEY", "none"), http_client=citebridge_cassette.client())


def shown(events):
    """The text that a reader sees, piece by piece."""
    return (event.text for event in events if isinstance(event, TextDelta))


def test_claude_cites_the_timetable(claude, gpt):
    answer = desk.answer(QUESTION, claude, gpt)
    assert_citations_valid(answer)
    assert citation_values(answer) == snapshot(
        [
            {
                "anchor": [0, 38],
                "text": "The last ferry to Hólm sails at 18:45.",
                "source": "document:0",
                "quote": "Ferries to Hólm sail at 7:10, 12:30 and 18:45. ",
                "locators": [{"kind": "chars", "start": 0, "end": 47}],
            },
            {
                "anchor": [39, 65],
                "text": "Your dog 🐕 needs a ticket.",
                "source": "document:0",
                "quote": "A dog needs a ticket, a bicycle does not.",
                "locators": [{"kind": "chars", "start": 87, "end": 128}],
            },
        ]
    )


def test_gpt_answers_when_claude_is_out(claude, gpt):
    """The cassette says that Claude was overloaded, twice."""
    answer = desk.answer(QUESTION, claude, gpt)
    assert_citations_valid(answer)
    assert answer.text == "The last ferry leaves at 18:45. Dogs need a ticket, too."
    assert citation_values(answer) == snapshot(
        [
            {
                "anchor": [30, 30],
                "text": "The last ferry leaves at 18:45",
                "source": "https://holm-ferry.example/times",
            },
            {"anchor": [55, 55], "text": "Dogs need a ticket, too", "source": "https://holm-ferry.example/animals"},
        ]
    )


def test_claude_streams(claude):
    *events, last = desk.stream_claude(QUESTION, claude)
    assert_citations_valid(last.answer)
    assert "".join(shown(events)) == last.answer.text


def test_gpt_streams_without_a_link(gpt):
    assert not set("[](") & set("".join(shown(desk.stream_gpt(QUESTION, gpt))))


@pytest.mark.citebridge("test_claude_streams")
def test_claude_is_asked_again_when_it_is_busy(claude, citebridge_cassette):
    citebridge_cassette.faults("429")
    *_, last = desk.stream_claude(QUESTION, claude)
    assert_citations_valid(last.answer)


@pytest.mark.citebridge("test_gpt_streams_without_a_link")
def test_what_came_before_a_stream_broke_is_an_answer(gpt, citebridge_cassette):
    citebridge_cassette.faults("cut:4000")
    events = []
    with pytest.raises(openai.APIConnectionError):
        events.extend(desk.stream_gpt(QUESTION, gpt))
    answer = events[-1].answer
    assert answer.finish == "truncated"
    assert answer.text.startswith("The last ferry leaves at 18:45. Dogs need a ticket")
    assert len(answer.citations) == 1
