"""What can be asked of Perplexity chat completions (docs.perplexity.ai/api-reference/chat-completions-post).

Perplexity's batches take requests of Responses alone.
"""

from citebridge.adapter import Capabilities

requires = "perplexityai>=0.46"
capabilities = Capabilities(
    documents=("text", "pdf"),
    web=True,
    anchors=("point",),
    stream_order="after",
    conflicts=("batch",),
    ask="any `sonar` model: it searches the web, and reads what is attached as `file_url` or `pdf_url`",
    lost="quotes, places in a page, the cited words (only a point)",
)
