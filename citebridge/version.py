"""The version of citebridge, told once."""

__version__ = "0.1.0"
