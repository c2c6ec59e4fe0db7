"""What can be asked of OpenAI Responses (developers.openai.com/api/docs/guides/tools-web-search and tools-file-search).

With `text.format` annotations are within the JSON or missing.
"""

from citebridge.adapter import Capabilities

requires = "openai>=3.0"
capabilities = Capabilities(
    retrieval=True,
    web=True,
    anchors=("span", "point", "none"),
    stream_order="after",
    conflicts=("structured_output",),
    ask="a tool: `web_search`, `file_search`, `code_interpreter`; texts of passages with "
    '`include=["file_search_call.results"]`',
    lost="citations of documents in the request, quotes, places in a source, the cited words (only a point), which "
    "passage of a file was meant",
)
