"""What a request offers, in the shapes that several providers share."""

from collections.abc import Iterator

from pydantic import JsonValue

from citebridge.adapter.fields import Record, members, record, records, string
from citebridge.models import Source
from citebridge.models.plain import Door
from citebridge.sources import Known, digest

_TEXTS = ("text", "content", "snippet", "snippets")


def sources_in(request: Record) -> list[Source]:
    """Nothing, where the provider cites no inline documents: what is searched lies with the provider."""
    return []


def tool_results(request: Record, field: str) -> Iterator[tuple[int, str | None, list[JsonValue]]]:
    """What tools returned: the turn of the user, the id of the call, and a text, or the `field` of each part."""
    turn = 0
    for message in records(request.get("messages")):
        turn += message.get("role") == "user"
        if message.get("role") == "tool":
            content, call = message.get("content"), string(message.get("tool_call_id"))
            yield turn, call, [content] if isinstance(content, str) else [part.get(field) for part in records(content)]


def offered(name: str, data: JsonValue, kind: str = "document") -> Source:
    """A source from what the caller gave for it: a text, or an object of the usual fields; of a tool also as JSON text.

    >>> offered("doc:0", {"title": "Rules", "snippet": "No dogs."}).text
    'No dogs.'
    """
    is_json = kind == "tool" and isinstance(data, str) and data.lstrip().startswith("{")
    said = record(json_in(str(data)) if is_json else data)
    text = text_of(said) or (data if isinstance(data, str) else None)
    seal = digest(text) if text is not None else None
    return Source(
        id=name,
        kind="tool" if kind == "tool" else "document",
        title=string(said.get("title")),
        url=string(said.get("url")),
        text=text,
        digest=seal,
    )


def json_in(text: str) -> JsonValue:
    """What a text of JSON says; nothing when it is none."""
    try:
        return Door(lambda repair: None).loads(text)
    except ValueError:
        return None


def returned(given: Record) -> Known:
    """What a cited document, or a tool's output, tells of its source."""
    inner = record(given.get("document")) or record(given.get("tool_output"))
    return {
        "kind": "tool" if given.get("type") == "tool" else "document",
        "title": string(inner.get("title")),
        "url": string(inner.get("url")),
        "text": text_of(inner),
        "raw": given,
    }


def text_of(data: Record) -> str | None:
    """The text in an object of the usual fields; snippets may lie in lists of lists."""
    for field in _TEXTS:
        value = data.get(field)
        flat = [part for one in members(value) for part in (one if isinstance(one, list) else [one])]
        text = value if isinstance(value, str) else "\n".join(part for part in flat if isinstance(part, str))
        if text:
            return text
    return None
