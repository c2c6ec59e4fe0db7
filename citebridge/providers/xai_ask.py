"""What can be asked of xAI's Responses (docs.x.ai/developers/tools/citations), through OpenAI's SDK.

Links in the text and structured output get into each other's way. Files of a collection are cited as pages are, by an
address like `collections://…/files/…`.
"""

from citebridge.adapter import Capabilities

requires = "openai>=3.0"
capabilities = Capabilities(
    web=True,
    anchors=("span", "point", "none"),
    stream_order="after",
    conflicts=("structured_output",),
    ask="a tool: `web_search`, `x_search`, or `file_search`, whose files are cited by an address like pages; links in "
    'the text are on, `include=["no_inline_citations"]` leaves them out',
    lost="quotes, places in a source, the cited words (only a point), titles",
)
