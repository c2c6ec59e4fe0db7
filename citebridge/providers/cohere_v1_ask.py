"""What can be asked of Cohere v1 chat (docs.cohere.com/v1/reference/chat).

`response_format` is not supported together with documents, tools or connectors, as the SDK says of it.
"""

from citebridge.adapter import Capabilities

requires = "cohere>=7"
capabilities = Capabilities(
    documents=("data",),
    anchors=("span",),
    stream_order="after",
    conflicts=("structured_output",),
    ask="`documents=[…]`, each a record of texts, or `connectors`; citations are on, `citation_quality` turns them off",
    lost="quotes, places in a source",
)
