"""Prompted markers: citations from any model, in the same `Answer` as native ones.

`prompt` asks for tags and mints them; `parse` and `parse_stream` read the answer.
"""

from citebridge.markers.prompting import Prompt, Style, prompt
from citebridge.markers.reading import parse, parse_stream

__all__ = ["Prompt", "Style", "parse", "parse_stream", "prompt"]
