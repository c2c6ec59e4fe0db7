"""Perplexity chat completions (docs.perplexity.ai/api-reference/chat-completions-post).

`[n]` in the text is the nth search result, counted from 1; before there were results, the nth url. Both lists come with
every chunk again, and may grow.
"""

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, records, string
from citebridge.adapter.chat import ChatParser, tells
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.retrieved import Retrieved
from citebridge.marks import NUMBERS, OPENAI_SHAPED

name = "perplexity"


def _tells(body: Record) -> bool:
    """Results or urls beside the choices; OpenRouter passes the urls on, and names the provider."""
    listed = "search_results" in body or ("citations" in body and (string(body.get("model")) or "").startswith("sonar"))
    return tells(body) and listed and "provider" not in body


spec = ReaderSpec(
    "chat.completions", _tells, sdk=("perplexity",), turn=("choices",), grammars=(*OPENAI_SHAPED, NUMBERS)
)


def parser(builder: AnswerBuilder) -> ChatParser:
    """Reads the chunks of one response."""
    return ChatParser(builder, chunk=_Lists(builder).read)


class _Lists:
    """The results and urls that the numbers count."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._retrieved = Retrieved(builder)
        self._results = False

    def read(self, chunk: Record) -> None:
        """Read the lists of one chunk."""
        results = records(chunk.get("search_results"))
        self._results = self._results or bool(results)
        self._retrieved.results(results, [f"[{n}]" for n in range(1, len(results) + 1)])
        self._retrieved.urls(chunk.get("citations"), numbered=not self._results)
