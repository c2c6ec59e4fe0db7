"""Perplexity's Responses (docs.perplexity.ai, Agent API): OpenAI's shape with search results as items.

`[n]` in the text is the result with the id n. In streams results come in events of their own, ahead of the text, and
again in the last event; an annotation, where there is one, tells of a mark.
"""

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, records, whole
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.responses import ResponsesParser, model_of, tells
from citebridge.adapter.responses import explode as explode
from citebridge.adapter.retrieved import Retrieved
from citebridge.marks import ANNOTATED_NUMBERS, OPENAI_SHAPED

name = "perplexity.responses"
_SILENT = ("skill_", "advisor_", "sandbox_", "share_", "unknown")


def _tells(body: Record) -> bool:
    """Perplexity names models of others as `perplexity/sonar`; its results are items and events of their own."""
    kinds = {str(item.get("type")) for item in records(body.get("output"))} | {str(body.get("type"))}
    own = {"search_results", "fetch_url_results", "response.reasoning.search_results", "response.reasoning.started"}
    return tells(body) and (bool(kinds & own) or model_of(body).startswith(("perplexity/", "sonar")))


spec = ReaderSpec(
    "responses", _tells, sdk=("perplexity",), turn=("output",), grammars=(*OPENAI_SHAPED, ANNOTATED_NUMBERS)
)


def parser(builder: AnswerBuilder) -> ResponsesParser:
    """Reads the events of one response."""
    retrieved = Retrieved(builder)

    def results(said: Record) -> None:
        found = records(said.get("results"))
        retrieved.results(found, [f"[{whole(one.get('id'))}]" for one in found])

    def pages(said: Record) -> None:
        retrieved.results(records(said.get("contents")))

    return ResponsesParser(
        builder,
        Annotations(builder, linked=False),
        items={"search_results": lambda _, item: results(item), "fetch_url_results": lambda _, item: pages(item)},
        events={"reasoning.search_results": results, "reasoning.fetch_url_results": pages},
        silent=_SILENT,
        counted=False,
    )
