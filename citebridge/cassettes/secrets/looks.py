"""Finding the kinds of secrets in a text."""

from collections.abc import Iterator
from typing import NamedTuple

from citebridge.cassettes.secrets.kinds import KINDS, is_shown
from citebridge.cassettes.secrets.masking import is_masked


class Sighting(NamedTuple):
    """Where something secret stands in a text, and what it is."""

    start: int
    end: int
    kind: str


def sightings(text: str) -> Iterator[Sighting]:
    """Every secret that is known by its look; where two kinds begin, the first of them.

    >>> [one.kind for one in sightings("key sk-ant-api03-Zm9vYmFyYmF6 in a risk-management-in-banking page")]
    ['Anthropic key']
    """
    begun: set[int] = set()
    small = text.replace("\u0130", "i").lower()  # the one letter that is two in small
    for kind in KINDS:
        within = small if kind.small else text
        for hint in kind.hints:
            at = within.find(hint)
            while at >= 0:
                found = kind.pattern.match(text, at) if kind.stands(text, at) else None
                if found is not None:
                    start, end = found.span(found.re.groups and 1)
                    if before := kind.before.search(text, max(0, start - 52), start):
                        start = before.start()
                    value = text[start:end]
                    if start not in begun and kind.holds(value) and not (is_masked(value) or is_shown(value)):
                        begun.add(start)
                        yield Sighting(start, end, kind.name)
                # What did not hold as a whole has no part that does: nothing is looked at twice.
                at = within.find(hint, at + len(hint) if found is None else found.end())
