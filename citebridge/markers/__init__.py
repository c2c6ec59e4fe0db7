"""Prompted markers: citations from any model, in the same `Answer` as native ones.

`prompt` asks for tags and mints them, `assemble` does so for a prompt of your own; `parse` and `parse_stream` read the
answer.
"""

from citebridge.markers.assembling import Context, assemble
from citebridge.markers.blocks import Style
from citebridge.markers.fitting import Fit, Order
from citebridge.markers.prompting import Prompt, prompt
from citebridge.markers.reading import parse, parse_stream

__all__ = ["Context", "Fit", "Order", "Prompt", "Style", "assemble", "parse", "parse_stream", "prompt"]
