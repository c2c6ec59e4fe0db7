"""What to say to callers who gave something else than an answer, or a name that is nearly one."""

from collections.abc import Iterable

from citebridge.adapter import Record

_KNOWN_AS = {
    "gemini": "google",
    "vertex": "google",
    "vertexai": "google",
    "genai": "google",
    "claude": "anthropic",
    "azure": "openai",
    "gpt": "openai",
    "chatgpt": "openai",
    "responses": "openai",
    "aws": "bedrock",
    "nova": "bedrock",
    "grok": "xai",
    "sonar": "perplexity",
}
_ASKED = ("messages", "contents", "input", "prompt")
_SAID = ("choices", "candidates", "output", "content", "message", "outputs")
_ALIKE = 70.0  # of 100


def meant(name: str, names: Iterable[str]) -> str | None:
    """The provider that a name was meant for.

    >>> meant("Gemini", ["google", "openai"]), meant("opnai", ["google", "openai"]), meant("x", ["google"])
    ('google', 'openai', None)
    """
    from rapidfuzz import process  # for those who misspelt it

    known, asked = list(names), name.strip().lower()
    if _KNOWN_AS.get(asked) in known:
        return _KNOWN_AS[asked]
    found = process.extractOne(asked, known, score_cutoff=_ALIKE)
    return found[0] if found is not None else None


def taken_for(record: Record) -> str | None:
    """What a body is that no provider answers with, and what to do with it.

    >>> taken_for({"model": "m", "messages": []})
    'it looks like a request: give the answer to it, and this as request='
    """
    if record.keys() >= {"text", "citations", "sources"}:
        return "it looks like an Answer of citebridge: Answer.model_validate reads a stored one"
    if record.keys() >= {"request", "response"}:
        return "it looks like a recording: of a cassette, take Interaction.answer() or Interaction.response.content"
    if "custom_id" in record:
        return "it looks like a line of a batch: give the answer in it, as its result.message or response.body"
    if any(name in record for name in _ASKED) and not any(name in record for name in _SAID):
        return "it looks like a request: give the answer to it, and this as request="
    return None
