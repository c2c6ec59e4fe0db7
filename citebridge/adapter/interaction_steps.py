"""The steps of a Gemini interaction, also of the preview, which had outputs in place of steps."""

from pydantic import JsonValue

from citebridge.adapter.fields import Record, members, record, string

SPOKEN, ASKED = "model_output", "user_input"


def has_no_text(kind: str) -> bool:
    """Whether a step of this kind is known, and nothing that the model says to the reader."""
    return kind in ("thought", ASKED) or kind.endswith(("_call", "_result"))


def steps_of(body: Record, *, asked: bool) -> list[JsonValue]:
    """The steps of a body; those of the user count when they were `asked` for, or told before."""
    steps = members(body.get("steps")) or [_from_output(output) for output in members(body.get("outputs"))]
    return [step for step in steps if asked or record(step).get("type") != ASKED]


def step_in(event: Record) -> JsonValue:
    """The step that an event begins."""
    return _from_output(event["content"]) if "content" in event else event.get("step")


def _from_output(output: JsonValue) -> JsonValue:
    kind = string(record(output).get("type")) or ""
    return output if has_no_text(kind) else {"type": SPOKEN, "content": [output]}
