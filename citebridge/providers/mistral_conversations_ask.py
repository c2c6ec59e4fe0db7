"""What can be asked of Mistral conversations and agents (docs.mistral.ai/agents/connectors/websearch)."""

from citebridge.adapter import Capabilities

requires = "mistralai>=3.0"
capabilities = Capabilities(
    retrieval=True,
    web=True,
    anchors=("point",),
    stream_order="after",
    ask='`tools=[{"type": "web_search"}]`, or `web_search_premium`, `document_library`',
    lost="quotes, places in a source, the cited words (only a point), texts of what was found, why the answer ended",
)
