"""What makes two requests the same one: the method, the address and a digest of the body."""

import hashlib
import json
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from pydantic import JsonValue

from citebridge.cassettes.bodies import said
from citebridge.cassettes.secrets.names import is_secret_field, matched_url, public_parameters

_BOUNDARY = re.compile(r"boundary=\"?([^\";]+)")


class Key(NamedTuple):
    """Requests with the same key are answered by the same recordings, in order."""

    method: str
    url: str
    digest: str

    def anywhere(self) -> "Key":
        """The key without who was asked: for a server that stands in for all of them."""
        there = urlsplit(self.url)
        return self._replace(url=f"{there.path}?{there.query}")


def key_of(method: str, url: str, digest: str) -> Key:
    """The key of a request whose body has this digest."""
    return Key(method.upper(), matched_url(url), digest)


def digest_of(body: bytes, media_type: str = "") -> str:
    """The digest of a body, the same for JSON that says the same, with its secret fields or without them.

    Nor do those of a form make a difference, nor its boundary where it has several parts, another one in each run.

    >>> digest_of(b'{"a": 1, "b": 2.0}') == digest_of(b'{"b":2,"a":1}')
    True
    """
    value = said(body) if body else None
    if value is not None:
        body = json.dumps(_normal(value), sort_keys=True, separators=(",", ":")).encode()
    elif "x-www-form-urlencoded" in media_type:
        body = "&".join(public_parameters(body.decode("latin-1"))).encode("latin-1")
    elif boundary := _BOUNDARY.search(media_type):
        body = body.replace(boundary[1].encode(), b"-")
    return f"sha256:{hashlib.sha256(body).hexdigest()}"


def _normal(value: JsonValue, within: str = "") -> JsonValue:
    """A JSON value without its secrets, and with whole numbers as such: some clients write 1 for 1.0."""
    if isinstance(value, dict):
        return {name: _normal(item, name) for name, item in value.items() if not is_secret_field(name, within)}
    if isinstance(value, list):
        return [_normal(item, within) for item in value]
    return int(value) if isinstance(value, float) and value % 1 == 0 else value
