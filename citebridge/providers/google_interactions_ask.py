"""What can be asked of Gemini Interactions (ai.google.dev/gemini-api/docs/interactions).

Google's batches take requests of generateContent alone.
"""

from citebridge.adapter import Capabilities

requires = "google-genai>=3.0"
capabilities = Capabilities(
    retrieval=True,
    web=True,
    anchors=("span",),
    locators=("pages",),
    quotes=True,
    stream_order="at_end",
    conflicts=("batch",),
    ask='`tools=[{"type": "google_search"}]`, or `url_context`, `google_maps`, `file_search`',
    lost="citations of documents in the request; places in a source, but pages of a file search; quotes, but of "
    "files; texts of pages",
)
