"""What can be asked of Amazon Bedrock Converse (docs.aws.amazon.com, API_runtime_Converse).

Claude refuses citations together with `outputConfig.textFormat`, as at Anthropic, and for documents that lie in S3
(pydantic/pydantic-ai#7750). Nova's stream tells of citations after their text.
"""

from citebridge.adapter import Capabilities

requires = "boto3>=1.42"
capabilities = Capabilities(
    documents=("text", "pdf", "blocks", "search_results"),
    web=True,
    anchors=("span",),
    locators=("chars", "pages", "blocks"),
    quotes=True,
    stream_order="before",
    conflicts=("structured_output",),
    ask='Claude: `citations={"enabled": True}` on every document and search result; '
    "Nova: the system tool `nova_grounding`",
    lost="of Nova's web citations: title, quote and place in the page",
)
