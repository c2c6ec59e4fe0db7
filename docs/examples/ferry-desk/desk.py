"""A ferry desk: Claude answers from the timetable, and when it cannot, GPT answers from the web."""

from collections.abc import Iterator

import anthropic
import openai

from citebridge import Answer, Event, normalize, normalize_stream

TIMETABLE = (
    "Ferries to Hólm sail at 7:10, 12:30 and 18:45. On Sundays the first one stays in port. "
    "A dog needs a ticket, a bicycle does not."
)


def answer(question: str, claude: anthropic.Anthropic, gpt: openai.OpenAI) -> Answer:
    request = from_timetable(question)
    try:
        return normalize(claude.messages.create(**request), request=request)
    except anthropic.APIStatusError:
        return normalize(gpt.responses.create(**from_web(question)))


def stream_claude(question: str, claude: anthropic.Anthropic) -> Iterator[Event]:
    request = from_timetable(question)
    return normalize_stream(claude.messages.create(**request, stream=True), request=request)


def stream_gpt(question: str, gpt: openai.OpenAI) -> Iterator[Event]:
    return normalize_stream(gpt.responses.create(**from_web(question), stream=True))


def from_timetable(question: str) -> dict:
    source = {"type": "text", "media_type": "text/plain", "data": TIMETABLE}
    document = {"type": "document", "title": "Timetable", "source": source, "citations": {"enabled": True}}
    content = [document, {"type": "text", "text": question}]
    return {"model": "claude-opus-5-5", "max_tokens": 500, "messages": [{"role": "user", "content": content}]}


def from_web(question: str) -> dict:
    return {"model": "gpt-5.6", "input": question, "tools": [{"type": "web_search"}]}
