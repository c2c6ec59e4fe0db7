"""What the demo shows: the same question, asked of every provider, and what each of their answers gave.

All of it is read off the sample responses in `cassettes`; nothing here knows a provider. The documents that they were
sent are asked once more, without a model.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import JsonValue

import citebridge
from citebridge import AnswerDone, CitationAdded, TextDelta, normalize_stream, providers
from citebridge.cassettes import Cassette, Interaction
from citebridge.errors import MissingExtra, NotReadable
from citebridge.extractive import extract
from citebridge.models import Answer, Citation

STORY = "ferry"
_FILE = f"{STORY}.cassette.jsonl"


@dataclass(frozen=True, slots=True)
class Shown:
    """One provider: its whole answer, the same answer streamed, how many citations came while text was still coming."""

    provider: str
    whole: Answer
    streamed: Answer | None
    along: int

    @property
    def differing(self) -> tuple[str, ...]:
        """What of the streamed answer is not as in the whole one."""
        if self.streamed is None:
            return ()
        fields = ("text", "citations", "sources")
        return tuple(name for name in fields if getattr(self.whole, name) != getattr(self.streamed, name))


@dataclass(frozen=True, slots=True)
class Demo:
    """The question, who answered it, and what their documents answer by themselves; or what is `missing` for that."""

    question: str
    shown: tuple[Shown, ...]
    quoted: Shown | None = None
    missing: str | None = None


def cassettes() -> Path:
    """Where the sample responses are, in a checkout of the repository."""
    return Path(citebridge.__file__).resolve().parent.parent / "cassettes"


def read_demo(folder: Path) -> Demo:
    """Read the story of every provider that there is a reader and a sample for."""
    files = {name: folder / name / _FILE for name in providers.names()}
    cassettes = {name: Cassette.load(file) for name, file in files.items() if file.is_file()}
    # The whole answer and, where there is one, its stream.
    told = {name: tuple(found)[:2] for name, found in cassettes.items() if len(found)}
    if not told:
        raise NotReadable(f"there are no samples of {STORY!r} in {folder}")
    question = asked_by_all([whole.request.record or {} for whole, *_ in told.values()])
    shown = tuple(_read(name, *some) for name, some in told.items())
    try:
        return Demo(question, shown, _quoted(question, shown))
    except MissingExtra as error:
        return Demo(question, shown, missing=str(error))


def asked_by_all(requests: Iterable[dict[str, JsonValue]]) -> str:
    """The question: the longest text with a question mark at its end that stands in all requests.

    >>> asked_by_all([{"role": "user", "text": "How are you?"}, {"input": "How are you?", "role": "user"}])
    'How are you?'
    """
    texts = [set(_strings(request)) for request in requests]
    common = texts[0].intersection(*texts[1:])
    return max(sorted(text for text in common if text.endswith("?")), key=len, default="")


GIVEN: dict[str, Callable[[Answer, Citation], object]] = {
    "quote": lambda answer, citation: citation.cited_text,
    "pages": lambda answer, citation: _points(citation, "pages"),
    "chars": lambda answer, citation: _points(citation, "chars"),
    "blocks": lambda answer, citation: _points(citation, "blocks"),
    "title": lambda answer, citation: (source := answer.source(citation)) and source.title,
    "url": lambda answer, citation: (source := answer.source(citation)) and (source.url or "").startswith("http"),
    "confidence": lambda answer, citation: citation.confidence is not None,
}
"""What a citation may bring, and how to see that it did."""


def count_given(answer: Answer) -> dict[str, int]:
    """How many citations of the answer brought each of `GIVEN`."""
    return {name: sum(bool(gave(answer, one)) for one in answer.citations) for name, gave in GIVEN.items()}


def anchor_kinds(answer: Answer) -> tuple[str, ...]:
    """What the citations hang on in the answer."""
    kinds = {one.anchor.kind if one.anchor else "none" for one in answer.citations}
    return tuple(sorted(kinds))


def _read(provider: str, recorded: Interaction, stream: Interaction | None = None) -> Shown:
    whole = recorded.answer()
    if stream is None:
        return Shown(provider, whole, None, 0)
    along = told = 0
    streamed = whole
    pieces = (piece.data for piece in stream.response.pieces)
    for event in normalize_stream(pieces, provider=provider, request=stream.request.record):
        if isinstance(event, TextDelta):
            told += len(event.text)
        elif isinstance(event, CitationAdded):
            along += told < len(whole.text)
        elif isinstance(event, AnswerDone):
            streamed = event.answer
    return Shown(provider, whole, streamed, along)


def _quoted(question: str, shown: Iterable[Shown]) -> Shown | None:
    """The answer of the documents that a request sent along: of the first among those that sent most as text."""
    sent = [[one for one in answer.whole.sources if one.origin == "caller" and one.text] for answer in shown]
    documents = max(sent, key=len)
    return Shown("extractive", extract(question, documents), None, 0) if documents else None


def _points(citation: Citation, kind: str) -> bool:
    return any(locator.kind == kind for locator in citation.locators)


def _strings(value: JsonValue) -> Iterator[str]:
    """All texts in a JSON value."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield one
        elif isinstance(one, dict):
            waiting += one.values()
        elif isinstance(one, list):
            waiting += one
