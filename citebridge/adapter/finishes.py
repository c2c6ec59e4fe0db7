"""How an answer ended: the providers' words and ours."""

from citebridge.models import Finish

_WORDS: dict[Finish, str] = {
    "complete": "end_turn stop_sequence stop completed complete reason_stop success eos",
    "length": "max_tokens model_context_window_exceeded length max_output_tokens max_messages reason_max_len "
    "reason_max_context reason_time_limit max_completion_tokens max_prompt_tokens budget_exceeded error_limit "
    "incomplete model_length",
    "refusal": "refusal",
    "filtered": "guardrail_intervened content_filtered content_filter safety recitation prohibited_content blocklist "
    "spii language model_armor error_toxic image_safety image_prohibited_content image_recitation sensitive",
    "tool_call": "tool_use tool_calls tool_call requires_action function_call reason_tool_calls",
    "paused": "pause_turn continuation requires_continuation",
    "error": "error failed run_failed expired timeout network_error malformed_model_output malformed_tool_use "
    "malformed_function_call malformed_response unexpected_tool_call too_many_tool_calls",
}
_FINISH: dict[str, Finish] = {word: finish for finish, words in _WORDS.items() for word in words.split()}


def finish_of(word: str | None) -> Finish:
    """Our word for a provider's; `other` for one that nobody knows yet.

    >>> finish_of("end_turn"), finish_of("MAX_TOKENS"), finish_of("sang_a_song")
    ('complete', 'length', 'other')
    """
    return _FINISH.get(word.lower(), "other") if word is not None else "other"
