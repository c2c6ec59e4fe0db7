"""What can be asked of Perplexity's Responses (docs.perplexity.ai, Agent API)."""

from citebridge.adapter import Capabilities

requires = "perplexityai>=0.46"
capabilities = Capabilities(
    web=True,
    anchors=("point", "none"),
    stream_order="after",
    ask='`tools=[{"type": "web_search"}]`, or `fetch_url`',
    lost="quotes, places in a page, the cited words (only a point)",
)
