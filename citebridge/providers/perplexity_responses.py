"""Perplexity's Responses (docs.perplexity.ai, Agent API): OpenAI's shape with search results as items.

`[n]` in the text is the result with the id n, of whichever search. In streams results come in events of their own,
ahead of the text, and again as items; an annotation, where there is one, tells of a mark.
"""

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, records, string
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.draft import LAST, Place
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.replaying import responses
from citebridge.adapter.responses import ResponsesParser, model_of, tells
from citebridge.adapter.responses import explode as explode
from citebridge.marks import ANNOTATED_NUMBERS, OPENAI_SHAPED
from citebridge.sources import Known

name = "perplexity.responses"
_ITEMS: tuple[str, ...] = ("search_results", "people_search_results", "fetch_url_results")
_EVENTS: tuple[str, ...] = ("reasoning.search_results", "reasoning.fetch_url_results")
_CALL = ("type", "call_id", "name", "arguments", "thought_signature")
_SILENT = ("skill_", "advisor_", "sandbox_", "share_")
_OWN = {*_ITEMS, *(f"response.{word}" for word in (*_EVENTS, "reasoning.started", "reasoning.search_queries"))}
_MODELS = ("perplexity/", "sonar", "fast-search", "pro-search", "deep-research", "advanced-deep-research")


def _tells(body: Record) -> bool:
    """Its models, or presets in their place, and its items and events; other models are named as elsewhere."""
    kinds = {str(item.get("type")) for item in records(body.get("output"))} | {str(body.get("type"))}
    return tells(body) and (bool(kinds & _OWN) or model_of(body).startswith(_MODELS))


spec = ReaderSpec(
    "responses",
    _tells,
    sdk=("perplexity",),
    shape=tells,
    turn=("output",),
    grammars=(*OPENAI_SHAPED, ANNOTATED_NUMBERS),
)


def parser(builder: AnswerBuilder) -> ResponsesParser:
    """Reads the events of one response."""
    found = _Found(builder)
    return ResponsesParser(
        builder,
        Annotations(builder, linked=False),
        items=dict.fromkeys(_ITEMS, found.in_item),
        events=dict.fromkeys(_EVENTS, found.in_event),
        silent=_SILENT,
        counted=False,
    )


class _Found:
    """Takes in the results of searches and the pages that were read, which are told several times."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._events = builder, 0

    def in_item(self, output: int, item: Record) -> None:
        """Results or pages as item `output`."""
        self._take((output,), item)

    def in_event(self, event: Record) -> None:
        """The same ahead of the text."""
        self._events += 1
        self._take((LAST, self._events), event)

    def _take(self, place: Place, said: Record) -> None:
        for n, page in enumerate(self._to.records(said, "results") or self._to.records(said, "contents")):
            url, title, text = (self._to.string(page, field) for field in ("url", "title", "snippet"))
            number = str(page.get("id"))
            names = (f"[{number}]",) if number.isdecimal() else ()
            known: Known = {"kind": "web", "url": url, "title": title, "text": text, "aliases": names, "raw": page}
            named = f"search_result:{number if names else n}"
            self._to.source(url or named, (*place, n), minted=url is None, **known)


def replay(turn: Record | str) -> list[Record]:
    """Messages as plain text, and calls: no other item and no annotation is taken (docs.perplexity.ai, Agent API)."""
    items: list[Record] = []
    for item in responses(turn):
        if item.get("type") == "message":
            content = item.get("content")
            texts = [string(part.get("text")) or string(part.get("refusal")) or "" for part in records(content)]
            text = content if isinstance(content, str) else "".join(texts)
            if text:
                items.append({"type": "message", "role": "assistant", "content": text})
        elif item.get("type") == "function_call":
            items.append({key: value for key, value in item.items() if key in _CALL and value is not None})
    return items
