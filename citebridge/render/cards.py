"""The parts of an answer's HTML that tell of its sources: chips, the popovers they open, the list below."""

from collections.abc import Iterator, Sequence

from citebridge.access import is_redacted
from citebridge.models import Source
from citebridge.render.elements import Html, element, in_rows, joined, link, words
from citebridge.render.entries import UNRESOLVED, Entry
from citebridge.render.numbering import Mark, References
from citebridge.render.passages import Passage
from citebridge.render.safe import address, line
from citebridge.render.wording import DOUBTED, STATUSES, about

_QUOTE_ROOM = 1200
_TITLE_ROOM = 100
_NAME_ROOM = 200
_SURE = ("verified", "repaired")


class Cards:
    """The chips and cards of one answer; the ids in it begin with `key`, and are given as they are first used."""

    def __init__(self, found: References, key: str, level: int) -> None:
        self._found = found
        self._key = key
        self._level = level
        self._ids: dict[tuple[int, tuple[Passage, ...]], str] = {}
        self._of_entry: dict[int, list[Mark]] = {}

    def chip(self, mark: Mark) -> Html:
        """The number in the text: a button that opens its card."""
        number = len(self._ids)
        known = self._ids.setdefault((id(mark.entry), mark.passages), f"{self._key}c{number}")
        if len(self._ids) > number:
            self._of_entry.setdefault(id(mark.entry), []).append(mark)
        doubted = mark.label == UNRESOLVED or any(one.is_doubted for one in mark.passages)
        return _button(mark.label, known, _name(mark), doubted=doubted)

    def sources(self) -> Html:
        """The list of what is cited, with all cards in it."""
        found = self._found
        parts = [
            *self._section("Sources", found.entries, "s"),
            *self._section("Not resolved", found.unresolved, "u"),
        ]
        if found.suggestions:
            rows = [element("li", {}, link(one.link, element("bdi", {}, one.title))) for one in found.suggestions]
            parts += [self._heading("Search suggestions", "g"), element("ul", {"class": "cb-links"}, *rows)]
        return element("section", {"class": "cb-sources"}, in_rows(*parts)) if parts else Html()

    def offered(self) -> Html:
        """What was offered to a model that refused."""
        sources = self._found.answer.sources
        if not sources:
            return Html()
        rows = [element("li", {}, _offered(source)) for source in sources]
        told = element("summary", {}, f"Show what was offered ({len(sources)})")
        return element("details", {}, told, element("ul", {}, *rows))

    def _heading(self, words_: str, sign: str) -> Html:
        return element(f"h{self._level}", {"id": f"{self._key}{sign}"}, words_)

    def _section(self, heading: str, entries: Sequence[Entry], sign: str) -> Iterator[Html]:
        if entries:
            yield self._heading(heading, sign)
            rows = [self._row(entry) for entry in entries]
            yield element("ul", {"aria-labelledby": f"{self._key}{sign}"}, in_rows(*rows))

    def _row(self, entry: Entry) -> Html:
        head = _called((entry.title, entry.section, entry.date), entry.link)
        url = element("div", {"class": "cb-url cb-small"}, element("bdi", {}, entry.url)) if entry.url else Html()
        marks = self._of_entry.get(id(entry), [])
        cards = [self._card(mark.entries, mark.passages, self._ids[id(entry), mark.passages]) for mark in marks]
        shown = {one for mark in marks for one in mark.passages}
        rest = tuple(one for one in entry.passages if one not in shown and one != Passage())
        if rest:
            cards.append(self._unmarked(entry, rest))
        flags = _flags(entry.passages)
        kind = "cb-source" if entry.label else "cb-source cb-plain"
        return element("li", {"class": kind}, in_rows(joined(_number(entry), head, *flags), url, *cards))

    def _unmarked(self, entry: Entry, passages: tuple[Passage, ...]) -> Html:
        """Passages that no mark in the text leads to."""
        known = self._ids.setdefault((id(entry), passages), f"{self._key}c{len(self._ids)}")
        more = element(
            "span",
            {"class": "cb-screen"},
            _button("quote", known, f"quote: {line(entry.about, _NAME_ROOM)}", doubted=False),
        )
        return in_rows(more, self._card((entry,), passages, known))

    def _card(self, entries: Sequence[Entry], passages: Sequence[Passage], known: str) -> Html:
        entry = entries[0]
        others = [joined("; ", element("bdi", {}, one)) for one in dict.fromkeys(one.about for one in entries[1:])]
        name = _called((entry.title, entry.section, entry.date), None)
        head = element("p", {"class": "cb-head", "id": f"{known}h"}, _number(entry), name, *others)
        shown = [one for one in passages if one != Passage()]
        links = dict.fromkeys(one.link or entry.link for one in passages)
        opens = [element("p", {"class": "cb-open"}, link(url, "Open the source")) for url in links if url]
        told = [_passage(one) for one in shown] or [element("p", {"class": "cb-small"}, _nothing(entry))]
        attributes = {"class": "cb-pop", "id": known, "popover": "", "role": "group", "aria-labelledby": f"{known}h"}
        return element("div", attributes, in_rows(head, *told, *opens))


def _button(label: str, known: str, name: str, *, doubted: bool) -> Html:
    """The brackets are unseen, but copied with the text: `€4.50[1]` is not `€4.501`."""
    kind = "cb-chip cb-doubt" if doubted else "cb-chip"
    attributes = {"type": "button", "class": kind, "popovertarget": known, "aria-label": name, "dir": "ltr"}
    sign = "!" if doubted and label != UNRESOLVED else ""
    off = {"class": "cb-off", "aria-hidden": "true"}
    return joined(element("span", off, "["), element("button", attributes, label + sign), element("span", off, "]"))


def _name(mark: Mark) -> str:
    told = dict.fromkeys(STATUSES[one.status] for one in mark.passages if one.status in DOUBTED and one.status)
    sign = f"{mark.label}!" if told else mark.label
    kind = "not resolved, " if mark.label == UNRESOLVED else ""
    names = dict.fromkeys(line(one.about, _NAME_ROOM) for one in mark.entries)
    return f"{sign}: {kind}" + ", ".join([*names, *(f"quote {one}" for one in told)])


def _number(entry: Entry) -> Html:
    if not entry.label:
        return Html()
    kind = "cb-num cb-doubt" if entry.label == UNRESOLVED else "cb-num"
    return joined(element("span", {"class": kind}, entry.label), " ")


def _flags(passages: Sequence[Passage]) -> Iterator[Html]:
    """What a reader of the list has to know of the quotes."""
    for status in dict.fromkeys(one.status for one in passages):
        if status is not None and status in DOUBTED:
            yield joined(" ", element("span", {"class": "cb-bad cb-small"}, f"! quote {STATUSES[status]}"))


def _passage(one: Passage) -> Html:
    """The cited words in what stands around them, where they are, and whether they are there."""
    parts: list[Html] = []
    if one.said:
        parts.append(
            element(
                "p", {"class": "cb-said", "dir": "auto"}, "Cited as: ", element("q", {}, line(one.said, _QUOTE_ROOM))
            )
        )
    if one.quote:
        cited = element("mark", {}, line(one.quote, _QUOTE_ROOM))
        parts.append(element("blockquote", {"dir": "auto"}, one.before, cited, one.after))
    parts.append(element("figcaption", {"class": "cb-small"}, *_caption(one)))
    return element("figure", {"class": "cb-passage"}, in_rows(*parts))


def _caption(one: Passage) -> Iterator[Html]:
    if one.about:
        yield element("bdi", {}, one.about)
    if one.about and one.checked:
        yield words(" · ")
    if one.checked:
        kind = "cb-good" if one.status in _SURE else "cb-bad" if one.is_doubted else None
        sign = "✓ " if one.status in _SURE else "! " if one.is_doubted else ""
        yield element("span", {"class": kind}, sign + one.checked)


def _nothing(entry: Entry) -> str:
    if entry.kind == "hidden":
        return "This source is not shown to everyone."
    return "It is not known what this leads to." if entry.kind == "unresolved" else "The provider gave no quote."


def _offered(source: Source) -> Html:
    return words("hidden source") if is_redacted(source) else _called(about(source), address(source.url))


def _called(parts: tuple[str, str, str], url: str | None) -> Html:
    """Title, section and date; the title may be a link."""
    title, *others = parts
    name = element("bdi", {"class": "cb-title"}, line(title, _TITLE_ROOM))
    shown = [line(one, _TITLE_ROOM) for one in others if one]
    more = [element("span", {"class": "cb-more"}, " - ", element("bdi", {}, one)) for one in shown]
    return joined(link(url, name) if url is not None else name, *more)
