"""`resolve`: an answer in, the same answer with evidence out."""

from citebridge.resolver.resolving import resolve

__all__ = ["resolve"]
