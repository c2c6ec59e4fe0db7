"""What can be asked of Anthropic Messages (platform.claude.com/docs/en/build-with-claude/citations).

Citations with `output_config.format` are refused. A forced tool gets `<cite>` written into its arguments
(pydantic/pydantic-ai#7434).
"""

from citebridge.adapter import Capabilities

requires = "anthropic>=2.0"
capabilities = Capabilities(
    documents=("text", "pdf", "blocks", "search_results"),
    web=True,
    anchors=("span",),
    locators=("chars", "pages", "blocks"),
    quotes=True,
    stream_order="before",
    conflicts=("structured_output", "forced_tools"),
    ask='`citations={"enabled": True}` on every document and search result or on none, and on the tool `web_fetch`; '
    "the tool `web_search` always cites",
    lost="places in the results of a web search, whose quotes are cut after 150 characters",
)
