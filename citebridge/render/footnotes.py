"""`render.markdown`: an answer as Markdown, its citations as footnotes."""

import re
from collections.abc import Iterator

from citebridge.models import Answer, SourceKind
from citebridge.render.edits import applied
from citebridge.render.entries import UNRESOLVED, Entry
from citebridge.render.escaping import link, opening, words
from citebridge.render.harmless import harmless
from citebridge.render.inserting import Inserted, insertions
from citebridge.render.markup.definitions import definition_at
from citebridge.render.markup.parts import Block
from citebridge.render.markup.placing import spots
from citebridge.render.numbering import Mark, References, references
from citebridge.render.passages import Passage
from citebridge.render.plaintext import QUOTE_ROOM
from citebridge.render.wording import ending

_LABEL = re.compile(r"\[\^([^\]\[\s]+)\]")
_URL_ROOM = 120
_KINDS: dict[SourceKind, str] = {
    "document": "document",
    "chunk": "passage",
    "web": "web page",
    "file": "file",
    "place": "place",
    "tool": "tool output",
}


def markdown(answer: Answer) -> str:
    r"""The answer as the model wrote it, with a footnote for each source.

    The numbers, and what stands behind them, are those of `render.text`. A mark goes behind syntax, code and addresses,
    never into them; two at one place are both seen. Labels that the model uses itself are left to it. Readers of
    Markdown that know no footnotes show the marks, and the footnotes as paragraphs. `[?]` marks a citation whose
    source is not known.

    What would act is shown as words: scripts, handlers, links to anywhere but the web and mail. Images become links, as
    they would load without being asked. Titles, addresses and quotes are escaped.

    >>> from citebridge.models import Anchor, Answer, Citation, Source
    >>> rules = Source(id="rules", title="House rules [2026]", url="https://house.example/rules")
    >>> cited = Citation(id="0", anchor=Anchor("span", 0, 12), source_id="rules", cited_text="Dogs stay outside.")
    >>> print(markdown(Answer(text="**No dogs.** Bikes are fine.", citations=(cited,), sources=(rules,))))
    **No dogs.**[^1] Bikes are fine.
    <BLANKLINE>
    [^1]: [House rules \[2026\]](https://house.example/rules): "Dogs stay outside."
    """
    found = references(answer)
    prefix = _prefix(found.text)
    body, document = _body(found, prefix)
    parts = [
        ending_of(found),
        _list("Sources without a mark in the text", (_entry(one) for one in found.entries if not one.label)),
        _list("Not resolved", (_unresolved(one) for one in found.unresolved)),
        _list("Search suggestions", (link(words(one.title), one.link) for one in found.suggestions)),
        *(_definition(f"[^{prefix}{one.label}]: ", one) for one in found.entries if one.label),
    ]
    shown = [part for part in parts if part]
    if not shown:
        return body
    return "\n\n".join([part for part in (_closed(body.rstrip("\n"), document), *shown) if part.strip()])


def _body(found: References, prefix: str) -> tuple[str, Block]:
    """The text with its marks, and what it was read as."""
    text, places, document = harmless(found.text, [mark.place for mark in found.marks])
    marks = [_inserted(mark, prefix) for mark in found.marks]
    placed = list(zip(spots(text, document, places), marks, strict=True))
    return applied(text, insertions(text, placed, document.addresses)), document


def _inserted(mark: Mark, prefix: str) -> Inserted:
    if mark.label == UNRESOLVED:
        return Inserted(r"\[?\]", "[?]")
    return Inserted(f"[^{prefix}{mark.label}]")


def _prefix(text: str) -> str:
    """What our labels begin with: nothing, or what makes them none of the model's own."""
    taken = {label.casefold() for label in _LABEL.findall(text)}
    prefix = ""
    while any(label.startswith(prefix) and label[len(prefix) :].isdecimal() for label in taken):
        prefix += "cite"
    return prefix


def _closed(body: str, document: Block) -> str:
    """The text with its last fence closed, so that what comes behind it is no code."""
    last = document.children[-1] if document.children else None
    if last is None or not last.is_fence or last.closed:
        return body
    return f"{body}\n{last.sign}"


def ending_of(found: References) -> str:
    """How the answer ended, in a paragraph."""
    return opening(words(ending(found.answer)))


def _list(heading: str, rows: Iterator[str]) -> str:
    listed = [f"- {row}" for row in rows]
    return "\n".join([f"{heading}:", "", *listed]) if listed else ""


def _definition(head: str, entry: Entry) -> str:
    """A footnote. Where it would be a definition of CommonMark's, which nobody sees, it says what the source is."""
    row = _entry(entry)
    if definition_at(f"[1]: {row}", 0) is not None:
        name, _, rest = row.partition("\n")
        row = f"{name} - {_KINDS[entry.source.kind] if entry.source is not None else 'source'}"
        row += f"\n{rest}" if rest else ""
    return head + row


def _entry(entry: Entry) -> str:
    """What is said of a source: on one line when it is cited for one place, else with a list of them."""
    name = words(entry.about)
    parts = [link(name, entry.link) if entry.link else opening(name)]
    if entry.url and not entry.link:
        parts.append(words(entry.url, _URL_ROOM))
    passages = [_passage(one) for one in entry.passages]
    if len(passages) == 1:
        place, told = passages[0]
        parts += [place] if place else []
        return " - ".join(parts) + (f": {told}" if told else "")
    rows = [": ".join(part for part in one if part) for one in passages]
    return "\n".join([" - ".join(parts), *(f"    - {opening(row)}" for row in rows if row)])


def _passage(one: Passage) -> tuple[str, str]:
    place = words(one.about)
    place = link(place or "passage", one.link) if one.link else place
    return place, words(one.told(QUOTE_ROOM + len(one.checked)))


def _unresolved(entry: Entry) -> str:
    mark = rf"\[{entry.label}\] " if entry.label else ""
    row = _entry(entry)
    return mark + row if mark else row
