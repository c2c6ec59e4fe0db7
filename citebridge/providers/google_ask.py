"""What can be asked of Gemini generateContent (ai.google.dev/gemini-api/docs/google-search, Vertex alike).

Grounding comes from tools, and a request that names a cached content may bring none. Gemini 3 takes tools together with
JSON output; the segments are then of the JSON.
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
    conflicts=("caching",),
    ask="a tool: `google_search`, `url_context`, `google_maps`, `file_search`; on Vertex `retrieval`; "
    "there is no switch, and the model may cite nothing",
    lost="citations of documents in the request; places in a source, but pages of a file search; quotes, but of "
    "retrieved passages, and then all of the passage; lasting addresses of web pages",
)
