"""Answers that are looked at in the browser: one with all that a citation can be, a refusal, and others."""

from typing import Any

from citebridge import Answer, Citation, Source, normalize
from citebridge.models import Anchor, Evidence, Lines, Pages, Span, Status
from tests.wire import Wire

QUESTION = "When does the Halden ferry sail, what does it cost, and may my dog come along?"
TIMETABLE = (
    "Halden ferry – winter timetable. Valid from 1 November to 31 March.\n\nThe ferry sails from Café Brygga, pier 2, at 07:40 and 16:15, "
    "Monday to Saturday. On Sundays and public holidays there is only one departure, at 11:05.\nThe crossing to Isøya takes 25 minutes."
)
FARES = (
    "Fares are in euros and include VAT. Adult, single crossing: €4.50. Adult, return on the same day: €8.00. Children under 12 travel "
    "free – bicycles cost €2.00 each way."
)
RULES = (
    "3. Luggage is carried free. 4. Dogs travel free of charge. They stay on the open deck and are kept on a lead. 5. Bicycles are "
    "carried as space allows."
)
SOURCES = (
    Source(
        id="t",
        title="Halden ferry timetable",
        section="Winter",
        updated="2026-11-01",
        url="https://ferry.halden.example/timetable",
        text=TIMETABLE,
    ),
    Source(
        id="f", title="Halden ferry fares", updated="2026-10-12", url="https://ferry.halden.example/fares", text=FARES
    ),
    Source(
        id="r", title="Halden ferry rules", section="Animals", url="https://ferry.halden.example/rules.pdf", text=RULES
    ),
    Source(id="h", title="Secret plan", access=("board",)),
)
TEXT = """\
The Halden ferry sails from **Café Brygga** at 07:40 and 16:15, Monday to Saturday – on Sundays only at 11:05.

A single crossing costs €4.60 for an adult; children under 12 travel free. And there is good news for four-legged \
passengers:

- Dogs travel free of charge on the open deck, as long as they are kept on a lead.
- Bicycles are carried as space allows, says the harbour master.

| fare | price |
|---|---:|
| single | €4.50 |
| return | €8.00 |
"""


def cited(number: int, after: str, source: str | None, quote: str | None = None, **more: Any) -> Citation:
    place = TEXT.index(after) + len(after)
    return Citation(id=str(number), anchor=Anchor("point", place, place), source_id=source, cited_text=quote, **more)


def found(text: str, quote: str, status: Status = "verified", **more: Any) -> Evidence:
    start = text.index(quote)
    return Evidence(status=status, span=Span(start, start + len(quote)), quote=quote, **more)


SUNDAYS = "On Sundays and public holidays there is only one departure, at 11:05."
DOGS = "4. Dogs travel free of charge. They stay on the open deck and are kept on a lead."
LINK = "https://ferry.halden.example/timetable#:~:text=On%20Sundays"
FERRY = Answer(
    text=TEXT,
    sources=SOURCES,
    citations=(
        cited(0, "only at 11:05.", "t", SUNDAYS, evidence=found(TIMETABLE, SUNDAYS, link=LINK, locators=(Lines(start_line=3, end_line=3),))),
        cited(1, "an adult", "f", "Adult, single crossing: €4.60.", evidence=found(FARES, "Adult, single crossing: €4.50.", "altered", note="4.60 for 4.50")),
        cited(2, "12 travel free.", "f", "Children under 12 travel free", evidence=found(FARES, "Children under 12 travel free")),
        cited(3, "on a lead.", "r", DOGS, evidence=found(RULES, DOGS, locators=(Pages(start_page=2, end_page=2),))),
        cited(4, "harbour master.", None, ref="9"),
        cited(5, "harbour master.", "h"),
        cited(6, "€8.00", "f", "Adult, return on the same day: €8.00.", evidence=found(FARES, "Adult, return on the same day: €8.00.")),
    ),
)  # fmt: skip
REFUSAL = Answer(
    finish="refusal", refusal="The request asks how to disable a safety device of a passenger ferry.", sources=SOURCES
)
HEBREW = "המעבורת מפליגה בשעה 07:40. ילדים נוסעים חינם (עד גיל 12). See the **rules**."
RIGHT_TO_LEFT = Answer(
    text=HEBREW,
    sources=(
        Source(id="a", title="לוח זמנים (חורף)", url="https://ferry.example/א"),
        Source(id="b", title="Fares (2026)"),
    ),
    citations=(
        Citation(id="0", anchor=Anchor("point", 26, 26), source_id="a", cited_text="יוצאת ב-07:40 (כל יום)"),
        Citation(id="1", anchor=Anchor("point", 56, 56), source_id="b"),
    ),
)


def story(provider: str, name: str = "ferry") -> Answer:
    """An answer from the sample responses."""
    wire = Wire(provider, name)
    return normalize(wire.data, provider=provider, request=wire.request)


def long(size: int) -> Answer:
    """An answer with so many citations, each of words of its own."""
    sentence = "The ferry of that hour sails from **Café Brygga** and costs `€4.50` today. "
    text = "".join(sentence + ("\n\n" if n % 8 == 7 else "") for n in range(size))
    places = [len(sentence) * (n + 1) - 1 + 2 * (n // 8) for n in range(size)]
    return Answer(
        text=text,
        sources=SOURCES[:3],
        citations=tuple(
            Citation(
                id=str(n),
                anchor=Anchor("point", at, at),
                source_id="tfr"[n % 3],
                cited_text=f"Departure {n} is from pier {n % 5}.",
            )
            for n, at in enumerate(places)
        ),
    )
