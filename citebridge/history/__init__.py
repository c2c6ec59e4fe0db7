"""`replay`: an answer as the assistant's turn of a conversation that goes on, with the same provider or another one.

>>> from citebridge.models import Answer
>>> replay(Answer(text="No dogs."), "anthropic")
[{'role': 'assistant', 'content': 'No dogs.'}]
"""

from collections.abc import Callable
from typing import Literal, cast

from pydantic import JsonValue

from citebridge import providers
from citebridge.access import redact
from citebridge.adapter import Record
from citebridge.errors import UsageError
from citebridge.history.wording import with_marks
from citebridge.models import Answer
from citebridge.models.plain import well_formed

__all__ = ["Marks", "replay"]

Marks = Literal["drop", "text"]


def replay(answer: Answer, provider: str, *, marks: Marks = "drop") -> list[Record]:
    """What to send, so that `provider` takes an answer for what its model said before.

    The result are messages, input items, contents or steps, as the API of that provider names them; they stand where
    the answer stood, before the next question. Nothing in it is shared with the answer.

    To the provider it came from, the turn goes back as it came, out of `Answer.raw`: texts with their marks, citations,
    signatures and sealed contents to the byte, calls and results, a paused turn whole. What that provider sends and
    does not take back is left out, and so are empty texts and what a stream broke off.

    To another provider, or when nothing was kept (`keep="none"`, a redacted answer), goes the text alone, without the
    calls and thoughts around it, which no other provider could read; of a refusal its words. `marks` says what becomes
    of the citations then: nothing (`"drop"`), or titles behind what they support, `(source: House rules)` (`"text"`).

    An answer without anything to send gives an empty list. Raises `UnknownProvider`, and `UsageError` when an adapter
    of another package cannot send answers back.

    >>> from citebridge.models import Anchor, Citation, Source
    >>> cited = Citation(id="0", anchor=Anchor("span", 0, 7), source_id="rules")
    >>> answer = Answer(text="No dogs.", citations=(cited,), sources=(Source(id="rules", title="House rules"),))
    >>> replay(answer, "google", marks="text")
    [{'role': 'model', 'parts': [{'text': 'No dogs (source: House rules).'}]}]
    """
    if not isinstance(answer, Answer):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise UsageError(f"replay takes an Answer, not {type(answer).__name__}")
    if marks not in ("drop", "text"):
        raise UsageError(f"marks= takes 'drop' or 'text', not {marks!r}")
    send = _rule_of(provider, answer)
    if answer.provider == provider and isinstance(answer.raw, dict):
        turn = send(cast("Record", _own(answer.raw)))
        if turn:
            return turn
    said = with_marks(answer) if marks == "text" else answer.text
    text = "\n\n".join(part for part in (said, redact(answer).refusal) if part)
    return send(well_formed(text)) if text.strip() else []


def _rule_of(provider: str, answer: Answer) -> Callable[[Record | str], list[Record]]:
    if provider not in providers.names() and provider == answer.provider:
        raise UsageError(
            f"{provider!r} is a way of citing and no API: name the provider that the conversation goes on with, one of "
            f"{', '.join(providers.names())}"
        )
    rule = getattr(providers.reader(provider), "replay", None)
    if not callable(rule):
        raise UsageError(f"the adapter {provider!r} only reads: it has no `replay` that says how an answer goes back")
    return cast("Callable[[Record | str], list[Record]]", rule)


def _own(value: JsonValue) -> JsonValue:
    """A copy that is the caller's own; bytes, which `raw` holds as `{"$base64": …}`, are that text, as in JSON APIs."""
    if isinstance(value, dict):
        if value.keys() == {"$base64"}:
            return value["$base64"]
        return {key: _own(item) for key, item in value.items()}
    return [_own(item) for item in value] if isinstance(value, list) else value
