"""xAI Responses (docs.x.ai/developers/tools/citations): OpenAI's shape, with links as `[[1]](url)`.

The title of an annotation is the number in its link. Where inline citations are off, annotations have no place. What
xAI's own tools do on X comes as calls of custom tools, which nobody has to answer.
"""

from citebridge.adapter import AnswerBuilder, ReaderSpec, Record, string
from citebridge.adapter.annotations import Annotations
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.responses import ResponsesParser, model_of, tells
from citebridge.adapter.responses import explode as explode
from citebridge.marks import OPENAI_SHAPED

name = "xai"


def _tells(body: Record) -> bool:
    return tells(body) and model_of(body).startswith("grok")


spec = ReaderSpec("responses", _tells, turn=("output",), grammars=OPENAI_SHAPED)


class parser(ResponsesParser):
    """Reads the events of one response."""

    def __init__(self, builder: AnswerBuilder) -> None:
        super().__init__(builder, Annotations(builder, labelled=True))

    def close(self) -> None:
        """Leave the response as the last event carries it, or as far as it came."""
        super().close()
        kinds = [string(item.get("type")) for _, item in sorted(self._turn.items.items())]
        if self._to.finish == "tool_call" and "function_call" not in kinds and kinds[-1] == "message":
            self._to.end("complete")  # a call that the answer goes on after was xAI's own
