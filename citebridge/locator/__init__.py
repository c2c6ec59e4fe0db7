"""Quotes and where they stand: `locate`, and the parts that `resolve` is made of."""

from citebridge.locator.evidence import locate

__all__ = ["locate"]
