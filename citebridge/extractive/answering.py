"""The provider that needs no model: its answers are sentences of the sources."""

import re
from collections.abc import Sequence
from typing import Final

from citebridge.adapter import AnswerBuilder
from citebridge.errors import UsageError
from citebridge.extractive.choosing import choose
from citebridge.extractive.matching import matches
from citebridge.extractive.passages import Passage, passages_of
from citebridge.extractive.questions import asked
from citebridge.markers.prompting import REFUSAL
from citebridge.models import Answer, Notice, Source, Span
from citebridge.sources import Sources, places_of, sources_from

_NAME: Final = "extractive"
_QUOTED: Final = re.compile(r"\n[ \t]*+(?:>[ \t]?)++")
_HYPHENED: Final = re.compile(r"(?<=[^\W\d_][-\u2010])\s*\n\s*(?=[^\W\d_])")


def extract(question: str, sources: Sources) -> Answer:
    """The sentences of the sources that answer a question best, three at most, each quoted and cited.

    `cited_text` is the sentence as it stands in the source; in the text of the answer its line ends are blanks. Quotes
    from one source come in its order, that of the best quote first. When no sentence shares enough of its words with
    the question, the answer is a refusal. Nothing is made up, and nothing is understood: words are compared.

    Raises `UsageError` without a question or without a source that has text, and `MissingExtra` without bm25s.

    >>> hens = {"id": "hens", "title": "Hens", "text": "They lay white eggs.\\nThey cluck\\nall day."}
    >>> answer = extract("When do hens cluck?", [hens])
    >>> answer.text, answer.citations[0].cited_text
    ('They cluck all day.', 'They cluck\\nall day.')
    >>> extract("Who is the farmer?", [hens]).refusal
    'The sources do not answer this.'
    """
    if not isinstance(question, str) or not question.strip():  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError("there is no question: say in words what is to be found")
    early: list[Notice] = []
    offered = sources_from(sources, early.append)
    if not any(source.text and source.text.strip() for source in offered):
        raise UsageError("no source has text, and so there is nothing to quote")
    builder = AnswerBuilder(_NAME, whole=True)
    builder.channel = "extractive"
    builder.offer(offered, early)
    chosen = _chosen(question, offered)
    if chosen:
        _quote(builder, offered, chosen)
        builder.end("complete")
    else:
        builder.refuse(REFUSAL)
        builder.end("refusal")
    return builder.answer()


def _chosen(question: str, sources: Sequence[Source]) -> list[tuple[Passage, float]]:
    """The sentences to quote, in the order in which they are read, each with its score."""
    asks = asked(question)
    passages = passages_of(sources)
    found = matches(asks, sources, passages)
    chosen = choose(found, asks.kinds, lambda place: _slice(sources, passages[place]))
    rank = {source: number for number, source in reversed(list(enumerate(passages[one].source for one in chosen)))}
    in_order = sorted(chosen, key=lambda place: (rank[passages[place].source], place))
    return [(passages[place], chosen[place]) for place in in_order]


def _quote(builder: AnswerBuilder, sources: Sequence[Source], chosen: Sequence[tuple[Passage, float]]) -> None:
    entries = builder.sources.in_order()
    slot = builder.slot(0)
    before: Passage | None = None
    for number, (one, score) in enumerate(chosen):
        source, entry = sources[one.source], entries[one.source]
        if before is not None:
            goes_on = before.source == one.source and not (source.text or "")[before.end : one.start].strip()
            slot.add(" " if goes_on else "\n\n")
        start = slot.length
        quote = _slice(sources, one)
        slot.add(_readable(quote))
        draft = builder.citation(
            (number,),
            entry,
            ref=source.id,
            cited_text=quote,
            locators=places_of(source, Span(one.start, one.end)),
            channel="extractive",
            raw={"source": source.id, "start": one.start, "end": one.end, "score": round(score, 4)},
        )
        builder.cite(slot, draft, start, slot.length)
        before = one
    builder.close(slot)


def _slice(sources: Sequence[Source], one: Passage) -> str:
    return (sources[one.source].text or "")[one.start : one.end]


def _readable(quote: str) -> str:
    """A quote on one line, without the signs of a quotation in Markdown that its other lines begin with.

    Where its first line has kept such a sign, they say something of numbers. A hyphen at a line end stays, since nobody
    can tell whether it belongs to the word.
    """
    plain = quote if quote.startswith(">") else _QUOTED.sub("\n", quote)
    return " ".join(_HYPHENED.sub("", plain).split())
