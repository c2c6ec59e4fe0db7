"""What can be asked of OpenAI Assistants (platform.openai.com/docs/assistants/tools/file-search), which is to end.

With `response_format` of `json_schema` all tools have to be functions, so there is no file search. OpenAI's batches do
not take runs.
"""

from citebridge.adapter import Capabilities

requires = "openai>=3.0"
capabilities = Capabilities(
    retrieval=True,
    anchors=("span", "point"),
    stream_order="after",
    conflicts=("structured_output", "batch"),
    ask="the tool `file_search`, with a vector store, on the assistant",
    lost="quotes, places in a source, the cited words (only a point), titles and texts of files",
)
