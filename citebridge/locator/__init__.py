"""Quotes and where they stand: `locate`, and the parts that `resolve` is made of.

>>> from citebridge.locator import SourceText, locate
>>> rules = SourceText("Dogs stay outside. No fires.")
>>> [locate(quote, rules).status for quote in ("No fires", "Dogs stay inside", "Ring twice")]
['verified', 'altered', 'not_found']
"""

from citebridge.locator.evidence import locate
from citebridge.locator.source_text import SourceText

__all__ = ["SourceText", "locate"]
