"""What can be asked of Mistral chat completions (docs.mistral.ai/capabilities/citations).

There is no field for documents: what is to be cited goes in as the result of a tool, as if one had been called.
"""

from citebridge.adapter import Capabilities

requires = "mistralai>=3.0"
capabilities = Capabilities(
    documents=("data",),
    anchors=("point",),
    stream_order="after",
    ask="a tool's result that is JSON, whose keys are the ids to cite",
    lost="quotes, places in a source, the cited words (only a point)",
)
