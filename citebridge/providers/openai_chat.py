"""OpenAI Chat Completions (platform.openai.com/docs/api-reference/chat) and the servers that send its shape.

Annotations are nested or flat, and often say 0 to 0, which is no place. Azure "on your data" puts the list that
`[doc1]` counts into the message (learn.microsoft.com, references/on-your-data), OpenRouter and xAI list urls beside the
choices, and Groq tells what its tools found and annotates documents of the request.
"""

from collections import Counter

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, members, record, records, string
from citebridge.adapter.chat import ChatParser, tells
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.offers import offered
from citebridge.adapter.retrieved import Retrieved
from citebridge.marks import DOCUMENTS, OPENAI_SHAPED
from citebridge.models import Source

name = "openai.chat"
spec = ReaderSpec("chat.completions", tells, shared=True, turn=("choices",), grammars=(*OPENAI_SHAPED, DOCUMENTS))


def parser(builder: AnswerBuilder) -> ChatParser:
    """Reads the chunks of one response."""
    found = _Found(builder)
    return ChatParser(builder, chunk=found.in_chunk, message=found.in_message)


class _Found:
    """Takes in what servers found for the answer, wherever they tell of it."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._retrieved = builder, Retrieved(builder)
        self._documents = 0  # of Azure's list, so far
        self._passages: Counter[str] = Counter()

    def in_chunk(self, chunk: Record) -> None:
        """Urls that were seen, which are no citations."""
        self._retrieved.urls(chunk.get("citations"))

    def in_message(self, message: Record) -> None:
        """Azure's documents, and what Groq's tools found."""
        for n, document in enumerate(records(record(message.get("context")).get("citations"))):
            if n >= self._documents:
                self._document(n, document)
        for n, tool in enumerate(records(message.get("executed_tools"))):
            self._retrieved.pages(n, record(tool.get("search_results")).get("results"))

    def _document(self, n: int, document: Record) -> None:
        """A passage of a file, which `[doc{n+1}]` means; files are known by their path."""
        title, url, text = (string(document.get(field)) for field in ("title", "url", "content"))
        file, self._documents = string(document.get("filepath")) or url, n + 1
        passage, self._passages[file or ""] = self._passages[file or ""], self._passages[file or ""] + 1
        named, parents = f"{file}#{passage}" if file else f"document:{n}", (file,) if file else ()
        self._to.source(
            named,
            (n,),
            minted=file is None,
            kind="chunk",
            title=title,
            url=url,
            text=text,
            aliases=(f"[doc{n + 1}]",),
            derived_from=parents,
            raw=document,
        )
        self._to.expect_marks(DOCUMENTS)


def sources_in(request: Record) -> list[Source]:
    """The documents that Groq cites (console.groq.com/docs), by their ids."""
    given = [(f"document:{n}", record(one)) for n, one in enumerate(members(request.get("documents")))]
    return [offered(string(one.get("id")) or known, _content(record(one.get("source")))) for known, one in given]


def _content(source: Record) -> Record:
    return record(source.get("data")) or source
