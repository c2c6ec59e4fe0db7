"""What stands between a recording and the file: it finds the secrets of an interaction, and masks them."""

import os
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import unquote

from citebridge.cassettes.errors import SecretFound
from citebridge.cassettes.headers import ADDRESSES, ANSWERED, ASKED, kept
from citebridge.cassettes.interaction import Interaction, Piece, Request, Response
from citebridge.cassettes.secrets.finding import Finding, findings
from citebridge.cassettes.secrets.frames import payloads, sealed
from citebridge.cassettes.secrets.kinds import is_harmless
from citebridge.cassettes.secrets.names import clean_url, is_secret_variable
from citebridge.cassettes.secrets.strings import Edit, spans

LEAST = 8  # letters of a value that is looked for: fewer may stand anywhere
_ROUNDS = 4  # what is masked may have covered something else
_TOLD = 8
_UNCLEAN = "a secret parameter, an account, a user or a fragment"
_PACKED = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    **dict.fromkeys((b"\x78\x01", b"\x78\x9c", b"\x78\xda"), "zlib"),
}


@dataclass(frozen=True, slots=True)
class Found:
    """A secret: where it stands, and what it is; never the value."""

    place: str
    kind: str

    def __str__(self) -> str:
        return f"{self.place}: {self.kind}"


class Guard:
    """Knows secrets by their look, and those that it is given: values of yours, and of the environment.

    >>> guard = Guard(["correct horse"], environ={"ACME_API_KEY": "0123456789"})
    >>> [str(one) for one in guard.look_at("the prompt", b"the correct horse has 0123456789")]
    ['the prompt: a given value', 'the prompt: value of ACME_API_KEY']
    """

    def __init__(self, values: Iterable[str] = (), *, environ: Mapping[str, str] | None = None) -> None:
        variables = os.environ if environ is None else environ
        named = {value: f"value of {name}" for name, value in sorted(variables.items()) if is_secret_variable(name)}
        given = {value: "a given value" for value in values}
        self._known = {
            value: name for value, name in (named | given).items() if len(value) >= LEAST and not is_harmless(value)
        }

    def find(self, one: Interaction) -> list[Found]:
        """Every secret in an interaction."""
        return list(dict.fromkeys(self._find(one)))

    def masked(self, one: Interaction) -> Interaction:
        """The same interaction with a mask over each secret, as long as what it covers, in every unit.

        What it cannot mask, `find` still finds.
        """
        response = one.response
        headers = self._masked_headers(response.headers, ANSWERED)
        pieces = _cut_alike(self._masked(response.content), response.pieces)
        return one.model_copy(
            update={
                "sdk": None if one.sdk is None else self.mask_text(one.sdk),
                "request": self.masked_request(one.request),
                "response": Response.of(response.status, headers, pieces, ms=response.ms, cut=response.cut),
            }
        )

    def masked_request(self, one: Request) -> Request:
        """The same for a request."""
        headers = self._masked_headers(one.headers, ASKED)
        return Request.of(one.method, self.mask_text(clean_url(one.url)), headers, self._masked(one.content))

    def look_at(self, place: str, data: bytes) -> list[Found]:
        """The secrets in bytes that belong to no interaction."""
        return list(dict.fromkeys(Found(place, one.kind) for one in self._see(data).found))

    def mask_text(self, text: str) -> str:
        """A text with a mask over each secret."""
        return self._masked(text.encode("utf-8", "surrogatepass")).decode("utf-8", "surrogatepass")

    def _find(self, one: Interaction) -> Iterator[Found]:
        request, response = one.request, one.response
        for place, text in _small_parts(one):
            yield from self.look_at(place, text.encode("utf-8", "surrogatepass"))
        if request.url != clean_url(request.url):
            yield Found("request url", _UNCLEAN)
        yield from _unknown_headers("request", request.headers, ASKED)
        yield from _unknown_headers("response", response.headers, ANSWERED)
        for name, value in kept(response.headers.items(), ADDRESSES).items():
            if value != response.headers.get(name, value):
                yield Found(f"response header {name}", _UNCLEAN)
        yield from self.look_at("request body", request.content)
        seen = self._see(response.content)
        ends = list(accumulate(len(piece.data) for piece in response.pieces))
        for finding in seen.found:
            yield Found(f"response body{_chunks(seen, finding, ends)}", finding.kind)

    def _see(self, data: bytes) -> "_Seen":
        packed = next((name for start, name in _PACKED.items() if data.startswith(start)), None)
        if packed is not None:
            return _Seen("", True, [Finding(f"compressed with {packed}, so it cannot be looked through", ())])
        frames = payloads(data)
        text, is_text = _as_text(data)
        return _Seen(text, is_text, list(findings(text, frames or spans(text), self._known, is_text=is_text)))

    def _masked_headers(self, headers: Mapping[str, str], names: frozenset[str]) -> dict[str, str]:
        return {name: self.mask_text(value) for name, value in kept(headers.items(), names).items()}

    def _masked(self, data: bytes) -> bytes:
        for _ in range(_ROUNDS):
            seen = self._see(data)
            edits = sorted({edit for one in seen.found for edit in one.edits})
            if not edits:
                break
            data = sealed(_edited(seen.text, edits).encode("utf-8" if seen.is_text else "latin-1"), data)
        return data


def told(name: str, places: Iterable[str]) -> SecretFound:
    """The error that says where the secrets are that kept a file from being written."""
    found = tuple(places)
    shown = "; ".join(found[:_TOLD]) + (f"; and {len(found) - _TOLD} more" if len(found) > _TOLD else "")
    return SecretFound(
        f"{name} was not written, since it would hold secrets: {shown}. mask=True covers them without moving an "
        "offset; where it cannot, take them out of what is sent",
        found,
    )


def _small_parts(one: Interaction) -> Iterator[tuple[str, str]]:
    for name, value in one.request.headers.items():
        yield f"request header {name}", value
    for name, value in one.response.headers.items():
        yield f"response header {name}", value
    yield "sdk", one.sdk or ""
    yield "request url", one.request.url
    yield "request url", unquote(one.request.url)


def _unknown_headers(whose: str, headers: Mapping[str, str], names: frozenset[str]) -> Iterator[Found]:
    for name in headers:
        if name not in names:
            yield Found(f"{whose} header {name}", "a header that is not kept")


class _Seen(NamedTuple):
    """What was looked at, whether it is text or its letters are bytes, and what was found in it."""

    text: str
    is_text: bool
    found: list[Finding]


def _chunks(seen: _Seen, finding: Finding, ends: list[int]) -> str:
    """In which pieces of a response a secret stands."""
    if not finding.edits:
        return ""
    first, last = min(edit.start for edit in finding.edits), max(edit.end for edit in finding.edits) - 1
    if seen.is_text:
        first, last = (len(seen.text[:at].encode()) for at in (first, last))
    begin, end = bisect_right(ends, first) + 1, bisect_right(ends, last) + 1
    return f", chunk {begin}" if begin == end else f", chunks {begin} to {end}"


def _as_text(data: bytes) -> tuple[str, bool]:
    try:
        return data.decode(), True
    except UnicodeDecodeError:
        return data.decode("latin-1"), False


def _edited(text: str, edits: list[Edit]) -> str:
    """The text with the edits made; of two that overlap the first."""
    parts: list[str] = []
    at = 0
    for edit in edits:
        if edit.start >= at:
            parts += text[at : edit.start], edit.text
            at = edit.end
    return "".join([*parts, text[at:]])


def _cut_alike(content: bytes, pieces: Iterable[Piece]) -> Iterator[Piece]:
    """The content in pieces as long as these."""
    at = 0
    for piece in pieces:
        yield Piece(piece.ms, content[at : at + len(piece.data)])
        at += len(piece.data)
