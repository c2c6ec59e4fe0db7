"""Answers without a model: the sentences of the sources that fit a question best, quoted and cited exactly.

It needs no key and no network, and the extra `extractive`.
"""

from citebridge.extractive.answering import extract

__all__ = ["extract"]
