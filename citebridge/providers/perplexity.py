"""Perplexity chat completions (docs.perplexity.ai/api-reference/chat-completions-post).

`[n]` in the text counts two lists from 1: the search results, and the bare urls that were there before them. Either
comes with every chunk again, grows, or comes with the last chunks alone. Where one is longer it counts on alone; where
their nth pages differ nobody can say which is meant, and `[n]` leads nowhere.
"""

from pydantic import JsonValue

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, record, records, string
from citebridge.adapter.chat import ChatParser, tells
from citebridge.adapter.choices import explode as explode
from citebridge.adapter.draft import LAST, Place
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.replaying import chat
from citebridge.marks import NUMBERS, OPENAI_SHAPED
from citebridge.sources import Known

name = "perplexity"
_STEPS = LAST + 1  # the pages of reasoning come after all lists


def _tells(body: Record) -> bool:
    """Its results, models or reasoning beside the choices; OpenRouter passes these on, and names the provider."""
    model, kind = str(body.get("model")), str(body.get("object"))
    own = "search_results" in body or model.startswith("sonar") or kind.startswith("chat.reasoning")
    return tells(body) and own and "provider" not in body


spec = ReaderSpec(
    "chat.completions",
    _tells,
    sdk=("perplexity",),
    shape=tells,
    turn=("choices",),
    grammars=(*OPENAI_SHAPED, NUMBERS),
)


class parser(ChatParser):
    """Reads the chunks of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        super().__init__(builder, chunk=self._count, message=self._reason)
        self._results: list[JsonValue] = []  # the lists as they came last
        self._urls: list[JsonValue] = []
        self._steps: list[Record] = []

    def close(self) -> None:
        """Take in the pages that reasoning saw, which no number counts, and leave the response put together."""
        for number, step in enumerate(self._steps):
            found = records(record(step.get("web_search")).get("search_results"))
            for n, page in enumerate(found + records(record(step.get("fetch_url_content")).get("contents"))):
                if string(page.get("url")):
                    self._page((_STEPS, number, n), page)
        super().close()

    def _count(self, chunk: Record) -> None:
        before = self._results, self._urls
        self._results = self._to.members(chunk, "search_results") or self._results
        self._urls = self._to.members(chunk, "citations") or self._urls
        now = self._results, self._urls
        for n in range(max(len(new) if new is not old else 0 for new, old in zip(now, before, strict=True))):
            result, url = (one[n] if n < len(one) else None for one in now)
            if [result, url] != [one[n] if n < len(one) else None for one in before]:
                names = self._names(f"[{n + 1}]", result, url)
                self._result(n, result, names)
                self._url(n, url, names)

    def _names(self, mark: str, result: JsonValue, url: JsonValue) -> tuple[str, ...]:
        """What the text calls both; nothing where they differ, unless one had been called so before."""
        differ = isinstance(result, dict) and isinstance(url, str) and url not in ("", result.get("url"))
        return (mark,) if not differ or self._to.sources.called(mark) else ()

    def _reason(self, said: Record) -> None:
        self._steps += records(said.get("reasoning_steps"))

    def _result(self, n: int, result: JsonValue, names: tuple[str, ...]) -> None:
        if isinstance(result, dict):
            self._page((n,), result, names)
        elif result:
            self._to.notice("odd_payload", f"search result {n} is no object: {str(result)[:60]}")

    def _url(self, n: int, url: JsonValue, names: tuple[str, ...]) -> None:
        if isinstance(url, str) and url:
            self._to.source(url, (LAST, n), kind="web", url=url, aliases=names, raw=url)
        elif url:
            self._to.notice("odd_payload", f"url {n} is no text: {str(url)[:60]}")

    def _page(self, order: Place, page: Record, names: tuple[str, ...] = ()) -> None:
        url, title, text = (self._to.string(page, field) for field in ("url", "title", "snippet"))
        known: Known = {"url": url, "title": title, "text": text, "aliases": names, "raw": page}
        known["kind"] = "file" if page.get("source") == "attachment" else "web"
        self._to.source(url or f"search_result:{order[0]}", order, minted=url is None, **known)


def replay(turn: Record | str) -> list[Record]:
    """The message; its results and annotations do not go back (docs.perplexity.ai/api-reference)."""
    return chat(turn, "tool_calls", "reasoning_steps")
