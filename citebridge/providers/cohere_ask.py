"""What can be asked of Cohere v2 chat (docs.cohere.com/v2/docs/rag-citations).

`response_format` is not supported together with `documents` or `tools`, as the SDK says of it.
"""

from citebridge.adapter import Capabilities

requires = "cohere>=7"
capabilities = Capabilities(
    documents=("text", "data"),
    anchors=("span", "none"),
    stream_order="after",
    conflicts=("structured_output",),
    ask="`documents=[…]`, or documents in the messages of tools; citations are on, `citation_options` turns them off",
    lost="quotes, places in a source, the place in the answer of what is cited in the plan or the thinking",
)
