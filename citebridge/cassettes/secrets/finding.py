"""Where the secrets of a text are: as it stands, read through JSON, the events of a stream, forms and base64."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple
from urllib.parse import quote, unquote_plus

from citebridge.cassettes.secrets.forms import fields
from citebridge.cassettes.secrets.kinds import is_harmless
from citebridge.cassettes.secrets.layers import ESCAPED, QUOTED, Decoded, Layer, Read, is_quoted
from citebridge.cassettes.secrets.looks import Sighting, sightings
from citebridge.cassettes.secrets.masking import masked, masked_bytes
from citebridge.cassettes.secrets.names import is_secret_field, is_secret_parameter
from citebridge.cassettes.secrets.strings import NOWHERE, Edit, Member, View, members, spans, spread

_DEPTH = 2  # base64 within base64, JSON within JSON


class Finding(NamedTuple):
    """A secret: what it is, and what masks it; nothing does where it stands in no place of its own."""

    kind: str
    edits: tuple[Edit, ...]


def findings(sent: str, spans: list[tuple[int, int]], known: Mapping[str, str], *, is_text: bool) -> Iterator[Finding]:
    """The secrets in what was sent, of which these stretches may be JSON. `known` are values, each with its name.

    `is_text` says that it is text; else each of its letters is a byte.
    """
    found = list(members(sent, spans))
    # The escapes of JSON are read below, with the texts that they stand in.
    yield from _in_text(View(sent), known, _DEPTH, is_text, escaped=not found)
    if found:
        yield from _in_text(View(sent, spread(found)), known, _DEPTH, is_text)
        yield from _in_fields(sent, (one for one in found if _is_secret(one)), is_text)
        for one in found:
            if one.text.startswith(("{", "[")) and one.start != NOWHERE:
                yield from _in_json(View(sent, [one]), is_text)
    else:
        yield from _in_fields(sent, (one for one in fields(sent) if is_secret_parameter(one.name)), is_text)


def _is_secret(one: Member) -> bool:
    return is_secret_field(one.name, str(one.place[-2]) if len(one.place) > 1 else "")


def _in_fields(sent: str, secret: Iterable[Member], is_text: bool) -> Iterator[Finding]:
    for one in secret:
        if not is_harmless(unquote_plus(one.text)):
            edits = View(sent, [one]).edits(0, len(one.text), _mask(one.text, is_text))
            yield Finding(f"value of the field {one.name}", tuple(edits))


def _in_text(
    there: Layer, known: Mapping[str, str], depth: int, is_text: bool, *, escaped: bool = True
) -> Iterator[Finding]:
    for start, end, kind in sorted({*sightings(there.text), *_known(there.text, known)}):
        yield Finding(kind, tuple(there.edits(start, end, _mask(there.text[start:end], is_text))))
    if escaped:
        yield from _in_json(there, is_text)
    if not depth:
        return
    if escaped and "\\" in there.text:
        yield from _in_text(Read(there, ESCAPED), known, depth - 1, is_text)
    if is_quoted(there.text):
        yield from _in_text(Read(there, QUOTED), known, depth - 1, is_text)
    if (inner := Decoded(there)).text:
        yield from _in_text(inner, known, depth - 1, False)


def _in_json(there: Layer, is_text: bool) -> Iterator[Finding]:
    """The fields of JSON that stands within something else."""
    for one in members(there.text, spans(there.text)):
        if _is_secret(one) and not is_harmless(one.text) and one.start != NOWHERE:
            written = there.text[one.start : one.end]
            yield Finding(
                f"value of the field {one.name}", tuple(there.edits(one.start, one.end, _mask(written, is_text)))
            )


def _mask(text: str, is_text: bool) -> str:
    return masked(text) if is_text else masked_bytes(text)


def _known(text: str, known: Mapping[str, str]) -> Iterator[Sighting]:
    for value, name in known.items():
        for form in _forms(value):
            at = text.find(form)
            while at >= 0:
                yield Sighting(at, at + len(form), name)
                at = text.find(form, at + len(form))


def _forms(value: str) -> Iterable[str]:
    """A value as it is, as an address, hexadecimal figures or bytes tell it, and with its characters in halves."""
    data, halves = value.encode("utf-8", "surrogatepass"), value.encode("utf-16-le", "surrogatepass")
    apart = "".join(chr(int.from_bytes(halves[at : at + 2], "little")) for at in range(0, len(halves), 2))
    told = (value, quote(data, safe=""), data.hex(), data.hex().upper(), data.decode("latin-1"), apart)
    return dict.fromkeys((*told, *(one.replace(" ", "+") for one in told if " " in one)))
