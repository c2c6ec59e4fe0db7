"""OpenAI Chat Completions (platform.openai.com/docs/api-reference/chat) and the servers that send its shape.

Annotations are nested or flat, and often say 0 to 0, which is no place. Azure "on your data" puts the list that
`[doc1]` counts into the message (learn.microsoft.com, references/on-your-data), OpenRouter and xAI list urls beside the
choices, and Groq tells what its tools found and annotates documents of the request.
"""

from collections import Counter

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, members, record, records, string, whole
from citebridge.adapter.chat import ChatParser, tells
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.offers import offered, tool_results
from citebridge.adapter.replaying import chat
from citebridge.adapter.retrieved import Retrieved
from citebridge.marks import DOCUMENTS, OPENAI_SHAPED
from citebridge.models import Source, SourceKind
from citebridge.sources import Known

name = "openai.chat"

_MADE = ("content.", "refusal.", "logprobs.", "tool_calls.")  # what OpenAI's helper for streams says of chunks


def _tells(body: Record) -> bool:
    return tells(record(body.get("chunk")) or body)


spec = ReaderSpec("chat.completions", _tells, shared=True, turn=("choices",), grammars=(*OPENAI_SHAPED, DOCUMENTS))


class parser(ChatParser):
    """Reads the chunks of one response, also out of the events that OpenAI's helper for streams makes of them."""

    def __init__(self, builder: AnswerBuilder) -> None:
        found = _Found(builder)
        super().__init__(builder, chunk=found.in_chunk, message=found.in_message)

    def feed(self, event: Record) -> None:
        """Read one chunk."""
        kind = event.get("type")
        if kind == "chunk":
            super().feed(record(event.get("chunk")))
        elif not isinstance(kind, str) or not kind.startswith(_MADE):
            super().feed(event)


class _Found:
    """Takes in what servers found for the answer, wherever and however often they tell of it."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to, self._retrieved = builder, Retrieved(builder)

    def in_chunk(self, chunk: Record) -> None:
        """Urls that were seen, which are no citations; and what Groq says at the end of a stream."""
        self._retrieved.urls(chunk.get("citations"))
        groq = record(chunk.get("x_groq"))
        if self._to.usage is None:
            self._to.about(groq, usage="usage")
        if (error := string(groq.get("error"))) is not None:
            self._to.end("error", error)

    def in_message(self, message: Record) -> None:
        """Azure's documents, and what Groq's tools found."""
        self._documents(record(message.get("context")))
        for n, tool in enumerate(records(message.get("executed_tools"))):
            number = whole(tool.get("index"))
            self._pages(n if number is None else number, tool)

    def _documents(self, context: Record) -> None:
        """Passages of files, which `[doc1]` counts, and all that were found; files are known by their path."""
        passages, cited = Counter[str](), self._to.members(context, "citations")
        for n, document in enumerate([*cited, *self._to.members(context, "all_retrieved_documents")]):
            if not isinstance(document, dict):  # it has been counted all the same
                self._to.notice("odd_payload", f"document {n + 1} is no object: {str(document)[:60]}")
                continue
            known = _known(document, "chunk")
            known["aliases"] = (f"[doc{n + 1}]",) if n < len(cited) else ()
            file, named = string(document.get("filepath")) or known.get("url"), f"document:{n}"
            if file is not None:
                named, known["derived_from"] = f"{file}#{passages[file]}", (file,)
                passages[file] += 1
            self._to.source(named, (n,), minted=file is None, **known)
        if any(isinstance(document, dict) for document in cited):
            self._to.expect_marks(DOCUMENTS)

    def _pages(self, number: int, tool: Record) -> None:
        """Pages that a tool searched or opened; it is told when it starts, and again with what it found."""
        pages = [*records(record(tool.get("search_results")).get("results")), *records(tool.get("browser_results"))]
        for n, page in enumerate(pages):
            known = _known(page, "web")
            url = known.get("url")
            self._to.source(url or f"search_result:{number}.{n}", (number, n), minted=url is None, **known)


def _known(found: Record, kind: SourceKind) -> Known:
    title, url, text = (string(found.get(field)) for field in ("title", "url", "content"))
    return {"kind": kind, "title": title, "url": url, "text": text, "raw": found}


def sources_in(request: Record) -> list[Source]:
    """The documents and results of tools that Groq cites (console.groq.com/docs), by their ids."""
    given = [(f"document:{n}", record(one)) for n, one in enumerate(members(request.get("documents")))]
    found = [offered(string(one.get("id")) or known, _content(record(one.get("source")))) for known, one in given]
    for _, known, texts in tool_results(request, "text"):
        if known is not None:
            found.append(offered(known, "".join(text for text in texts if isinstance(text, str)), "tool"))
    return found


def _content(source: Record) -> Record:
    return record(source.get("data")) or source


def replay(turn: Record | str) -> list[Record]:
    """The message, less annotations and all that servers add, but for what those who think ask back.

    OpenRouter's `reasoning_details` are opaque, DeepSeek wants `reasoning_content` with calls alone, and an audio is
    known by its id.
    """
    messages = chat(turn, "refusal", "tool_calls", "function_call", "audio", "reasoning_details", "reasoning_content")
    for message in messages:
        if "tool_calls" not in message:
            message.pop("reasoning_content", None)
        if "audio" in message:
            message["audio"] = {"id": record(message["audio"]).get("id")}
    return [one for one in messages if len(one) > 2 or one["content"]]
