"""What can be asked of xAI's gRPC API (docs.x.ai/developers/tools/citations).

Links in the text and structured output get into each other's way.
"""

from citebridge.adapter import Capabilities

requires = "xai-sdk>=1.5"
capabilities = Capabilities(
    retrieval=True,
    web=True,
    anchors=("point", "none"),
    quotes=True,
    stream_order="after",
    conflicts=("structured_output",),
    ask='`include=["inline_citations"]`, and a tool: `web_search()`, `x_search()`, `collections_search()`',
    lost="places in a source; quotes, but from collections; the cited words (only a point); titles",
)
