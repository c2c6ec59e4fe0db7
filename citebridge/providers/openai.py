"""OpenAI Responses (developers.openai.com/api/reference, Responses), Azure's too."""

from citebridge.adapter import ReaderSpec
from citebridge.adapter.offers import sources_in as sources_in
from citebridge.adapter.replaying import responses
from citebridge.adapter.responses import ResponsesParser, tells
from citebridge.adapter.responses import explode as explode
from citebridge.marks import OPENAI_SHAPED

name = "openai"
spec = ReaderSpec("responses", tells, shared=True, turn=("output",), grammars=OPENAI_SHAPED)
parser = ResponsesParser
replay = responses
