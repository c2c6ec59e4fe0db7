"""What a provider asks to be shown with its answer: Google's search suggestions.

They come as HTML. It is the provider's, so nothing of it is shown as it is; what a reader needs of it are its links,
which are shown in its order, with its words.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from html.parser import HTMLParser

from pydantic import JsonValue

from citebridge.models import Answer
from citebridge.render.safe import address, line

_DUTY = "display_duty"
_ROOM = 120
_DEEPEST = 8


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A link that has to be shown: its words, and where it leads."""

    title: str
    link: str


def suggestions(answer: Answer) -> list[Suggestion]:
    """The search suggestions that have to be shown, each once.

    >>> from citebridge.models import Notice
    >>> asked = Notice(
    ...     "display_duty", "", {"html": '<a href="https://search.example/?q=a">ferry</a><script>x</script>'}
    ... )
    >>> suggestions(Answer(notices=(asked,)))
    [Suggestion(title='ferry', link='https://search.example/?q=a')]
    """
    found: dict[Suggestion, None] = {}
    for notice in answer.notices:
        for markup in _texts(notice.raw, _DEEPEST) if notice.code == _DUTY else ():
            reader = _Links()
            reader.feed(markup)
            reader.close()
            found.update(dict.fromkeys(reader.found))
    return list(found)


class _Links(HTMLParser):
    """The links of an HTML text, with their words."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Suggestion] = []
        self._link: str | None = None
        self._words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A link begins."""
        if tag == "a":
            self._link, self._words = address(dict(attrs).get("href")), []

    def handle_endtag(self, tag: str) -> None:
        """A link ends."""
        if tag == "a" and self._link is not None:
            title = line("".join(self._words), _ROOM)
            self.found.append(Suggestion(title or line(self._link, _ROOM), self._link))
            self._link = None

    def handle_data(self, data: str) -> None:
        """Words, of a link or not."""
        self._words.append(data)


def _texts(value: JsonValue, depth: int) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif depth and isinstance(value, dict | list):
        for one in value.values() if isinstance(value, dict) else value:
            yield from _texts(one, depth - 1)
