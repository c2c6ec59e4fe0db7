"""What one line of a cassette says: a request, and the response with its pieces and their timing.

Text is never rewritten: what an offset counts stands there as it was sent.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, NamedTuple, cast
from urllib.parse import urlsplit

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue

from citebridge.cassettes.bodies import as_body, as_bytes, as_text, said
from citebridge.cassettes.digests import Key, digest_of, key_of
from citebridge.models import Answer
from citebridge.normalizer import normalize

FORMAT = 1


def _readable(value: JsonValue) -> JsonValue:
    as_bytes(value)
    return value


def _address(value: str) -> str:
    urlsplit(value)
    return value


class Base64(BaseModel):
    """Bytes that are no text, or text that ends within a character."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    data: Annotated[str, Field(alias="$base64"), AfterValidator(lambda text: _readable({"$base64": text}) and text)]


class Piece(NamedTuple):
    """A piece of a body, as it came, and how many milliseconds after the head of the response."""

    ms: int
    data: bytes


class Model(BaseModel):
    """Frozen; fields of a later release are not read."""

    model_config = ConfigDict(frozen=True, extra="ignore", defer_build=True)


class Request(Model):
    """What was asked. `digest` is of the body (`digest_of`): it says which requests this one answers for."""

    method: str
    url: Annotated[str, AfterValidator(_address)]
    headers: dict[str, str] = {}
    body: Annotated[JsonValue, AfterValidator(_readable)] = None
    digest: str

    @classmethod
    def of(cls, method: str, url: str, headers: Mapping[str, str], content: bytes) -> "Request":
        """The request with this content."""
        digest = digest_of(content, headers.get("content-type", ""))
        return cls(method=method.upper(), url=url, headers=dict(headers), body=as_body(content), digest=digest)

    @property
    def content(self) -> bytes:
        """The body, byte for byte."""
        return as_bytes(self.body)

    @property
    def record(self) -> dict[str, JsonValue] | None:
        """The body as `normalize` takes it for `request=`: what its JSON says, `None` where that is no object.

        >>> Request.of("POST", "https://mill.example/", {}, b'{"grain": "rye"}').record
        {'grain': 'rye'}
        """
        value = said(self.content)
        return value if isinstance(value, dict) else None

    @property
    def key(self) -> Key:
        """What a request has to agree with to get this answer."""
        return key_of(self.method, self.url, self.digest)


class Response(Model):
    """What came back. `ms` is how long the head took; `cut` says that the body broke off, or was not read through."""

    status: Annotated[int, Field(ge=100, le=599)]
    headers: dict[str, str] = {}
    ms: Annotated[int, Field(ge=0)] = 0
    cut: bool = False
    chunks: tuple[tuple[Annotated[int, Field(ge=0)], str | Base64], ...] = ()

    @classmethod
    def of(
        cls, status: int, headers: Mapping[str, str], pieces: Iterable[Piece], *, ms: int = 0, cut: bool = False
    ) -> "Response":
        """The response with these pieces."""
        chunks = [(piece.ms, as_text(piece.data)) for piece in pieces]
        said = {"status": status, "headers": dict(headers), "ms": ms, "cut": cut, "chunks": chunks}
        return cls.model_validate(said)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The body as it came."""
        return tuple(
            Piece(ms, part.encode() if isinstance(part, str) else as_bytes({"$base64": part.data}))
            for ms, part in self.chunks
        )

    @property
    def content(self) -> bytes:
        """The body, byte for byte."""
        return b"".join(piece.data for piece in self.pieces)


class Interaction(Model):
    """A request and its response: of whom, asked by which SDK, recorded by which citebridge, and when."""

    format: Literal[1] = FORMAT
    provider: str | None = None
    surface: str | None = None
    sdk: str | None = None
    citebridge: str | None = None
    recorded: str | None = None
    request: Request
    response: Response

    def answer(self) -> Answer:
        """The response, normalized: it is the provider's that was recorded, and answers the request.

        Raises `InputError` when it is no answer, or that of a provider nobody knows.

        >>> asked = Request.of("POST", "https://mill.example/", {}, b"{}")
        >>> came = Response.of(
        ...     200,
        ...     {},
        ...     [Piece(0, b'{"type": "message", "content": [{"type": "te'), Piece(3, b'xt", "text": "No dogs."}]}')],
        ... )
        >>> Interaction(provider="anthropic", request=asked, response=came).answer().text
        'No dogs.'
        """
        return normalize(self.response.content, provider=self.provider, request=self.request.record)

    def line(self) -> bytes:
        """The line that says this, without its end."""
        said = cast("dict[str, JsonValue]", self.model_dump(mode="json", by_alias=True))
        return json.dumps(dict(_told(said)), ensure_ascii=False).encode()


def _told(said: Mapping[str, JsonValue]) -> Iterator[tuple[str, JsonValue]]:
    """Each field in its turn; what is not known, and what is as usual, is left out."""
    for name, value in said.items():
        if value is None or (name == "cut" and value is False):
            continue
        if name in ("request", "response") and isinstance(value, dict):
            value = dict(_told(value))
        yield name, value
