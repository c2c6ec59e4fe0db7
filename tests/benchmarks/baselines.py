"""What the SDKs take for the same bytes. Their parse is what their clients do with a body, without the client."""

import json
from functools import partial

from tests.benchmarks.timing import Call


def anthropic_parse(body: bytes) -> Call:
    """Bytes to `Message`."""
    from anthropic._models import construct_type
    from anthropic.types import Message

    return lambda: construct_type(type_=Message, value=json.loads(body))


def openai_parse(body: bytes) -> Call:
    """Bytes to `Response`."""
    from openai._models import construct_type
    from openai.types.responses import Response

    return lambda: construct_type(type_=Response, value=json.loads(body))


def gemini_call(body: bytes) -> Call:
    """`generate_content`, answered with these bytes from memory: Google's SDK has no parse of its own to call."""
    import httpx2
    from google import genai
    from google.genai import types

    def respond(request: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(200, content=body, headers={"content-type": "application/json"})

    transport = httpx2.Client(transport=httpx2.MockTransport(respond))
    client = genai.Client(api_key="none", http_options=types.HttpOptions(httpx_client=transport))
    return partial(client.models.generate_content, model="gemini-3.5-flash", contents="When does it sail?")
