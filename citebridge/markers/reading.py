"""Reads the answer of any model that was prompted to cite with tags: the same `Answer`, with the same citations."""

from collections.abc import Iterable, Iterator, Mapping

from citebridge.adapter import AnswerBuilder
from citebridge.errors import UsageError
from citebridge.marks import OPENAI_SHAPED, tags_from
from citebridge.models import Answer, AnswerDone, Event, Notice
from citebridge.models.plain import well_formed
from citebridge.sources import Sources, sources_from, texts_of

_NAME = "markers"
_GRAMMARS = [one for one in OPENAI_SHAPED if one.annotated != "required"]  # links are prose where nothing tells of them


def parse(text: str, *, sources: Sources, tags: Mapping[str, str]) -> Answer:
    """A finished answer, in which tags were asked for, as an `Answer`.

    `tags` are those of the prompt, each with the id of its source; they are a closed set: what else reads as a tag is
    taken out of the text, told in a notice, and leads nowhere. `sources` are `Source` objects or mappings with an id.

    Raises `UsageError` for what can be no tag or no source.

    >>> answer = parse("Hens cluck [S1].", sources=[{"id": "hens", "text": "Hens cluck."}], tags={"S1": "hens"})
    >>> answer.text, [(citation.ref, citation.source_id) for citation in answer.citations]
    ('Hens cluck.', [('S1', 'hens')])
    """
    if not isinstance(text, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"markers.parse takes the text of an answer, not {type(text).__name__}; see parse_stream")
    builder = _builder(sources, tags, telling=False)
    builder.slot(0).add(text)
    builder.end("complete")  # a text has no word for how it ended
    return builder.answer()


def parse_stream(chunks: Iterable[str], *, sources: Sources, tags: Mapping[str, str]) -> Iterator[Event]:
    """The events of an answer that comes in pieces of text, cut anywhere; the last is `AnswerDone`.

    No delta holds a part of a tag, and text is held back only while it can still become one. When reading `chunks`
    raises, what had come is told, with `AnswerDone`, before the exception goes on.

    >>> events = parse_stream(["Hens [", "S1] cluck."], sources=[{"id": "hens"}], tags={"S1": "hens"})
    >>> [event.text for event in events if event.type == "text_delta"]
    ['Hens', ' cluck.']
    """
    if not isinstance(chunks, Iterable):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"markers.parse_stream takes pieces of text, one after the other, not {type(chunks).__name__}")
    return _events(chunks, _builder(sources, tags, telling=True))


def _events(chunks: Iterable[str], builder: AnswerBuilder) -> Iterator[Event]:
    slot = builder.slot(0)
    yield from builder.take_events()
    try:
        for chunk in chunks:
            if not isinstance(chunk, str):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise UsageError(f"markers.parse_stream takes pieces of text, not {type(chunk).__name__}")
            slot.add(chunk)
            yield from builder.take_events()
    except UsageError:
        raise
    except Exception as error:
        builder.end("truncated")
        said = well_formed(str(error)[:200])
        builder.notice("stream_failed", f"reading the stream raised {type(error).__name__}: {said}")
        yield from _last(builder)
        raise
    builder.end("complete")
    yield from _last(builder)


def _last(builder: AnswerBuilder) -> Iterator[Event]:
    answer = builder.answer()
    yield from builder.take_events()
    yield AnswerDone(answer)


def _builder(sources: Sources, tags: Mapping[str, str], *, telling: bool) -> AnswerBuilder:
    early: list[Notice] = []
    offered = sources_from(sources, early.append)
    minted = tags_from(tags, texts_of(offered))
    if minted is None:
        raise UsageError("tags= takes those of the prompt, a mapping of tags to the ids of sources, not None")
    builder = AnswerBuilder(_NAME, grammars=_GRAMMARS, telling=telling, whole=not telling, tags=minted)
    builder.channel = "markers"
    builder.offer(offered, early)
    return builder
