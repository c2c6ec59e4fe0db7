"""Records that a search of OpenAI's shape returned: pages that were consulted, passages of stored files."""

from collections import Counter

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.draft import LAST
from citebridge.adapter.fields import Record, members, string
from citebridge.adapter.offers import text_of
from citebridge.sources import Known


class Retrieved:
    """Takes in the records of each search once, however often they are sent."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._taken: dict[int, int] = {}  # how many records of each search
        self._passages: Counter[str] = Counter()  # of each file

    def pages(self, number: int, search: Record) -> None:
        """Pages and other things that search `number` consulted, and its results where they were asked for.

        A list may be told again, longer and reordered. Results come first: an address then means the one with a text.
        """
        consulted = self._to.records(self._to.record(search, "action"), "sources")
        for n, page in enumerate([*self._to.records(search, "results"), *consulted]):
            url, named = string(page.get("url")), string(page.get("name"))
            known: Known = {"url": url, "title": named or string(page.get("title")), "text": text_of(page), "raw": page}
            known["kind"] = "web" if url else "tool"
            self._to.source(url or named or f"result:{number}.{n}", (number, n), **known)

    def urls(self, value: JsonValue) -> None:
        """Bare addresses that were seen, listed again with each chunk; of a page with a record they say no more."""
        for n, url in enumerate(members(value)):
            if isinstance(url, str) and url:
                self._to.source(url, (LAST, n), kind="web", url=url, raw=url)

    def passages(self, number: int, search: Record) -> None:
        """Passages of files; the file is another source, since annotations name it and no passage."""
        for n, passage in self._fresh(number, self._to.records(search, "results")):
            file, title, text = (string(passage.get(field)) for field in ("file_id", "filename", "text"))
            if file is not None:
                self._to.source(file, (number, n), kind="file", title=title)
            count, self._passages[file or ""] = self._passages[file or ""], self._passages[file or ""] + 1
            named, parents = f"{file}#{count}" if file else f"chunk:{count}", (file,) if file else ()
            self._to.source(
                named, (number, n, 1), kind="chunk", title=title, text=text, derived_from=parents, raw=passage
            )

    def _fresh(self, number: int, found: list[Record]) -> list[tuple[int, Record]]:
        """The records that have not been taken yet, with their numbers: a search may be told before it is complete."""
        taken = self._taken.get(number, 0)
        self._taken[number] = max(taken, len(found))
        return list(enumerate(found))[taken:]
