"""Records that a search of OpenAI's shape returned: pages that were consulted, passages of stored files."""

from collections import Counter
from collections.abc import Sequence

from pydantic import JsonValue

from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.fields import Record, members, records, string
from citebridge.models import SourceKind
from citebridge.sources import Known

_LAST = 1 << 40  # bare addresses come after all records


class Retrieved:
    """Takes in the records of each search once, however often they are sent."""

    def __init__(self, builder: AnswerBuilder) -> None:
        self._to = builder
        self._taken: dict[int, int] = {}  # how many records of each search
        self._passages: Counter[str] = Counter()  # of each file
        self._results: list[Record] = []  # the list that came last

    def pages(self, number: int, value: JsonValue) -> None:
        """Pages and other things that search `number` consulted; a list may be told again, longer and reordered."""
        for n, page in enumerate(records(value)):
            url, title = string(page.get("url")), string(page.get("name"))
            known = url or title or f"result:{number}.{n}"
            self._to.source(known, (number, n), kind="web" if url else "tool", url=url, title=title, raw=page)

    def results(self, found: list[Record], marks: Sequence[str] = ()) -> None:
        """Pages and attached files, listed again with each chunk; `marks` are what the text calls them."""
        if found == self._results:
            return
        self._results = found
        for n, result in enumerate(found):
            url, title, text = (string(result.get(field)) for field in ("url", "title", "snippet"))
            kind: SourceKind = "file" if result.get("source") == "attachment" else "web"
            named, names = url or f"search_result:{n}", tuple(marks[n : n + 1])
            more: Known = {"kind": kind, "url": url, "title": title, "text": text, "aliases": names, "raw": result}
            self._to.source(named, (n,), minted=url is None, **more)

    def urls(self, value: JsonValue, *, numbered: bool = False) -> None:
        """Bare addresses that were seen, listed again with each chunk; `numbered`: the text calls the first `[1]`."""
        for n, url in enumerate(members(value)):
            if not isinstance(url, str) or not url:
                continue
            if numbered or self._to.sources.find(url) is None:
                names = (f"[{n + 1}]",) if numbered else ()
                self._to.source(url, (_LAST, n), kind="web", url=url, aliases=names, raw=url)

    def passages(self, number: int, value: JsonValue) -> None:
        """Passages of files; the file is another source, since annotations name it and no passage."""
        for n, passage in self._fresh(number, value):
            file, title, text = (string(passage.get(field)) for field in ("file_id", "filename", "text"))
            if file is not None:
                self._to.source(file, (number, n), kind="file", title=title)
            count, self._passages[file or ""] = self._passages[file or ""], self._passages[file or ""] + 1
            named, parents = f"{file}#{count}" if file else f"chunk:{count}", (file,) if file else ()
            self._to.source(
                named, (number, n, 1), kind="chunk", title=title, text=text, derived_from=parents, raw=passage
            )

    def _fresh(self, number: int, value: JsonValue) -> list[tuple[int, Record]]:
        """The records that have not been taken yet, with their numbers: a search may be told before it is complete."""
        found, taken = records(value), self._taken.get(number, 0)
        self._taken[number] = max(taken, len(found))
        return list(enumerate(found))[taken:]
