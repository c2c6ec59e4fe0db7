"""What can be asked of OpenAI Chat Completions and of the servers that speak it.

Search models: developers.openai.com/api/docs/guides/tools-web-search. Azure "on your data", which takes no structured
output: learn.microsoft.com, use-your-data. OpenRouter: openrouter.ai/docs/features/web-search. Groq:
console.groq.com/docs.
"""

from citebridge.adapter import Capabilities

requires = "openai>=3.0"
capabilities = Capabilities(
    documents=("text", "data"),
    retrieval=True,
    web=True,
    anchors=("span", "point", "none"),
    quotes=True,
    stream_order="after",
    conflicts=("structured_output",),
    ask="a search model with `web_search_options`; Azure: `data_sources`; OpenRouter: its web tool or plugin; "
    "Groq: `documents`, or a compound model",
    lost="places in a source; quotes, but from OpenRouter; the cited words, but from Groq; any place in the "
    "answer, from OpenRouter",
)
