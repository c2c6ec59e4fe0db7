"""xAI Responses (docs.x.ai/developers/tools/citations): OpenAI's shape, with links as `[[1]](url)`.

The title of an annotation is the number in its link. Where inline citations are off, annotations have no place. What
xAI's own tools do on X comes as calls of custom tools, which nobody has to answer.
"""

from collections.abc import Sequence

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.replaying import responses
from citebridge.adapter.responses import ResponsesParser, model_of, tells
from citebridge.adapter.responses import explode as explode
from citebridge.marks import OPENAI_SHAPED

name = "xai"


def _tells(body: Record) -> bool:
    return tells(body) and model_of(body).startswith("grok")


spec = ReaderSpec("responses", _tells, shape=tells, turn=("output",), grammars=OPENAI_SHAPED)
replay = responses


class parser(ResponsesParser):
    """Reads the events of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        super().__init__(builder, Annotations(builder, labelled=True))

    def calls(self, kinds: Sequence[str]) -> bool:
        """Searches of X come as custom tool calls, which xAI made itself when the answer goes on after them."""
        return "function_call" in kinds or (super().calls(kinds) and kinds[-1] != "message")
